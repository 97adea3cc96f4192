//! The document as one line of JSON.

use std::io::{self, Write};

use super::{Report, document};

pub fn write_json(report: &Report<'_, '_>, out: &mut dyn Write) -> io::Result<()> {
    serde_json::to_writer(&mut *out, &document(report))?;
    writeln!(out)
}
