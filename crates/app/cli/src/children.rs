//! Ends the compilers that this process started, when it has to answer before they are done.

use std::fs;
use std::process::{Command, Stdio};

/// Best effort: a child that cannot be found or ended goes on without us.
pub fn end_all() {
    let children = of_this_process();
    if !children.is_empty() {
        let script = format!("kill -9 {}", children.join(" "));
        let _ = Command::new("/bin/sh").args(["-c", &script]).stderr(Stdio::null()).status();
    }
}

/// Ids of processes, from the kernel's list of each thread's children.
fn of_this_process() -> Vec<String> {
    let Ok(threads) = fs::read_dir("/proc/self/task") else { return Vec::new() };
    let lists = threads.flatten().filter_map(|thread| fs::read_to_string(thread.path().join("children")).ok());
    let ids = lists.flat_map(|list| list.split_whitespace().map(str::to_string).collect::<Vec<_>>());
    ids.filter(|id| id.bytes().all(|byte| byte.is_ascii_digit())).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::os::unix::process::ExitStatusExt;

    #[test]
    fn a_child_is_found_and_ended() {
        let mut child = Command::new("/bin/sh").args(["-c", "sleep 60"]).spawn().expect("a shell starts");
        assert!(of_this_process().contains(&child.id().to_string()));
        end_all();
        assert_eq!(child.wait().expect("it has ended").signal(), Some(9));
    }
}
