//! Images of memories.

use crate::banks::Banks;
use crate::description::{Description, Memory};
use crate::error::Error;
use crate::program::Section;

/// Loads the image of a memory.
pub(crate) fn load_image(banks: &mut Banks, description: &Description, n: usize, memory: &Memory) -> Result<(), Error> {
    let Some(image) = &memory.image else {
        return Ok(());
    };
    let (path, files) = (description.reach.file(image)?, description.reach.files);
    let name = path.display().to_string();
    let bytes = files.contents(&path).map_err(Error::file("read", &path))?;
    let sections = match files.program(&name, &bytes).map_err(Error::Image)? {
        Some(program) => program.sections,
        None => vec![Section::code(&name, memory.start, bytes)],
    };
    let end = u64::from(memory.start) + u64::from(memory.size);
    for section in sections {
        let fits = section.start >= memory.start && section.end() <= end;
        if !fits || !banks.load_memory(memory, section.start, &section.bytes) {
            return Err(Error::TooLarge { name, memory: n + 1, start: memory.start, size: memory.size });
        }
    }
    Ok(())
}
