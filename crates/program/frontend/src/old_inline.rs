//! Old C's `inline`.
//!
//! Since C99, a plain `inline` definition is no definition for the linker: at `-O0` its calls stay open, and the program
//! does not link. In GNU C89 it was one, and much old code means that. A program of one file that calls something
//! without a body and says `inline` somewhere is therefore compiled again the old way, and kept so if that gives
//! more functions a body.

use std::path::PathBuf;

use ir::FuncBody;

use crate::input::Kind;
use crate::{Loaded, Options, load_program};

const OLD_INLINE: &str = "-fgnu89-inline";

pub fn with_bodies(kinds: &[(PathBuf, Kind)], options: &Options, loaded: Loaded) -> Loaded {
    let [(path, kind)] = kinds else { return loaded };
    let missing = without_body(&loaded);
    let decided = options.clang_args.iter().any(|argument| argument.ends_with("gnu89-inline"));
    if missing == 0 || !kind.is_c() || decided || !says_inline(path) {
        return loaded;
    }
    let mut old = options.clone();
    old.clang_args.push(OLD_INLINE.to_string());
    match load_program(kinds, &old) {
        Ok(mut again) if without_body(&again) < missing => {
            again.times.add(&loaded.times);
            again
        }
        // The old way does not compile, or does not help.
        Ok(_) | Err(_) => loaded,
    }
}

fn without_body(loaded: &Loaded) -> usize {
    loaded.module.funcs.iter().filter(|func| func.body == FuncBody::External).count()
}

fn says_inline(path: &PathBuf) -> bool {
    std::fs::read(path).is_ok_and(|text| text.windows(6).any(|word| word == b"inline"))
}
