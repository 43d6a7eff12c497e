//! Objects, archives and programs on the command line, as Makefiles use it.

use std::fs;
use std::path::Path;

use z8000_object::{Binding, Field, Kind, Object, Processor, Relocation, Section, Symbol, Target, Value, coff};

use super::commands::{folder, says, z8k};

fn symbol(name: &str, value: Value) -> Symbol {
    Symbol { name: name.into(), value, binding: Binding::Global }
}

/// Returns an object with `NAME: jp OTHER` at the beginning of `.text`, and a word of data.
fn object(name: &str, other: &str) -> Vec<u8> {
    let mut text = Section::at(".text", Kind::Code, 0, vec![0x5F, 8, 0, 0]);
    text.relocations
        .push(Relocation { offset: 2, field: Field::Word, target: Target::Symbol(1), addend: 0 });
    let object = Object {
        processor: Processor::Z8002,
        sections: vec![text, Section::at(".data", Kind::Data, 0, vec![1, 2])],
        symbols: vec![
            symbol(name, Value::Place { section: 0, offset: 0 }),
            symbol(other, Value::Undefined),
        ],
        ..Object::default()
    };
    coff::write(&object).expect("an object")
}

/// Writes three objects that refer to each other in a circle, and a script.
fn files(folder: &Path) {
    for (name, here, other) in [
        ("a.o", "_start", "two"),
        ("b.o", "two", "three"),
        ("c.o", "three", "_start"),
    ] {
        fs::write(folder.join(name), object(here, other)).expect("an object");
    }
    let script = "SECTIONS { .text 0x100 : { *(.text) } .data 0x200 : { *(.data) } }";
    fs::write(folder.join("map.x"), script).expect("a script");
}

/// The code from 100h on: three jumps, each to the next one.
const TEXT: [u8; 12] = [0x5F, 8, 1, 4, 0x5F, 8, 1, 8, 0x5F, 8, 1, 0];

#[test]
fn a_program_is_linked_with_an_archive_and_copied() {
    let folder = folder("link");
    files(&folder);
    says(&folder, "ar rcs libboard.a c.o b.o", 0, "");
    says(&folder, "ar -t libboard.a", 0, "c.o\nb.o\n");
    // Options as GNU ld accepts them: with one dash, with the value attached, archives after objects.
    let arguments = "ld -mz8002 -T map.x -L. a.o -lboard -o program -Map=program.map --dependency-file program.d";
    says(&folder, arguments, 0, "");
    let map = fs::read_to_string(folder.join("program.map")).expect("a map");
    assert!(map.contains("libboard.a(b.o)\n    two, used by a.o\n"), "{map}");
    assert!(map.contains("0x00000104 two                      b.o | a.o\n"), "{map}");
    let rule = fs::read_to_string(folder.join("program.d")).expect("a rule");
    assert_eq!(
        rule,
        "program: \\\n  map.x \\\n  a.o \\\n  ./libboard.a\n\nmap.x:\n\na.o:\n\n./libboard.a:\n"
    );
    says(
        &folder,
        "nm -n program",
        0,
        "00000100 T _start\n00000104 T two\n00000108 T three\n",
    );
    says(
        &folder,
        "size program",
        0,
        "     12        6        0       18       12  program\n",
    );
    says(&folder, "size -A program", 0, ".text          12       256\n");
    says(&folder, "objcopy -O binary -j .text program text.bin", 0, "");
    assert_eq!(fs::read(folder.join("text.bin")).expect("a file"), TEXT);
    let padded = "objcopy -O binary --gap-fill=0xff --pad-to 0x208 program whole.bin";
    says(&folder, padded, 0, "");
    let whole = fs::read(folder.join("whole.bin")).expect("a file");
    assert_eq!((whole.len(), &whole[..12]), (0x108, &TEXT[..]));
    assert_eq!(whole[12], 0xFF);
    assert_eq!(whole[0x100..], [1, 2, 1, 2, 1, 2, 0xFF, 0xFF]);
    says(&folder, "objcopy -O ihex program p.hex", 0, "");
    let hex = fs::read_to_string(folder.join("p.hex")).expect("a file");
    assert!(hex.starts_with(":0C0100005F0801045F0801085F080100"), "{hex}");
    says(&folder, "objcopy -O srec p.hex p.s19", 0, "");
    says(&folder, "objcopy -O binary -j .sec1 p.s19 again.bin", 0, "");
    assert_eq!(fs::read(folder.join("again.bin")).expect("a file"), TEXT);
    says(&folder, "strip program", 0, "");
    says(&folder, "nm program", 0, "");
    let first = fs::read(folder.join("program")).expect("a file");
    says(&folder, "strip program", 0, "");
    assert_eq!(fs::read(folder.join("program")).expect("a file"), first);
}

/// The listing is that of GNU objdump, except for the names in instructions and the table of symbols.
#[test]
fn an_object_is_listed() {
    let folder = folder("objdump");
    let source = "\t.global _start\n_start:\tjp two\n\t.data\n\t.word 0x102\n";
    fs::write(folder.join("a.s"), source).expect("a source");
    says(&folder, "as -z8002 a.s -o a.o", 0, "");
    let header =
        "  0 .text         00000004  00000000  00000000  2**1\n                  CONTENTS, ALLOC, LOAD, RELOC, CODE\n";
    says(&folder, "objdump -h a.o", 0, header);
    says(&folder, "objdump -t a.o", 0, "00000000 T _start\n         U two\n");
    says(&folder, "objdump -r a.o", 0, "00000002 r_da              two\n");
    let code = "00000000 <_start>:\n   0:\t5e08 0000      \tjp\ttwo\n\t\t\t2: r_da\ttwo\n";
    says(&folder, "objdump -dr a.o", 0, code);
    let bytes = "Contents of section .data:\n 0000 0102 ";
    says(&folder, "objdump -s -j .data a.o", 0, bytes);
    says(&folder, "dis a.o", 0, "_start:\n\tjp two ");
    let refused = "a.o is not linked: it has neither entry points nor addresses";
    says(&folder, "dis --reset a.o", 1, refused);
}

/// The index of a GNU archive is recreated after it was removed: the archive is identical to that of `ar`.
#[test]
fn ranlib_makes_the_index() {
    let folder = folder("ranlib");
    files(&folder);
    says(&folder, "ar rc one.a b.o c.o", 0, "");
    let whole = fs::read(folder.join("one.a")).expect("an archive");
    // After the magic string: a header of 60 bytes with the size at 48, and the index.
    let size = std::str::from_utf8(&whole[8 + 48..8 + 58]).expect("digits").trim();
    let end = 8 + 60 + size.parse::<usize>().expect("a size").next_multiple_of(2);
    assert_eq!(&whole[8..10], b"/ ");
    fs::write(folder.join("cut.a"), [&whole[..8], &whole[end..]].concat()).expect("a file");
    fs::write(folder.join("text"), "no archive").expect("a file");
    for _ in 0..2 {
        says(&folder, "ranlib cut.a one.a", 0, "");
        for name in ["cut.a", "one.a"] {
            assert!(fs::read(folder.join(name)).expect("an archive") == whole, "{name}");
        }
    }
    says(&folder, "ranlib one.a text", 1, "text");
    says(&folder, "ranlib nowhere.a", 1, "nowhere.a");
}

#[test]
fn groups_and_objects_made_into_one_link() {
    let folder = folder("groups");
    files(&folder);
    says(&folder, "ar rc one.a c.o", 0, "");
    says(&folder, "ar rc two.a b.o", 0, "");
    let alone = "ld -mz8002 -T map.x a.o one.a two.a -o p";
    says(
        &folder,
        alone,
        1,
        "z8k ld: symbol `three` is not defined; it is used at b.o(.text+0x2)\n",
    );
    assert!(!folder.join("p").exists());
    let group = "ld -mz8002 -T map.x a.o -( one.a two.a -) -o p";
    says(&folder, group, 0, "");
    says(&folder, "nm -n p", 0, "00000104 T two\n00000108 T three\n");
    says(&folder, "ld -r a.o b.o c.o -o all.o", 0, "");
    says(&folder, "ld -mz8002 -T map.x all.o --oformat binary -o p.bin", 0, "");
    assert_eq!(fs::read(folder.join("p.bin")).expect("a file")[..12], TEXT);
}

/// Files that a script names need not be repeated on the command line; the objects determine the processor.
#[test]
fn a_script_names_its_files() {
    let folder = folder("script-files");
    files(&folder);
    fs::create_dir(folder.join("parts")).expect("a folder");
    says(&folder, "ar rc parts/libtwo.a c.o b.o", 0, "");
    let script = "/* INCLUDE no.x */ STARTUP(a.o) SEARCH_DIR(parts) INPUT(-ltwo) OUTPUT(p)\nINCLUDE parts/map.x";
    fs::write(folder.join("all.x"), script).expect("a script");
    fs::write(folder.join("parts/map.x"), "SECTIONS { INCLUDE \"text.x\"; wrong }").expect("a script");
    let text = ".text 0x100 : AT(0x300) { *(.text) }\n";
    fs::write(folder.join("parts/text.x"), text).expect("a script");
    let wrong = "parts/map.x:1: expected an expression, found `}`";
    says(&folder, "ld -T all.x -L parts", 1, wrong);
    fs::write(folder.join("parts/map.x"), "SECTIONS { INCLUDE text.x }").expect("a script");
    says(&folder, "ld -T all.x -L parts -Map p.map", 0, "");
    let map = fs::read_to_string(folder.join("p.map")).expect("a map");
    // The line as GNU ld writes it.
    let text = ".text            0x00000100        0xc load address 0x00000300\n";
    assert!(map.contains(text), "{map}");
    says(&folder, "objcopy -O ihex -j .text p p.hex", 0, "");
    let hex = fs::read_to_string(folder.join("p.hex")).expect("a file");
    assert!(hex.starts_with(":0C0300005F0801045F0801085F080100"), "{hex}");
    // A script that includes itself, and a file that does not exist.
    fs::write(folder.join("parts/text.x"), "\nINCLUDE text.x").expect("a script");
    let round = "text.x:2: cannot include text.x: scripts can be nested at most 10 levels deep";
    says(&folder, "ld -T all.x -L parts", 1, round);
    says(&folder, "ld -T all.x", 1, "parts/map.x:1: cannot read text.x");
}

/// The debugger finds lines at the addresses to which two links have moved them.
#[test]
fn lines_move_with_a_program_that_is_linked_in_steps() {
    let folder = folder("lines");
    let start = " .global _start\n .word 0,0x4000,_start\n_start: call count\n halt\n";
    let count = " .global count\n .rept 2\n nop\n .endr\ncount: inc r1,#1\n ret\n";
    for (name, text) in [("m.s", start), ("c.s", count), ("script", "break c.s:5\ncontinue\n")] {
        fs::write(folder.join(name), text).expect("a file");
    }
    let link = "ld -m z8002 -Ttext 0 both.o -o p";
    for arguments in [
        "as m.s -o m.o",
        "as c.s -o c.o",
        "ld -r c.o -o r.o",
        "ld -r m.o r.o -o both.o",
        link,
    ] {
        says(&folder, arguments, 0, "");
    }
    let found = r#""file":"c.s","instruction":"inc r1,#1","instructions":1,"line":5,"name":"count""#;
    says(&folder, "debug p --batch script", 0, found);
}

/// All options that Makefiles give to GNU ld are accepted.
#[test]
fn the_options_of_gnu_ld_are_taken() {
    let folder = folder("link-options");
    files(&folder);
    let text = |arguments: &str| {
        says(&folder, arguments, 0, "");
        says(&folder, "objcopy -O binary -j .text p p.bin", 0, "");
        fs::read(folder.join("p.bin")).expect("a file")
    };
    // All members of an archive; options without an effect.
    says(&folder, "ar rc all.a c.o b.o", 0, "");
    let whole = "ld -T map.x -O2 -q -Bstatic -whole-archive all.a --no-whole-archive a.o -o p";
    assert_eq!(text(whole), [0x5F, 8, 1, 8, 0x5F, 8, 1, 0, 0x5F, 8, 1, 4]);
    says(&folder, "ld --verbose -T map.x a.o b.o c.o -o p", 0, "a.o\nb.o\nc.o\n");
    // The processor is that of the first object or member.
    says(&folder, "ar rc program.a a.o b.o c.o", 0, "");
    let chosen = |arguments: &str| {
        says(&folder, arguments, 0, "");
        coff::read("c", &fs::read(folder.join("chosen")).expect("a program"))
            .expect("COFF")
            .processor
    };
    assert_eq!(chosen("ld --whole-archive program.a -o chosen"), Processor::Z8002);
    assert_eq!(chosen("ld a.o b.o c.o -o chosen"), Processor::Z8002);
    // The symbols of an existing program.
    fs::write(folder.join("f.o"), object("four", "two")).expect("an object");
    let apart = "ld -R p -Ttext 0x500 f.o -o q -T map.x";
    says(&folder, apart, 0, "");
    says(&folder, "objcopy -O binary -j .text q q.bin", 0, "");
    assert_eq!(fs::read(folder.join("q.bin")).expect("a file"), [0x5F, 8, 1, 4]);
    // With `--wrap=two`, a reference to `two` is resolved by this definition.
    fs::write(folder.join("w.o"), object("__wrap_two", "_start")).expect("an object");
    assert_eq!(
        text("ld -T map.x --wrap=two a.o w.o -o p"),
        [0x5F, 8, 1, 4, 0x5F, 8, 1, 0]
    );
    says(
        &folder,
        "ld -T map.x a.o -o q",
        1,
        "symbol `two` is not defined; it is used at a.o(.text+0x2)",
    );
    assert_eq!(
        text("ld -T map.x --unresolved-symbols=ignore-all a.o -o p"),
        [0x5F, 8, 0, 0]
    );
    let warning = "z8k ld: warning: symbol `two` is not defined; it is used at a.o(.text+0x2)";
    says(&folder, "ld -T map.x --warn-unresolved-symbols a.o -o p", 0, warning);
    let common = |size| Object {
        processor: Processor::Z8002,
        symbols: vec![symbol("two", Value::Common { size, alignment: 2 })],
        ..Object::default()
    };
    fs::write(folder.join("d.o"), coff::write(&common(4)).expect("an object")).expect("a file");
    fs::write(folder.join("e.o"), coff::write(&common(8)).expect("an object")).expect("a file");
    let warning = "z8k ld: warning: e.o: common symbol `two` has size 8, but size 4 in d.o";
    says(&folder, "ld -T map.x --warn-common a.o d.o e.o -o p", 0, warning);
}

#[test]
fn a_program_of_cpm_is_made_and_read() {
    let folder = folder("cpm");
    files(&folder);
    let script = "SECTIONS { .text 0 : { *(.text) } .data : { *(.data) } }";
    fs::write(folder.join("cpm.x"), script).expect("a script");
    let arguments = "ld -mz8002 -T cpm.x --oformat xout a.o b.o c.o -o p.z8k";
    says(&folder, arguments, 0, "");
    let bytes = fs::read(folder.join("p.z8k")).expect("a file");
    // The magic number EE03h, two segments, 18 bytes; 12 bytes of code and 6 of data.
    let header = [
        0xEE, 3, 0, 2, 0, 0, 0, 18, 0, 0, 0, 0, 0, 0, 0, 36, 0, 3, 0, 12, 1, 5, 0, 6,
    ];
    assert_eq!(bytes[..24], header);
    says(&folder, "run p.z8k", 1, "is a CP/M-8000 program: use `z8k cpm p.z8k`");
    // Without a script, and with the linker's own symbols; and with code and data at 0, in separate spaces.
    says(&folder, "ld -mz8002 --oformat xout a.o b.o c.o -o q.z8k", 0, "");
    says(
        &folder,
        "ld -mz8002 -Ttext 0 -Tdata 0 --oformat xout a.o b.o c.o -o s.z8k",
        0,
        "",
    );
    assert_eq!(fs::read(folder.join("s.z8k")).expect("a file")[..2], [0xEE, 0x0B]);
    says(
        &folder,
        "nm -n p.z8k",
        0,
        "00000000 T _start\n00000004 T two\n00000008 T three\n",
    );
    says(&folder, "objcopy -O xout a.o a.rel", 0, "");
    says(&folder, "nm -p a.rel", 0, "00000000 T _start\n         U two\n");
    says(&folder, "ar --xout rc libcpm.a a.rel", 0, "");
    assert_eq!(fs::read(folder.join("libcpm.a")).expect("a file")[..2], [0xFF, 0x65]);
    says(&folder, "ar x libcpm.a", 0, "");
    says(&folder, "ar d libcpm.a a.rel", 0, "");
    says(&folder, "ar t libcpm.a", 0, "");
}

#[test]
fn what_is_wrong_is_said_and_nothing_is_written() {
    let folder = folder("link-errors");
    files(&folder);
    fs::write(folder.join("text"), "no object").expect("a file");
    fs::write(folder.join("wrong.x"), "SECTIONS {\n  .text : { } :text\n}").expect("a script");
    for (arguments, part) in [
        (
            "ld -mz8001 a.o -o p",
            "z8k ld: a.o is for the Z8002, but the program is for the Z8001\n",
        ),
        (
            "ld -mz8002 a.o text -o p",
            "z8k ld: text: unknown file format: expected COFF, x.out, Intel HEX or S-records",
        ),
        ("ld -mz8002 a.o a.o -o p", "duplicate definition of `_start`"),
        (
            "ld -mz8002 -T wrong.x a.o -o p",
            "wrong.x:2: COFF has no program headers: remove `:NAME` after the section",
        ),
        (
            "ld -mz8002 a.o -lnothing -o p",
            "cannot find libnothing.a in the folders specified with -L",
        ),
        ("ld -mz8002 missing.o -o p", "cannot read missing.o"),
        ("ar x a.o", "not an archive"),
        ("ar rk lib.a a.o", "unsupported operation or modifier `k`"),
        ("ar t lib.a", "cannot read lib.a"),
        (
            "nm text",
            "unknown file format: expected COFF, x.out, Intel HEX or S-records",
        ),
        ("objcopy -O binary text p", "use `-I binary` for a flat file"),
        ("objcopy -R .data -O xout a.o b.o --set-start 5x", "expected a number"),
    ] {
        let status = if part == "expected a number" { 2 } else { 1 };
        says(&folder, arguments, status, part);
    }
    assert!(!folder.join("p").exists());
    // A flat file becomes an object if the format is stated.
    says(&folder, "objcopy -I binary -O coff-z8k text text.o", 0, "");
    says(
        &folder,
        "nm text.o",
        0,
        "00000009 D _binary_text_end\n00000009 A _binary_text_size\n",
    );
}

/// The library of `docs/how-to/c.md` works on both processors, called from assembly in the way of a C compiler.
#[test]
fn what_a_c_program_starts_with_and_calls_works_on_both_processors() {
    let main = "
        .global _main
        .text
        .macro  digit
        ld      r7,r3
        add     r7,#'0'
        call    _putchar
        .endm
_main:
        .ifdef  Z8001
        ldl     rr6,#text
        .else
        ld      r7,#text
        .endif
        call    _puts
        call    _getchar
        ld      r7,r2
        call    _putchar
        .irp    divisor,0x7fffffff,0x80000000,0xffffffff
        ldl     rr6,#0xfffffffe
        ldl     rr4,#\\divisor
        call    ___udivsi3
        digit
        ldl     rr6,#0x80000003
        ldl     rr4,#\\divisor
        call    ___umodsi3
        digit
        .endr
        ldl     rr6,#0x80000001
        ldl     rr4,#1
        call    ___udivsi3
        digit
        ret
        .section .rdata
text:   .asciz  \"from C\"
";
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../..");
    let sources = root.join("docs/how-to/c");
    for (processor, options) in [("z8002", ""), ("z8001", "--z8001 -D Z8001=1")] {
        let folder = folder(&format!("c-{processor}"));
        for name in ["crt0.s", "console.s", "divide.s", "board.x", "z8002.toml"] {
            fs::copy(sources.join(name), folder.join(name)).expect("a file of the page");
        }
        fs::copy(
            root.join("emulator/boards/machines/z8001.toml"),
            folder.join("z8001.toml"),
        )
        .expect("a machine");
        let machine = folder.join(format!("{processor}.toml"));
        let text = fs::read_to_string(&machine).expect("a machine");
        let wired = text.replace("standard = true", "input = \"in\"\noutput = \"out\"");
        fs::write(&machine, wired).expect("a machine");
        fs::write(folder.join("in"), "!").expect("the input");
        fs::write(folder.join("main.s"), main).expect("a source");
        for name in ["crt0", "console", "divide", "main"] {
            says(&folder, &format!("as {options} {name}.s -o {name}.o"), 0, "");
        }
        let link = format!("ld -m {processor} -T board.x crt0.o console.o divide.o main.o -o program");
        says(&folder, &link, 0, "");
        says(&folder, &format!("run --machine {processor}.toml program"), 0, "halted");
        let sent = fs::read_to_string(folder.join("out")).expect("the output");
        // Quotient and remainder for each divisor, including the last digits of 80000003h and 80000001h.
        assert_eq!(sent, "from C\n!2413031", "{processor}");
    }
}

/// Called by the names of the GNU tools, the commands do what make needs.
#[cfg(unix)]
#[test]
fn the_place_of_gnu_tools_is_taken() {
    let folder = folder("gnu-place");
    for name in ["z8k-coff-as", "z8k-coff-ar"] {
        std::os::unix::fs::symlink(env!("CARGO_BIN_EXE_z8k"), folder.join(name)).expect("a link");
    }
    let run = |name: &str, arguments: &str| {
        let mut command = crate::environment::program(folder.join(name));
        let output = command
            .args(arguments.split_whitespace())
            .current_dir(&folder)
            .output()
            .expect("it runs");
        (
            output.status.success(),
            String::from_utf8_lossy(&output.stderr).into_owned(),
        )
    };
    // Errors are reported at the lines that the preprocessor states; the output of an earlier run is removed.
    fs::write(folder.join("a.i"), "\tnop\n# 40 \"orig.S\"\n\tnop\n\tldx r1\n").expect("a source");
    fs::write(folder.join("a.o"), "old").expect("a file");
    let (is_right, said) = run("z8k-coff-as", "-z8002 a.i -o a.o");
    assert!(!is_right && said.contains("orig.S:41"), "{said}");
    assert!(!folder.join("a.o").exists());
    // Names with characters that are special in make; each file is also a target.
    fs::write(folder.join("b$ #.s"), "\tnop\n").expect("a source");
    let line = [
        "as",
        "b$ #.s",
        "-o",
        "b.o",
        "--MD",
        "b.d",
        "--debug-prefix-map",
        "b=/src/b",
    ];
    crate::commands::check(&folder, &line, 0, "");
    let rule = fs::read_to_string(folder.join("b.d")).expect("a rule");
    assert_eq!(rule, "b.o: \\\n  b$$\\ \\#.s\n\nb$$\\ \\#.s:\n");
    let object = fs::read(folder.join("b.o")).expect("an object");
    assert!(object.windows(11).any(|bytes| bytes == b"/src/b$ #.s"));
    // Dates are stored for make on request.
    assert!(run("z8k-coff-ar", "rcU dated.a b.o").0 && run("z8k-coff-ar", "rc plain.a b.o").0);
    let date = |name: &str| fs::read(folder.join(name)).expect("an archive")[8 + 16..8 + 28].to_vec();
    assert!(date("dated.a").starts_with(b"1") || date("dated.a").starts_with(b"2"));
    assert_eq!(date("plain.a"), b"0           ");
}

/// Returns an archive with one empty member.
#[cfg(unix)]
fn archive(member: &str) -> String {
    format!(
        "!<arch>\n{:<16}{:<12}{:<6}{:<6}{:<8}{:<10}`\n",
        format!("{member}/"),
        0,
        0,
        0,
        644,
        0
    )
}

#[cfg(unix)]
#[test]
fn a_member_is_not_extracted_to_a_link_or_a_hidden_name() {
    let folder = folder("extracted");
    fs::write(folder.join("victim"), "old").expect("a file");
    std::os::unix::fs::symlink("victim", folder.join("link")).expect("a link");
    for (member, said) in [
        ("link", "it is a link"),
        (".envrc", "begins with `.` or `-`"),
        ("-rf", "begins with `.` or `-`"),
    ] {
        fs::write(folder.join("x.a"), archive(member)).expect("an archive");
        let reason = format!("z8k ar: cannot extract `{member}`: `z8k ar p` prints it: ");
        let output = z8k(&folder, "ar x x.a");
        let text = String::from_utf8_lossy(&output.stderr);
        assert!(
            output.status.code() == Some(1) && text.contains(said),
            "{reason}: {text}"
        );
        assert_eq!(fs::read(folder.join("victim")).expect("the file"), b"old");
        assert!(!folder.join(".envrc").exists() && !folder.join("-rf").exists());
    }
}

#[test]
fn processes_that_change_an_archive_take_turns() {
    let folder = folder("turns");
    let names: Vec<String> = (0..8).map(|n| format!("m{n}")).collect();
    for name in &names {
        fs::write(folder.join(name), name).expect("a file");
    }
    let children: Vec<_> = names
        .iter()
        .map(|name| {
            let mut command = crate::environment::program(env!("CARGO_BIN_EXE_z8k"));
            command
                .args(["ar", "rc", "all.a", name])
                .current_dir(&folder)
                .spawn()
                .expect("it runs")
        })
        .collect();
    for mut child in children {
        assert!(child.wait().expect("it ends").success());
    }
    let listed = z8k(&folder, "ar t all.a").stdout;
    let mut listed: Vec<_> = std::str::from_utf8(&listed).expect("names").lines().collect();
    listed.sort_unstable();
    assert_eq!(listed, names);
}

/// The linker refuses to overwrite an input, whether a script, a default or a second option names the output, and
/// after an error removes the output of an earlier run.
#[test]
fn the_linker_keeps_its_inputs_and_removes_an_old_output() {
    let folder = folder("kept-inputs");
    fs::write(folder.join("a.s"), "_start: nop\n").expect("a source");
    for line in ["as a.s -o a.o", "as a.s -o a.out"] {
        assert!(z8k(&folder, line).status.success());
    }
    fs::hard_link(folder.join("a.o"), folder.join("hard.o")).expect("a link");
    let same = |line: &str, kept: &str| {
        let before = fs::read(folder.join(kept)).expect("the input");
        let output = z8k(&folder, line);
        let said = String::from_utf8_lossy(&output.stderr);
        assert!(
            !output.status.success() && said.contains("would overwrite the input"),
            "{line}: {said}"
        );
        assert_eq!(fs::read(folder.join(kept)).expect("the input"), before, "{line}");
    };
    for output in ["a.o", "hard.o", "s.x", "./a.o"] {
        fs::write(folder.join("s.x"), format!("OUTPUT({output})\n")).expect("a script");
        same("ld -T s.x a.o", output);
    }
    same("ld -m z8002 a.out", "a.out");
    same("ld -m z8002 a.o -o new -Map=hard.o", "a.o");
    fs::write(folder.join("s.x"), "OUTPUT(../outside)\n").expect("a script");
    let output = z8k(&folder, "ld -T s.x a.o");
    assert!(!output.status.success() && !folder.join("../outside").exists());
    fs::write(folder.join("text.o"), "text").expect("a file");
    for line in [
        "ld a.o no.o -o old",
        "ld a.o -lno -o old",
        "ld text.o -o old",
        "ld -T no.x a.o -o old",
    ] {
        fs::write(folder.join("old"), "old").expect("a file");
        assert_eq!(z8k(&folder, line).status.code(), Some(1), "{line}");
        assert!(!folder.join("old").exists(), "{line}");
    }
    fs::write(folder.join("b.s"), "\t.incbin \"a.s\"\n").expect("a source");
    assert!(z8k(&folder, "as b.s -o b.o --MD b.d").status.success());
    let rule = fs::read_to_string(folder.join("b.d")).expect("a rule");
    assert!(rule.starts_with("b.o: \\\n  b.s \\\n  a.s\n"), "{rule}");
    fs::write(folder.join("s.x"), "INCLUDE more.x\n").expect("a script");
    fs::write(folder.join("more.x"), "SECTIONS { .text 0 : { *(.text) } }\n").expect("a script");
    assert!(
        z8k(&folder, "ld -m z8002 -T s.x a.o -o p --dependency-file p.d")
            .status
            .success()
    );
    let rule = fs::read_to_string(folder.join("p.d")).expect("a rule");
    assert!(rule.starts_with("p: \\\n  s.x \\\n  more.x \\\n  a.o\n"), "{rule}");
    // Scripts and archives in other folders.
    fs::create_dir(folder.join("deep")).expect("a folder");
    for name in ["s.x", "more.x"] {
        fs::rename(folder.join(name), folder.join("deep").join(name)).expect("a script");
    }
    says(&folder, "ar rcs deep/libmore.a a.o", 0, "");
    says(
        &folder,
        "ld -m z8002 -L deep -T s.x a.o -lmore -o p --dependency-file p.d",
        0,
        "",
    );
    let rule = fs::read_to_string(folder.join("p.d")).expect("a rule");
    let files = ["deep/s.x", "deep/more.x", "deep/libmore.a"];
    assert!(
        files.iter().all(|file| rule.contains(&format!("\n{file}:\n"))),
        "{rule}"
    );
}

/// As in GNU binutils, the last of repeated options counts, unique abbreviations are accepted, and an error in one file
/// does not prevent the others from being handled.
#[test]
fn makefiles_can_add_to_options() {
    let folder = folder("repeated");
    files(&folder);
    says(
        &folder,
        "ld -M=x.map -Ttext 0 -Ttext 0x100 -e two -e 0X10 --defs x=010 -T map.x a.o b.o c.o -o p",
        0,
        "",
    );
    assert!(fs::read_to_string(folder.join("x.map")).is_ok());
    says(&folder, "objdump -f -f p", 0, "start address 0x00000010");
    says(&folder, "objcopy --gap 0xff --pad-to 02000 -O binary p p.bin", 0, "");
    assert_eq!(fs::read(folder.join("p.bin")).expect("an image").len(), 0o2000 - 0x100);
    says(&folder, "nm --just a.o nosuch.o b.o", 1, "_start\ntwo\nthree\ntwo\n");
    says(&folder, "strip nosuch.o p", 1, "");
    says(&folder, "nm p", 0, "");
    let output = z8k(&folder, "as --64");
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(said.contains("'--64'") && !said.contains("negative"), "{said}");
}
