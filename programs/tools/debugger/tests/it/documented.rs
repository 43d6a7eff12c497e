//! The reference is generated from the tables of commands.

use z8000_debugger::command::GROUPS;

#[path = "../../examples/command_reference.rs"]
#[allow(dead_code, reason = "the example's `main` writes the page; the test compares it")]
mod reference;

#[test]
fn the_reference_is_up_to_date() {
    let page = std::fs::read_to_string(reference::path()).expect("the reference");
    assert!(
        reference::updated(&page) == page,
        "{} is stale: run `cargo run -p z8000-debugger --example command_reference`",
        reference::path().display()
    );
}

#[test]
fn no_two_commands_share_a_name() {
    let commands = GROUPS.iter().flat_map(|group| group.commands);
    let mut names: Vec<&str> = commands
        .flat_map(|command| [command.name, command.short])
        .filter(|name| !name.is_empty())
        .collect();
    names.sort_unstable();
    let all = names.len();
    names.dedup();
    assert_eq!(names.len(), all);
}
