//! Files and outputs as text, without parts that may differ: the names of programs, columns, the order of symbols.

use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::path::Path;

use z8000_object::{Binding, Field, Object, Relocation, Symbol, Target, Value, archive, file};

/// Returns a 32-bit hash of bytes: FNV-1a.
pub(super) fn hash(bytes: &[u8]) -> u32 {
    let step = |hash: u32, byte: &u8| (hash ^ u32::from(*byte)).wrapping_mul(0x0100_0193);
    bytes.iter().fold(0x811C_9DC5, step)
}

/// Formats the output of a program.
pub(super) fn printed(tool: &str, text: &str) -> String {
    if text.contains("Usage") || text.contains("GNU ") || text.starts_with("z8k") {
        return "  (help or version)\n".to_owned();
    }
    if text.contains('\0') {
        return "  (bytes)\n".to_owned();
    }
    if tool == "as" && !text.is_empty() {
        return "  (a listing)\n".to_owned();
    }
    if tool == "ld" && text.contains("0x") {
        return map(text);
    }
    let lines = text
        .lines()
        .map(|line| line.split_whitespace().collect::<Vec<_>>().join(" "));
    // GNU nm also lists the symbols of sections; GNU strip creates a temporary file with a random name.
    let is_section = |line: &str| {
        tool == "nm"
            && line
                .split([' ', ':'])
                .any(|word| [".text", ".data", ".bss", ".extra"].contains(&word))
    };
    let is_own =
        |line: &str| line.contains("file format") || line.contains(": for the Z8") || line.starts_with("copy from");
    let lines = lines.filter(|line| !line.is_empty() && !is_section(line) && !is_own(line));
    lines.map(|line| format!("  {line}\n")).collect()
}

/// Formats the symbols of a map with their values.
fn map(text: &str) -> String {
    let symbols: BTreeSet<String> = text
        .lines()
        .filter_map(|line| {
            let words: Vec<&str> = line.split_whitespace().collect();
            let [value, name] = words[..] else { return None };
            let value = u64::from_str_radix(value.strip_prefix("0x")?, 16).ok()?;
            // GNU ld omits the first underscore, and the symbols that its own script defines.
            let name = name.trim_start_matches('_');
            ["late", "maybe", "other", "shared", "start"]
                .contains(&name)
                .then(|| format!("{name}={value:x}"))
        })
        .collect();
    let symbols: Vec<String> = symbols.into_iter().collect();
    format!("  symbols {}\n", symbols.join(" "))
}

/// Formats a file by its contents.
pub(super) fn file(path: &Path, bytes: &[u8]) -> String {
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    if archive::is_archive(bytes) {
        return match archive::read(bytes) {
            Ok(archive) => {
                let members = archive
                    .members
                    .iter()
                    .map(|member| format!("\n {}: {}", member.name, contents(member.bytes)));
                let index = archive.index.iter().flatten().map(|(symbol, _)| *symbol);
                format!(
                    "archive, index {}{}",
                    index.collect::<Vec<_>>().join(" "),
                    members.collect::<String>()
                )
            }
            Err(error) => format!("archive ({error})"),
        };
    }
    if name.ends_with(".map") {
        return map(&String::from_utf8_lossy(bytes));
    }
    if name.ends_with(".d") {
        let text = String::from_utf8_lossy(bytes).into_owned();
        let words: BTreeSet<&str> = text
            .split_whitespace()
            .map(|word| word.trim_end_matches(':'))
            .filter(|word| *word != "\\")
            .collect();
        return format!("depends on {}", words.into_iter().collect::<Vec<_>>().join(" "));
    }
    if name.ends_with(".lst") {
        return "a listing".to_owned();
    }
    contents(bytes) + if is_executable(path) { ", executable" } else { "" }
}

#[cfg(unix)]
fn is_executable(path: &Path) -> bool {
    use std::os::unix::fs::PermissionsExt;
    path.metadata()
        .is_ok_and(|about| about.permissions().mode() & 0o111 != 0)
}

#[cfg(not(unix))]
fn is_executable(_: &Path) -> bool {
    false
}

fn contents(bytes: &[u8]) -> String {
    // GNU objcopy ends the lines of its texts for DOS.
    let unix = String::from_utf8_lossy(bytes).replace("\r\n", "\n");
    let bytes = if bytes.is_ascii() { unix.as_bytes() } else { bytes };
    match file::format(bytes) {
        Some(file::Format::Coff | file::Format::Xout) => match file::read("", bytes) {
            Ok(object) => self::object(&object),
            Err(error) => format!("damaged ({error})"),
        },
        _ if bytes.len() < 80 && bytes.iter().all(u8::is_ascii) => format!("{:?}", String::from_utf8_lossy(bytes)),
        _ => format!("{} bytes, {:08x}", bytes.len(), hash(bytes)),
    }
}

/// Formats an object: its sections, each with a hash of its bytes and one of its relocations, and its symbols.
fn object(object: &Object) -> String {
    let kind = if object.entry.is_none() { "object" } else { "program" };
    let mut text = format!("{kind} {:?} from {:x}", object.processor, object.entry.unwrap_or(0));
    let name = |section: usize| object.sections.get(section).map_or("?", |section| &section.name);
    let mut sections: Vec<_> = object.sections.iter().filter(|section| section.size > 0).collect();
    sections.sort_by_key(|section| &section.name);
    for section in sections {
        let (mut relocations, mut bytes) = (String::new(), section.bytes.clone());
        // A local symbol is replaced by its place.
        for Relocation { offset, field, target, addend } in &section.relocations {
            let (what, place) = match *target {
                Target::Section(section) => (name(section).to_owned(), 0),
                Target::Symbol(symbol) => match object.symbols.get(symbol) {
                    Some(Symbol { value: Value::Place { section, offset }, binding: Binding::Local, .. }) => {
                        (name(*section).to_owned(), i64::from(*offset))
                    }
                    Some(symbol) => (symbol.name.to_string(), 0),
                    None => ("?".to_owned(), 0),
                },
            };
            // An assembler may leave any value in a field before the linker fills it.
            let size = match field {
                Field::Word | Field::Relative12 | Field::Relative16 | Field::Short => 2,
                Field::Long | Field::Segmented => 4,
                _ => 1,
            };
            let end = bytes.len().min(*offset as usize + size);
            if let Some(field) = bytes.get_mut(*offset as usize..end) {
                field.fill(0);
            }
            let _ = write!(relocations, " {offset:x} {field:?} {what}+{:x}", place + addend);
        }
        let _ = write!(
            text,
            "\n  {} at {:x} {:x}, {:x} bytes {:08x}{}",
            section.name,
            section.address,
            section.load,
            section.size,
            hash(&bytes),
            relocations
        );
    }
    let symbols: BTreeSet<String> = object
        .symbols
        .iter()
        // The symbols of constructor tables in GNU's script for objects are omitted.
        .filter(|symbol| object.entry.is_some() || !symbol.name.starts_with("___"))
        .map(|symbol| {
            let place = match symbol.value {
                Value::Place { .. } | Value::Absolute(_) if object.entry.is_some() => "at",
                Value::Place { section, .. } => name(section),
                Value::Undefined => "undefined",
                Value::Common { .. } => "common",
                Value::Absolute(_) => "absolute",
            };
            format!(
                "{} {place} {:x} {:?}",
                symbol.name,
                object.address_of(symbol).unwrap_or(0),
                symbol.binding
            )
        })
        .collect();
    symbols.iter().fold(text, |text, symbol| text + "\n  " + symbol)
}
