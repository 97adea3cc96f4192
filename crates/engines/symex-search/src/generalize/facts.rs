//! What two states know in common of the variables that stand for both.

use symex::exec::Machine;
use symex::number::{Fact, Knowledge, Linear, Relation, Var};
use symex::state::{Cell, Object, Reading, State, Value, range};

use super::affine::equations;
use super::pairs::Pairs;
use super::{Keeps, Manner, Registers};

/// Variables beyond which sums and differences of two are not tried.
const MOST_PAIRED: usize = 14;

/// Objects whose sizes are looked at.
const MOST_RESTING: usize = 16;

/// Distances of pointers that are looked at.
const MOST_DISTANCES: usize = 12;

/// `None` when a number gets too large.
pub(super) fn learn_common(
    machine: &mut Machine<'_, '_>,
    result: &mut State,
    pairs: &Pairs,
    old: &State,
    new: &State,
    manner: Manner<'_>,
) -> Option<()> {
    learn_ranges(machine, result, manner.registers);
    let vars: Vec<(Var, Linear, Linear)> =
        pairs.iter().map(|(var, old, new)| (var, old.clone(), new.clone())).collect();
    // Each state with the new variables beside its own.
    let shift = pairs.bound();
    let [before, after] = [(old, 0), (new, 1)].map(|(state, side)| {
        let moved = |form: &Linear| form.substitute(&|var| own(var, pairs.rigid(), shift));
        let mut knowledge =
            state.knowledge.rename(&|var| own(var, pairs.rigid(), shift).unwrap_or(Linear::var(var)))?;
        for (var, first, second) in &vars {
            let form = moved(if side == 0 { first } else { second })?;
            knowledge.learn(Fact::eq(&Linear::var(*var), &form)?);
        }
        Some(knowledge)
    });
    let (before, after) = (before?, after?);
    let kept = |var: Var| var.0 < pairs.bound();
    let mut candidates: Vec<Fact> = Vec::new();
    // The names of the entry state take part, too.
    let mut all = vars.clone();
    all.extend((0..pairs.rigid()).map(|var| {
        let [old, new] = [old, new].map(|state| state.knowledge.reduce(&Linear::var(Var(var))));
        (Var(var), old, new)
    }));
    candidates.extend(equations(&all));
    let mut on_the_way = by_way_of_old(&all, pairs, (old, new), manner.shared, &before);
    if manner.widens && manner.keeps != Keeps::All {
        on_the_way.retain(|fact| !slips(machine, fact, &before));
    }
    candidates.extend(on_the_way);
    let mut projected = before.project(&kept);
    candidates.extend(projected.facts().flat_map(halves));
    if manner.keeps != Keeps::Old {
        projected = after.project(&kept);
        // A bound of one number that is not the old one will move on, unless it is where guards like to end.
        let likely = |fact: &Fact| match fact.form.terms() {
            [(_, factor)] => {
                let bound = fact.form.constant_term();
                !manner.widens || manner.keeps != Keeps::Relations && (*factor > 0 && bound.abs() <= 1 || bound == 0)
            }
            _ => true,
        };
        let mut found: Vec<Fact> = projected.facts().flat_map(halves).filter(likely).collect();
        let rests = rests_of(old, manner.rests);
        let mut forms = forms(&all, pairs);
        forms.extend(distances(result));
        let (steady, moved) = bounds(forms, &before, &after, Manner { rests: &rests, ..manner });
        found.extend(steady);
        if manner.widens && manner.keeps != Keeps::All {
            found.retain(|fact| !slips(machine, fact, &before));
        }
        candidates.extend(found);
        candidates.extend(moved);
    }
    for fact in candidates {
        let holds = |machine: &mut Machine<'_, '_>, knowledge: &Knowledge| machine.prover.implies(knowledge, &fact);
        if !machine.prover.implies(&result.knowledge, &fact) && holds(machine, &before) && holds(machine, &after) {
            result.knowledge.learn(fact.clone());
        }
    }
    Some(())
}

/// What variables of the old state, which the new one has as well, tell of the others: how far each has come since is as far as
/// others have, and where it began is known.
fn by_way_of_old(
    all: &[(Var, Linear, Linear)],
    pairs: &Pairs,
    (old, new): (&State, &State),
    shared: u32,
    before: &Knowledge,
) -> Vec<Fact> {
    let mut starts: Vec<Var> = all.iter().flat_map(|(_, old, _)| old.vars()).collect();
    starts.retain(|var| var.0 >= pairs.rigid() && var.0 < shared);
    starts.sort_unstable();
    starts.dedup();
    if starts.is_empty() {
        return Vec::new();
    }
    let mut with_starts = all.to_vec();
    with_starts.extend(starts.iter().map(|var| {
        let name = Var(var.0 + pairs.bound());
        let [old, new] = [old, new].map(|state| state.knowledge.reduce(&Linear::var(*var)));
        (name, old, new)
    }));
    // Only what the old state says of its own variables, and the equations: that holds in both.
    let is_new = |var: Var| var.0 >= pairs.rigid() && var.0 < pairs.bound();
    let mut knowledge = before.project(&|var| !is_new(var));
    for equation in equations(&with_starts) {
        knowledge.learn(equation);
    }
    knowledge.project(&|var| var.0 < pairs.bound()).facts().collect()
}

/// Does the old state know of a better bound? Then there will be no last one.
fn slips(machine: &mut Machine<'_, '_>, fact: &Fact, before: &Knowledge) -> bool {
    let better = fact.form.add_constant(-1).map(|form| Fact { form, ..fact.clone() });
    fact.relation == Relation::AtLeastZero && better.is_some_and(|better| machine.prover.implies(before, &better))
}

/// The names of a state's own variables, moved out of the way.
fn own(var: Var, rigid: u32, shift: u32) -> Option<Linear> {
    Some(Linear::var(if var.0 < rigid { var } else { Var(var.0 + shift) }))
}

/// An equation as two bounds, one of which may survive the other.
fn halves(fact: Fact) -> Vec<Fact> {
    match fact.relation {
        Relation::AtLeastZero | Relation::NotZero => vec![fact],
        Relation::Zero => {
            let least = Fact { form: fact.form.clone(), relation: Relation::AtLeastZero };
            let most = fact.form.neg().map(|form| Fact { form, relation: Relation::AtLeastZero });
            std::iter::once(fact).chain([least]).chain(most).collect()
        }
    }
}

/// Where what two numbers have to do with each other likes to end: in one more, as many, or one less.
const ENDS: [i128; 3] = [1, 0, -1];

/// Numbers that a state knows of are places to rest as well: the size of an object, and where the end of a string is.
fn rests_of(state: &State, others: &[i128]) -> Vec<i128> {
    let mut rests = others.to_vec();
    // How large the nodes of a list are has nothing to do with how many there are.
    let is_node = |object: &Object| {
        let links = |cell: &Cell| match &cell.value {
            Value::Pointer { .. } => true,
            Value::Number { form, reading } => {
                cell.bytes >= 4 && *reading == Reading::Unsigned && form.as_constant() == Some(0)
            }
            Value::Last { .. } | Value::Function(_) | Value::Truth(_) | Value::Any => false,
        };
        object.structure.is_some() || object.cells.iter().any(links)
    };
    for (_, object) in state.objects().iter().filter(|(_, object)| !is_node(object)).take(MOST_RESTING) {
        let places = object.cells.iter().map(|cell| &cell.offset).chain([&object.size]);
        rests.extend(places.filter_map(Linear::as_constant).flat_map(crate::rests::around));
    }
    rests.sort_unstable();
    rests
}

/// Variables, what stands for numbers that go in steps, sums and differences.
fn forms(vars: &[(Var, Linear, Linear)], pairs: &Pairs) -> Vec<Linear> {
    let mut forms: Vec<Linear> =
        pairs.strides().iter().flat_map(|form| [Some(form.clone()), form.neg()]).flatten().collect();
    let singles: Vec<Linear> = vars.iter().map(|(var, _, _)| Linear::var(*var)).collect();
    for (at, one) in singles.iter().enumerate() {
        forms.push(one.clone());
        forms.extend(one.neg());
        if singles.len() > MOST_PAIRED {
            continue;
        }
        for other in &singles[..at] {
            forms.extend(one.sub(other));
            forms.extend(other.sub(one));
            forms.extend(one.add(other));
            forms.extend(one.add(other).and_then(|sum| sum.neg()));
        }
    }
    forms
}

/// How far pointers are from the ends of their objects, and from what these hold.
fn distances(state: &State) -> Vec<Linear> {
    let mut found = Vec::new();
    let pointers = state.registers().iter().filter_map(|(_, value)| match value {
        Value::Pointer { object, offset } => Some((state.object(*object)?, offset)),
        Value::Number { .. } | Value::Last { .. } | Value::Function(_) | Value::Truth(_) | Value::Any => None,
    });
    for (object, offset) in pointers.take(MOST_RESTING) {
        let places = object.cells.iter().map(|cell| &cell.offset).chain([&object.size]);
        let distances = places.filter_map(|place| place.sub(offset));
        // Those of fewer are looked at anyway.
        found.extend(distances.filter(|distance| distance.terms().len() > 2));
    }
    found.truncate(MOST_DISTANCES);
    found
}

/// Lower bounds of forms: those that are no lower in the new state than in the old or are where guards end, and those that have
/// moved.
fn bounds(forms: Vec<Linear>, before: &Knowledge, after: &Knowledge, manner: Manner<'_>) -> (Vec<Fact>, Vec<Fact>) {
    let (mut steady, mut moved) = (Vec::new(), Vec::new());
    for form in forms {
        let (Some(first), Some(second)) = (before.bounds(&form).0, after.bounds(&form).0) else { continue };
        let least = |end: i128| Fact::ge(&form, &Linear::constant(end));
        if second >= first {
            steady.extend(least(first));
            continue;
        }
        let is_relation = form.terms().len() > 1;
        steady.extend(ENDS.into_iter().find(|end| is_relation && second >= *end).and_then(least));
        // Relations that move between numbers that have nothing to do with each other would rest far too often.
        let rest = match (manner.widens, is_relation) {
            (true, true) => None,
            (true, false) => manner.rests.iter().rev().find(|rest| **rest <= second),
            (false, _) => Some(&second),
        };
        moved.extend(rest.and_then(|rest| least(*rest)));
    }
    (steady, moved)
}

/// Whatever a number's reading says of it.
fn learn_ranges(machine: &Machine<'_, '_>, result: &mut State, registers: Registers) {
    let model = machine.module.data_model;
    let width = |reg: ir::RegId| match registers {
        Registers::Of(func) => machine.module.funcs[func].regs.get(reg).map(|reg| reg.ty),
        Registers::ResultsOf(func) => machine.module.funcs[func].signature.rets.get(ir::Id::index(reg)).copied(),
    };
    let mut numbers = Vec::new();
    for (reg, value) in result.registers() {
        if let (Value::Number { form, reading }, Some(ty)) = (value, width(*reg)) {
            numbers.push((form.clone(), *reading, u16::try_from(ty.bits(model)).unwrap_or(u16::MAX)));
        }
    }
    for (_, object) in result.objects() {
        for cell in &object.cells {
            if let Value::Number { form, reading } = &cell.value {
                numbers.push((form.clone(), *reading, u16::try_from(cell.bytes * 8).unwrap_or(u16::MAX)));
            }
        }
    }
    for (form, reading, width) in numbers {
        if range(width, reading).is_some() {
            result.learn_range(&form, width, reading);
        }
    }
}
