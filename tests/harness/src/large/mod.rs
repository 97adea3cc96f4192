//! A large C program of any size, to measure how analyses grow.
//!
//! It is made like a system of drivers: units with their own types, globals and tables of operations lie in layers, and
//! each stands on a device of the layer below. All use one small library of lists, tables, growing arrays and text, with
//! structures of their own. Larger programs have more units beside each other, not deeper calls or larger structures, so
//! that what is measured is the analysis and not the program's nature.

mod statements;
mod unit;

use self::unit::{Held, Unit, call, unit};
use crate::generate::Rng;

const LAYERS: usize = 3;
const UNIT_FUNCTIONS: usize = 24;
/// Of a column of units, as far as the compiler keeps them.
const COLUMN_FUNCTIONS: usize = 68;
const LIBRARY_FUNCTIONS: usize = 28;
/// Columns of units that one function makes devices for.
const GROUP: usize = 4;

/// Units whose devices are on the one bus. A bus of any length would have a call from each of its devices to each of them:
/// a program whose call graph grows with the square of its size, whatever the analysis.
const ON_BUS: usize = 4;

/// Most units keep their devices to themselves, as most code does. Those on the bus lie lowest: the analysis cannot tell
/// their devices apart, nor anything that these lead to, and there would be little left to analyse above.
fn held(layer: usize, column: usize) -> Held {
    if layer == LAYERS - 1 && column.is_multiple_of(GROUP) && column / GROUP < ON_BUS {
        Held::OnBus
    } else if (layer + column).is_multiple_of(3) {
        Held::Globally
    } else {
        Held::Locally
    }
}

/// A program of about so many functions. The same arguments give the same text.
pub fn program(seed: u64, functions: usize) -> String {
    let mut rng = Rng::new(seed);
    let mut text = include_str!("library.c").to_string();
    let wanted = functions.saturating_sub(LIBRARY_FUNCTIONS) + COLUMN_FUNCTIONS / 2;
    let columns = (wanted / COLUMN_FUNCTIONS).max(1);
    let mut below: Vec<Unit> = Vec::new();
    let mut stacks: Vec<Vec<String>> = vec![Vec::new(); columns];
    for layer in (0..LAYERS).rev() {
        let mut here = Vec::new();
        for (column, stack) in stacks.iter_mut().enumerate() {
            let name = format!("layer{layer}_{column}");
            let also = below.get((column + 1) % columns);
            let (made, code) = unit(&mut rng, name, held(layer, column), UNIT_FUNCTIONS, below.get(column), also);
            text.push_str(&code);
            stack.push(made.name.clone());
            here.push(made);
        }
        below = here;
    }
    text.push_str(&start(&stacks, &below));
    text
}

/// Makes all devices, from the lowest layer up, and has the uppermost do something.
fn start(stacks: &[Vec<String>], uppermost: &[Unit]) -> String {
    let mut text = String::new();
    let groups = stacks.chunks(GROUP);
    for (number, group) in groups.clone().enumerate() {
        text.push_str(&format!(
            "\nstatic int group{number}(int mode) {{\n  struct floor_dev floor = {{{{0}}}};\n  int sum = 0;\n"
        ));
        for (stack, top) in group.iter().zip(&uppermost[number * GROUP..]) {
            let mut below = "&floor".to_string();
            for name in stack {
                text.push_str(&format!("  struct {name}_dev *{name} = {name}_create(\"{name}\", mode, {below});\n"));
                text.push_str(&format!("  sum += {name}_try({name}, mode);\n"));
                below.clone_from(name);
            }
            for work in &top.entries {
                text.push_str(&format!("  {}\n", call(work, &top.name, &top.name, "mode")));
            }
        }
        text.push_str("  return sum;\n}\n");
    }
    text.push_str("\nint main(int argc, char **argv) {\n  struct text words = {0};\n  int sum = argc;\n");
    for number in 0..groups.len() {
        text.push_str(&format!("  sum += group{number}(argc + {number});\n"));
    }
    text.push_str("  for (int i = 1; i < argc; i++)\n    text_join(&words, 2, argv[i], argv[i - 1]);\n");
    text.push_str("  device_notify(sum);\n  return sum & 1;\n}\n");
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::points_to::check;
    use crate::subject::load;
    use ir::DataModel;

    #[test]
    fn the_text_depends_on_its_arguments_only() {
        assert_eq!(program(1, 100), program(1, 100));
        assert_ne!(program(1, 100), program(2, 100));
    }

    /// It compiles, has the functions it promises, and the analysis is right about its runs.
    #[test]
    fn it_is_a_program() {
        let scratch = tempfile::tempdir().expect("a folder for scratch files");
        let file = scratch.path().join("large.c");
        std::fs::write(&file, program(1, 100)).expect("the program is written");
        let module = load(&file, DataModel::Lp64, &[]).expect("the program compiles").module;
        let own = module.funcs.iter().filter(|func| func.is_defined() && !func.model).count();
        assert!((80..=140).contains(&own), "{own} functions");
        let checked = check(&module, 1);
        assert_eq!(checked.failures, Vec::<String>::new());
        assert!(checked.accesses > 1000, "{} accesses", checked.accesses);
    }
}
