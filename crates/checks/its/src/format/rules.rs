//! From rules to a system.
//!
//! All formats say the same with other words: `f(arguments) → g(terms)` under a guard. A rule has variables of its own,
//! numbered as they come; here they become the program's variables, by position, and the step's choices.

use rustc_hash::FxHashMap;

use super::error::Fault;
use super::explicit::explicit;
use super::formula::{Formula, cases};
use super::names::Names;
use crate::system::{Atom, IntVar, Location, Poly, System, Transition};

/// How many updates a system may have: locations of few variables get the number of those with the most, so that a
/// short text can ask for a long system.
const MOST_UPDATES: usize = 1_000_000;

/// How many variables a rule and the system may have: work grows with the square of it.
const MOST_VARIABLES: usize = 4096;

/// Locations, by name.
#[derive(Default)]
pub(super) struct Locations {
    pub names: Vec<String>,
    ids: FxHashMap<String, Location>,
}

impl Locations {
    /// The location of that name, new or not.
    pub fn declare(&mut self, name: &str) -> Location {
        if let Some(id) = self.ids.get(name) {
            return *id;
        }
        let id = Location(u32::try_from(self.names.len()).expect("invariant: texts are shorter than 2³² names"));
        self.names.push(name.to_string());
        self.ids.insert(name.to_string(), id);
        id
    }

    pub fn find(&self, name: &str) -> Option<Location> {
        self.ids.get(name).copied()
    }
}

/// A rule's variables, by name.
#[derive(Default)]
pub(super) struct Variables {
    pub names: Vec<String>,
    visible: FxHashMap<String, IntVar>,
}

impl Variables {
    /// A variable that no name refers to yet.
    pub fn fresh(&mut self, name: &str, at: usize) -> Result<IntVar, Fault> {
        let number = u32::try_from(self.names.len()).ok().filter(|_| self.names.len() < MOST_VARIABLES);
        let var = IntVar(number.ok_or_else(|| too_many_variables(at))?);
        self.names.push(name.to_string());
        Ok(var)
    }

    pub fn find(&self, name: &str) -> Option<IntVar> {
        self.visible.get(name).copied()
    }

    /// The variable of that name, new or not.
    pub fn declare(&mut self, name: &str, at: usize) -> Result<IntVar, Fault> {
        if let Some(var) = self.find(name) {
            return Ok(var);
        }
        let var = self.fresh(name, at)?;
        self.bind(name, Some(var));
        Ok(var)
    }

    /// Lets a name refer to something else, and says to what it referred.
    pub fn bind(&mut self, name: &str, var: Option<IntVar>) -> Option<IntVar> {
        match var {
            Some(var) => self.visible.insert(name.to_string(), var),
            None => self.visible.remove(name),
        }
    }
}

fn too_many_variables(at: usize) -> Fault {
    Fault::new(at, format!("more than {MOST_VARIABLES} variables are not supported"))
}

pub(super) struct Call {
    pub location: Location,
    pub args: Vec<Poly>,
}

pub(super) struct Rule {
    /// Where its guard is, for what is wrong with it.
    pub at: usize,
    pub from: Call,
    pub to: Call,
    pub guard: Formula,
    /// Names of its variables.
    pub names: Vec<String>,
}

/// `arity` is the least number of variables to have; rules may ask for more.
pub(super) fn build(locations: Locations, start: Location, arity: usize, rules: Vec<Rule>) -> Result<System, Fault> {
    let arity = rules.iter().flat_map(|rule| [rule.from.args.len(), rule.to.args.len()]).fold(arity, usize::max);
    if arity > MOST_VARIABLES {
        return Err(too_many_variables(0));
    }
    let vars = variable_names(&rules, arity);
    let mut transitions = Vec::new();
    // Those of rules that are still to come count, so that what is too large is known before it is built.
    let mut waiting = rules.len();
    for rule in rules {
        let step = ProofStep::of(&rule, &vars).ok_or_else(|| Fault::arithmetic(rule.at))?;
        for case in cases(&rule.guard, rule.at)? {
            if (transitions.len() + waiting).saturating_mul(arity) > MOST_UPDATES {
                return Err(Fault::new(rule.at, format!("the system has more than {MOST_UPDATES} updates")));
            }
            let transition = step.with_guard(&rule, &case).ok_or_else(|| Fault::arithmetic(rule.at))?;
            transitions.extend(explicit(transition, arity));
        }
        waiting -= 1;
    }
    let system = System { vars, locations: locations.names, start, transitions };
    debug_assert_eq!(system.check(), Ok(()));
    Ok(system)
}

/// For each position the name that most left-hand sides give it.
fn variable_names(rules: &[Rule], arity: usize) -> Vec<String> {
    let mut names = Names::default();
    let name = |position: usize| {
        // Uses of each name, in order of appearance: the first of the most used wins.
        let mut uses: Vec<(&str, usize)> = Vec::new();
        let mut index: FxHashMap<&str, usize> = FxHashMap::default();
        for rule in rules {
            let Some(var) = rule.from.args.get(position).and_then(as_var) else { continue };
            let name = rule.names[var.index()].as_str();
            let at = *index.entry(name).or_insert_with(|| {
                uses.push((name, 0));
                uses.len() - 1
            });
            uses[at].1 += 1;
        }
        let most = uses.iter().rev().max_by_key(|(_, count)| *count);
        most.map_or_else(|| format!("v{position}"), |(name, _)| (*name).to_string())
    };
    (0..arity).map(|position| names.give(&name(position))).collect()
}

fn as_var(poly: &Poly) -> Option<IntVar> {
    match poly.terms() {
        [(monomial, 1)] if monomial.len() == 1 => Some(monomial[0]),
        _ => None,
    }
}

/// A rule with the system's variables in place of its own, but for its guard.
struct ProofStep {
    /// The system's variable for each of the rule's.
    vars: Vec<IntVar>,
    chosen: Vec<String>,
    /// What the left-hand side demands: `f(x, x)` that two values are equal.
    equations: Vec<Atom>,
    update: Vec<Poly>,
}

impl ProofStep {
    /// `None` when a number leaves 128 bits.
    fn of(rule: &Rule, vars: &[String]) -> Option<ProofStep> {
        let number = |index: usize| IntVar(u32::try_from(index).expect("invariant: texts are shorter than 2³² names"));
        let mut names = Names::without(vars.iter().map(String::as_str));
        let mut chosen = Vec::new();
        let mut choose = |wish: &str| {
            chosen.push(names.give(wish));
            number(vars.len() + chosen.len() - 1)
        };
        // The first bare occurrence of a variable on the left is what it means.
        let mut meaning: Vec<Option<IntVar>> = vec![None; rule.names.len()];
        let mut demands = Vec::new();
        for (position, arg) in rule.from.args.iter().enumerate() {
            match as_var(arg) {
                Some(var) if meaning[var.index()].is_none() => meaning[var.index()] = Some(number(position)),
                Some(_) | None => demands.push((number(position), arg)),
            }
        }
        let meant = meaning.into_iter().zip(&rule.names).map(|(meaning, name)| meaning.unwrap_or_else(|| choose(name)));
        let meant: Vec<IntVar> = meant.collect();
        let equation = |(var, arg): (IntVar, &Poly)| Atom::eq(&Poly::var(var), &rename(arg, &meant)?);
        let equations = demands.into_iter().map(equation).collect::<Option<_>>()?;
        let mut update: Vec<Poly> = rule.to.args.iter().map(|arg| rename(arg, &meant)).collect::<Option<_>>()?;
        // What the target does not have may be anything when it is next looked at.
        update.extend(vars[update.len()..].iter().map(|name| Poly::var(choose(name))));
        Some(ProofStep { vars: meant, chosen, equations, update })
    }

    fn with_guard(&self, rule: &Rule, case: &[Atom]) -> Option<Transition> {
        let atoms = case.iter().map(|atom| Some(Atom { poly: rename(&atom.poly, &self.vars)?, ..atom.clone() }));
        let guard = self.equations.iter().cloned().map(Some).chain(atoms).collect::<Option<_>>()?;
        let (chosen, update) = (self.chosen.clone(), self.update.clone());
        Some(Transition { from: rule.from.location, to: rule.to.location, chosen, guard, update })
    }
}

fn rename(poly: &Poly, vars: &[IntVar]) -> Option<Poly> {
    poly.substitute(&|var| Some(Poly::var(vars[var.index()])))
}

#[cfg(test)]
mod tests {
    use expect_test::expect;

    use super::super::samples::check_read;
    use super::super::{Kind, read};

    fn koat(rules: &str) -> String {
        format!("(STARTTERM (FUNCTIONSYMBOLS f)) (RULES {rules})")
    }

    /// On the left only a variable by itself is a name, and only for the first time.
    #[test]
    fn left_hand_sides_name_variables_or_demand_something() {
        check_read(
            Kind::Koat,
            &koat(
                "f(x, y, z, w) -> f(x, y, z, w) f(2*a, a, a + b, c*a) -> f(a, b, c, d) f(0 - a, 0, a*a, 1*b) -> f(b, a, 0, 0)",
            ),
            expect![[r#"
                start f
                f(x, y, z, w) -> f(x, y, z, w)
                f(x, y, z, w) -> f(y, -y + z, c, d) if x - 2·y = 0, -y·c + w = 0 choosing c, d
                f(x, y, z, w) -> f(w, -x, 0, 0) if y = 0, -x·x + z = 0
            "#]],
        );
    }

    /// A position has the name that most rules give it, the first of those that are used as often.
    #[test]
    fn positions_have_the_most_used_name() {
        let vars = |rules: &str| read(&koat(rules), Kind::Koat).expect("well formed").vars;
        assert_eq!(vars("f(a, b) -> f(a, b) f(c, b) -> f(c, b) f(c, d) -> f(c, d)"), ["c", "b"]);
        assert_eq!(vars("f(a, b) -> f(a, b) f(b, a) -> f(b, a)"), ["a", "b"]);
        assert_eq!(vars("f(a, a) -> f(a, a)"), ["a", "a_1"]);
        assert_eq!(vars("f(1, x + 1) -> f(3, 4, 5)"), ["v0", "v1", "v2"]);
        assert_eq!(vars("f(a) -> g(a, a) g(b, b) -> f(b)"), ["a", "b"]);
    }

    /// What the target does not have may be anything; names of what is chosen differ from all others.
    #[test]
    fn missing_values_are_chosen() {
        check_read(
            Kind::Koat,
            &koat("f(x, y) -> g(y) g(x) -> f(y, x) :|: y > x_1 f(x, y) -> f(y_1, y_1) :|: y_1 > 2*x_1"),
            expect![[r#"
                start f
                f(x, y) -> g(y, y_1) choosing y_1
                g(x, y) -> f(y_1, x) if y_1 - x_1 - 1 ≥ 0 choosing y_1, x_1
                f(x, y) -> f(y_1, y_1) if y_1 - 2·x_1 - 1 ≥ 0 choosing y_1, x_1
            "#]],
        );
    }

    #[test]
    fn numbers_that_do_not_fit_are_errors() {
        let huge = i128::MAX;
        let error = |rules: &str| read(&koat(rules), Kind::Koat).expect_err("too large").to_string();
        let large = "a number here does not fit 128 bits, or a product is too large";
        assert_eq!(error(&format!("f(x, 0 - {huge} - 1 + 0*x) -> f(x, x)")), format!("line 1, column 40: {large}"));
    }
}
