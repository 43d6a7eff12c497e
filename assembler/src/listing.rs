//! The listing: address, bytes, clocks, source; symbols and where they are used.

use std::fmt::{self, Write as _};

use z8000::isa::Formula;

use crate::assembly::{Assembly, LineRecord};
use crate::instruction::LineClocks;
use crate::section::Symbol;

/// Bytes in a row of the listing.
const ROW: usize = 8;

/// Clocks of instructions that are run through one after the other: of a branch the way that is not taken, of a
/// multiplication or division the full one.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct ClockSum {
    /// The sum.
    pub clocks: u32,
    /// True if something was left out: iterations whose number is not known.
    pub open: bool,
}

impl ClockSum {
    /// Adds an instruction.
    pub fn add(&mut self, clocks: LineClocks) {
        let more = match (clocks.formula, clocks.count) {
            (formula, Some(count)) => formula.clocks(count.into()),
            (Formula::Branch { not_taken, .. }, None) => not_taken.into(),
            (formula @ (Formula::Linear { .. } | Formula::Multiply { .. }), None) => {
                self.open = true;
                formula.clocks(0)
            }
            (formula, None) => formula.clocks(0),
        };
        self.clocks = self.clocks.saturating_add(more);
    }
}

impl fmt::Display for ClockSum {
    /// `84`, or `84+` where something was left out.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.clocks, if self.open { "+" } else { "" })
    }
}

impl Assembly {
    /// The listing, followed by the symbols with the lines that use them.
    ///
    /// A line shows its number, its address, its bytes (of data, the first row), the clocks of an
    /// instruction, their sum since the last label, and the source. Lines that a macro or a
    /// repetition made are marked with `+`. The sum follows the branches that are not taken; `+`
    /// after it means that iterations whose number is not known are left out.
    #[must_use]
    pub fn listing(&self) -> String {
        let mut out = String::new();
        let mut file = u32::MAX;
        let mut sum = ClockSum::default();
        for line in &self.lines {
            if line.origin.file != file {
                file = line.origin.file;
                let _ = writeln!(out, "\n{}", self.files[file as usize]);
            }
            // The sum is that since the last label.
            if line.label {
                sum = ClockSum::default();
            }
            let total = line.clocks.map_or_else(String::new, |clocks| {
                sum.add(clocks);
                sum.to_string()
            });
            let bytes = self.row(line);
            let clocks = line.clocks.map(|clocks| clocks.to_string());
            let address = if line.length > 0 || line.label {
                format!("{:04x}", line.address)
            } else {
                String::new()
            };
            let row = format!(
                "{:5}{} {address:4}  {bytes:19} {:>8} {total:>6}  {}",
                line.origin.line,
                if line.origin.expansion.is_some() { '+' } else { ' ' },
                clocks.unwrap_or_default(),
                &*line.text
            );
            let _ = writeln!(out, "{}", row.trim_end());
        }
        let _ = writeln!(out, "\nSymbols\n");
        for (name, symbol) in &self.symbols {
            let _ = writeln!(out, "{}  {name}{}", self.entry(symbol), self.references(symbol));
        }
        out
    }

    /// The first bytes of a line; none of what only fills.
    fn row(&self, line: &LineRecord) -> String {
        let bytes = self.bytes(line);
        let mut row = String::new();
        if bytes.iter().all(|byte| *byte == 0) && bytes.len() > ROW {
            return row;
        }
        for (index, byte) in bytes.iter().take(ROW).enumerate() {
            let gap = if index > 0 && index % 2 == 0 { " " } else { "" };
            let _ = write!(row, "{gap}{byte:02x}");
        }
        if bytes.len() > ROW {
            row.push_str("..");
        }
        row
    }

    /// Where a symbol is defined and used.
    fn references(&self, symbol: &Symbol) -> String {
        let place = |&(file, line): &(u32, u32)| format!("{}:{line}", self.files[file as usize]);
        let mut text = String::new();
        if let Some(line) = &symbol.line {
            let _ = write!(text, "  {}", place(line));
        }
        for (index, line) in symbol.uses.iter().enumerate() {
            let before = if index == 0 { "  used" } else { "," };
            let _ = write!(text, "{before} {}", place(line));
        }
        text
    }

    /// The symbols, one per line: value in hexadecimal, section or `abs`, name.
    #[must_use]
    pub fn symbol_file(&self) -> String {
        let line = |(name, symbol): (&String, &Symbol)| format!("{} {name}\n", self.entry(symbol));
        self.symbols.iter().map(line).collect()
    }

    fn entry(&self, symbol: &Symbol) -> String {
        format!("{:08x} {:4}", symbol.value as u32, self.section_name(symbol.section))
    }
}
