//! Random states of regions, lists, unknowns and globals, and what holds of all of them.

use super::*;
use crate::cover::covers;
use crate::cut::split;
use crate::graph::{Linear, Local, Range, SymId, SymInfo, VarArg, check_consistency};
use crate::operations::reach::{Reached, globals};
use crate::operations::{canon::fingerprint, content};
use ir::Footprints;
use ir::{GlobalId, VarId};

const STATES: u64 = 400;

/// Random numbers that depend on the seed only (xorshift).
pub struct Random(u64);

impl Random {
    pub fn new(seed: u64) -> Random {
        let mut random = Random(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1);
        (0..8).for_each(|_| {
            random.below(2);
        });
        random
    }

    pub fn below(&mut self, most: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        ((self.0 >> 16) % most as u64) as usize
    }

    pub fn one_of<T: Copy>(&mut self, items: &[T]) -> T {
        items[self.below(items.len())]
    }

    fn yes(&mut self) -> bool {
        self.below(2) == 0
    }
}

fn with_globals() -> Module {
    let text = "module lp64\n\nglobal @zero: 16 align 8 = { zero 16 }\nglobal @text: 16 align 8 = { bytes \"abcdefgh\", zero 8 }\n";
    ir::parse(text).expect("it is a module")
}

/// The same, with functions that name none of the globals, one and both.
fn with_callees() -> Module {
    let body = |name: &str, globals: &[&str]| {
        let reads = globals.iter().enumerate().map(|(reg, global)| format!("  %{reg} = load i8 {global} align 1\n"));
        format!("\nfunc @{name}() {{\nbb0:\n{}  return\n}}\n", reads.collect::<String>())
    };
    let functions = [body("none", &[]), body("one", &["@zero"]), body("both", &["@zero", "@text"])].concat();
    ir::parse(&format!("{}{functions}", with_globals())).expect("it is a module")
}

/// Up to six objects with up to three fields each, beside some unknowns; everything is reached.
fn state(random: &mut Random, module: &Module) -> State {
    let mut state = empty();
    let syms: Vec<SymId> = (0..3)
        .map(|_| {
            let lo = random.below(5) as i64 - 2;
            let range = Range { lo, hi: lo + 1 + random.below(4) as i64, align: 0 };
            state.graph.add_sym(if random.yes() { SymInfo::unknown(range) } else { SymInfo::uninit(range) })
        })
        .collect();
    let kinds = [Kind::Region, Kind::Region, list(1), list(2), double_list(1)];
    let ids: Vec<ObjectId> =
        (0..1 + random.below(5)).map(|_| node(&mut state, random.one_of(&kinds), 32, &[])).collect();
    let mut targets: Vec<Value> = ids.iter().map(|id| end(&state, *id, Which::First)).collect();
    for (number, at) in [(0, 0), (1, 8)] {
        if random.yes() {
            let id = ObjectId::of_global(GlobalId::from_index(number));
            content::touch(module, &mut state.graph, Value::region(id, 0));
            targets.push(Value::region(id, at));
        }
    }
    let value = |random: &mut Random, targets: &[Value]| match random.below(7) {
        0 => Value::Int(random.below(3) as i64),
        1 | 2 => Value::Sym(Linear { sym: random.one_of(&syms), negated: random.yes(), add: random.below(3) as i64 }),
        3 => Value::Func(FuncId::from_index(0)),
        _ => random.one_of(targets),
    };
    for id in &ids {
        let linked = state.graph.object(*id).segment().map_or(0, |segment| segment.links.count() as i64);
        for at in (0..3).filter(|at| *at < linked || random.below(3) > 0).collect::<Vec<_>>() {
            let value = value(random, &targets);
            content::write(&mut state.graph, *id, 8 * at, 8, Value::NULL);
            let object = state.graph.object_mut(*id);
            object.fields.retain(|field| field.offset != 8 * at);
            object.fields.push(Field { offset: 8 * at, size: 8, value });
            object.fields.sort_by_key(|field| field.offset);
        }
        if linked == 1 && random.yes() {
            let sym = random.one_of(&syms);
            state.graph.object_mut(*id).length = Some(Value::Sym(Linear { sym, negated: false, add: 5 }));
        }
        if linked == 0 {
            match random.below(5) {
                0 => state.graph.object_mut(*id).storage = Storage::Stack,
                1 => state.graph.object_mut(*id).size = Value::Sym(Linear { sym: syms[0], negated: false, add: 40 }),
                2 => {
                    let object = state.graph.object_mut(*id);
                    (object.life, object.fields) = (Life::Freed, Vec::new());
                }
                3 => state.graph.object_mut(*id).fill = random.one_of(&[Fill::Unknown, Fill::Uninit]),
                _ => {}
            }
        }
    }
    for reg in 0..1 + random.below(4) {
        let value = value(random, &targets);
        set_reg(&mut state, 2 * reg, value);
    }
    if random.yes() {
        let var = random.one_of(&targets);
        state.frame_mut().bind(VarId::from_index(1), var);
    }
    let region = ids.iter().copied().find(|id| !state.graph.is_segment(*id));
    if let Some(id) = region
        && random.yes()
    {
        let dynamic = random.yes();
        state.frame_mut().locals.push(Local { address: Value::region(id, 0), dynamic });
        let plus = Some(random.one_of(&syms));
        set_reg(&mut state, 9, Value::Addr(Addr { object: id, which: Which::Region, offset: 4, plus }));
    }
    if random.yes() {
        let class = crate::graph::ArgClass::Integer { bits: 64 };
        let value = value(random, &targets);
        state.frame_mut().varargs.push(VarArg { value, class });
    }
    if random.yes() {
        let value = random.one_of(&targets);
        state.cut.push(value);
    }
    for _ in 0..random.below(3) {
        let (a, b) = (Value::sym(random.one_of(&syms)), value(random, &targets));
        if a != b {
            state.graph.add_differ(a, b);
        }
    }
    collect_garbage(&mut state);
    state
}

/// The states, with the number of the seed.
fn states(module: &Module) -> impl Iterator<Item = (u64, State)> + '_ {
    (0..STATES)
        .map(|seed| (seed, state(&mut Random::new(seed), module)))
        .filter(|(_, state)| check_consistency(state).is_ok())
}

/// The same state under other names.
fn renamed(state: &State) -> State {
    let object = |id: ObjectId| if id.as_global().is_some() { id } else { ObjectId(40 - id.0) };
    let sym = |id: SymId| SymId(20 - id.0);
    let of = |value: Value| match value {
        Value::Sym(linear) => Value::Sym(Linear { sym: sym(linear.sym), ..linear }),
        Value::Addr(addr) => Value::Addr(Addr { object: object(addr.object), plus: addr.plus.map(sym), ..addr }),
        other => other,
    };
    let mut copy = State { frames: state.frames.clone(), cut: state.cut.clone(), ..State::default() };
    for (id, old) in state.graph.objects() {
        let mut new = old.clone();
        new.fields.iter_mut().for_each(|field| field.value = of(field.value));
        (new.size, new.length) = (of(new.size), new.length.map(of));
        copy.graph.insert_object(object(id), std::sync::Arc::new(new));
    }
    state.graph.syms().iter().for_each(|(id, info)| copy.graph.insert_sym(sym(*id), *info));
    state.graph.differ().iter().for_each(|(a, b)| copy.graph.add_differ(of(*a), of(*b)));
    copy.frames.iter_mut().for_each(|frame| frame.map_values(of));
    copy.cut.iter_mut().for_each(|value| *value = of(*value));
    copy
}

#[test]
fn most_random_states_are_graphs() {
    let module = with_globals();
    let count = states(&module).count();
    assert!(count as u64 > STATES * 3 / 4, "{count}");
    let lengths = states(&module).filter(|(_, state)| state.graph.objects().any(|(_, object)| object.length.is_some()));
    assert!(lengths.count() > 20);
}

#[test]
fn names_do_not_matter() {
    let module = with_globals();
    for (seed, state) in states(&module) {
        let (one, other) = (canon::canonical(&state), canon::canonical(&renamed(&state)));
        assert_eq!(check_consistency(&one), Ok(()), "{seed}");
        assert!(canon::same(&one, &other), "{seed}\n{one}\n{other}");
        assert_eq!(fingerprint(&one), fingerprint(&other), "{seed}");
        assert!(canon::same(&one, &canon::canonical(&one)), "{seed}\n{one}");
        assert_eq!(one.graph.object_count(), state.graph.object_count(), "{seed}");
        assert_eq!(one.graph.differ().len(), state.graph.differ().len(), "{seed}");
    }
}

#[test]
fn states_cover_themselves_under_other_names() {
    let module = with_globals();
    for (seed, state) in states(&module) {
        assert!(covers(&module, &state, &renamed(&state)), "{seed}\n{state}");
        assert!(covers(&module, &renamed(&state), &state), "{seed}\n{state}");
    }
}

/// One difference.
type Change = fn(&mut State);

/// Every difference shows, whatever it is a difference of.
#[test]
fn different_states_are_not_the_same() {
    let module = with_globals();
    let changes: [(&str, Change); 18] = [
        ("function", |state| state.frame_mut().func = FuncId::from_index(1)),
        ("register", |state| state.frame_mut().regs[0].1 = Value::Int(99)),
        ("number of registers", |state| set_reg(state, 33, Value::Int(99))),
        ("variable", |state| {
            let global = Value::region(ObjectId::of_global(GlobalId::from_index(0)), 3);
            content::touch(&with_globals(), &mut state.graph, global);
            state.frame_mut().bind(VarId::from_index(7), global);
        }),
        ("local", |state| state.frame_mut().locals.push(Local { address: Value::Int(3), dynamic: true })),
        ("argument", |state| {
            let class = crate::graph::ArgClass::Float { bits: 64 };
            state.frame_mut().varargs.push(VarArg { value: Value::Int(3), class });
        }),
        ("frames", |state| {
            let frame = Frame::new(FuncId::from_index(5), Places::nowhere());
            state.frames.insert(0, frame);
        }),
        ("cut", |state| state.cut.push(Value::Int(3))),
        ("unknowns", |state| {
            state.graph.add_sym(SymInfo::unknown(Range { lo: 0, hi: 77, align: 0 }));
        }),
        ("disequalities", |state| state.graph.add_differ(Value::Func(FuncId::from_index(0)), Value::Int(0))),
        ("objects", |state| {
            node(state, Kind::Region, 48, &[]);
        }),
        ("kind", |state| {
            first_own(state).kind = Kind::Segment(Segment {
                min: 7,
                optional: false,
                head: 0,
                links: Links::single(0, 0),
                alternates: None,
            })
        }),
        ("size", |state| first_own(state).size = Value::Int(77)),
        ("length", |state| first_own(state).length = Some(Value::Int(77))),
        ("level", |state| first_own(state).level = 7),
        ("life", |state| first_own(state).life = Life::OutOfScope),
        ("storage", |state| first_own(state).storage = Storage::Global { constant: true }),
        ("fill", |state| first_own(state).fill = Fill::Init(GlobalId::from_index(0))),
    ];
    for (seed, state) in states(&module).take(40) {
        let state = canon::canonical(&state);
        if state.graph.objects().all(|(id, _)| id.as_global().is_some()) {
            continue;
        }
        for (what, change) in changes {
            let mut other = state.clone();
            change(&mut other);
            assert!(!canon::same(&state, &other), "{seed}: {what}");
            assert!(!canon::same(&other, &state), "{seed}: {what}");
            assert_ne!(fingerprint(&state), fingerprint(&other), "{seed}: {what}");
        }
        let mut fields = state.clone();
        first_own(&mut fields).fields.push(Field { offset: 40, size: 1, value: Value::Int(1) });
        assert!(!canon::same(&state, &fields), "{seed}");
        // Where it was allocated is for people.
        let mut site = state.clone();
        first_own(&mut site).ty = Some(ir::TypeId::from_index(3));
        assert!(canon::same(&state, &site), "{seed}");
    }
}

fn first_own(state: &mut State) -> &mut Object {
    let id = state.graph.objects().find(|(id, _)| id.as_global().is_none()).expect("there is one").0;
    state.graph.object_mut(id)
}

/// A call that does nothing changes nothing, whatever it is given.
#[test]
fn what_is_split_can_be_combined() {
    let module = with_callees();
    let footprints = Footprints::of(&module, &ir::CallGraph::of(&module));
    let mut outside = 0;
    for (seed, state) in states(&module) {
        let random = &mut Random::new(seed + 1_000);
        let values: Vec<Value> = state.roots().collect();
        for count in 0..3 {
            let mut frame = Frame::new(FuncId::from_index(count), Places::nowhere());
            let given: Vec<Value> = (0..1 + random.below(2)).map(|_| random.one_of(&values)).collect();
            given.iter().enumerate().for_each(|(reg, value)| frame.set_reg(RegId::from_index(reg), *value));
            let (residue, entry) = split(state.clone(), frame, &module, &footprints);
            assert_eq!(check_consistency(&entry), Ok(()), "{seed}\n{state}\n{entry}");
            assert_eq!(entry.frames.len(), 1, "{seed}");
            let named = Reached::from(&entry.graph, entry.roots().chain(globals(&entry.graph)));
            assert_eq!(entry.graph.syms().len(), named.syms.len(), "{seed}: the callee knows what it can name");
            let is_named =
                |root: &Value| root.object().and_then(ObjectId::as_global).is_some_and(|id| id.index() < count);
            let seen = given.iter().copied().chain(globals(&state.graph).filter(is_named));
            let seen = Reached::from(&state.graph, seen);
            let ids: Vec<ObjectId> = entry.graph.objects().map(|(id, _)| id).collect();
            let expected: Vec<ObjectId> =
                state.graph.objects().map(|(id, _)| id).filter(|id| seen.objects.contains(id)).collect();
            assert_eq!(ids, expected, "{seed}: the callee sees what it can reach");
            let kept = state.graph.objects().any(|(id, object)| object.is_live_heap() && !seen.objects.contains(&id));
            assert_eq!(residue.has_live_heap(), kept, "{seed}");
            outside += usize::from(expected.len() < state.graph.object_count());

            let (after, results) = residue.combine(&canon::canonical(&entry));
            assert_eq!(check_consistency(&after), Ok(()), "{seed}\n{state}\n{after}");
            assert_eq!(results.len(), given.len(), "{seed}");
            // One unknown more is made in advance.
            assert!(after.graph.syms().len() <= state.graph.syms().len() + 1, "{seed}: nothing is there twice");
            let mut after = after;
            results.iter().enumerate().for_each(|(reg, value)| set_reg(&mut after, 50 + reg, *value));
            let mut before = state.clone();
            given.iter().enumerate().for_each(|(reg, value)| set_reg(&mut before, 50 + reg, *value));
            // What differs from a value that only the callee names is forgotten.
            let known = after.graph.differ().len();
            assert!(known <= before.graph.differ().len(), "{seed}");
            if known < before.graph.differ().len() {
                before.graph.retain_differ(|_| false);
                after.graph.retain_differ(|_| false);
            }
            collect_garbage(&mut after);
            let (before, after) = (canon::canonical(&before), canon::canonical(&after));
            assert!(canon::same(&before, &after), "{seed}\n{before}\n{entry}\n{after}");
        }
    }
    assert!(outside > 100, "callers keep little: {outside}");
}

/// What is reached is kept, everything else is gone, and live heap objects among it are named.
#[test]
fn garbage_is_what_nothing_reaches() {
    let module = with_globals();
    for (seed, state) in states(&module) {
        let mut fewer = state.clone();
        let regs = fewer.frame().regs.len();
        fewer.frame_mut().regs.truncate(regs / 2);
        fewer.frame_mut().vars.clear();
        let all: Vec<(ObjectId, Object)> = fewer.graph.objects().map(|(id, object)| (id, object.clone())).collect();
        // By repeated passes over all objects instead of a walk.
        let mut kept: Vec<ObjectId> = fewer.roots().filter_map(Value::object).collect();
        kept.extend(all.iter().map(|(id, _)| *id).filter(|id| id.as_global().is_some()));
        for _ in 0..all.len() {
            let from: Vec<ObjectId> = all
                .iter()
                .filter(|(id, _)| kept.contains(id))
                .flat_map(|(_, object)| object.fields.iter().filter_map(|field| field.value.object()))
                .collect();
            kept.extend(from);
        }
        let lost: Vec<ObjectId> =
            all.iter().filter(|(id, object)| !kept.contains(id) && object.is_live_heap()).map(|(id, _)| *id).collect();
        let operation = crate::graph::Computed { op: ir::BinOp::Mul, bits: 64, a: Value::Int(1), b: Value::Int(2) };
        fewer.remember(operation, Value::Int(2));
        let found = collect_garbage(&mut fewer);
        assert!(fewer.computed.is_empty(), "{seed}");
        assert_eq!(found.len(), lost.len(), "{seed}");
        assert_eq!(check_consistency(&fewer), Ok(()), "{seed}\n{fewer}");
        for (id, object) in &all {
            let unused = id.as_global().is_some() && object.fields.is_empty() && matches!(object.fill, Fill::Init(_));
            if !unused {
                assert_eq!(fewer.graph.has_object(*id), kept.contains(id), "{seed} {id:?}");
            }
        }
    }
}

/// What nothing reaches is no part of what a state is.
#[test]
fn canonical_states_have_no_garbage() {
    let mut state = empty();
    let cell = node(&mut state, Kind::Region, 8, &[]);
    let lost = node(&mut state, Kind::Region, 8, &[]);
    let [kept, gone] = [0, 1].map(|_| state.graph.add_sym(SymInfo::unknown(Range::ALL)));
    set_reg(&mut state, 0, Value::region(cell, 0));
    set_reg(&mut state, 1, Value::sym(kept));
    state.graph.add_differ(Value::sym(kept), Value::Int(1));
    state.graph.add_differ(Value::sym(gone), Value::Int(1));
    state.graph.add_differ(Value::sym(kept), Value::region(lost, 0));
    let moved = Addr { object: cell, which: Which::Region, offset: 0, plus: Some(gone) };
    state.graph.add_differ(Value::sym(kept), Value::Addr(moved));
    state.graph.add_differ(Value::sym(kept), Value::Addr(Addr { object: lost, plus: Some(kept), ..moved }));
    let found = canon::canonical(&state);
    assert_eq!(
        (found.graph.object_count(), found.graph.syms().len(), found.graph.differ().len()),
        (1, 1, 1),
        "{found}"
    );
}

#[test]
fn every_frame_counts() {
    let with = |values: [i64; 2]| {
        let mut state = empty();
        state.frames.push(Frame::new(FuncId::from_index(1), Places::nowhere()));
        for (frame, value) in state.frames.iter_mut().zip(values) {
            frame.set_reg(RegId::from_index(0), Value::Int(value));
        }
        state
    };
    assert!(canon::same(&with([1, 2]), &with([1, 2])));
    assert!(!canon::same(&with([1, 2]), &with([1, 3])) && !canon::same(&with([1, 2]), &with([0, 2])));
}

/// A disequality is about two things that are there.
#[test]
fn disequalities_go_with_what_they_are_about() {
    let mut state = empty();
    let [kept, lost] = [0, 1].map(|_| node(&mut state, Kind::Region, 8, &[]));
    let [here, gone] = [0, 1].map(|_| Value::sym(state.graph.add_sym(SymInfo::unknown(Range::ALL))));
    set_reg(&mut state, 0, Value::region(kept, 0));
    set_reg(&mut state, 1, here);
    for other in [Value::region(kept, 0), Value::region(lost, 0), gone, Value::Int(5)] {
        state.graph.add_differ(here, other);
    }
    assert_eq!(collect_garbage(&mut state).len(), 1);
    let left: Vec<(Value, Value)> = vec![(Value::Int(5), here), (here, Value::region(kept, 0))];
    assert_eq!(state.graph.differ(), left);
}
