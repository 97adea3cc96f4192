//! `cairn ir`.

use anyhow::Result;

use crate::args::ShowIr;
use crate::exit;
use crate::load::Sources;

pub fn command(args: &ShowIr) -> Result<u8> {
    let sources = Sources::of(&args.program.inputs)?;
    let loaded = sources.load_in(&args.program.world)?;
    let mut text = Vec::new();
    report::write_ir(&loaded.module, &mut text)?;
    crate::print(&text)?;
    Ok(exit::HOLDS)
}
