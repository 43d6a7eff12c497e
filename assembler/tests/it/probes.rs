//! Small programs, each with the output of GNU as, recorded by `tests/probes/record.py`.

use std::borrow::Cow;
use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::fs;
use std::io;
use std::path::Path;

use z8000_asm::{Options, Sources, assemble};
use z8000_object::coff;

/// A program, the recorded outcome, and our outcome with the reason if it differs.
pub(super) struct Probe {
    pub(super) source: Vec<u8>,
    pub(super) outcome: String,
    pub(super) own: Option<String>,
}

pub(super) fn probes(file: &[u8]) -> Vec<Probe> {
    let mut list: Vec<Probe> = Vec::new();
    let mut source = Vec::new();
    for line in file.split_inclusive(|byte| *byte == b'\n') {
        let text = String::from_utf8_lossy(line);
        if let Some(gnu) = text.strip_prefix("=>") {
            list.push(Probe {
                source: std::mem::take(&mut source),
                outcome: gnu.trim().to_owned(),
                own: None,
            });
        } else if let (Some(own), Some(probe)) = (text.strip_prefix("<>"), list.last_mut()) {
            probe.own = Some(own.trim().to_owned());
        } else {
            source.extend(line);
        }
    }
    list
}

/// Reads big-endian numbers and names from an object file.
struct File(Vec<u8>);

impl File {
    fn number(&self, at: usize, size: usize) -> usize {
        self.0[at..at + size]
            .iter()
            .fold(0, |number, byte| number << 8 | usize::from(*byte))
    }

    fn name(&self, at: usize, table: usize) -> String {
        let (from, most) = match self.number(at, 4) {
            0 => (table + self.number(at + 4, 4), usize::MAX),
            _ => (at, 8),
        };
        let bytes = self.0[from..].iter().take_while(|byte| **byte != 0).take(most);
        bytes.copied().map(char::from).collect()
    }
}

/// Returns the bits of a field that a linker fills in, for a type of relocation.
fn field(kind: usize) -> &'static [u8] {
    match kind {
        0x01 | 0x04 => &[0xFF, 0xFF],
        0x05 => &[0x0F, 0xFF],
        0x11 => &[0xFF, 0xFF, 0xFF, 0xFF],
        0x02 | 0x22 => &[0xFF],
        0x23 => &[0x0F],
        0x24 => &[0xF0],
        0x25 => &[0x7F],
        _ => panic!("relocation type {kind:x}"),
    }
}

/// Returns the facts that the script records about a file.
fn facts(file: &File) -> String {
    let (start, count) = (file.number(8, 4), file.number(12, 4));
    let table = start + 18 * count;
    let headers: Vec<usize> = (0..file.number(2, 2)).map(|index| 20 + 40 * index).collect();
    let sections: Vec<String> = headers.iter().map(|at| file.name(*at, table)).collect();
    let (mut symbols, mut shared) = (Vec::new(), BTreeSet::new());
    while symbols.len() < count {
        let at = start + 18 * symbols.len();
        let (name, value) = (file.name(at, table), file.number(at + 8, 4));
        let place = match file.number(at + 12, 2) {
            0 => "undefined",
            0xFFFF => "absolute",
            0xFFFE => "debug",
            index => &sections[index - 1],
        };
        let binding = match file.number(at + 16, 1) {
            2 => Some("global"),
            127 | 105 => Some("weak"),
            _ => None,
        };
        let symbol = match binding {
            Some(binding) => {
                shared.insert(format!("{name} {binding} {place} {value:x}"));
                (name, 0)
            }
            None => (place.to_owned(), value),
        };
        symbols.extend(std::iter::repeat_n(symbol, 1 + file.number(at + 17, 1)));
    }
    let mut parts = Vec::new();
    for (name, header) in sections.iter().zip(headers) {
        let [size, bytes, relocations] = [16, 20, 24].map(|field| file.number(header + field, 4));
        let mut contents = match bytes {
            0 => Vec::new(),
            _ => file.0[bytes..bytes + size].to_vec(),
        };
        let mut filled = Vec::new();
        for relocation in (0..file.number(header + 32, 2)).map(|index| relocations + 16 * index) {
            let [at, symbol, offset] = [0, 4, 8].map(|field| file.number(relocation + field, 4));
            let kind = file.number(relocation + 12, 2);
            let (target, value) = symbols
                .get(symbol)
                .map_or(("absolute", 0), |(name, value)| (name.as_str(), *value));
            let offset = (offset + value) as u32;
            for (byte, mask) in contents[at..].iter_mut().zip(field(kind)) {
                *byte &= !mask;
            }
            if target == name && kind == 4 {
                let distance = (offset as u16).wrapping_sub(at as u16 + 2);
                contents[at..at + 2].copy_from_slice(&distance.to_be_bytes());
            } else {
                filled.push(format!("{at:x}: {target}+{offset:x} {kind:x}"));
            }
        }
        if size > 0 && bytes == 0 {
            parts.push(format!("{name} {size:x} bytes"));
        } else if size > 0 {
            let hex = contents.iter().map(|byte| format!("{byte:02x}"));
            parts.push(format!("{name} {}", hex.collect::<String>()));
        }
        parts.extend(filled);
    }
    parts.extend(shared);
    match parts.is_empty() {
        true => "nothing".to_owned(),
        false => parts.join(" | "),
    }
}

/// The only file of a program; its bytes need not be UTF-8.
struct Program<'s>(&'s [u8]);

impl Sources for Program<'_> {
    fn read(&self, name: &str) -> io::Result<Cow<'_, [u8]>> {
        match name {
            "probe.s" => Ok(Cow::Borrowed(self.0)),
            _ => Err(io::ErrorKind::NotFound.into()),
        }
    }
}

/// Returns our outcome for a source.
fn outcome(source: &[u8]) -> String {
    let options = Options { for_linker: true, gnu: true, ..Options::default() };
    match assemble(&Program(source), "probe.s", &options) {
        Ok(assembly) => facts(&File(coff::write(&assembly.object("probe.o")).expect("an object"))),
        Err(errors) => format!("error: {}", errors.list[0].message),
    }
}

/// Returns true if both are errors, whose messages are not compared, or if both are the same.
pub(super) fn agree(one: &str, other: &str) -> bool {
    one == other || one.starts_with("error") && other.starts_with("error")
}

#[test]
fn probes_have_the_outcomes_of_gnu_as() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/probes");
    let (mut equal, mut refused, mut different, mut wrong) = (0, 0, 0, String::new());
    for entry in fs::read_dir(folder).expect("the probes") {
        let path = entry.expect("an entry").path();
        if path.extension().is_none_or(|extension| extension != "txt") {
            continue;
        }
        for Probe { source, outcome: gnu, own } in probes(&fs::read(&path).expect("probes")) {
            let ours = outcome(&source);
            match &own {
                None if !agree(&ours, &gnu) => {}
                None if gnu.starts_with("error") => {
                    refused += 1;
                    continue;
                }
                None => {
                    equal += 1;
                    continue;
                }
                Some(own) => {
                    let own = own.split(" : ").next().unwrap_or_default();
                    if agree(&ours, own) && !agree(&gnu, own) {
                        different += 1;
                        continue;
                    }
                }
            }
            let text = String::from_utf8_lossy(&source);
            let _ = writeln!(wrong, "--- {}\n{text}GNU:  {gnu}\nours: {ours}", path.display());
        }
    }
    println!("{equal} probes are equal, {refused} are refused by both, {different} differ with a reason");
    let count = wrong.matches("--- ").count();
    assert!(wrong.is_empty(), "{wrong}{count} differ");
}
