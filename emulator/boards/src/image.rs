//! Sections of programs, and images of memories.

use z8000_object::file::{self, ReadError};
use z8000_object::{Kind, Object, Section};

use crate::banks::Banks;
use crate::description::{Description, Memory};
use crate::error::Error;

/// The sections of a linked program that have bytes, with their names in errors.
pub(crate) fn sections(name: &str, object: Object) -> Result<Vec<Section>, Error> {
    if object.is_relocatable() {
        return Err(Error::NotLinked(name.to_owned()));
    }
    let mut sections = object.sections;
    sections.retain(|section| !section.bytes.is_empty());
    for section in &mut sections {
        section.name = format!("{name}, section {}", section.name);
    }
    Ok(sections)
}

/// The program in a file; none in plain bytes.
pub(crate) fn program(name: &str, bytes: &[u8]) -> Result<Option<Object>, Error> {
    match file::read_program(name, bytes) {
        Ok(object) => Ok(Some(object)),
        Err(ReadError::Unknown) => Ok(None),
        Err(reason) => Err(Error::Image { name: name.to_owned(), reason }),
    }
}

/// Loads the image of a memory.
pub(crate) fn load_image(banks: &mut Banks, description: &Description, n: usize, memory: &Memory) -> Result<(), Error> {
    let Some(image) = &memory.image else {
        return Ok(());
    };
    let path = description.reach.file(image)?;
    let name = path.display().to_string();
    let bytes = cli::contents(&path).map_err(Error::file("read", &path))?;
    let sections = match program(&name, &bytes)? {
        Some(object) => sections(&name, object)?,
        None => vec![Section::at(&name, Kind::Code, memory.start, bytes)],
    };
    let end = u64::from(memory.start) + u64::from(memory.size);
    for section in sections {
        let fits = section.load >= memory.start && u64::from(section.load) + section.bytes.len() as u64 <= end;
        if !fits || !banks.load_memory(memory, section.load, &section.bytes) {
            return Err(Error::TooLarge { name, memory: n + 1, start: memory.start, size: memory.size });
        }
    }
    Ok(())
}
