//! Parts of programs, and images of memories.

use z8000_object::file::{self, Format, ReadError};
use z8000_object::{Kind, Object};

use crate::banks::Banks;
use crate::description::{Description, Memory};
use crate::error::Error;

/// Which memory a part of a program is for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Space {
    /// Instructions and constants beside them.
    Program,
    /// Everything else.
    Data,
}

/// Bytes of a program at their address.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Part {
    /// Their name in errors: the file or the section.
    pub name: String,
    /// Where they go: segment * 0x10000 + offset.
    pub at: u32,
    /// The bytes.
    pub bytes: Vec<u8>,
    /// The memory.
    pub space: Space,
}

/// Returns true if a file is an image that does not tell code from data.
pub(crate) fn is_image(bytes: &[u8]) -> bool {
    matches!(file::format(bytes), Some(Format::Hex | Format::Srec))
}

/// The parts of a linked program. An image is for the program memory.
pub(crate) fn parts(name: &str, object: Object, image: bool) -> Result<Vec<Part>, Error> {
    if object.sections.iter().any(|section| !section.relocations.is_empty()) {
        return Err(Error::NotLinked(name.to_owned()));
    }
    let sections = object.sections.into_iter().filter(|section| !section.bytes.is_empty());
    Ok(sections
        .map(|section| Part {
            name: format!("{name}, section {}", section.name),
            at: section.load,
            bytes: section.bytes,
            space: if image || section.kind == Kind::Code {
                Space::Program
            } else {
                Space::Data
            },
        })
        .collect())
}

/// Loads the image of a memory.
pub(crate) fn load_image(banks: &mut Banks, description: &Description, n: usize, memory: &Memory) -> Result<(), Error> {
    let Some(image) = &memory.image else {
        return Ok(());
    };
    let path = description.reach.file(image)?;
    let name = path.display().to_string();
    let bytes = cli::contents(&path).map_err(Error::file("read", &path))?;
    let pieces = match file::read(&name, &bytes) {
        Ok(object) => parts(&name, object, true)?,
        Err(ReadError::Unknown) => vec![Part { name: name.clone(), at: memory.start, bytes, space: Space::Program }],
        Err(source) => return Err(Error::Image { name, source }),
    };
    let end = u64::from(memory.start) + u64::from(memory.size);
    for piece in pieces {
        let fits = piece.at >= memory.start && u64::from(piece.at) + piece.bytes.len() as u64 <= end;
        if !fits || !banks.load_memory(memory, piece.at, &piece.bytes) {
            return Err(Error::TooLarge { name, memory: n + 1, start: memory.start, size: memory.size });
        }
    }
    Ok(())
}
