//! Bytes: what is written is read, whatever the sizes.

use super::*;
use crate::operations::content::{copy_out, read, write};

fn bytes_of(state: &mut State, id: ObjectId, size: i64) -> Vec<Value> {
    (0..size).map(|at| read(&module(), &mut state.graph, id, at, 1, 8)).collect()
}

/// Writes of all small sizes at all places, read back bytewise and as a whole.
#[test]
fn bytes_are_where_they_were_written() {
    for (at, size) in (0..8).flat_map(|at| [1, 2, 4, 8].map(move |size| (at, size))).filter(|(at, size)| at + size <= 8)
    {
        let mut state = empty();
        let id = node(&mut state, Kind::Region, 8, &[]);
        write(&mut state.graph, id, 0, 8, Value::Int(0x0807_0605_0403_0201));
        write(&mut state.graph, id, at, size, Value::Int(-1));
        let expected: Vec<i64> =
            (0..8).map(|byte| if (at..at + size).contains(&byte) { -1 } else { byte + 1 }).collect();
        let found: Vec<i64> = bytes_of(&mut state, id, 8).into_iter().filter_map(Value::as_int).collect();
        assert_eq!(found, expected);
        let whole = read(&module(), &mut state.graph, id, 0, 8, 64).as_int().expect("all bytes are known");
        assert_eq!(whole.to_le_bytes().map(|byte| i64::from(byte as i8)).to_vec(), expected);
    }
}

#[test]
fn zeros_are_zeros_of_every_size() {
    let mut state = empty();
    let id = node(&mut state, Kind::Region, 64, &[]);
    let target = node(&mut state, Kind::Region, 8, &[]);
    write(&mut state.graph, id, 8, 8, Value::region(target, 0));
    assert_eq!(read(&module(), &mut state.graph, id, 0, 8, 64), Value::NULL);
    assert_eq!(read(&module(), &mut state.graph, id, 8, 8, 64), Value::region(target, 0));
    assert_eq!(read(&module(), &mut state.graph, id, 20, 4, 32), Value::Int(0));
    // A byte of the address is unknown, and overwriting one destroys it.
    assert_eq!(read(&module(), &mut state.graph, id, 9, 1, 8).as_int(), None);
    write(&mut state.graph, id, 9, 1, Value::Int(0));
    assert_eq!(read(&module(), &mut state.graph, id, 8, 8, 64).object(), None);
}

#[test]
fn uninitialised_bytes_are_fixed_by_reading() {
    let mut state = empty();
    let id = node(&mut state, Kind::Region, 8, &[]);
    state.graph.object_mut(id).fill = Fill::Uninit;
    let first = read(&module(), &mut state.graph, id, 0, 4, 32);
    assert!(state.graph.is_uninit(first));
    assert_eq!(read(&module(), &mut state.graph, id, 0, 4, 32), first);
    assert_ne!(read(&module(), &mut state.graph, id, 4, 4, 32), first);
}

#[test]
fn copies_keep_addresses() {
    let mut state = empty();
    let target = node(&mut state, Kind::Region, 8, &[]);
    let from = node(&mut state, Kind::Region, 24, &[(8, Value::region(target, 4))]);
    let to = node(&mut state, Kind::Region, 24, &[(0, Value::region(target, 0))]);
    let pieces = copy_out(&module(), &mut state.graph, from, 0, 24).expect("few pieces");
    for piece in pieces {
        write(&mut state.graph, to, piece.offset, piece.size, piece.value);
    }
    assert_eq!(read(&module(), &mut state.graph, to, 0, 8, 64), Value::NULL);
    assert_eq!(read(&module(), &mut state.graph, to, 8, 8, 64), Value::region(target, 4));
}

/// Numbers have a sign wherever they come from.
#[test]
fn copied_bytes_of_globals_are_signed() {
    let text = "module lp64\n\nglobal @g: 16 align 16 = { bytes \"abcdefgh\\xfe\\xff\\xff\\xff\\xfd\\xff\\xffi\" }\n";
    let module = ir::parse(text).expect("it is a module");
    let mut state = empty();
    let id = ObjectId::of_global(ir::GlobalId::from_index(0));
    crate::operations::content::touch(&module, &mut state.graph, Value::region(id, 0));
    let pieces = copy_out(&module, &mut state.graph, id, 0, 15).expect("there are few bytes");
    let found: Vec<(i64, i64, Option<i64>)> =
        pieces.iter().map(|piece| (piece.offset, piece.size, piece.value.as_int())).collect();
    let first = i64::from_le_bytes(*b"abcdefgh");
    assert_eq!(found, [(0, 8, Some(first)), (8, 4, Some(-2)), (12, 2, Some(-3)), (14, 1, Some(-1))]);
}
