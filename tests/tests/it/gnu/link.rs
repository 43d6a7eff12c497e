//! Programs linked as by GNU ld, and archives made as by GNU ar.

use std::fmt::Write as _;
use std::fs;
use std::path::Path;

use z8000_object::image::flat;
use z8000_object::link::{Input, Library, Options, Script, combine, link};
use z8000_object::{Object, archive, coff, file};
use z8000_tests::Random;

use super::tools::{self, work};

/// Number of programs that are linked; `Z8000_LINKS` overrides it.
const PROGRAMS: usize = 300;

/// Runs a tool in a folder, with the arguments in a line.
///
/// # Panics
///
/// If it fails or is not installed.
fn run(folder: &Path, name: &str, line: &str) {
    let arguments: Vec<&str> = line.split_whitespace().collect();
    tools::run(folder, name, &arguments).unwrap_or_else(|said| panic!("{name} {line}: {said}"));
}

/// Sections of the sources. The script may omit the last two.
const SECTIONS: [&str; 7] = [".text", ".data", ".bss", ".rodata", ".vec", ".mine", ".other"];

/// The number of common symbols.
const COMMONS: usize = 12;

/// The sources and the linker script of a program.
struct Program {
    segmented: bool,
    sources: Vec<String>,
    script: String,
}

impl Program {
    fn new(random: &mut Random) -> Self {
        let segmented = random.below(2) == 0;
        let count = 2 + random.below(4);
        let sources = (0..count)
            .map(|number| source(random, segmented, number, count))
            .collect();
        Self { segmented, sources, script: script(random, segmented) }
    }
}

/// Returns a source with labels in each of its sections, and references to those of the other sources.
fn source(random: &mut Random, segmented: bool, number: usize, count: usize) -> String {
    let mut text = format!("\t.z800{}\n", if segmented { 1 } else { 2 });
    if number == 0 {
        text += "\t.global _start\n\t.text\n_start:\tnop\n";
    }
    for index in 0..4 {
        let _ = writeln!(text, "\t.global g{number}_{index}");
    }
    let _ = writeln!(text, "\t.global k{number}\n\t.equ k{number},{}", random.below(0x8000));
    // The first source defines all common symbols, so that none is undefined.
    for index in 0..COMMONS {
        if number == 0 || random.below(8) == 0 {
            let _ = writeln!(text, "\t.comm common{index},{}", 1 + random.below(40));
        }
    }
    // The labels of a file are in sections that no script omits.
    for (index, section) in SECTIONS.iter().enumerate() {
        if index >= 4 && random.below(3) > 0 {
            continue;
        }
        let _ = writeln!(text, "\t.section {section}");
        if *section == ".bss" {
            let _ = writeln!(
                text,
                "\t.space {}\ng{number}_2:\t.space {}",
                random.below(9),
                1 + random.below(9)
            );
            continue;
        }
        for step in 0..3 + random.below(6) {
            if index < 4 && step == 2 {
                let _ = writeln!(text, "\t.even\ng{number}_{index}:");
            }
            statement(random, segmented, *section == ".text", count, &mut text);
        }
    }
    text
}

fn statement(random: &mut Random, segmented: bool, code: bool, count: usize, text: &mut String) {
    let symbol = match random.below(8) {
        0 => format!("common{}", random.below(COMMONS)),
        1 => "weakly".to_owned(),
        2 => "end_of_all".to_owned(),
        _ => format!("g{}_{}", random.below(count), random.below(4)),
    };
    let addend = ["", "", "+2", "-2", "+17"][random.below(5)];
    let constant = format!("k{}", random.below(count));
    if code {
        let line = match random.below(9) {
            0 => "nop".to_owned(),
            1 => format!("ld r{},{symbol}{addend}", random.below(15)),
            2 => format!("ld r{},#{symbol}{addend}", random.below(15)),
            3 => format!("call {symbol}{addend}"),
            4 => format!("ld r3,#{constant}"),
            5 => format!("1:\tnop\n\tdjnz r{},1b\n\tjr 1b", random.below(15)),
            6 => format!("calr g{}_0", random.below(count)),
            7 => format!("ldr r1,g{}_0", random.below(count)),
            _ if segmented => format!("ldl rr4,#{symbol}"),
            _ => "ldb rl1,#7".to_owned(),
        };
        let _ = writeln!(text, "\t{line}");
    } else {
        let line = match random.below(5) {
            0 => format!(".byte {}", random.below(256)),
            1 => format!(".word {constant}{addend}"),
            2 => format!(".long {symbol}{addend}"),
            3 => format!(".long {constant}"),
            _ => format!(".word {symbol}{addend}"),
        };
        let _ = writeln!(text, "\t{line}");
    }
    if symbol == "weakly" {
        text.push_str("\t.weak weakly\n");
    }
}

/// Returns a script that arranges the sections in one segment, in one of several ways.
fn script(random: &mut Random, segmented: bool) -> String {
    let segment = if segmented { random.below(4) << 16 } else { 0 };
    let start = segment + 0x100 + random.below(0x40);
    let memory = random.below(2) == 0;
    let region = if memory { " > M" } else { "" };
    let mut text = format!(
        "OUTPUT_ARCH(\"z800{}\")\nENTRY(_start)\n",
        if segmented { 1 } else { 2 }
    );
    if memory {
        let rom = start + 0x8000;
        let _ = writeln!(
            text,
            "MEMORY {{ M (rwxail) : ORIGIN = {start:#x}, LENGTH = 0x4000 ROM : ORIGIN = {rom:#x}, LENGTH = 0x4000 }}"
        );
    }
    text += "SECTIONS {\n";
    if !memory {
        let _ = writeln!(text, "  . = {start:#x};");
    }
    if random.below(2) == 0 {
        let _ = writeln!(text, "  .vec : {{ KEEP(*(.vec)) }}{region}");
    }
    let own = if random.below(3) == 0 && !memory {
        format!(" {:#x}", start + 0x400)
    } else {
        String::new()
    };
    let inside = [
        "*(.text)",
        "first = .; *(.text) . = ALIGN(16);",
        "f0.o(.text) BYTE(0x55) *(.text)",
        "*(.text) SHORT(first) first = . - 4;",
        "*(.text .rodata)",
        "SORT(*)(.text) *(SORT(.m*) .rodata)",
        "*(SORT_BY_NAME(SORT_BY_ALIGNMENT(.text*)) EXCLUDE_FILE(f0.o) .rodata)",
    ][random.below(7)];
    let fill = ["", "", " =0xff", " =0x1234"][random.below(4)];
    let _ = writeln!(text, "  .text{own} : {{ {inside} }}{region}{fill}");
    if random.below(2) == 0 {
        let _ = writeln!(text, "  .rodata : ALIGN(8) {{ *(.rodata) }}{region}");
    }
    if random.below(2) == 0 && !memory {
        text += "  . = ALIGN(0x20);\n";
    }
    let data = [
        "*(.data)",
        ". = . + 6; *(.data)",
        "*f1.o(.data) . = ALIGN(32); *(.data)",
    ][random.below(3)];
    let load = match random.below(3) {
        0 if memory => " > M AT> ROM",
        _ => region,
    };
    let at = match random.below(3) {
        0 if !memory => format!("AT({:#x}) ", start + 0x4000),
        _ => String::new(),
    };
    if random.below(4) == 0 {
        let _ = writeln!(
            text,
            "  OVERLAY : {at}{{ .over {{ {data} }} .lay {{ *(.vec) }} .empty {{ SHORT(7) }} }}{load}"
        );
    } else {
        let _ = writeln!(text, "  .data : {at}{{ {data} }}{load}");
    }
    let bss = ["*(.bss) *(COMMON)", "*(.bss COMMON)", "begin = .; *(COMMON) *(.bss)"][random.below(3)];
    let _ = writeln!(text, "  .bss : {{ {bss} end_of_all = .; }}{region}");
    text + "}\n"
}

/// Returns the beginnings of non-empty sections, and the memory from the first to the last. In its files, GNU ld pads
/// sections; these bytes are at addresses of other sections, and are overwritten.
fn contents(object: &Object) -> (Vec<(String, u32, u32)>, Vec<u8>) {
    let filled = object.sections.iter().filter(|section| !section.bytes.is_empty());
    let places = filled
        .map(|section| (section.name.clone(), section.address, section.load))
        .collect();
    let mut bytes = flat::write(object, 0, None).unwrap_or_else(|error| panic!("{error}"));
    while bytes.last() == Some(&0) {
        bytes.pop();
    }
    (places, bytes)
}

fn read(folder: &Path, name: &str) -> Object {
    let bytes = fs::read(folder.join(name)).expect("a file");
    file::read(name, &bytes).unwrap_or_else(|error| panic!("{name}: {error}"))
}

#[test]
#[ignore = "needs GNU binutils for z8k-coff on the PATH"]
fn random_programs_have_the_bytes_of_gnu_ld() {
    let folder = work("gnu-link");
    let mut random = Random(1986);
    let wanted = std::env::var("Z8000_LINKS").ok().and_then(|number| number.parse().ok());
    let programs = wanted.unwrap_or(PROGRAMS);
    let (mut equal, mut refused) = (0, 0);
    for number in 0..programs {
        let program = Program::new(&mut random);
        let mut names = Vec::new();
        for (index, source) in program.sources.iter().enumerate() {
            fs::write(folder.join(format!("f{index}.s")), source).expect("a source");
            run(&folder, "z8k-coff-as", &format!("f{index}.s -o f{index}.o"));
            names.push(format!("f{index}.o"));
        }
        fs::write(folder.join("map.x"), &program.script).expect("a script");
        // The last one or two objects are linked from an archive, if the others need them.
        let kept = names.len() - random.below(2);
        let library: Vec<String> = names.split_off(kept.max(1));
        let _ = fs::remove_file(folder.join("lib.a"));
        if !library.is_empty() {
            run(&folder, "z8k-coff-ar", &format!("rcs lib.a {}", library.join(" ")));
            names.push("lib.a".to_owned());
        }
        let archive = fs::read(folder.join("lib.a")).unwrap_or_default();
        let inputs = || {
            let objects = names.iter().filter(|name| *name != "lib.a");
            let objects = objects.map(|name| Input::Object(read(&folder, name)));
            let library =
                (!archive.is_empty()).then(|| Input::Archive(Library::read("lib.a", &archive).expect("an archive")));
            objects.chain(library).collect::<Vec<_>>()
        };
        let options = Options {
            script: Script::read("map.x", &program.script).unwrap_or_else(|error| panic!("{error}")),
            ..Options::default()
        };
        let linked = match link(inputs(), &options) {
            Ok(linked) => linked,
            // GNU ld truncates or rejects a value that does not fit, or that is undefined.
            Err(errors) => {
                let known = ["is out of range", "is not defined", "reach its own segment"];
                let text = errors.to_string();
                assert!(
                    text.lines().all(|line| known.iter().any(|known| line.contains(known))),
                    "{number}: {text}"
                );
                refused += 1;
                continue;
            }
        };
        let machine = if program.segmented { "z8001" } else { "z8002" };
        run(
            &folder,
            "z8k-coff-ld",
            &format!("-m {machine} -T map.x -o gnu {}", names.join(" ")),
        );
        let gnu = read(&folder, "gnu");
        let context = || format!("program {number} in {}\n{}", folder.display(), program.script);
        assert_eq!(contents(&linked.object), contents(&gnu), "{}", context());
        assert_eq!(linked.object.entry, gnu.entry, "{}", context());
        // GNU objcopy must be able to read our output.
        fs::write(folder.join("ours"), coff::write(&linked.object).expect("a program")).expect("a file");
        for name in ["ours", "gnu"] {
            run(&folder, "z8k-coff-objcopy", &format!("-O binary {name} {name}.bin"));
        }
        assert_eq!(
            fs::read(folder.join("ours.bin")).ok(),
            fs::read(folder.join("gnu.bin")).ok(),
            "{}",
            context()
        );
        // GNU ld must be able to link our output: the same objects, rewritten.
        for name in names.iter().filter(|name| *name != "lib.a") {
            let bytes = coff::write(&read(&folder, name)).expect("an object");
            fs::write(folder.join(name), bytes).expect("an object");
        }
        run(
            &folder,
            "z8k-coff-ld",
            &format!("-m {machine} -T map.x -o again {}", names.join(" ")),
        );
        assert_eq!(contents(&read(&folder, "again")), contents(&gnu), "{}", context());
        equal += 1;
    }
    println!("{equal} programs have the bytes of GNU ld, {refused} are refused");
    assert!(equal > programs / 2);
}

/// Archives of the same members are identical to those of GNU ar.
#[test]
#[ignore = "needs GNU binutils for z8k-coff on the PATH"]
fn archives_have_the_bytes_of_gnu_ar() {
    let folder = work("gnu-archive");
    let names = ["a.o", "a_member_with_a_long_name.o", "text"];
    let source = "\t.global one,two\n\t.equ one,5\n\t.text\ntwo:\tret\n\t.comm three,5\n";
    fs::write(folder.join("a.s"), source).expect("a source");
    run(&folder, "z8k-coff-as", "a.s -o a.o");
    fs::copy(folder.join("a.o"), folder.join(names[1])).expect("a copy");
    fs::write(folder.join("text"), "odd").expect("a text");
    run(&folder, "z8k-coff-ar", &format!("rcsD lib.a {}", names.join(" ")));
    let files: Vec<Vec<u8>> = names
        .iter()
        .map(|name| fs::read(folder.join(name)).expect("a file"))
        .collect();
    let members: Vec<_> = names
        .iter()
        .zip(&files)
        .map(|(name, bytes)| archive::Member { name: (*name).to_owned(), bytes, date: 0 })
        .collect();
    let ours = archive::write(archive::Kind::Unix, &members).expect("an archive");
    assert_eq!(ours, fs::read(folder.join("lib.a")).expect("an archive"));
}

/// Objects that are first linked into a single object result in the same program; in this way GNU ld loses the addends
/// of symbols.
#[test]
#[ignore = "needs GNU binutils for z8k-coff on the PATH"]
fn objects_made_into_one_become_the_program_of_gnu_ld() {
    let folder = work("gnu-combined");
    let sources = [
        "\t.z8001\n\t.text\n_start:\tld r1,there+4\n\tcalr there\nlocal:\t.word local\n\t.data\n\t.long local+2\n",
        "\t.z8001\n\t.global there\n\t.text\n\tnop\nthere:\tret\n\t.data\n\t.byte 1\n\t.comm c,4\n\t.word c\n",
    ];
    for (index, source) in sources.iter().enumerate() {
        fs::write(folder.join(format!("f{index}.s")), source).expect("a source");
        run(&folder, "z8k-coff-as", &format!("f{index}.s -o f{index}.o"));
    }
    let text = "SECTIONS { .text 0x20000 : { *(.text) } .data : { *(.data) } .bss : { *(.bss) *(COMMON) } }";
    fs::write(folder.join("map.x"), text).expect("a script");
    run(&folder, "z8k-coff-ld", "-mz8001 -T map.x -o gnu f0.o f1.o");
    let inputs = ["f0.o", "f1.o"].map(|name| Input::Object(read(&folder, name)));
    let whole = combine(inputs.into(), &Options::default()).expect("an object");
    let whole = coff::read("whole.o", &coff::write(&whole).expect("an object")).expect("an object");
    let options = Options {
        script: Script::read("map.x", text).expect("a script"),
        ..Options::default()
    };
    let linked = link(vec![Input::Object(whole)], &options).expect("a program");
    assert_eq!(contents(&linked.object), contents(&read(&folder, "gnu")));
}
