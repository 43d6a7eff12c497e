//! Which instructions of a program were executed: a file with an address in each line, and what it says of a
//! disassembly.

use std::fmt::Write as _;
use std::path::Path;

use anyhow::{Context, Result};
use z8000::cpu::{Cpu, Fcw};
use z8000::run::{Host, Probe};

/// Addresses of a Z8001: segment * 0x10000 + offset.
const ADDRESSES: usize = 0x80_0000;

/// Notes the address of each instruction; without segmented mode, its offset.
pub(crate) struct Coverage {
    executed: Vec<bool>,
    /// System mode counts as well.
    system: bool,
}

impl Coverage {
    pub(crate) fn new(system: bool) -> Self {
        let executed = vec![false; ADDRESSES];
        Self { executed, system }
    }

    /// The file: addresses in hexadecimal, in order, one in each line.
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

/// Reads a file of addresses.
pub(crate) fn read(path: &Path) -> Result<Vec<u32>> {
    let text = cli::read_text(path)?;
    let lines = text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty());
    lines
        .map(|(index, line)| {
            let (file, number) = (path.display(), index + 1);
            let place = || format!("{file}:{number}: an address in hexadecimal is expected");
            u32::from_str_radix(line.trim(), 16).with_context(place)
        })
        .collect()
}

/// The share of the executed instructions that was found, and the first of the others.
pub(crate) fn compare(executed: &[u32], found: &[u32]) -> String {
    const SHOWN: usize = 10;
    let is_missing = |at: &&u32| found.binary_search(at).is_err();
    let missing: Vec<&u32> = executed.iter().filter(is_missing).collect();
    let known = executed.len() - missing.len();
    let mut text = format!("{known} of {} executed instructions were found", executed.len());
    if !executed.is_empty() {
        let _ = write!(text, " ({:.2} %)", 100.0 * known as f64 / executed.len() as f64);
    }
    for (index, at) in missing.iter().take(SHOWN).enumerate() {
        let _ = write!(text, "{}{at:04x}", if index == 0 { "; not found: " } else { ", " });
    }
    if missing.len() > SHOWN {
        let _ = write!(text, " and {} more", missing.len() - SHOWN);
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shares_are_calculated() {
        let text = compare(&[2, 4, 6, 8], &[2, 4, 5, 6]);
        assert_eq!(
            text,
            "3 of 4 executed instructions were found (75.00 %); not found: 0008"
        );
        assert_eq!(compare(&[], &[]), "0 of 0 executed instructions were found");
    }
}
