//! How much memory this process uses, from the kernel's own count.

use std::fs;

/// Resident memory in MiB, now and at its highest.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Memory {
    pub now_mib: u64,
    pub peak_mib: u64,
}

/// Zero where the kernel does not tell: limits are then not kept, which is better than not answering.
pub fn memory() -> Memory {
    parse(&fs::read_to_string("/proc/self/status").unwrap_or_default())
}

fn parse(status: &str) -> Memory {
    let field = |name: &str| {
        let line = status.lines().find_map(|line| line.strip_prefix(name))?;
        line.trim().strip_suffix("kB")?.trim().parse::<u64>().ok()
    };
    let mib = |name| field(name).unwrap_or(0).div_ceil(1024);
    Memory { now_mib: mib("VmRSS:"), peak_mib: mib("VmHWM:") }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reads_the_kernels_format() {
        let status = "Name:\tcairn\nVmPeak:\t  999999 kB\nVmHWM:\t    2049 kB\nVmRSS:\t    1024 kB\n";
        assert_eq!(parse(status), Memory { now_mib: 1, peak_mib: 3 });
        assert_eq!(parse("nonsense"), Memory::default());
    }

    #[test]
    fn this_process_uses_some() {
        assert!(memory().peak_mib > 0);
    }
}
