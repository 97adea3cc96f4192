//! What is read from a file becomes a graph only if it is written as graphs are kept: sorted, without repetitions, with
//! numbers that leave room for more. What a graph must obey besides is [`crate::graph::check_consistency`]'s business.

use std::sync::Arc;

use ir::{FuncId, LocId, RegId, VarId};
use serde::{Deserialize, Serialize};

use crate::graph::memory::Graph;
use crate::graph::object::{Link, Links, Object};
use crate::graph::state::{Frame, Local, VarArg};
use crate::graph::value::{ObjectId, SymId, SymInfo, Value};

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct WrittenGraph {
    objects: Vec<(ObjectId, Object)>,
    syms: Vec<(SymId, SymInfo)>,
    differ: Vec<(Value, Value)>,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct WrittenFrame {
    func: FuncId,
    regs: Vec<(RegId, Value)>,
    vars: Vec<(VarId, Value)>,
    locals: Vec<Local>,
    varargs: Vec<VarArg>,
    called_at: LocId,
}

/// New objects and unknowns get numbers above those that are there.
const MOST_IDS: u32 = 1 << 30;

fn ascends<T: Ord>(items: impl IntoIterator<Item = T>) -> bool {
    items.into_iter().is_sorted_by(|a, b| a < b)
}

impl From<Graph> for WrittenGraph {
    fn from(graph: Graph) -> Self {
        WrittenGraph {
            objects: graph.objects().map(|(id, object)| (id, object.clone())).collect(),
            syms: graph.syms().to_vec(),
            differ: graph.differ().to_vec(),
        }
    }
}

impl TryFrom<WrittenGraph> for Graph {
    type Error = String;

    fn try_from(written: WrittenGraph) -> Result<Graph, String> {
        let WrittenGraph { objects, syms, differ } = written;
        if !ascends(objects.iter().map(|(id, _)| id)) || !ascends(syms.iter().map(|(id, _)| id)) {
            return Err("objects or unknowns of a graph are not sorted".to_string());
        }
        if !ascends(&differ) || !differ.iter().all(|(a, b)| a <= b) {
            return Err("the disequalities of a graph are not sorted".to_string());
        }
        let own = objects.iter().filter(|(id, _)| id.as_global().is_none());
        if own.map(|(id, _)| id.0).chain(syms.iter().map(|(id, _)| id.0)).any(|id| id >= MOST_IDS) {
            return Err("an object or unknown has too large a number".to_string());
        }
        let mut graph = Graph::default();
        objects.into_iter().for_each(|(id, object)| graph.insert_object(id, Arc::new(object)));
        syms.into_iter().for_each(|(id, info)| graph.insert_sym(id, info));
        differ.into_iter().for_each(|(a, b)| graph.add_differ(a, b));
        Ok(graph)
    }
}

impl From<Frame> for WrittenFrame {
    fn from(frame: Frame) -> Self {
        let Frame { func, regs, vars, locals, varargs, called_at } = frame;
        WrittenFrame { func, regs, vars, locals, varargs, called_at }
    }
}

impl TryFrom<WrittenFrame> for Frame {
    type Error = String;

    fn try_from(written: WrittenFrame) -> Result<Frame, String> {
        let WrittenFrame { func, regs, vars, locals, varargs, called_at } = written;
        if !ascends(regs.iter().map(|(reg, _)| reg)) || !ascends(vars.iter().map(|(var, _)| var)) {
            return Err("registers or variables of a frame are not sorted".to_string());
        }
        Ok(Frame { func, regs, vars, locals, varargs, called_at })
    }
}

impl From<Links> for Vec<Link> {
    fn from(links: Links) -> Self {
        links.iter().collect()
    }
}

impl TryFrom<Vec<Link>> for Links {
    type Error = String;

    fn try_from(links: Vec<Link>) -> Result<Links, String> {
        Links::new(links).ok_or_else(|| "a segment has too many links, or two in one place".to_string())
    }
}
