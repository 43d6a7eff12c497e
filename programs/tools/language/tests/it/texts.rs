//! Documents in the server: their rows, their words, and the names of their files.

use std::fs;
use std::path::Path;

use serde_json::{Value, json};

use crate::editor::{Editor, uri};
use crate::server::Session;

/// Returns a position: row and character.
fn at(row: u32, character: u32) -> Value {
    json!({ "line": row, "character": character })
}

/// Replaces what is between two positions by a text.
fn replace(session: &mut Session, [start, end]: [(u32, u32); 2], text: &str) {
    let range = json!({ "start": at(start.0, start.1), "end": at(end.0, end.1) });
    let version = json!({ "uri": uri(&session.path), "version": 2 });
    let changes = json!([{ "range": range, "text": text }]);
    let params = json!({ "textDocument": version, "contentChanges": changes });
    session.editor.tell("textDocument/didChange", params);
}

/// Returns the labels of a document, each with its row and character.
fn labels(session: &mut Session) -> String {
    let symbols = session.ask("textDocument/documentSymbol");
    let label = |symbol: &Value| {
        let start = &symbol["selectionRange"]["start"];
        let name = symbol["name"].as_str().expect("a name");
        format!("{name} {}:{}", start["line"], start["character"])
    };
    let labels: Vec<String> = symbols.as_array().expect("a list").iter().map(label).collect();
    labels.join(", ")
}

/// Returns the labels of a text after `y` is inserted at a position.
fn with_label(text: &str, at: (u32, u32)) -> String {
    let mut session = Session::of(text);
    replace(&mut session, [at; 2], "y:");
    labels(&mut session)
}

#[test]
fn characters_are_counted_in_utf_16() {
    let new = |row, character| with_label("a\u{e9}\u{1f600}b:\r\nx:\n", (row, character));
    assert_eq!(new(0, 4), "a\u{e9}\u{1f600}y 0:0, b 0:6, x 1:0");
    // Within a character, and beyond the line and the text.
    assert_eq!(new(0, 3), "a\u{e9}y 0:0, \u{1f600}b 0:4, x 1:0");
    assert_eq!(new(0, 99), "a\u{e9}\u{1f600}b 0:0, y 0:6, x 1:0");
    assert_eq!(new(99, 0), "a\u{e9}\u{1f600}b 0:0, x 1:0, y 2:0");
}

#[test]
fn a_carriage_return_alone_ends_a_row() {
    let text = "a:\rb:\r\nc:\r";
    assert_eq!(labels(&mut Session::of(text)), "a 0:0, b 1:0, c 2:0");
    let new = |row, character| with_label(text, (row, character));
    assert_eq!(new(0, 0), "y 0:0, a 0:2, b 1:0, c 2:0");
    assert_eq!(new(1, 0), "a 0:0, y 1:0, b 1:2, c 2:0");
    assert_eq!(new(2, 0), "a 0:0, b 1:0, y 2:0, c 2:2");
    assert_eq!(new(3, 0), "a 0:0, b 1:0, c 2:0, y 3:0");
    assert_eq!(new(0, 9), "a 0:0, y 0:2, b 1:0, c 2:0");
}

/// Returns the offset in a text of one-byte characters: the end of the row, or of the text, if the position is beyond
/// it.
fn offset(text: &str, (row, character): (u32, u32)) -> usize {
    let rows = text.replace("\r\n", " \n").replace('\r', "\n");
    let start: usize = rows.split_inclusive('\n').take(row as usize).map(str::len).sum();
    let end = rows[start..].find('\n').unwrap_or(rows.len() - start);
    start + end.min(character as usize)
}

#[test]
fn a_change_keeps_the_lines() {
    let texts = ["", "a", "a\nb\nc", "\n\n", "a\r\nb\r\n", "a\rb\r"];
    let words = |session: &mut Session| session.ask("textDocument/semanticTokens/full");
    for text in texts {
        for inserted in ["", "x", "x\ny", "\n", "x\n\ny\n"] {
            for range in [[(0, 0), (0, 0)], [(0, 0), (1, 1)], [(0, 1), (9, 9)], [(1, 0), (2, 0)]] {
                let mut session = Session::of(text);
                replace(&mut session, range, inserted);
                let changed = words(&mut session);
                let [start, end] = range.map(|place| offset(text, place));
                let whole = format!("{}{inserted}{}", &text[..start], &text[end..]);
                assert_eq!(
                    changed,
                    words(&mut Session::of(&whole)),
                    "{text:?} {inserted:?} {range:?}"
                );
            }
        }
    }
}

/// Returns the words of a text's first row with their types, as the server names them; `+` marks a definition.
fn words(text: &str) -> Vec<(String, String)> {
    let mut session = Session::of(text);
    let begun = Editor::silent().ask("initialize", json!({ "capabilities": {} }));
    let legend = &begun["capabilities"]["semanticTokensProvider"]["legend"]["tokenTypes"];
    let answer = session.ask("textDocument/semanticTokens/full");
    let numbers: Vec<usize> = serde_json::from_value(answer["data"].clone()).expect("numbers");
    let row: Vec<u16> = text.lines().next().unwrap_or_default().encode_utf16().collect();
    let (mut words, mut start) = (Vec::new(), 0);
    for (index, token) in numbers.chunks(5).enumerate() {
        if index > 0 && token[0] > 0 {
            break;
        }
        start += token[1];
        let word = String::from_utf16(&row[start..start + token[2]]).expect("whole characters");
        let sign = if token[4] == 0 { "" } else { "+" };
        let kind = legend[token[3]].as_str().expect("a type");
        words.push((word, format!("{sign}{kind}")));
    }
    words
}

#[test]
fn words_are_what_they_are_where_they_stand() {
    let rows = include_str!("words.txt").lines().filter(|row| !row.starts_with('#'));
    for row in rows.collect::<Vec<_>>().chunks(2) {
        let found = words(&format!("{}\n.macro advance\n.endm\n", row[0]));
        let found: Vec<_> = found.iter().map(|(word, kind)| format!("{word} {kind}")).collect();
        assert_eq!(found.join("|"), row[1].trim_start(), "{}", row[0]);
    }
}

#[test]
fn nonsense_has_words_too() {
    for line in r#""open|12h {} ld|'|\\\|é😀:"\é"|x\()y: \|:::|0x 0x"#.split('|') {
        for (word, _) in words(line) {
            assert!(line.contains(&word), "{line:?}");
        }
    }
}

/// Opens a session in a folder whose main file includes another.
fn including(folder: &Path, name: &str) -> Editor {
    let path = folder.join(name);
    fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
    fs::write(&path, "        nop\n").expect("a file");
    let mut editor = Editor::new(folder, json!({}));
    editor.open(
        &folder.join("main.s"),
        &format!(".include \"{name}\"\n        jr      here\n"),
    );
    editor
}

/// Returns the definition at a position in the main file.
fn defined(editor: &mut Editor, folder: &Path, at: Value) -> Value {
    let params = json!({ "textDocument": { "uri": uri(&folder.join("main.s")) }, "position": at });
    editor.ask("textDocument/definition", params)
}

/// Opens a document that contains a label, with a given URI.
fn open(editor: &mut Editor, name: &str) {
    let item = json!({ "uri": name, "languageId": "z8000", "version": 1, "text": "here:   nop\n" });
    editor.tell("textDocument/didOpen", json!({ "textDocument": item }));
}

#[test]
fn paths_come_back() {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("paths_come_back");
    for (name, encoded) in [
        ("b.s", "b.s"),
        ("a b/\u{e9}#%.s", "a%20b/%C3%A9%23%25.s"),
        // Such a name is impossible on Windows.
        #[cfg(unix)]
        ("b?.s", "b%3F.s"),
        ("c++,1.s", "c++,1.s"),
    ] {
        let mut editor = including(&folder, name);
        let named = defined(&mut editor, &folder, at(0, 12))["uri"].clone();
        assert_eq!(named, format!("{}/{encoded}", uri(&folder)));
        // The document with that URI is the file.
        assert_eq!(defined(&mut editor, &folder, at(1, 17)), json!([]));
        open(&mut editor, named.as_str().expect("a name"));
        assert_eq!(defined(&mut editor, &folder, at(1, 17))[0]["uri"], named);
    }
    let mut editor = including(&folder, "b.s");
    for other in ["untitled:b.s", "untitled:Untitled-1", "file:///%FF"] {
        open(&mut editor, other);
        let symbols = editor.ask(
            "textDocument/documentSymbol",
            json!({ "textDocument": { "uri": other } }),
        );
        assert_eq!(symbols[0]["name"], "here", "{other}");
        assert_eq!(defined(&mut editor, &folder, at(1, 17)), json!([]), "{other}");
    }
    let roundabout = format!("{}/a/../b/.././b.s", uri(&folder));
    open(&mut editor, &roundabout);
    assert_eq!(defined(&mut editor, &folder, at(1, 17))[0]["uri"], roundabout);
}
