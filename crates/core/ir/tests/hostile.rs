//! Texts that would hurt a careless reader: large, deep or with huge numbers. Each must be answered at once.

fn rejected(text: &str) -> String {
    ir::parse(text).expect_err("the text is nonsense").to_string()
}

#[test]
fn long_runs_of_one_thing() {
    for piece in
        ["{", "(", "%", "%a.", "@", "@\"", "\"\\", "#", "!", "!f1:", "-", "0", "9", "a", "...", "->", "é", "\0"]
    {
        let run = piece.repeat(50_000);
        rejected(&run);
        rejected(&format!("module lp64\n{run}"));
        rejected(&format!("module lp64\nfunc @f() {{\nbb0:\n  {run}"));
        rejected(&format!("module lp64\nfunc @f() {{\nbb0:\n  %0 = add i32 1, {run}"));
        rejected(&format!("module lp64\nfunc @f() {{\nbb0:\n  store f64 1.{run}"));
        rejected(&format!("module lp64\ntype #0 = struct {run}"));
    }
}

#[test]
fn huge_numbers_of_registers_in_many_functions() {
    let mut text = String::from("module lp64\n");
    for index in 0..20_000 {
        text.push_str(&format!("func @f{index}() {{\nbb0:\n  assume %0\n  %0 = undef i1\n  unreachable\n}}\n"));
    }
    text.push_str("func @g() {\nbb0:\n  assume %500000\n  unreachable\n}\n");
    assert!(rejected(&text).contains("is never defined"));
    let dense = text.replace("assume %500000", "assume true");
    let module = ir::parse(&dense).expect("the rest is right");
    assert_eq!(ir::verify(&module).expect_err("used before their definitions").len(), 50);
}

#[test]
fn a_ladder_of_exits() {
    let mut text = String::from("module lp64\nfunc @f(%0: i1, %1: i32) -> i32 {\n");
    let count = 60_000;
    for index in 0..count {
        text.push_str(&format!("bb{index}:\n  branch %0, bb{}, bb{count}(%1)\n", index + 1));
    }
    text = text.replace(&format!(", bb{count}, bb{count}(%1)"), &format!(", bb{count}(%1), bb{count}(%1)"));
    text.push_str(&format!("bb{count}(%2: i32):\n  return %2\n}}\n"));
    let module = ir::parse(&text).expect("the ladder parses");
    ir::verify(&module).expect("the ladder verifies");
    let func = module.funcs.iter().next().expect("one function");
    let cfg = ir::Cfg::of(func);
    assert!(ir::Loops::of(&cfg, &ir::Dominators::of(&cfg)).is_empty());
    ir::Liveness::of(func, &cfg);
}

#[test]
fn types_that_grow_when_printed() {
    let mut text = String::from("module lp64\ntype #0 = void\n");
    for index in 1..3000 {
        let before = index - 1;
        let params = vec![format!("#{before}"); 20].join(", ");
        text.push_str(&format!("type #{index} = function #{before} ({params})\n"));
    }
    let module = ir::parse(&text).expect("the types parse");
    ir::verify(&module).expect("the types verify");
    assert!(module.to_string().len() < 10_000_000);
}
