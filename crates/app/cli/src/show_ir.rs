//! `cairn ir`.

use anyhow::Result;
use command::exit;
use command::load::Sources;
use command::output;
use dsa::pure::Pure;

use crate::args::ShowIr;

pub fn command(args: &ShowIr) -> Result<u8> {
    let sources = Sources::of(&args.program.inputs)?;
    let loaded = sources.load_in(&args.program.world)?;
    let mut text = Vec::new();
    if args.pure {
        let options = dsa::Options::default();
        let points_to = dsa::analyze(&loaded.module, &options);
        report::write_pure(&Pure::new(&points_to, &options.summaries), &mut text)?;
    } else {
        report::write_ir(&loaded.module, &mut text)?;
    }
    output::print(&text)?;
    Ok(exit::HOLDS)
}
