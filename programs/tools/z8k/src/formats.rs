//! Reads programs in all file formats, for machines from a description.

use std::error::Error;
use std::io;
use std::sync::OnceLock;
use std::time::Duration;

use anyhow::{Result, anyhow, ensure};
use cli::interrupt::Interrupt;
use z8000_boards::{Come, Connected, Files, Program, Section};
use z8000_object::file::{self, ReadError};
use z8000_object::{Kind, LineMap, Object, Processor};

/// The request to end the run; empty until a handler is installed.
pub(crate) static INTERRUPT: OnceLock<Interrupt> = OnceLock::new();

/// Reads memory images in all formats, and standard input until the run must end.
#[derive(Debug)]
pub(crate) struct Formats;

impl Files for Formats {
    fn input(&self, patience: Option<Duration>) -> io::Result<Come> {
        let characters = match (INTERRUPT.get(), patience) {
            (None, _) => return Ok(Come::Never),
            (Some(interrupt), None) => Some(interrupt.characters()?),
            (Some(interrupt), Some(patience)) => interrupt.characters_within(patience)?,
        };
        Ok(match characters {
            None => Come::Later,
            Some(none) if none.is_empty() => Come::Never,
            Some(characters) => Come::Characters(characters),
        })
    }

    fn is_to_end(&self) -> bool {
        INTERRUPT.get().is_some_and(Interrupt::requested)
    }

    fn tell(&self, what: &str) {
        cli::tell(format_args!("{what}"));
    }

    fn program(&self, name: &str, bytes: &[u8]) -> Result<Option<Program>, Box<dyn Error + Send + Sync>> {
        Ok(object(name, bytes)?.map(|object| program(name, object)).transpose()?)
    }
}

/// Loads a program in any format; raw bytes start at address 0 of program memory. Returns its line map; `None` for raw
/// bytes.
pub(crate) fn load(machine: &mut Connected, name: &str, bytes: &[u8]) -> Result<Option<LineMap>> {
    let Some(object) = object(name, bytes)? else {
        machine.load(&[Section::code(name, 0, bytes.to_vec())])?;
        return Ok(None);
    };
    let map = object.line_map().map_err(|error| wrong(name, &error.into()))?;
    machine.load_linked(name, &program(name, object)?)?;
    Ok(Some(map))
}

/// Returns the linked program in a file; `None` for raw bytes.
fn object(name: &str, bytes: &[u8]) -> Result<Option<Object>> {
    match file::read_program(name, bytes) {
        Ok(object) => Ok(Some(object)),
        Err(ReadError::Unknown) => Ok(None),
        Err(reason) => Err(wrong(name, &reason)),
    }
}

fn wrong(name: &str, reason: &ReadError) -> anyhow::Error {
    anyhow!("{name}: {reason}")
}

/// Converts a linked program to the form that a machine loads. The names of its sections appear in errors.
pub(crate) fn program(name: &str, object: Object) -> Result<Program> {
    check_linked(name, &object)?;
    let segmented = object.processor == Processor::Z8001;
    let sections = object.sections.into_iter().filter(|section| !section.bytes.is_empty());
    Ok(Program {
        sections: sections
            .map(|section| Section {
                name: format!("{name}, section {}", section.name),
                code: section.kind == Kind::Code,
                start: section.load,
                bytes: section.bytes,
            })
            .collect(),
        entry: object.entry,
        segmented,
        fcw: if segmented { 0xC000 } else { 0x4000 },
    })
}

/// Checks that an object is a linked program.
pub(crate) fn check_linked(name: &str, object: &Object) -> Result<()> {
    ensure!(!object.is_relocatable(), "{name} is not linked: use `z8k ld`");
    Ok(())
}
