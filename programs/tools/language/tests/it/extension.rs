//! The VS Code extension compared with the server.

use serde_json::Value;

use crate::sources::repository;

fn read(file: &str) -> String {
    std::fs::read_to_string(repository("programs/tools/vscode").join(file)).expect("a file")
}

#[test]
fn the_grammar_is_that_of_the_tables() {
    let advice = "run `cargo run -p z8000-language --example grammar`";
    assert!(
        read("syntaxes/z8000.tmLanguage.json") == crate::grammar::grammar(),
        "{advice}"
    );
}

/// The server accepts each setting that the extension offers, with the same default.
#[test]
fn the_settings_are_those_of_the_server() {
    let package: Value = serde_json::from_str(&read("package.json")).expect("JSON");
    let offered = package["contributes"]["configuration"]["properties"]
        .as_object()
        .expect("settings");
    let mut names: Vec<&str> = offered.keys().filter_map(|name| name.strip_prefix("z8000.")).collect();
    // The commands are used only by the extension.
    names.retain(|name| !matches!(*name, "command" | "bcp"));
    names.sort_unstable();
    assert_eq!(
        names,
        [
            "clocks",
            "include",
            "link",
            "main",
            "oneMemory",
            "processor",
            "symbols",
            "syntax"
        ]
    );
    // The default values must not be errors.
    let settings: serde_json::Map<String, Value> = names
        .iter()
        .map(|name| ((*name).to_owned(), offered[&format!("z8000.{name}")]["default"].clone()))
        .collect();
    let mut editor = crate::editor::Editor::new(&repository("tests/none"), Value::Object(settings));
    editor.ask("workspace/symbol", serde_json::json!({ "query": "" }));
    assert!(
        editor.notes.iter().all(|note| note["method"] != "window/showMessage"),
        "{:?}",
        editor.notes
    );
    assert!(editor.end());
}
