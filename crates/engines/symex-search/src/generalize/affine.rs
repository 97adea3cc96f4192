//! Equations that hold in two states.
//!
//! Karr's join: each variable is a linear form over free symbols in each of the states; a combination of the variables that is
//! constant, and the same constant, in both is an equation of both. The combinations are a null space.

use linear::null_space;
use symex::number::{Fact, Linear, Var};

/// Variables with what they are in the one state and in the other. Equations between them that hold in both.
pub(super) fn equations(vars: &[(Var, Linear, Linear)]) -> Vec<Fact> {
    if vars.is_empty() || vars.len() > 24 {
        return Vec::new();
    }
    // A row for each symbol of either state, and one for the difference of the constants.
    let mut symbols: [Vec<Var>; 2] = [Vec::new(), Vec::new()];
    for (_, old, new) in vars {
        symbols[0].extend(old.vars());
        symbols[1].extend(new.vars());
    }
    symbols.iter_mut().for_each(|side| {
        side.sort_unstable();
        side.dedup();
    });
    let mut rows: Vec<Vec<i128>> = Vec::new();
    rows.extend(symbols[0].iter().map(|symbol| vars.iter().map(|(_, old, _)| old.coefficient(*symbol)).collect()));
    rows.extend(symbols[1].iter().map(|symbol| vars.iter().map(|(_, _, new)| new.coefficient(*symbol)).collect()));
    rows.push(vars.iter().map(|(_, old, new)| old.constant_term() - new.constant_term()).collect());
    let solutions = null_space(rows, vars.len()).unwrap_or_default();
    solutions.into_iter().filter_map(|solution| equation(vars, &solution)).collect()
}

fn equation(vars: &[(Var, Linear, Linear)], factors: &[i128]) -> Option<Fact> {
    let (mut left, mut constant) = (Linear::default(), 0i128);
    for ((var, old, _), factor) in vars.iter().zip(factors) {
        left = left.combine(&Linear::var(*var), *factor)?;
        constant = constant.checked_add(old.constant_term().checked_mul(*factor)?)?;
    }
    Fact::eq(&left, &Linear::constant(constant))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_counter_and_its_double() {
        let (i, x) = (Linear::var(Var(0)), Linear::var(Var(1)));
        let once = |form: &Linear| form.add_constant(1).expect("small");
        // i = 0, x = 5; then i = a + 1, x = 2·a + 7: x = 2·i + 5 in both.
        let a = Linear::var(Var(9));
        let vars = [
            (Var(0), Linear::constant(0), once(&a)),
            (Var(1), Linear::constant(5), a.scale(2).and_then(|twice| twice.add_constant(7)).expect("small")),
        ];
        let expected = Fact::eq(&x, &i.scale(2).and_then(|twice| twice.add_constant(5)).expect("small"));
        let found = equations(&vars);
        assert_eq!(found.len(), 1);
        let normal = |fact: &Fact| fact.normal();
        let expected = expected.expect("small");
        let minus = Fact { form: expected.form.neg().expect("small"), ..expected.clone() };
        assert!(normal(&found[0]) == normal(&expected) || normal(&found[0]) == normal(&minus));
    }
}
