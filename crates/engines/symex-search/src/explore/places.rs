//! From where functions are called directly, and with which constants.

use std::collections::BTreeSet;
use std::sync::Arc;

use ir::{Callee, Const, FuncId, InstKind, Module, Operand, RegId, sign_extend};
use rustc_hash::FxHashMap;
use symex::number::Linear;
use symex::state::{Fill, Object, ObjectId, State, Value};

#[derive(Clone, Default, Debug)]
pub(super) struct Places {
    of: FxHashMap<FuncId, PlacesOfOne>,
}

#[derive(Clone, Default, Debug)]
struct PlacesOfOne {
    count: usize,
    /// What each parameter gets where it gets a constant.
    constants: Vec<BTreeSet<i128>>,
}

impl Places {
    pub fn of(module: &Module) -> Places {
        let mut places = Places::default();
        for block in module.funcs.iter().flat_map(|func| func.blocks.iter()) {
            for inst in &block.insts {
                let InstKind::Call(call) = &inst.kind else { continue };
                let Callee::Direct(func) = call.callee else { continue };
                let known = places.of.entry(func).or_default();
                known.count += 1;
                known.constants.resize(known.constants.len().max(call.args.len()), BTreeSet::new());
                for (constants, arg) in known.constants.iter_mut().zip(&call.args) {
                    constants.extend(number(module, arg.value));
                }
            }
        }
        places
    }

    pub fn count(&self, func: FuncId) -> usize {
        self.of.get(&func).map_or(0, |places| places.count)
    }

    /// The entry state as it would be with the least constants of all places, and with each next and greatest one: the next one
    /// shows in which steps they grow. If sizes of objects are multiples of what is passed, here they are, too. Nothing for a
    /// function that gets the same everywhere.
    ///
    /// Guarantees: none; what is made of them has to be compared with what is passed.
    pub fn corners(&self, module: &Module, func: FuncId, entry: &State) -> Vec<State> {
        let Some(places) = self.of.get(&func) else { return Vec::new() };
        let varied = |(param, constants): (&RegId, &BTreeSet<i128>)| {
            let (least, next, most) = (*constants.first()?, *constants.iter().nth(1)?, *constants.last()?);
            let Value::Number { form, .. } = entry.register(*param)? else { return None };
            let now = form.as_constant()?;
            (0 <= least && now > 0).then_some(Varied { param: *param, now, least, others: [next, most] })
        };
        let params = module.funcs[func].params.iter().zip(&places.constants);
        let varied: Vec<Varied> = params.filter_map(varied).collect();
        if varied.is_empty() {
            return Vec::new();
        }
        let others = (0..varied.len()).flat_map(|at| varied[at].others.map(|number| Some((at, number))));
        let corner = |other: Option<(usize, i128)>| {
            varied.iter().enumerate().try_fold(entry.clone(), |state, (at, varied)| {
                varied.put(&state, other.filter(|(param, _)| *param == at).map_or(varied.least, |(_, number)| number))
            })
        };
        std::iter::once(None).chain(others).filter_map(corner).collect()
    }
}

/// A parameter that gets different constants.
struct Varied {
    param: RegId,
    now: i128,
    least: i128,
    others: [i128; 2],
}

impl Varied {
    /// With another number for the parameter, and for what is a multiple of it.
    fn put(&self, state: &State, number: i128) -> Option<State> {
        let mut state = state.clone();
        let Some(Value::Number { reading, .. }) = state.register(self.param) else { return None };
        state.set_register(self.param, Value::Number { form: Linear::constant(number), reading: *reading });
        let made = state.objects().iter().filter(|(id, _)| matches!(id, ObjectId::Made(_))).cloned();
        for (id, object) in made.collect::<Vec<_>>() {
            let Some(size) = object.size.as_constant().filter(|size| *size > 0 && size % self.now == 0) else {
                continue;
            };
            let other = Linear::constant((size / self.now).checked_mul(number)?);
            let to_the_end = |fill: &Fill| fill.to == object.size;
            let fill =
                |fill: &Fill| Fill { to: if to_the_end(fill) { &other } else { &fill.to }.clone(), ..fill.clone() };
            let fills = object.fills.iter().map(fill).collect();
            state.put_object(id, Arc::new(Object { size: other.clone(), fills, ..(*object).clone() }));
        }
        Some(state)
    }
}

fn number(module: &Module, operand: Operand) -> Option<i128> {
    let Operand::Const(id) = operand else { return None };
    let Const::Int { width, value } = module.consts.get(id) else { return None };
    (1..=64).contains(&width).then(|| sign_extend(value, width))
}
