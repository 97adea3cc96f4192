//! Reads, writes and copies of any sizes against an array of bytes.

use super::random::Random;
use super::*;
use crate::graph::{Range, SymInfo};
use crate::operations::content::{carve, copy_out, havoc, havoc_from, read, touch, wrap, write};
use ir::GlobalId;

const SIZE: usize = 24;

/// What a byte is: known, a part of the value that was written at an offset, or open.
#[derive(Clone, Copy, PartialEq, Debug)]
enum Byte {
    Known(u8),
    Of(Value, usize),
    Open { uninit: bool },
}

struct Model {
    state: State,
    ids: [ObjectId; 2],
    bytes: [[Byte; SIZE]; 2],
    targets: Vec<Value>,
}

impl Model {
    fn new(fill: Fill) -> Model {
        let mut state = empty();
        let ids = [0, 1].map(|_| node(&mut state, Kind::Region, SIZE as i64, &[]));
        ids.iter().for_each(|id| state.graph.object_mut(*id).fill = fill);
        let target = node(&mut state, Kind::Region, 8, &[]);
        let mut sym = |info: SymInfo| Value::sym(state.graph.add_sym(info));
        let targets =
            vec![Value::region(target, 4), sym(SymInfo::unknown(Range::ALL)), sym(SymInfo::uninit(Range::ALL))];
        let byte = match fill {
            Fill::Zero => Byte::Known(0),
            Fill::Unknown | Fill::Init(_) => Byte::Open { uninit: false },
            Fill::Uninit => Byte::Open { uninit: true },
        };
        Model { state, ids, bytes: [[byte; SIZE]; 2], targets }
    }

    fn put(&mut self, object: usize, at: usize, bytes: &[Byte]) {
        self.bytes[object][at..at + bytes.len()].copy_from_slice(bytes);
    }

    fn step(&mut self, random: &mut Random) -> String {
        let object = random.below(2);
        let size = random.one_of(&[1, 2, 3, 4, 8, 8, 12]);
        let at = random.below(SIZE - size + 1);
        let (id, graph) = (self.ids[object], &mut self.state.graph);
        match random.below(8) {
            0 | 1 if size <= 8 => {
                let number = random.one_of(&[0, 1, -1, 0x0102_0304_0506_0708, i64::MIN, 0xff00]);
                let number = wrap(number, size as u32 * 8);
                write(graph, id, at as i64, size as i64, Value::Int(number));
                let bytes = number.to_le_bytes().map(Byte::Known);
                self.put(object, at, &bytes[..size]);
                format!("{object}: {number} of {size} at {at}")
            }
            2 if at + 8 <= SIZE => {
                let value = self.targets[random.below(3)];
                write(graph, id, at as i64, 8, value);
                let bytes: Vec<Byte> = (0..8).map(|part| Byte::Of(value, part)).collect();
                self.put(object, at, &bytes);
                format!("{object}: {value} at {at}")
            }
            3 => {
                write(graph, id, at as i64, size as i64, Value::Int(0));
                self.put(object, at, &vec![Byte::Known(0); size]);
                format!("{object}: {size} zeros at {at}")
            }
            4 => {
                havoc(graph, id, at as i64, (at + size) as i64);
                self.put(object, at, &vec![Byte::Open { uninit: false }; size]);
                format!("{object}: {size} unknown at {at}")
            }
            5 | 6 => {
                let (from, to) = (random.below(2), random.below(SIZE - size + 1));
                let pieces = copy_out(&module(), graph, self.ids[from], at as i64, (at + size) as i64);
                let pieces = pieces.expect("there are few bytes");
                let whole: i64 = pieces.iter().map(|piece| piece.size).sum();
                assert_eq!(whole, size as i64, "all bytes are copied");
                carve(graph, id, to as i64, (to + size) as i64);
                for piece in pieces {
                    write(graph, id, to as i64 + piece.offset, piece.size, piece.value);
                }
                let bytes = self.bytes[from][at..at + size].to_vec();
                self.put(object, to, &bytes);
                format!("{object}: {size} from {from} at {at} to {to}")
            }
            _ => {
                havoc_from(graph, id, at as i64 + 8);
                // All that no field covers is open now.
                let fields = self.state.graph.object(id).fields.clone();
                let covered = |at: usize| fields.iter().any(|field| (field.offset..field.end()).contains(&(at as i64)));
                let open: Vec<usize> = (0..SIZE).filter(|at| !covered(*at)).collect();
                assert!((at + 8..SIZE).all(|at| open.contains(&at)), "{at}");
                open.iter().for_each(|at| self.bytes[object][*at] = Byte::Open { uninit: false });
                format!("{object}: unknown from {}", at + 8)
            }
        }
    }

    /// What is read must be what the bytes say, exactly where they are known, and be open where one of them is.
    fn compare(&self, past: &[String]) {
        for (object, id) in self.ids.iter().enumerate() {
            let fields = &self.state.graph.object(*id).fields;
            assert!(fields.windows(2).all(|pair| pair[0].end() <= pair[1].offset), "{past:?} {fields:?}");
            for (at, size) in
                (0..SIZE).flat_map(|at| [1, 2, 4, 8].map(|size| (at, size))).filter(|(at, size)| at + size <= SIZE)
            {
                let mut graph = self.state.graph.clone();
                let value = read(&module(), &mut graph, *id, at as i64, size as i64, size as u32 * 8);
                let bytes = &self.bytes[object][at..at + size];
                let known: Option<Vec<u8>> =
                    bytes.iter().map(|byte| if let Byte::Known(byte) = byte { Some(*byte) } else { None }).collect();
                if let Some(known) = known {
                    let mut whole = [0; 8];
                    whole[..size].copy_from_slice(&known);
                    let expected = Value::Int(wrap(i64::from_le_bytes(whole), size as u32 * 8));
                    assert_eq!(value, expected, "{past:?}: {size} at {at} of {object}");
                    continue;
                }
                if let Byte::Of(written, 0) = bytes[0]
                    && size == 8
                    && bytes.iter().enumerate().all(|(part, byte)| *byte == Byte::Of(written, part))
                    && self.state.graph.object(*id).field(at as i64, 8).is_some()
                {
                    assert_eq!(value, written, "{past:?}: {size} at {at} of {object}");
                    continue;
                }
                let Value::Sym(linear) = value else { panic!("{past:?}: {size} at {at} of {object} is {value}") };
                let range = graph.sym(linear.sym).range;
                assert!(range.includes(Range::of_width(size as u32 * 8)), "{past:?}: {size} at {at} of {object}");
                let uninit = |byte: &Byte| match byte {
                    Byte::Known(_) => false,
                    Byte::Of(value, _) => self.state.graph.is_uninit(*value),
                    Byte::Open { uninit } => *uninit,
                };
                assert_eq!(graph.is_uninit(value), bytes.iter().any(uninit), "{past:?}: {size} at {at} of {object}");
            }
        }
    }
}

#[test]
fn objects_are_arrays_of_bytes() {
    for seed in 0..150 {
        let random = &mut Random::new(seed);
        let mut model = Model::new(random.one_of(&[Fill::Zero, Fill::Unknown, Fill::Uninit]));
        let mut past = Vec::new();
        for _ in 0..8 {
            past.push(model.step(random));
            model.compare(&past);
        }
    }
}

/// Numbers of other widths than bytes have.
#[test]
fn reads_are_as_wide_as_asked() {
    let mut state = empty();
    let id = node(&mut state, Kind::Region, 8, &[]);
    write(&mut state.graph, id, 0, 1, Value::Int(-1));
    let read = |state: &mut State, bits| read(&module(), &mut state.graph, id, 0, 1, bits);
    assert_eq!(read(&mut state, 8), Value::Int(-1));
    assert_eq!(read(&mut state, 1), Value::Int(1));
    assert_eq!(read(&mut state, 5), Value::Int(-1));
    write(&mut state.graph, id, 0, 1, Value::Int(0x55));
    assert_eq!(read(&mut state, 7), Value::Int(-43));
    for origin in [SymInfo::unknown(Range::of_width(8)), SymInfo::uninit(Range::of_width(8))] {
        let sym = Value::sym(state.graph.add_sym(origin));
        write(&mut state.graph, id, 0, 1, sym);
        assert_eq!(read(&mut state, 8), sym);
        let narrow = read(&mut state, 5);
        assert_eq!(state.graph.range(narrow), Range::of_width(5));
        assert_eq!(state.graph.is_uninit(narrow), state.graph.is_uninit(sym));
        assert_ne!(narrow, sym);
    }
}

#[test]
fn numbers_wrap_around() {
    for bits in 2..=8u32 {
        for number in -600..600i64 {
            let expected = (number + (1 << (bits - 1))).rem_euclid(1 << bits) - (1 << (bits - 1));
            assert_eq!(wrap(number, bits), expected, "{number} {bits}");
        }
    }
    assert_eq!([-1, 0, 1, 2].map(|number| wrap(number, 1)), [1, 0, 1, 0]);
    for number in [i64::MIN, -1, i64::MAX] {
        assert_eq!(wrap(number, 64), number);
    }
    assert_eq!(wrap(i64::MAX, 63), -1);
    assert_eq!(wrap(1 << 62, 63), -(1 << 62));
}

fn global(text: &str) -> (Module, State, ObjectId) {
    let module = ir::parse(&format!("module lp64\n\n{text}\n")).expect("it is a module");
    let mut state = empty();
    let id = ObjectId::of_global(GlobalId::from_index(0));
    touch(&module, &mut state.graph, Value::region(id, 0));
    (module, state, id)
}

/// All reads of an initialiser of every kind of piece.
#[test]
fn initialisers_are_read() {
    let text = "global @g: 40 align 8 = { bytes \"abc\", zero 5, address 8 @h+4, undef 4, bytes \"\\xff\\xfe\\xfd\\xfc\", zero 16 }\nglobal @h: 8 align 8 = { zero 8 }";
    let (module, state, id) = global(text);
    let known: Vec<Option<u8>> = [b'a', b'b', b'c', 0, 0, 0, 0, 0]
        .map(Some)
        .into_iter()
        .chain([None; 12])
        .chain([0xff, 0xfe, 0xfd, 0xfc].map(Some))
        .chain([Some(0); 16])
        .collect();
    for (at, size) in
        (0..40).flat_map(|at| [1, 2, 4, 8, 16].map(|size| (at, size))).filter(|(at, size)| at + size <= 40)
    {
        let mut graph = state.graph.clone();
        let value = read(&module, &mut graph, id, at as i64, size as i64, size as u32 * 8);
        let bytes: Option<Vec<u8>> = known[at..at + size].iter().copied().collect();
        match bytes {
            Some(bytes) if size <= 8 || bytes.iter().all(|byte| *byte == 0) => {
                let mut whole = [0; 16];
                whole[..size].copy_from_slice(&bytes);
                let number = wrap(i128::from_le_bytes(whole) as i64, (size as u32 * 8).min(64));
                assert_eq!(value, Value::Int(number), "{size} at {at}");
            }
            _ if (at, size) == (8, 8) => {
                assert_eq!(value, Value::region(ObjectId::of_global(GlobalId::from_index(1)), 4));
                assert!(graph.has_object(ObjectId::of_global(GlobalId::from_index(1))), "it is in the graph now");
            }
            _ => {
                let range = value.symbol().map(|sym| graph.sym(sym).range);
                assert_eq!(range, Some(Range::of_width(size as u32 * 8)), "{size} at {at}: {value}");
            }
        }
    }
    let mut graph = state.graph.clone();
    let pieces = copy_out(&module, &mut graph, id, 1, 40).expect("there are few");
    let mut at = 0;
    for piece in &pieces {
        assert_eq!(piece.offset, at, "{pieces:?}");
        at += piece.size;
        let bytes: Option<Vec<u8>> =
            known[(piece.offset + 1) as usize..(piece.offset + 1 + piece.size) as usize].iter().copied().collect();
        let expected = bytes.map(|bytes| bytes.iter().rev().fold(0, |number, byte| number << 8 | i64::from(*byte)));
        assert_eq!(
            piece.value.as_int().map(|value| value & expected.map_or(0, |_| (1i64 << (8 * piece.size.min(7))) - 1)),
            expected,
            "{piece:?}"
        );
    }
    assert_eq!(at, 39);
    assert!(pieces.iter().any(|piece| piece.value.object().is_some()), "{pieces:?}");
    assert!(graph.has_object(ObjectId::of_global(GlobalId::from_index(1))));
}

#[test]
fn globals_are_as_they_are_declared() {
    for (text, fill, size, constant) in [
        ("global @g: 16 align 8 = { zero 8, zero 8 }", Fill::Zero, 16, false),
        ("global @g: 16 align 8 const = { zero 8, zero 8 }", Fill::Zero, 16, true),
        ("global @g: 16 align 8 = { zero 8, bytes \"abcdefgh\" }", Fill::Init(GlobalId::from_index(0)), 16, false),
        ("global @g: 12 align 8", Fill::Unknown, 12, false),
    ] {
        let (_, state, id) = global(text);
        let object = state.graph.object(id);
        assert_eq!((object.fill, object.size, object.level), (fill, Value::Int(size), 0), "{text}");
        assert_eq!(object.storage, Storage::Global { constant }, "{text}");
        assert_eq!((object.life, object.kind), (Life::Live, Kind::Region));
    }
    // What is there stays as it is.
    let (module, mut state, id) = global("global @g: 16 align 8 = { zero 16 }");
    write(&mut state.graph, id, 0, 8, Value::Int(5));
    touch(&module, &mut state.graph, Value::region(id, 8));
    assert_eq!(read(&module, &mut state.graph, id, 0, 8, 64), Value::Int(5));
}

/// What is unknown in a node is unknown for each node.
#[test]
fn bytes_of_nodes_are_private() {
    for fill in [Fill::Unknown, Fill::Uninit] {
        let mut state = empty();
        let id = node(&mut state, list(1), 24, &[(0, Value::NULL)]);
        state.graph.object_mut(id).fill = fill;
        let whole = read(&module(), &mut state.graph, id, 8, 8, 64);
        assert_eq!(state.graph.level(whole), 1);
        let part = read(&module(), &mut state.graph, id, 8, 4, 32);
        assert_eq!(state.graph.level(part), 1);
        let both = read(&module(), &mut state.graph, id, 12, 8, 64);
        assert_eq!((state.graph.level(both), state.graph.is_uninit(both)), (1, fill == Fill::Uninit));
        let narrow = read(&module(), &mut state.graph, id, 8, 8, 33);
        assert_eq!(state.graph.level(narrow), 1);
        carve(&mut state.graph, id, 10, 12);
        let cut = state.graph.object(id).field(8, 2).expect("it is left").value;
        assert_eq!((state.graph.level(cut), state.graph.range(cut)), (1, Range::of_width(16)));
    }
}

/// Words of more than eight bytes are known only if they are zero.
#[test]
fn wide_words() {
    for (low, high) in [(0, 0), (0, 7), (5, 0), (5, 7)] {
        for size in [9, 16] {
            let mut state = empty();
            let id = node(&mut state, Kind::Region, 16, &[]);
            state.graph.object_mut(id).fill = Fill::Uninit;
            write(&mut state.graph, id, 0, 8, Value::Int(low));
            write(&mut state.graph, id, 8, 8, Value::Int(high));
            let value = read(&module(), &mut state.graph, id, 0, size, size as u32 * 8);
            assert_eq!(value.as_int(), ((low, high) == (0, 0)).then_some(0), "{low} {high} {size}");
        }
    }
    let (module, mut state, id) = global("global @g: 16 align 8 = { bytes \"abcdefghijklmnop\" }");
    assert_eq!(read(&module, &mut state.graph, id, 0, 9, 72).as_int(), None);
    // A number in more bytes than numbers have says nothing of its parts.
    let mut state = empty();
    let id = node(&mut state, Kind::Region, 24, &[]);
    for size in [9, 16] {
        write(&mut state.graph, id, 0, size, Value::Int(5));
        assert_eq!(read(&super::module(), &mut state.graph, id, 8, 1, 8).as_int(), None);
        assert_eq!(read(&super::module(), &mut state.graph, id, 0, 1, 8).as_int(), None);
        let mut carved = state.clone();
        carve(&mut carved.graph, id, 0, 8);
        assert!(carved.graph.object(id).fields.iter().all(|field| field.value.as_int().is_none()));
    }
}

/// Nothing is written where nothing changes.
#[test]
fn fields_are_few() {
    let fields = |state: &State, id| state.graph.object(id).fields.len();
    for fill in [Fill::Zero, Fill::Unknown, Fill::Uninit] {
        let mut state = empty();
        let id = node(&mut state, Kind::Region, 16, &[]);
        state.graph.object_mut(id).fill = fill;
        write(&mut state.graph, id, 4, 0, Value::Int(5));
        havoc(&mut state.graph, id, 5, 5);
        assert_eq!(fields(&state, id), 0, "{fill:?}");
        havoc(&mut state.graph, id, 5, 7);
        assert_eq!(fields(&state, id), usize::from(fill != Fill::Unknown), "{fill:?}");
        write(&mut state.graph, id, 5, 2, Value::Int(0));
        assert_eq!(fields(&state, id), usize::from(fill != Fill::Zero), "{fill:?}");
        write(&mut state.graph, id, 8, 8, Value::Int(1));
        let before = fields(&state, id);
        carve(&mut state.graph, id, 8, 9);
        assert_eq!(fields(&state, id), before - usize::from(fill == Fill::Zero), "{fill:?}");
    }
}

/// Small parts of initialisers, read beside what was written, and copied.
#[test]
fn parts_of_initialisers() {
    let text = "global @g: 24 align 8 = { bytes \"abcd\", undef 3, bytes \"h\", address 8 @h+4, zero 8 }\nglobal @h: 8 align 8 = { zero 8 }";
    let (module, mut state, id) = global(text);
    let other = ObjectId::of_global(GlobalId::from_index(1));
    let copied = |start, end| {
        let mut graph = state.graph.clone();
        let pieces = copy_out(&module, &mut graph, id, start, end).expect("there are few");
        (pieces.iter().map(|piece| (piece.offset, piece.size, piece.value.as_int())).collect::<Vec<_>>(), pieces, graph)
    };
    assert_eq!(copied(1, 3).0, [(0, 2, Some(0x6362))]);
    assert_eq!(copied(3, 8).0, [(0, 1, Some(0x64)), (1, 1, None), (2, 1, None), (3, 1, None), (4, 1, Some(0x68))]);
    let (_, pieces, graph) = copied(3, 8);
    let unknown = pieces.iter().filter(|piece| piece.value.as_int().is_none());
    assert!(unknown.into_iter().all(|piece| graph.range(piece.value) == Range::of_width(8)));
    let (_, pieces, graph) = copied(8, 16);
    assert_eq!(pieces[0].value, Value::region(other, 4));
    assert!(graph.has_object(other));
    write(&mut state.graph, id, 0, 1, Value::Int(1));
    assert_eq!(read(&module, &mut state.graph, id, 0, 4, 32), Value::Int(0x6463_6201));
}
