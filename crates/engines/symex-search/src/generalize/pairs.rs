//! Variables of the general state: each is one form in the one state and one in the other.

use linear::gcd;
use symex::number::{Linear, Var};

#[derive(Debug)]
pub(super) struct Pairs {
    /// Below this, variables are the same in both.
    rigid: u32,
    /// What the others are; nothing for those that are open.
    of: Vec<Option<(Linear, Linear)>>,
    /// Those that registers hold come first.
    registers: usize,
    strides: Vec<Linear>,
}

/// Multiples that places in arrays are of their indices.
pub const FACTORS: [i128; 9] = [1, 4, 8, 2, -1, -4, -8, -2, 16];

impl Pairs {
    pub fn new(rigid: u32) -> Pairs {
        Pairs { rigid, of: Vec::new(), registers: 0, strides: Vec::new() }
    }

    pub fn bound(&self) -> u32 {
        self.rigid + self.of.len() as u32
    }

    pub fn rigid(&self) -> u32 {
        self.rigid
    }

    /// The variables that stand for something in both.
    pub fn iter(&self) -> impl Iterator<Item = (Var, &Linear, &Linear)> {
        let with_name =
            |(at, pair): (usize, &'_ Option<(Linear, Linear)>)| (Var(self.rigid + at as u32), pair.is_some());
        let names = self.of.iter().enumerate().map(with_name).filter(|(_, there)| *there).map(|(var, _)| var);
        names.zip(self.of.iter().flatten()).map(|(var, (old, new))| (var, old, new))
    }

    /// A variable of which nothing is known.
    pub fn fresh_open(&mut self) -> Var {
        self.of.push(None);
        Var(self.bound() - 1)
    }

    /// A form that is the one in the one state and the other in the other.
    pub fn form(&mut self, old: &Linear, new: &Linear) -> Linear {
        if let Some(known) = self.express(old, new) {
            return known;
        }
        let (factor, rest) = stride(old, new);
        let part = |form: &Linear| form.add_constant(-rest).and_then(|form| form.divide(factor));
        let (a, b) = match (part(old), part(new)) {
            (Some(a), Some(b)) => (a, b),
            (None, _) | (_, None) => (old.clone(), new.clone()),
        };
        self.of.push(Some((a, b)));
        let var = Linear::var(Var(self.bound() - 1));
        let form = var.scale(factor).and_then(|form| form.add_constant(rest)).unwrap_or_else(|| var.clone());
        if form != var {
            self.strides.push(form.clone());
        }
        form
    }

    /// Forms that stand for numbers which go in steps.
    pub fn strides(&self) -> &[Linear] {
        &self.strides
    }

    /// Two forms that are the same in the old state, and these in the new one: something that has moved from the one to the
    /// other.
    pub fn moved(&self, from: &Linear, to: &Linear) -> Option<(Linear, Linear)> {
        for (var, old, new) in self.iter() {
            for factor in FACTORS {
                let Some(rest) = to.combine(new, -factor).and_then(|rest| rest.as_constant()) else { continue };
                let end = Linear::var(var).scale(factor)?.add_constant(rest)?;
                let before = old.scale(factor)?.add_constant(rest)?;
                if let Some(start) = self.express(&before, from)
                    && start != end
                {
                    return Some((start, end));
                }
            }
        }
        None
    }

    /// All registers have been joined.
    pub fn are_of_registers(&mut self) {
        self.registers = self.of.len();
    }

    /// A form of registers that is this in the new state, whatever it is in the old one.
    pub fn named_in_new(&self, form: &Linear) -> Option<Linear> {
        for (var, _, new) in self.iter().filter(|(var, _, _)| ((var.0 - self.rigid) as usize) < self.registers) {
            if let Some(rest) = form.sub(new).and_then(|rest| rest.as_constant()) {
                return Linear::var(var).add_constant(rest);
            }
        }
        form.vars().all(|var| var.0 < self.rigid).then(|| form.clone())
    }

    /// The same by what is there already.
    pub fn express(&self, old: &Linear, new: &Linear) -> Option<Linear> {
        if old == new && old.vars().all(|var| var.0 < self.rigid) {
            return Some(old.clone());
        }
        for (var, first, second) in self.iter() {
            for factor in FACTORS {
                let rest =
                    |form: &Linear, part: &Linear| form.combine(part, -factor).and_then(|rest| rest.as_constant());
                if let (Some(a), Some(b)) = (rest(old, first), rest(new, second))
                    && a == b
                {
                    return Linear::var(var).scale(factor)?.add_constant(a);
                }
            }
        }
        None
    }
}

/// What both are a multiple of, but for a rest that is the same in both: a pointer that walks over words is always so many
/// of them away from the start, and nothing else says that it does not end up inside one.
fn stride(old: &Linear, new: &Linear) -> (i128, i128) {
    let between = match new.constant_term().checked_sub(old.constant_term()) {
        Some(between) => between,
        None => return (1, 0),
    };
    let factors = old.terms().iter().chain(new.terms()).map(|(_, factor)| *factor);
    let common = factors.fold(between, gcd).saturating_abs();
    if (2..=LONGEST_STRIDE).contains(&common) { (common, old.constant_term().rem_euclid(common)) } else { (1, 0) }
}

/// Larger ones are hardly steps of a loop.
const LONGEST_STRIDE: i128 = 256;
