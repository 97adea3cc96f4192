//! A program and a question about it, as the arguments of commands.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

use anyhow::{Context, Result, bail, ensure};
use tasks::TaskFile;

#[derive(Clone, PartialEq, Debug)]
pub struct Subject {
    pub name: String,
    input: PathBuf,
    is_32_bit: bool,
    question: Question,
}

#[derive(Clone, PartialEq, Debug)]
enum Question {
    Property(String),
    PropertyFile(PathBuf),
}

impl Subject {
    /// A C program is asked the property; a task definition may ask it of its programs.
    pub fn all(file: &Path, property: &str) -> Result<Vec<Subject>> {
        let text = fs::read(file).with_context(|| format!("cannot read {}", file.display()))?;
        let text = String::from_utf8_lossy(&text);
        let name = file.display().to_string();
        if !tasks::is_task_file(file) {
            // See tests/README.md.
            let is_32_bit = text.lines().any(|line| line.trim() == "//@ data-model: ilp32");
            let question = Question::Property(property.to_string());
            return Ok(vec![Subject { name, input: file.to_path_buf(), is_32_bit, question }]);
        }
        let task = TaskFile::parse(&text, file.parent().unwrap_or(Path::new(""))).with_context(|| name.clone())?;
        let [input] = task.inputs.as_slice() else { bail!("{name}: has several inputs, which peers do not take") };
        let is_32_bit = task.data_model == Some(ir::DataModel::Ilp32);
        let asks = |file: &Path| file.file_stem().is_some_and(|stem| stem == property);
        let files = task.properties.into_iter().map(|asked| asked.file).filter(|file| asks(file));
        let subject = |file| Subject {
            name: name.clone(),
            input: input.clone(),
            is_32_bit,
            question: Question::PropertyFile(file),
        };
        Ok(files.map(subject).collect())
    }

    pub fn verify(&self, cairn: &Path, timeout: Duration) -> Command {
        let mut command = Command::new(cairn);
        command.args(["verify", "--format", "json", "--stats", "--timeout"]).arg(timeout.as_secs().to_string());
        command.args(["--data-model", if self.is_32_bit { "ilp32" } else { "lp64" }]);
        match &self.question {
            Question::Property(name) => command.args(["--property", name]),
            Question::PropertyFile(file) => command.arg("--prp").arg(file),
        };
        command.arg(&self.input);
        command
    }

    pub fn compile(&self) -> Command {
        let mut command = Command::new("clang-19");
        command.args(["-O0", "-g", "-c", "-emit-llvm", "-w", "-o", "/dev/null"]);
        command.args(self.is_32_bit.then_some("-m32"));
        command.arg(&self.input);
        command
    }

    pub fn ask(&self, peer: &str) -> Result<Command> {
        let mut command: Option<Command> = None;
        for word in peer.split_whitespace() {
            let word = word.replace("{bits}", if self.is_32_bit { "32" } else { "64" });
            match &mut command {
                None => command = Some(Command::new(word)),
                Some(command) if word == "{}" => drop(command.arg(&self.input)),
                Some(command) => drop(command.arg(word)),
            }
        }
        ensure!(peer.contains("{}"), "the command '{peer}' does not say with {{}} where the program goes");
        command.context("the command of a peer is empty")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(command: &Command) -> String {
        let words = std::iter::once(command.get_program()).chain(command.get_args());
        words.map(|word| word.to_string_lossy().into_owned()).collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn commands_say_which_program_and_which_data_model() {
        let folder = std::env::temp_dir().join(format!("cairn-speed-{}", std::process::id()));
        fs::create_dir_all(&folder).expect("there is room");
        let program = folder.join("p.c");
        fs::write(&program, "//@ data-model: ilp32\nint main(void) { return 0; }\n").expect("there is room");
        let found = Subject::all(&program, "termination").expect("it can be read");
        let [subject] = found.as_slice() else { panic!("{found:?}") };
        let name = program.display();
        assert_eq!(
            words(&subject.verify(Path::new("cairn"), Duration::from_secs(3))),
            format!("cairn verify --format json --stats --timeout 3 --data-model ilp32 --property termination {name}")
        );
        assert_eq!(words(&subject.compile()), format!("clang-19 -O0 -g -c -emit-llvm -w -o /dev/null -m32 {name}"));
        let asked = subject.ask("peer -m{bits} {} -x").expect("it is a command");
        assert_eq!(words(&asked), format!("peer -m32 {name} -x"));
        assert!(subject.ask("peer").is_err());

        let task = folder.join("t.yml");
        fs::write(
            &task,
            "format_version: '2.0'\ninput_files: 'p.c'\nproperties:\n  - property_file: termination.prp\n  - property_file: no-overflow.prp\n",
        )
        .expect("there is room");
        let asked = Subject::all(&task, "no-overflow").expect("it can be read");
        let [subject] = asked.as_slice() else { panic!("{asked:?}") };
        let command = words(&subject.verify(Path::new("cairn"), Duration::from_secs(3)));
        assert!(command.contains("--data-model lp64 --prp") && command.contains("no-overflow.prp"), "{command}");
        assert_eq!(Subject::all(&task, "valid-memsafety").expect("it can be read"), []);
        fs::remove_dir_all(&folder).expect("it was just made");
    }
}
