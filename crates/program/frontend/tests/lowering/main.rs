//! C in, IR text out: one module per family of constructs. `UPDATE_EXPECT=1 cargo test` writes the outputs anew.

mod arithmetic;
mod calls;
#[path = "../common/mod.rs"]
mod common;
mod control;
mod memory;
mod variables;

use common::load_source;
use expect_test::Expect;
use ir::DataModel;

fn check_as(name: &str, source: &str, data_model: DataModel, expect: Expect) {
    let loaded = load_source(name, source.as_bytes(), data_model).unwrap_or_else(|error| panic!("{error}"));
    let text = loaded.module.to_string();
    assert_eq!(ir::parse(&text).expect("the text form parses").to_string(), text);
    // Files lie in a temporary folder and types follow them: both are left out.
    let code = text.split("\nfile ").next().unwrap_or(&text);
    expect.assert_eq(code);
}

fn check(source: &str, expect: Expect) {
    check_as("test.c", source, DataModel::Lp64, expect);
}

fn check_ilp32(source: &str, expect: Expect) {
    check_as("test.c", source, DataModel::Ilp32, expect);
}

fn check_cpp(source: &str, expect: Expect) {
    check_as("test.cpp", source, DataModel::Lp64, expect);
}
