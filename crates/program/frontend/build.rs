//! Builds what links clang in, compiles the library models to bitcode, and writes a table of what each of them defines and
//! needs.

#[path = "src/flags.rs"]
mod flags;

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

/// Name of the table's variant, and clang's flag.
const DATA_MODELS: [(&str, &str); 2] = [("LP64", "-m64"), ("ILP32", "-m32")];

/// The environment variable that names the compiler of the models.
const CLANG_VARIABLE: &str = "CAIRN_CLANG";

/// Where it is looked for otherwise, in this order.
const CLANG_CANDIDATES: [&str; 2] = ["clang-19", "/usr/lib/llvm-19/bin/clang"];

/// What source files of models are called; the same as `MODEL_PREFIX` in `src/models.rs`.
const MODEL_PREFIX: &str = "<cairn>";

fn main() {
    let models = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../models");
    let models = models.canonicalize().expect("the folder models/ is part of the checkout");
    let out = PathBuf::from(std::env::var_os("OUT_DIR").expect("cargo sets OUT_DIR"));
    println!("cargo::rerun-if-changed={}", models.display());
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rerun-if-changed=src/flags.rs");
    println!("cargo::rerun-if-env-changed={}", CLANG_VARIABLE);

    let clang = find_clang();
    link_clang(&clang);
    let nm = find_nm(&clang);
    let sources = sources(&models);
    let mut table = String::new();
    for (variant, flag) in DATA_MODELS {
        let folder = out.join(variant);
        std::fs::create_dir_all(&folder).expect("OUT_DIR can be written");
        let objects = compile(&clang, flag, &models, &sources, &folder);
        write_table(&mut table, variant, &nm, &sources, &objects);
    }
    std::fs::write(out.join("models.rs"), table).expect("OUT_DIR can be written");
}

/// Clang's libraries, each before those that it needs.
const CLANG_LIBRARIES: [&str; 14] = [
    "clangFrontend",
    "clangCodeGen",
    "clangDriver",
    "clangParse",
    "clangSerialization",
    "clangSema",
    "clangAPINotes",
    "clangAnalysis",
    "clangASTMatchers",
    "clangEdit",
    "clangAST",
    "clangSupport",
    "clangLex",
    "clangBasic",
];

/// Compiles our side of clang's libraries and says that they are linked; LLVM's come with `llvm-sys`.
fn link_clang(clang: &Path) {
    const SOURCE: &str = "clang/compile.cpp";
    println!("cargo::rerun-if-changed={SOURCE}");
    let prefix = std::env::var("LLVM_SYS_191_PREFIX").unwrap_or_else(|_| "/usr/lib/llvm-19".to_string());
    cc::Build::new()
        .cpp(true)
        .compiler(clang)
        .std("c++17")
        // As LLVM itself is built.
        .flags(["-fno-rtti", "-fno-exceptions", "-ffunction-sections"])
        .flag(format!("-isystem{prefix}/include"))
        .opt_level(2)
        .file(SOURCE)
        .compile("cairn_clang");
    println!("cargo::rustc-link-search=native={prefix}/lib");
    for library in CLANG_LIBRARIES {
        // Not copied into our own library: they are hundreds of megabytes.
        println!("cargo::rustc-link-lib=static:-bundle={library}");
    }
}

fn find_clang() -> PathBuf {
    let named = std::env::var_os(CLANG_VARIABLE).map(PathBuf::from);
    let candidates = named.into_iter().chain(CLANG_CANDIDATES.iter().map(PathBuf::from));
    candidates
        .into_iter()
        .find(|clang| Command::new(clang).arg("--version").output().is_ok())
        .expect("clang 19 is needed to build Cairn: install clang-19 or set CAIRN_CLANG")
}

/// `llvm-nm` lies beside the compiler.
fn find_nm(clang: &Path) -> PathBuf {
    let shown = Command::new(clang).arg("-print-prog-name=llvm-nm").output().expect("clang was just run");
    let path = PathBuf::from(String::from_utf8_lossy(&shown.stdout).trim());
    let candidates = [path, PathBuf::from("llvm-nm-19"), PathBuf::from("/usr/lib/llvm-19/bin/llvm-nm")];
    candidates
        .into_iter()
        .find(|nm| Command::new(nm).arg("--version").output().is_ok())
        .expect("llvm-nm of LLVM 19 is needed to build Cairn: install llvm-19")
}

/// The C files of the models, in the order of their names.
fn sources(models: &Path) -> Vec<PathBuf> {
    let mut sources = BTreeSet::new();
    for folder in list(models).into_iter().filter(|path| path.is_dir() && !path.ends_with("tests")) {
        sources.extend(list(&folder).into_iter().filter(|path| path.extension().is_some_and(|ending| ending == "c")));
    }
    sources.into_iter().collect()
}

fn list(folder: &Path) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(folder).expect("models/ can be read");
    entries.map(|entry| entry.expect("models/ can be read").path()).collect()
}

/// Compiles every source, several at once; gives the bitcode files in the order of the sources.
fn compile(clang: &Path, flag: &str, models: &Path, sources: &[PathBuf], folder: &Path) -> Vec<PathBuf> {
    let objects: Vec<PathBuf> = (0..sources.len()).map(|index| folder.join(format!("{index}.bc"))).collect();
    let next = AtomicUsize::new(0);
    let failures = Mutex::new(Vec::new());
    let work = || {
        loop {
            let index = next.fetch_add(1, Ordering::Relaxed);
            let Some(source) = sources.get(index) else { return };
            let output = Command::new(clang)
                .args(flags::BITCODE_FLAGS)
                .args([
                    flag,
                    flags::C_FLAG,
                    flags::DEFAULT_STANDARD,
                    "-ffreestanding",
                    "-fno-builtin",
                    "-nostdinc",
                    "-I",
                ])
                .arg(models.join("include"))
                .arg(format!("-ffile-prefix-map={}={MODEL_PREFIX}", models.display()))
                .arg("-o")
                .arg(&objects[index])
                .arg(source)
                .current_dir(models)
                .output()
                .expect("clang was found");
            if !output.status.success() {
                let message = String::from_utf8_lossy(&output.stderr).into_owned();
                failures.lock().expect("no worker panics").push(message);
            }
        }
    };
    let workers = std::thread::available_parallelism().map_or(1, |count| count.get());
    std::thread::scope(|scope| {
        for _ in 0..workers {
            scope.spawn(work);
        }
    });
    let failures = failures.into_inner().expect("no worker panics");
    assert!(failures.is_empty(), "models do not compile:\n{}", failures.join("\n"));
    objects
}

/// Writes the files of one data model and the sorted list of public names.
fn write_table(table: &mut String, variant: &str, nm: &Path, sources: &[PathBuf], objects: &[PathBuf]) {
    let mut defined = BTreeMap::new();
    let mut files = String::new();
    let files_and_symbols = sources.iter().zip(objects).zip(symbols(nm, objects));
    for (index, ((source, object), Symbols { defines, needs })) in files_and_symbols.enumerate() {
        for name in defines {
            if let Some(other) = defined.insert(name.clone(), index) {
                panic!("{}: '{name}' is also defined by {}", source.display(), sources[other].display());
            }
        }
        let _ = writeln!(
            files,
            "    ModelFile {{ bitcode: include_bytes!({:?}), needs: &{:?} }},",
            object.display().to_string(),
            needs.into_iter().collect::<Vec<_>>()
        );
    }
    let _ = writeln!(table, "static {variant}_FILES: [ModelFile; {}] = [\n{files}];", sources.len());
    let _ = writeln!(table, "static {variant}_NAMES: [(&str, usize); {}] = [", defined.len());
    for (name, index) in defined {
        let _ = writeln!(table, "    ({name:?}, {index}),");
    }
    let _ = writeln!(table, "];");
}

/// What a bitcode file has for others, and what it wants of them.
#[derive(Default)]
struct Symbols {
    defines: BTreeSet<String>,
    needs: BTreeSet<String>,
}

/// The symbols of every bitcode file, in the order of the files. All are asked in one go: starting `llvm-nm` takes longer
/// than its answer.
fn symbols(nm: &Path, objects: &[PathBuf]) -> Vec<Symbols> {
    let mut command = Command::new(nm);
    command.args(["--print-file-name", "--format=posix", "--extern-only"]).args(objects);
    let output = command.output().expect("llvm-nm was found");
    assert!(output.status.success(), "llvm-nm: {}", String::from_utf8_lossy(&output.stderr));
    let mut found: BTreeMap<String, Symbols> = BTreeMap::new();
    for line in String::from_utf8_lossy(&output.stdout).lines() {
        let (file, symbol) = line.split_once(": ").expect("llvm-nm names the file first");
        let mut words = symbol.split_whitespace();
        let (Some(name), Some(kind)) = (words.next(), words.next()) else { panic!("llvm-nm says `{line}`") };
        let of_file = found.entry(file.to_string()).or_default();
        match kind {
            "U" => of_file.needs.insert(name.to_string()),
            // Weak references need nothing.
            "w" => false,
            _ => of_file.defines.insert(name.to_string()),
        };
    }
    objects.iter().map(|object| found.remove(&object.display().to_string()).unwrap_or_default()).collect()
}
