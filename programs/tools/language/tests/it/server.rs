//! The server as used by an editor: on the chess program, on small texts, and with hostile messages.

use std::path::Path;
use std::time::Instant;

use serde_json::{Value, json};

use crate::editor::{Editor, uri};
use crate::sources::{place, repository};

/// A session with one open file of the repository.
pub(crate) struct Session {
    pub(crate) editor: Editor,
    pub(crate) path: std::path::PathBuf,
    pub(crate) text: String,
}

impl Session {
    fn new(file: &str) -> Self {
        Self::within("", file, json!({}))
    }

    /// Opens a session with one file of a folder, and settings.
    pub(crate) fn within(folder: &str, file: &str, options: Value) -> Self {
        let path = repository(folder).join(file);
        let text = std::fs::read_to_string(&path).expect("a source");
        let mut editor = Editor::new(&repository(folder), options);
        editor.open(&path, &text);
        Self { editor, path, text }
    }

    /// Opens a session with a document that is not a file.
    pub(crate) fn of(text: &str) -> Self {
        let path = repository("tests/none/a.s");
        let mut editor = Editor::new(&repository("tests/none"), json!({}));
        editor.open(&path, text);
        Self { editor, path, text: text.to_owned() }
    }

    fn document(&self) -> Value {
        json!({ "textDocument": { "uri": uri(&self.path) } })
    }

    /// Sends a request about the whole document.
    pub(crate) fn ask(&mut self, method: &str) -> Value {
        let params = self.document();
        self.editor.ask(method, params)
    }

    /// Returns the parameters of a request about the place some characters after the beginning of a part of the text.
    pub(crate) fn at(&self, part: &str, behind: usize) -> Value {
        let (line, column) = place(&self.text, part);
        let mut params = self.document();
        params["position"] = json!({ "line": line, "character": column + behind });
        params
    }

    pub(crate) fn ask_at(&mut self, method: &str, part: &str, behind: usize) -> Value {
        let params = self.at(part, behind);
        self.editor.ask(method, params)
    }

    pub(crate) fn hover(&mut self, part: &str, behind: usize) -> String {
        let answer = self.ask_at("textDocument/hover", part, behind);
        answer["contents"]["value"].as_str().unwrap_or_default().to_owned()
    }

    /// Returns file names and lines, from 1, of the references to a word.
    pub(crate) fn references(&mut self, part: &str, behind: usize) -> Vec<String> {
        let mut params = self.at(part, behind);
        params["context"] = json!({ "includeDeclaration": true });
        locations(&self.editor.ask("textDocument/references", params))
    }
}

/// Formats each location as `file:line`, with lines from 1.
pub(crate) fn locations(answer: &Value) -> Vec<String> {
    let place = |one: &Value| {
        let file = one["uri"]
            .as_str()
            .expect("a name")
            .rsplit('/')
            .next()
            .unwrap_or_default();
        format!("{file}:{}", one["range"]["start"]["line"].as_u64().expect("a line") + 1)
    };
    answer.as_array().expect("a list").iter().map(place).collect()
}

/// Returns the field `name` of a list's entries.
fn texts<'v>(list: &'v Value, name: &str) -> Vec<&'v str> {
    let list = list.as_array().expect("a list").iter();
    list.map(|one| one[name].as_str().expect(name)).collect()
}

/// Checks that an answer is a text with a certain part.
#[track_caller]
fn has(answer: &Value, part: &str) {
    assert!(answer.as_str().is_some_and(|text| text.contains(part)), "{answer}");
}

/// The manual gives 15+3n clocks for LDM to an indexed address: 24 for three registers.
#[test]
fn hovering_over_ldm_tells_its_clocks() {
    let mut session = Session::new("asm/t2v.s");
    let text = session.hover("ldm     PLY_BEST(r1),r3,#3", 1);
    assert!(text.contains("load multiple"), "{text}");
    assert!(text.contains("**24 clocks** here, 6 bytes"), "{text}");
    assert!(
        text.contains("| **address(rd), rs, #n** |") || text.contains("15+3n"),
        "{text}"
    );
    assert!(session.editor.end());
}

#[test]
fn hovering_tells_of_symbols_directives_and_numbers() {
    let mut session = Session::new("asm/t2v.s");
    let text = session.hover("call    repeated", 10);
    assert!(
        text.contains("**repeated** - address") && text.contains("in `.text`"),
        "{text}"
    );
    // The header of the routine is in another file.
    assert!(text.contains("! clocks") && text.contains("path.s:"), "{text}");
    for (part, behind, told) in [
        ("PLY_BEST(r1)", 2, "constant `"),
        (".if     NEAR", 1, ".if"),
        ("jr      eq,t2v_draw", 8, "condition code 6: `eq`, `z`"),
        ("cp      r6,#3", 12, "`3` = `0x3`"),
    ] {
        let text = session.hover(part, behind);
        assert!(text.contains(told), "{part}: {text}");
    }
    // A comment has no description.
    assert_eq!(session.hover("! t2v.s - second-order", 4), "");
}

#[test]
fn definitions_and_references_cross_files() {
    let mut session = Session::new("asm/t2v.s");
    let found = session.ask_at("textDocument/definition", "call    repeated", 10);
    let text = std::fs::read_to_string(repository("asm/path.s")).expect("a source");
    let line = text
        .lines()
        .position(|line| line.starts_with("repeated:"))
        .expect("a label")
        + 1;
    assert_eq!(locations(&found), [format!("path.s:{line}")]);
    let mut references = session.references("call    repeated", 10);
    // The expected places are those found by a text search, even in a file that is omitted because there is a stored
    // tree.
    let mut expected = Vec::new();
    for file in ["path.s", "simple.s", "t2v.s"] {
        let text = std::fs::read_to_string(repository("asm").join(file)).expect("a source");
        for (index, line) in text.lines().enumerate() {
            let code = line.split('!').next().unwrap_or_default();
            if code
                .split(|one: char| !one.is_alphanumeric() && one != '_')
                .any(|word| word == "repeated")
            {
                expected.push(format!("{file}:{}", index + 1));
            }
        }
    }
    references.sort();
    expected.sort();
    assert_eq!(references, expected);
    assert_eq!(references.len(), 4);
    // The next definition of a local label.
    let (line, _) = place(&session.text, "jr      eq,2f");
    let (label, _) = place(&session.text, "2:\n        .if     ROOT_SCAN");
    let found = session.ask_at("textDocument/definition", "jr      eq,2f", 12);
    assert_eq!(locations(&found), [format!("t2v.s:{}", label + 1)]);
    assert!(
        session
            .references("jr      eq,2f", 12)
            .contains(&format!("t2v.s:{}", line + 1))
    );
}

#[test]
fn an_included_file_is_found() {
    let mut session = Session::new("asm/bcp.s");
    let found = session.ask_at("textDocument/definition", ".include \"frames.s\"", 12);
    assert!(
        found["uri"].as_str().expect("a file").ends_with("/asm/frames.s"),
        "{found}"
    );
}

#[test]
fn names_and_completions() {
    let mut session = Session::new("asm/t2v.s");
    let symbols = session.ask("textDocument/documentSymbol");
    let names = texts(&symbols, "name");
    assert!(names.contains(&"t2v") && names.contains(&"t2v_mate"), "{names:?}");
    let found = session.editor.ask("workspace/symbol", json!({ "query": "SEES_MA" }));
    assert_eq!(found[0]["name"], "sees_mate");
    // A place, a word that is proposed there, and one that is not.
    for (part, behind, offered, other) in [
        (
            "calr    sees_mate",
            2,
            &["ldm", "calr", ".equ", "exchange_bounds"][..],
            &[][..],
        ),
        ("calr    sees_mate", 11, &["sees_mate"], &["ldm"]),
        ("jr      eq,t2v_draw", 9, &["ult"], &[]),
    ] {
        let answer = session.ask_at("textDocument/completion", part, behind);
        let labels = texts(&answer, "label");
        assert!(offered.iter().all(|label| labels.contains(label)), "{part}: {answer}");
        assert!(!other.iter().any(|label| labels.contains(label)), "{part}: {answer}");
    }
    let comment = session.ask_at("textDocument/completion", "! t2v.s - second", 6);
    assert_eq!(comment, json!([]));
}

#[test]
fn problems_come_and_go() {
    let mut session = Session::of("start:  ld      r1,rx\n        jp      start\n");
    let problems = session.editor.problems(&session.path);
    let severities: Vec<&Value> = problems.iter().map(|one| &one["severity"]).collect();
    assert_eq!(severities, [1, 2], "{problems:?}");
    let rules: Vec<&Value> = problems.iter().map(|one| &one["code"]).collect();
    assert_eq!(rules, ["undefined", "advice"], "{problems:?}");
    let text = "start:  ld      r1,r2\n        jp      start\n";
    session.editor.change(&session.path, text);
    let problems = session.editor.problems(&session.path);
    assert_eq!(problems.len(), 1, "{problems:?}");
    assert_eq!(problems[0]["range"]["start"], json!({ "line": 1, "character": 16 }));
    // The assembler's hint becomes an action.
    let mut params = session.document();
    params["range"] = problems[0]["range"].clone();
    params["context"] = json!({ "diagnostics": problems });
    let actions = session.editor.ask("textDocument/codeAction", params);
    assert_eq!(actions[0]["title"], "Write `jr`");
    let edit = &actions[0]["edit"]["changes"][uri(&session.path)][0];
    assert_eq!(edit["newText"], "jr");
    assert_eq!(edit["range"]["start"], json!({ "line": 1, "character": 8 }));
    session.editor.change(&session.path, "start:  jr      start\n");
    assert_eq!(session.editor.problems(&session.path), [] as [Value; 0]);
    assert!(session.editor.end());
}

/// Problems in an included file are reported there, even in a line of a macro and after non-ASCII characters. The
/// editor watches every file that the assembler reads or misses, sources or not.
#[test]
fn a_file_is_watched_once_the_program_needs_it() {
    let folder = std::env::temp_dir().join(format!("z8000-watched-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("a folder");
    let (path, data) = (folder.join("a.s"), folder.join("data.bin"));
    let mut editor = Editor::new(&folder, json!({}));
    editor.open(
        &path,
        "\t.incbin \"data.bin\"\n\t.if . != 3\n\t.error \"not three\"\n\t.endif\n",
    );
    let problems = |editor: &mut Editor| {
        let list = editor.problems(&path);
        list.iter().map(|one| one["message"].to_string()).collect::<String>()
    };
    assert!(problems(&mut editor).contains("data.bin"));
    editor.watches(&data);
    for (bytes, seen) in [("abc", ""), ("ab", "\"not three\"")] {
        std::fs::write(&data, bytes).expect("a file");
        let changes = json!([{ "uri": uri(&data), "type": 2 }]);
        editor.tell("workspace/didChangeWatchedFiles", json!({ "changes": changes }));
        assert_eq!(problems(&mut editor), seen);
    }
    assert!(editor.end());
    std::fs::remove_dir_all(folder).expect("what it made");
}

#[test]
fn problems_are_where_they_are() {
    let text = "/* \u{1f600} */ ld r1,nothing\n.macro  bad x\n        ld      \\x,r1\n.endm\n        bad     nowhere\n";
    let mut session = Session::of(text);
    let problems = session.editor.problems(&session.path);
    // UTF-16 counts two units for the first character.
    for (problem, line, character) in [(&problems[0], 0, 15), (&problems[1], 2, 8)] {
        let start = json!({ "line": line, "character": character });
        assert_eq!(problem["range"]["start"], start, "{problems:?}");
    }
    has(&problems[1]["message"], "in the expansion of macro `bad`");
}

/// For the assembler a lone carriage return is a space; for an editor it ends a line.
#[test]
fn a_carriage_return_alone_ends_a_line() {
    let mut session = Session::of("! one\r two\n        ld\r      r1,rx\n        rett\r");
    let problems = session.editor.problems(&session.path);
    let starts: Vec<Value> = problems.iter().map(|one| one["range"]["start"].clone()).collect();
    let at = |line: u32, character: u32| json!({ "line": line, "character": character });
    assert_eq!(starts, [at(3, 9), at(4, 8)], "{problems:?}");
    let mut params = session.document();
    params["position"] = at(2, 8);
    let hover = session.editor.ask("textDocument/hover", params.clone());
    assert_eq!(hover["range"]["start"], at(2, 8), "{hover}");
    let answer = session.editor.ask("textDocument/semanticTokens/full", params);
    let starts: Vec<&Value> = answer["data"].as_array().expect("numbers").iter().step_by(5).collect();
    assert_eq!(starts, [0, 1, 1, 1, 0, 1], "{answer}");
    let changes = json!([
        { "range": { "start": at(5, 0), "end": at(5, 0) }, "text": "\n        nop\n" },
        { "range": { "start": at(4, 8), "end": at(4, 12) }, "text": "ret" },
        { "range": { "start": at(3, 9), "end": at(3, 11) }, "text": "r2" },
    ]);
    let version = json!({ "uri": uri(&session.path), "version": 2 });
    session.editor.tell(
        "textDocument/didChange",
        json!({ "textDocument": version, "contentChanges": changes }),
    );
    assert_eq!(session.editor.problems(&session.path), [] as [Value; 0]);
}

#[test]
fn another_name_leaves_the_bytes() {
    let mut session = Session::new("asm/t2v.s");
    let range = session.ask_at("textDocument/prepareRename", "call    repeated", 10);
    assert_eq!(range["end"]["character"], 24, "{range}");
    let mut params = session.at("call    repeated", 10);
    params["newName"] = json!("stood_before");
    let edits = session.editor.ask("textDocument/rename", params.clone());
    let files = edits["changes"].as_object().expect("files");
    assert_eq!(files.len(), 3, "{edits}");
    let count: usize = files.values().filter_map(|list| list.as_array()).map(Vec::len).sum();
    assert_eq!(count, 4, "{edits}");
    for (name, expected) in [
        ("t2v", "already"),
        ("r1", "register"),
        ("1x", "is not a valid name"),
        ("ld", "instruction"),
    ] {
        params["newName"] = json!(name);
        let message = session.editor.refused("textDocument/rename", params.clone());
        assert!(message.contains(expected), "{message}");
    }
    // A mnemonic cannot be renamed.
    assert_eq!(
        session.ask_at("textDocument/prepareRename", "calr    sees_mate", 1),
        Value::Null
    );
}

/// A name that is partly made by a macro cannot be renamed.
#[test]
fn a_name_that_a_macro_makes_is_left() {
    let text = ".macro  make name\n\\name\\()_end:\n.endm\n        make    a\n        jr      a_end\n";
    let mut session = Session::of(text);
    let mut params = session.at("a_end", 1);
    params["newName"] = json!("other");
    let message = session.editor.refused("textDocument/rename", params);
    assert!(message.contains("would change the program"), "{message}");
}

#[test]
fn clocks_stand_beside_lines() {
    // From the manual's table: 3 for LD between registers, 11+9n for LDIR, 4 for INC, 6 for JR.
    let text = "start:  ld      r1,r2\n        ldir    @r2,@r4,r5\n        .rept   2\n        inc     r1,#1\n\
                .endr\n        jr      start\n";
    let mut session = Session::of(text);
    let start_of = |line: u32| json!({ "line": line, "character": 0 });
    let range = |from, to| json!({ "start": start_of(from), "end": start_of(to) });
    let mut params = session.document();
    params["range"] = range(0, 6);
    let hints = session.editor.ask("textDocument/inlayHint", params.clone());
    let found: Vec<(u64, &str)> = hints
        .as_array()
        .expect("a list")
        .iter()
        .map(|hint| {
            (
                hint["position"]["line"].as_u64().expect("a line"),
                hint["label"].as_str().expect("a label"),
            )
        })
        .collect();
    assert_eq!(found, [(0, "3"), (1, "11+9n"), (2, "8 in 2"), (5, "6")]);
    // The total of a selection.
    params["context"] = json!({ "diagnostics": [] });
    let actions = session.editor.ask("textDocument/codeAction", params.clone());
    assert_eq!(actions[0]["title"], "5 instructions, 28+ clocks");
    params["range"] = range(0, 1);
    let actions = session.editor.ask("textDocument/codeAction", params);
    assert_eq!(actions[0]["title"], "1 instruction, 3 clocks");
}

#[test]
fn colours_cover_the_words() {
    let mut session = Session::of("start:  ld      r1,#SIZE ! why\nSIZE = 2\n");
    let answer = session.ask("textDocument/semanticTokens/full");
    let data: Vec<u64> = answer["data"]
        .as_array()
        .expect("numbers")
        .iter()
        .filter_map(Value::as_u64)
        .collect();
    let starts: Vec<(u64, u64, u64)> = data.chunks(5).map(|one| (one[0], one[1], one[2])).collect();
    let expected = [
        (0, 0, 5),
        (0, 8, 2),
        (0, 8, 2),
        (0, 4, 4),
        (0, 5, 5),
        (1, 0, 4),
        (0, 7, 1),
    ];
    assert_eq!(starts, expected);
    let mut params = session.document();
    params["range"] = json!({ "start": { "line": 1, "character": 0 }, "end": { "line": 2, "character": 0 } });
    let answer = session.editor.ask("textDocument/semanticTokens/range", params);
    assert_eq!(answer["data"].as_array().map(Vec::len), Some(10));
}

/// Creates a folder with these files.
fn folder_of(name: &str, files: &[(&str, &str)]) -> std::path::PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = std::fs::remove_dir_all(&folder);
    for (file, text) in files {
        let path = folder.join(file);
        std::fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
        std::fs::write(path, text).expect("a file");
    }
    folder
}

/// Texts with a problem that a setting removes, given at the start or changed later.
#[test]
fn settings_choose_the_program() {
    let part = "        .include \"part.s\"\n";
    let folder = folder_of(
        "settings",
        &[
            ("other/main.s", "ONE = 1\n        .include \"../part.s\"\n"),
            ("lib/part.s", "        nop\n"),
            ("part.s", ""),
        ],
    );
    for (settings, file, text) in [
        (json!({ "main": "other/main.s" }), "part.s", "        ld      r1,#ONE\n"),
        (
            json!({ "main": ["none.s", "other/main.s"] }),
            "part.s",
            "        ld      r1,#ONE\n",
        ),
        (json!({ "include": ["lib"] }), "other/a.s", part),
        (
            json!({ "symbols": { "TWO": 2 } }),
            "a.s",
            "        .if     TWO - 2\n        .error\n        .endif\n",
        ),
        (
            json!({ "processor": "z8001" }),
            "a.s",
            "        ldl     rr2,#0\n        ld      r1,@rr2\n",
        ),
        (
            json!({ "syntax": "plz" }),
            "a.s",
            "a MODULE\nGLOBAL\n b PROCEDURE\n ENTRY\n nop\n END b\nEND a\n",
        ),
    ] {
        let problems = |editor: &mut Editor| editor.problems(&folder.join(file));
        let mut editor = Editor::new(&folder, json!({}));
        editor.open(&folder.join(file), text);
        assert_ne!(problems(&mut editor), [] as [Value; 0], "{settings}");
        let changed = json!({ "settings": { "z8000": settings } });
        editor.tell("workspace/didChangeConfiguration", changed);
        assert_eq!(problems(&mut editor), [] as [Value; 0], "{settings}");
        editor.tell(
            "workspace/didChangeConfiguration",
            json!({ "settings": { "z8000": {} } }),
        );
        assert_ne!(problems(&mut editor), [] as [Value; 0], "{settings}");
        let mut editor = Editor::new(&folder, settings.clone());
        editor.open(&folder.join(file), text);
        assert_eq!(problems(&mut editor), [] as [Value; 0], "{settings}");
        // Eglot sends an empty object after the start, where the settings came with the initialization.
        editor.tell("workspace/didChangeConfiguration", json!({ "settings": {} }));
        editor.change(&folder.join(file), text);
        assert_eq!(problems(&mut editor), [] as [Value; 0], "{settings}");
        // An invalid setting is reported, and the earlier ones are kept.
        let wrong = json!({ "settings": { "z8000": { "syntax": "pascal" } } });
        editor.tell("workspace/didChangeConfiguration", wrong);
        editor.ask("workspace/symbol", json!({ "query": "nothing of this name" }));
        let said = editor.notes.iter().find(|note| note["method"] == "window/showMessage");
        has(
            &said.expect("a message")["params"]["message"],
            "unknown dialect `pascal`",
        );
        editor.change(&folder.join(file), text);
        assert_eq!(problems(&mut editor), [] as [Value; 0], "{settings}");
    }
}

/// A main file is searched for in four folders, upwards from that of the file, but not above the folder opened in the
/// editor.
#[test]
fn a_main_file_is_in_the_folders_above() {
    let text = "        ld      r1,#ONE\n";
    for (main, opened, found) in [
        ("a/", "", true),
        ("", "", false),
        ("a/b/", "a/b", true),
        ("a/", "a/b", false),
        ("a/b/c/d/", "a/b/c/d", true),
        // The innermost of the open folders counts.
        ("a/b/", "a/b a/b/c", false),
        // Outside of the open folders, only the file's folder is searched.
        ("a/b/c/", "a/b/c/d/e", false),
        ("a/b/c/d/", "a/b/c/d/e", true),
    ] {
        let path = "a/b/c/d/part.s";
        let include = path.strip_prefix(main).unwrap_or(path);
        let main = (
            format!("{main}main.s"),
            format!("ONE = 1\n        .include \"{include}\"\n"),
        );
        let folder = folder_of("folders_above", &[(&main.0, &main.1), (path, text)]);
        let mut editor = Editor::silent();
        let folders: Vec<Value> = opened
            .split(' ')
            .map(|one| json!({ "uri": uri(&folder.join(one)), "name": one }))
            .collect();
        editor.ask("initialize", json!({ "capabilities": {}, "workspaceFolders": folders }));
        editor.tell("initialized", json!({}));
        editor.open(&folder.join(path), text);
        let problems = editor.problems(&folder.join(path));
        assert_eq!(problems.is_empty(), found, "{main:?} {opened}: {problems:?}");
    }
}

/// The protocol's kinds of highlights: 2 for reading, 3 for writing.
#[test]
fn a_word_is_highlighted_where_it_is_read_and_where_it_is_written() {
    let mut session = Session::of("start:  ld      r1,#SIZE+SIZE ! SIZE\nSIZE = 2\n        jr      start\n");
    for (part, expected) in [
        ("SIZE+", [(0, 20, 4, 2), (0, 25, 4, 2), (1, 0, 4, 3)].as_slice()),
        ("start\n", &[(0, 0, 5, 3), (2, 16, 5, 2)]),
        ("ld ", &[]),
    ] {
        let found = session.ask_at("textDocument/documentHighlight", part, 1);
        let highlight = |(line, start, length, kind): &(u32, u32, u32, u32)| {
            let at = |character: u32| json!({ "line": line, "character": character });
            json!({ "range": { "start": at(*start), "end": at(start + length) }, "kind": kind })
        };
        let expected: Vec<Value> = expected.iter().map(highlight).collect();
        assert_eq!(found, json!(expected), "{part}");
    }
    // Places in other files are not included: there are two calls in this file.
    let mut session = Session::new("asm/t2v.s");
    let found = session.ask_at("textDocument/documentHighlight", "call    repeated", 10);
    assert_eq!(found.as_array().map(Vec::len), Some(2), "{found}");
}

/// A file that the program omits because of a condition has no problems, and only its own names.
#[test]
fn a_file_that_is_left_out_has_no_problems() {
    let mut session = Session::new("asm/simple.s");
    assert_eq!(session.editor.problems(&session.path), [] as [Value; 0]);
    let symbols = session.ask("textDocument/documentSymbol");
    assert!(texts(&symbols, "name").contains(&"t2v"), "{symbols}");
}

/// Whatever arrives, the next request is answered.
#[test]
fn hostile_messages_do_not_cost_the_next() {
    let mut session = Session::new("asm/t2v.s");
    let uri = uri(&session.path);
    let malformed: [&[u8]; 9] = [
        b"Content-Length: 3\r\n\r\n{\"}",
        b"Content-Length: 2\r\n\r\n[]",
        b"Content-Length: 4\r\n\r\nnull",
        b"Content-Length: x\r\n\r\n",
        b"Content-Length: 99999999999\r\n\r\n",
        b"Nonsense\r\n\r\n",
        b"\r\n\r\n\n\n",
        b"Content-Length: 12\r\n\r\n{\"id\":1.5,\"\"",
        b"\xff\xfe\r\n\r\n",
    ];
    for bytes in malformed {
        session.editor.raw(bytes);
        session.editor.raw(b"\r\n\r\n");
        assert!(
            session.hover("ldm     PLY_BEST(r1),r3,#3", 1).contains("24 clocks"),
            "{bytes:?}"
        );
    }
    let far = json!({ "line": u32::MAX, "character": u32::MAX });
    let near = json!({ "line": 0, "character": 0 });
    let methods = [
        "hover",
        "definition",
        "references",
        "documentHighlight",
        "documentSymbol",
        "completion",
        "prepareRename",
        "rename",
        "semanticTokens/full",
        "semanticTokens/range",
        "inlayHint",
        "codeAction",
        "nothing",
    ];
    let asked = |position: &Value, start: &Value, end: &Value, name: &str| {
        json!({
            "textDocument": { "uri": uri }, "position": position, "newName": name,
            "range": { "start": start, "end": end },
            "context": { "diagnostics": [], "includeDeclaration": true },
            "options": { "tabSize": 0, "insertSpaces": true },
        })
    };
    for method in methods {
        for params in [
            Value::Null,
            json!([1, 2]),
            json!({ "textDocument": { "uri": "untitled:x" }, "position": near }),
            json!({ "textDocument": { "uri": 7 }, "position": near }),
            asked(&far, &far, &near, ""),
            asked(&near, &near, &far, "\u{0}"),
        ] {
            let number = session.editor.begin(&format!("textDocument/{method}"), params);
            let answer = session.editor.answer(number);
            assert!(answer.get("result").is_some() || answer.get("error").is_some());
        }
    }
    let changes = json!([
        { "range": { "start": far, "end": near }, "text": "\u{1f600}" },
        { "range": { "start": near, "end": far }, "text": ".include \"a.s\"\n" },
    ]);
    let version = json!({ "uri": uri, "version": -1 });
    session.editor.tell(
        "textDocument/didChange",
        json!({ "textDocument": version, "contentChanges": changes }),
    );
    session.editor.tell(
        "textDocument/didChange",
        json!({ "textDocument": { "uri": "untitled:y", "version": 1 }, "contentChanges": [{ "text": "x" }] }),
    );
    session.editor.tell(
        "textDocument/didClose",
        json!({ "textDocument": { "uri": "untitled:y" } }),
    );
    session.editor.tell("textDocument/didOpen", json!(7));
    session.editor.tell("$/nothing", json!(7));
    assert!(session.editor.end());
}

/// A session must begin and end in the prescribed order; otherwise, the server reports an error.
#[test]
fn a_session_has_an_order() {
    let mut editor = Editor::silent();
    assert!(editor.refused("textDocument/hover", json!({})).contains("initialize"));
    // Whatever else an editor offers, UTF-16 is supported by all.
    let answer = editor.ask(
        "initialize",
        json!({ "capabilities": { "general": { "positionEncodings": ["utf-8", "utf-16"] } } }),
    );
    assert_eq!(answer["capabilities"]["positionEncoding"], "utf-16");
    assert!(
        editor
            .refused("initialize", json!({ "capabilities": {} }))
            .contains("already")
    );
    editor.ask("shutdown", Value::Null);
    assert!(editor.refused("textDocument/hover", json!({})).contains("shut down"));
    editor.tell("exit", Value::Null);
}

/// Requests that are no longer relevant are not processed.
#[test]
fn outdated_requests_are_dropped() {
    let text = "        nop\n".repeat(50_000);
    let mut session = Session::of(&text);
    let params = session.document();
    let version = json!({ "uri": uri(&session.path), "version": 2 });
    let here = json!({ "start": { "line": 1, "character": 0 }, "end": { "line": 1, "character": 0 } });
    let change = json!({ "textDocument": version, "contentChanges": [{ "range": here, "text": "        ret\n" }] });
    let numbers: Vec<i32> = (0..20)
        .map(|_| {
            session.editor.tell("textDocument/didChange", change.clone());
            session.editor.begin("textDocument/documentSymbol", params.clone())
        })
        .collect();
    let cancelled = session.editor.begin("textDocument/documentSymbol", params.clone());
    session.editor.tell("$/cancelRequest", json!({ "id": cancelled }));
    let codes: Vec<Value> = numbers
        .iter()
        .map(|number| session.editor.answer(*number)["error"]["code"].clone())
        .collect();
    assert!(codes.iter().filter(|code| **code == -32801).count() >= 10, "{codes:?}");
    assert!(codes.last() == Some(&Value::Null) || codes.last() == Some(&json!(-32801)));
    let answer = session.editor.answer(cancelled);
    assert!(answer["error"]["code"] == -32800 || answer.get("result").is_some());
}

/// A source of 200,000 lines must not cause a long wait.
#[test]
fn large_sources_are_answered() {
    let line = "label_{}: ld r1,label_{}(r2) ! a comment\n        add     r1,#0x1234\n        jr      nz,label_{}\n";
    let text: String = (0..70_000)
        .map(|number| line.replace("{}", &number.to_string()))
        .collect();
    let path = Path::new("/none/large.s");
    let mut editor = Editor::new(Path::new("/none"), json!({}));
    let begun = Instant::now();
    editor.open(path, &text);
    let hover = json!({ "textDocument": { "uri": uri(path) }, "position": { "line": 199_998, "character": 14 } });
    let answer = editor.ask("textDocument/hover", hover.clone());
    let told = |answer: &Value| answer["contents"]["value"].as_str().unwrap_or_default().to_owned();
    assert!(told(&answer).contains("**ld**"), "{answer}");
    let first = json!({ "line": 5, "character": 0 });
    let changes = json!([{ "range": { "start": first, "end": first }, "text": "        nop\n" }]);
    let version = json!({ "uri": uri(path), "version": 2 });
    editor.tell(
        "textDocument/didChange",
        json!({ "textDocument": version, "contentChanges": changes }),
    );
    // The line has changed since.
    let answer = editor.ask("textDocument/hover", hover);
    assert!(!told(&answer).contains("**ld**"), "{answer}");
    let passed = begun.elapsed();
    println!("{} lines: {passed:?}", text.lines().count());
    // A test machine may be slow, but the server must not hang.
    assert!(passed.as_secs() < 60, "{passed:?}");
}
