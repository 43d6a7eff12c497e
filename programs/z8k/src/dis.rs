//! `z8k dis`

use std::io::{BufWriter, Write, stdout};
use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::{Result, ensure};
use clap::Args;
use z8000::isa::{Address, Mode, disassemble};

use crate::files;

#[derive(Args)]
pub(crate) struct Arguments {
    /// The binary file.
    file: PathBuf,
    /// Address of its first byte, decimal or 0x and hexadecimal; even.
    #[arg(long, default_value = "0", value_parser = address)]
    origin: u16,
}

/// Reads an address.
fn address(text: &str) -> Result<u16, String> {
    let parsed = match text.strip_prefix("0x") {
        Some(digits) => u16::from_str_radix(digits, 16),
        None => text.parse(),
    };
    parsed.map_err(|_| format!("`{text}` is no address from 0 to 0xffff"))
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
        "{} has {} bytes: from {:#x} on they go beyond the 64 KB of a Z8002",
        arguments.file.display(),
        bytes.len(),
        arguments.origin
    );
    let pairs = bytes.chunks_exact(2);
    let odd = pairs.remainder().first().copied();
    let words: Vec<u16> = pairs
        .map(|pair| u16::from_be_bytes([pair[0], pair[1]]))
        .collect();
    let mut out = BufWriter::new(stdout().lock());
    writeln!(out, "\t.z8002\n\t.org\t{:#06x}", arguments.origin)?;
    let mut at = 0;
    while at < words.len() {
        let address = arguments.origin.wrapping_add(2 * at as u16);
        let (text, length) = disassemble(&words[at..], Address::flat(address), Mode::Nonsegmented)
            .unwrap_or_else(|| (format!(".word 0x{:04x}", words[at]), 2));
        let raw: Vec<String> = words[at..at + length / 2]
            .iter()
            .map(|word| format!("{word:04x}"))
            .collect();
        writeln!(out, "\t{text:32}! {address:04x}  {}", raw.join(" "))?;
        at += length / 2;
    }
    if let Some(byte) = odd {
        writeln!(out, "\t.byte 0x{byte:02x}")?;
    }
    out.flush()?;
    Ok(ExitCode::SUCCESS)
}
