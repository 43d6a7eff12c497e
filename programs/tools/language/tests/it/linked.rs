//! Programs of several objects: the examples of the documents, and faulty lists.

use std::path::{Path, PathBuf};

use serde_json::{Value, json};
use z8000_object::archive::{self, Kind, Member};

use crate::editor::{Editor, uri};
use crate::server::{Session, locations};
use crate::sources::repository;

const BUILD: &str = "docs/how-to/build";

fn hello(list: &[&str]) -> Session {
    Session::within(BUILD, "src/start.s", json!({ "link": list }))
}

const WHOLE: [&str; 4] = ["src/start.s", "src/print.s", "src/send.s", "board.x"];

/// Returns the messages of the errors in a file, with the marked texts.
fn errors(editor: &mut Editor, path: &Path, text: &str) -> Vec<String> {
    let problems = editor.problems(path).into_iter();
    let errors = problems.filter(|one| one["severity"] == 1);
    let message = |one: Value| {
        let number = |end: &str, name: &str| one["range"][end][name].as_u64().expect("a number") as usize;
        let line = text.lines().nth(number("start", "line")).unwrap_or_default();
        let marked = &line[number("start", "character")..number("end", "character")];
        format!("{marked}: {}", one["message"].as_str().expect("a message"))
    };
    errors.map(message).collect()
}

/// Without a setting, and before anything is built, the examples' sources have no errors.
#[test]
fn the_examples_open_without_an_error() {
    for folder in [
        "docs/how-to/build",
        "docs/how-to/build/src",
        "docs/how-to/c",
        "docs/tutorial/rom",
        "docs",
    ] {
        for place in ["docs/how-to/build/src", "docs/how-to/c", "docs/tutorial/rom"] {
            let entries = repository(place).read_dir().expect("a folder");
            let paths = entries.map(|entry| entry.expect("a file").path());
            for path in paths.filter(|path| path.extension().is_some_and(|ending| ending == "s")) {
                let text = std::fs::read_to_string(&path).expect("a source");
                let mut editor = Editor::new(&repository(folder), json!({}));
                editor.open(&path, &text);
                let problems = editor.problems(&path);
                assert!(problems.is_empty(), "{}: {problems:?}", path.display());
                assert!(editor.end());
            }
        }
    }
}

#[test]
fn externals_lead_to_other_files() {
    let mut session = hello(&WHOLE);
    let definition =
        |session: &mut Session, part: &str, behind| locations(&session.ask_at("textDocument/definition", part, behind));
    assert_eq!(definition(&mut session, "call    print", 8), ["print.s:9"]);
    assert_eq!(definition(&mut session, "#stack", 1), ["board.x:10"]);
    assert_eq!(
        session.references("call    print", 8),
        ["print.s:6", "print.s:9", "print.s:14", "start.s:7", "start.s:14"]
    );
    assert!(session.hover("call    print", 8).contains("print.s:9"));
    assert_eq!(errors(&mut session.editor, &session.path, ""), [""; 0]);
    let mut params = session.at("#stack", 1);
    params["newName"] = json!("top");
    let edit = session.editor.ask("textDocument/rename", params);
    let files: Vec<_> = edit["changes"].as_object().expect("changes").keys().collect();
    assert_eq!(files, [&uri(&repository(BUILD).join("board.x")), &uri(&session.path)]);
    let mut params = session.at("call    print", 8);
    params["newName"] = json!("send");
    let refusal = session.editor.refused("textDocument/rename", params);
    assert_eq!(refusal, "`send` is already used in this program");
    assert!(session.editor.end());
}

#[test]
fn a_misspelt_name_in_a_linked_program_is_an_error() {
    let mut session = hello(&WHOLE);
    assert_eq!(errors(&mut session.editor, &session.path, ""), [""; 0]);
    let text = session.text.replace("call    print", "call    prnit");
    session.editor.change(&session.path, &text);
    let expected = "prnit: symbol `prnit` is not defined in the linked program\ndid you mean `print`?";
    assert_eq!(errors(&mut session.editor, &session.path, &text), [expected]);
    assert!(session.editor.end());
}

/// If nothing links the source, only a directive with the name makes an undefined symbol acceptable.
#[test]
fn a_misspelt_name_in_a_source_that_nothing_links_is_an_error() {
    let mut session = Session::within(BUILD, "src/start.s", json!({}));
    assert_eq!(errors(&mut session.editor, &session.path, ""), [""; 0]);
    let text = session.text.replace("call    print", "call    prnit");
    session.editor.change(&session.path, &text);
    let error = |name: &str, hint: &str| {
        format!(
            "{name}: symbol `{name}` is not defined\n{hint}if another object defines it, declare it: `.extern {name}`"
        )
    };
    let expected = [error("prnit", "did you mean `print`?\n")];
    assert_eq!(errors(&mut session.editor, &session.path, &text), expected);
    for directive in [".extern", ".XREF", ".global", ".weak"] {
        let text = text.replace(".extern print", &format!("{directive} prnit\n\t.extern print"));
        session.editor.change(&session.path, &text);
        assert_eq!(
            errors(&mut session.editor, &session.path, &text),
            [""; 0],
            "{directive}"
        );
    }
    let text = session.text.replace("        .extern print, stack\n", "");
    session.editor.change(&session.path, &text);
    let stack = "write `stack = 0xfffe`, or link with a script that defines it: `z8k ld -T SCRIPT`\n";
    let expected = [error("stack", stack), error("print", "")];
    assert_eq!(errors(&mut session.editor, &session.path, &text), expected);
    assert!(session.editor.end());
}

/// Whatever is wrong with the list, names still lead to other files.
#[test]
fn a_wrong_list_is_named_once() {
    let z8001 = std::env::temp_dir().join(format!("z8000-z8001-{}.s", std::process::id()));
    std::fs::write(&z8001, "\t.z8001\n\tnop\n").expect("a file");
    let rom = repository("docs/tutorial/rom/board.x").display().to_string();
    let board = repository(BUILD).join("board.x");
    let none = repository(BUILD).join("none.o");
    for (more, path, part) in [
        (
            "none.o",
            &board,
            format!("the program cannot be linked: {}: ", none.display()),
        ),
        (
            "src/none.s",
            &repository(BUILD).join("src/none.s"),
            "file `none.s` does not exist".to_owned(),
        ),
        (
            &rom,
            &board,
            format!(
                "the program cannot be linked: {} and {rom} are two linker scripts",
                board.display()
            ),
        ),
        (&z8001.display().to_string(), &board, "Z8001".to_owned()),
    ] {
        let mut session = hello(&[&WHOLE[..], &[more]].concat());
        let errors = errors(&mut session.editor, path, "");
        assert!(
            matches!(&errors[..], [error] if error.contains(&part)),
            "{more}: {errors:?}"
        );
        assert_eq!(
            locations(&session.ask_at("textDocument/definition", "call    print", 8)),
            ["print.s:9"]
        );
        assert!(session.editor.end());
    }
    std::fs::remove_file(z8001).expect("a file");
}

/// The dependency files of assembler and linker name the parts; the members of an archive also have sources.
#[test]
fn dependency_files_name_the_parts_of_a_program() {
    let folder = std::env::temp_dir().join(format!("z8000 parts {}", std::process::id()));
    let built = folder.join("out");
    std::fs::create_dir_all(&built).expect("a folder");
    let sources = repository(BUILD).join("src");
    let write = |name: &str, text: &str| std::fs::write(built.join(name), text).expect("a file");
    for name in ["start.s", "print.s", "send.s", "board.inc", "message.txt"] {
        std::fs::copy(sources.join(name), folder.join(name)).expect("a copy");
    }
    std::fs::copy(repository(BUILD).join("board.x"), folder.join("board.x")).expect("a copy");
    let whole = folder
        .display()
        .to_string()
        .replace('\\', "/")
        .replace(':', "\\:")
        .replace(' ', "\\ ");
    for name in ["start", "print", "send"] {
        let rule = format!("{name}.o: \\\n  {whole}/{name}.s \\\n  {whole}/board.inc\n\n{whole}/{name}.s:\n");
        write(&format!("{name}.d"), &rule);
    }
    let members = ["print.o", "send.o"].map(|name| Member { name: name.into(), bytes: b"", date: 0 });
    let archive = archive::write(Kind::Unix, &members).expect("an archive");
    std::fs::write(built.join("libboard.a"), archive).expect("a file");
    write(
        "hello.d",
        "hello: \\\n ../board.x \\\n start.o ./libboard.a\n\n../board.x:\n",
    );
    let path: PathBuf = folder.join("start.s");
    let text = std::fs::read_to_string(&path)
        .expect("a source")
        .replace("call    print", "call    prnit");
    let mut editor = Editor::new(&folder, json!({}));
    editor.open(&path, &text);
    let expected = "prnit: symbol `prnit` is not defined in the linked program";
    assert_eq!(
        errors(&mut editor, &path, &text),
        [format!("{expected}\ndid you mean `print`?")]
    );
    editor.change(&path, &text.replace("prnit", "print"));
    assert_eq!(errors(&mut editor, &path, &text), [""; 0]);
    assert!(editor.end());
    std::fs::remove_dir_all(folder).expect("the folder");
}

/// An undefined symbol is an error unless the main file declares it; other errors are unaffected.
#[test]
fn undefined_symbols_are_errors_unless_they_are_declared() {
    for (text, errors) in [
        ("start:  call    print\n        jr      start\n", 1),
        (
            "        .extern print\nstart:  call    print\n        jr      start\n",
            0,
        ),
        (
            "        .global start\nstart:  call    print\n        jr      start\n",
            1,
        ),
        (
            "        .global start\nstart:  call    print,r1\n        jr      start\n",
            1,
        ),
    ] {
        let mut session = Session::of(text);
        let problems = session.editor.problems(&session.path);
        let found = problems.iter().filter(|one: &&Value| one["severity"] == 1).count();
        assert_eq!(found, errors, "{text}{problems:?}");
        assert!(session.editor.end());
    }
}
