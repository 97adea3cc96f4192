//! C++ without exceptions and without its library: what `new` and `delete` do is known.

use std::path::PathBuf;
use std::process::Command;

/// The verdict lines for a program in C++.
fn verdicts(name: &str, text: &str) -> String {
    let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    std::fs::write(&path, text).expect("the folder for temporary files is writable");
    let mut cairn = Command::new(env!("CARGO_BIN_EXE_cairn"));
    cairn.args(["verify", "--timeout", "100", "--property", "valid-memsafety"]).arg(&path);
    let output = cairn.args(["--", "-fno-exceptions"]).output().expect("cairn starts");
    let report = String::from_utf8_lossy(&output.stdout).into_owned();
    report.lines().filter(|line| line.starts_with("Verdict")).collect()
}

const SHAPES: &str = "struct Shape { virtual int area() const = 0; virtual ~Shape() {} };\n\
    struct Square : Shape { int side; Square(int s) : side(s) {} int area() const override { return side * side; } };\n\
    static int sum() { static Square unit(1); int *many = new int[3]; many[2] = unit.area(); int last = many[2];\n\
      delete[] many; return last; }\n";

#[test]
fn objects_that_are_deleted() {
    let main = "int main() { Shape *s = new Square(3); int a = s->area() + sum(); delete s; return a - 10; }\n";
    let verdict = verdicts("objects_ok.cpp", &format!("{SHAPES}{main}"));
    assert_eq!(verdict, "Verdict: valid-memsafety TRUE");
}

#[test]
fn objects_that_are_not_or_twice() {
    let lost = "int main() { Shape *s = new Square(3); int a = s->area() + sum(); return a - 10; }\n";
    let verdict = verdicts("objects_lost.cpp", &format!("{SHAPES}{lost}"));
    assert_eq!(verdict, "Verdict: valid-memsafety FALSE(valid-memtrack)");
    let twice = "int main() { int *p = new int(sum()); delete p; delete p; return 0; }\n";
    let verdict = verdicts("objects_twice.cpp", &format!("{SHAPES}{twice}"));
    assert_eq!(verdict, "Verdict: valid-memsafety FALSE(valid-free)");
}
