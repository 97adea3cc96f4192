//! What a verdict takes for granted, in words.

use certify::Verdict;
use ir::{Assumed, FuncId, Module};

/// Names that have room in one line.
const SHOWN: usize = 5;

/// `assuming that 2 functions without body change nothing: log_it, probe`; `None` when nothing is assumed.
pub fn words(verdict: &Verdict, module: Option<&Module>) -> Option<String> {
    let module = module?;
    let functions = [Assumed::Pure, Assumed::Havoc, Assumed::Summary].into_iter().filter_map(|kind| {
        let names = names(verdict.assumed(), kind, module);
        (!names.is_empty()).then(|| group(kind, &names))
    });
    let pointers = verdict
        .trusts_pointers()
        .then(|| "every access through a pointer and every call of the library is valid".to_string());
    let groups: Vec<String> = functions.chain(pointers).collect();
    (!groups.is_empty()).then(|| format!("assuming that {}", groups.join(", and that ")))
}

/// The functions of which something is assumed, and what.
pub fn list(verdict: &Verdict, module: Option<&Module>) -> Vec<(String, &'static str)> {
    let Some(module) = module else { return Vec::new() };
    let each = verdict.assumed().iter().map(|func| &module.funcs[*func]);
    each.filter_map(|func| Some((func.name.clone(), func.assumed?.name()))).collect()
}

fn names<'m>(assumed: &[FuncId], kind: Assumed, module: &'m Module) -> Vec<&'m str> {
    let of_kind = assumed.iter().map(|func| &module.funcs[*func]).filter(|func| func.assumed == Some(kind));
    of_kind.map(|func| func.name.as_str()).collect()
}

fn group(kind: Assumed, names: &[&str]) -> String {
    let who = match names.len() {
        1 => "1 function without body".to_string(),
        count => format!("{count} functions without body"),
    };
    let does = match (kind, names.len()) {
        (Assumed::Pure, 1) => "changes nothing",
        (Assumed::Pure, _) => "change nothing",
        (Assumed::Havoc, 1) => "writes only to what its arguments lead to",
        (Assumed::Havoc, _) => "write only to what their arguments lead to",
        (Assumed::Summary, 1) => "does what its summary says",
        (Assumed::Summary, _) => "do what their summaries say",
    };
    let more = if names.len() > SHOWN { ", …" } else { "" };
    format!("{who} {does}: {}{more}", names[..names.len().min(SHOWN)].join(", "))
}
