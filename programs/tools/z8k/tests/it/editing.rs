//! Copies of programs with changes, and the output of `nm` and `objdump` for them.

use std::fs;
use std::path::PathBuf;

use super::commands::{folder, says};

/// Links a program with two memories, and returns its folder.
fn linked(name: &str) -> PathBuf {
    let folder = folder(name);
    let source = "\t.z8002\n\t.global start\n\t.text\nstart:\tld r1,x\none:\tcall two\n\tret\ntwo:\tnop\n\tret\n\t.data\n\t\
                  .global x\nx:\t.word 1,2,3\ny:\t.word 4\n\t.comm z,8\n\t.weak w\n";
    let script = "MEMORY { ROM : ORIGIN = 0x100, LENGTH = 0x2000 RAM : ORIGIN = 0x4000, LENGTH = 0x2001 }\n\
                  SECTIONS { .text : { *(.text) } > ROM .data : { *(.data) *(.bss) *(COMMON) } > RAM }\n";
    fs::write(folder.join("a.s"), source).expect("a source");
    fs::write(folder.join("a.x"), script).expect("a script");
    says(&folder, "as -z8002 a.s -o a.o", 0, "");
    says(&folder, "ld -mz8002 -T a.x a.o -o a", 0, "");
    folder
}

/// The output is that of GNU nm and ld 2.40 for the same program, without the symbols of sections.
#[test]
fn symbols_are_listed_as_by_gnu_nm() {
    let folder = linked("nm-options");
    let usage = "Memory region         Used Size  Region Size  %age Used\n             ROM:          14 B         8 KB      \
                 0.17%\n             RAM:          16 B       8193 B      0.20%\n";
    says(&folder, "ld -mz8002 -T a.x a.o --print-memory-usage -o a", 0, usage);
    let sizes = "00000002 d y\n00000004 T start\n00000006 t one\n00000006 t two\n00000006 D x\n00000008 D z\n";
    says(&folder, "nm --size-sort a", 0, sizes);
    let both = "00004006 00000002 d y\n00000100 00000004 T start\n00000104 00000006 t one\n0000010a 00000006 t two\n";
    says(&folder, "nm -S --size-sort a", 0, both);
    let posix = "one t 104 \nstart T 100 \ntwo t 10a \nw w         \nx D 4000 \ny d 4006 \nz D 4008 \n";
    says(&folder, "nm -P a", 0, posix);
    says(
        &folder,
        "nm -P --size-sort a",
        0,
        "y d 4006 2\nstart T 100 4\none t 104 6\n",
    );
    says(&folder, "nm -t d a", 0, "00000260 t one\n00000256 T start\n");
    says(&folder, "nm -to a", 0, "00000404 t one\n00000400 T start\n");
    says(&folder, "nm -j a", 0, "one\nstart\ntwo\nw\nx\ny\nz\n");
    says(&folder, "nm -l a", 0, "00000104 t one\ta.s:5\n");
}

/// The remaining symbols are those that GNU objcopy 2.40 leaves.
#[test]
fn symbols_change_as_by_gnu_objcopy() {
    let folder = linked("symbols-change");
    fs::write(folder.join("names"), "start begin # a comment\n\none first\n").expect("names");
    for (options, symbols) in [
        ("--redefine-sym start=begin", "one t|begin T|two t|w w|x D|y d|z D|"),
        ("--redefine-syms names", "first t|begin T|two t|w w|x D|y d|z D|"),
        ("-N y", "one t|start T|two t|w w|x D|z D|"),
        ("-K one --strip-all", "one t|"),
        ("-L x", "one t|start T|two t|w w|x d|y d|z D|"),
        ("--globalize-symbol one", "one T|start T|two t|w w|x D|y d|z D|"),
        ("-G start", "one t|start T|two t|w w|x d|y d|z d|"),
        ("-W x", "one t|start T|two t|w w|x W|y d|z D|"),
        ("-w -N o*", "start T|two t|w w|x D|y d|z D|"),
        ("-x -K one", "one t|start T|w w|x D|z D|"),
        ("--strip-unneeded", ""),
    ] {
        says(&folder, &format!("objcopy {options} a b"), 0, "");
        let (said, is_right) = super::commands::said(&folder, "nm -p -P b");
        let mut names: Vec<String> = said
            .lines()
            .map(|line| line.split(' ').take(2).collect::<Vec<_>>().join(" "))
            .collect();
        let mut expected: Vec<&str> = symbols.split_terminator('|').collect();
        names.sort();
        expected.sort_unstable();
        assert!(is_right && names == expected, "{options}: {names:?}");
    }
    says(
        &folder,
        "objcopy --redefine-sym one=a --redefine-sym one=b a c",
        1,
        "symbol `one` has two new names",
    );
    // Common symbols stay shared.
    says(&folder, "objcopy -G start a.o c.o", 0, "");
    says(&folder, "nm c.o", 0, "00000008 C z\n");
}

/// Contents are divided into a ROM for each byte of a word, and replaced from a file.
#[test]
fn contents_are_divided_and_replaced() {
    let folder = linked("contents");
    fs::write(folder.join("letters"), "abcdefgh12").expect("a file");
    for (options, bytes) in [
        ("-i 2 -b 0", "aceg1"),
        ("-i 2 -b 1", "bdfh2"),
        ("-i 4 -b 2 --interleave-width=2", "cdgh"),
        ("--interleave -b 3", "dh"),
        ("--reverse-bytes=2", "badcfehg21"),
    ] {
        says(
            &folder,
            &format!("objcopy -I binary -O binary {options} letters out"),
            0,
            "",
        );
        assert_eq!(
            fs::read_to_string(folder.join("out")).expect("a file"),
            bytes,
            "{options}"
        );
    }
    let refused = "--byte must be less than --interleave, 2";
    says(&folder, "objcopy -I binary -O binary -i 2 -b 2 letters out", 1, refused);
    // As with GNU objcopy, an error leaves no output.
    assert!(!folder.join("out").exists());
    says(
        &folder,
        "objcopy -O binary -i 2 -b 0 a.o out",
        1,
        "an object that is not linked cannot be divided: link it first",
    );
    says(
        &folder,
        "objcopy --update-section .data=letters --dump-section .text=text a b",
        0,
        "",
    );
    says(
        &folder,
        "objdump -s -j .data b",
        0,
        " 4000 61626364 65666768 3132               abcdefgh12\n",
    );
    assert_eq!(fs::read(folder.join("text")).expect("a file")[..4], [0x61, 1, 0x40, 0]);
    let refused = "there is no section `.rodata`, only .text, .data";
    says(&folder, "objcopy --update-section .rodata=letters a b", 1, refused);
    // A file with options; a linked file in any format.
    fs::write(folder.join("options"), "-O binary\n-j '.text' \"letters\\ 2\"").expect("options");
    fs::copy(folder.join("a"), folder.join("letters 2")).expect("a copy");
    says(&folder, "objcopy @options out", 0, "");
    assert_eq!(fs::read(folder.join("out")).expect("a file").len(), 16);
    says(&folder, "ld -mz8002 -T a.x a.o -b binary letters -o p", 0, "");
    says(
        &folder,
        "nm p",
        0,
        "00004012 D _binary_letters_end\n0000000a A _binary_letters_size\n00004008 D _binary_letters_start\n",
    );
    let missing = "symbol `nowhere` (--require-defined) is not defined";
    says(
        &folder,
        "ld -mz8002 -T a.x a.o --require-defined=nowhere -o p",
        1,
        missing,
    );
    fs::write(folder.join("o.s"), "\t.section .extra\n\t.word 1\n").expect("a source");
    says(&folder, "as -z8002 o.s -o o.o", 0, "");
    let script = "SECTIONS { .text 0x100 : { *(.text) } .data : { *(.data) *(.bss) *(COMMON) } }";
    fs::write(folder.join("o.x"), script).expect("a script");
    let orphan = "the script does not mention section o.o(.extra)";
    says(
        &folder,
        "ld -mz8002 -T o.x a.o o.o --orphan-handling=error -o p",
        1,
        orphan,
    );
    says(
        &folder,
        "ld -mz8002 -T o.x a.o o.o --orphan-handling=discard -o p",
        0,
        "",
    );
    says(&folder, "size p", 0, "     16       16        0       32       20  p\n");
}

#[test]
fn a_part_is_disassembled_with_its_source() {
    let folder = linked("with-source");
    let part = "objdump -d --start-address=0x104 --stop-address=0x10a a";
    let code = "00000104 <one>:\n 104:\t5f00 010a      \tcall\t";
    says(&folder, part, 0, code);
    let (said, _) = super::commands::said(&folder, part);
    assert!(!said.contains(" 100:") && !said.contains(" 10a:"), "{said}");
    says(&folder, "objdump -S a", 0, "one:\tcall two\n 104:\t5f00 010a");
    says(&folder, "objdump -l -d a", 0, "a.s:5\n 104:\t5f00 010a");
    says(
        &folder,
        "objdump -x a.o",
        0,
        "HAS_RELOC, HAS_SYMS, HAS_LINES\nstart address 0x00000000\n\nSections:\n",
    );
}
