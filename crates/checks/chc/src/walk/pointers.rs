//! Pointers to objects that others may know of: numbers, of which windows say where they lead (`memory::addressed`).
//!
//! Invariant: where nothing has gone wrong so far, a register or slot that holds an address in the program holds a number that
//! its set (`memory::targets`) allows: in the window of one of its objects, at as many bytes from the base as the address is from the
//! start of the object; the number of one of its functions; zero; or, if it may lead outside, any number in no window. So numbers
//! that are no addresses are kept out of windows where they become pointers, and addresses become any number where they become
//! integers.

use ir::{FuncId, Operand, Predicate, RegId, Type};
use smt::Term;

use super::reach::Reached;
use super::walker::{Point, Walker};
use crate::memory::{ObjectId, Place, Targets, Window, code};
use crate::numbers::Numbers;
use crate::system::{Part, SlotId};

/// Objects of a set that a fact about a pointer names.
const MOST_NAMED: usize = 12;
/// No object and no function lies there, nor as many bytes below the last number.
pub(super) const NULL_PAGE: u64 = 4096;

/// A known object that a pointer may lead into.
#[derive(Clone, Copy)]
pub(super) struct Case<W> {
    pub reached: Reached,
    /// It does.
    pub condition: Term,
    /// From the start of the object, where it does.
    pub distance: Option<W>,
}

/// Objects whose windows a pointer may have left, each with the formula that it has.
pub(super) type Left = Vec<(ObjectId, Term)>;

/// How far pointer arithmetic goes.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Moves {
    Nowhere,
    /// As far in every run.
    Constantly,
    Anywhere,
}

/// What a pointer may lead to.
pub(super) struct Cases<W> {
    pub known: Vec<Case<W>>,
    /// To none of them.
    pub elsewhere: Term,
}

impl<R> Walker<'_, '_, R>
where
    R: Numbers,
    R::Word: PartialEq,
{
    /// What an operand may lead to, as far as it is an address.
    pub fn targets(&self, instance: usize, operand: Operand) -> Targets {
        let func = self.func_of(instance);
        self.program.objects.sets().operand(self.program.module, func, operand)
    }

    pub fn window(&self, object: ObjectId) -> Option<Window> {
        self.program.objects.get(object)?.window
    }

    /// All known objects that a pointer may lead into.
    pub fn cases(&mut self, at: Point, ptr: Operand) -> Cases<R::Word> {
        if let Some(reached) = self.private(at.instance, ptr) {
            let distance = self.word(at.instance, ptr);
            let known = vec![Case { reached, condition: self.terms.tt(), distance }];
            return Cases { known, elsewhere: self.terms.ff() };
        }
        let targets = self.targets(at.instance, ptr);
        let is_one = targets.objects.len() == 1 && targets.is_address() && targets.functions.is_empty();
        let word = self.word(at.instance, ptr);
        let mut known = Vec::new();
        for (object, place) in &targets.objects {
            let Some(window) = self.window(*object) else { continue };
            let reached = Reached { object: *object, owner: 0, constant: place.constant, step: place.step };
            let condition =
                if is_one { Some(self.terms.tt()) } else { word.and_then(|word| self.is_at(word, window, *place)) };
            let Some(condition) = condition.filter(|condition| *condition != self.terms.ff()) else { continue };
            let distance = self.distance(word, window, *place, condition);
            known.push(Case { reached, condition, distance });
        }
        let elsewhere = self.terms.not(self.terms.or(known.iter().map(|case| case.condition)));
        Cases { known, elsewhere }
    }

    fn distance(&mut self, word: Option<R::Word>, window: Window, place: Place, condition: Term) -> Option<R::Word> {
        let width = self.pointer_width();
        if place.step == 0 {
            return self.reading.constant(width, i128::from(place.constant) as u128);
        }
        Some(self.reading.minus(word?, width, window.base, condition))
    }

    /// The formula: the number is that of such a place.
    fn is_at(&mut self, word: R::Word, window: Window, place: Place) -> Option<Term> {
        if place.step == 0 && window.contains(place.constant) {
            return self.is_number(word, window.base.wrapping_add_signed(place.constant));
        }
        self.is_between(word, window.first, window.last)
    }

    fn is_number(&mut self, word: R::Word, number: u64) -> Option<Term> {
        let width = self.pointer_width();
        let number = self.reading.constant(width, u128::from(number))?;
        let equal = self.reading.compare(Predicate::Eq, width, word, number)?;
        self.reading.truth(equal)
    }

    pub fn is_between(&mut self, word: R::Word, first: u64, last: u64) -> Option<Term> {
        let width = self.pointer_width();
        let mut bounds = Vec::new();
        for (bound, pred) in [(first, Predicate::Uge), (last, Predicate::Ule)] {
            let bound = self.reading.constant(width, u128::from(bound))?;
            let holds = self.reading.compare(pred, width, word, bound)?;
            bounds.push(self.reading.truth(holds)?);
        }
        Some(self.terms.and(bounds))
    }

    /// The formula: the number is in the window of some object.
    pub fn is_windowed(&mut self, word: R::Word) -> Option<Term> {
        match self.program.objects.windows() {
            Some(Window { first, last, .. }) => self.is_between(word, first, last),
            None => Some(self.terms.ff()),
        }
    }

    /// The formula: the number is the address of a known object, or of a function.
    pub fn is_address(&mut self, word: R::Word) -> Option<Term> {
        let (windowed, is_code) = (self.is_windowed(word)?, self.is_code(word)?);
        Some(self.terms.or([windowed, is_code]))
    }

    /// The formula: the number is the address of a function.
    fn is_code(&mut self, word: R::Word) -> Option<Term> {
        let funcs = &self.program.module.funcs;
        match funcs.ids().last() {
            Some(last) => self.is_between(word, code(ir::Id::from_index(0)), code(last)),
            None => Some(self.terms.ff()),
        }
    }

    /// The address of an operand, where it is one number in every run.
    pub fn address(&self, instance: usize, operand: Operand) -> Option<u64> {
        if let Some(reached) = self.reached(instance, operand)
            && let Some(window) = self.window(reached.object)
        {
            let constant = reached.exactly().filter(|constant| window.contains(*constant))?;
            return Some(window.base.wrapping_add_signed(constant));
        }
        self.number_of(&self.targets(instance, operand))
    }

    /// The address that a constant is.
    pub fn address_of(&self, value: ir::Const) -> Option<u64> {
        self.number_of(&self.program.objects.sets().constant(self.program.module, value))
    }

    fn number_of(&self, targets: &Targets) -> Option<u64> {
        let Targets { objects, functions, .. } = targets;
        match (objects.len(), functions.len(), targets.is_address()) {
            (1, 0, true) => {
                let (object, place) = objects.first_key_value()?;
                let window = self.window(*object).filter(|window| window.contains(place.constant))?;
                (place.step == 0).then(|| window.base.wrapping_add_signed(place.constant))
            }
            (0, 1, true) => functions.first().map(|func| code(*func)),
            (_, _, _) => None,
        }
    }

    /// What holds of a pointer that its set is known of, and nothing else: a variable that stands for nothing but this pointer.
    pub fn believe(&mut self, word: R::Word, targets: &Targets) {
        self.believe_where(self.terms.tt(), word, targets);
    }

    /// … of one that is computed from others, on the ways on which it is one.
    pub fn believe_where(&mut self, there: Term, word: R::Word, targets: &Targets) {
        if let Some(fact) = self.fact(word, targets) {
            let fact = self.terms.implies(there, fact);
            let variables = self.terms.free_vars([fact]);
            if !variables.is_empty() {
                self.walk.given.push(fact, variables);
            }
        }
    }

    fn fact(&mut self, word: R::Word, targets: &Targets) -> Option<Term> {
        self.program.objects.windows()?;
        let Targets { objects, functions, null, .. } = targets;
        let is_open = targets.is_open();
        let named = objects.len() + if is_open { 0 } else { functions.len() };
        if named > MOST_NAMED || objects.is_empty() && functions.is_empty() && targets.is_address() {
            return None;
        }
        let mut ways = Vec::new();
        for (object, place) in objects {
            // Pointers to private objects are in no memory, and in registers they are no numbers.
            let window = self.window(*object)?;
            ways.push(self.is_at(word, window, *place)?);
        }
        if is_open {
            let windowed = self.is_windowed(word)?;
            ways.push(self.terms.not(windowed));
        } else {
            for func in functions {
                ways.push(self.is_number(word, code(*func))?);
            }
            if *null {
                ways.push(self.is_number(word, 0)?);
            }
        }
        Some(self.terms.or(ways))
    }

    /// Any pointer that a register may hold.
    pub fn any_pointer(&mut self, instance: usize, reg: RegId) -> Option<R::Word> {
        let targets = self.targets(instance, Operand::Reg(reg));
        let word = self.any(Type::Ptr)?;
        self.believe(word, &targets);
        Some(word)
    }

    /// Any pointer that memory which is not followed may hold.
    pub fn any_outside(&mut self, ty: Type) -> Option<R::Word> {
        let word = self.any(ty)?;
        if ty == Type::Ptr {
            self.believe(word, &Targets::outside());
        }
        Some(word)
    }

    /// What pointers in a slot may lead to.
    pub fn held_targets(&self, id: SlotId) -> Option<Targets> {
        let known = self.program.objects.get(id.object)?;
        let slot = known.layout.slots.get(id.slot)?;
        let is_value = matches!(id.part, Part::All | Part::Element(_)) && slot.holds == crate::memory::Holds::Address;
        let place = Place { constant: i64::try_from(slot.offset).ok()?, step: known.layout.stride };
        is_value.then(|| self.program.objects.sets().held(id.object, place, slot.bytes))
    }

    /// A number as a pointer: it leads to nobody's object.
    pub fn as_pointer(&mut self, number: R::Word) -> Option<R::Word> {
        let is_address = self.is_address(number)?;
        let outside = self.any_outside(Type::Ptr)?;
        self.either_word(self.pointer_width(), is_address, outside, number)
    }

    /// A pointer as a number: where objects and functions lie is not known.
    pub fn as_number(&mut self, pointer: R::Word, targets: &Targets) -> Option<R::Word> {
        if targets.functions.is_empty() && targets.objects.is_empty() && !targets.is_open() {
            return Some(pointer);
        }
        let is_address = self.is_address(pointer)?;
        let any = self.any(Type::Ptr)?;
        let width = self.pointer_width();
        let top = u64::MAX >> (64 - width);
        if let Some(somewhere) = self.is_between(any, NULL_PAGE, top - NULL_PAGE) {
            let variables = self.terms.free_vars([somewhere]);
            self.walk.given.push(somewhere, variables);
        }
        self.either_word(width, is_address, any, pointer)
    }

    /// A pointer that has moved on: what leads outside does not come to an object by that. Formulas: it has left the window
    /// of the object that it was derived from.
    pub fn moved(&mut self, instance: usize, base: Operand, result: R::Word, moves: Moves) -> Option<(R::Word, Left)> {
        if moves == Moves::Nowhere {
            return Some((result, Vec::new()));
        }
        let targets = self.targets(instance, base);
        let from = self.word(instance, base)?;
        let result = self.among_others(&targets, from, result, moves)?;
        let mut left = Vec::new();
        for object in targets.objects.keys() {
            let Some(window) = self.window(*object) else { continue };
            let before = self.is_between(from, window.first, window.last)?;
            let after = self.is_between(result, window.first, window.last)?;
            let one = object.one_of_many().unwrap_or(*object);
            left.push((one, self.terms.and([before, self.terms.not(after)])));
        }
        if targets.is_address() && targets.functions.is_empty() {
            return Some((result, left));
        }
        let (windowed, arrived) = (self.is_windowed(from)?, self.is_windowed(result)?);
        let (was_code, is_code) = (self.is_code(from)?, self.is_code(result)?);
        let astray = self.terms.or([arrived, was_code, is_code]);
        let astray = self.terms.and([self.terms.not(windowed), astray]);
        if astray == self.terms.ff() {
            return Some((result, left));
        }
        let outside = self.any_outside(Type::Ptr)?;
        Some((self.either_word(self.pointer_width(), astray, outside, result)?, left))
    }

    /// A pointer that has moved on in one of many objects may be anywhere in them.
    fn among_others(&mut self, targets: &Targets, from: R::Word, mut result: R::Word, moves: Moves) -> Option<R::Word> {
        for (object, place) in &targets.objects {
            let is_fixed = place.step == 0 && moves != Moves::Anywhere;
            if object.one_of_many().is_none() || is_fixed {
                continue;
            }
            let Some(window) = self.window(*object) else { continue };
            let before = self.is_between(from, window.first, window.last)?;
            let anywhere = self.any(Type::Ptr)?;
            let inside = self.is_between(anywhere, window.first, window.last)?;
            let variables = self.terms.free_vars([inside]);
            self.walk.given.push(inside, variables);
            result = self.either_word(self.pointer_width(), before, anywhere, result)?;
        }
        Some(result)
    }

    /// Functions that a call through a pointer may lead to, each with the formula that it does.
    pub fn called(&mut self, at: Point, call: &ir::Call, target: Operand) -> Vec<(FuncId, Term)> {
        let program = self.program;
        let caller = self.func_of(at.instance);
        let funcs = program.objects.sets().callees(program.module, &program.calls, caller, call);
        let word = self.word(at.instance, target);
        funcs
            .into_iter()
            .map(|func| {
                let is_it = word.and_then(|word| self.is_number(word, code(func)));
                (func, is_it.unwrap_or_else(|| self.terms.fresh_var("called", smt::Sort::Bool)))
            })
            .collect()
    }
}
