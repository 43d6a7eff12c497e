//! The dialects on small sources: `syntax/*/*.s`, with the bytes of their sections after `;=` or `!=`. The bytes for
//! asz8k and AS are the output of these assemblers; those for plz are the output of GNU as for the same program, or
//! calculated by hand for features that GNU as does not know. The errors of `err_*.s` are in the `.txt` file with the
//! same name.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use z8000_asm::{Assembly, Diagnostics, Files, Memory, Options, Processor, Syntax, assemble, convert};
use z8000_object::Binding;

use crate::readings::fault;

const OTHERS: [Syntax; 3] = [Syntax::Asz8k, Syntax::Plz, Syntax::Asl];

/// Returns the sources of a dialect: those with errors, whose names begin with `err_`, or the others.
fn sources(syntax: Syntax, wrong: bool) -> Vec<PathBuf> {
    let mut found = super::sources(&format!("syntax/{}", syntax.name()));
    found.retain(|path| is_prefixed(path, "err_") == wrong);
    found
}

fn is_prefixed(path: &Path, prefix: &str) -> bool {
    path.file_name()
        .is_some_and(|name| name.to_string_lossy().starts_with(prefix))
}

/// Returns the options for a source; sources that begin in segmented mode have names that begin with `seg_`.
fn options(path: &Path, syntax: Syntax) -> Options {
    let processor = match is_prefixed(path, "seg_") {
        true => Processor::Z8001,
        false => Processor::Z8002,
    };
    Options { processor, syntax, ..Options::default() }
}

fn assembled(path: &Path, syntax: Syntax) -> Result<Assembly, Diagnostics> {
    let (files, main) = Files::beside(path);
    assemble(&files, &main, &options(path, syntax))
}

/// Returns the bytes of each section, from its lowest address on.
fn contents(assembly: &Assembly) -> BTreeMap<&str, Vec<u8>> {
    let mut sections: BTreeMap<&str, (u32, Vec<u8>)> = BTreeMap::new();
    for piece in assembly.contents(None) {
        let name = assembly.info(piece.section).name.as_str();
        let (start, bytes) = sections.entry(name).or_insert((piece.origin(), Vec::new()));
        let at = (piece.origin() - *start) as usize;
        bytes.resize(bytes.len().max(at + piece.bytes.len()), 0);
        bytes[at..at + piece.bytes.len()].copy_from_slice(&piece.bytes);
    }
    sections.into_iter().map(|(name, (_, bytes))| (name, bytes)).collect()
}

/// Returns the expectations in a source: sections and their bytes.
fn expected(text: &str) -> BTreeMap<&str, Vec<u8>> {
    let mut sections: BTreeMap<&str, Vec<u8>> = BTreeMap::new();
    for line in text.lines() {
        if let Some(line) = line.strip_prefix(";= ").or_else(|| line.strip_prefix("!= ")) {
            let (name, digits) = line
                .trim_end_matches(" !")
                .split_once(' ')
                .expect("a section and its bytes");
            let byte = |at: usize| u8::from_str_radix(&digits[at..at + 2], 16).expect("a byte");
            let bytes = (0..digits.len()).step_by(2).map(byte);
            sections.entry(name).or_default().extend(bytes);
        }
    }
    sections
}

/// Converts a source to the dialect of GNU as, and assembles it.
fn converted(path: &Path, syntax: Syntax) -> Result<Assembly, Diagnostics> {
    let (files, main) = Files::beside(path);
    let options = options(path, Syntax::Gnu);
    let convert = |name: &str| convert(&files, name, syntax, options.processor == Processor::Z8001);
    let source = convert(&main)?;
    let mut texts = vec![(main.clone(), source)];
    // Included sources are converted one at a time.
    if path.ends_with("asz8k/input.s") {
        let name = "include/values.inc";
        texts.push((name.to_owned(), convert(name)?));
    }
    let texts = texts.iter().map(|(name, text)| (name.as_str(), text.as_str()));
    assemble(&Memory::new(texts), &main, &options)
}

#[test]
fn sources_of_each_dialect_have_their_bytes() {
    // The sources for AS are probes.
    for (syntax, least) in [(Syntax::Asz8k, 40), (Syntax::Plz, 40), (Syntax::Asl, 1)] {
        let sources = sources(syntax, false);
        assert!(
            sources.len() >= least,
            "only {} sources of {}",
            sources.len(),
            syntax.name()
        );
        for path in sources {
            let text = fs::read_to_string(&path).expect("a source");
            let assembly = assembled(&path, syntax).unwrap_or_else(|errors| panic!("{errors}"));
            let expected = expected(&text);
            assert!(!expected.is_empty(), "{}", path.display());
            assert_eq!(contents(&assembly), expected, "{}", path.display());
        }
    }
}

/// Evaluates each expression in a long word, both directly and in the converted source for GNU as.
#[test]
fn expressions_of_each_dialect_have_their_values() {
    let mut faults = Vec::new();
    for part in include_str!("dialect_expressions.txt").split("=== ").skip(1) {
        let (name, rows) = part.split_once('\n').expect("a dialect and its rows");
        let syntax = OTHERS
            .into_iter()
            .find(|syntax| syntax.name() == name)
            .expect("a dialect");
        let (before, directive) = match syntax {
            Syntax::Asl => ("known equ 1\nname equ \"x\"\ntwice function a,a+a\n", "dd"),
            Syntax::Asz8k => ("known\t.equ 1\n", ".long"),
            _ => ("\tknown := 1\n\t.code\n", "lval"),
        };
        for row in rows.lines() {
            let (expression, value) = row.split_once("=> ").expect("an expression and its value");
            let (expression, marked) = match expression.strip_suffix(" =") {
                Some(expression) => (expression, true),
                None => (expression.trim_end(), false),
            };
            let value: i64 = value.parse().expect("a number");
            let options = Options { syntax, ..Options::default() };
            let source_of = |expression: &str| format!("{before}\t{directive} {expression}\n");
            let assembled = |expression: &str| {
                let source = source_of(expression);
                assemble(&Memory::new([("a.s", source.as_str())]), "a.s", &options)
            };
            faults.extend(fault(expression, marked, |one| assembled(one).ok()?.image(None).ok()));
            let source = source_of(expression);
            let sources = Memory::new([("a.s", source.as_str())]);
            let assembly = assembled(expression).unwrap_or_else(|errors| panic!("{errors}"));
            assert_eq!(
                assembly.image(None).expect("a small program"),
                (value as u32).to_be_bytes(),
                "{name}: {expression}"
            );
            let converted = convert(&sources, "a.s", syntax, false).unwrap_or_else(|errors| panic!("{errors}"));
            let again = assemble(&Memory::new([("a.s", converted.as_str())]), "a.s", &Options::default());
            let again = again.unwrap_or_else(|errors| panic!("{errors}\n{converted}"));
            assert_eq!(
                again.image(None).expect("a small program"),
                assembly.image(None).expect("a small program"),
                "{converted}"
            );
        }
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

/// Brackets and signs nest 100 deep for GNU as, and 90 deep including the expression itself for the others; closed
/// brackets do not count.
#[test]
fn expressions_of_each_dialect_nest() {
    for (syntax, before, deepest) in [
        (Syntax::Gnu, "\t.long ", 100),
        (Syntax::Asz8k, "\t.long ", 89),
        (Syntax::Plz, "\t.code\n\tlval ", 89),
        (Syntax::Asl, "\tdd ", 89),
    ] {
        let is_read = |text: &str| {
            let source = format!("{before}{text}\n");
            let options = Options { syntax, ..Options::default() };
            assemble(&Memory::new([("a.s", source.as_str())]), "a.s", &options).is_ok()
        };
        for (depth, expected) in [(deepest, true), (deepest + 1, false)] {
            let brackets = format!("{}1{}", "(".repeat(depth), ")".repeat(depth));
            assert_eq!(is_read(&brackets), expected, "{} {depth}", syntax.name());
            // AS reads two of these signs as a different operator.
            let signs = format!("{}(1)", "~".repeat(depth - 1));
            assert!(
                syntax == Syntax::Asl || is_read(&signs) == expected,
                "{} {depth}",
                syntax.name()
            );
        }
        let deep = format!("{}1{}", "(".repeat(20), ")".repeat(20));
        assert!(is_read(&vec![&*deep; 40].join("+")), "{}", syntax.name());
        assert!(is_read(&vec!["~(~(1))"; 100].join("+")), "{}", syntax.name());
    }
}

#[test]
fn converted_sources_have_their_text() {
    let mut texts = String::new();
    for syntax in OTHERS {
        for path in sources(syntax, false) {
            let (files, main) = Files::beside(&path);
            let segmented = options(&path, syntax).processor == Processor::Z8001;
            let text = convert(&files, &main, syntax, segmented).unwrap_or_else(|errors| panic!("{errors}"));
            let name = path.file_stem().expect("a name").to_string_lossy();
            texts += &format!("=== {}/{name}\n{text}", syntax.name());
        }
    }
    insta::assert_snapshot!(texts);
}

#[test]
fn converted_sources_have_the_same_bytes() {
    for syntax in OTHERS {
        for path in sources(syntax, false) {
            let assembly = assembled(&path, syntax).unwrap_or_else(|errors| panic!("{errors}"));
            let converted = converted(&path, syntax).unwrap_or_else(|errors| panic!("{}: {errors}", path.display()));
            assert_eq!(converted.pieces, assembly.pieces, "{}", path.display());
        }
    }
}

/// To shift a byte to the right, asz8k stores a 16-bit count; GNU as leaves its upper half 0.
#[test]
fn counts_of_bytes_are_those_of_asz8k() {
    let source = "x:\tsrlb\trh1,#4\n\tsrab\trh1,#2\n\tsllb\trh1,#4\n";
    for (syntax, upper) in [(Syntax::Asz8k, 0xFF), (Syntax::Gnu, 0)] {
        let options = Options { syntax, ..Options::default() };
        let assembly = assemble(&Memory::new([("a.s", source)]), "a.s", &options).expect("a program");
        let bytes = [0xB2, 0x11, upper, 0xFC, 0xB2, 0x19, upper, 0xFE, 0xB2, 0x11, 0, 4];
        assert_eq!(assembly.pieces[0].bytes, bytes, "{}", syntax.name());
    }
}

/// In asz8k, the last definition of a macro is used, even if the first one is in an included file.
#[test]
fn a_macro_of_another_file_is_defined_again() {
    let files = [
        ("a.s", "\t.input\t\"b.s\"\nm\t.macro\n\t.word\t?1\n\t.endm\n\tm\t2\n"),
        ("b.s", "m\t.macro\n\t.byte\t?1\n\t.endm\n\tm\t1\n"),
    ];
    let options = Options { syntax: Syntax::Asz8k, ..Options::default() };
    let assembly = assemble(&Memory::new(files), "a.s", &options).expect("a program");
    assert_eq!(assembly.pieces[0].bytes, [1, 0, 0, 2]);
}

#[test]
fn wrong_sources_of_each_dialect_have_their_errors() {
    for syntax in OTHERS {
        for path in sources(syntax, true) {
            let expected = crate::corpus::beside(&path);
            let errors = assembled(&path, syntax).expect_err("an error");
            assert_eq!(format!("{errors}\n"), expected, "{}", path.display());
        }
    }
}

/// Sources that use symbols of other objects are assembled into objects.
#[test]
fn undefined_symbols_are_left_to_the_linker() {
    let programs = [
        (
            Syntax::Asz8k,
            "\t.global _main, _far\n_main\tcall\t_far\n\tld\tr1,_near+2\n",
        ),
        (
            Syntax::Plz,
            "m module\nexternal _far procedure _near word\nglobal _main procedure\nentry\n\tcall _far\n\tld r1,_near+2\nend _main\nend m\n",
        ),
        (
            Syntax::Asl,
            "\texport_sym _main\n\textern_sym _far\n_main:\tcall _far\n\tld r1,_near+2\n",
        ),
        (Syntax::Plz, "\t.code\n_main::\tcall\t_far\n\tld\tr1,_near+%2\n"),
    ];
    for (syntax, source) in programs {
        let options = Options { for_linker: true, syntax, ..Options::default() };
        let sources = Memory::new([("main.s", source)]);
        let assembly = assemble(&sources, "main.s", &options).unwrap_or_else(|errors| panic!("{errors}"));
        let object = assembly.object("main.o");
        let symbols: Vec<(&str, bool)> = object
            .symbols
            .iter()
            .map(|symbol| (&*symbol.name, symbol.binding == Binding::Global))
            .collect();
        assert_eq!(symbols, [("_main", true), ("_far", true), ("_near", true)], "{source}");
        let text = object.section(".text").expect("text");
        let relocations: Vec<(u32, i64)> = text.relocations.iter().map(|it| (it.offset, it.addend)).collect();
        assert_eq!(relocations, [(2, 0), (6, 2)], "{source}");
    }
}

/// The manual pages contain the table of the directives.
#[test]
fn pages_have_every_directive() {
    for syntax in OTHERS {
        let pages = Path::new(env!("CARGO_MANIFEST_DIR")).join("../docs/reference");
        let page = pages.join(syntax.name()).with_extension("md");
        let page = fs::read_to_string(page).expect("a page");
        for row in z8000_asm::directives(syntax) {
            let names: Vec<String> = row.names.iter().map(|name| format!("`{name}`")).collect();
            let arguments = match row.arguments {
                "" => String::new(),
                arguments => format!("`{arguments}`"),
            };
            let line = format!("| {} | {arguments} | {} |", names.join(" "), row.help);
            assert!(page.contains(&line), "the page lacks:\n{line}");
        }
    }
}

/// Statements of AS that select lines, name registers and strings, or count, each with its bytes according to the
/// manual of AS.
#[test]
fn statements_of_as_have_their_bytes() {
    let rows: [(&str, &[u8]); 41] = [
        (" db (1),(2),3", &[1, 2, 3]),
        ("f function a,b,a*b\n db f(2,3),(f(1,2)),f(f(1,2),3)", &[6, 2, 6]),
        (" irp a,(1),(2)\n db a\n endm", &[1, 2]),
        (" db \"a,b\",\"c;d\" ; x", b"a,bc;d"),
        ("m macro a,b\n db a,b\n endm\n m \"x,y\",(1+2)", b"x,y\x03"),
        (" switch \"a\"+\"b\"\n case \"ab\"\n db 1\n endcase", &[1]),
        (" ifdef a\n db 1\n endif\n ifndef a\n db 2\n endif\na equ 1", &[2]),
        ("a equ 1\n ifdef a\n db 1\n endif\n ifndef a\n db 2\n endif", &[1]),
        ("a equ \"x\"\n ifdef A\n db 1\n endif", &[1]),
        ("a reg r5\n ifdef a\n db 1\n endif", &[1]),
        (
            " ifb\n db 1\n endif\n ifb ,\n db 2\n endif\n ifb ,x\n db 3\n endif\n ifnb ,x\n db 4\n endif\n ifnb\n db 5\n endif",
            &[1, 2, 4],
        ),
        (
            " ifexist a.s\n db 1\n endif\n ifexist none\n db 2\n endif\n ifnexist none\n db 3\n endif",
            &[1, 3],
        ),
        (" if 1\n db 1\n elseif 1\n db 2\n else\n db 3\n endif", &[1]),
        (" if 0\n db 1\n elseif 1\n db 2\n else\n db 3\n endif", &[2]),
        (" if 0\n db 1\n elseif 0\n db 2\n elseif\n db 3\n endif", &[3]),
        (" if 0\n if 1\n db 1\n else\n db 2\n endif\n else\n db 3\n endif", &[3]),
        (
            " switch 2\n case 1\n db 1\n case 2,3\n db 2\n case 2\n db 3\n elsecase\n db 4\n endcase",
            &[2],
        ),
        (" switch 5\n case 1\n db 1\n elsecase\n db 4\n endcase\n db 5", &[4, 5]),
        (" switch \"b\"\n case \"a\"\n db 1\n case \"b\"\n db 2\n endcase", &[2]),
        (
            " switch 1\n case 1\n switch 2\n case 1\n db 1\n case 2\n db 2\n endcase\n db 3\n case 2\n db 4\n endcase",
            &[2, 3],
        ),
        (
            " switch 1\n case 2\n switch 2\n case 2\n db 2\n endcase\n case 1\n db 3\n endcase\n switch 3\n case 3\n db 4\n endcase",
            &[3, 4],
        ),
        (
            "m macro a,b=7\n db a,b\n endm\n m 1\n m 1,2\n m b=3,a=4",
            &[1, 7, 1, 2, 4, 3],
        ),
        ("m macro a\n if a=0\n exitm\n endif\n db a\n endm\n m 0\n m 1", &[1]),
        ("m macro a,b\n db a\n shift\n db a\n endm\n m 1,2", &[1, 2]),
        (" rept 3\n db 1\n endm\n rept 0\n db 2\n endm", &[1, 1, 1]),
        (" irp a,1,2,3\n db a\n endm", &[1, 2, 3]),
        (" irpc a,\"12\"\n db a\n endm", &[1, 2]),
        ("n := 0\n while n<3\n db n\nn := n+1\n endm", &[0, 1, 2]),
        (
            " enum a,b,c=5,d\n db a,b,c,d\n nextenum e,f\n db e,f",
            &[0, 1, 5, 6, 7, 8],
        ),
        (" db 2 dup (1,2),3", &[1, 2, 1, 2, 3]),
        (" db 2 dup (2 dup (1),5)", &[1, 1, 5, 1, 1, 5]),
        (" db 0 dup (1),9", &[9]),
        (
            " db 2 dup (1 dup (1 dup (1 dup (1 dup (1 dup (1 dup (2 dup (6))))))))",
            &[6; 4],
        ),
        (" db \"ab\",'c',0", &[0x61, 0x62, 0x63, 0]),
        (" db 1\n align 4\n db 2\n align 2,9\n db 3", &[1, 0, 0, 0, 2, 9, 3]),
        (" db 1\n rorg 2\n db 2\n ds 1\n db 3", &[1, 0, 0, 2, 0, 3]),
        ("x defbit 1000h,#3\n set x\n ret", &[0x65, 0x03, 0x10, 0, 0x9E, 8]),
        ("p port 10h\n db p\nl label 20h\n db l", &[0x10, 0x20]),
        (" expect 1010\n wrong\n endexpect\n db 1", &[1]),
        ("$$a: db $$a\nb: db 2\n$$a: db $$a", &[0, 2, 2]),
        (" end\n db 1", &[]),
    ];
    for (source, expected) in rows {
        let options = Options { syntax: Syntax::Asl, ..Options::default() };
        let text = format!("{source}\n");
        let sources = Memory::new([("a.s", text.as_str())]);
        let assembly = assemble(&sources, "a.s", &options).unwrap_or_else(|errors| panic!("{errors}\n{source}"));
        assert_eq!(assembly.image(None).expect("a small program"), expected, "{source}");
        let converted = convert(&sources, "a.s", Syntax::Asl, false).unwrap_or_else(|errors| panic!("{errors}"));
        let again = assemble(&Memory::new([("a.s", converted.as_str())]), "a.s", &Options::default());
        let again = again.unwrap_or_else(|errors| panic!("{errors}\n{converted}"));
        assert_eq!(again.image(None).expect("a small program"), expected, "{converted}");
    }
}

/// Common space in objects of asz8k has the size of its blocks, whatever constants give their sizes.
#[test]
fn common_sections_of_asz8k_are_common_symbols() {
    for (lines, size) in [
        ("x\t.common\n\t.block\t4\n", 4),
        ("x\t.common\n\t.block\t4\n\t.block\t2\n", 6),
        (
            "n\t.equ\t3\nx\t.common\n\t.block\tn*2\n\t.block\tn+1\n__text\t.sect\n\tnop\n",
            10,
        ),
        ("x\t.common\n\t.block\t8\ny\t.common\n\t.block\t1\n", 8),
    ] {
        let options = Options { for_linker: true, syntax: Syntax::Asz8k, ..Options::default() };
        let source = format!("{lines}__data\t.sect\n\t.word\tx\n");
        let assembly = assemble(&Memory::new([("a.s", source.as_str())]), "a.s", &options);
        let object = assembly
            .unwrap_or_else(|errors| panic!("{errors}\n{source}"))
            .object("a.o");
        let symbol = object
            .symbols
            .iter()
            .find(|symbol| &*symbol.name == "x")
            .expect("the symbol");
        assert!(
            matches!(symbol.value, z8000_object::Value::Common { size: found, .. } if found == size),
            "{symbol:?}"
        );
    }
}

/// Structured statements of PLZ/ASM as jumps: JR has the condition in its second digit, followed by the distance in
/// words.
#[test]
fn structured_statements_are_jumps() {
    for (statements, expected) in [
        ("if eq then nop fi", "ee018d07"),
        ("if nz then nop fi", "e6018d07"),
        ("if eq then nop else ret fi", "ee028d07e8019e08"),
        ("if eq then else ret fi", "ee01e8019e08"),
        ("do nop od", "8d07e8fe"),
        ("do exit od", "e801e8fe"),
        ("do repeat od", "e8ffe8fe"),
        ("do if eq then exit fi nop od", "ee01e8028d07e8fc"),
        ("do if eq then repeat fi nop od", "ee01e8fe8d07e8fc"),
        ("do do exit od exit od", "e801e8fee801e8fc"),
        ("a: do do exit from a od od", "e802e8fee8fd"),
        ("a: do do repeat from a od od", "e8ffe8fee8fd"),
        ("a: do b: do exit from b od exit from a od", "e801e8fee801e8fc"),
        ("if eq andif mi then nop fi", "ee02ed018d07"),
        ("if eq orif mi then nop fi", "e601ed018d07"),
        ("if eq orif mi orif c then nop fi", "e602e501ef018d07"),
        ("if eq then if mi then nop fi else ret fi", "ee03ed018d07e8019e08"),
        ("IF EQ THEN NOP FI", "ee018d07"),
    ] {
        let options = Options { syntax: Syntax::Plz, ..Options::default() };
        // The statements are tried on one line, and with each word on its own line.
        for between in [" ", "\n\t"] {
            let words = statements
                .replace("then ", &format!("then{between}"))
                .replace(" fi", &format!("{between}fi"));
            let words = words
                .replace("do ", &format!("do{between}"))
                .replace(" od", &format!("{between}od"));
            let source = format!("\t.code\n\t{words}\n");
            let assembly = assemble(&Memory::new([("a.s", source.as_str())]), "a.s", &options);
            let image = assembly
                .unwrap_or_else(|errors| panic!("{errors}"))
                .image(None)
                .expect("a small program");
            let digits: String = image.iter().map(|byte| format!("{byte:02x}")).collect();
            assert_eq!(digits, expected, "{source}");
        }
    }
}

/// Conversion keeps comments, labels and spaces.
#[test]
fn conversion_keeps_comments_and_layout() {
    let source = "; head\n\nsize\t.equ\t0ffh\t; bytes\n__text\t.sect\n_main:\n\tld\tr1, #size|1\t; all\nend\tret\n";
    let expected = "! head\n\n\t.equiv\tsize, 0x0ff             ! bytes\n\t.text\n_main:\n\tld\tr1, #size|1             ! all\nend:\tret\n";
    let sources = Memory::new([("main.s", source)]);
    let converted = convert(&sources, "main.s", Syntax::Asz8k, false).unwrap_or_else(|errors| panic!("{errors}"));
    assert_eq!(converted, expected);
}
