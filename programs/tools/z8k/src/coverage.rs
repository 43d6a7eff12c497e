//! Coverage files: the addresses that a run executed, the words that it used as addresses, and what both imply for a
//! disassembly.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail, ensure};
use z8000::cpu::{Cpu, Fcw};
use z8000::run::{Host, Probe};
use z8000_asm::AddressSpace;
use z8000_asm::disassembly::Reference;

/// Addresses of a Z8001: segment * 0x10000 + offset.
const ADDRESSES: usize = 0x80_0000;

/// Records the address of each instruction; in a non-segmented program, its offset.
pub(crate) struct Coverage {
    executed: Vec<bool>,
    /// System mode counts as well.
    system: bool,
}

impl Default for Coverage {
    fn default() -> Self {
        Self::new(false)
    }
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

/// Lines for words that are addresses: the place of each, and the memory to which the address refers.
pub(crate) fn lines(references: BTreeMap<(AddressSpace, u16), AddressSpace>) -> String {
    let line = |((space, at), to)| {
        let before = if space == AddressSpace::Data { "d:" } else { "" };
        let to = if to == AddressSpace::Data { "data" } else { "code" };
        format!("{before}{at:04x} {to}\n")
    };
    references.into_iter().map(line).collect()
}

/// Reads files: the addresses of instructions in order, and the words that are addresses.
pub(crate) fn read(paths: &[PathBuf]) -> Result<(Vec<u32>, Vec<Reference>)> {
    let (mut executed, mut references) = (Vec::new(), Vec::new());
    for path in paths {
        read_one(path, &mut executed, &mut references)?;
    }
    executed.sort_unstable();
    executed.dedup();
    Ok((executed, references))
}

fn read_one(path: &Path, executed: &mut Vec<u32>, references: &mut Vec<Reference>) -> Result<()> {
    let text = cli::read_text(path)?;
    for (number, line) in (1..).zip(text.lines()).filter(|(_, line)| !line.trim().is_empty()) {
        let place = || format!("{}:{number}", path.display());
        let (at, to) = line.trim().split_once(' ').unwrap_or((line.trim(), ""));
        let (space, digits) = match at.strip_prefix("d:") {
            Some(digits) => (AddressSpace::Data, digits),
            None => (AddressSpace::Program, at),
        };
        let at = u32::from_str_radix(digits, 16);
        let at = at.with_context(|| format!("{}: expected a hexadecimal address, found `{digits}`", place()))?;
        ensure!(
            at % 2 == 0 && (at as usize) < ADDRESSES,
            "{}: expected an even hexadecimal address below {ADDRESSES:#x}, found {at:#x}",
            place()
        );
        let reference = |to| Reference { space, at, to };
        match to {
            "" => executed.push(at),
            "code" => references.push(reference(AddressSpace::Program)),
            "data" => references.push(reference(AddressSpace::Data)),
            _ => bail!("{}: expected `code` or `data` after the address, found `{to}`", place()),
        }
    }
    Ok(())
}

/// The share of the executed instructions that were found, and the first that were not.
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
