//! The GNU as tests for this processor, and those for all processors that also apply to this one. They are read from
//! its sources, whose folder is given by `Z8000_GNU_SOURCES`.

use std::fs;
use std::path::Path;

use z8000_asm::{Files, Options, Processor, assemble};
use z8000_object::image::flat;
use z8000_object::link::{self, Input, Script, link};
use z8000_object::{Object, Value};
use z8000_tests::files;

use super::tools::{run, work};

/// Sources that are rejected or differ, and the reasons.
const OTHERWISE: [(&str, &str); 10] = [
    (
        "all/assign",
        "a variable of a symbol that is never defined: an error here",
    ),
    (
        "all/cond",
        "conditions on symbols that are not defined yet: an error here",
    ),
    (
        "all/eqv-dot",
        "`.` in a constant: here that of its line, and not of each use",
    ),
    (
        "all/eqv-dot-pdp11",
        "`.` in a constant: here that of its line, and not of each use",
    ),
    (
        "all/float",
        "`.dcb` of floating-point numbers, and numbers as bits (`0f:1234`)",
    ),
    (
        "all/forward",
        "`.set` again before the end: each use takes the last value before it, as the page of the language says",
    ),
    ("all/octa", "numbers of more than 64 bits"),
    ("all/quoted-sym-names", "names in quotation marks"),
    ("all/relax", "a count of labels that follow"),
    ("all/weakref1", "`.weakref`"),
];

const SCRIPT: &str =
    "SECTIONS { .text 0x1000 : { *(.text) } .data 0x4000 : { *(.data) } .bss 0x6000 : { *(.bss) *(COMMON) } }";

/// The value given to undefined symbols.
const UNDEFINED: u32 = 0x1234;

#[test]
#[ignore = "needs GNU binutils for z8k-coff on the PATH, and their sources in Z8000_GNU_SOURCES"]
fn the_suite_of_gnu_as_has_the_same_bytes() {
    let folder = std::env::var("Z8000_GNU_SOURCES").expect("Z8000_GNU_SOURCES names the sources of GNU binutils");
    let suite = Path::new(&folder).join("gas/testsuite/gas");
    let work = work("gnu-suite");
    fs::write(work.join("script.ld"), SCRIPT).expect("a script");
    let (mut same, mut refused, mut listed, mut wrong) = (0, 0, Vec::new(), Vec::new());
    for part in ["z8k", "all", "macros"] {
        for source in files(&suite.join(part), "s") {
            let name = format!("{part}/{}", source.file_stem().unwrap_or_default().to_string_lossy());
            let ours = ours(&source);
            let Ok(()) = gnu_object(&source, &work) else {
                // A source for this processor that GNU as rejects must be rejected here, too. GNU as supports only some
                // of the others.
                if part == "z8k" {
                    refused += 1;
                    if ours.is_ok() {
                        wrong.push(format!("{name}: refused by GNU as only"));
                    }
                }
                continue;
            };
            let result = ours.and_then(|object| compare(object, &work));
            match (result, OTHERWISE.iter().any(|(known, _)| *known == name)) {
                (Ok(()), false) => same += 1,
                (Err(_), true) => listed.push(name),
                (Ok(()), true) => wrong.push(format!("{name}: is equal, and need not be listed")),
                (Err(error), false) => wrong.push(format!("{name}: {error}")),
            }
        }
    }
    println!(
        "{same} sources of the suite of GNU as agree, {refused} are refused by both, {} differ on purpose",
        listed.len()
    );
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(same > 0, "no sources in {}", suite.display());
}

fn gnu_object(source: &Path, work: &Path) -> Result<(), String> {
    let object = work.join("gnu.o");
    let folder = source.parent().unwrap_or(Path::new("."));
    run(
        folder,
        "z8k-coff-as",
        &["-z8002", &source.to_string_lossy(), "-o", &object.to_string_lossy()],
    )
}

fn ours(source: &Path) -> Result<Object, String> {
    let (files, main) = Files::beside(source);
    let options = Options { for_linker: true, ..Options::default() };
    let assembly = assemble(&files, &main, &options).map_err(|errors| errors.to_string())?;
    Ok(assembly.object("ours.o"))
}

/// Compares GNU's object with ours, both linked with values for undefined symbols; an error describes the difference.
fn compare(object: Object, work: &Path) -> Result<(), String> {
    let undefined = object.symbols.iter().filter(|symbol| symbol.value == Value::Undefined);
    let definitions: Vec<String> = undefined
        .map(|symbol| format!("{}={UNDEFINED:#x}", symbol.name))
        .collect();
    let mut script = Script::read("script.ld", SCRIPT).map_err(|error| error.to_string())?;
    for definition in &definitions {
        script.define(definition, false).map_err(|error| error.to_string())?;
    }
    let options: Vec<String> = definitions
        .iter()
        .map(|definition| format!("--defsym={definition}"))
        .collect();
    let machine = match object.processor {
        Processor::Z8001 => "z8001",
        Processor::Z8002 => "z8002",
    };
    let mut arguments = vec!["-T", "script.ld", "-m", machine, "-e", "0", "gnu.o", "-o", "gnu.out"];
    arguments.extend(options.iter().map(String::as_str));
    run(work, "z8k-coff-ld", &arguments)?;
    // objcopy creates no file if a source emits no bytes.
    let _ = fs::remove_file(work.join("gnu.bin"));
    let gnu = match run(work, "z8k-coff-objcopy", &["-O", "binary", "gnu.out", "gnu.bin"]) {
        Err(error) if !error.contains("has no sections") => return Err(error),
        _ => fs::read(work.join("gnu.bin")).unwrap_or_default(),
    };
    let options = link::Options { script, entry: Some("0".to_owned()), ..link::Options::default() };
    let linked = link(vec![Input::Object(object)], &options).map_err(|errors| errors.to_string())?;
    let ours = flat::write(&linked.object, 0, None).map_err(|error| error.to_string())?;
    if ours == gnu {
        return Ok(());
    }
    let first = ours.iter().zip(&gnu).position(|(ours, gnu)| ours != gnu);
    let first = first.unwrap_or(ours.len().min(gnu.len()));
    let around = |bytes: &[u8]| format!("{:02x?}", &bytes[first.min(bytes.len())..bytes.len().min(first + 8)]);
    Err(format!("byte {first:#x}: {}, GNU's {}", around(&ours), around(&gnu)))
}
