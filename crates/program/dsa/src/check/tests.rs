//! Graphs that say one thing less than they should: the checks see each.

use super::{check_calls, check_local};
use crate::graph::{Cell, Flags, Node};
use crate::options::Options;
use crate::result::{Break, PointsTo, analyze};

const PLACES: &str = include_str!("../../tests/fixtures/places.cir");
const EFFECTS: [Flags; 2] = [Flags::READ, Flags::MODIFIED];
const FLAGS: [Flags; 4] = [Flags::READ, Flags::MODIFIED, Flags::EXTERNAL, Flags::SHARED];

fn is_found(points_to: &PointsTo<'_>) -> bool {
    !check_local(points_to).is_empty() || !check_calls(points_to).is_empty()
}

/// Another byte of the same node, unless it tells none apart, and a byte of another one.
fn others(points_to: &PointsTo<'_>, cell: Cell) -> impl Iterator<Item = Cell> {
    let moved = points_to.normal(cell.plus(4));
    let is_other = moved != cell && points_to.node(cell.node).origins.is_empty();
    let elsewhere = points_to.nodes().find(|id| *id != cell.node).map(|id| Cell::new(id, 0));
    is_other.then_some(moved).into_iter().chain(elsewhere)
}

/// Does a wider field say that its bytes are touched?
fn is_said_twice(node: &Node, index: usize, flag: Flags) -> bool {
    let (field, mut others) =
        (&node.fields[index], node.fields.iter().enumerate().filter(|(other, _)| *other != index));
    others.any(|(_, other)| other.flags.contains(flag) && other.offset <= field.offset && field.end() <= other.end())
}

/// All that nodes say.
fn of_nodes(points_to: &PointsTo<'_>) -> Vec<Break> {
    let mut all = Vec::new();
    for id in points_to.nodes() {
        let (node, flags) = (points_to.node(id), points_to.flags(id));
        all.extend(FLAGS.into_iter().filter(|flag| flags.contains(*flag)).map(|flag| Break::Flag(id, flag)));
        if node.modulus != 0 {
            all.extend([Break::Modulus(id, 0), Break::Modulus(id, node.modulus * 2)]);
        }
        all.extend((!node.sites.is_empty()).then_some(Break::Sites(id)));
        all.extend((!node.funcs.is_empty()).then_some(Break::Funcs(id)));
        all.extend((!node.origins.is_empty()).then_some(Break::Origins(id)));
        for (index, field) in node.fields.iter().enumerate() {
            all.push(Break::Field(id, index));
            let flags =
                EFFECTS.into_iter().filter(|flag| field.flags.contains(*flag) && !is_said_twice(node, index, *flag));
            all.extend(flags.map(|flag| Break::FieldFlag(id, index, flag)));
            if let Some(content) = field.content {
                all.push(Break::Content(id, index, None));
                all.extend(others(points_to, content).map(|cell| Break::Content(id, index, Some(cell))));
            }
        }
    }
    all
}

/// All that functions and calls say.
fn of_functions(points_to: &PointsTo<'_>) -> Vec<Break> {
    let module = points_to.module();
    let mut all = Vec::new();
    for (func, function) in module.funcs.iter_enumerated() {
        for reg in function.regs.ids() {
            if let Some(cell) = points_to.cell(func, ir::Operand::Reg(reg)) {
                all.push(Break::Register(func, reg, None));
                all.extend(others(points_to, cell).map(|cell| Break::Register(func, reg, Some(cell))));
            }
        }
        let results = 0..function.signature.rets.len();
        let known = results.filter(|index| points_to.result(func, *index).is_some());
        all.extend(known.map(|index| Break::Result(func, index)));
        for (index, (_, flags)) in points_to.accessed(func).iter().enumerate() {
            all.push(Break::Accessed(func, index));
            let flags = EFFECTS.into_iter().filter(|flag| flags.contains(*flag));
            all.extend(flags.map(|flag| Break::AccessedFlag(func, index, flag)));
        }
    }
    for (number, call) in points_to.calls().iter().enumerate() {
        for (index, target) in call.targets.iter().enumerate() {
            all.push(Break::Target(number, index));
            all.extend((0..target.images.len()).map(|image| Break::Image(number, index, image)));
        }
    }
    all.extend((0..points_to.known_outside().len()).map(Break::KnownOutside));
    all
}

#[test]
fn whatever_is_taken_from_a_graph_is_missed() {
    let module = ir::parse(PLACES).expect("the program parses");
    let whole = analyze(&module, &Options::default());
    assert!(!is_found(&whole), "nothing is wrong with the graphs as they are");
    for what in [of_nodes(&whole), of_functions(&whole)].concat() {
        let mut points_to = analyze(&module, &Options::default());
        points_to.break_at(what);
        assert!(is_found(&points_to), "nobody misses {what:?}");
    }
}
