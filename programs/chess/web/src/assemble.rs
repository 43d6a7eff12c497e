//! Assembling a program from a string.

use std::fmt::Write as _;

use z8000_asm::{AddressSpace, Assembly, Diagnostics, LineRecord, Memory, Options, assemble};

use crate::protocol::{Assembled, Diagnostic, ListedLine, Size};

/// The file name of the text in messages.
const NAME: &str = "program.s";

/// Returns the text as a file for the assembler.
pub(crate) fn sources(text: &str) -> Memory {
    Memory::new([(NAME, text)])
}

/// Assembles the program in a text.
pub(crate) fn assembly(text: &str) -> Result<Assembly, Diagnostics> {
    assemble(&sources(text), NAME, &Options::default())
}

/// Assembles a text, and returns its errors and its listing.
pub(crate) fn report(text: &str) -> Assembled {
    match assembly(text) {
        Err(errors) => failed(&errors),
        Ok(assembly) => Assembled {
            ok: true,
            warnings: diagnostics(&assembly.warnings),
            more: assembly.warnings.more,
            size: Size {
                program: bytes(&assembly, AddressSpace::Program),
                data: bytes(&assembly, AddressSpace::Data),
            },
            lines: assembly.lines.iter().map(|line| listed(&assembly, line)).collect(),
            ..Assembled::default()
        },
    }
}

/// Returns the errors of a text that does not assemble.
pub(crate) fn failed(errors: &Diagnostics) -> Assembled {
    Assembled { errors: diagnostics(errors), more: errors.more, ..Assembled::default() }
}

fn bytes(assembly: &Assembly, space: AddressSpace) -> u64 {
    assembly.contents(Some(space)).map(|piece| u64::from(piece.size)).sum()
}

fn listed(assembly: &Assembly, line: &LineRecord) -> ListedLine {
    let mut bytes = String::new();
    for byte in assembly.bytes(line) {
        let _ = write!(bytes, "{byte:02x}");
    }
    ListedLine {
        file: line.origin.file,
        line: line.origin.line,
        section: assembly.section_name(Some(line.section)).to_owned(),
        address: line.address,
        bytes,
        clocks: line.clocks.map(|clocks| clocks.to_string()),
    }
}

/// Converts errors or warnings, with positions counted in characters.
pub(crate) fn diagnostics(all: &Diagnostics) -> Vec<Diagnostic> {
    let list = all.list.iter();
    list.map(|one| Diagnostic {
        message: one.message.clone(),
        label: one.label.clone(),
        file: one.file.clone(),
        line: one.line,
        text: one.text.clone(),
        column: one.column(),
        width: one
            .text
            .get(one.span.clone())
            .map_or(1, |span| span.chars().count().max(1)),
        notes: one.notes.clone(),
    })
    .collect()
}
