//! Links as text: objects, options, script, and the expected results, in `tests/link/`. Expected values are calculated
//! by hand from the script.

use std::fmt::Write as _;
use std::fs;
use std::path::Path;

use z8000_object::link::{Input, Library, LinkError, Linked, Options, Script, Unresolved, combine, link};
use z8000_object::{Kind, Object, Processor, archive, coff};

use super::notation;

/// Returns the text after a heading, if the heading exists.
fn part<'t>(text: &'t str, heading: &str) -> Option<&'t str> {
    let heading = format!("=== {heading}\n");
    let (_, rest) = text.split_once(&heading)?;
    Some(rest.split("\n===").next().unwrap_or(rest))
}

/// Returns the archive of the objects after the heading `library`, if there are any.
fn archive_of(text: &str) -> Option<Vec<u8>> {
    let objects = notation::objects(part(text, "library")?);
    let files: Vec<(String, Vec<u8>)> = objects
        .iter()
        .map(|object| (object.name.clone(), coff::write(object).expect("an object")))
        .collect();
    let members: Vec<_> = files
        .iter()
        .map(|(name, bytes)| archive::Member { name: name.clone(), bytes, date: 0 })
        .collect();
    Some(archive::write(archive::Kind::Unix, &members).expect("an archive"))
}

fn options(text: &str) -> Options {
    let processor = if text.contains(" z8001") {
        Processor::Z8001
    } else {
        Processor::Z8002
    };
    let mut options = Options {
        script: part(text, "script").map_or_else(
            || Script::standard(processor),
            |script| Script::read("map.x", script).unwrap_or_else(|error| panic!("{error}")),
        ),
        map: true,
        ..Options::default()
    };
    for word in part(text, "options").unwrap_or_default().split_whitespace() {
        match word.split_once('=') {
            None if word == "unused" => options.leave_out_unused = true,
            None if word == "relax" => options.relax = true,
            None if word == "common" => options.warn_common = true,
            None if word == "overlap" => options.may_overlap = true,
            Some(("entry", entry)) => options.entry = Some(entry.to_owned()),
            Some(("wanted", symbol)) => options.wanted.push(symbol.to_owned()),
            Some(("wrap", symbol)) => options.wrapped.push(symbol.to_owned()),
            Some(("place", place)) => {
                let (section, address) = place.split_once("@0x").expect("a section and its address");
                let address = u32::from_str_radix(address, 16).expect("an address");
                options.script.place(section, address);
            }
            Some(("define", definition)) => options.script.define(definition, false).expect("a definition"),
            _ => panic!("there is no option `{word}`"),
        }
    }
    options
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().fold(String::new(), |mut text, byte| {
        let _ = write!(text, "{byte:02x}");
        text
    })
}

/// Returns the result of a link in the notation of the tests.
fn told(linked: &Linked) -> String {
    let object = &linked.object;
    let mut text = String::new();
    let _ = writeln!(text, "entry {:x}", object.entry.unwrap_or(0));
    for section in &object.sections {
        let contents = if section.kind == Kind::Space {
            format!("space {:x}", section.size)
        } else {
            hex(&section.bytes)
        };
        let loaded = section.load != section.address && section.kind != Kind::Space;
        let load = if loaded {
            format!("@{:x}", section.load)
        } else {
            String::new()
        };
        let _ = writeln!(text, "{} {:x}{load} {contents}", section.name, section.address);
    }
    let map = object.line_map().expect("lines");
    // Writing the program to a file and reading it keeps all of this.
    let bytes = coff::write(object).expect("a program");
    assert_eq!(
        coff::read("", &bytes)
            .and_then(|read| read.line_map())
            .map(|read| read.lines),
        Ok(map.lines.clone())
    );
    for line in &map.lines {
        let file = &map.files[line.place.file as usize];
        let clocks = line.clocks.as_deref().unwrap_or("-");
        let place = format!("{} {:x} {:x}", line.section, line.address, line.length);
        let _ = writeln!(text, "line {file}:{} {place} {clocks}", line.place.line);
    }
    for warning in &linked.warnings {
        let _ = writeln!(text, "warning {warning}");
    }
    text
}

fn result(text: &str) -> String {
    let library = archive_of(text);
    let objects = notation::objects(part(text, "objects").expect("objects"));
    // Objects pass through COFF, so that the format is tested as well.
    let through = |object: &Object| {
        let bytes = coff::write(object).expect("an object");
        coff::read(&object.name, &bytes).expect("the same object")
    };
    let mut inputs: Vec<Input> = objects.iter().map(|object| Input::Object(through(object))).collect();
    if let Some(library) = &library {
        inputs.push(Input::Archive(Library::read("lib.a", library).expect("an archive")));
    }
    let alone = match link(inputs, &options(text)) {
        Ok(linked) => told(&linked),
        Err(errors) => format!("{errors}\n"),
    };
    // Joining the objects first gives the same result, except for the names of the objects in messages.
    let inputs = objects.iter().map(|object| Input::Object(through(object))).collect();
    let all_relax = objects.iter().all(|object| through(object).relaxable);
    let is_same = part(text, "options").is_none_or(|options| options.trim() == "relax" && all_relax);
    if library.is_none() && is_same && !text.contains("*(COMMON)") {
        // Joins twice, so that moved parts move again: the first object follows all the others.
        let mut inputs: Vec<Input> = inputs;
        let first = inputs.remove(0);
        let whole = combine(inputs, &Options::default()).map(|others| vec![first, Input::Object(through(&others))]);
        let whole = whole
            .and_then(|whole| combine(whole, &Options::default()))
            .map(|object| through(&object));
        let linked = whole.and_then(|whole| link(vec![Input::Object(whole)], &options(text)));
        if let (Ok(linked), false) = (linked, text.contains(".o(") || text.contains("SORT")) {
            assert_eq!(told(&linked), alone, "made into one first");
        }
    }
    alone
}

#[test]
fn links_come_out_as_calculated() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/link");
    let mut paths: Vec<_> = fs::read_dir(folder)
        .expect("a folder")
        .map(|entry| entry.expect("an entry").path())
        .collect();
    paths.sort();
    let mut wrong = String::new();
    for path in &paths {
        let text = fs::read_to_string(path).expect("a test");
        let expected = part(&text, "result").expect("a result").trim();
        let result = result(&text);
        if result.trim() != expected {
            let _ = writeln!(wrong, "{}:\n{result}", path.display());
        }
    }
    assert!(paths.len() >= 30, "only {} tests", paths.len());
    assert!(wrong.is_empty(), "{wrong}");
}

/// The same inputs give the same bytes, and the same map.
#[test]
fn links_are_repeatable() {
    let text = fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/link/sections.txt"));
    let text = text.expect("a test");
    let linked = || {
        let objects = notation::objects(part(&text, "objects").expect("objects"));
        let inputs = objects.into_iter().map(Input::Object).collect();
        link(inputs, &options(&text)).expect("a program")
    };
    let (one, other) = (linked(), linked());
    assert_eq!(coff::write(&one.object), coff::write(&other.object));
    assert_eq!(one.map, other.map);
}

/// The map lists members with their reasons, unused sections, sections with their pieces and shared symbols, and every
/// shared symbol.
#[test]
fn maps_are_laid_out() {
    let objects = notation::objects(
        "object a.o z8002\nsection .text code\n_start::\n<word two> <word room>\nown:\nlater::\nsection .gone data\n01\n\
         section .data data\n0102\nhere::\nthere:?\nsection .bss space\nspace 4\ncommon room 6 2\nweak maybe\n\
         object b.o z8002\nsection .text code\n<word _start> <word end> <word room>\ncommon room 4 2\nsection .none data\nsection .data data",
    );
    let two = notation::objects("object two.o z8002\nsection .text code\ntwo::\n9e08").remove(0);
    let two = coff::write(&two).expect("an object");
    let members = [archive::Member { name: "two.o".to_owned(), bytes: &two, date: 0 }];
    let library = archive::write(archive::Kind::Unix, &members).expect("an archive");
    let mut inputs: Vec<Input> = objects.into_iter().map(Input::Object).collect();
    inputs.push(Input::Archive(Library::read("lib.a", &library).expect("an archive")));
    let script = "SECTIONS { .text 0x100 : { KEEP(b.o(.text)) *(.text) end = .; BYTE(1) FILL(2) }\n\
                  .data 0x200 : AT(0x300) { KEEP(*(.data)) } .bss 0x400 : { KEEP(*(COMMON)) } .gone 0x500 : { *(.gone) } outside = 7; }";
    let options = Options {
        script: Script::read("x", script).expect("a script"),
        leave_out_unused: true,
        wanted: vec!["two".to_owned()],
        map: true,
        ..Options::default()
    };
    let linked = link(inputs, &options).unwrap_or_else(|errors| panic!("{errors}"));
    let expected = "\
Archive members, and the symbols that pulled them in

lib.a(two.o)
    two, used by a.o

Discarded as unused

.gone                   0x1 a.o
.bss                    0x4 a.o

Sections

.text            0x00000100        0xd
 .text           0x00000100        0x6 b.o
 .text           0x00000106        0x4 a.o
                 0x00000106            _start
                 0x0000010a            later
 .text           0x0000010a        0x2 two.o
                 0x0000010a            two
                 0x0000010c            end

.data            0x00000200        0x2 load address 0x00000300
 .data           0x00000200        0x2 a.o
                 0x00000202            here
                 0x00000202            there

.bss             0x00000400        0x6 load address 0x00000500
 COMMON          0x00000400        0x6 a.o
                 0x00000400            room

Symbols, with their definitions and uses

0x00000106 _start                   a.o | b.o
0x0000010c end                      the script | b.o
0x00000202 here                     a.o
0x0000010a later                    a.o
0x00000000 maybe                    - | a.o
0x00000400 room                     a.o | b.o
0x00000202 there                    a.o
0x0000010a two                      two.o | a.o
";
    assert_eq!(linked.map.as_deref(), Some(expected));
    assert_eq!(linked.unused, ["a.o(.gone)", "a.o(.bss)"]);
}

/// A program contains local symbols by object, then shared symbols, then those of the script: addresses, numbers, and
/// symbols that are omitted with their sections.
#[test]
fn programs_have_their_symbols() {
    let objects = notation::objects(
        "object a.o z8001\nsection .text code\nown:\n_start::\n9e08\nlast:\nsection .gone data\nlost:\ngone::\n01\n\
         section .empty data\nempty::\nsection .bss space\nroom:\nspace 6\nabsolute five 5\ncommon shared 4 2\nweak maybe\n\
         object b.o z8001\nweak maybe\nsection .text code\nown:\n8d07\nover::\nweak_one:?\nsection .data data\n<long shared> <long here> <long maybe>",
    );
    let inputs = objects.into_iter().map(Input::Object).collect();
    let script = "SECTIONS { number = 7; .text 0x10000 : { first = 1 + .; *(.text) here = .; inner = 3; again = here - 1; } .data 0x20000 : { *(.data) }\n\
                  .bss 0x20010 (NOLOAD) : { *(.bss) *(COMMON) } after = .; size = SIZEOF(.text); over = 0x30000; copy = five;\n\
                  .empty 0x40000 : { *(.empty) } /DISCARD/ : { *(.gone) } }";
    let options = Options {
        script: Script::read("x", script).expect("a script"),
        ..Options::default()
    };
    let linked = link(inputs, &options).unwrap_or_else(|errors| panic!("{errors}"));
    let expected = " z8001 entry 10000
section .text code at 10000 align 2 size 4: 9e088d07
section .data data at 20000 align 2 size 12: 820000168100000400000000
section .bss space at 20010 align 2 size 10
symbol own local .text+0
symbol last local .text+2
symbol room local .bss+0
symbol own local .text+2
symbol _start global .text+0
symbol empty global 262144
symbol five global 5
symbol shared global .bss+6
symbol maybe weak undefined
symbol weak_one weak .text+4
symbol number global 7
symbol first global .text+1
symbol here global .text+4
symbol inner global .text+3
symbol again global .text+3
symbol after global .bss+10
symbol size global 4
symbol over global 196608
symbol copy global 5
";
    assert_eq!(notation::shown(&linked.object), expected);
    assert_eq!(linked.warnings, Vec::<String>::new());
}

/// The entry may be a name from the objects or the script, or a number; if the name does not exist, a default is used.
#[test]
fn programs_have_their_entries() {
    let entry = |given: Option<&str>, script: &str, text: &str| {
        let inputs = notation::objects(text).into_iter().map(Input::Object).collect();
        let script = Script::read("x", script).expect("a script");
        let options = Options {
            script,
            entry: given.map(str::to_owned),
            unresolved: Unresolved::Ignored,
            ..Options::default()
        };
        let linked = link(inputs, &options).unwrap_or_else(|errors| panic!("{errors}"));
        (linked.object.entry, linked.warnings.join("\n"))
    };
    let script = "own = 0x44; SECTIONS { .text 0x100 : { *(.text) } }";
    let with = format!("ENTRY(second) {script}");
    let both = "object a.o z8002\nsection .text code\n_start::\n01\nstart::\n02\nsecond::\n03";
    let first = "object a.o z8002\nsection .text code\n00\n_start::\n01";
    let none = "object a.o z8002\nsection .text code\n00";
    let plain = |entry| (Some(entry), String::new());
    assert_eq!(entry(None, script, both), plain(0x101));
    assert_eq!(entry(None, script, first), plain(0x101));
    assert_eq!(entry(None, &with, both), plain(0x102));
    assert_eq!(entry(Some("_start"), &with, both), plain(0x100));
    assert_eq!(entry(Some("own"), script, both), plain(0x44));
    assert_eq!(entry(Some("0x1234"), script, both), plain(0x1234));
    assert_eq!(entry(Some("1234"), script, both), plain(1234));
    let warning = |name: &str, at| format!("entry symbol `{name}` is not defined; defaulting to {at:#x}");
    assert_eq!(entry(None, script, none), (Some(0x100), warning("_start", 0x100)));
    assert_eq!(
        entry(Some("other"), script, both),
        (Some(0x100), warning("other", 0x100))
    );
    assert_eq!(entry(Some("0xg"), script, none), (Some(0x100), warning("0xg", 0x100)));
    let data = "object a.o z8002\nsection .data data\n00";
    assert_eq!(
        entry(None, "SECTIONS { .data 0x100 : { *(.data) } }", data),
        (Some(0), warning("_start", 0))
    );
}

/// After an overlay, `.` is the end of its largest section; the sections share one address and are loaded one after
/// another.
#[test]
fn overlays_end_after_their_largest_section() {
    let objects = notation::objects(
        "object a.o z8002\nsection .one data\n01020304\nsection .two data\n0506070809000a0b\nsection .three data\n0c0d\nsection .rest data\n0e0f",
    );
    let script = "SECTIONS { OVERLAY 0x1000 : AT(0x4000) { .one { *(.one) } .two { *(.two) } .three { *(.three) } }\n\
                  after = .; .rest : { *(.rest) } start = __load_start_two; stop = __load_stop_two; last = __load_stop_three; }";
    let options = Options {
        script: Script::read("x", script).expect("a script"),
        entry: Some("0".to_owned()),
        ..Options::default()
    };
    let linked =
        link(objects.into_iter().map(Input::Object).collect(), &options).unwrap_or_else(|errors| panic!("{errors}"));
    let places: Vec<_> = linked
        .object
        .sections
        .iter()
        .map(|it| (&*it.name, it.address, it.load, it.size))
        .collect();
    let expected = [
        (".one", 0x1000, 0x4000, 4),
        (".two", 0x1000, 0x4004, 8),
        (".three", 0x1000, 0x400C, 2),
        (".rest", 0x1008, 0x4014, 2),
    ];
    assert_eq!(places, expected);
    let value = |name: &str| {
        let mut symbols = linked.object.symbols.iter();
        linked
            .object
            .address_of(symbols.find(|symbol| &*symbol.name == name).expect(name))
    };
    let values = ["after", "start", "stop", "last"].map(value);
    assert_eq!(values, [Some(0x1008), Some(0x4004), Some(0x400C), Some(0x400E)]);
}

/// An undefined symbol is reported once, with three of its uses, and its value is 0, whether that fits or not.
#[test]
fn undefined_symbols_are_named_once() {
    let text = "object a.o z8002\nsection .text code\n_start::\nbd10 <low there+20> <word there> e8 <jr there> <word other>\n\
                <word there> <word there> <word stack> <byte other+1000>";
    let linked = |unresolved| {
        let inputs = notation::objects(text).into_iter().map(Input::Object).collect();
        let script = Script::standard(Processor::Z8002);
        link(inputs, &Options { script, unresolved, ..Options::default() })
    };
    let errors = linked(Unresolved::Refused).expect_err("undefined").list;
    let expected = [
        "symbol `there` is not defined; it is used at a.o(.text+0x1), a.o(.text+0x2), a.o(.text+0x5), and 2 more",
        "symbol `other` is not defined; it is used at a.o(.text+0x6), a.o(.text+0xe)",
        "symbol `stack` is not defined; it is used at a.o(.text+0xc); write in the script, for example, `stack = ORIGIN(RAM) \
         + LENGTH(RAM);`, or use `--defsym stack=0xfffe`",
    ];
    assert_eq!(errors.iter().map(ToString::to_string).collect::<Vec<_>>(), expected);
    // A caller that handles the symbol itself need not parse the message.
    let names = errors.iter().map(|error| match error {
        LinkError::Undefined(name, _) => name.as_str(),
        other => panic!("{other}"),
    });
    assert_eq!(names.collect::<Vec<_>>(), ["there", "other", "stack"]);
    assert_eq!(
        linked(Unresolved::Warned).map(|linked| linked.warnings),
        Ok(expected.map(str::to_owned).to_vec())
    );
    assert_eq!(
        linked(Unresolved::Ignored).map(|linked| linked.warnings),
        Ok(Vec::new())
    );
}

/// Unused sections, including the first one, and unused common space are omitted.
#[test]
fn what_is_unused_is_omitted() {
    let objects = notation::objects(
        "object a.o z8002\nsection .one code\n01\nsection .text code\n_start::\n<word used>\ncommon never 4 2\n\
         object b.o z8002\nsection .two data\nused::\n02\nsection .three data\nthree::\n03\ncommon shared 2 2\n\
         section .four data\n<word shared>\nsection .five data\nfive::\n<word three>",
    );
    let script = "SECTIONS { .all 0 : { *(.one .text) *(.two .three) KEEP(*(.four)) *(.five COMMON) } }";
    let linked = |wanted: &[&str]| {
        let options = Options {
            script: Script::read("x", script).expect("a script"),
            leave_out_unused: true,
            wanted: wanted.iter().map(|name| (*name).to_owned()).collect(),
            ..Options::default()
        };
        let inputs = objects.iter().cloned().map(Input::Object).collect();
        let linked = link(inputs, &options).unwrap_or_else(|errors| panic!("{errors}"));
        (hex(&linked.object.sections[0].bytes), linked.unused.join(" "))
    };
    let unused = str::to_owned;
    // The word of .text is the address of .two, which follows it; COMMON comes last, after the word of .four.
    assert_eq!(
        linked(&[]),
        (
            unused("0002020000060000"),
            unused("a.o(.one) a.o(COMMON) b.o(.three) b.o(.five)")
        )
    );
    assert_eq!(
        linked(&["five"]),
        (unused("000202000300000a00040000"), unused("a.o(.one) a.o(COMMON)"))
    );
}

/// Two addresses become a word shorter each; distances across them and the address of the symbol after them change
/// accordingly.
#[test]
fn distances_follow_addresses_that_become_shorter() {
    let objects = notation::objects(
        "object a.o z8001 relaxable\nsection .text code\n_start::\n6101 <segmented flag> 6102 <segmented flag+2>\nend:\n\
         <word _start+c> <word _start+6> <word end> <word end-6> <word [.text]+e> e8 <jr _start>\nflag::\n01020304",
    );
    let options = Options {
        script: Script::read("x", "SECTIONS { .text 0x30010 : { *(.text) } }").expect("a script"),
        relax: true,
        ..Options::default()
    };
    let linked =
        link(objects.into_iter().map(Input::Object).collect(), &options).unwrap_or_else(|errors| panic!("{errors}"));
    // The code is at 0x10: two instructions of four bytes, five words, JR at 0x22 with 18 and 2 bytes back, the flag.
    let expected = "61010324610203260018001400180014001ae8f601020304";
    assert_eq!(hex(&linked.object.sections[0].bytes), expected);
}

/// An address that is too large at first becomes shorter once it fits; one that no longer fits remains long.
#[test]
fn addresses_become_shorter_while_they_fit() {
    let linked = |text: &str, script: &str| {
        let options = Options {
            script: Script::read("x", script).expect("a script"),
            relax: true,
            ..Options::default()
        };
        let inputs = notation::objects(text).into_iter().map(Input::Object).collect();
        let linked = link(inputs, &options).unwrap_or_else(|errors| panic!("{errors}"));
        hex(&linked.object.sections[0].bytes)
    };
    // Once the first address is shorter, `near` is at 0xfe instead of 0x100, or at 0x100 instead of 0x102.
    for (filler, expected) in [(244, "61010300610203fc"), (246, "61010300610283000100")] {
        let text = format!(
            "object a.o z8001 relaxable\nsection .text code\n_start::\n6101 <segmented _start> 6102 <segmented near>\n\
             {}\nnear::\n0102",
            "00".repeat(filler)
        );
        let expected = format!("{expected}{}0102", "00".repeat(filler));
        assert_eq!(
            linked(&text, "SECTIONS { .text 0x30000 : { *(.text) } }"),
            expected,
            "{filler}"
        );
    }
    // The shorter the code, the larger the address of the data: 0xfc after 12 bytes, and 0x100 after 8.
    let text = "object a.o z8001 relaxable\nsection .text code\n_start::\n6101 <segmented flag> 6102 <segmented flag>\n\
                section .data data\nflag::\n0102";
    let script = "SECTIONS { .text 0x30000 : { *(.text) } .data 0x30108 - SIZEOF(.text) : { *(.data) } }";
    assert_eq!(linked(text, script), "6101830000fc6102830000fc");
}

/// The contents of each section begin and end in the file at multiples of the section's alignment in the script, as in
/// a file of GNU ld for this script: at 0x80 and 0xc0.
#[test]
fn sections_are_filled_up_in_the_file() {
    let objects =
        notation::objects("object a.o z8002\nsection .text code\n_start::\n8d079e08\nsection .data data\n0005");
    let script = "SECTIONS { .text 0 : ALIGN(16) { *(.text) } .data 0x1000 : ALIGN(64) { *(.data) } }";
    let options = Options {
        script: Script::read("x", script).expect("a script"),
        ..Options::default()
    };
    let linked =
        link(objects.into_iter().map(Input::Object).collect(), &options).unwrap_or_else(|errors| panic!("{errors}"));
    let sizes: Vec<(u32, usize)> = linked
        .object
        .sections
        .iter()
        .map(|it| (it.size, it.bytes.len()))
        .collect();
    assert_eq!(sizes, [(0x40, 0x40); 2]);
    let bytes = coff::write(&linked.object).expect("a program");
    assert_eq!(
        (&bytes[0x80..0x84], &bytes[0xC0..0xC2]),
        (&[0x8D, 7, 0x9E, 8][..], &[0, 5][..])
    );
}

/// A section with a given address ignores the address and region in the script; one that is not in the script is added.
#[test]
fn sections_can_be_placed_elsewhere() {
    let objects = notation::objects("object a.o z8002\nsection .text code\n_start::\n01\nsection .more data\n02");
    let text = "MEMORY { ROM : o = 0x100, l = 0x10 } SECTIONS { .text : { *(.text) } > ROM .rest : { *(.rest) } }";
    let addresses = |places: &[(&str, u32)]| {
        let mut script = Script::read("x", text).expect("a script");
        places.iter().for_each(|(name, address)| script.place(name, *address));
        let inputs = objects.iter().cloned().map(Input::Object).collect();
        let linked = link(inputs, &Options { script, may_overlap: true, ..Options::default() });
        linked.map(|linked| linked.object.sections.iter().map(|it| it.address).collect::<Vec<_>>())
    };
    assert_eq!(
        addresses(&[(".text", 0x2000), (".more", 0x3000)]),
        Ok(vec![0x2000, 0x3000])
    );
    assert_eq!(
        addresses(&[(".text", 0x2000), (".more", 0x3000), (".text", 0x2100)]),
        Ok(vec![0x2100, 0x3000])
    );
}

/// A section begins at a multiple of the largest alignment of its common space.
#[test]
fn common_space_keeps_its_alignment() {
    for (one, other, address) in [(2, 10, 0x10), (10, 2, 0x10), (2, 4, 4), (2, 2, 2)] {
        let text = format!(
            "object a.o z8002\nsection .text code\n_start::\n0102\ncommon a 2 {one}\nobject b.o z8002\ncommon b 1 {other}"
        );
        let script = Script::read(
            "x",
            "SECTIONS { .text 0 : { *(.text) } .bss : SUBALIGN(2) { *(COMMON) } }",
        )
        .expect("a script");
        let inputs = notation::objects(&text).into_iter().map(Input::Object).collect();
        let linked =
            link(inputs, &Options { script, ..Options::default() }).unwrap_or_else(|errors| panic!("{errors}"));
        assert_eq!(linked.object.sections[1].address, address, "{one} {other}");
    }
}

/// A section of two kinds is code if any part of it is, and a kind with contents takes precedence over space.
#[test]
fn sections_of_two_kinds_have_one() {
    let names = ["code", "constants", "data", "space"];
    let kinds = [Kind::Code, Kind::Constants, Kind::Data, Kind::Space];
    for (one, first) in names.iter().zip(kinds) {
        for (other, second) in names.iter().zip(kinds) {
            let contents = |kind: &str| if kind == "space" { "space 2" } else { "0102" };
            let text = format!(
                "object a.o z8002\nsection .a {one}\n{}\nsection .b {other}\n{}\nsection .c code",
                contents(one),
                contents(other)
            );
            let script = Script::read("x", "SECTIONS { .s 0 : { *(.a) *(.b) *(.c) } }").expect("a script");
            let inputs = notation::objects(&text).into_iter().map(Input::Object).collect();
            let options = Options { script, entry: Some("0".to_owned()), ..Options::default() };
            let linked = link(inputs, &options).unwrap_or_else(|errors| panic!("{errors}"));
            let expected = match (first, second) {
                (Kind::Code, _) | (_, Kind::Code) => Kind::Code,
                (Kind::Space, kind) | (kind, Kind::Space) => kind,
                (Kind::Constants, Kind::Constants) => Kind::Constants,
                _ => Kind::Data,
            };
            assert_eq!(linked.object.sections[0].kind, expected, "{one} {other}");
        }
    }
}

/// The size of a section used inside that section is its final size; a section with only a load address is at that
/// address.
#[test]
fn sections_know_their_own_size() {
    let objects = notation::objects("object a.o z8002\nsection .text code\n_start::\n01020304\nsection .data data\n05");
    let script = "MEMORY { ROM : o = 0x100, l = 0x100 } SECTIONS { .text 0 : { SHORT(SIZEOF(.text)) *(.text) BYTE(SIZEOF(.data)) }\n\
                  .data : { *(.data) SHORT(ADDR(.data)) } AT> ROM }";
    let options = Options {
        script: Script::read("x", script).expect("a script"),
        ..Options::default()
    };
    let linked =
        link(objects.into_iter().map(Input::Object).collect(), &options).unwrap_or_else(|errors| panic!("{errors}"));
    let sections: Vec<_> = linked
        .object
        .sections
        .iter()
        .map(|it| (it.address, it.load, hex(&it.bytes)))
        .collect();
    let expected = [
        (0, 0, "0007010203040300".to_owned()),
        (0x100, 0x100, "05010000".to_owned()),
    ];
    assert_eq!(sections, expected);
}

/// GNU `ld -r` gives an object an entry; relocations or an empty `.ctors` distinguish it from a program.
#[test]
fn an_object_with_an_entry_is_no_program() {
    let relocated = "section .text code\n_start::\n01\n<word [.text]>\n";
    let empty = "section .text code\n_start::\n01\nsection .ctors code\n";
    let whole = "section .text code\n_start::\n01\n";
    let refused = "r.o is already linked; expected an object file";
    for (sections, error) in [(relocated, None), (empty, None), (whole, Some(refused))] {
        let mut objects = notation::objects(&format!("object r.o z8002\n{sections}"));
        objects[0].entry = Some(2);
        let inputs = objects.into_iter().map(Input::Object).collect();
        let linked = link(inputs, &Options::default()).map_err(|errors| errors.to_string());
        assert_eq!(linked.err().as_deref(), error, "{sections}");
    }
}
