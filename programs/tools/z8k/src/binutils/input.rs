//! Inputs of several of these commands: numbers, and the objects in a file.

use anyhow::{Context, Result};
use z8000_object::{Object, archive, file};

/// A number as options have it: decimal, or hexadecimal behind `0x`.
pub(crate) fn number(text: &str) -> Result<u32, String> {
    let digits = text.strip_prefix("0x").or(text.strip_prefix("0X"));
    let number = digits.map_or_else(|| text.parse(), |digits| u32::from_str_radix(digits, 16));
    number.map_err(|_| format!("`{text}` is not a number of 32 bits"))
}

/// The objects in a file: its members if it is an archive, with their names.
pub(crate) fn objects(path: &str) -> Result<Vec<Object>> {
    let bytes = cli::read(path.as_ref())?;
    if !archive::is_archive(&bytes) {
        return Ok(vec![file::read(path, &bytes).with_context(|| path.to_owned())?]);
    }
    let archive = archive::read(&bytes).with_context(|| path.to_owned())?;
    let mut objects = Vec::new();
    for member in &archive.members {
        let name = format!("{path}({})", member.name);
        objects.push(file::read(&member.name, member.bytes).context(name)?);
    }
    Ok(objects)
}
