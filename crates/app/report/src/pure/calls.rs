//! Calls: the callee's regions are those of the caller that the points-to graphs map them to.

use dsa::graph::{Cell, NodeId};
use dsa::pure::Touched;
use dsa::result::TargetFacts;
use engine::CodePlace;
use ir::{BlockId, Call, Callee, FuncBody, symbol};

use super::code::Code;
use super::{both, defines};

impl Code<'_, '_> {
    pub(super) fn call(&self, block: BlockId, index: usize, call: &Call, touched: &[Touched]) -> Vec<String> {
        let site = CodePlace { func: self.func, block, inst: index as u32 };
        let targets: &[TargetFacts] = self.text.pure.points_to().call(site).map_or(&[], |call| &call.targets);
        let args: Vec<String> = call.args.iter().map(|arg| self.operand(arg.value)).collect();
        let mut defined: Vec<String> = call.rets.iter().map(|ret| self.pieces.definition(*ret)).collect();
        if let (Callee::Direct(_), [target]) = (call.callee, targets)
            && self.text.module.funcs[target.callee].is_defined()
        {
            let outputs = self.outputs(target, touched);
            let lost = self.lost(&outputs, touched);
            defined.extend(outputs);
            let line = defines(&defined, &self.called(target, &args, touched));
            return std::iter::once(line).chain(lost).collect();
        }
        defined.extend(touched.iter().filter_map(|touched| self.after(touched)));
        let all: Vec<String> = touched.iter().map(|touched| self.before(touched)).collect();
        let what = match call.callee {
            Callee::Direct(callee) => {
                let function = &self.text.module.funcs[callee];
                // What summaries and the unknown do is any change; what builtins do is known.
                let havoc = if function.body == FuncBody::External { "havoc " } else { "" };
                format!("{havoc}{}({})", symbol(self.text.module, &function.name), both(&args, &all))
            }
            Callee::Indirect(pointer) if targets.is_empty() => {
                format!("havoc *{}({})", self.operand(pointer), both(&args, &all))
            }
            Callee::Indirect(pointer) => return self.choice(&defined, &self.operand(pointer), targets, &args, touched),
        };
        vec![defines(&defined, &what)]
    }

    /// What code outside of the program may have changed meanwhile, that the callee does not give back.
    fn lost(&self, outputs: &[String], touched: &[Touched]) -> Vec<String> {
        let changed = touched.iter().filter_map(|touched| Some((self.after(touched)?, self.before(touched))));
        let lost = changed.filter(|(after, _)| !outputs.contains(after));
        lost.map(|(after, before)| format!("{after} = havoc({before})")).collect()
    }

    /// A line for each function that the pointer may be; regions that it does not give back stay as they are.
    fn choice(
        &self,
        defined: &[String],
        pointer: &str,
        targets: &[TargetFacts],
        args: &[String],
        touched: &[Touched],
    ) -> Vec<String> {
        let mut lines = vec![defines(defined, &format!("*{pointer} {{"))];
        for target in targets {
            let called = if self.text.module.funcs[target.callee].is_defined() {
                self.called(target, args, touched)
            } else {
                let name = symbol(self.text.module, &self.text.module.funcs[target.callee].name);
                let all: Vec<String> = touched.iter().map(|touched| self.before(touched)).collect();
                format!("havoc {name}({})", both(args, &all))
            };
            let mut outputs = self.outputs(target, touched);
            if self.text.pure.calls_outside(target.callee) {
                let known = |after: &String, touched: &Touched| {
                    self.text.pure.is_known_outside(touched.region) && !outputs.contains(after)
                };
                let lost = touched.iter().filter_map(|touched| Some((self.after(touched)?, touched)));
                let lost: Vec<String> = lost
                    .filter(|(after, touched)| known(after, touched))
                    .map(|(after, _)| format!("havoc {after}"))
                    .collect();
                outputs.extend(lost);
            }
            let arrow = if outputs.is_empty() { String::new() } else { format!(" -> {}", outputs.join(", ")) };
            lines.push(format!("  {called}{arrow}"));
        }
        lines.push("}".to_string());
        lines
    }

    /// `@f(%x.0; {*p} = {a}.1)`.
    fn called(&self, target: &TargetFacts, args: &[String], touched: &[Touched]) -> String {
        let inputs = self.text.pure.interface(target.callee).inputs.iter().map(|region| {
            let passed = self.passed(target, *region, touched).map_or("fresh".to_string(), |outer| self.before(outer));
            format!("{} = {passed}", self.text.version(target.callee, *region, 0))
        });
        let name = symbol(self.text.module, &self.text.module.funcs[target.callee].name);
        format!("{name}({})", both(args, &inputs.collect::<Vec<_>>()))
    }

    /// Where the callee's outputs go. Only regions that the outside has made anything of come twice; one of them is enough.
    fn outputs(&self, target: &TargetFacts, touched: &[Touched]) -> Vec<String> {
        let outputs = self.text.pure.interface(target.callee).outputs.iter();
        let mut given: Vec<String> = Vec::with_capacity(outputs.len());
        for region in outputs {
            let after = self.passed(target, *region, touched).and_then(|outer| self.after(outer));
            given.push(after.filter(|after| !given.contains(after)).unwrap_or_else(|| "_".to_string()));
        }
        given
    }

    /// The caller's region; `None` for memory that only the callee reaches.
    fn passed<'a>(&self, target: &TargetFacts, region: NodeId, touched: &'a [Touched]) -> Option<&'a Touched> {
        let points_to = self.text.pure.points_to();
        let outer = target.image(points_to, Cell::new(region, 0))?.node;
        touched.iter().find(|touched| touched.region == outer)
    }
}
