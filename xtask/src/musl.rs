//! The string and search functions of a C library that many programs use: what Cairn says of each, called by a small driver with
//! arguments of bounded size about which nothing else is known.
//!
//! The sources come from Debian (`apt-get source`) or a folder that is given; nothing of them is part of this project. They are
//! compiled without `__GNUC__`: with it they read whole words beyond the ends of strings, which C does not allow.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Instant;

use anyhow::{Context, Result, bail, ensure};

use crate::cargo::{cargo, run as execute, target_dir};

const PROPERTIES: [&str; 3] = ["valid-memsafety", "no-overflow", "termination"];
const TIMEOUT: &str = "5";
/// Functions of hundred that have to be settled.
const WANTED: usize = 70;

pub fn run(arguments: &[String]) -> Result<()> {
    let musl = match arguments {
        [] => fetched()?,
        [folder] => PathBuf::from(folder),
        _ => bail!("usage: cargo xtask musl [FOLDER of the sources]"),
    };
    let musl = musl.canonicalize().with_context(|| format!("{}", musl.display()))?;
    execute(cargo("build").args(["--quiet", "--release", "--package", "cli"]))?;
    let cairn = target_dir().join("release/cairn");
    let work = target_dir().join("musl");
    let headers = headers(&musl, &work)?;
    println!("{:16} {:>26} {:>26} {:>26} {:>8}", "function", PROPERTIES[0], PROPERTIES[1], PROPERTIES[2], "seconds");
    let drivers = fs::read_to_string("benches/musl/drivers.txt").context("run it in the project's folder")?;
    let (mut settled, mut all) = (0, 0);
    for line in drivers.lines().filter(|line| !line.starts_with('#') && !line.is_empty()) {
        let (name, rest) = line.split_once(':').context("a line without a function")?;
        let (files, body) = rest.split_once('|').context("a line without a driver")?;
        let file = work.join(format!("{name}.c"));
        fs::write(&file, driver(&musl, files, body))?;
        let started = Instant::now();
        let verdicts = verdicts(&cairn, &file, &headers)?;
        let [safety, overflow, ends] = &verdicts;
        println!("{name:16} {safety:>26} {overflow:>26} {ends:>26} {:>8.2}", started.elapsed().as_secs_f64());
        settled += usize::from(verdicts.iter().all(|verdict| verdict != "UNKNOWN"));
        all += 1;
    }
    println!("{settled} of {all} functions are settled");
    ensure!(settled * 100 >= WANTED * all, "fewer than {WANTED} of a hundred");
    Ok(())
}

/// The source package, unpacked below `target`.
fn fetched() -> Result<PathBuf> {
    let folder = target_dir().join("musl-source");
    fs::create_dir_all(folder.join("lists"))?;
    let folder = folder.canonicalize()?;
    source_entries(&folder.join("entries"))?;
    let apt = |action: &[&str]| {
        let mut command = Command::new("apt-get");
        command.current_dir(&folder).arg("-q");
        for (option, place) in
            [("Dir::Etc::sourcelist", "none"), ("Dir::Etc::sourceparts", "entries"), ("Dir::State::lists", "lists")]
        {
            command.arg("-o").arg(format!("{option}={}", folder.join(place).display()));
        }
        execute(command.args(action))
    };
    let unpacked = || {
        let entries = fs::read_dir(&folder)?.filter_map(Result::ok).map(|entry| entry.path());
        anyhow::Ok(entries.into_iter().find(|path| path.join("src/string").is_dir()))
    };
    if unpacked()?.is_none() {
        apt(&["update"])?;
        apt(&["source", "musl"])?;
    }
    unpacked()?.context("the source package has other contents than expected")
}

/// Where the system's packages come from, their sources come from too.
fn source_entries(folder: &Path) -> Result<()> {
    fs::create_dir_all(folder)?;
    let system = Path::new("/etc/apt");
    let parts = fs::read_dir(system.join("sources.list.d")).into_iter().flatten().filter_map(Result::ok);
    for path in parts.map(|entry| entry.path()).chain([system.join("sources.list")]) {
        let Ok(text) = fs::read_to_string(&path) else { continue };
        let name = path.file_name().context("an entry without a name")?;
        // Others keep no sources of it.
        if text.contains("debian") || text.contains("ubuntu") {
            let line = |line: &str| match line.strip_prefix("deb ") {
                Some(rest) => format!("deb-src {rest}\n"),
                None => format!("{}\n", line.replace("Types: deb", "Types: deb-src").replace("deb-src-src", "deb-src")),
            };
            fs::write(folder.join(name), text.lines().map(line).collect::<String>())?;
        }
    }
    Ok(())
}

/// Makes the headers that musl's own build makes, and tells where all are.
fn headers(musl: &Path, work: &Path) -> Result<Vec<String>> {
    let made = work.join("include/bits");
    fs::create_dir_all(&made)?;
    let mut sed = Command::new("sed");
    sed.arg("-f").arg(musl.join("tools/mkalltypes.sed"));
    sed.arg(musl.join("arch/x86_64/bits/alltypes.h.in")).arg(musl.join("include/alltypes.h.in"));
    let output = sed.output().context("sed does not start")?;
    ensure!(output.status.success(), "sed: {}", String::from_utf8_lossy(&output.stderr));
    fs::write(made.join("alltypes.h"), output.stdout)?;
    let calls = fs::read_to_string(musl.join("arch/x86_64/bits/syscall.h.in"))?;
    fs::write(made.join("syscall.h"), format!("{calls}{}", calls.replace("__NR_", "SYS_")))?;
    let own = ["arch/x86_64", "arch/generic", "src/include", "src/internal", "include"].map(|at| musl.join(at));
    let folders = own.into_iter().chain([work.join("include"), PathBuf::from("benches/musl")]);
    let mut arguments: Vec<String> = ["-nostdinc", "-w", "-U__GNUC__", "-D_GNU_SOURCE"].map(String::from).to_vec();
    arguments.extend(folders.map(|folder| format!("-I{}", folder.display())));
    Ok(arguments)
}

/// One file with everything; what one part defines for itself alone is undefined behind it.
fn driver(musl: &Path, files: &str, body: &str) -> String {
    let mut text = String::new();
    for file in files.split_whitespace() {
        text += &format!("#include \"{}\"\n", musl.join("src").join(file).with_extension("c").display());
        for name in ["ALIGN", "SS", "ONES", "HIGHS", "HASZERO", "LIMIT", "BITOP", "MAX", "MIN", "N", "cmpfun"] {
            text += &format!("#undef {name}\n");
        }
        // The same name for two types.
        text += &format!("#define cmpfun cmpfun_behind_{}\n", file.replace('/', "_"));
    }
    text + "#include \"driver.h\"\nint main(void) {\n" + body + "\n  return 0;\n}\n"
}

fn verdicts(cairn: &Path, file: &Path, headers: &[String]) -> Result<[String; 3]> {
    let mut command = Command::new(cairn);
    command.args(["verify", "--timeout", TIMEOUT]);
    command.args(PROPERTIES.iter().flat_map(|property| ["--property", property]));
    let output = command.arg(file).arg("--").args(headers).output().context("cairn does not start")?;
    let printed = String::from_utf8_lossy(&output.stdout);
    let verdict = |property: &str| {
        let start = format!("Verdict: {property} ");
        let line = printed.lines().find_map(|line| line.strip_prefix(&start));
        line.and_then(|line| line.split_whitespace().next()).map(String::from)
    };
    let found = PROPERTIES.map(|property| verdict(property).unwrap_or_else(|| "UNKNOWN".to_string()));
    if !output.status.success() && printed.lines().all(|line| !line.starts_with("Verdict")) {
        println!("{}", String::from_utf8_lossy(&output.stderr).lines().take(6).collect::<Vec<_>>().join("\n"));
    }
    Ok(found)
}
