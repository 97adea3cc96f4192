//! Variables of the general state: each is one form in the one state and one in the other.

use symex::number::{Linear, Var};

#[derive(Debug)]
pub(super) struct Pairs {
    /// Below this, variables are the same in both.
    rigid: u32,
    /// What the others are; nothing for those that are open.
    of: Vec<Option<(Linear, Linear)>>,
    /// Those that registers hold come first.
    registers: usize,
}

/// Multiples that places in arrays are of their indices.
const FACTORS: [i128; 9] = [1, 4, 8, 2, -1, -4, -8, -2, 16];

impl Pairs {
    pub fn new(rigid: u32) -> Pairs {
        Pairs { rigid, of: Vec::new(), registers: 0 }
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
        self.of.push(Some((old.clone(), new.clone())));
        Linear::var(Var(self.bound() - 1))
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
