//! The asz8k of 1984, running under `z8k cpm`, compared with this project's assembler. It is not part of this project:
//! `CPM8000` names a folder with `asz8k.z8k`, `asz8k.pd`, `xcon.z8k` and sources, as in `src/cpm8k` of the repository
//! tpaxia/CPM8000.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

use z8000_object::{Binding, Field, Kind, Object, Target, Value, file};

use super::commands::{folder, said};

/// A relocation: its offset, its field, what its target is relative to, and the addend.
type Filled = (u32, Field, String, u16);

/// The bytes of a section, padded to an even number, and its relocations.
#[derive(Debug, Default, PartialEq)]
struct Contents {
    bytes: Vec<u8>,
    relocations: Vec<Filled>,
}

fn read(path: &Path) -> Object {
    let bytes = fs::read(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    file::read("object", &bytes).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// Returns the first eight characters of a name, which asz8k keeps.
fn cut(name: &str) -> String {
    name.chars().take(8).collect()
}

/// Returns the non-empty sections, by their kind.
fn contents(object: &Object) -> BTreeMap<Kind, Contents> {
    let mut found: BTreeMap<Kind, Contents> = BTreeMap::new();
    for section in object.sections.iter().filter(|section| section.size > 0) {
        let of_kind = found.entry(section.kind).or_default();
        let start = of_kind.bytes.len() as u32;
        of_kind.bytes.extend(&section.bytes);
        of_kind
            .bytes
            .resize((start + section.size).next_multiple_of(2) as usize, 0);
        for relocation in &section.relocations {
            let target = match relocation.target {
                Target::Section(index) => format!("{:?}", object.sections[index].kind),
                Target::Symbol(index) => cut(&object.symbols[index].name),
            };
            let at = start + relocation.offset;
            // The linker sets the segment of an address.
            if matches!(relocation.field, Field::Long | Field::Short) {
                of_kind.bytes[at as usize] = 0x80;
            }
            let filled = (at, relocation.field, target, relocation.addend as u16);
            of_kind.relocations.push(filled);
        }
    }
    found
}

/// Returns the symbols, except those of sections: name, section, 16-bit value, and true if global.
fn symbols(object: &Object) -> BTreeSet<(String, String, u16, bool)> {
    let mut found = BTreeSet::new();
    for symbol in object.symbols.iter().filter(|symbol| !symbol.name.starts_with('.')) {
        let (place, value) = match symbol.value {
            Value::Undefined => ("undefined".to_owned(), 0),
            Value::Common { size, .. } => ("common".to_owned(), size as u16),
            Value::Absolute(value) => ("absolute".to_owned(), value as u16),
            Value::Place { section, offset } => (format!("{:?}", object.sections[section].kind), offset as u16),
        };
        found.insert((cut(&symbol.name), place, value, symbol.binding != Binding::Local));
    }
    found
}

/// Copies the files of a folder whose names have one of the given endings.
fn copy(from: &Path, to: &Path, ends: &[&str]) {
    for entry in fs::read_dir(from).expect("a folder").flatten() {
        let name = entry.file_name().to_string_lossy().to_lowercase();
        if ends.iter().any(|end| name.ends_with(end)) {
            fs::copy(entry.path(), to.join(name)).expect("a copy");
        }
    }
}

/// Returns the sources on the disk that no other source includes.
fn sources(disk: &Path) -> Vec<PathBuf> {
    let named = |path: &Path| path.file_name().unwrap_or_default().to_string_lossy().to_lowercase();
    let entries = fs::read_dir(disk).expect("a folder").flatten();
    let is_source = |path: &PathBuf| [".8kn", ".8ks"].iter().any(|end| named(path).ends_with(end));
    let mut found: Vec<PathBuf> = entries.map(|entry| entry.path()).filter(is_source).collect();
    let mut included = BTreeSet::new();
    for bytes in found.iter().map(|path| fs::read(path).expect("a source")) {
        let text = String::from_utf8_lossy(&bytes);
        let inputs = text.lines().filter_map(|line| line.trim().strip_prefix(".input"));
        included.extend(inputs.filter_map(|rest| Some(rest.split('"').nth(1)?.to_lowercase())));
    }
    found.retain(|path| !included.contains(&named(path)));
    found
}

#[test]
#[ignore = "needs a disk of CP/M-8000: set CPM8000"]
fn objects_are_those_of_the_original() {
    let disk = PathBuf::from(std::env::var_os("CPM8000").expect("CPM8000 names a folder"));
    let folder = folder("original");
    copy(
        &disk,
        &folder,
        &["asz8k.z8k", "asz8k.pd", "xcon.z8k", ".8kn", ".8ks", "biosdefs.z8k"],
    );
    let own = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../assembler/tests/syntax/asz8k");
    let is_right = |path: &PathBuf| {
        let name = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        // Our paths contain a folder, which CP/M does not know.
        path.extension().is_some_and(|end| end == "s") && !name.starts_with("err_") && name != "input"
    };
    let own = fs::read_dir(own).expect("sources").flatten().map(|entry| entry.path());
    let mut all = sources(&disk);
    all.extend(own.filter(is_right));
    let mut compared = 0;
    for path in all {
        let name = path.file_name().expect("a name").to_string_lossy().into_owned();
        let segmented = name.starts_with("seg_") || name.ends_with(".8ks");
        let (source, processor) = if segmented {
            ("test.8ks", "-z8001")
        } else {
            ("test.8kn", "-z8002")
        };
        fs::copy(&path, folder.join(source)).expect("a copy");
        for made in ["test.o", "ours.o", "ours.x"] {
            let _ = fs::remove_file(folder.join(made));
        }
        let (text, _) = said(&folder, &format!("cpm asz8k.z8k -o test.o {source}"));
        assert!(folder.join("test.o").exists(), "{name}: {text}");
        for line in [
            format!("as --syntax asz8k {processor} -o ours.o {source}"),
            "objcopy -O xout ours.o ours.x".to_owned(),
        ] {
            let (text, fine) = said(&folder, &line);
            assert!(fine, "{name}: {text}");
        }
        let original = read(&folder.join("test.o"));
        assert_eq!(contents(&read(&folder.join("ours.x"))), contents(&original), "{name}");
        assert_eq!(symbols(&read(&folder.join("ours.o"))), symbols(&original), "{name}");
        compared += 1;
    }
    println!("{compared} sources have the objects of the original");
    assert!(compared > 60, "only {compared} sources");
}
