//! Machines with a program from a source file.

use std::path::Path;

use anyhow::{Result, anyhow};
use z8000::machine::Machine;
use z8000_asm::{AddressSpace, Files, Options, SectionKind, assemble};
use z8000_boards::{Connected, Description, Section};

/// Returns a machine that is ready to run a program; it is the board if no description is given.
pub(super) fn started(path: &Path, description: Option<Description>) -> Result<Machine> {
    let (files, main) = Files::beside(path);
    let assembly = assemble(&files, &main, &Options::default())
        .map_err(|errors| anyhow!("{} does not assemble\n{errors}", path.display()))?;
    let Some(description) = description else {
        let mut board = Machine::board();
        board.load(
            assembly.loadable(AddressSpace::Program)?,
            assembly.loadable(AddressSpace::Data)?,
        );
        board.reset();
        return Ok(board);
    };
    let sections = assembly.program().sections.into_iter();
    let sections = sections
        .filter(|section| !section.bytes.is_empty())
        .map(|section| Section {
            name: section.name,
            code: section.kind == SectionKind::Code,
            start: section.load,
            bytes: section.bytes,
        });
    let mut machine = Connected::new(description)?;
    machine.load(&sections.collect::<Vec<_>>())?;
    machine.start()?;
    Ok(machine.clone())
}
