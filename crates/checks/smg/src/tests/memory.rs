//! Loads, stores, blocks of memory and the heap: what programs leave behind, as text.

use super::explorer::{explore, program};
use super::*;
use expect_test::{Expect, expect};

/// Executes a program and shows every state in which it returns, and what may go wrong.
fn shows(before: &str, body: &str, expected: Expect) {
    let module = program(before, body);
    let mut task = task(&module);
    task.entry = module.func_named("main").expect("it is there");
    expected.assert_eq(&explore(&task).text());
}

/// `%0` is a number between the two, then the rest; registers from 3 on are free.
fn with_number(lo: i64, hi: i64, rest: &str) -> String {
    format!(
        "bb0:\n  %0 = nondet signed i64\n  %1 = cmp sge i64 %0, {lo}\n  assume %1\n  %2 = cmp sle i64 %0, {hi}\n  assume %2\n{rest}"
    )
}

/// A heap object that a global keeps, so that what it holds can be seen at the end.
const KEPT: &str = "global @kept: 8 align 8 = { zero 8 }\n";

/// `%3` is a kept heap object of so many bytes, filled with ones; `%4` is then free.
fn kept(size: i64) -> String {
    format!("  %3 = call ptr @malloc(i64 {size})\n  store ptr %3 to @kept align 8\n  memset %3, i8 1, i64 {size}\n")
}

#[test]
fn blocks_are_filled() {
    let fill = |first: i64, len: i64, byte: i64| {
        let at = format!("  %4 = offset %3 + {first}\n  memset %4, i8 {byte}, i64 {len}\n  return i64 0");
        with_number(0, 0, &(kept(16) + &at))
    };
    shows(
        KEPT,
        &fill(0, 16, 0),
        expect![[r#"
        FuncId(0) %0=0
          0: region heap size 16 Zero
          GlobalId(0): region global size 8 Zero 0:8=&0
        ends with heap objects"#]],
    );
    shows(
        KEPT,
        &fill(0, 16, 7),
        expect![[r#"
        FuncId(0) %0=0
          0: region heap size 16 Uninit 0:8=506381209866536711 8:8=506381209866536711
          GlobalId(0): region global size 8 Zero 0:8=&0
        ends with heap objects"#]],
    );
    shows(
        KEPT,
        &fill(0, 8, 0),
        expect![[r#"
        FuncId(0) %0=0
          0: region heap size 16 Uninit 0:8=0 8:8=72340172838076673
          GlobalId(0): region global size 8 Zero 0:8=&0
        ends with heap objects"#]],
    );
    shows(
        KEPT,
        &fill(0, 8, -2),
        expect![[r#"
        FuncId(0) %0=0
          0: region heap size 16 Uninit 0:8=-72340172838076674 8:8=72340172838076673
          GlobalId(0): region global size 8 Zero 0:8=&0
        ends with heap objects"#]],
    );
    shows(
        KEPT,
        &fill(3, 5, 0),
        expect![[r#"
        FuncId(0) %0=0
          0: region heap size 16 Uninit 0:3=65793 3:5=0 8:8=72340172838076673
          GlobalId(0): region global size 8 Zero 0:8=&0
        ends with heap objects"#]],
    );
    shows(
        KEPT,
        &fill(3, 5, 7),
        expect![[r#"
        FuncId(0) %0=0
          0: region heap size 16 Uninit 0:3=65793 3:5=30182672135 8:8=72340172838076673
          GlobalId(0): region global size 8 Zero 0:8=&0
        ends with heap objects"#]],
    );
    shows(
        KEPT,
        &fill(3, 0, 7),
        expect![[r#"
        FuncId(0) %0=0
          0: region heap size 16 Uninit 0:8=72340172838076673 8:8=72340172838076673
          GlobalId(0): region global size 8 Zero 0:8=&0
        ends with heap objects"#]],
    );
    shows(
        KEPT,
        &fill(3, 13, 7),
        expect![[r#"
        FuncId(0) %0=0
          0: region heap size 16 Uninit 0:3=65793 3:8=506381209866536711 11:5=30182672135
          GlobalId(0): region global size 8 Zero 0:8=&0
        ends with heap objects"#]],
    );
    shows(
        KEPT,
        &fill(3, 14, 7),
        expect![[r#"
        line 0: out-of-bounds: a write of 14 bytes at offset 3 leaves an object of 16 bytes
        does not end"#]],
    );
}

/// So many bytes are written down one by one, and no more.
#[test]
fn long_fills_are_forgotten() {
    let fill = |len: i64, byte: i64| {
        let body = format!(
            "bb0:\n  %0 = call ptr @malloc(i64 300)\n  store ptr %0 to @kept align 8\n  memset %0, i8 {byte}, i64 {len}\n  \
            %1 = offset %0 + {}\n  %2 = load i8 %1 align 1\n  %3 = sext i8 %2 to i64\n  memset %0, i8 0, i64 300\n  return %3",
            len - 1
        );
        body
    };
    shows(
        KEPT,
        &fill(256, 5),
        expect![[r#"
        FuncId(0) %0=5
          0: region heap size 300 Zero
          GlobalId(0): region global size 8 Zero 0:8=&0
        ends with heap objects"#]],
    );
    shows(
        KEPT,
        &fill(257, 5),
        expect![[r#"
        FuncId(0) %0=?0
          0: region heap size 300 Zero
          GlobalId(0): region global size 8 Zero 0:8=&0
          ?0 in -128..127
        ends with heap objects"#]],
    );
    shows(
        KEPT,
        &fill(257, 0),
        expect![[r#"
        FuncId(0) %0=0
          0: region heap size 300 Zero
          GlobalId(0): region global size 8 Zero 0:8=&0
        ends with heap objects"#]],
    );
    shows(
        KEPT,
        &fill(300, 5),
        expect![[r#"
        FuncId(0) %0=?0
          0: region heap size 300 Zero
          GlobalId(0): region global size 8 Zero 0:8=&0
          ?0 in -128..127
        ends with heap objects"#]],
    );
}

/// At an unknown place, or of an unknown length: what may have changed is forgotten, and nothing else.
#[test]
fn fills_at_unknown_places() {
    let at = |byte: &str| kept(16) + &format!("  %4 = offset %3 + %0*1\n  memset %4, i8 {byte}, i64 2\n  return i64 0");
    shows(
        KEPT,
        &with_number(4, 6, &at("0")),
        expect![[r#"
        FuncId(0) %0=0
          0: region heap size 16 Uninit 0:4=16843009 4:4=?0 8:8=72340172838076673
          GlobalId(0): region global size 8 Zero 0:8=&0
          ?0 in -9223372036854775808..9223372036854775807
        ends with heap objects"#]],
    );
    shows(
        KEPT,
        &with_number(4, 6, &at("1")),
        expect![[r#"
        FuncId(0) %0=0
          0: region heap size 16 Uninit 0:4=16843009 4:4=?0 8:8=72340172838076673
          GlobalId(0): region global size 8 Zero 0:8=&0
          ?0 in -9223372036854775808..9223372036854775807
        ends with heap objects"#]],
    );
    let long = |byte: &str| kept(16) + &format!("  %4 = offset %3 + 4\n  memset %4, i8 {byte}, %0\n  return i64 0");
    shows(
        KEPT,
        &with_number(2, 6, &long("0")),
        expect![[r#"
        FuncId(0) %0=0
          0: region heap size 16 Uninit 0:4=16843009 4:6=?0 10:6=1103823438081
          GlobalId(0): region global size 8 Zero 0:8=&0
          ?0 in -9223372036854775808..9223372036854775807
        ends with heap objects"#]],
    );
    shows(
        KEPT,
        &with_number(2, 12, &long("1")),
        expect![[r#"
        FuncId(0) %0=0
          0: region heap size 16 Uninit 0:4=16843009 4:12=?0
          GlobalId(0): region global size 8 Zero 0:8=&0
          ?0 in -9223372036854775808..9223372036854775807
        ends with heap objects"#]],
    );
    shows(
        KEPT,
        &with_number(2, 13, &long("1")),
        expect![[r#"
        line 0: out-of-bounds: a write of 13 bytes at offset 4 leaves an object of 16 bytes
        does not end"#]],
    );
    let zeros = |first: i64| {
        format!(
            "  %3 = call ptr @calloc(i64 1, i64 16)\n  store ptr %3 to @kept align 8\n  %4 = offset %3 + 12\n  store i32 9 to %4 align 4\n  \
            %5 = offset %3 + {first}\n  memset %5, i8 0, %0\n  return i64 0"
        )
    };
    shows(
        KEPT,
        &with_number(2, 6, &zeros(0)),
        expect![[r#"
        FuncId(0) %0=0
          0: region heap size 16 Zero 12:4=9
          GlobalId(0): region global size 8 Zero 0:8=&0
        ends with heap objects"#]],
    );
    shows(
        KEPT,
        &with_number(2, 6, &zeros(10)),
        expect![[r#"
        FuncId(0) %0=0
          0: region heap size 16 Zero 10:6=?0
          GlobalId(0): region global size 8 Zero 0:8=&0
          ?0 in -9223372036854775808..9223372036854775807
        ends with heap objects"#]],
    );
    shows(
        KEPT,
        &with_number(2, 6, &zeros(6)),
        expect![[r#"
        FuncId(0) %0=0
          0: region heap size 16 Zero 12:4=9
          GlobalId(0): region global size 8 Zero 0:8=&0
        ends with heap objects"#]],
    );
}

#[test]
fn blocks_are_copied() {
    let copy = |how: &str, from: i64, to: i64, len: &str| {
        let body = format!(
            "  %4 = offset %3 + {from}\n  store i32 50462976 to %4 align 4\n  %5 = offset %3 + {to}\n  {how} %5, %4, {len} !9:1\n  return i64 0"
        );
        with_number(2, 4, &(kept(16) + &body))
    };
    shows(
        KEPT,
        &copy("memcpy", 0, 8, "i64 4"),
        expect![[r#"
        FuncId(0) %0=0
          0: region heap size 16 Uninit 0:4=50462976 4:4=16843009 8:4=50462976 12:4=16843009
          GlobalId(0): region global size 8 Zero 0:8=&0
        ends with heap objects"#]],
    );
    shows(
        KEPT,
        &copy("memcpy", 8, 0, "i64 6"),
        expect![[r#"
        FuncId(0) %0=0
          0: region heap size 16 Uninit 0:4=50462976 4:2=257 6:2=257 8:4=50462976 12:4=16843009
          GlobalId(0): region global size 8 Zero 0:8=&0
        ends with heap objects"#]],
    );
    shows(
        KEPT,
        &copy("memmove", 0, 2, "i64 6"),
        expect![[r#"
        FuncId(0) %0=0
          0: region heap size 16 Uninit 0:2=256 2:4=50462976 6:2=257 8:8=72340172838076673
          GlobalId(0): region global size 8 Zero 0:8=&0
        ends with heap objects"#]],
    );
    shows(
        KEPT,
        &copy("memmove", 2, 0, "i64 6"),
        expect![[r#"
        FuncId(0) %0=0
          0: region heap size 16 Uninit 0:4=50462976 4:2=257 6:2=257 8:8=72340172838076673
          GlobalId(0): region global size 8 Zero 0:8=&0
        ends with heap objects"#]],
    );
    shows(
        KEPT,
        &copy("memcpy", 0, 4, "i64 4"),
        expect![[r#"
        FuncId(0) %0=0
          0: region heap size 16 Uninit 0:4=50462976 4:4=50462976 8:8=72340172838076673
          GlobalId(0): region global size 8 Zero 0:8=&0
        ends with heap objects"#]],
    );
    shows(
        KEPT,
        &copy("memcpy", 0, 3, "i64 4"),
        expect![[r#"
        line 9: overlapping-copy: a copy may overlap itself
        does not end"#]],
    );
    shows(
        KEPT,
        &copy("memcpy", 4, 4, "i64 4"),
        expect![[r#"
        FuncId(0) %0=0
          0: region heap size 16 Uninit 0:4=16843009 4:4=50462976 8:8=72340172838076673
          GlobalId(0): region global size 8 Zero 0:8=&0
        ends with heap objects"#]],
    );
    shows(
        KEPT,
        &copy("memcpy", 0, 8, "%0"),
        expect![[r#"
        FuncId(0) %0=0
          0: region heap size 16 Uninit 0:4=50462976 4:4=16843009 8:4=?0 12:4=16843009
          GlobalId(0): region global size 8 Zero 0:8=&0
          ?0 in -9223372036854775808..9223372036854775807
        ends with heap objects"#]],
    );
    shows(
        KEPT,
        &copy("memcpy", 0, 12, "%0"),
        expect![[r#"
        FuncId(0) %0=0
          0: region heap size 16 Uninit 0:4=50462976 4:4=16843009 8:4=16843009 12:4=?0
          GlobalId(0): region global size 8 Zero 0:8=&0
          ?0 in -9223372036854775808..9223372036854775807
        ends with heap objects"#]],
    );
    shows(
        KEPT,
        &copy("memcpy", 0, 13, "%0"),
        expect![[r#"
        line 9: out-of-bounds: a write of 4 bytes at offset 13 leaves an object of 16 bytes
        does not end"#]],
    );
    shows(
        KEPT,
        &copy("memcpy", 0, 13, "i64 4"),
        expect![[r#"
        line 9: out-of-bounds: a write of 4 bytes at offset 13 leaves an object of 16 bytes
        does not end"#]],
    );
    shows(
        KEPT,
        &copy("memcpy", 13, 0, "i64 4"),
        expect![[r#"
        line 0: out-of-bounds: a write of 4 bytes at offset 13 leaves an object of 16 bytes
        does not end"#]],
    );
    let moved = |from: &str, to: &str| {
        let body =
            format!("  %4 = offset %3 + {from}\n  %5 = offset %3 + {to}\n  memcpy %5, %4, i64 2 !9:1\n  return i64 0");
        with_number(2, 4, &(kept(16) + &body))
    };
    shows(
        KEPT,
        &moved("%0*1", "8"),
        expect![[r#"
        FuncId(0) %0=0
          0: region heap size 16 Uninit 0:8=72340172838076673 8:2=?0 10:6=1103823438081
          GlobalId(0): region global size 8 Zero 0:8=&0
          ?0 in -9223372036854775808..9223372036854775807
        line 9: overlapping-copy: a copy may overlap itself
        ends with heap objects"#]],
    );
    shows(
        KEPT,
        &moved("8", "%0*1"),
        expect![[r#"
        FuncId(0) %0=0
          0: region heap size 16 Uninit 0:2=257 2:4=?0 6:2=257 8:8=72340172838076673
          GlobalId(0): region global size 8 Zero 0:8=&0
          ?0 in -9223372036854775808..9223372036854775807
        line 9: overlapping-copy: a copy may overlap itself
        ends with heap objects"#]],
    );
    shows(
        KEPT,
        &moved("%0*1 + 4", "%0*1"),
        expect![[r#"
        FuncId(0) %0=0
          0: region heap size 16 Uninit 0:2=257 2:4=?0 6:2=257 8:8=72340172838076673
          GlobalId(0): region global size 8 Zero 0:8=&0
          ?0 in -9223372036854775808..9223372036854775807
        ends with heap objects"#]],
    );
    shows(
        KEPT,
        &moved("%0*1 + 1", "%0*1"),
        expect![[r#"
        line 9: overlapping-copy: a copy may overlap itself
        does not end"#]],
    );
}

/// Bytes of an initialiser are copied as far as they can be told one by one.
#[test]
fn many_known_bytes_are_not_copied() {
    let text: String = (0..5000).map(|at| char::from(b'a' + (at % 23) as u8)).collect();
    let globals = format!("{KEPT}global @text: 5000 align 1 = {{ bytes \"{text}\" }}\n");
    let copy = |len: i64| {
        format!(
            "bb0:\n  %0 = call ptr @malloc(i64 5000)\n  memcpy %0, @text, i64 {len}\n  %1 = offset %0 + {}\n  %2 = load i8 %1 align 1\n  \
            %3 = sext i8 %2 to i64\n  call void @free(ptr %0)\n  return %3",
            len - 1
        )
    };
    shows(
        &globals,
        &copy(4096),
        expect![[r#"
        FuncId(0) %0=98
        ends without heap objects"#]],
    );
    shows(
        &globals,
        &copy(4097),
        expect![[r#"
        FuncId(0) %0=?0
          ?0 in -128..127
        ends without heap objects"#]],
    );
}

#[test]
fn builtin_blocks_give_their_target() {
    let body = "bb0:
  %0 = call ptr @malloc(i64 16)
  store ptr %0 to @kept align 8
  %1 = offset %0 + 4
  %2 = call ptr @memset(ptr %0, i32 256, i64 16)
  %3 = call ptr @memset(ptr %1, i32 511, i64 2)
  %4 = call ptr @memmove(ptr %1, ptr %3, i64 8)
  store i8 3 to %4 align 1
  return i64 0";
    shows(
        KEPT,
        body,
        expect![[r#"
        FuncId(0) %0=0
          0: region heap size 16 Zero 4:1=3 5:1=-1
          GlobalId(0): region global size 8 Zero 0:8=&0
        ends with heap objects"#]],
    );
    // Without bytes, no pointer is looked at.
    let body = "bb0:
  %0 = call ptr @memset(ptr null, i32 1, i64 0)
  %1 = call ptr @memcpy(ptr null, ptr null, i64 0)
  %2 = ptrtoint ptr %1 to i64
  return %2";
    shows(
        KEPT,
        body,
        expect![[r#"
        FuncId(0) %0=0
        ends without heap objects"#]],
    );
}

#[test]
fn stores_at_unknown_places() {
    // Of few places, each is a case of its own; of many, any may have been written.
    let store = |value: &str, scale: i64| {
        format!(
            "  %3 = call ptr @calloc(i64 1, i64 160)\n  store ptr %3 to @kept align 8\n  store i64 5 to %3 align 8\n  %4 = offset %3 + %0*{scale} + 8\n  \
            store i64 {value} to %4 align 1\n  return i64 0"
        )
    };
    shows(
        KEPT,
        &with_number(0, 1, &store("9", 8)),
        expect![[r#"
        FuncId(0) %0=0
          0: region heap size 160 Zero 0:8=5 8:8=9
          GlobalId(0): region global size 8 Zero 0:8=&0
        FuncId(0) %0=0
          0: region heap size 160 Zero 0:8=5 16:8=9
          GlobalId(0): region global size 8 Zero 0:8=&0
        ends with heap objects"#]],
    );
    shows(
        KEPT,
        &with_number(0, 16, &store("9", 8)),
        expect![[r#"
        FuncId(0) %0=0
          0: region heap size 160 Zero 0:8=5 8:136=?0
          GlobalId(0): region global size 8 Zero 0:8=&0
          ?0 in -9223372036854775808..9223372036854775807
        ends with heap objects"#]],
    );
    shows(
        KEPT,
        &with_number(0, 16, &store("0", 8)),
        expect![[r#"
        FuncId(0) %0=0
          0: region heap size 160 Zero 0:8=5
          GlobalId(0): region global size 8 Zero 0:8=&0
        ends with heap objects"#]],
    );
    shows(
        KEPT,
        &with_number(-1, 15, &store("0", 8)),
        expect![[r#"
        FuncId(0) %0=0
          0: region heap size 160 Zero 0:136=?0
          GlobalId(0): region global size 8 Zero 0:8=&0
          ?0 in -9223372036854775808..9223372036854775807
        ends with heap objects"#]],
    );
    shows(
        KEPT,
        &with_number(0, 144, &store("9", 1)),
        expect![[r#"
        FuncId(0) %0=0
          0: region heap size 160 Zero 0:8=5 8:152=?0
          GlobalId(0): region global size 8 Zero 0:8=&0
          ?0 in -9223372036854775808..9223372036854775807
        ends with heap objects"#]],
    );
    shows(
        KEPT,
        &with_number(0, 145, &store("9", 1)),
        expect![[r#"
        FuncId(0) %0=0
          0: region heap size 160 Zero 0:8=5 8:152=?0
          GlobalId(0): region global size 8 Zero 0:8=&0
          ?0 in -9223372036854775808..9223372036854775807
        line 0: out-of-bounds: a write of 8 bytes may leave its object
        ends with heap objects"#]],
    );
    shows(
        KEPT,
        &with_number(-9, 144, &store("9", 1)),
        expect![[r#"
        FuncId(0) %0=0
          0: region heap size 160 Unknown
          GlobalId(0): region global size 8 Zero 0:8=&0
        line 0: out-of-bounds: a write of 8 bytes may leave its object
        ends with heap objects"#]],
    );
}

#[test]
fn loads_at_unknown_places() {
    let load = |before: &str, scale: i64| {
        format!(
            "  %3 = call ptr {before}\n  store ptr %3 to @kept align 8\n  %4 = offset %3 + 32\n  store i32 5 to %4 align 8\n  %5 = offset %3 + %0*{scale}\n  \
            %6 = load i32 %5 align 1\n  %7 = sext i32 %6 to i64\n  store i64 0 to @kept align 8\n  call void @free(ptr %3)\n  return %7"
        )
    };
    let (zero, raw) = ("@calloc(i64 1, i64 80)", "@malloc(i64 80)");
    shows(
        KEPT,
        &with_number(0, 7, &load(zero, 4)),
        expect![[r#"
        FuncId(0) %0=0
          GlobalId(0): region global size 8 Zero
        ends without heap objects"#]],
    );
    shows(
        KEPT,
        &with_number(0, 8, &load(zero, 4)),
        expect![[r#"
        FuncId(0) %0=?0
          GlobalId(0): region global size 8 Zero
          ?0 in -2147483648..2147483647
        ends without heap objects"#]],
    );
    shows(
        KEPT,
        &with_number(0, 28, &load(zero, 1)),
        expect![[r#"
        FuncId(0) %0=0
          GlobalId(0): region global size 8 Zero
        ends without heap objects"#]],
    );
    shows(
        KEPT,
        &with_number(0, 29, &load(zero, 1)),
        expect![[r#"
        FuncId(0) %0=?0
          GlobalId(0): region global size 8 Zero
          ?0 in -2147483648..2147483647
        ends without heap objects"#]],
    );
    shows(
        KEPT,
        &with_number(36, 76, &load(zero, 1)),
        expect![[r#"
        FuncId(0) %0=0
          GlobalId(0): region global size 8 Zero
        ends without heap objects"#]],
    );
    shows(
        KEPT,
        &with_number(35, 76, &load(zero, 1)),
        expect![[r#"
        FuncId(0) %0=?0
          GlobalId(0): region global size 8 Zero
          ?0 in -2147483648..2147483647
        ends without heap objects"#]],
    );
    shows(
        KEPT,
        &with_number(0, 28, &load(raw, 1)),
        expect![[r#"
        FuncId(0) %0=?0
          GlobalId(0): region global size 8 Zero
          ?0 in -2147483648..2147483647 uninit
        ends without heap objects"#]],
    );
    shows(
        KEPT,
        &with_number(0, 77, &load(raw, 1)),
        expect![[r#"
        FuncId(0) %0=?0
          GlobalId(0): region global size 8 Zero
          ?0 in -2147483648..2147483647 uninit
        line 0: out-of-bounds: a read of 4 bytes may leave its object
        ends without heap objects"#]],
    );
}

/// A field of zeros is zero wherever it is read.
#[test]
fn zeros_at_unknown_places() {
    let load = |from: i64| {
        format!(
            "  %3 = call ptr @malloc(i64 80)\n  memset %3, i8 1, i64 80\n  %4 = offset %3 + 16\n  memset %4, i8 0, i64 32\n  %5 = offset %3 + %0*1 + {from}\n  \
            %6 = load i32 %5 align 1\n  %7 = sext i32 %6 to i64\n  call void @free(ptr %3)\n  return %7"
        )
    };
    shows(
        KEPT,
        &with_number(0, 28, &load(16)),
        expect![[r#"
        FuncId(0) %0=0
        ends without heap objects"#]],
    );
    shows(
        KEPT,
        &with_number(0, 28, &load(15)),
        expect![[r#"
        FuncId(0) %0=?0
          ?0 in -2147483648..2147483647 uninit
        ends without heap objects"#]],
    );
    shows(
        KEPT,
        &with_number(0, 28, &load(17)),
        expect![[r#"
        FuncId(0) %0=?0
          ?0 in -2147483648..2147483647 uninit
        ends without heap objects"#]],
    );
}

/// Addresses are told apart, as long as there are few places that they may come from.
#[test]
fn addresses_at_unknown_places() {
    let load = |slots: i64| {
        format!(
            "  %3 = alloca {} align 8\n  memset %3, i8 0, i64 {}\n  %4 = alloca 8 align 8\n  store ptr %4 to %3 align 8\n  %5 = offset %3 + %0*8\n  \
            %6 = load ptr %5 align 8\n  %7 = cmp eq ptr %6, null\n  %8 = zext i1 %7 to i64\n  return %8",
            8 * slots,
            8 * slots
        )
    };
    shows(
        "",
        &with_number(0, 1, &load(2)),
        expect![[r#"
        FuncId(0) %0=0
        FuncId(0) %0=1
        ends without heap objects"#]],
    );
    shows(
        "",
        &with_number(0, 15, &load(17)),
        expect![[r#"
        FuncId(0) %0=0
        FuncId(0) %0=1
        ends without heap objects"#]],
    );
    shows(
        "",
        &with_number(0, 16, &load(17)),
        expect![[r#"
        FuncId(0) %0=1
        FuncId(0) %0=0
        ends without heap objects"#]],
    );
}

#[test]
fn objects_are_allocated() {
    let make = |call: &str| format!("  %3 = call ptr {call} !7:1\n  store ptr %3 to @kept align 8\n  return i64 0");
    shows(
        KEPT,
        &with_number(4, 8, &make("@malloc(i64 %0)")),
        expect![[r#"
        FuncId(0) %0=0
          0: region heap size ?0 Uninit
          GlobalId(0): region global size 8 Zero 0:8=&0
          ?0 in 4..8
        ends with heap objects"#]],
    );
    shows(
        KEPT,
        &with_number(4, 8, &make("@calloc(i64 %0, i64 2)")),
        expect![[r#"
        FuncId(0) %0=0
          0: region heap size ?0 Zero
          GlobalId(0): region global size 8 Zero 0:8=&0
          ?0 in 8..16
        ends with heap objects"#]],
    );
    shows(
        KEPT,
        &with_number(4, 8, &make("@aligned(i64 64, i64 %0)")),
        expect![[r#"
        FuncId(0) %0=0
          0: region heap size ?0 Uninit
          GlobalId(0): region global size 8 Zero 0:8=&0
          ?0 in 4..8
        ends with heap objects"#]],
    );
    shows(
        KEPT,
        &with_number(0, 0, &make("@malloc(i64 %0)")),
        expect![[r#"
        FuncId(0) %0=0
          0: region heap size 0 Uninit
          GlobalId(0): region global size 8 Zero 0:8=&0
        ends with heap objects"#]],
    );
    shows(
        KEPT,
        &with_number(0, 0, &make("@malloc(i64 9223372036854775807)")),
        expect![[r#"
        FuncId(0) %0=0
          GlobalId(0): region global size 8 Zero
        ends without heap objects"#]],
    );
    shows(
        KEPT,
        &with_number(-3, 8, &make("@malloc(i64 %0)")),
        expect![[r#"
        FuncId(0) %0=0
          GlobalId(0): region global size 8 Zero
        FuncId(0) %0=0
          0: region heap size ?0 Uninit
          GlobalId(0): region global size 8 Zero 0:8=&0
          ?0 in 0..8
        ends with and without heap objects"#]],
    );
    let whole = "bb0:\n  %0 = alloca 8 align 8\n  %1 = ptrtoint ptr %0 to i64\n  %2 = call ptr @malloc(i64 %1)\n  store ptr %2 to @kept align 8\n  return i64 0";
    shows(
        KEPT,
        whole,
        expect![[r#"
        FuncId(0) %0=0
          GlobalId(0): region global size 8 Zero
        FuncId(0) %0=0
          0: region heap size ?0 Uninit
          GlobalId(0): region global size 8 Zero 0:8=&0
          ?0 in 0..70368744177664
        ends with and without heap objects"#]],
    );
    let product = "bb0:\n  %0 = alloca 8 align 8\n  %1 = ptrtoint ptr %0 to i64\n  %2 = call ptr @calloc(i64 %1, i64 2)\n  store ptr %2 to @kept align 8\n  return i64 0";
    shows(
        KEPT,
        product,
        expect![[r#"
        FuncId(0) %0=0
          GlobalId(0): region global size 8 Zero
        FuncId(0) %0=0
          0: region heap size ?0 Zero
          GlobalId(0): region global size 8 Zero 0:8=&0
          ?0 in 0..70368744177664
        ends with and without heap objects"#]],
    );
    let errno = format!("{KEPT}global @__cairn_errno: 4 align 4 = {{ zero 4 }}\n");
    shows(
        &errno,
        &with_number(-3, -2, &make("@malloc(i64 %0)")),
        expect![[r#"
        FuncId(0) %0=0
          GlobalId(0): region global size 8 Zero
          GlobalId(1): region global size 4 Zero 0:4=12
        ends without heap objects"#]],
    );
    shows(
        &errno,
        &with_number(-3, -2, &make("@calloc(i64 %0, i64 8)")),
        expect![[r#"
        FuncId(0) %0=0
          GlobalId(0): region global size 8 Zero
          GlobalId(1): region global size 4 Zero 0:4=12
        ends without heap objects"#]],
    );
    shows(
        &errno,
        &with_number(2, 4, &make("@calloc(i64 %0, i64 4611686018427387904)")),
        expect![[r#"
        FuncId(0) %0=0
          GlobalId(0): region global size 8 Zero
          GlobalId(1): region global size 4 Zero 0:4=12
        FuncId(0) %0=0
          0: region heap size ?0 Zero
          GlobalId(0): region global size 8 Zero 0:8=&0
          ?0 in 0..70368744177664
        ends with and without heap objects"#]],
    );
    shows(
        &errno,
        &with_number(4, 5, &make("@calloc(i64 %0, i64 4611686018427387904)")),
        expect![[r#"
        FuncId(0) %0=0
          GlobalId(0): region global size 8 Zero
          GlobalId(1): region global size 4 Zero 0:4=12
        ends without heap objects"#]],
    );
}

#[test]
fn allocations_may_fail() {
    let body = "bb0:\n  %0 = call ptr @malloc(i64 8)\n  store ptr %0 to @kept align 8\n  return i64 0";
    let module = program(KEPT, body);
    let mut task = task(&module);
    task.entry = module.func_named("main").expect("it is there");
    task.malloc_may_fail = true;
    expect![[r#"
        FuncId(0) %0=0
          GlobalId(0): region global size 8 Zero
        FuncId(0) %0=0
          0: region heap size 8 Uninit
          GlobalId(0): region global size 8 Zero 0:8=&0
        ends with and without heap objects"#]]
    .assert_eq(&explore(&task).text());
}

#[test]
fn what_may_be_freed() {
    let free = |before: &str, what: &str| format!("bb0:\n{before}  call void @free(ptr {what}) !5:1\n  return i64 0");
    let made = "  %0 = call ptr @malloc(i64 8)\n";
    shows(
        "",
        &free(made, "%0"),
        expect![[r#"
        FuncId(0) %0=0
        ends without heap objects"#]],
    );
    shows(
        "",
        &free("", "null"),
        expect![[r#"
        FuncId(0) %0=0
        ends without heap objects"#]],
    );
    shows(
        "",
        &free(&format!("{made}  call void @free(ptr %0)\n"), "%0"),
        expect![[r#"
        line 5: double-free: an object is freed twice
        does not end"#]],
    );
    let inside = format!("{made}  store ptr %0 to @kept align 8\n  %1 = offset %0 + 4\n");
    shows(
        KEPT,
        &free(&inside, "%1"),
        expect![[r#"
        line 5: invalid-free: what is freed is not the start of an object
        does not end"#]],
    );
    let gone = format!("{made}  call void @free(ptr %0)\n  %1 = offset %0 + 4\n");
    shows(
        "",
        &free(&gone, "%1"),
        expect![[r#"
        line 5: invalid-free: what is freed is not the start of an object
        does not end"#]],
    );
    shows(
        "",
        &free("  %0 = alloca 8 align 8\n", "%0"),
        expect![[r#"
        line 5: invalid-free: what is freed was not allocated on the heap
        does not end"#]],
    );
    shows(
        KEPT,
        &free("", "@kept"),
        expect![[r#"
        line 5: invalid-free: what is freed was not allocated on the heap
        does not end"#]],
    );
    shows(
        "",
        &free("", "fn @main"),
        expect![[r#"
        line 5: invalid-free: what is freed is no heap object
        does not end"#]],
    );
    shows(
        "",
        &free("  %0 = inttoptr i64 64 to ptr\n", "%0"),
        expect![[r#"
        line 5: invalid-free: what is freed is no heap object
        does not end"#]],
    );
    shows(
        "",
        &free("  %0 = nondet pointer ptr\n", "%0"),
        expect![[r#"
        line 5: invalid-free: a pointer of unknown value is freed
        does not end"#]],
    );
    let maybe = |lo, hi| {
        let rest = format!("{}  %4 = offset %3 + %0*1\n  call void @free(ptr %4) !9:1\n  return i64 0", kept(8));
        with_number(lo, hi, &rest)
    };
    shows(
        KEPT,
        &maybe(0, 0),
        expect![[r#"
        FuncId(0) %0=0
          0: region heap size 8 freed
          GlobalId(0): region global size 8 Zero 0:8=&0
        ends without heap objects"#]],
    );
    shows(
        KEPT,
        &maybe(0, 1),
        expect![[r#"
        line 9: invalid-free: what is freed is not the start of an object
        does not end"#]],
    );
}

#[test]
fn objects_are_reallocated() {
    let again = |size: &str| {
        format!(
            "  %3 = call ptr @malloc(i64 8)\n  store i64 578437695752307201 to %3 align 8\n  %4 = call ptr @realloc(ptr %3, i64 {size}) !7:1\n  \
            store ptr %4 to @kept align 8\n  return i64 0"
        )
    };
    shows(
        KEPT,
        &with_number(0, 0, &again("16")),
        expect![[r#"
        FuncId(0) %0=0
          0: region heap size 16 Uninit 0:8=578437695752307201
          GlobalId(0): region global size 8 Zero 0:8=&0
        ends with heap objects"#]],
    );
    shows(
        KEPT,
        &with_number(0, 0, &again("4")),
        expect![[r#"
        FuncId(0) %0=0
          0: region heap size 4 Uninit 0:4=67305985
          GlobalId(0): region global size 8 Zero 0:8=&0
        ends with heap objects"#]],
    );
    shows(
        KEPT,
        &with_number(0, 0, &again("0")),
        expect![[r#"
        FuncId(0) %0=0
          GlobalId(0): region global size 8 Zero
        ends without heap objects"#]],
    );
    shows(
        KEPT,
        &with_number(0, 0, &again("-1")),
        expect![[r#"
        FuncId(0) %0=0
          GlobalId(0): region global size 8 Zero
        line 0: leak: the last pointer to a heap object is lost
        ends without heap objects"#]],
    );
    shows(
        KEPT,
        &with_number(0, 12, &again("%0")),
        expect![[r#"
        FuncId(0) %0=0
          GlobalId(0): region global size 8 Zero
        FuncId(0) %0=0
          0: region heap size ?0 Unknown
          GlobalId(0): region global size 8 Zero 0:8=&0
          ?0 in 1..12
          0 != ?0
        ends with and without heap objects"#]],
    );
    shows(
        KEPT,
        &with_number(8, 12, &again("%0")),
        expect![[r#"
        FuncId(0) %0=0
          0: region heap size ?0 Unknown 0:8=578437695752307201
          GlobalId(0): region global size 8 Zero 0:8=&0
          ?0 in 8..12
        ends with heap objects"#]],
    );
    let of = |what: &str| {
        format!(
            "bb0:\n  %0 = alloca 8 align 8\n  %1 = nondet pointer ptr\n  %2 = call ptr @realloc(ptr {what}, i64 4) !7:1\n  store ptr %2 to @kept align 8\n  return i64 0"
        )
    };
    shows(
        KEPT,
        &of("null"),
        expect![[r#"
        FuncId(0) %0=0
          0: region heap size 4 Uninit
          GlobalId(0): region global size 8 Zero 0:8=&0
        ends with heap objects"#]],
    );
    shows(
        KEPT,
        &of("%0"),
        expect![[r#"
        line 7: bad-realloc: what is freed was not allocated on the heap
        does not end"#]],
    );
    shows(
        KEPT,
        &of("%1"),
        expect![[r#"
        line 7: bad-realloc: a pointer of unknown value is freed
        does not end"#]],
    );
    shows(
        KEPT,
        &of("@kept"),
        expect![[r#"
        line 7: bad-realloc: what is freed was not allocated on the heap
        does not end"#]],
    );
    shows(
        KEPT,
        &of("fn @main"),
        expect![[r#"
        line 7: bad-realloc: what is freed is no heap object
        does not end"#]],
    );
    let old = "  %3 = call ptr @malloc(i64 %0)\n  store i32 9 to %3 align 4\n  %4 = call ptr @realloc(ptr %3, i64 64)\n  store ptr %4 to @kept align 8\n  return i64 0";
    shows(
        KEPT,
        &with_number(4, 9, old),
        expect![[r#"
        FuncId(0) %0=0
          0: region heap size 64 Unknown 0:4=9
          GlobalId(0): region global size 8 Zero 0:8=&0
        ends with heap objects"#]],
    );
    shows(
        KEPT,
        &with_number(3, 9, old),
        expect![[r#"
        FuncId(0) %0=0
          0: region heap size 64 Unknown 0:4=9
          GlobalId(0): region global size 8 Zero 0:8=&0
        line 0: out-of-bounds: a write of 4 bytes may leave its object
        ends with heap objects"#]],
    );
}

#[test]
fn output_reads_its_bytes() {
    let write =
        |count: &str| kept(8) + &format!("  %4 = call i64 @write(i32 1, ptr %3, i64 {count}) !8:1\n  return i64 0");
    shows(
        KEPT,
        &with_number(0, 8, &write("%0")),
        expect![[r#"
        FuncId(0) %0=0
          0: region heap size 8 Uninit 0:8=72340172838076673
          GlobalId(0): region global size 8 Zero 0:8=&0
        ends with heap objects"#]],
    );
    shows(
        KEPT,
        &with_number(0, 9, &write("%0")),
        expect![[r#"
        FuncId(0) %0=0
          0: region heap size 8 Uninit 0:8=72340172838076673
          GlobalId(0): region global size 8 Zero 0:8=&0
        line 8: out-of-bounds: a read of 9 bytes at offset 0 leaves an object of 8 bytes
        ends with heap objects"#]],
    );
    shows(
        KEPT,
        &with_number(-1, 8, &write("%0")),
        expect![[r#"
        FuncId(0) %0=0
          0: region heap size 8 Uninit 0:8=72340172838076673
          GlobalId(0): region global size 8 Zero 0:8=&0
        line 8: out-of-bounds: output of unknown length
        ends with heap objects"#]],
    );
    shows(
        KEPT,
        &with_number(0, 0, &write("%0")),
        expect![[r#"
        FuncId(0) %0=0
          0: region heap size 8 Uninit 0:8=72340172838076673
          GlobalId(0): region global size 8 Zero 0:8=&0
        ends with heap objects"#]],
    );
    shows(
        KEPT,
        &with_number(0, 0, &write("9")),
        expect![[r#"
        line 8: out-of-bounds: a read of 9 bytes at offset 0 leaves an object of 8 bytes
        does not end"#]],
    );
}

#[test]
fn which_bytes_may_be_touched() {
    let read = |before: &str, what: &str| {
        format!("bb0:\n{before}  %9 = load i8 {what} align 1 !5:1\n  %10 = sext i8 %9 to i64\n  return %10")
    };
    let numbered =
        |text: String, regs: usize| text.replace("%10", &format!("%{}", regs + 1)).replace("%9", &format!("%{regs}"));
    for (before, what, regs, expected) in [
        (
            "",
            "null",
            0,
            expect![[r#"
            line 5: null-deref: a read goes through a null pointer
            does not end"#]],
        ),
        (
            "  %0 = inttoptr i64 4095 to ptr\n",
            "%0",
            1,
            expect![[r#"
            line 5: null-deref: a read goes through a null pointer
            does not end"#]],
        ),
        (
            "  %0 = inttoptr i64 4096 to ptr\n",
            "%0",
            1,
            expect![[r#"
            line 5: wild-deref: a read goes through a pointer to no object
            does not end"#]],
        ),
        (
            "  %0 = inttoptr i64 -1 to ptr\n",
            "%0",
            1,
            expect![[r#"
            line 5: wild-deref: a read goes through a pointer to no object
            does not end"#]],
        ),
        (
            "",
            "fn @main",
            0,
            expect![[r#"
            line 5: wild-deref: a read goes through a pointer to no object
            does not end"#]],
        ),
        (
            "",
            "label @main:bb0",
            0,
            expect![[r#"
            line 5: wild-deref: a read goes through a pointer to no object
            does not end"#]],
        ),
        (
            "  %0 = undef ptr\n",
            "%0",
            1,
            expect![[r#"
            line 5: uninit-deref: a read goes through an uninitialised pointer
            does not end"#]],
        ),
        (
            "  %0 = nondet pointer ptr\n",
            "%0",
            1,
            expect![[r#"
            line 5: wild-deref: a read goes through a pointer of unknown value
            does not end"#]],
        ),
        (
            "",
            "@outside",
            0,
            expect![[r#"
            line 5: unsupported: `outside`, which is defined elsewhere
            does not end"#]],
        ),
        (
            "",
            "@odd",
            0,
            expect![[r#"
            line 5: unsupported: threads
            does not end"#]],
        ),
        (
            "",
            "@text+3",
            0,
            expect![[r#"
            FuncId(0) %0=100
            ends without heap objects"#]],
        ),
        (
            "",
            "@text+4",
            0,
            expect![[r#"
            line 5: out-of-bounds: a read of 1 bytes at offset 4 leaves an object of 4 bytes
            does not end"#]],
        ),
        (
            "",
            "@text-1",
            0,
            expect![[r#"
            line 5: out-of-bounds: a read of 1 bytes at offset -1 leaves an object of 4 bytes
            does not end"#]],
        ),
        (
            "  %0 = alloca 4 align 4\n  lifetime.end %0\n",
            "%0",
            1,
            expect![[r#"
            line 5: use-after-scope: a read touches a local variable that is gone
            does not end"#]],
        ),
    ] {
        let globals = "global @outside: 8 align 8\nglobal @odd: 8 align 8 = { unsupported 8 \"threads\" }\nglobal @text: 4 align 1 const = { bytes \"abcd\" }\n";
        shows(globals, &numbered(read(before, what), regs), expected);
    }
    let write = |what: &str| format!("bb0:\n  store i8 1 to {what} align 1 !5:1\n  return i64 0");
    let globals = "global @text: 4 align 1 const = { bytes \"abcd\" }\nglobal @free: 4 align 1 = { bytes \"abcd\" }\n";
    shows(
        globals,
        &write("@text"),
        expect![[r#"
        line 5: readonly-write: a write changes a constant object
        does not end"#]],
    );
    shows(
        globals,
        &write("@free"),
        expect![[r#"
        FuncId(0) %0=0
          GlobalId(1): region global size 4 Init(GlobalId(1)) 0:1=1
        ends without heap objects"#]],
    );
}

/// Objects of unknown size: what lies behind the least size may be outside, and the runs that go on know that it is not.
#[test]
fn the_size_is_learned_from_what_is_touched() {
    let touch = |at: i64, ty: &str| {
        format!(
            "  %3 = call ptr @malloc(i64 %0)\n  store ptr %3 to @kept align 8\n  %4 = offset %3 {} {}\n  store {ty} 1 to %4 align 1 !9:1\n  return %0",
            if at < 0 { '-' } else { '+' },
            at.abs()
        )
    };
    shows(
        KEPT,
        &with_number(4, 8, &touch(0, "i32")),
        expect![[r#"
        FuncId(0) %0=?0
          0: region heap size ?0 Uninit 0:4=1
          GlobalId(0): region global size 8 Zero 0:8=&0
          ?0 in 4..8
        ends with heap objects"#]],
    );
    shows(
        KEPT,
        &with_number(4, 8, &touch(1, "i32")),
        expect![[r#"
        FuncId(0) %0=?0
          0: region heap size ?0 Uninit 1:4=1
          GlobalId(0): region global size 8 Zero 0:8=&0
          ?0 in 5..8
        line 9: out-of-bounds: a write of 4 bytes may leave its object
        ends with heap objects"#]],
    );
    shows(
        KEPT,
        &with_number(4, 8, &touch(4, "i32")),
        expect![[r#"
        FuncId(0) %0=8
          0: region heap size 8 Uninit 4:4=1
          GlobalId(0): region global size 8 Zero 0:8=&0
        line 9: out-of-bounds: a write of 4 bytes may leave its object
        ends with heap objects"#]],
    );
    shows(
        KEPT,
        &with_number(4, 8, &touch(5, "i32")),
        expect![[r#"
        line 9: out-of-bounds: a write of 4 bytes may leave its object
        does not end"#]],
    );
    shows(
        KEPT,
        &with_number(4, 8, &touch(-1, "i32")),
        expect![[r#"
        line 9: out-of-bounds: a write of 4 bytes may leave its object
        does not end"#]],
    );
}
