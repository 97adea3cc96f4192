//! States as they are written to files: what is read again is the same, and what no graph is written as is refused.

use super::*;
use crate::graph::{Local, Range, SymInfo};
use serde_json::{Value as Json, json};

fn sample() -> State {
    let mut state = empty();
    let ids = double_chain(&mut state, 0, &[Kind::Region, double_list(1)]);
    let syms = [0, 1].map(|lo| Value::sym(state.graph.add_sym(SymInfo::unknown(Range { lo, hi: 9, align: 0 }))));
    set_reg(&mut state, 5, syms[0]);
    state.graph.add_differ(syms[0], syms[1]);
    state.graph.add_differ(syms[0], Value::region(ids[0], 0));
    state.cut.push(syms[1]);
    let frame = state.frame_mut();
    frame.bind(ir::VarId::from_index(0), Value::region(ids[0], 0));
    frame.bind(ir::VarId::from_index(1), Value::region(ids[0], 8));
    frame.locals.push(Local { address: Value::region(ids[0], 0), dynamic: true });
    state
}

fn written() -> Json {
    serde_json::to_value(sample()).expect("states are written")
}

#[test]
fn what_is_written_is_read_again() {
    let read: State = serde_json::from_value(written()).expect("it was written");
    assert!(canon::same(&read, &sample()));
    assert_eq!(serde_json::to_value(&read).expect("states are written"), written());
    // New objects and unknowns get names of their own.
    let mut read = read;
    let count = read.graph.object_count();
    node(&mut read, Kind::Region, 8, &[]);
    read.graph.add_sym(SymInfo::unknown(Range::ALL));
    assert_eq!((read.graph.object_count(), read.graph.syms().len()), (count + 1, 3));
}

#[test]
fn what_is_written_otherwise_is_refused() {
    let refused = |what: &str, change: &dyn Fn(&mut Json)| {
        let mut json = written();
        change(&mut json);
        assert_ne!(json, written(), "{what}");
        assert!(serde_json::from_value::<State>(json).is_err(), "{what}");
    };
    let array =
        |json: &mut Json, path: &str| json.pointer_mut(path).and_then(Json::as_array_mut).cloned().expect("a list");
    for (what, path) in [
        ("objects", "/graph/objects"),
        ("unknowns", "/graph/syms"),
        ("disequalities", "/graph/differ"),
        ("registers", "/frames/0/regs"),
        ("variables", "/frames/0/vars"),
    ] {
        refused(&format!("{what} in another order"), &|json| {
            let mut list = array(json, path);
            list.reverse();
            *json.pointer_mut(path).expect("a list") = Json::Array(list);
        });
        refused(&format!("{what} twice"), &|json| {
            let mut list = array(json, path);
            list.insert(0, list[0].clone());
            *json.pointer_mut(path).expect("a list") = Json::Array(list);
        });
    }
    refused("a disequality the other way round", &|json| {
        let pair = json.pointer_mut("/graph/differ/0").and_then(Json::as_array_mut).expect("a pair");
        pair.reverse();
    });
    refused("a second disequality the other way round", &|json| {
        let pair = json.pointer_mut("/graph/differ/1").and_then(Json::as_array_mut).expect("a pair");
        pair.reverse();
    });
    refused("a large number of an object", &|json| {
        *json.pointer_mut("/graph/objects/1/0").expect("an id") = json!(1 << 30)
    });
    refused("a large number of an unknown", &|json| {
        *json.pointer_mut("/graph/syms/1/0").expect("an id") = json!(1 << 30)
    });
    refused("an unknown part", &|json| json["graph"]["more"] = json!(1));
    refused("two links in one place", &|json| {
        let link = "/graph/objects/1/1/kind/Segment/links";
        let first = json.pointer(link).expect("links")[0].clone();
        json.pointer_mut(link).and_then(Json::as_array_mut).expect("links").push(first);
    });
    let accepted = |change: &dyn Fn(&mut Json)| {
        let mut json = written();
        change(&mut json);
        assert!(serde_json::from_value::<State>(json).is_ok());
    };
    accepted(&|json| *json.pointer_mut("/graph/objects/1/0").expect("an id") = json!((1 << 30) - 1));
    accepted(&|json| *json.pointer_mut("/graph/objects/1/0").expect("an id") = json!((1u32 << 31) + 5));
}
