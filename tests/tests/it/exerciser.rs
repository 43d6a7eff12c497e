//! The exerciser, `asm/exerciser`, on every available machine: its results must be those in its source.

#[path = "../../exerciser/machine.rs"]
mod machine;

use std::fs;

use machine::{End, Machine, Second};
use z8000::cpu::Model;
use z8000::machine::Stop;
use z8000::run::Engine;
use z8000_asm::{AddressSpace, Assembly, Options};
use z8000_boards::{Connected as Described, Description, Section};
use z8000_cpm::command::Command;
use z8000_cpm::console::SharedScript;
use z8000_cpm::{self as cpm, Host};
use z8000_object::{Kind, xout};
use z8000_tests::{assembled_file, board_of, repository};

/// More clocks than any run takes.
const LIMIT: u64 = 1_000_000_000;

/// Assembles the exerciser with a symbol that selects a form; `None` is the form for the board.
fn exerciser(form: Option<&str>) -> Assembly {
    source("asm/exerciser/exerciser.s", form)
}

fn source(path: &str, form: Option<&str>) -> Assembly {
    let options = Options {
        symbols: form.iter().map(|&name| (name.to_owned(), 1)).collect(),
        one_memory: form.is_some(),
        ..Options::default()
    };
    assembled_file(&repository(path), &options)
}

/// Fails with the names of the families that have wrong results.
fn all_right(output: &str) {
    let wrong: Vec<&str> = output.lines().filter(|line| line.contains("WRONG")).collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(output.contains("All families as expected."), "{output}");
}

/// Returns its output on the board, and the clocks that it takes.
fn on_board(engine: Option<Box<dyn Engine>>) -> (String, u64) {
    let mut board = board_of(&exerciser(None));
    board.set_engine(engine);
    assert_eq!(board.run(LIMIT), Ok(Stop::Halted));
    let output = String::from_utf8(board.take_output(0)).expect("ASCII");
    (output, board.clocks())
}

/// CRC-32 of `12345678` is 9AE0DAAF, as computed by zlib; this checksum omits the final complement.
#[test]
fn the_sums_are_those_of_zip() {
    let mut board = board_of(&source("tests/exerciser/crc.s", None));
    assert_eq!(board.run(LIMIT), Ok(Stop::Halted));
    assert_eq!([2, 3].map(|n| board.cpu().register(n)), [!0x9AE0, !0xDAAF]);
}

/// The program constantly modifies itself, and compiled execution gives up after too many changes: this tests the
/// transition and the rest, not native code for every instruction.
#[test]
fn the_board_passes_in_both_engines() {
    let interpreted = on_board(None);
    all_right(&interpreted.0);
    assert_eq!(on_board(crate::translator()), interpreted);
}

/// Returns its output on a machine from a description, and the clocks that it takes.
fn on_described(name: &str, images: &[(Kind, &[u8])], engine: Option<Box<dyn Engine>>) -> (String, u64) {
    let text = fs::read_to_string(repository("emulator/boards/machines").join(name)).expect("the description");
    let folder = tempfile::tempdir().expect("a folder");
    // The output goes to a file that the test can read.
    let text = text.replace("standard = true", "output = \"out\"");
    let description = Description::read(&text, folder.path()).expect("a description");
    let mut described = Described::new(description).expect("a machine");
    described.set_engine(engine);
    let sections = images
        .iter()
        .map(|&(kind, bytes)| Section { code: kind == Kind::Code, ..Section::code(name, 0, bytes.to_vec()) });
    described.load(&sections.collect::<Vec<_>>()).expect("memory for it");
    described.start().expect("a start");
    assert_eq!(described.run(LIMIT).expect("it runs"), Stop::Halted);
    let clocks = described.clocks();
    drop(described);
    let output = fs::read_to_string(folder.path().join("out")).expect("the output");
    (output, clocks)
}

/// For the exerciser, the machine of these tests and of `tests/research/faults` behaves exactly like the described one,
/// including clocks.
#[test]
fn the_machine_is_as_the_described_one() {
    let assembly = exerciser(None);
    let [program, data] =
        [AddressSpace::Program, AddressSpace::Data].map(|space| assembly.image(Some(space)).expect("a small program"));
    let mut machine = Machine::new(Model::Z8002, &program, Second::Data, &data);
    assert_eq!(machine.run(LIMIT), End::Halted, "{}", machine.output());
    let described = on_described(
        "exerciser-z8002.toml",
        &[(Kind::Code, &program), (Kind::Data, &data)],
        None,
    );
    all_right(&described.0);
    assert_eq!((machine.output(), machine.clocks()), described);
    // A board without these devices skips their families.
    let missing = |output: &str| {
        let families = ["vectored interrupt", "interrupts, halt", "ports"].map(|name| format!("\n{name} "));
        families.into_iter().filter(|family| !output.contains(family)).count()
    };
    assert_eq!((missing(&described.0), missing(&on_board(None).0)), (0, 3));
}

/// Here, too, the program constantly modifies itself, in memory that native code watches in part.
#[test]
fn segmented_mode_passes_on_a_described_machine_in_both_engines() {
    let image = exerciser(Some("SEGMENTED")).image(None).expect("a small program");
    let images = [(Kind::Code, &*image)];
    let interpreted = on_described("z8001.toml", &images, None);
    all_right(&interpreted.0);
    let compiled = on_described("z8001.toml", &images, crate::translator());
    assert_eq!(compiled, interpreted);
}

#[test]
fn the_z8010_passes_on_both_machines() {
    let image = exerciser(Some("SEGMENTED")).image(None).expect("a small program");
    let described = on_described("exerciser-z8001.toml", &[(Kind::Code, &*image)], None);
    all_right(&described.0);
    assert!(described.0.contains("\nz8010: accesses "), "{}", described.0);
    let mut machine = Machine::new(Model::Z8001, &image, Second::Segment, &[]);
    assert_eq!(machine.run(LIMIT), End::Halted, "{}", machine.output());
    assert_eq!((machine.output(), machine.clocks()), described);
}

#[test]
fn it_passes_under_cpm() {
    let program = xout::write(&exerciser(Some("CPM")).program()).expect("a program");
    let console = SharedScript::default();
    let mut host = Host::new(Box::new(console.clone()));
    let command = Command::new("EXERCISE", &[]);
    host.start(&program, &command, 0).expect("memory for it");
    assert_eq!(host.run(LIMIT).expect("it runs"), cpm::Stop::Ended);
    let output = String::from_utf8(console.take()).expect("ASCII");
    all_right(&output);
    // The checksums are the same as on the board, without clocks.
    let sums = |output: &str| -> Vec<String> {
        let families = output.lines().filter(|line| line.contains("undefined"));
        families
            .map(|line| line.split(", clocks").next().unwrap_or(line).to_owned())
            .collect()
    };
    let here = sums(&output);
    assert!(!here.is_empty(), "{output}");
    assert_eq!(here[..], sums(&on_board(None).0)[..here.len()]);
}
