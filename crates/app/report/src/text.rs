//! Text for people: compiler-style diagnostics, the path, and one verdict line per property.

use std::io::{self, Write};

use annotate_snippets::{AnnotationKind, Group, Level, Renderer, Snippet};
use certify::{Conclusion, Path, Refutation, Seen};
use engine::Violation;
use ir::{LocId, Module};

use crate::again::Again;
use crate::inputs::command_line;
use crate::path::{Line, condense};
use crate::reason::reason;
use crate::shapes::write_shapes;
use crate::source::{Sources, underlined};
use crate::step::Steps;
use crate::style::{Paint, Style};
use crate::why::write_why;
use crate::{Report, assumed};

/// The whole text report of `verify`.
pub fn write_text(report: &Report<'_>, style: Style, out: &mut dyn Write) -> io::Result<()> {
    if let Some(module) = report.module {
        let diagnostics = Diagnostics::new(module, style);
        let mut shown: Vec<&Violation> = Vec::new();
        for settled in report.results {
            let (severity, violation) = match settled.verdict.conclusion() {
                Conclusion::True(_) => continue,
                Conclusion::False(refutation) => (Severity::Error, &refutation.violation),
                Conclusion::Unknown(doubt) => match &doubt.suspicion {
                    Some(violation) => (Severity::Warning, violation),
                    None => continue,
                },
            };
            if shown.contains(&violation) {
                continue;
            }
            shown.push(violation);
            match settled.verdict.conclusion() {
                Conclusion::Unknown(doubt) if matches!(doubt.seen, Some(Seen::IfCallsReturn(_))) => {
                    diagnostics.if_calls_return(violation, out)?;
                }
                Conclusion::Unknown(_) | Conclusion::True(_) | Conclusion::False(_) => {
                    diagnostics.violation(severity, violation, out)?;
                }
            }
            match settled.verdict.conclusion() {
                Conclusion::False(refutation) => diagnostics.refutation(refutation, &report.again, out)?,
                Conclusion::Unknown(doubt) => {
                    if let Some(seen) = &doubt.seen {
                        diagnostics.path(&seen.run().path, out)?;
                    }
                }
                Conclusion::True(_) => {}
            }
            writeln!(out)?;
        }
    }
    if let (Some(shapes), Some(module)) = (&report.shapes, report.module) {
        write_shapes(shapes, module, style, out)?;
    }
    if let (Some(grounds), Some(module)) = (report.grounds, report.module) {
        write_why(grounds, module, style, out)?;
    }
    for settled in report.results {
        let property = settled.verdict.property();
        let assuming =
            assumed::words(&settled.verdict, report.module).map_or(String::new(), |words| format!(", {words}"));
        match settled.verdict.conclusion() {
            Conclusion::True(_) => writeln!(out, "Verdict: {property} {}{assuming}", style.paint(Paint::Good, "TRUE"))?,
            Conclusion::False(refutation) => {
                let verdict = style.paint(Paint::Error, format!("FALSE({})", refutation.part));
                writeln!(out, "Verdict: {property} {verdict}{assuming}")?;
            }
            Conclusion::Unknown(doubt) => {
                let why = reason(&doubt.reason, settled, report.module);
                writeln!(out, "Verdict: {property} {} ({why})", style.paint(Paint::Warning, "UNKNOWN"))?;
            }
        }
    }
    Ok(())
}

/// How sure Cairn is of a finding.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Severity {
    /// It happened in a run.
    Error,
    /// An engine suspects it.
    Warning,
}

/// Writes findings about one program.
#[derive(Debug)]
pub struct Diagnostics<'m> {
    sources: Sources<'m>,
    style: Style,
}

impl<'m> Diagnostics<'m> {
    pub fn new(module: &'m Module, style: Style) -> Self {
        Diagnostics { sources: Sources::new(module), style }
    }

    /// `file:line:col: error: … [code]` with the source line, then the related places.
    pub fn violation(&self, severity: Severity, violation: &Violation, out: &mut dyn Write) -> io::Result<()> {
        let (paint, label) = match severity {
            Severity::Error => (Paint::Error, "error"),
            Severity::Warning => (Paint::Warning, "warning"),
        };
        let suspected = match severity {
            Severity::Error => "",
            Severity::Warning => "suspected, not confirmed: ",
        };
        let message = format!("{suspected}{} [{}]", violation.message, violation.kind);
        self.message(violation.loc, (paint, label), &message, out)?;
        self.related(violation, out)
    }

    fn related(&self, violation: &Violation, out: &mut dyn Write) -> io::Result<()> {
        for (loc, what) in &violation.related {
            self.message(*loc, (Paint::Note, "note"), what, out)?;
        }
        Ok(())
    }

    /// A violation in a run that calls functions of which nothing is known.
    fn if_calls_return(&self, violation: &Violation, out: &mut dyn Write) -> io::Result<()> {
        let message =
            format!("{} if the functions without body on the path return [{}]", violation.message, violation.kind);
        self.message(violation.loc, (Paint::Warning, "warning"), &message, out)?;
        self.related(violation, out)
    }

    /// The calls that lead to a violation, for reports without a path.
    pub fn stack(&self, violation: &Violation, out: &mut dyn Write) -> io::Result<()> {
        let module = self.sources.module();
        for frame in violation.stack.iter().rev() {
            let name = &module.funcs[frame.func].name;
            if let Some((loc, path)) = self.sources.place(frame.called_at) {
                let place = format!("{path}:{}:{}:", loc.line, loc.column);
                writeln!(out, "{} {} `{name}` was called here", self.style.paint(Paint::Bold, place), self.note())?;
            }
        }
        Ok(())
    }

    /// One message of the program's user about a place, or about none.
    fn message(&self, at: LocId, (paint, label): (Paint, &str), message: &str, out: &mut dyn Write) -> io::Result<()> {
        let label = self.style.paint(paint, format!("{label}:"));
        let Some((loc, path)) = self.sources.place(at) else {
            return writeln!(out, "{label} {message}");
        };
        let place = format!("{path}:{}:{}:", loc.line, loc.column);
        writeln!(out, "{} {label} {message}", self.style.paint(Paint::Bold, place))?;
        if let Some(line) = self.sources.line(path, loc.line) {
            writeln!(out, "{}", self.snippet(paint, &line, loc.line, loc.column))?;
        }
        Ok(())
    }

    fn snippet(&self, paint: Paint, line: &str, number: u32, column: u32) -> String {
        let level = match paint {
            Paint::Error => Level::ERROR,
            Paint::Warning => Level::WARNING,
            Paint::Note | Paint::Good | Paint::Bold | Paint::Faint => Level::NOTE,
        };
        let annotation = AnnotationKind::Primary.span(underlined(line, column));
        let snippet = Snippet::source(line).line_start(number as usize).annotation(annotation);
        let renderer = if self.style.colour { Renderer::styled() } else { Renderer::plain() };
        renderer.render(&[Group::with_level(level).element(snippet)])
    }

    fn note(&self) -> impl std::fmt::Display {
        self.style.paint(Paint::Note, "note:")
    }

    /// Path of a run that ends in a violation.
    fn refutation(&self, refutation: &Refutation, again: &Again<'_>, out: &mut dyn Write) -> io::Result<()> {
        self.path(&refutation.path, out)?;
        if let Some(strings) = command_line(&refutation.inputs) {
            writeln!(out, "{} `main` gets {strings}", self.note())?;
        }
        self.run_again(refutation, again, out)
    }

    fn path(&self, path: &Path, out: &mut dyn Write) -> io::Result<()> {
        let module = self.sources.module();
        let words = Steps::new(module);
        let rows: Vec<Row> = condense(path, module).iter().map(|line| self.row(line, &words)).collect();
        if rows.is_empty() {
            return Ok(());
        }
        let width = |column: fn(&Row) -> &str| rows.iter().map(|row| column(row).chars().count()).max().unwrap_or(0);
        let (place, what) = (width(|row| &row.place), width(|row| &row.what));
        writeln!(out, "{} the path there:", self.note())?;
        for row in &rows {
            let line = format!("  {:place$}  {:what$}  ", row.place, row.what);
            writeln!(out, "{}", format!("{line}{}", self.style.paint(Paint::Faint, &row.code)).trim_end())?;
        }
        Ok(())
    }

    fn row(&self, line: &Line<'_>, words: &Steps<'_>) -> Row {
        let (step, at) = match line {
            Line::Hidden(1) => return Row { what: "… 1 more step".to_string(), ..Row::default() },
            Line::Hidden(steps) => return Row { what: format!("… {steps} more steps"), ..Row::default() },
            Line::Step { step, at } => (step, *at),
        };
        let what = format!("{}{}", "  ".repeat(step.depth.min(8) as usize), words.describe(step));
        let Some((loc, path)) = self.sources.place(at) else { return Row { what, ..Row::default() } };
        let code = self.sources.line(path, loc.line).map(|line| excerpt(&line)).unwrap_or_default();
        Row { place: format!("{path}:{}:{}", loc.line, loc.column), what, code }
    }

    /// The command that shows the same run again.
    fn run_again(&self, refutation: &Refutation, again: &Again<'_>, out: &mut dyn Write) -> io::Result<()> {
        match again.command(refutation, self.sources.module()) {
            Some(command) => writeln!(out, "{} to run it again: {command}", self.note()),
            None => writeln!(out, "{} the run takes {} inputs", self.note(), refutation.inputs.len()),
        }
    }
}

/// A line of a path, in columns.
#[derive(Default)]
struct Row {
    place: String,
    what: String,
    code: String,
}

/// The code of a line, to stand behind a step.
fn excerpt(line: &str) -> String {
    const WIDTH: usize = 60;
    let code = line.trim();
    if code.is_empty() {
        return String::new();
    }
    if code.chars().count() <= WIDTH {
        return code.to_string();
    }
    let start: String = code.chars().take(WIDTH - 1).collect();
    format!("{start}…")
}
