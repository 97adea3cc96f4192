//! Blocks of memory that are filled and copied: what they hold afterwards, as text.

use super::explorer::{KEPT, kept, shows, with_number};
use expect_test::expect;

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
            "  %3 = call ptr @calloc(i64 1, i64 16)\n  store ptr %3 to @kept align 8\n  %4 = offset %3 + 12\n  store i32 1 to %4 align 4\n  \
            %5 = offset %3 + {first}\n  memset %5, i8 0, %0\n  return i64 0"
        )
    };
    shows(
        KEPT,
        &with_number(2, 6, &zeros(0)),
        expect![[r#"
            FuncId(0) %0=0
              0: region heap size 16 Zero 12:4=1
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
              0: region heap size 16 Zero 12:4=1
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

/// As long as objects can be, and not longer.
#[test]
fn the_longest_blocks() {
    let fill = |len: i64| {
        format!(
            "bb0:\n  %0 = call ptr @malloc(i64 70368744177664)\n  memset %0, i8 0, i64 {len} !4:1\n  call void @free(ptr %0)\n  return i64 0"
        )
    };
    shows(
        "",
        &fill(70_368_744_177_664),
        expect![[r#"
        FuncId(0) %0=0
        ends without heap objects"#]],
    );
    shows(
        "",
        &fill(70_368_744_177_665),
        expect![[r#"
        line 4: out-of-bounds: a block operation may be longer than any object
        does not end"#]],
    );
    let some = "  %3 = call ptr @malloc(i64 70368744177664)\n  memset %3, i8 0, %0 !4:1\n  call void @free(ptr %3)\n  return i64 0";
    shows(
        "",
        &with_number(1, i64::MAX, some),
        expect![[r#"
        FuncId(0) %0=0
        line 4: out-of-bounds: a block operation may be longer than any object
        ends without heap objects"#]],
    );
}

/// Functions of the library, with their arguments in their places.
#[test]
fn builtin_copies() {
    let copy = |name: &str, to: i64| {
        kept(16)
            + &format!(
                "  store i32 50462976 to %3 align 4\n  %4 = offset %3 + {to}\n  %5 = call ptr @{name}(ptr %4, ptr %3, i64 4) !8:1\n  store i8 9 to %5 align 1\n  return i64 0"
            )
    };
    shows(
        KEPT,
        &with_number(0, 0, &copy("memcpy", 8)),
        expect![[r#"
        FuncId(0) %0=0
          0: region heap size 16 Uninit 0:4=50462976 4:4=16843009 8:1=9 9:3=197121 12:4=16843009
          GlobalId(0): region global size 8 Zero 0:8=&0
        ends with heap objects"#]],
    );
    shows(
        KEPT,
        &with_number(0, 0, &copy("memcpy", 2)),
        expect![[r#"
        line 8: overlapping-copy: a copy may overlap itself
        does not end"#]],
    );
    shows(
        KEPT,
        &with_number(0, 0, &copy("memmove", 2)),
        expect![[r#"
        FuncId(0) %0=0
          0: region heap size 16 Uninit 0:2=256 2:1=9 3:3=197121 6:2=257 8:8=72340172838076673
          GlobalId(0): region global size 8 Zero 0:8=&0
        ends with heap objects"#]],
    );
    let set = kept(16)
        + "  %4 = offset %3 + 4\n  %5 = call ptr @memset(ptr %4, i32 320, i64 8)\n  store i8 9 to %5 align 1\n  return i64 0";
    shows(
        KEPT,
        &with_number(0, 0, &set),
        expect![[r#"
            FuncId(0) %0=0
              0: region heap size 16 Uninit 0:4=16843009 4:1=9 5:7=18085043209519168 12:4=16843009
              GlobalId(0): region global size 8 Zero 0:8=&0
            ends with heap objects"#]],
    );
    let unknown = kept(16) + "  %4 = nondet signed i32\n  %5 = call ptr @memset(ptr %3, i32 %4, i64 8)\n  return i64 0";
    shows(
        KEPT,
        &with_number(0, 0, &unknown),
        expect![[r#"
        FuncId(0) %0=0
          0: region heap size 16 Uninit 0:8=?0 8:8=72340172838076673
          GlobalId(0): region global size 8 Zero 0:8=&0
          ?0 in -9223372036854775808..9223372036854775807
        ends with heap objects"#]],
    );
}
