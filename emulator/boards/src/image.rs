//! Loads memory images.

use std::io;
use std::path::Path;

use z8000::machine::{Conflict, Machine};

use crate::description::{Description, Memory};
use crate::error::Error;
use crate::program::Section;

pub(crate) fn load_image(
    machine: &mut Machine,
    description: &Description,
    n: usize,
    memory: &Memory,
) -> Result<(), Error> {
    let Some(image) = &memory.image else {
        return Ok(());
    };
    let files = description.reach.files;
    let contents = |image: &Path| {
        let (path, bytes) = description.reach.read(image)?;
        check_length(bytes.len() as u64).map_err(Error::file("read", &path))?;
        Ok::<_, Error>((path.display().to_string(), bytes))
    };
    let (name, bytes) = contents(image)?;
    if let Some(odd) = &memory.odd {
        let (other, odd) = contents(odd)?;
        if odd.len() != bytes.len() {
            let what = format!(
                "{name} has {} bytes, and {other} has {}; they must be equal",
                bytes.len(),
                odd.len()
            );
            return Err(description.located(Conflict::new("memory", Some(n), &what)));
        }
        let pairs = bytes.into_iter().zip(odd);
        let bytes = pairs.flat_map(|(even, odd)| [even, odd]).collect();
        let sections = vec![Section::code(&name, memory.start, bytes)];
        return load_sections(machine, name, n, memory, sections);
    }
    let sections = match files.program(&name, &bytes).map_err(Error::Image)? {
        Some(program) => program.sections,
        None => vec![Section::code(&name, memory.start, bytes)],
    };
    load_sections(machine, name, n, memory, sections)
}

/// Returns an error if an image is empty.
pub(crate) fn check_length(length: u64) -> io::Result<()> {
    match length {
        0 => Err(io::Error::new(
            io::ErrorKind::InvalidData,
            "it is empty; an image must have at least one byte",
        )),
        _ => Ok(()),
    }
}

fn load_sections(
    machine: &mut Machine,
    name: String,
    n: usize,
    memory: &Memory,
    sections: Vec<Section>,
) -> Result<(), Error> {
    let end = u64::from(memory.start) + u64::from(memory.size);
    for section in sections {
        let fits = section.start >= memory.start && section.end() <= end;
        if !fits || !machine.load_memory(&memory.part(), section.start, &section.bytes) {
            return Err(Error::TooLarge { name, memory: n + 1, start: memory.start, size: memory.size });
        }
    }
    Ok(())
}
