//! Properties of any input: the bodies of the fuzz targets in `fuzz/`, which `tests/fuzz.rs` also runs briefly.

use std::borrow::Cow;

use z8000::isa::Mode;
use z8000_asm::disassembly::{self, Disassembly, Hints, Piece, Program};
use z8000_asm::{AddressSpace, Memory, Options, Syntax, assemble, convert};
use z8000_debugger::command::Interpreter;
use z8000_debugger::program as debugger;
use z8000_debugger::session::Session;
use z8000_object::image::{flat, hex, srec};
use z8000_object::link::{self, Input, Library, Script};
use z8000_object::{Object, Processor, archive, coff, file, xout};

use crate::assembled;

mod data;

pub use data::{DESCRIPTION, games, image, machine, positions, results, save};

/// Returns the first 64 KB of an input: more would test nothing new.
fn bounded(bytes: &[u8]) -> &[u8] {
    &bytes[..bytes.len().min(0x1_0000)]
}

/// Returns the first 64 KB as text.
fn text(bytes: &[u8]) -> Cow<'_, str> {
    String::from_utf8_lossy(bounded(bytes))
}

/// Any text is assembled or has errors, which can be printed; this also applies to its listing, map and image.
///
/// # Panics
///
/// A listing, map, image or error cannot be printed.
pub fn source(bytes: &[u8]) {
    let text = text(bytes);
    let sources = Memory::new([("fuzz.s", &*text)]);
    // Any bytes, as the assembler command reads them, with line ends and byte order marks, and in the dialect of GNU
    // as.
    let read = z8000_object::text::source(bounded(bytes).to_vec());
    let gnu = Options { gnu: true, for_linker: true, relaxable: true, ..Options::default() };
    if let Ok(assembly) = assemble(&Memory::new([("fuzz.s", &*read)]), "fuzz.s", &gnu)
        && let Ok(written) = coff::write(&assembly.object("fuzz.o"))
    {
        coff::read("fuzz.o", &written).unwrap_or_else(|error| panic!("{error}"));
    }
    match assemble(&sources, "fuzz.s", &Options::default()) {
        Ok(assembly) => {
            let texts = [
                assembly.warnings.to_string(),
                assembly.listing(),
                assembly.map().to_json(),
                assembly.symbol_file(),
                assembly
                    .intel_hex(Some(AddressSpace::Program))
                    .expect("code does not overlap"),
            ];
            assert!(texts.iter().skip(1).take(2).all(|text| !text.is_empty()));
        }
        Err(errors) => assert!(!errors.to_string().is_empty()),
    }
}

/// Any text in another dialect is assembled or has errors, which can be printed. A text that is assembled gives the
/// same program after conversion. The first byte selects the dialect.
///
/// # Panics
///
/// The conversion fails, or the programs differ.
pub fn dialect(bytes: &[u8]) {
    let Some((choice, rest)) = bytes.split_first() else {
        return;
    };
    let syntax = match choice % 3 {
        0 => Syntax::Asz8k,
        1 => Syntax::Plz,
        _ => Syntax::Asl,
    };
    let text = text(rest);
    let sources = Memory::new([("fuzz.s", &*text)]);
    let options = Options { syntax, ..Options::default() };
    let converted = convert(&sources, "fuzz.s", syntax, false);
    match (assemble(&sources, "fuzz.s", &options), converted) {
        (Ok(assembly), Ok(converted)) => {
            let again = assembled(&converted, &Options::default());
            assert_eq!(again.pieces, assembly.pieces, "{text}\n{converted}");
        }
        // A line after `.end`, or one that a condition excludes, may contain errors.
        (Ok(_), Err(errors)) => assert!(!errors.to_string().is_empty()),
        (Err(errors), _) => assert!(!errors.to_string().is_empty()),
    }
}

/// Disassembles any bytes, and assembles the result to the same bytes again. The first byte selects the processor and
/// the options, the second an entry unless it is 0, and the third the start of data memory, if there is one.
///
/// # Panics
///
/// The bytes differ.
pub fn words(bytes: &[u8]) {
    let [choice, entry, border, rest @ ..] = bytes else {
        return;
    };
    let rest = &rest[..rest.len().min(0x8000)];
    let split = choice & 2 != 0;
    let border = if split {
        (8 * usize::from(*border)).min(rest.len())
    } else {
        rest.len()
    };
    let (code, data) = rest.split_at(border);
    let piece = |space, bytes: &[u8], reserved| Piece { space, bytes: bytes.to_vec(), reserved, ..Piece::default() };
    let mut pieces = vec![piece(AddressSpace::Program, code, 0)];
    if split {
        pieces.push(piece(AddressSpace::Data, data, 64));
    }
    let program = Program {
        mode: [Mode::Nonsegmented, Mode::Segmented][usize::from(choice & 1)],
        split,
        pieces,
        entries: Some(2 * u32::from(*entry)).filter(|at| *at != 0).into_iter().collect(),
        symbols: Vec::new(),
    };
    let options = disassembly::Options { reset: choice & 4 != 0, guess: choice & 8 != 0 };
    let disassembly = Disassembly::new(program, &Hints::default(), options).expect("the pieces fit");
    let assembly = assembled(&disassembly.text, &Options::default());
    assert_eq!(assembly.image(Some(AddressSpace::Program)).as_deref(), Ok(code));
    assert_eq!(assembly.image(Some(AddressSpace::Data)).as_deref(), Ok(data));
}

/// Any text is a file of hints or has an error, which can be printed; hints do not change the bytes.
///
/// # Panics
///
/// An error cannot be printed, or the bytes differ.
pub fn hints(bytes: &[u8]) {
    let text = text(bytes);
    match Hints::parse(&text) {
        Err(error) => assert!(!error.to_string().is_empty()),
        Ok(hints) => {
            let code = &bytes[..bytes.len().min(0x400)];
            let program = Program {
                pieces: vec![Piece { bytes: code.to_vec(), ..Piece::default() }],
                ..Program::default()
            };
            let disassembly = Disassembly::new(program, &hints, disassembly::Options::default()).expect("it fits");
            let assembly = assembled(&disassembly.text, &Options::default());
            assert_eq!(assembly.image(Some(AddressSpace::Program)).as_deref(), Ok(code));
        }
    }
}

/// A file of any format is read or rejected; an object is written in every format or rejected, is linked or not, and
/// survives a round trip through COFF. An archive yields its members.
///
/// # Panics
///
/// An object differs after the round trip, or an error cannot be printed.
pub fn object(bytes: &[u8]) {
    let bytes = bounded(bytes);
    if archive::is_archive(bytes) {
        let Ok(found) = archive::read(bytes) else {
            return;
        };
        for kind in [archive::Kind::Unix, archive::Kind::Cpm] {
            if let Ok(written) = archive::write(kind, &found.members) {
                let again = archive::read(&written).unwrap_or_else(|error| panic!("{error}"));
                assert!(kind == archive::Kind::Cpm || again.members.len() == found.members.len());
            }
        }
        let asks = coff::read("asks.o", &asking_object()).unwrap_or_else(|error| panic!("{error}"));
        let library = Library::read("lib.a", bytes).unwrap_or_else(|error| panic!("{error}"));
        linked(vec![Input::Object(asks), Input::Archive(library)]);
        return;
    }
    let Ok(object) = file::read("fuzz.o", bytes) else {
        return;
    };
    if let Ok(written) = coff::write(&object) {
        let again = coff::read("fuzz.o", &written).unwrap_or_else(|error| panic!("{error}"));
        assert_eq!(again.sections.len(), object.sections.len());
        // Distinctions that a file cannot represent are lost the first time, but no others the second time.
        let twice = coff::write(&again).unwrap_or_else(|error| panic!("{error}"));
        assert_eq!(coff::read("fuzz.o", &twice).as_ref(), Ok(&again));
    }
    drop(object.line_map());
    if let Ok(written) = xout::write(&object) {
        xout::read("fuzz.o", &written).unwrap_or_else(|error| panic!("{error}"));
    }
    let contents = object.sections.iter().map(|section| (section.load, &section.bytes[..]));
    hex::read("fuzz", hex::write(contents, object.entry).as_bytes()).unwrap_or_else(|error| panic!("{error}"));
    srec::read("fuzz", srec::write(&object, "fuzz").as_bytes()).unwrap_or_else(|error| panic!("{error}"));
    drop(flat::write(&object, 0, None));
    let both = vec![Input::Object(object.clone()), Input::Object(object.clone())];
    drop(link::combine(both, &link::Options::default()));
    linked(vec![Input::Object(object)]);
}

/// Returns an object that refers to a few symbols, so that members of archives are linked.
fn asking_object() -> Vec<u8> {
    let names = ["start", "one", "two", "three", "there", "shared"];
    let symbols = names.map(|name| z8000_object::Symbol {
        name: name.into(),
        value: z8000_object::Value::Undefined,
        binding: z8000_object::Binding::Global,
    });
    let object = Object {
        processor: Processor::Z8001,
        symbols: symbols.into(),
        ..Object::default()
    };
    coff::write(&object).unwrap_or_else(|error| panic!("{error}"))
}

/// Links in several ways, and prints the errors.
fn linked(inputs: Vec<Input<'_>>) {
    let options = link::Options {
        script: Script::read(
            "fuzz.x",
            "SECTIONS { .text 0x100 : { *(.text) } .bss : { *(.bss) *(COMMON) } }",
        )
        .unwrap_or_else(|error| panic!("{error}")),
        relax: true,
        map: true,
        ..link::Options::default()
    };
    match link::link(inputs, &options) {
        // A symbol may have a value that no file can represent: this is reported when the file is written.
        Ok(linked) => {
            if let Err(error) = coff::write(&linked.object) {
                assert!(error.to_string().starts_with("the value of "), "{error}");
            }
        }
        Err(errors) => assert!(!errors.to_string().is_empty()),
    }
}

/// Any text is a script or has an error with its line; linking with a script succeeds or fails.
///
/// # Panics
///
/// An error has no line, or cannot be printed.
pub fn script(bytes: &[u8]) {
    let text = text(bytes);
    let script = match Script::read("fuzz.x", &text) {
        Ok(script) => script,
        Err(error) => {
            assert!(error.to_string().starts_with("fuzz.x:"), "{error}");
            return;
        }
    };
    let mut program = Object { processor: Processor::Z8001, ..Object::default() };
    for (name, kind) in [
        (".text", z8000_object::Kind::Code),
        (".data", z8000_object::Kind::Data),
        (".bss", z8000_object::Kind::Space),
    ] {
        let space = kind == z8000_object::Kind::Space;
        let bytes = if space { Vec::new() } else { vec![1, 2, 3, 4] };
        let section = z8000_object::Section::at(name, kind, 0, bytes);
        program.sections.push(z8000_object::Section { size: 4, ..section });
    }
    let options = link::Options {
        script,
        leave_out_unused: bytes.len().is_multiple_of(2),
        map: true,
        ..link::Options::default()
    };
    if let Err(errors) = link::link(vec![Input::Object(program)], &options) {
        assert!(!errors.to_string().is_empty());
    }
}

/// Returns a message preceded by its length.
fn framed(text: &[u8]) -> Vec<u8> {
    [format!("Content-Length: {}\r\n\r\n", text.len()).as_bytes(), text].concat()
}

/// The language server answers the next message after any input. The first byte determines whether the other bytes are
/// one message, with its length, or bytes of a stream, after which the session need only end.
///
/// # Panics
///
/// The server does not answer.
pub fn protocol(bytes: &[u8]) {
    let Some((choice, rest)) = bytes.split_first() else {
        return;
    };
    let rest = bounded(rest);
    let open = serde_json::json!({ "jsonrpc": "2.0", "method": "textDocument/didOpen", "params": { "textDocument": {
        "uri": PROTOCOL_TEXT.0, "languageId": "z8000", "version": 1, "text": PROTOCOL_TEXT.1 } } });
    let is_message = choice & 1 == 0;
    let stream = [
        framed(br#"{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"capabilities":{}}}"#),
        framed(open.to_string().as_bytes()),
        if is_message { framed(rest) } else { rest.to_vec() },
        framed(br#"{"jsonrpc":"2.0","id":"last","method":"workspace/symbol","params":{"query":"loop"}}"#),
        framed(br#"{"jsonrpc":"2.0","id":"end","method":"shutdown"}"#),
        framed(br#"{"jsonrpc":"2.0","method":"exit"}"#),
    ];
    let mut output = Vec::new();
    let input = std::io::Cursor::new(stream.concat());
    let in_order = z8000_language::server::serve(input, &mut output).expect("a vector takes everything");
    let output = String::from_utf8(output).expect("JSON is UTF-8");
    let text = String::from_utf8_lossy(rest);
    if is_message && !text.contains("exit") && !text.contains("shutdown") {
        assert!(output.contains(r#""id":"last","result""#), "{text}\n{output}");
        assert!(in_order, "{text}");
    }
}

/// The name of the document that [`protocol`] opens, and its text.
pub const PROTOCOL_TEXT: (&str, &str) = (
    "file:///none/fuzz.s",
    ".macro  twice x\n        add     \\x,\\x\n.endm\n        .equ    SIZE, 3\n\
     loop:   ldm     @r2,r3,#SIZE ! \u{e9}\u{1f600}\n1:      twice   r1\n        djnz    r1,1b\n\
     jp      loop; /* b */ ret\n",
);

/// The debug adapter answers the next message after any input. The first byte determines whether the other bytes are
/// one message, with its length, or bytes of a stream, after which the next message is found by its header. Console
/// commands are excluded, since some write files.
///
/// # Panics
///
/// The adapter does not answer.
pub fn adapter(bytes: &[u8]) {
    let Some((choice, rest)) = bytes.split_first() else {
        return;
    };
    let rest = bounded(rest);
    let text = String::from_utf8_lossy(rest);
    if ["repl", "disconnect", "\\u"].iter().any(|word| text.contains(word)) {
        return;
    }
    let stream = [
        framed(br#"{"seq":1,"command":"launch","arguments":{"stopOnEntry":true}}"#),
        framed(br#"{"seq":2,"command":"configurationDone"}"#),
        if choice & 1 == 0 {
            framed(rest)
        } else {
            [rest, b"\r\n"].concat()
        },
        framed(br#"{"seq":999999,"command":"threads"}"#),
    ];
    let mut output = Vec::new();
    let input = std::io::Cursor::new(stream.concat());
    z8000_dap::serve(input, &mut output, &launched).expect("a vector takes everything");
    let output = String::from_utf8(output).expect("JSON is UTF-8");
    assert!(output.contains(r#""request_seq":999999"#), "{text}\n{output}");
}

/// Returns the program that [`adapter`] debugs: an endless loop.
fn launched(_: &z8000_dap::Attributes) -> anyhow::Result<Interpreter> {
    let text = "        .z8002\n        .text\n        .org    0\n        .word   0, 0x4000, start\n\
                start:  ld      r15,#0x8000\nagain:  calr    count\n        jr      again\n\
                count:  inc     r1,#1\n        ld      total,r1\n        ret\n\
                        .data\n        .org    0x1000\ntotal:  .word   0\n";
    let sources = Memory::new([("count.s", text)]);
    let assembly = assemble(&sources, "count.s", &Options::default()).expect("the program assembles");
    let program = debugger::Program::assembled(&assembly, &sources, None)?;
    Ok(Interpreter::new(Session::new(program, 4_000_000), None))
}
