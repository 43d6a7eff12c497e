//! Texts as the server has them: their rows, their words, the parts that can be folded, and the names of their files.

use std::fs;
use std::path::Path;

use serde_json::{Value, json};

use crate::editor::{Editor, uri};
use crate::server::Session;

/// A place: row and character.
fn at(row: u32, character: u32) -> Value {
    json!({ "line": row, "character": character })
}

/// Puts a text in the place of what lies between two places.
fn replace(session: &mut Session, [start, end]: [(u32, u32); 2], text: &str) {
    let range = json!({ "start": at(start.0, start.1), "end": at(end.0, end.1) });
    let version = json!({ "uri": uri(&session.path), "version": 2 });
    let changes = json!([{ "range": range, "text": text }]);
    let params = json!({ "textDocument": version, "contentChanges": changes });
    session.editor.tell("textDocument/didChange", params);
}

/// The labels of a text, with row and character.
fn labels(session: &mut Session) -> Vec<(String, u64, u64)> {
    let params = session.document();
    let symbols = session.editor.ask("textDocument/documentSymbol", params);
    let label = |symbol: &Value| {
        let start = &symbol["selectionRange"]["start"];
        let number = |value: &Value| value.as_u64().expect("a number");
        let name = symbol["name"].as_str().expect("a name");
        (name.to_owned(), number(&start["line"]), number(&start["character"]))
    };
    symbols.as_array().expect("a list").iter().map(label).collect()
}

/// The labels of a text in which one is put at a place.
fn with_label(text: &str, (row, character): (u32, u32), label: &str) -> Vec<(String, u64, u64)> {
    let mut session = Session::of(text);
    replace(&mut session, [(row, character); 2], label);
    labels(&mut session)
}

#[track_caller]
fn are(found: &[(String, u64, u64)], expected: &[(&str, u64, u64)]) {
    let found: Vec<_> = found
        .iter()
        .map(|(name, row, character)| (&**name, *row, *character))
        .collect();
    assert_eq!(found, expected);
}

#[test]
fn characters_are_counted_in_utf_16() {
    let text = "a\u{e9}\u{1f600}b:\r\nx:\n";
    are(
        &with_label(text, (0, 4), "y:"),
        &[("a\u{e9}\u{1f600}y", 0, 0), ("b", 0, 6), ("x", 1, 0)],
    );
    // Within a character, and beyond the line and the text.
    are(
        &with_label(text, (0, 3), "y:"),
        &[("a\u{e9}y", 0, 0), ("\u{1f600}b", 0, 4), ("x", 1, 0)],
    );
    are(
        &with_label(text, (0, 99), "y:"),
        &[("a\u{e9}\u{1f600}b", 0, 0), ("y", 0, 6), ("x", 1, 0)],
    );
    are(
        &with_label(text, (99, 0), "y:"),
        &[("a\u{e9}\u{1f600}b", 0, 0), ("x", 1, 0), ("y", 2, 0)],
    );
}

#[test]
fn a_carriage_return_alone_ends_a_row() {
    let text = "a:\rb:\r\nc:\r";
    are(
        &labels(&mut Session::of(text)),
        &[("a", 0, 0), ("b", 1, 0), ("c", 2, 0)],
    );
    let new = |row, character| with_label(text, (row, character), "y:");
    are(&new(0, 0), &[("y", 0, 0), ("a", 0, 2), ("b", 1, 0), ("c", 2, 0)]);
    are(&new(1, 0), &[("a", 0, 0), ("y", 1, 0), ("b", 1, 2), ("c", 2, 0)]);
    are(&new(2, 0), &[("a", 0, 0), ("b", 1, 0), ("y", 2, 0), ("c", 2, 2)]);
    are(&new(3, 0), &[("a", 0, 0), ("b", 1, 0), ("c", 2, 0), ("y", 3, 0)]);
    are(&new(0, 9), &[("a", 0, 0), ("y", 0, 2), ("b", 1, 0), ("c", 2, 0)]);
}

/// The place in a text of one byte a character: the end of its row, or of the text, if there is none.
fn offset(text: &str, (row, character): (usize, usize)) -> usize {
    let mut start = 0;
    for _ in 0..row {
        let Some(end) = text[start..].find(['\r', '\n']) else {
            return text.len();
        };
        start += end + if text[start + end..].starts_with("\r\n") { 2 } else { 1 };
    }
    let end = text[start..].find(['\r', '\n']).unwrap_or(text.len() - start);
    start + character.min(end)
}

#[test]
fn a_change_keeps_the_lines() {
    let texts = ["", "a", "a\nb\nc", "\n\n", "a\r\nb\r\n", "a\rb\r"];
    let words = |session: &mut Session| {
        let params = session.document();
        session.editor.ask("textDocument/semanticTokens/full", params)
    };
    for text in texts {
        for inserted in ["", "x", "x\ny", "\n", "x\n\ny\n"] {
            for range in [[(0, 0), (0, 0)], [(0, 0), (1, 1)], [(0, 1), (9, 9)], [(1, 0), (2, 0)]] {
                let mut session = Session::of(text);
                replace(&mut session, range, inserted);
                let changed = words(&mut session);
                let [start, end] = range.map(|(row, character)| offset(text, (row as usize, character as usize)));
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

/// The types of the words of a text's first row, as the server names them, behind `+` where one is defined.
fn words(text: &str) -> Vec<(String, String)> {
    let mut session = Session::of(text);
    let mut silent = Editor::silent();
    let begun = silent.ask("initialize", json!({ "capabilities": {} }));
    let legend = begun["capabilities"]["semanticTokensProvider"]["legend"]["tokenTypes"].clone();
    let params = session.document();
    let answer = session.editor.ask("textDocument/semanticTokens/full", params);
    let numbers: Vec<usize> = answer["data"]
        .as_array()
        .expect("numbers")
        .iter()
        .map(|number| number.as_u64().expect("a number") as usize)
        .collect();
    let row: Vec<u16> = text.lines().next().unwrap_or_default().encode_utf16().collect();
    let mut start = 0;
    let first = numbers
        .chunks(5)
        .enumerate()
        .take_while(|(index, token)| *index == 0 || token[0] == 0);
    first
        .map(|(_, token)| {
            start += token[1];
            let word = String::from_utf16(&row[start..start + token[2]]).expect("whole characters");
            let kind = legend[token[3]].as_str().expect("a type");
            let sign = if token[4] == 0 { "" } else { "+" };
            (word, format!("{sign}{kind}"))
        })
        .collect()
}

#[test]
fn words_are_what_they_are_where_they_stand() {
    for (line, expected) in [
        (
            "loop: 1: jr z,loop ! back",
            &[
                ("loop", "+function"),
                ("1", "function"),
                ("jr", "keyword"),
                ("z", "enumMember"),
                ("loop", "function"),
                ("! back", "comment"),
            ][..],
        ),
        // One operand of JP is its target, whatever its name; that of RET is a condition.
        ("jp c", &[("jp", "keyword"), ("c", "variable")]),
        ("ret c", &[("ret", "keyword"), ("c", "enumMember")]),
        (
            "setflg c, z",
            &[("setflg", "keyword"), ("c", "enumMember"), ("z", "enumMember")],
        ),
        (
            "ldctl fcw,r1",
            &[("ldctl", "keyword"), ("fcw", "enumMember"), ("r1", "type")],
        ),
        (
            ".equ SIZE, COUNT*2",
            &[
                (".equ", "decorator"),
                ("SIZE", "+enumMember"),
                ("COUNT", "variable"),
                ("2", "number"),
            ],
        ),
        ("SIZE == 2", &[("SIZE", "+enumMember"), ("2", "number")]),
        (
            ".macro step way",
            &[(".macro", "decorator"), ("step", "+macro"), ("way", "variable")],
        ),
        ("advance \\step", &[("advance", "macro"), ("step", "parameter")]),
        (
            ".Lmore\\@: ld r1,\\end(r2); djnz r1,1b",
            &[
                (".Lmore", "+variable"),
                ("ld", "keyword"),
                ("r1", "type"),
                ("end", "parameter"),
                ("r2", "type"),
                ("djnz", "keyword"),
                ("r1", "type"),
                ("1b", "function"),
            ],
        ),
        (".include \"a.s\"", &[(".include", "decorator"), ("\"a.s\"", "string")]),
    ] {
        let found = words(&format!("{line}\n.macro advance\n.endm\n"));
        let found: Vec<_> = found.iter().map(|(word, kind)| (&**word, &**kind)).collect();
        assert_eq!(found, expected, "{line}");
    }
}

#[test]
fn nonsense_has_words_too() {
    for line in [
        "\"open",
        "12h {} ld",
        "'",
        "\\\\\\",
        "\u{e9}\u{1f600}:\"\\\u{e9}\"",
        "x\\()y: \\",
        ":::",
        "0x 0x",
    ] {
        for (word, _) in words(line) {
            assert!(line.contains(&word), "{line:?}");
        }
    }
}

/// First and last row of each part that can be folded, from 1.
fn folded(text: &str) -> Vec<(u64, u64)> {
    let mut session = Session::of(text);
    let params = session.document();
    let ranges = session.editor.ask("textDocument/foldingRange", params);
    let row = |range: &Value, name: &str| range[name].as_u64().expect("a row") + 1;
    let ranges = ranges.as_array().expect("a list").iter();
    let mut found: Vec<_> = ranges
        .map(|range| (row(range, "startLine"), row(range, "endLine")))
        .collect();
    found.sort_by_key(|(start, end)| (*start, u64::MAX - end));
    found
}

#[test]
fn parts_are_found() {
    // The comment that begins a text is no header, for there is no such label.
    let text = "! a.s - a file\n! of two\n\n! go - begin\n! clocks 3\ngo: nop\nin: ret\n\n.if X\n! on - go on\n\
                on: ret\n.else\n.rept 2\nnop\n.endr\n.endif\n! end - end\nend: ret\n";
    let expected = [(1, 2), (4, 7), (4, 5), (9, 11), (10, 11), (12, 16), (13, 15), (17, 18)];
    assert_eq!(folded(text), expected);
    // Without headers.
    assert_eq!(folded("a: nop\n.Lb: ret\n\nb: nop\n"), [(1, 2)]);
    assert_eq!(folded(".macro a\n.irp x,1,2\n.endr\n.endm\n"), [(1, 4), (2, 3)]);
}

#[test]
fn what_has_no_end_or_no_beginning_is_no_part() {
    assert_eq!(folded(".endif\n.if X\nnop\n.endm\n.else\n.macro\n"), [(2, 4)]);
    assert_eq!(folded(""), []);
}

/// A session in a folder, whose main file includes another; the name that the server gives that.
fn including(folder: &Path, name: &str) -> (Editor, String) {
    let path = folder.join(name);
    fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
    fs::write(&path, "        nop\n").expect("a file");
    let mut editor = Editor::new(folder, json!({}));
    let main = folder.join("main.s");
    editor.open(&main, &format!(".include \"{name}\"\n        jr      here\n"));
    let params = json!({ "textDocument": { "uri": uri(&main) }, "position": at(0, 12) });
    let found = editor.ask("textDocument/definition", params);
    let found = found["uri"].as_str().expect("a name").to_owned();
    (editor, found)
}

/// The name of the text in which the main file's label is defined.
fn defined(editor: &mut Editor, folder: &Path) -> Value {
    let params = json!({ "textDocument": { "uri": uri(&folder.join("main.s")) }, "position": at(1, 17) });
    let found = editor.ask("textDocument/definition", params);
    found[0]["uri"].clone()
}

/// Opens a text with a label under a name of the protocol.
fn open(editor: &mut Editor, name: &str) {
    let item = json!({ "uri": name, "languageId": "z8000", "version": 1, "text": "here:   nop\n" });
    editor.tell("textDocument/didOpen", json!({ "textDocument": item }));
}

#[test]
fn paths_come_back() {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("paths_come_back");
    for (name, encoded) in [
        ("b.s", "b.s"),
        ("a b/\u{e9}#?%.s", "a%20b/%C3%A9%23%3F%25.s"),
        ("c++,1.s", "c++,1.s"),
    ] {
        let (mut editor, named) = including(&folder, name);
        assert_eq!(named, format!("{}/{encoded}", uri(&folder)));
        // The text that has the name is that of the file.
        assert_eq!(defined(&mut editor, &folder), Value::Null);
        open(&mut editor, &named);
        assert_eq!(defined(&mut editor, &folder), json!(named));
    }
    let (mut editor, _) = including(&folder, "b.s");
    for other in ["untitled:b.s", "untitled:Untitled-1", "file:///%FF"] {
        open(&mut editor, other);
        let params = json!({ "textDocument": { "uri": other } });
        let symbols = editor.ask("textDocument/documentSymbol", params);
        assert_eq!(symbols[0]["name"], "here", "{other}");
        assert_eq!(defined(&mut editor, &folder), Value::Null, "{other}");
    }
    let roundabout = format!("{}/a/../b/.././b.s", uri(&folder));
    open(&mut editor, &roundabout);
    assert_eq!(defined(&mut editor, &folder), json!(roundabout));
}
