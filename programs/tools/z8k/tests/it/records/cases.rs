//! The command lines: each option of the table in its variants.

use std::fs;
use std::path::Path;

const TABLE: &str = include_str!("../../../src/binutils/gnu.txt");

/// The files that exist before a command line is run.
pub(super) const FILES: [(&str, &str); 13] = [
    (
        "a.s",
        "\t.text\n\t.global _start\n_start:\tld r1,#count\n\tcall other\n.L1:\tjr .L1\nlocal:\tld r2,table\n\tret\n\t.data\ntable:\t.word other,0x1234\n\t.bss\nroom:\t.space 4\n\t.comm shared,6\n\t.equ count,7\n\t.data\n\t.include \"c.inc\"\n\t.incbin \"d.txt\"\n",
    ),
    (
        "b.s",
        "\t.text\n\t.global other\nother:\tld r3,shared\n\tret\n\t.weak maybe\nmaybe:\tret\n\t.data\n\t.global late\nlate:\t.word 9\n",
    ),
    ("e.s", "\t.text\n\t.global unused\nunused:\tret\nlocal:\tret\n"),
    (
        "f.s",
        "\t.section .extra,\"a\"\n\t.word 0x5566\n\t.text\n\t.if option\n\tnop\n\t.endif\n\tret\n",
    ),
    ("c.inc", "\t.word 0x77\n"),
    ("d.txt", "text"),
    (
        "s.x",
        "SECTIONS { .text 0x200 : { *(.text) } .data : { *(.data) } .bss : { *(.bss) *(COMMON) } }\nmark = 0x10;\nPROVIDE(_start = 0x40);\n",
    ),
    ("bad.o", "\u{1}not an object at all\n"),
    ("bad.s", "\tnothing of the kind\n"),
    ("names.txt", "other another\n"),
    ("opts", ""),
    ("w.txt", "ab"),
    ("in.hex", ":0400000001020304F2\n:00000001FF\n"),
];

/// The command lines that make the objects.
pub(super) const PREPARATION: [&str; 9] = [
    "as -z8002 a.s -o a.o",
    "as -z8002 b.s -o b.o",
    "as -z8002 e.s -o e.o",
    "ar rcD lib.a b.o e.o",
    "ld -mz8002 -Ttext 100 a.o b.o -o prog",
    "as -z8002 -defsym option=1 f.s -o f.o",
    "ar rcD l2.a e.o f.o",
    "ranlib l2.a",
    "as -z8002 -g a.s -o lines.o",
];

/// A command line to be run.
#[derive(Debug)]
pub(super) struct Case {
    pub(super) tool: &'static str,
    pub(super) option: String,
    pub(super) variant: &'static str,
    pub(super) words: Vec<String>,
    /// True if `z8k` rejects the command line, with a reason.
    pub(super) is_refused: bool,
}

impl Case {
    /// Returns true if the command line reads a file: one that it names, or that a source includes.
    pub(super) fn reads(&self, file: &str) -> bool {
        ["c.inc", "d.txt"].contains(&file) || self.words.iter().any(|word| word.contains(file))
    }

    /// Creates the output files that exist before the run.
    pub(super) fn prepare(&self, folder: &Path) {
        if self.variant == "old" {
            fs::write(folder.join("out"), "old").expect("a file");
        }
    }
}

/// Returns two valid values of an option; numbers are valid in any base.
fn values(tool: &str, name: &str) -> [&'static str; 2] {
    match (tool, name) {
        ("as", "-o") => ["out2", "out"],
        ("as", "--MD") | ("ld", "--dependency-file") => ["out.d", "out2.d"],
        ("as", "-I") => [".", ".."],
        ("as", "--defsym" | "-D") => ["option=64", "option=65"],
        ("as", "--debug-prefix-map") => ["a=b", "c=d"],
        ("ld", "-o" | "--output") => ["out", "out2"],
        ("ld", "-b" | "--format" | "--oformat") => ["coff-z8k", "binary"],
        ("ld", "-e" | "--entry") => ["64", "other"],
        ("ld", "-l" | "--library") => [":lib.a", ":l2.a"],
        ("ld", "-L" | "--library-path") => [".", ".."],
        ("ld", "-m") => ["z8002", "z8001"],
        ("ld", "-T" | "--script") => ["s.x", "s.x"],
        ("ld", "-R" | "--just-symbols") => ["prog", "prog"],
        ("ld", "-u" | "--undefined" | "--require-defined") => ["unused", "late"],
        ("ld", "--defsym") => ["mark=64", "mark=65"],
        ("ld", "--section-start") => [".text=64", ".text=400"],
        ("ld", "-Ttext" | "-Tdata" | "-Tbss") => ["64", "400"],
        ("ld", "-Map") => ["out.map", "out2.map"],
        ("ld", "--unresolved-symbols") => ["ignore-all", "report-all"],
        ("ld", "--orphan-handling") => ["place", "discard"],
        ("ld", "--wrap") => ["other", "late"],
        ("nm", "-t" | "--radix") => ["o", "d"],
        ("nm", "-f" | "--format") => ["posix", "bsd"],
        ("size", "--radix") => ["8", "16"],
        ("size", "--format") => ["sysv", "berkeley"],
        ("objcopy", "-I" | "--input-target" | "-F" | "--target")
        | ("strip", "-I" | "--input-target" | "-F" | "--target") => ["coff-z8k", "coff-z8k"],
        ("objcopy", "-O" | "--output-target") | ("strip", "-O" | "--output-target") => ["binary", "srec"],
        (_, "-b" | "--target") if tool != "objcopy" => ["coff-z8k", "coff-z8k"],
        ("objdump", "-m" | "--architecture") | ("objcopy", "-B" | "--binary-architecture") => ["z8001", "z8002"],
        ("addr2line", "-e" | "--exe") => ["lines.o", "lines.o"],
        ("addr2line", "-j" | "--section") => [".text", ".data"],
        (_, "-j" | "--only-section" | "-R" | "--remove-section" | "--keep-section" | "--section") => [".data", ".text"],
        ("objcopy" | "strip", name) if name.ends_with("-symbol") || ["-N", "-K", "-L", "-G", "-W"].contains(&name) => {
            ["_start", "local"]
        }
        ("objcopy", "--redefine-sym") => ["local=here", "other=there"],
        ("objcopy", "--redefine-syms") => ["names.txt", "names.txt"],
        ("objcopy", "--prefix-symbols") => ["p_", "q_"],
        ("objcopy", "--rename-section") => [".data=.more", ".text=.code"],
        ("objcopy", "--update-section") => [".bss=w.txt", ".none=w.txt"],
        ("objcopy", "--add-section") => [".new=w.txt", ".other=d.txt"],
        ("objcopy", "--set-section-flags") => [".bss=alloc,load,contents", ".data=readonly"],
        ("objcopy", "--change-section-lma" | "--change-section-vma") => [".data=64", ".d*+64"],
        ("objcopy", "--change-section-address" | "--adjust-section-vma") => [".data=64", ".text-0x10"],
        ("objcopy", "--srec-len") => ["64", "5"],
        ("objcopy", "--dump-section") => [".data=out.bin", ".text=out2.bin"],
        ("objcopy", "-i" | "--interleave" | "--reverse-bytes") => ["2", "4"],
        ("objcopy", "-b" | "--byte" | "--interleave-width") => ["1", "0"],
        ("objcopy", "--gap-fill" | "--pad-to" | "--set-start" | "--change-addresses" | "--adjust-vma") => ["64", "100"],
        ("objdump", "--start-address") => ["4", "8"],
        ("objdump", "--stop-address") => ["64", "8"],
        _ => ["1", "2"],
    }
}

/// Returns the words of an option with a value.
fn words(spelling: &str, name: &str, value: &str) -> Vec<String> {
    match &spelling[name.len()..] {
        "=" if name.len() == 2 || name.starts_with("-T") && !name.starts_with("--") => {
            vec![name.to_owned(), value.to_owned()]
        }
        "=" => vec![format!("{name}={value}")],
        _ => vec![name.to_owned()],
    }
}

/// Returns the arguments after the options of a program.
fn rest(tool: &str, name: &str) -> &'static [&'static str] {
    match tool {
        "as" if ["-D", "--defsym"].contains(&name) => &["f.s", "-o", "out"],
        "as" => &["a.s", "-o", "out"],
        "ld" => &["-mz8002", "-Ttext", "100", "a.o", "b.o", "-o", "out"],
        "ar" => &["lib.a", "e.o"],
        "ranlib" => &["lib.a"],
        "objcopy" => match name {
            "--pad-to" | "--gap-fill" => &["-O", "binary", "prog", "out"],
            "--srec-len" | "--srec-forceS3" => &["-O", "srec", "prog", "out"],
            "--change-addresses" | "--adjust-vma" | "--set-start" => &["prog", "out"],
            name if name.starts_with("--change-section") || name == "--adjust-section-vma" => &["prog", "out"],
            "--set-section-flags" => &["-O", "srec", "prog", "out"],
            "-b" | "--byte" => &["-i4", "-O", "binary", "prog", "out"],
            "--interleave-width" => &["-i4", "-b0", "-O", "binary", "prog", "out"],
            "-i" | "--interleave" => &["-b0", "-O", "binary", "prog", "out"],
            _ => &["a.o", "out"],
        },
        "objdump" => match name {
            "-D" | "-d" | "-S" | "-l" | "-r" => &["a.o", "b.o"],
            _ => &["-s", "a.o", "b.o"],
        },
        "strip" => &["prog", "e.o"],
        "addr2line" => &["-e", "lines.o", "0", "2"],
        _ => &["a.o", "b.o"],
    }
}

/// Returns the shortest unique abbreviation of a long option of the program, if there is one.
fn abbreviated(name: &str, all: &[&str]) -> Option<String> {
    let bare = name.strip_prefix("--")?;
    let others: Vec<&str> = all
        .iter()
        .map(|other| other.trim_start_matches('-'))
        .filter(|other| *other != bare)
        .collect();
    let is_unique = |length: &usize| !others.iter().any(|other| other.starts_with(&bare[..*length]));
    let length = (2..bare.len()).find(is_unique)?;
    Some(format!("--{}", &bare[..length]))
}

/// Returns all command lines of a program.
pub(super) fn cases(tool: &'static str) -> Vec<Case> {
    let lines = TABLE
        .lines()
        .skip_while(|line| line.strip_prefix("== ") != Some(tool))
        .skip(1);
    let lines: Vec<&str> = lines
        .take_while(|line| !line.starts_with("== "))
        .filter(|line| !line.is_empty())
        .collect();
    let spellings = |line: &'static str| line.split(" : ").next().unwrap_or_default().split(' ').skip(1);
    let all: Vec<&str> = lines
        .iter()
        .flat_map(|line| spellings(line))
        .map(|spelling| spelling.trim_end_matches("[=]").trim_end_matches('='))
        .collect();
    let mut cases = Vec::new();
    for line in lines {
        let fate = line.split(' ').next().unwrap_or_default();
        for spelling in spellings(line).filter(|spelling| *spelling != "@FILE") {
            let name = spelling.trim_end_matches("[=]").trim_end_matches('=');
            if ["--help", "-h", "-H", "-?", "--version", "-V", "-v"].contains(&name) && tool != "objdump" {
                continue;
            }
            of_option(
                tool,
                spelling,
                name,
                matches!(fate, "refused" | "other"),
                &all,
                &mut cases,
            );
        }
    }
    cases
}

fn of_option(tool: &'static str, spelling: &str, name: &str, is_refused: bool, all: &[&str], cases: &mut Vec<Case>) {
    let values = values(tool, name);
    let rest: Vec<String> = rest(tool, name).iter().map(|word| (*word).to_owned()).collect();
    let mut add = |variant: &'static str, options: &[Vec<String>], rest: &[String]| {
        cases.push(Case {
            tool,
            option: name.to_owned(),
            variant,
            words: options.iter().flatten().chain(rest).cloned().collect(),
            is_refused,
        });
    };
    if tool == "ar" && !name.starts_with('-') {
        let key = if "dpqrstxm".contains(name) {
            name.to_owned()
        } else {
            format!("r{name}")
        };
        let options = [vec![key.clone()]];
        let member = |names: &[&str]| names.iter().map(|name| (*name).to_owned()).collect::<Vec<String>>();
        add("alone", &options, &rest);
        add("twice", &[vec![format!("{key}{name}")]], &rest);
        add("missing-first", &options, &member(&["lib.a", "nosuch.o", "e.o"]));
        add("missing-last", &options, &member(&["lib.a", "e.o", "nosuch.o"]));
        add("damaged", &options, &member(&["bad.o", "e.o"]));
        return;
    }
    let one = words(spelling, name, values[0]);
    let other = words(spelling, name, values[1]);
    let alone = std::slice::from_ref(&one);
    add("alone", alone, &rest);
    if is_refused {
        return;
    }
    add("twice", &[one.clone(), one.clone()], &rest);
    if spelling.ends_with('=') {
        add("second", &[one.clone(), other], &rest);
    }
    if let Some(short) = abbreviated(name, all) {
        let words = words(spelling, name, values[0]);
        add("short", &[vec![words[0].replacen(name, &short, 1)]], &rest);
    }
    if values[0].ends_with("64") && spelling.ends_with('=') {
        for (variant, number) in [("octal", "0100"), ("hexadecimal", "0x40"), ("capital", "0X40")] {
            add(
                variant,
                &[words(spelling, name, &values[0].replace("64", number))],
                &rest,
            );
        }
    }
    if tool == "ld" {
        add("relocatable", &[one.clone(), vec!["-r".to_owned()]], &rest[3..]);
    }
    let input = rest
        .iter()
        .position(|word| word.ends_with(".o") || word.ends_with(".s") || word == "prog" || word == "lib.a");
    let Some(input) = input else { return };
    let with = |place: usize, name: &str, replaces: bool| {
        let mut rest = rest.clone();
        match replaces {
            true => rest[place] = name.to_owned(),
            false => rest.insert(place, name.to_owned()),
        }
        rest
    };
    if !["as", "ranlib"].contains(&tool) {
        add(
            "archive",
            alone,
            &with(input, if tool == "strip" { "l2.a" } else { "lib.a" }, true),
        );
    }
    let bad = if tool == "as" { "bad.s" } else { "bad.o" };
    if ["objcopy", "ranlib"].contains(&tool) {
        add("missing", alone, &with(input, "nosuch.o", true));
        add("damaged", alone, &with(input, bad, true));
    } else {
        add("missing-first", alone, &with(input, "nosuch.o", false));
        add("missing-last", alone, &with(input + 1, "nosuch.o", false));
        add("damaged-first", alone, &with(input, bad, false));
        add("damaged-last", alone, &with(input + 1, bad, false));
    }
    if ["as", "ld", "objcopy"].contains(&tool) {
        add("old", alone, &rest);
    }
}
