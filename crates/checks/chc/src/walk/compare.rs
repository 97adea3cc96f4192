//! Comparisons of addresses: what is known of where objects lie.

use ir::{Operand, Predicate, Type};
use smt::Term;

use super::pointers::NULL_PAGE;
use super::reach::Reached;
use super::state::State;
use super::walker::{Point, Walker};
use crate::memory::{ObjectId, Size, Window};
use crate::numbers::Numbers;

impl<R> Walker<'_, '_, R>
where
    R: Numbers,
    R::Word: PartialEq,
{
    /// A comparison of addresses of which one at least is of a private object: distances in one object compare as addresses do,
    /// as long as they do not leave it; inside of it nothing is null, or a byte of another one. `None` where neither is private.
    pub fn compared(
        &mut self,
        at: Point,
        pred: Predicate,
        (a, b): (Operand, Operand),
        state: &mut State<R::Word>,
    ) -> Option<Option<R::Word>> {
        let instance = at.instance;
        let sides = (self.private(instance, a), self.private(instance, b));
        let any = self.any(Type::BOOL);
        let (known, holds) = match sides {
            (None, None) => return None,
            (Some(first), Some(second)) if first.meets(&second) => {
                let (Some(a), Some(b)) = (self.word(instance, a), self.word(instance, b)) else { return Some(any) };
                let inside = self.stays(&first, a).zip(self.stays(&second, b));
                let known = inside.map(|(a, b)| self.terms.and([a, b]));
                (known, self.reading.compare(pred, self.pointer_width(), a, b))
            }
            (Some(one), None) if self.is_null(b) => self.against_null(instance, pred, a, &one),
            (None, Some(one)) if self.is_null(a) => self.against_null(instance, pred, b, &one),
            (Some(_), _) | (_, Some(_)) => {
                let both = self.is_inside_for_sure(at, a, state).zip(self.is_inside_for_sure(at, b, state));
                let known = both.map(|(a, b)| self.terms.and([a, b]));
                (known, self.if_different(pred))
            }
        };
        let (Some(known), Some(holds), Some(any)) = (known, holds, any) else { return Some(any) };
        Some(self.either_word(1, known, holds, any))
    }

    /// The formula: it is null, or leads to a byte of a known object that lives, or to a function. `None`: nobody knows.
    fn is_inside_for_sure(&mut self, at: Point, side: Operand, state: &mut State<R::Word>) -> Option<Term> {
        if self.private(at.instance, side).is_some() {
            if self.program.objects.may_be_over(self.func_of(at.instance), at.block, at.inst) {
                return None;
            }
        } else if self.targets(at.instance, side).is_open() {
            return None;
        }
        self.edge(at, side, None, state).map(|edge| self.terms.not(edge))
    }

    /// The outcome of a comparison of bytes of different objects.
    fn if_different(&mut self, pred: Predicate) -> Option<R::Word> {
        match pred {
            Predicate::Eq => self.reading.constant(1, 0),
            Predicate::Ne => self.reading.constant(1, 1),
            // Any other comparison is one of where objects lie.
            _ => None,
        }
    }

    fn against_null(
        &mut self,
        instance: usize,
        pred: Predicate,
        pointer: Operand,
        reached: &Reached,
    ) -> (Option<Term>, Option<R::Word>) {
        let word = self.word(instance, pointer);
        let known = word.and_then(|word| self.stays(reached, word));
        (known, self.if_different(pred))
    }

    /// The formula: a distance is not beyond the end.
    fn stays(&mut self, reached: &Reached, distance: R::Word) -> Option<Term> {
        let Size { most, is_exact: true } = self.object(reached).size else { return None };
        let width = self.pointer_width();
        let size = self.reading.constant(width, u128::from(most))?;
        let stays = self.reading.compare(Predicate::Ule, width, distance, size)?;
        self.reading.truth(stays)
    }

    fn is_null(&self, operand: Operand) -> bool {
        match operand {
            Operand::Reg(_) => false,
            Operand::Const(id) => matches!(self.program.module.consts.get(id), ir::Const::Null),
        }
    }
    /// A comparison of two pointers, neither of which leads into a private object. Whether bytes of different objects have the
    /// same address is known only of bytes inside of objects that live; which comes first is known in one object alone.
    pub fn compare_addresses(
        &mut self,
        at: Point,
        pred: Predicate,
        (a, b): (Operand, Operand),
        state: &mut State<R::Word>,
    ) -> Option<R::Word> {
        let width = self.pointer_width();
        let words = (self.word(at.instance, a)?, self.word(at.instance, b)?);
        let holds = self.reading.compare(pred, width, words.0, words.1)?;
        let doubt = match pred {
            Predicate::Eq | Predicate::Ne => {
                let first = self.edge(at, a, Some(words.1), state)?;
                let second = self.edge(at, b, Some(words.0), state)?;
                let strangers = self.strangers(at.instance, (a, b), words)?;
                let together = self.together(at.instance, (a, b), words, state)?;
                let doubt = self.terms.or([first, second, strangers]);
                self.terms.and([doubt, self.terms.not(together)])
            }
            // Any other one is of their order.
            _ => {
                let together = self.together(at.instance, (a, b), words, state)?;
                let either = (self.is_address(words.0)?, self.is_address(words.1)?);
                let either = self.terms.or([either.0, either.1]);
                self.terms.and([either, self.terms.not(together)])
            }
        };
        if doubt == self.terms.ff() {
            return Some(holds);
        }
        let any = self.any(Type::BOOL)?;
        self.either_word(1, doubt, any, holds)
    }

    /// The formula: the pointer is not inside of its object, or the object is over. Of one of many it is not known whether it is, unless
    /// its start is compared with null.
    fn edge(&mut self, at: Point, side: Operand, with: Option<R::Word>, state: &mut State<R::Word>) -> Option<Term> {
        let mut edges = Vec::new();
        for case in self.cases(at, side).known {
            let object = case.reached.object;
            let doubt = if let ObjectId::Others(..) = object {
                let with = with.filter(|_| case.reached.exactly() == Some(0));
                let null = with.and_then(|with| self.is_between(with, 0, NULL_PAGE - 1));
                null.map_or(self.terms.tt(), |null| self.terms.not(null))
            } else if self.is_literal(object) {
                self.terms.tt()
            } else {
                let width = self.pointer_width();
                let over = self.is_over(object, state)?;
                let size = self.size_word(object, state)?;
                let beyond = self.reading.compare(Predicate::Uge, width, case.distance?, size)?;
                let beyond = self.reading.truth(beyond)?;
                self.terms.or([over, beyond])
            };
            edges.push(self.terms.and([case.condition, doubt]));
        }
        Some(self.terms.or(edges))
    }

    fn is_literal(&self, object: ObjectId) -> bool {
        match object {
            ObjectId::Global(id) => {
                self.program.module.globals[id].anonymous && self.program.module.globals[id].constant
            }
            ObjectId::Local(..) | ObjectId::Heap(..) | ObjectId::Others(..) => false,
        }
    }

    /// The formula: one is the address of a known object or function, the other leads outside, where anything may be but null.
    fn strangers(
        &mut self,
        instance: usize,
        (a, b): (Operand, Operand),
        (first, second): (R::Word, R::Word),
    ) -> Option<Term> {
        let mut found = Vec::new();
        for (known, here, stranger, there) in [(a, first, b, second), (b, second, a, first)] {
            let targets = self.targets(instance, known);
            let is_number = targets.objects.is_empty() && targets.functions.is_empty() && !targets.is_open();
            if is_number || !self.targets(instance, stranger).is_open() {
                continue;
            }
            let (here, is_known) = (self.is_address(here)?, self.is_address(there)?);
            let null = self.is_between(there, 0, NULL_PAGE - 1)?;
            found.push(self.terms.and([here, self.terms.not(is_known), self.terms.not(null)]));
        }
        Some(self.terms.or(found))
    }

    /// The formula: both are in one object, or at its end.
    fn together(
        &mut self,
        instance: usize,
        (a, b): (Operand, Operand),
        (first, second): (R::Word, R::Word),
        state: &mut State<R::Word>,
    ) -> Option<Term> {
        let (mine, theirs) = (self.targets(instance, a), self.targets(instance, b));
        let mut found = Vec::new();
        for object in mine.objects.keys().filter(|object| theirs.objects.contains_key(object)) {
            let Some(window) = self.window(*object) else { continue };
            if let ObjectId::Others(..) = object {
                continue;
            }
            let both = [first, second].map(|word| self.is_up_to_the_end(*object, window, word, state));
            let [Some(first), Some(second)] = both else { return None };
            found.push(self.terms.and([first, second]));
        }
        Some(self.terms.or(found))
    }

    /// The formula: an address is in the object, or at its end.
    fn is_up_to_the_end(
        &mut self,
        object: ObjectId,
        window: Window,
        word: R::Word,
        state: &mut State<R::Word>,
    ) -> Option<Term> {
        let (width, base) = (self.pointer_width(), window.base);
        let Size { most, is_exact } = self.program.objects.get(object)?.size;
        let in_the_largest = self.is_between(word, base, base + most)?;
        if is_exact {
            return Some(in_the_largest);
        }
        let size = self.size_word(object, state)?;
        let distance = self.reading.minus(word, width, base, in_the_largest);
        let inside = self.reading.compare(Predicate::Ule, width, distance, size)?;
        let inside = self.reading.truth(inside)?;
        Some(self.terms.and([in_the_largest, inside]))
    }
}
