//! Programs in every file format. The program adds 1 to a word; its bytes are written by hand.

#[path = "../../src/formats.rs"]
mod source;

use std::fs;
use std::path::Path;

use z8000::machine::Stop;
use z8000_boards::{Connected, Description, Error};
use z8000_object::image::{flat, hex, srec};
use z8000_object::{Kind, Object, Processor, Section, coff, xout};

use super::harness::folder;
use source::{Formats, load};

fn description(text: &str, folder: &Path) -> Description {
    let mut description = Description::read(text, folder).expect("a description");
    description.reach.files = &Formats;
    description
}

fn machine(text: &str, folder: &Path) -> Connected {
    Connected::new(description(text, folder)).expect("a machine")
}

/// ldl rr2,#83000000h; ld r1,@rr2; inc r1,#1; ld @rr2,r1; halt
const SEGMENTED: [u16; 7] = [0x1402, 0x8300, 0x0000, 0x2121, 0xA910, 0x2F21, 0x7A00];

/// Returns the code `ld r1,cell; inc r1,#1; ld cell,r1; halt`; the word of the cell follows it.
fn plain(cell: u16) -> [u16; 6] {
    [0x6101, cell, 0xA910, 0x6F01, cell, 0x7A00]
}

fn section(name: &str, kind: Kind, address: u32, words: &[u16]) -> Section {
    let bytes = words.iter().flat_map(|word| word.to_be_bytes());
    Section::at(name, kind, address, bytes.collect())
}

/// Returns the program with its code and the word 1234h at given addresses.
fn program(processor: Processor, code: u32, words: &[u16], cell: u32) -> Object {
    Object {
        processor,
        sections: vec![
            section(".text", Kind::Code, code, words),
            section(".data", Kind::Data, cell, &[0x1234]),
        ],
        entry: Some(code),
        ..Object::default()
    }
}

fn z8001() -> Connected {
    let text = "processor = \"z8001\"\n[start]\nstack = 0x048000\n[[memory]]\nkind = \"ram\"\nsize = 0x50000";
    machine(text, Path::new(""))
}

/// Creates a Z8002 with one memory for everything, or with two.
fn z8002(split: bool) -> Connected {
    let memory = |space: &str| format!("[[memory]]\nkind = \"ram\"\nsize = 0x10000\nspace = \"{space}\"\n");
    let memories = if split {
        memory("program") + &memory("data")
    } else {
        memory("all")
    };
    machine(&format!("[start]\n{memories}"), Path::new(""))
}

fn check(mut machine: Connected, name: &str, file: &[u8]) {
    load(&mut machine, name, file).unwrap_or_else(|error| panic!("{name}: {error}"));
    machine.start().expect("a start");
    let ended = machine.run(1_000).unwrap_or_else(|error| panic!("{name}: {error}"));
    assert_eq!((ended, machine.cpu().register(1)), (Stop::Halted, 0x1235), "{name}");
}

#[test]
fn a_segmented_program_in_every_format() {
    let object = program(Processor::Z8001, 0x2_0000, &SEGMENTED, 0x3_0000);
    check(z8001(), "a.coff", &coff::write(&object).expect("COFF"));
    let file = xout::write(&object).expect("x.out");
    assert_eq!(file[..2], [0xEE, 0x01]);
    check(z8001(), "a.xout", &file);
    // Images do not tell that their program is segmented; the description of the machine does.
    let text =
        "processor = \"z8001\"\n[start]\nfcw = 0xC000\npc = 0x020000\n[[memory]]\nkind = \"ram\"\nsize = 0x50000";
    check(
        machine(text, Path::new("")),
        "a.srec",
        srec::write(&object, "a").as_bytes(),
    );
    let contents = object.sections.iter().map(|section| (section.load, &*section.bytes));
    check(
        machine(text, Path::new("")),
        "a.hex",
        hex::write(contents, None).as_bytes(),
    );
}

#[test]
fn a_segmented_program_as_plain_bytes() {
    let text = "processor = \"z8001\"\n[start]\nfcw = 0xC000\n[[memory]]\nkind = \"ram\"\nsize = 0x50000";
    let mut object = program(Processor::Z8001, 0, &SEGMENTED, 14);
    // The word follows the code, in segment 0.
    object.sections[0].bytes[2..6].copy_from_slice(&[0x80, 0x00, 0x00, 0x0E]);
    let file = flat::write(&object, 0, None).expect("a flat file");
    check(machine(text, Path::new("")), "a.bin", &file);
}

#[test]
fn a_program_of_a_z8002_in_every_format() {
    for split in [false, true] {
        let cell = if split { 0 } else { 12 };
        let object = program(Processor::Z8002, 0, &plain(cell), cell.into());
        check(z8002(split), "a.coff", &coff::write(&object).expect("COFF"));
        let mut file = xout::write(&object).expect("x.out");
        assert_eq!(file[..2], [0xEE, if split { 0x0B } else { 0x03 }]);
        check(z8002(split), "a.xout", &file);
        if split {
            // Images are loaded only into program memory.
            continue;
        }
        // A program with shared text is loaded like any other.
        file[1] = 0x07;
        check(z8002(split), "shared.xout", &file);
        check(z8002(split), "a.srec", srec::write(&object, "a").as_bytes());
        let contents = object.sections.iter().map(|section| (section.load, &*section.bytes));
        check(z8002(split), "a.hex", hex::write(contents, None).as_bytes());
        check(
            z8002(split),
            "a.bin",
            &flat::write(&object, 0, None).expect("a flat file"),
        );
    }
}

#[test]
fn programs_that_are_cut_or_lie_are_refused() {
    let object = program(Processor::Z8001, 0x2_0000, &SEGMENTED, 0x3_0000);
    let contents = object.sections.iter().map(|section| (section.load, &*section.bytes));
    let files = [
        ("a.coff", coff::write(&object).expect("COFF")),
        ("a.xout", xout::write(&object).expect("x.out")),
        ("a.srec", srec::write(&object, "a").into_bytes()),
        ("a.hex", hex::write(contents, None).into_bytes()),
    ];
    for (name, file) in &files {
        for length in 0..file.len() {
            // An image that is cut between two lines is still valid; in any case, it is loaded or refused.
            let result = load(&mut z8001(), name, &file[..length]);
            if let Err(error) = result {
                assert!(error.to_string().starts_with(name), "{error}");
            }
        }
        for at in 0..file.len() {
            let mut file = file.clone();
            file[at] ^= 0x81;
            if let Err(error) = load(&mut z8001(), name, &file) {
                assert!(error.to_string().starts_with(name), "{error}");
                // The reason appears only once if the sources of an error are printed, too.
                let said = |source: &dyn std::error::Error| error.to_string().contains(&source.to_string());
                assert!(!error.source().is_some_and(said), "{error:?}");
            }
        }
    }
    for kind in ["a.xout", "a.coff"] {
        let (_, file) = files.iter().find(|(name, _)| *name == kind).expect("a file");
        let error = load(&mut z8002(false), kind, file).expect_err("it is segmented");
        assert!(matches!(error.downcast_ref(), Some(Error::Segmented(_))), "{error}");
    }
}

#[test]
fn images_have_every_format() {
    let folder = folder("formats-images");
    let text = "[[memory]]\nkind = \"rom\"\nsize = 0x100\nimage = \"rom\"\n";
    let object = program(Processor::Z8002, 0, &plain(12), 12);
    let files = [
        coff::write(&object).expect("COFF"),
        xout::write(&object).expect("x.out"),
        srec::write(&object, "rom").into_bytes(),
        hex::write(
            object.sections.iter().map(|section| (section.load, &*section.bytes)),
            None,
        )
        .into_bytes(),
    ];
    for file in &files {
        fs::write(folder.join("rom"), file).expect("a file");
        let machine = machine(text, &folder);
        // The address after the six words of the code.
        assert_eq!(machine.world().banks().bytes()[0x000C..0x000E], [0x12, 0x34]);
    }
    // The checksum of 01, 00, 00, 00 and FFh is 00.
    fs::write(folder.join("rom"), ":01000000FFFF\n").expect("a file");
    let error = Connected::new(description(text, &folder)).expect_err("it is refused");
    let (said, path) = (error.to_string(), folder.join("rom"));
    assert!(said.starts_with(&format!("{}: ", path.display())), "{said}");
    assert!(said.contains("the record's checksum is ff; expected 00"), "{said}");
}

#[test]
fn a_damaged_program_is_named() {
    let error = load(&mut z8002(false), "a.hex", b":0100000001FF\n").expect_err("its check is wrong");
    assert!(error.to_string().starts_with("a.hex: "), "{error}");
    // Intel HEX with one byte at 10000h, in segment 1.
    let beyond = b":020000040001F9\n:0100000001FE\n:00000001FF\n";
    let error = load(&mut z8002(false), "b.hex", beyond).expect_err("there is no such memory");
    assert!(
        matches!(error.downcast_ref(), Some(Error::NoMemory { at: 0x1_0000, .. })),
        "{error}"
    );
}
