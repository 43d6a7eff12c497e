//! `z8k dis`

use std::collections::BTreeMap;
use std::io::{BufWriter, Write, stdout};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::{Context, Result, anyhow, ensure};
use clap::Args;
use z8000_asm::Disassembly;

use crate::files;

#[derive(Args)]
pub(crate) struct Arguments {
    /// The binary file.
    file: PathBuf,
    /// Address of its first byte, decimal or 0x and hexadecimal; even.
    #[arg(long, default_value = "0", value_parser = address)]
    origin: u16,
    /// Where the program is entered, or a name of the symbol file: only what can be reached from
    /// there is taken for instructions. May be given several times.
    #[arg(long, value_name = "ADDRESS")]
    entry: Vec<String>,
    /// Names of addresses, as `z8k asm --symbols` writes them.
    #[arg(long, value_name = "FILE")]
    symbols: Option<PathBuf>,
    /// A program of the Z8001 in segmented mode, in segment 0.
    #[arg(long)]
    z8001: bool,
}

/// Reads an address.
fn address(text: &str) -> Result<u16, String> {
    let parsed = match text.strip_prefix("0x") {
        Some(digits) => u16::from_str_radix(digits, 16),
        None => text.parse(),
    };
    parsed.map_err(|_| format!("`{text}` is not an address from 0 to 0xffff"))
}

/// Names of addresses in program and in data memory.
#[derive(Default)]
struct Symbols {
    text: BTreeMap<u16, String>,
    data: BTreeMap<u16, String>,
}

impl Symbols {
    /// Reads a symbol file: value, section and name a line. Constants are no addresses.
    fn read(path: &Path) -> Result<Self> {
        let text = String::from_utf8(files::read(path)?).with_context(|| format!("{} is not UTF-8", path.display()))?;
        let mut symbols = Self::default();
        for (index, line) in text.lines().enumerate() {
            let fields: Vec<&str> = line.split_whitespace().collect();
            let &[value, section, name] = &fields[..] else {
                return Err(anyhow!("value, section and name are expected: `{line}`"))
                    .with_context(|| format!("{}:{}", path.display(), index + 1));
            };
            let value = u32::from_str_radix(value, 16).with_context(|| format!("{}:{}", path.display(), index + 1))?;
            let place = match section {
                "text" => &mut symbols.text,
                "data" | "bss" => &mut symbols.data,
                _ => continue,
            };
            if let Ok(value) = u16::try_from(value) {
                place.entry(value).or_insert_with(|| name.to_owned());
            }
        }
        Ok(symbols)
    }

    /// The address that a name or a number denotes.
    fn entry(&self, text: &str) -> Result<u16> {
        let named = self.text.iter().find(|(_, name)| *name == text);
        match named {
            Some((&address, _)) => Ok(address),
            None => address(text).map_err(|message| anyhow!("--entry: {message}, and no symbol")),
        }
    }
}

pub(crate) fn dis(arguments: &Arguments) -> Result<ExitCode> {
    let bytes = files::read(&arguments.file)?;
    ensure!(
        arguments.origin.is_multiple_of(2),
        "instructions begin at even addresses: the origin {:#x} is odd",
        arguments.origin
    );
    ensure!(
        usize::from(arguments.origin) + bytes.len() <= 0x1_0000,
        "{} has {} bytes: from {:#x} on they go beyond the 64 KB of a memory",
        arguments.file.display(),
        bytes.len(),
        arguments.origin
    );
    let symbols = match &arguments.symbols {
        Some(path) => Symbols::read(path)?,
        None => Symbols::default(),
    };
    let entries = arguments.entry.iter().map(|entry| symbols.entry(entry));
    let disassembly = Disassembly {
        bytes,
        origin: arguments.origin,
        segmented: arguments.z8001,
        entries: entries.collect::<Result<_>>()?,
        labels: symbols.text,
        data: symbols.data,
    };
    let mut out = BufWriter::new(stdout().lock());
    out.write_all(disassembly.text().as_bytes())?;
    out.flush()?;
    Ok(ExitCode::SUCCESS)
}
