//! Checks that every field of a device is in its saved state, or is known not to change. The test changes each byte of
//! the state in turn, and compares the fields of a device loaded from the changed state with those of the original. A
//! field that never changes is not saved.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use z8000::machine::Device;
use z8000::save::{SaveError, open, seal};
use z8000_boards::{Connected, Description};

use crate::common::{machine, sections};
use crate::saves::chips;

/// The fields that are in no saved state: the device, the field with its contents, and the reason.
const NOT_SAVED: &str = include_str!("archived.txt");

/// Returns the fields of a value as `Debug` prints them, each with its contents. Members of a list have the name of the
/// list.
fn fields(text: &str) -> BTreeMap<String, String> {
    let (mut fields, mut path) = (BTreeMap::<String, String>::new(), vec![String::new()]);
    let (mut word, mut quoted, mut escaped) = (String::new(), false, false);
    let mut end = |word: &mut String, path: &[String]| {
        let value = std::mem::take(word);
        let names: Vec<_> = path
            .iter()
            .filter(|name| !name.is_empty())
            .map(String::as_str)
            .collect();
        let all = fields.entry(names.join(".")).or_default();
        *all += value.trim();
        all.push(';');
    };
    for character in text.chars() {
        match character {
            _ if quoted => {
                word.push(character);
                quoted = character != '"' || escaped;
                escaped = character == '\\' && !escaped;
            }
            '"' => {
                word.push(character);
                quoted = true;
            }
            '{' | '(' | '[' => {
                end(&mut word, &path);
                path.push(String::new());
            }
            '}' | ')' | ']' => {
                end(&mut word, &path);
                path.pop();
            }
            ',' => {
                end(&mut word, &path);
                *path.last_mut().expect("a level") = String::new();
            }
            ':' => *path.last_mut().expect("a level") = std::mem::take(&mut word).trim().to_owned(),
            _ => word.push(character),
        }
    }
    end(&mut word, &path);
    fields
}

fn state(device: &dyn Device) -> Vec<u8> {
    let mut device = device.clone_box();
    let file = seal(*b"DEV ", 1, |archive| device.archive(archive)).expect("a state");
    file[14..file.len() - 4].to_vec()
}

fn restored(device: &dyn Device, state: &[u8]) -> Result<Box<dyn Device>, SaveError> {
    let mut device = device.clone_box();
    let file = seal(*b"DEV ", 1, |archive| archive.bytes(&mut state.to_vec()))?;
    open(&file, *b"DEV ", 1, |archive| device.archive(archive))?;
    Ok(device)
}

/// Returns the states that differ from one in a single byte, and those that have more bytes after it, as if it were the
/// length of a list. For sectors, only some bytes are changed.
fn altered(state: &[u8]) -> impl Iterator<Item = Vec<u8>> {
    let all = (0..state.len().min(1_000)).chain((1_000..state.len()).step_by(509));
    let places = all.flat_map(|at| [1, 2, 0x80].map(|mask| (at, mask)));
    places.flat_map(|(at, mask)| {
        [0, 1, 2].map(|more| {
            let mut state = state.to_vec();
            state[at] ^= mask;
            state.splice(at + 1..at + 1, vec![1; more]);
            state
        })
    })
}

fn fields_of(device: &dyn Device) -> BTreeMap<String, String> {
    fields(&format!("{device:?}"))
}

/// Returns the names of the fields in which two devices differ.
fn changed(one: &BTreeMap<String, String>, other: &dyn Device) -> BTreeSet<String> {
    let other = fields_of(other);
    let names = one.keys().chain(other.keys());
    names
        .filter(|name| one.get(*name) != other.get(*name))
        .cloned()
        .collect()
}

fn is_within(field: &str, outer: &str) -> bool {
    field
        .strip_prefix(outer)
        .is_some_and(|rest| rest.is_empty() || rest.starts_with('.'))
}

#[test]
fn every_field_is_saved() {
    let (mut machine, ..) = chips("archived");
    let first: Vec<_> = machine
        .devices()
        .map(|device| (device.clone_box(), state(device)))
        .collect();
    let (mut all, mut saved) = (BTreeSet::new(), BTreeSet::new());
    for _ in 0..6 {
        for (device, (start, at_start)) in machine.devices().zip(&first) {
            let named = |field: &String| format!("{}: {field}", device.kind());
            let before = fields_of(device);
            all.extend(before.keys().map(named));
            for state in altered(&state(device)) {
                if let Ok(other) = restored(device, &state) {
                    saved.extend(changed(&before, &*other).iter().map(named));
                }
            }
            let state = self::state(device);
            for length in 0..state.len().min(1_000) {
                let cut = restored(device, &state[..length]);
                assert!(cut.is_err(), "{}: {length} of {} bytes", device.kind(), state.len());
            }
            // Loading replaces all of the earlier state.
            let other = restored(device, at_start).expect("a device");
            assert_eq!(
                changed(&fields_of(&**start), &*other),
                BTreeSet::new(),
                "{}",
                device.kind()
            );
        }
        machine.run(machine.clocks() + 60_000).expect("it runs");
    }
    assert_known(&all, &saved);
}

/// The same check for the machine's own record of its devices, whose state is at the end of the saved state.
#[test]
fn every_field_of_all_devices_is_saved() {
    let text = "[[memory]]\nkind = \"ram\"\nsize = 0x8000\n[[serial]]\n[[timer]]\n";
    let mut machine = machine(text, Path::new(""));
    let source = ".z8002\n.text\n.org 0\n.word 0,0x4000,start\nstart: inb rl0,0xFF01\n jr start\n";
    machine.load(&sections(source)).expect("memory for it");
    machine.start().expect("a start");
    machine.run(200_000).expect("it runs");
    let named = |machine: &Connected| {
        let text = format!("{:?}", machine.world().devices());
        let (_, rest) = text.split_once(" listening: ").expect("what follows the registers");
        fields(&format!("Devices {{ listening: {rest}"))
    };
    let (before, file) = (named(&machine), machine.save().expect("a state"));
    let (head, contents) = (&file[..14], &file[14..file.len() - 4]);
    let (kind, version) = (
        [head[4], head[5], head[6], head[7]],
        u16::from_be_bytes([head[8], head[9]]),
    );
    let field = |name: &String| format!("all devices: {name}");
    let (all, mut saved) = (before.keys().map(field).collect(), BTreeSet::new());
    for at in contents.len() - 80..contents.len() {
        let mut contents = contents.to_vec();
        contents[at] ^= 1;
        let file = seal(kind, version, |archive| archive.bytes(&mut contents)).expect("a file");
        let description = Description::read(text, Path::new("")).expect("a description");
        if let Ok(other) = Connected::restore(description, &file) {
            let other = named(&other);
            saved.extend(
                before
                    .keys()
                    .filter(|name| before.get(*name) != other.get(*name))
                    .map(field),
            );
        }
    }
    assert_known(&all, &saved);
}

/// Checks that exactly the fields that are not saved are in the list.
fn assert_known(all: &BTreeSet<String>, saved: &BTreeSet<String>) {
    // The name of a list or a structure does not change; its contents do.
    let is_leaf = |field: &&String| !all.iter().any(|inner| inner != *field && is_within(inner, field));
    let missing = all.difference(saved).filter(|field| !field.ends_with(": "));
    let missing: Vec<_> = missing.filter(is_leaf).collect();
    let kinds: BTreeSet<_> = all.iter().filter_map(|field| field.split(':').next()).collect();
    let known = NOT_SAVED
        .lines()
        .filter(|line| kinds.contains(line.split(':').next().unwrap_or_default()));
    let known: Vec<_> = known.map(|line| line.split(" | ").next().unwrap_or_default()).collect();
    let news: Vec<_> = missing
        .iter()
        .filter(|field| !known.iter().any(|known| is_within(field, known)))
        .collect();
    assert!(news.is_empty(), "of {} fields no saved state has {news:#?}", all.len());
    let olds: Vec<_> = known
        .iter()
        .filter(|known| !missing.iter().any(|field| is_within(field, known)))
        .collect();
    assert!(olds.is_empty(), "saved states have {olds:#?}");
}
