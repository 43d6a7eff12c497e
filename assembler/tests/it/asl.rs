//! Small programs for AS, each with the output of AS, recorded by `tests/asl/record.py`.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::fs;
use std::path::Path;

use z8000_asm::{Assembly, Diagnostics, Memory, Options, Syntax, assemble, convert};

use super::probes::{Probe, agree, probes};

/// Returns the bytes of a recorded outcome, by address.
fn recorded(outcome: &str) -> BTreeMap<u32, u8> {
    let mut bytes = BTreeMap::new();
    if outcome.starts_with("error") {
        return bytes;
    }
    for (start, digits) in outcome.split(" | ").filter_map(|part| part.split_once(": ")) {
        let start = u32::from_str_radix(start, 16).expect("an address");
        let byte = |at: usize| u8::from_str_radix(&digits[2 * at..2 * at + 2], 16).expect("a byte");
        bytes.extend((0..digits.len() / 2).map(|at| (start + at as u32, byte(at))));
    }
    bytes
}

fn bytes(assembly: &Assembly) -> BTreeMap<u32, u8> {
    let contents = assembly.contents(None);
    contents
        .flat_map(|piece| (piece.origin()..).zip(piece.bytes.iter().copied()))
        .collect()
}

fn assembled(source: &str, syntax: Syntax) -> Result<Assembly, Diagnostics> {
    let options = Options { syntax, ..Options::default() };
    assemble(&Memory::new([("probe.s", source)]), "probe.s", &options)
}

/// Returns our outcome in the format of the recorded one; space that AS leaves between bytes may be filled with zeros.
fn outcome(source: &str, theirs: &str) -> String {
    let assembly = match assembled(source, Syntax::Asl) {
        Ok(assembly) => assembly,
        Err(errors) => return format!("error: {}", errors.list[0].message),
    };
    let (own, recorded) = (bytes(&assembly), recorded(theirs));
    let is_room = |(at, byte): (&u32, &u8)| recorded.contains_key(at) || *byte == 0;
    let has_all = recorded.iter().all(|(at, byte)| own.get(at) == Some(byte));
    if !theirs.starts_with("error") && has_all && own.iter().all(is_room) {
        return theirs.to_owned();
    }
    let mut text = String::new();
    let mut next = None;
    for (at, byte) in own {
        let between = if text.is_empty() { "" } else { " | " };
        if next != Some(at) {
            let _ = write!(text, "{between}{at:x}: ");
        }
        let _ = write!(text, "{byte:02x}");
        next = Some(at + 1);
    }
    if text.is_empty() { "nothing".to_owned() } else { text }
}

/// Returns the probes of all files, with the names of the files.
fn all() -> Vec<(String, Probe)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/asl");
    let mut list = Vec::new();
    for entry in fs::read_dir(folder).expect("the probes") {
        let path = entry.expect("an entry").path();
        let name = path.file_name().expect("a name").to_string_lossy().into_owned();
        let found = probes(&fs::read(&path).expect("probes"));
        list.extend(found.into_iter().map(|probe| (name.clone(), probe)));
    }
    assert!(list.len() >= 400, "only {} probes", list.len());
    list
}

#[test]
fn probes_have_the_outcomes_of_as() {
    let (mut equal, mut refused, mut different, mut wrong) = (0, 0, 0, String::new());
    for (name, Probe { source, outcome: theirs, own }) in all() {
        let source = String::from_utf8_lossy(&source);
        let ours = outcome(&source, &theirs);
        match own {
            None if agree(&ours, &theirs) && theirs.starts_with("error") => refused += 1,
            None if agree(&ours, &theirs) => equal += 1,
            Some(own) if agree(&ours, own.split(" : ").next().unwrap_or_default()) && !agree(&ours, &theirs) => {
                different += 1;
            }
            _ => {
                let _ = writeln!(wrong, "--- {name}\n{source}AS:   {theirs}\nours: {ours}");
            }
        }
    }
    println!("{equal} probes are equal, {refused} are refused by both, {different} differ with a reason");
    let count = wrong.matches("--- ").count();
    assert!(wrong.is_empty(), "{wrong}{count} differ");
}

#[test]
fn converted_probes_have_the_same_bytes() {
    for (name, Probe { source, .. }) in all() {
        let source = String::from_utf8_lossy(&source);
        let Ok(assembly) = assembled(&source, Syntax::Asl) else {
            continue;
        };
        let sources = Memory::new([("probe.s", &*source)]);
        let text = convert(&sources, "probe.s", Syntax::Asl, false).unwrap_or_else(|errors| panic!("{errors}"));
        let again = assembled(&text, Syntax::Gnu).unwrap_or_else(|errors| panic!("{name}\n{source}\n{text}\n{errors}"));
        assert_eq!(bytes(&again), bytes(&assembly), "{name}\n{source}\n{text}");
    }
}
