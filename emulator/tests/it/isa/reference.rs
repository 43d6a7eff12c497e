//! The instruction reference agrees with the table.

#[path = "../../../examples/instruction_reference/main.rs"]
#[allow(dead_code)]
pub(super) mod generator;

#[test]
fn the_instruction_reference_is_up_to_date() {
    let path = generator::path();
    let written = std::fs::read_to_string(&path).unwrap_or_default();
    assert!(
        written == generator::reference(),
        "{} is stale: run `cargo run -p z8000 --example instruction_reference`",
        path.display()
    );
}
