//! The reference describes every command as the program has it.

use z8000_debugger::command::COMMANDS;

#[test]
fn the_reference_has_every_command() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/reference/debugger.md");
    let text = std::fs::read_to_string(path).expect("the reference");
    for entry in COMMANDS {
        let escape = |text: &str| text.replace('|', "\\|");
        let row = format!("| `{}` | {} |", escape(&entry.usage()), escape(entry.summary));
        assert!(text.contains(&row), "{row}");
    }
}

#[test]
fn no_two_commands_have_one_name() {
    let mut names: Vec<&str> = COMMANDS
        .iter()
        .flat_map(|entry| [entry.name, entry.short])
        .filter(|name| !name.is_empty())
        .collect();
    names.sort_unstable();
    let all = names.len();
    names.dedup();
    assert_eq!(names.len(), all);
}
