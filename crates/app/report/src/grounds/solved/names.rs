//! What people call the arguments of a relation.

use chc::memory::{Holds, Object, ObjectId};
use chc::proof::parameters;
use chc::system::{Arg, Part, Place, Relation, SlotId, System, What};
use ir::describe::field_path;
use ir::{FuncId, InstKind, Module, Operand, RegId, Type, TypeId};
use rustc_hash::FxHashMap;
use smt::Term;

use crate::grounds::heads::{Head, Heads};
use crate::grounds::view::held;

/// Elements that may lie before an array inside of its object.
const MOST_BEFORE: u64 = 8;

pub struct Names<'a, 'm> {
    heads: &'a Heads<'m>,
    pub system: &'a System,
    relation: &'a Relation,
    args: FxHashMap<Term, Arg>,
}

impl<'a, 'm> Names<'a, 'm> {
    pub fn new(heads: &'a Heads<'m>, system: &'a System, relation: &'a Relation) -> Names<'a, 'm> {
        let params = parameters(&system.terms, relation).into_iter().map(|(_, term)| term);
        let args = params.zip(relation.args.iter().copied()).collect();
        Names { heads, system, relation, args }
    }

    pub fn arg(&self, term: Term) -> Option<&Arg> {
        self.args.get(&term)
    }

    /// Are all its variables such arguments?
    pub fn speaks_only_of(&self, fact: Term, such: impl Fn(What) -> bool) -> bool {
        let variables = self.system.terms.free_vars([fact]);
        variables.iter().all(|variable| self.arg(*variable).is_some_and(|arg| such(arg.what)))
    }

    /// Which elements it speaks of.
    pub fn chosen(&self, fact: Term) -> Vec<u8> {
        let variables = self.system.terms.free_vars([fact]);
        let mut chosen: Vec<u8> = variables
            .iter()
            .filter_map(|variable| match self.arg(*variable)?.what {
                What::Chosen(cell) => Some(cell),
                What::Before(slot) | What::Memory(slot) => match slot.part {
                    Part::Element(cell) => Some(cell),
                    Part::All | Part::Over | Part::Size => None,
                },
                What::Parameter(_) | What::Register { .. } | What::Result(_) => None,
            })
            .collect();
        chosen.sort_unstable();
        chosen.dedup();
        chosen
    }

    /// A C expression for a number; elements are called by their place among those that a fact speaks of.
    pub fn name(&self, term: Term, chosen: &[u8]) -> Option<String> {
        let arg = self.arg(term)?;
        let index = |cell: u8| {
            let at = chosen.iter().position(|other| *other == cell)?;
            ["k", "l", "m", "n"].get(at).map(|name| (*name).to_string())
        };
        let slot_name = |slot: SlotId| match slot.part {
            Part::All => self.slot(slot, None),
            Part::Element(cell) => self.slot(slot, Some(&index(cell)?)),
            Part::Over => Some(format!("ended({})", self.object_name(slot.object)?.0)),
            Part::Size => Some(format!("size({})", self.object_name(slot.object)?.0)),
        };
        match arg.what {
            What::Chosen(cell) => index(cell),
            What::Parameter(at) => self.parameter(at).map(|name| self.old(name)),
            What::Before(slot) => slot_name(slot).map(|name| self.old(name)),
            What::Register { instance, reg } => self.register(instance, reg),
            What::Memory(slot) => slot_name(slot),
            What::Result(0) => Some("\\result".to_string()),
            What::Result(at) => Some(format!("\\result.{at}")),
        }
    }

    /// An element of an array that is known as a whole, at so many bytes from its start.
    pub fn element(&self, array: Term, distance: impl Fn(u64, u64) -> Option<String>) -> Option<String> {
        let (slot, is_old) = match self.arg(array)?.what {
            What::Before(slot) => (slot, true),
            What::Memory(slot) => (slot, false),
            What::Chosen(_) | What::Parameter(_) | What::Register { .. } | What::Result(_) => return None,
        };
        let layout = &self.object(slot.object)?.layout;
        let index = distance(layout.slots[slot.slot].offset, layout.stride)?;
        let name = self.slot(slot, Some(&index))?;
        Some(if is_old { self.old(name) } else { name })
    }

    pub fn is_pointer(&self, term: Term) -> bool {
        let Some(arg) = self.arg(term) else { return false };
        let of_slot = |slot: SlotId| {
            self.object(slot.object).is_some_and(|object| object.layout.slots[slot.slot].holds == Holds::Address)
        };
        match arg.what {
            What::Chosen(_) => false,
            What::Parameter(at) => self.root().is_some_and(|root| {
                let function = &self.module().funcs[root];
                function.regs[function.params[at]].ty == Type::Ptr
            }),
            What::Result(at) => {
                self.root().is_some_and(|root| self.module().funcs[root].signature.rets.get(at) == Some(&Type::Ptr))
            }
            What::Register { instance, reg } => {
                self.module().funcs[self.system.instances[instance].func].regs[reg].ty == Type::Ptr
            }
            What::Before(slot) | What::Memory(slot) => {
                matches!(slot.part, Part::All | Part::Element(_)) && of_slot(slot)
            }
        }
    }

    /// The address that a number is: `&x`, `&s.next`, `&a[3]`, or a function.
    pub fn address(&self, number: i128) -> Option<String> {
        let number = u64::try_from(number).ok()?;
        let module = self.module();
        if let Some(func) = module.funcs.ids().find(|func| chc::memory::code(*func) == number) {
            return Some(module.funcs[func].name.clone());
        }
        let inside = |(_, object): &&(ObjectId, Object)| {
            object.window.is_some_and(|window| (window.first..=window.last).contains(&number))
        };
        let (id, object) = self.system.objects.iter().find(inside)?;
        let distance = number.checked_sub(object.window?.base)?;
        let (name, ty) = self.object_name(*id)?;
        let path = ty.and_then(|ty| field_path(module, ty, distance, 0));
        Some(match path {
            _ if distance == 0 => format!("&{name}"),
            Some(path) => format!("&{}", joined(&name, &path)),
            None => format!("(char *)&{name} + {distance}"),
        })
    }

    fn module(&self) -> &'m Module {
        self.heads.module
    }

    fn object(&self, id: ObjectId) -> Option<&'a Object> {
        self.system.objects.iter().find(|(other, _)| *other == id).map(|(_, object)| object)
    }

    /// The function with a summary that the relation belongs to.
    fn root(&self) -> Option<FuncId> {
        let mut instance = match self.relation.place {
            Place::Entry(func) | Place::Exit(func) => return Some(func),
            Place::Head { instance, .. } | Place::Behind { instance, .. } => instance,
        };
        while let Some((outer, ..)) = self.system.instances[instance].call {
            instance = outer;
        }
        Some(self.system.instances[instance].func)
    }

    /// Something when the function was called.
    fn old(&self, name: String) -> String {
        match self.relation.place {
            Place::Entry(_) => name,
            Place::Exit(_) | Place::Head { .. } | Place::Behind { .. } => format!("\\old({name})"),
        }
    }

    fn parameter(&self, at: usize) -> Option<String> {
        let func = self.root()?;
        let function = &self.module().funcs[func];
        let param = Operand::Reg(function.params[at]);
        let mut bound = held(self.heads, Head { func, block: None }).into_iter();
        let named = bound.find(|(_, operands)| operands.contains(&param)).map(|(var, _)| &function.vars[var].name);
        named.cloned()
    }

    fn register(&self, instance: usize, reg: RegId) -> Option<String> {
        let Place::Head { instance: innermost, block } = self.relation.place else { return None };
        let func = self.system.instances[instance].func;
        let function = &self.module().funcs[func];
        let bound = if instance == innermost {
            self.heads.bound_at(func, block).cloned()
        } else {
            let mut at = innermost;
            loop {
                let (outer, block, inst) = self.system.instances[at].call?;
                if outer == instance {
                    break self.heads.bound_before(func, block, inst);
                }
                at = outer;
            }
        }?;
        let held = bound.iter().filter(|(_, operands)| operands.contains(&Operand::Reg(reg)));
        let var = held.map(|(var, _)| *var).min()?;
        let name = &function.vars[var].name;
        Some(if instance == innermost { name.clone() } else { format!("{}::{name}", function.name) })
    }

    fn object_name(&self, id: ObjectId) -> Option<(String, Option<TypeId>)> {
        let module = self.module();
        match id {
            ObjectId::Global(global) => {
                let global = &module.globals[global];
                (!global.anonymous).then(|| (global.name.clone(), global.ty))
            }
            ObjectId::Local(func, reg) => {
                let mut insts = module.funcs[func].blocks.iter().flat_map(|block| &block.insts);
                let alloca = insts.find(|inst| inst.dst == Some(reg))?;
                let InstKind::Alloca { name: Some(name), of, .. } = &alloca.kind else { return None };
                Some((name.to_string(), *of))
            }
            ObjectId::Heap(func, block, inst) | ObjectId::Others(func, block, inst) => {
                let place = module.funcs[func].blocks[block].insts[inst].loc;
                module.places.get(place).map(|place| (format!("malloc@{}", place.line), None))
            }
        }
    }

    /// A part of an object; of an array, with its index.
    fn slot(&self, slot: SlotId, index: Option<&str>) -> Option<String> {
        let (name, ty) = self.object_name(slot.object)?;
        let layout = &self.object(slot.object)?.layout;
        let own = &layout.slots[slot.slot];
        let Some(ty) = ty else {
            return (layout.stride == 0).then(|| format!("{name}[{} bytes at {}]", own.bytes, own.offset));
        };
        let path = |at: u64| field_path(self.module(), ty, at, own.bytes);
        let Some(index) = index else { return Some(joined(&name, &path(own.offset)?)) };
        // What lies before an array inside of an object are elements, too.
        (0..MOST_BEFORE).find_map(|before| {
            let first = path(own.offset.checked_add(layout.stride.checked_mul(before)?)?)?;
            let second = path(own.offset.checked_add(layout.stride.checked_mul(before + 1)?)?)?;
            let index = if before == 0 { index.to_string() } else { format!("{index} - {before}") };
            // The subscript in which the next element differs.
            let mut subscripts = first.match_indices("[0]").map(|(at, _)| at);
            let at = subscripts.find(|at| format!("{}[1]{}", &first[..*at], &first[at + 3..]) == second)?;
            Some(joined(&name, &format!("{}[{index}]{}", &first[..at], &first[at + 3..])))
        })
    }
}

fn joined(name: &str, path: &str) -> String {
    let dot = if path.is_empty() || path.starts_with('[') { "" } else { "." };
    format!("{name}{dot}{path}")
}
