//! The fuzz targets on a fixed corpus, the small sources, and on changes to it; the same in every
//! run. `assembler/tests/README.md` describes longer runs.

use std::fs;
use std::path::Path;

use z8000_asm::AddressSpace;
use z8000_boards::{Connected, Description};
use z8000_object::archive;
use z8000_tests::{Random, assembly_with, chess_board, files, fuzz, repository, sources};

/// Number of changed inputs for each input of the corpus.
const CHANGES: usize = 100;

/// Deletes, duplicates, swaps or replaces bytes.
fn changed(bytes: &[u8], other: &[u8], random: &mut Random) -> Vec<u8> {
    let mut bytes = bytes.to_vec();
    for _ in 0..1 + random.below(8) {
        let at = random.below(bytes.len());
        let end = (at + 1 + random.below(12)).min(bytes.len());
        match random.below(4) {
            0 => drop(bytes.drain(at.min(end)..end)),
            1 => {
                let part = bytes[at.min(end)..end].to_vec();
                bytes.splice(at..at, part);
            }
            2 => {
                let from = random.below(other.len());
                let to = (from + 1 + random.below(20)).min(other.len());
                bytes.splice(at..at, other[from.min(to)..to].iter().copied());
            }
            _ => {
                if let Some(byte) = bytes.get_mut(at) {
                    *byte = random.below(256) as u8;
                }
            }
        }
    }
    bytes
}

fn run(name: &str, corpus: &[Vec<u8>], target: fn(&[u8])) {
    keep(corpus, name);
    run_from(1986, corpus, target);
}

/// Writes a corpus for cargo-fuzz, if `Z8000_CORPUS` names a folder for all corpora.
fn keep(corpus: &[Vec<u8>], target: &str) {
    let Some(folder) = std::env::var_os("Z8000_CORPUS") else {
        return;
    };
    let folder = Path::new(&folder).join(target);
    fs::create_dir_all(&folder).expect("a folder");
    for (number, bytes) in corpus.iter().enumerate() {
        fs::write(folder.join(number.to_string()), bytes).expect("a file");
    }
}

fn run_from(seed: u64, corpus: &[Vec<u8>], target: fn(&[u8])) {
    let mut random = Random(seed);
    for bytes in corpus {
        target(bytes);
        for _ in 0..CHANGES {
            let other = &corpus[random.below(corpus.len())];
            target(&changed(bytes, other, &mut random));
        }
    }
    println!("{} inputs", corpus.len() * (1 + CHANGES));
}

#[test]
fn any_source_assembles_or_has_errors() {
    let corpus: Vec<Vec<u8>> = sources("assembler/tests/asm")
        .iter()
        .map(|path| fs::read(path).expect("a source"))
        .collect();
    assert!(corpus.len() >= 150, "only {} sources", corpus.len());
    run("source", &corpus, fuzz::source);
}

/// Parses hexadecimal digits with spaces and comments, as in the samples of `assembler/object/tests`.
fn bytes(text: &str) -> Vec<u8> {
    let lines = text.lines().map(|line| line.split('#').next().unwrap_or_default());
    let digits: Vec<u8> = lines.flat_map(str::bytes).filter(u8::is_ascii_hexdigit).collect();
    let pairs = digits
        .chunks_exact(2)
        .map(|pair| std::str::from_utf8(pair).expect("digits"));
    pairs
        .map(|pair| u8::from_str_radix(pair, 16).expect("a byte"))
        .collect()
}

#[test]
fn any_object_is_read_and_linked_or_has_errors() {
    let samples: Vec<Vec<u8>> = files(&repository("assembler/object/tests/samples"), "hex")
        .iter()
        .map(|path| bytes(&fs::read_to_string(path).expect("a sample")))
        .collect();
    let member = |name: &str, bytes| archive::Member { name: name.to_owned(), bytes, date: 0 };
    let members = [
        member("a.o", &samples[4][..]),
        member("a_long_member_name.o", &samples[0][..]),
    ];
    let mut corpus = samples.clone();
    for kind in [archive::Kind::Unix, archive::Kind::Cpm] {
        corpus.push(
            archive::write(kind, &members[..if kind == archive::Kind::Cpm { 1 } else { 2 }]).expect("an archive"),
        );
    }
    corpus.push(b":020000040001F9\n:0300300002337A1E\n:00000001FF\n".to_vec());
    corpus.push(b"S2060200000102F4\nS9030000FC\n".to_vec());
    // More changes than for sources, since the files are short and contain mostly counts and offsets.
    keep(&corpus, "object");
    for seed in 0..8 {
        run_from(seed, &corpus, fuzz::object);
    }
}

#[test]
fn any_script_links_or_has_errors() {
    let paths = files(&repository("assembler/object/tests/link"), "txt");
    let texts = paths.iter().map(|path| fs::read_to_string(path).expect("a test"));
    let scripts = texts.filter_map(|text| {
        let (_, script) = text.split_once("=== script\n")?;
        Some(script.split("\n===").next()?.as_bytes().to_vec())
    });
    let corpus: Vec<Vec<u8>> = scripts.collect();
    assert!(corpus.len() >= 25, "only {} scripts", corpus.len());
    run("script", &corpus, fuzz::script);
}

#[test]
fn any_source_of_a_dialect_assembles_or_has_errors() {
    let mut corpus = Vec::new();
    for (choice, folder) in ["asz8k", "plz", "asl"].into_iter().enumerate() {
        let read = |path| [vec![choice as u8], fs::read(path).expect("a source")].concat();
        corpus.extend(
            sources(&format!("assembler/tests/syntax/{folder}"))
                .into_iter()
                .map(read),
        );
    }
    assert!(corpus.len() >= 100, "only {} sources", corpus.len());
    run("dialect", &corpus, fuzz::dialect);
}

#[test]
fn any_bytes_disassemble_to_what_they_are() {
    // The chess program, in pieces, for both processors, some with entries.
    let image = assembly_with(&[])
        .image(Some(AddressSpace::Program))
        .expect("a small program");
    let corpus: Vec<Vec<u8>> = image
        .chunks(257)
        .enumerate()
        .map(|(number, piece)| {
            let head = [number as u8, (number % 5) as u8, (number % 7) as u8];
            [&head, piece].concat()
        })
        .collect();
    run("words", &corpus, fuzz::words);
}

#[test]
fn any_text_is_hints_or_an_error() {
    let hints = [
        "entry 0 start\nname d:0x20 count\ncomment 4 reads a line\n",
        "code 0..0x20\ndata 0x20..48\nbytes 1..3\nwords 4..9\nlongs 2..14\ntext 0..40\ntable 0x10..0x18\n",
        "noreturn 4\nnoreturn sc 2 r5=0\ninline 6 text\ninline 8 2\nentry 2\nentry 0x30\n",
    ];
    let corpus: Vec<Vec<u8>> = hints.iter().map(|text| text.as_bytes().to_vec()).collect();
    run("hints", &corpus, fuzz::hints);
}

/// Returns a message about the text that the target opens, for each request and notification of the server.
fn messages() -> Vec<Vec<u8>> {
    let methods = [
        "textDocument/hover",
        "textDocument/definition",
        "textDocument/references",
        "textDocument/documentHighlight",
        "textDocument/documentSymbol",
        "textDocument/completion",
        "textDocument/prepareRename",
        "textDocument/rename",
        "textDocument/semanticTokens/full",
        "textDocument/semanticTokens/range",
        "textDocument/inlayHint",
        "textDocument/codeAction",
        "textDocument/didChange",
        "textDocument/didClose",
        "textDocument/didOpen",
        "workspace/symbol",
        "workspace/didChangeConfiguration",
        "$/cancelRequest",
    ];
    let message = |method: &str| {
        let range = serde_json::json!({ "start": { "line": 3, "character": 9 }, "end": { "line": 5, "character": 4 } });
        let text = serde_json::json!({
            "jsonrpc": "2.0", "id": 7, "method": method, "params": {
                "textDocument": {
                    "uri": fuzz::PROTOCOL_TEXT.0, "version": 2, "languageId": "z8000", "text": "loop: nop",
                },
                "position": { "line": 4, "character": 1 },
                "range": range, "query": "loop", "newName": "again",
                "context": { "diagnostics": [], "includeDeclaration": true },
                "options": { "tabSize": 8, "insertSpaces": true },
                "contentChanges": [{ "range": range, "text": "ld\n\u{1f600}" }],
                "settings": { "main": "a.s", "symbols": { "SIZE": 3 } },
            },
        });
        [b"\0", text.to_string().as_bytes()].concat()
    };
    let mut list: Vec<Vec<u8>> = methods.into_iter().map(message).collect();
    // The same messages as bytes of a stream, with a header that may be damaged.
    list.extend(methods.into_iter().map(|method| {
        let text = message(method).split_off(1);
        [format!("\u{1}Content-Length: {}\r\n\r\n", text.len()).as_bytes(), &text].concat()
    }));
    list
}

#[test]
fn the_language_server_answers_what_follows() {
    run("protocol", &messages(), fuzz::protocol);
}

/// Returns a message for each request of the debug adapter, alone and as bytes of a stream.
fn requests() -> Vec<Vec<u8>> {
    let commands: Vec<String> = z8000_dap::requests().collect();
    let message = |command: &str| {
        serde_json::json!({
            "seq": 7, "type": "request", "command": command, "arguments": {
                "source": { "name": "count.s" }, "line": 5, "endLine": 9, "granularity": "line",
                "breakpoints": [{
                    "line": 6, "name": "count", "instructionReference": "0x000a", "dataId": "data:0x1000:2",
                    "condition": "r1 > 2", "hitCondition": "% 2",
                }],
                "filters": ["trap"], "name": "total", "variablesReference": 4, "value": "r1 + 1", "targetId": 10,
                "expression": "word(total)", "text": "break co", "column": 9, "memoryReference": "data:0x1000",
                "offset": 2, "count": 4, "data": "AAE=", "instructionOffset": -2, "instructionCount": 4,
                "stopOnEntry": true, "stopAt": "count", "threadId": 1,
            },
        })
        .to_string()
    };
    let alone = commands
        .iter()
        .map(|command| [b"\0", message(command).as_bytes()].concat());
    let stream = commands.iter().map(|command| {
        let text = message(command);
        format!("\u{1}Content-Length: {}\r\n\r\n{text}", text.len()).into_bytes()
    });
    alone.chain(stream).collect()
}

#[test]
fn the_debug_adapter_answers_what_follows() {
    run("adapter", &requests(), fuzz::adapter);
}

/// The disk has 32 blocks of 1 KB with two files; its first byte selects the layout.
#[test]
fn any_image_is_read_or_refused() {
    let mut disk = vec![0xE5; 1 + 32 * 1024];
    disk[0] = 0;
    for (slot, text) in [
        (0, b"\0TWO     DAT\0\0\0\x80"),
        (2, b"\0TWO     DAT\x01\0\0\x02"),
        (5, b"\x03ONE     DAT\0\0\0\x01"),
    ] {
        let entry = &mut disk[1 + 32 * slot..][..32];
        entry.fill(0);
        entry[..16].copy_from_slice(text);
        entry[16] = 2 + slot as u8;
    }
    // Only the directory, so that most changes affect it; and the whole disk with other layouts.
    let others = (1..8).map(|choice| [&[choice * 0x11], &disk[1..]].concat());
    let corpus: Vec<Vec<u8>> = [disk[..3000].to_vec(), disk.clone()]
        .into_iter()
        .chain(others)
        .collect();
    run("image", &corpus, fuzz::image);
}

#[test]
fn any_text_describes_a_machine_or_has_an_error() {
    let paths = files(&repository("emulator/boards/machines"), "toml");
    let mut corpus: Vec<Vec<u8>> = paths.iter().map(|path| fs::read(path).expect("a machine")).collect();
    corpus.push(fuzz::DESCRIPTION.into());
    run("machine", &corpus, fuzz::machine);
}

#[test]
fn any_save_is_restored_or_refused() {
    let description = Description::read(fuzz::DESCRIPTION, Path::new("")).expect("a description");
    let machine = Connected::new(description).expect("a machine");
    let corpus = [machine.save().expect("a save"), chess_board().save().expect("a save")];
    run("save", &corpus, fuzz::save);
}

#[test]
fn any_bytes_are_positions_games_and_results_or_refused() {
    let read = |path: &str| fs::read(repository(path)).expect("a file");
    let csv = read("programs/chess/suite/positions/win-at-chess.csv");
    let lines: Vec<&[u8]> = csv.split_inclusive(|byte| *byte == b'\n').collect();
    let positions = [
        lines[..12].concat(),
        b"2rr3k/pp3pp1/1nnqbN1p/3pN3/2pP4/2P3Q1/PPB4P/R4RK1 w - - bm Qg6; id \"WAC.001\"; am Qh4;\n".to_vec(),
    ];
    run("positions", &positions, fuzz::positions);
    let games = [
        "[Event \"a\"]\n[White \"Morphy\"]\n\n1. e4 {best by test} e5 (1... c5 (1... d5)) 2. Nf3 $1 Nc6 ; b\n3. Bb5 *\n",
        "[SetUp \"1\"]\n[FEN \"8/P6k/8/8/8/8/p6K/8 w - - 0 1\"]\n\n1. a8=Q a1=N 1/2-1/2\n\n1. d4 0-1\n",
    ];
    run("games", &games.map(|game| game.as_bytes().to_vec()), fuzz::games);
    let results = [
        "{\"schema\":2,\"number\":1,\"name\":\"a\",\"seconds\":3}\n{\"schema\":2,\"number\":2,\"name\":\"b\",\"seconds\":null}\n",
        "{\"number\":1,\"name\":\"a\"}\n{\"number\":1,\"name\":\"a\",\"seco",
    ];
    run("results", &results.map(|text| text.as_bytes().to_vec()), fuzz::results);
}
