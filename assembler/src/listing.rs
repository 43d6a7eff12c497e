//! The listing: address, bytes, clocks, source.

use std::fmt::Write as _;

use crate::assembly::{Assembly, Section, Symbol};

/// Bytes in a row of the listing.
const ROW: usize = 8;

impl Assembly {
    /// The listing, and the symbol table behind it.
    ///
    /// A line shows its address, its bytes (of data, the first row), the clocks of an instruction,
    /// and the source. Lines that a macro made are marked with `+`.
    #[must_use]
    pub fn listing(&self) -> String {
        let mut out = String::new();
        let mut file = usize::MAX;
        for line in &self.lines {
            if line.file != file {
                file = line.file;
                let _ = writeln!(out, "\n{}", self.files[file]);
            }
            let mut bytes = String::new();
            for (index, byte) in line.bytes.iter().take(ROW).enumerate() {
                let gap = if index > 0 && index % 2 == 0 { " " } else { "" };
                let _ = write!(bytes, "{gap}{byte:02x}");
            }
            if line.bytes.len() > ROW {
                bytes.push_str("..");
            }
            let _ = writeln!(
                out,
                "{:5}{} {:04x}  {bytes:21} {:>8}  {}",
                line.line,
                if line.expanded { '+' } else { ' ' },
                line.address,
                line.clocks.as_deref().unwrap_or_default(),
                line.text
            );
        }
        let _ = writeln!(out, "\nSymbols\n");
        for (name, symbol) in &self.symbols {
            let _ = writeln!(out, "{}  {name}", entry(symbol));
        }
        out
    }

    /// The symbols, one a line: value in hexadecimal, section or `abs`, name.
    #[must_use]
    pub fn symbol_file(&self) -> String {
        let line = |(name, symbol): (&String, &Symbol)| format!("{} {name}\n", entry(symbol));
        self.symbols.iter().map(line).collect()
    }
}

fn entry(symbol: &Symbol) -> String {
    let section = symbol.section.map_or("abs", Section::name);
    format!("{:08x} {section:4}", symbol.value as u32)
}
