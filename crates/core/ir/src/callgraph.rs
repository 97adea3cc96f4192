//! Who may call whom.
//!
//! A call through a pointer may reach any function whose address the program takes and whose signature fits what the
//! call site believes in; calling any other is a violation that ends the run. An address counts as taken when it is a
//! constant of the module or part of an initialiser, used or not.

use rustc_hash::FxHashMap;

use crate::bitset::BitSet;
use crate::constant::Const;
use crate::ids::{FuncId, Id};
use crate::inst::{Call, Callee, Signature};
use crate::module::{InitPiece, Module};

#[derive(Clone, Debug)]
pub struct CallGraph {
    callees: Vec<Vec<FuncId>>,
    callers: Vec<Vec<FuncId>>,
    by_signature: FxHashMap<Signature, Vec<FuncId>>,
    components: Components,
}

impl CallGraph {
    pub fn of(module: &Module) -> CallGraph {
        let address_taken = address_taken(module);
        let mut by_signature = FxHashMap::default();
        let mut callees = Vec::with_capacity(module.funcs.len());
        for func in module.funcs.iter() {
            let mut of_func = Vec::new();
            for inst in func.blocks.iter().flat_map(|block| &block.insts) {
                if let Some(call) = inst.kind.as_call() {
                    match call.callee {
                        Callee::Direct(callee) => of_func.push(callee),
                        Callee::Indirect(_) => {
                            if !by_signature.contains_key(&call.signature) {
                                let fitting = fitting(module, &address_taken, &call.signature);
                                by_signature.insert(call.signature.clone(), fitting);
                            }
                            of_func.extend(&by_signature[&call.signature]);
                        }
                    }
                }
            }
            of_func.sort_unstable();
            of_func.dedup();
            callees.push(of_func);
        }
        let mut callers = vec![Vec::new(); callees.len()];
        for (caller, of_func) in callees.iter().enumerate() {
            of_func.iter().for_each(|callee| callers[callee.index()].push(FuncId::from_index(caller)));
        }
        let components = Components::of(&callees);
        CallGraph { callees, callers, by_signature, components }
    }

    /// Functions that a call in `func` may reach, in ascending order.
    pub fn callees(&self, func: FuncId) -> &[FuncId] {
        &self.callees[func.index()]
    }

    /// Functions with a call that may reach `func`, in ascending order.
    pub fn callers(&self, func: FuncId) -> &[FuncId] {
        &self.callers[func.index()]
    }

    /// Functions that a call of this module may reach.
    pub fn may_call<'a>(&'a self, call: &'a Call) -> &'a [FuncId] {
        match &call.callee {
            Callee::Direct(func) => std::slice::from_ref(func),
            Callee::Indirect(_) => self.by_signature.get(&call.signature).map_or(&[], Vec::as_slice),
        }
    }

    /// Strongly connected components, callees before their callers.
    pub fn sccs(&self) -> impl ExactSizeIterator<Item = &[FuncId]> {
        self.components.ranges.iter().map(|&(start, end)| &self.components.members[start as usize..end as usize])
    }

    /// The position in [`CallGraph::sccs`] of the component that contains the function.
    pub fn scc_of(&self, func: FuncId) -> usize {
        self.components.of[func.index()] as usize
    }

    /// May a call of the function lead to another call of it before it returns?
    pub fn may_recurse(&self, func: FuncId) -> bool {
        let (start, end) = self.components.ranges[self.scc_of(func)];
        end - start > 1 || self.callees(func).binary_search(&func).is_ok()
    }
}

impl Signature {
    /// May a call that believes in `self` reach a function of type `callee`? Types that both declare must agree;
    /// variadic types, which unprototyped ones are too, say nothing about the rest.
    pub fn may_reach(&self, callee: &Signature) -> bool {
        let common = self.params.len().min(callee.params.len());
        let open = self.variadic || callee.variadic;
        self.rets == callee.rets
            && self.params[..common] == callee.params[..common]
            && (open || self.params.len() == callee.params.len())
    }
}

/// Functions whose address the program takes.
pub fn address_taken(module: &Module) -> BitSet<FuncId> {
    let mut taken = BitSet::new(module.funcs.len());
    let mut take = |constant: Const| {
        if let Const::Func(func) = constant {
            taken.insert(func);
        }
    };
    module.consts.iter().copied().for_each(&mut take);
    for piece in module.globals.iter().flat_map(|global| global.init.iter().flatten()) {
        match piece {
            InitPiece::Address { value, .. } => take(*value),
            InitPiece::Difference { plus, minus, .. } => {
                take(*plus);
                take(*minus);
            }
            InitPiece::Zero(_)
            | InitPiece::Bytes(_)
            | InitPiece::Undef(_)
            | InitPiece::Outside(_)
            | InitPiece::Unsupported { .. } => {}
        }
    }
    taken
}

fn fitting(module: &Module, taken: &BitSet<FuncId>, signature: &Signature) -> Vec<FuncId> {
    taken.iter().filter(|func| signature.may_reach(&module.funcs[*func].signature)).collect()
}

/// Strongly connected components of any call graph, callees before their callers; each in ascending order.
pub fn strongly_connected(callees: &[Vec<FuncId>]) -> Vec<Vec<FuncId>> {
    let components = Components::of(callees);
    let part = |(start, end): &(u32, u32)| components.members[*start as usize..*end as usize].to_vec();
    components.ranges.iter().map(part).collect()
}

/// Strongly connected components by Tarjan's algorithm, which finds callees first.
#[derive(Clone, Debug, Default)]
struct Components {
    members: Vec<FuncId>,
    ranges: Vec<(u32, u32)>,
    of: Vec<u32>,
}

const NO_NUMBER: u32 = u32::MAX;

impl Components {
    fn of(succs: &[Vec<FuncId>]) -> Components {
        let mut result = Components { of: vec![NO_NUMBER; succs.len()], ..Components::default() };
        let mut number = vec![NO_NUMBER; succs.len()];
        let mut low = vec![0_u32; succs.len()];
        let mut open: Vec<FuncId> = Vec::new();
        let mut stack: Vec<(FuncId, usize)> = Vec::new();
        let mut count = 0;
        for root in (0..succs.len()).map(FuncId::from_index) {
            if number[root.index()] != NO_NUMBER {
                continue;
            }
            stack.push((root, 0));
            while let Some((func, next)) = stack.last_mut() {
                let func = *func;
                if *next == 0 {
                    number[func.index()] = count;
                    low[func.index()] = count;
                    count += 1;
                    open.push(func);
                }
                if let Some(&succ) = succs[func.index()].get(*next) {
                    *next += 1;
                    if number[succ.index()] == NO_NUMBER {
                        stack.push((succ, 0));
                    } else if result.of[succ.index()] == NO_NUMBER {
                        low[func.index()] = low[func.index()].min(number[succ.index()]);
                    }
                    continue;
                }
                stack.pop();
                if let Some((caller, _)) = stack.last() {
                    low[caller.index()] = low[caller.index()].min(low[func.index()]);
                }
                if low[func.index()] == number[func.index()] {
                    result.close(&mut open, func);
                }
            }
        }
        result
    }

    /// Makes a component of all open functions from `first` on.
    fn close(&mut self, open: &mut Vec<FuncId>, first: FuncId) {
        let from = open.iter().rposition(|func| *func == first).expect("invariant: the root of a component is open");
        let start = self.members.len();
        self.members.extend(open.drain(from..));
        self.members[start..].sort_unstable();
        for member in &self.members[start..] {
            self.of[member.index()] = self.ranges.len() as u32;
        }
        self.ranges.push((start as u32, self.members.len() as u32));
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::types::Type;

    fn adjacency(count: usize, edges: &[(usize, usize)]) -> Vec<Vec<FuncId>> {
        let succs = |from| edges.iter().filter(move |edge| edge.0 == from).map(|edge| FuncId::from_index(edge.1));
        (0..count).map(|from| succs(from).collect()).collect()
    }

    fn reaches(succs: &[Vec<FuncId>], from: usize, to: usize) -> bool {
        let mut seen = vec![false; succs.len()];
        let mut work = vec![FuncId::from_index(from)];
        while let Some(func) = work.pop() {
            if !std::mem::replace(&mut seen[func.index()], true) {
                work.extend(&succs[func.index()]);
            }
        }
        seen[to]
    }

    #[test]
    fn callees_come_first() {
        let components = Components::of(&adjacency(5, &[(0, 1), (1, 2), (2, 1), (2, 3), (0, 3)]));
        let sets: Vec<Vec<usize>> = components
            .ranges
            .iter()
            .map(|&(start, end)| components.members[start as usize..end as usize].iter().map(|f| f.index()).collect())
            .collect();
        assert_eq!(sets, [vec![3], vec![1, 2], vec![0], vec![4]]);
    }

    #[test]
    fn unprototyped_calls_reach_what_they_may() {
        let of = |params: &[Type], variadic| Signature { params: params.to_vec(), rets: vec![], variadic };
        let unprototyped = of(&[], true);
        let takes_pointer = of(&[Type::Ptr], false);
        let takes_int = of(&[Type::Int(32)], false);
        assert!(unprototyped.may_reach(&takes_pointer));
        assert!(takes_pointer.may_reach(&takes_pointer));
        assert!(!takes_pointer.may_reach(&takes_int));
        assert!(!takes_pointer.may_reach(&of(&[], false)));
        assert!(of(&[Type::Ptr, Type::Int(32)], false).may_reach(&of(&[Type::Ptr], true)));
        assert!(!of(&[Type::Int(8)], false).may_reach(&of(&[Type::Ptr], true)));
    }

    proptest! {
        #[test]
        fn components_are_mutual_reachability(
            (count, edges) in (1_usize..12).prop_flat_map(|n| (Just(n), prop::collection::vec((0..n, 0..n), 0..24)))
        ) {
            let succs = adjacency(count, &edges);
            let components = Components::of(&succs);
            for a in 0..count {
                for b in 0..count {
                    let together = reaches(&succs, a, b) && reaches(&succs, b, a);
                    prop_assert_eq!(components.of[a] == components.of[b], together);
                    if reaches(&succs, a, b) {
                        prop_assert!(components.of[b] <= components.of[a]);
                    }
                }
            }
        }
    }
}
