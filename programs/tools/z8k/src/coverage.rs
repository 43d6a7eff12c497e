//! Coverage files: the addresses that a run executed, and what they imply for a disassembly.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, ensure};
use z8000::cpu::{Cpu, Fcw};
use z8000::run::{Host, Probe};

/// Number of addresses of a Z8001, whose index is segment * 0x10000 + offset.
const ADDRESSES: usize = 0x80_0000;

/// A probe that records the address of each executed instruction; in a non-segmented program, its offset.
pub(crate) struct Coverage {
    executed: Vec<bool>,
    /// True if instructions in system mode are recorded as well.
    system: bool,
}

impl Coverage {
    pub(crate) fn new(system: bool) -> Self {
        let executed = vec![false; ADDRESSES];
        Self { executed, system }
    }

    /// Returns the contents of the file: addresses in hexadecimal, in ascending order, one per line.
    pub(crate) fn text(&self) -> String {
        let mut text = String::new();
        for (address, _) in self.executed.iter().enumerate().filter(|(_, executed)| **executed) {
            let _ = writeln!(text, "{address:04x}");
        }
        text
    }
}

impl<H: Host> Probe<H> for Coverage {
    #[inline(always)]
    fn instruction(&mut self, _: u64, cpu: &Cpu, _: &H) {
        let (at, mode) = (cpu.location(), cpu.fcw());
        let segment = if mode.contains(Fcw::SEG) { at.segment() } else { 0 };
        if self.system || !mode.contains(Fcw::SYSTEM) {
            self.executed[usize::from(segment) << 16 | usize::from(at.offset())] = true;
        }
    }
}

/// Reads files: the addresses of instructions in order.
pub(crate) fn read(paths: &[PathBuf]) -> Result<Vec<u32>> {
    let mut executed = Vec::new();
    for path in paths {
        read_one(path, &mut executed)?;
    }
    executed.sort_unstable();
    executed.dedup();
    Ok(executed)
}

fn read_one(path: &Path, executed: &mut Vec<u32>) -> Result<()> {
    let text = cli::read_text(path)?;
    for (number, line) in (1..).zip(text.lines()).filter(|(_, line)| !line.trim().is_empty()) {
        let place = || format!("{}:{number}", path.display());
        let digits = line.trim();
        let at = u32::from_str_radix(digits, 16);
        let at = at.with_context(|| format!("{}: expected a hexadecimal address, found `{digits}`", place()))?;
        ensure!(
            at % 2 == 0 && (at as usize) < ADDRESSES,
            "{}: expected an even hexadecimal address below {ADDRESSES:#x}, found {at:#x}",
            place()
        );
        executed.push(at);
    }
    Ok(())
}

/// Formats the share of the executed instructions that the disassembly found, and the first ones that it did not.
pub(crate) fn compare(executed: &[u32], found: &[u32]) -> String {
    const SHOWN: usize = 10;
    let is_missing = |at: &&u32| found.binary_search(at).is_err();
    let missing: Vec<&u32> = executed.iter().filter(is_missing).collect();
    let known = executed.len() - missing.len();
    let mut text = format!(
        "without coverage data, disassembly found {known} of {} executed instructions",
        executed.len()
    );
    if !executed.is_empty() {
        let _ = write!(text, " ({:.2}%)", 100.0 * known as f64 / executed.len() as f64);
    }
    for (index, at) in missing.iter().take(SHOWN).enumerate() {
        let _ = write!(text, "{}{at:04x}", if index == 0 { "; not found: " } else { ", " });
    }
    if missing.len() > SHOWN {
        let _ = write!(text, " and {} more", missing.len() - SHOWN);
    }
    text
}
