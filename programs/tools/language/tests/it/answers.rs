//! The server's answers about every place in a small program: complete answers, and where they change.

use std::fmt::Write as _;

use serde_json::{Value, json};

use crate::editor::{Editor, uri};
use crate::sources::repository;

/// A program with names of each kind, a local label, a macro, comments in both forms, and two non-ASCII characters.
const MAIN: &str = "! start - begins
! in a loop
        .equ    SIZE, 3
        .macro  twice reg
        inc     \\reg,#0x10
        .endm
start:  ld      r1,#SIZE        ! of \u{e9}\u{1f600} it
loop:   calr    sub
        twice   r1
1:      djnz    r1,1b
        jr      nz,loop; ldctl fcw,r2; setflg c,v
        .include \"more.s\"
text:   .asciz  \"a, bc\"
        /* a comment
        in two lines */ nop
        ldir    @r2,@r4,r5; halt; ret
";

const MORE: &str = "sub:    ei      vi
        ret
";

struct Program {
    editor: Editor,
    main: String,
}

impl Program {
    fn new() -> Self {
        let folder = repository("tests/none");
        let mut editor = Editor::new(&folder, json!({}));
        let (main, more) = (folder.join("main.s"), folder.join("more.s"));
        editor.open(&more, MORE);
        editor.open(&main, MAIN);
        Self { editor, main: uri(&main) }
    }

    fn ask(&mut self, method: &str, more: &Value) -> Value {
        let params = self.params(more);
        self.editor.ask(method, params)
    }

    fn params(&self, more: &Value) -> Value {
        let mut params = json!({ "textDocument": { "uri": self.main } });
        for (name, value) in more.as_object().expect("an object") {
            params[name] = value.clone();
        }
        params
    }

    fn at(&mut self, method: &str, line: usize, character: usize) -> Value {
        self.ask(method, &json!({ "position": { "line": line, "character": character } }))
    }
}

/// Formats a range, such as `3:8-3:12`.
fn range(range: &Value) -> String {
    let place = |at: &Value| format!("{}:{}", at["line"], at["character"]);
    format!("{}-{}", place(&range["start"]), place(&range["end"]))
}

/// Formats the places of a list, each with its file or kind.
fn places(list: &Value) -> String {
    let one = |one: &Value| {
        let file = one["uri"].as_str().and_then(|uri| uri.rsplit('/').next());
        let kind = match one["kind"].as_u64() {
            Some(2) => "reads",
            Some(3) => "writes",
            _ => "",
        };
        format!("{}{kind} {}", file.unwrap_or_default(), range(&one["range"]))
    };
    match list {
        Value::Null => "-".to_owned(),
        Value::Array(list) => list.iter().map(one).collect::<Vec<_>>().join(", "),
        other => one(other),
    }
}

/// Groups the characters of a line that have the same answer, with that answer.
fn grouped(answers: &[String]) -> String {
    let mut text = String::new();
    let mut start = 0;
    for group in answers.chunk_by(|one, other| one == other) {
        let end = start + group.len() - 1;
        if group[0] != "-" {
            let _ = writeln!(text, "  {start}-{end}: {}", group[0]);
        }
        start = end + 1;
    }
    text
}

/// Gets the answer for each character of each line, and for the position after its end.
fn everywhere(mut answer: impl FnMut(&mut Program, usize, usize) -> String) -> String {
    let mut program = Program::new();
    let mut text = String::new();
    for (line, content) in MAIN.lines().enumerate() {
        let count = content.encode_utf16().count();
        let answers: Vec<String> = (0..=count + 1).map(|at| answer(&mut program, line, at)).collect();
        let _ = write!(text, "{line} {content}\n{}", grouped(&answers));
    }
    text
}

#[test]
fn every_word_is_described_where_it_is() {
    let text = everywhere(|program, line, at| {
        let answer = program.at("textDocument/hover", line, at);
        match answer["contents"]["value"].as_str() {
            None => "-".to_owned(),
            Some(text) => {
                // The rows of an instruction come from the manual, and are tested by `every_instruction`.
                let text: Vec<&str> = text
                    .lines()
                    .take_while(|line| !line.starts_with("| operands"))
                    .collect();
                format!("{} {}", range(&answer["range"]), text.join("\n    "))
            }
        }
    });
    insta::assert_snapshot!(text);
}

#[test]
fn every_name_leads_to_where_it_is_defined_and_used() {
    let text = everywhere(|program, line, at| {
        let definition = places(&program.at("textDocument/definition", line, at));
        let highlights = places(&program.at("textDocument/documentHighlight", line, at));
        let name = program.at("textDocument/prepareRename", line, at);
        let mut references = |declared: bool| {
            let position = json!({ "line": line, "character": at });
            let context = json!({ "includeDeclaration": declared });
            places(&program.ask(
                "textDocument/references",
                &json!({ "position": position, "context": context }),
            ))
        };
        let (all, uses) = (references(true), references(false));
        let name = if name.is_null() { "-".to_owned() } else { range(&name) };
        if [&definition, &name].iter().all(|text| *text == "-") && all.is_empty() && highlights.is_empty() {
            return "-".to_owned();
        }
        format!("name {name}\n    from {definition}\n    all {all}\n    uses {uses}\n    here {highlights}")
    });
    insta::assert_snapshot!(text);
}

/// The number of proposals of each kind, and the range that they replace.
#[test]
fn proposals_depend_on_what_is_before_them() {
    let text = everywhere(|program, line, at| {
        let answer = program.at("textDocument/completion", line, at);
        let list = answer.as_array().expect("a list");
        let Some(first) = list.first() else { return "-".to_owned() };
        assert!(
            list.iter()
                .all(|one| one["textEdit"]["range"] == first["textEdit"]["range"])
        );
        let kinds = [
            (14, "instructions"),
            (10, "directives"),
            (15, "macros"),
            (20, "conditions"),
            (6, "registers"),
            (3, "labels"),
            (21, "constants"),
        ];
        let count = |kind: u64| list.iter().filter(|one| one["kind"] == kind).count();
        let kinds = kinds
            .iter()
            .map(|(kind, name)| (count(*kind), name))
            .filter(|(count, _)| *count > 0);
        let kinds: Vec<String> = kinds
            .map(|(count, name)| match *name {
                // Their number changes with the tables, and is not checked.
                "instructions" | "directives" => (*name).to_owned(),
                name => format!("{count} {name}"),
            })
            .collect();
        // The word before the cursor gets longer.
        let start = first["textEdit"]["range"]["start"]["character"]
            .as_u64()
            .unwrap_or_default();
        assert_eq!(
            first["textEdit"]["range"]["end"]["character"],
            at.min(MAIN.lines().nth(line).map_or(0, |line| line.encode_utf16().count()))
        );
        let from = if start == at as u64 {
            "here".to_owned()
        } else {
            format!("from {start}")
        };
        format!("{from}: {}", kinds.join(", "))
    });
    insta::assert_snapshot!(text);
}

#[test]
fn a_document_as_a_whole() {
    let mut program = Program::new();
    let whole = json!({ "start": { "line": 0, "character": 0 }, "end": { "line": 99, "character": 0 } });
    let diagnostics = json!({ "diagnostics": [] });
    let mut text = String::new();
    for (method, more) in [
        ("textDocument/documentSymbol", json!({})),
        ("textDocument/inlayHint", json!({ "range": whole })),
        (
            "textDocument/codeAction",
            json!({ "range": whole, "context": diagnostics }),
        ),
    ] {
        let answer = program.ask(method, &more);
        let _ = writeln!(text, "{method}");
        for one in answer.as_array().expect("a list") {
            let _ = writeln!(text, "  {one}");
        }
    }
    let tokens = program.ask("textDocument/semanticTokens/full", &json!({}));
    let numbers: Vec<u64> = serde_json::from_value(tokens["data"].clone()).expect("numbers");
    let (mut line, mut start) = (0, 0);
    let _ = write!(text, "textDocument/semanticTokens/full");
    for token in numbers.chunks(5) {
        if token[0] > 0 {
            (line, start) = (line + token[0], 0);
            let _ = write!(text, "\n  {line}");
        }
        start += token[1];
        let _ = write!(text, " {start}+{}:{}.{}", token[2], token[3], token[4]);
    }
    for query in ["S", "OO", "main", ""] {
        let found = program.editor.ask("workspace/symbol", json!({ "query": query }));
        let names = found
            .as_array()
            .expect("a list")
            .iter()
            .map(|one| format!("{} {}", one["name"], places(&one["location"])));
        let _ = write!(
            text,
            "\nworkspace/symbol {query:?}: {}",
            names.collect::<Vec<_>>().join(", ")
        );
    }
    insta::assert_snapshot!(text);
}

/// A range of rows that ends at the beginning of a row does not include that row.
#[test]
fn parts_of_a_document_are_those_of_their_rows() {
    let mut program = Program::new();
    for (start, end, rows, title) in [
        ((0, 0), (0, 0), &[][..], ""),
        ((6, 0), (6, 0), &[6], ""),
        ((6, 0), (7, 0), &[6], "1 instruction, 7 clocks"),
        ((6, 5), (7, 0), &[6], "1 instruction, 7 clocks"),
        ((6, 0), (7, 1), &[6, 7], "2 instructions, 17 clocks"),
        ((5, 9), (7, 1), &[6, 7], "2 instructions, 17 clocks"),
        ((7, 9), (10, 0), &[7, 8, 9], "3 instructions, 25 clocks"),
        ((10, 0), (11, 0), &[10], "3 instructions, 20 clocks"),
        ((11, 0), (12, 0), &[], ""),
        ((14, 0), (15, 0), &[14], "1 instruction, 7 clocks"),
        ((15, 0), (99, 0), &[15], "3 instructions, 29+ clocks"),
    ] {
        let place = |(line, character): (u32, u32)| json!({ "line": line, "character": character });
        let range = json!({ "start": place(start), "end": place(end) });
        let hints = program.ask("textDocument/inlayHint", &json!({ "range": range }));
        let hints = hints.as_array().expect("a list").iter();
        let found = hints.map(|hint| hint["position"]["line"].as_u64());
        let expected: Vec<Option<u64>> = rows.iter().copied().map(Some).collect();
        assert_eq!(found.collect::<Vec<_>>(), expected, "{start:?} {end:?}");
        // LD 7, CALR 10, INC 4, DJNZ 11, JR 6, LDCTL 7, SETFLG 7, NOP 7, LDIR 11+9n, HALT 8+3n, RET 10.
        let context = json!({ "diagnostics": [] });
        let actions = program.ask(
            "textDocument/codeAction",
            &json!({ "range": range, "context": context }),
        );
        assert_eq!(
            actions[0]["title"].as_str().unwrap_or_default(),
            title,
            "{start:?} {end:?}"
        );
    }
    // Only the requested kinds.
    let whole = json!({ "start": { "line": 6, "character": 0 }, "end": { "line": 7, "character": 0 } });
    for (only, titles) in [
        (Value::Null, &["1 instruction, 7 clocks"][..]),
        (json!(["quickfix"]), &[]),
        (json!(["refactor"]), &[]),
    ] {
        let context = json!({ "diagnostics": [], "only": only });
        let actions = program.ask(
            "textDocument/codeAction",
            &json!({ "range": whole, "context": context }),
        );
        let found = actions
            .as_array()
            .expect("a list")
            .iter()
            .map(|action| action["title"].as_str().unwrap_or_default());
        assert_eq!(found.collect::<Vec<_>>(), titles, "{only}");
    }
}

#[test]
fn names_are_changed_everywhere_or_not_at_all() {
    let mut program = Program::new();
    for (line, character, new, edits) in [
        (2, 17, "COUNT", "main.s 2:16-2:20, 6:20-6:24"),
        (10, 20, "again", "main.s 7:0-7:4, 10:19-10:23"),
        (7, 17, "other", "main.s 7:16-7:19; more.s 0:0-0:3"),
        (8, 8, "double", "main.s 3:16-3:21, 8:8-8:13"),
        (12, 4, "_text$1.a", "main.s 12:0-12:4"),
    ] {
        let position = json!({ "line": line, "character": character });
        let answer = program.ask("textDocument/rename", &json!({ "position": position, "newName": new }));
        let mut files: Vec<String> = Vec::new();
        for (file, list) in answer["changes"].as_object().expect("files") {
            let list = list.as_array().expect("edits");
            assert!(list.iter().all(|edit| edit["newText"] == new));
            let list: Vec<String> = list.iter().map(|edit| range(&edit["range"])).collect();
            files.push(format!(
                "{} {}",
                file.rsplit('/').next().unwrap_or_default(),
                list.join(", ")
            ));
        }
        files.sort();
        assert_eq!(files.join("; "), edits, "{new}");
    }
    let invalid = "is not a valid name: use letters, digits, `_`, `.` and `$`, without a leading digit";
    let reserved = "is the name of a register, instruction, directive, condition or flag";
    for (new, reason) in [
        ("", invalid),
        (".", invalid),
        ("1a", invalid),
        ("a b", invalid),
        (" a", invalid),
        ("a-b", invalid),
        ("5", invalid),
        ("r1", reserved),
        ("RH7", reserved),
        ("ldir", reserved),
        (".word", reserved),
        ("nz", reserved),
        ("vi", reserved),
        ("fcw", reserved),
        ("start", "is already used in this program"),
        ("twice", "is already used in this program"),
        (
            "sub",
            "is the name of a register, instruction, directive, condition or flag",
        ),
    ] {
        let position = json!({ "line": 7, "character": 0 });
        let params = program.params(&json!({ "position": position, "newName": new }));
        assert_eq!(
            program.editor.refused("textDocument/rename", params),
            format!("`{new}` {reason}")
        );
    }
    let params = program.params(&json!({ "position": { "line": 0, "character": 3 }, "newName": "x" }));
    let message = program.editor.refused("textDocument/rename", params);
    assert_eq!(message, "only a symbol or a macro of the program can be renamed");
}

/// The codes are defined by JSON-RPC and by the protocol.
#[test]
fn errors_have_their_codes() {
    let code = |answer: &Value| answer["error"]["code"].as_i64().unwrap_or_default();
    let mut editor = Editor::silent();
    let ask = |editor: &mut Editor, method: &str, params: Value| {
        let number = editor.begin(method, params);
        code(&editor.answer(number))
    };
    assert_eq!(ask(&mut editor, "textDocument/hover", json!({})), -32002);
    assert_eq!(ask(&mut editor, "initialize", json!({ "capabilities": 5 })), -32602);
    assert_eq!(ask(&mut editor, "initialize", json!({ "capabilities": {} })), 0);
    assert_eq!(ask(&mut editor, "initialize", json!({ "capabilities": {} })), -32600);
    assert_eq!(ask(&mut editor, "textDocument/dance", json!({})), -32601);
    assert_eq!(
        ask(&mut editor, "textDocument/hover", json!({ "textDocument": 5 })),
        -32602
    );
    let nowhere = json!({ "textDocument": { "uri": "file:///none/b.s" } });
    assert_eq!(ask(&mut editor, "textDocument/documentSymbol", nowhere), -32602);
    // An invalid message has no number with which it could be answered.
    for (body, expected) in [
        ("{", -32700),
        ("", -32700),
        ("[]", -32600),
        ("{\"id\": 5}", -32600),
        ("7", -32600),
        ("{\"a\" 5}", -32700),
    ] {
        editor.raw(format!("Content-Length: {}\r\n\r\n{body}", body.len()).as_bytes());
        let number = editor.begin("textDocument/dance", json!({}));
        assert_eq!(code(&editor.answer(number)), -32601);
        let note = editor.notes.pop_back().expect("an answer");
        assert_eq!((code(&note), &note["id"]), (expected, &Value::Null), "{body}");
    }
    assert_eq!(ask(&mut editor, "shutdown", Value::Null), 0);
    assert_eq!(ask(&mut editor, "textDocument/hover", json!({})), -32600);
}

/// Of the comment before a definition, at most 30 lines are shown.
#[test]
fn a_long_header_is_cut() {
    for (count, shown) in [(0, 1), (1, 2), (29, 30), (30, 31), (31, 31), (40, 31)] {
        let header: String = (0..count).map(|n| format!("  ! {n}\n")).collect();
        let text = format!("        nop\n{header}here:   jr      here\n");
        let path = repository("tests/none/c.s");
        let mut editor = Editor::new(&repository("tests/none"), json!({}));
        editor.open(&path, &text);
        let position = json!({ "line": count + 1, "character": 1 });
        let answer = editor.ask(
            "textDocument/hover",
            json!({ "textDocument": { "uri": uri(&path) }, "position": position }),
        );
        let value = answer["contents"]["value"].as_str().expect("a description");
        let block = value
            .split("```")
            .nth(1)
            .expect("a block")
            .trim_start_matches("z8000\n");
        assert_eq!(block.lines().count(), shown, "{value}");
        assert!(block.ends_with("here:   jr      here\n"), "{value}");
        assert!(value.contains(&format!("\nc.s:{}\n", count + 2)), "{value}");
    }
}

/// Three lines whose flat image would take 4 GB: renaming costs no more than elsewhere.
#[test]
fn a_name_at_the_end_of_all_addresses_is_changed() {
    let folder = repository("tests/none");
    let mut editor = Editor::new(&folder, json!({}));
    let main = folder.join("high.s");
    editor.open(&main, "\t.z8002\n\t.org 0xfffffff0\nlast:\tnop\n");
    let position = json!({ "line": 2, "character": 0 });
    let params = json!({ "textDocument": { "uri": uri(&main) }, "position": position, "newName": "end" });
    let answer = editor.ask("textDocument/rename", params);
    assert_eq!(answer["changes"][uri(&main)][0]["newText"], "end");
}
