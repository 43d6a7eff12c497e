//! Layers: what each crate at the bottom of the Z8000's house needs, and who needs the crate of the commands.

use super::workspace;

/// The only packages of the workspace that these need, except for their tests.
const FLOORS: [(&str, &[&str]); 7] = [
    ("z8000", &[]),
    ("z8000-streams", &[]),
    ("z8000-object", &[]),
    ("z8000-boards", &["z8000"]),
    ("z8000-vectors", &["z8000"]),
    ("z8000-translate", &["z8000"]),
    (
        "z8000-debugger",
        &["z8000", "z8000-asm", "z8000-object", "z8000-streams"],
    ),
];

/// What a package needs beyond its floor.
fn above<'a>(name: &str, needs: &'a [String], floor: &[&str]) -> Vec<(String, &'a str)> {
    let others = needs.iter().filter(|need| !floor.contains(&need.as_str()));
    others.map(|need| (name.to_owned(), need.as_str())).collect()
}

#[test]
fn a_layer_needs_only_what_is_below_it() {
    let members = workspace();
    for (name, floor) in FLOORS {
        let member = members.iter().find(|member| member.name == name).expect(name);
        assert_eq!(above(name, &member.needs, floor), []);
    }
}

#[test]
fn no_library_of_the_z8000s_house_needs_what_commands_share() {
    let of_commands = |member: &&super::Member| {
        let folder = member.folder.to_string_lossy().replace('\\', "/");
        let is_chess = folder.contains("/programs/chess/") || folder.ends_with("/tests");
        !is_chess && member.name != "z8k" && member.needs.iter().any(|need| need == "z8000-cli")
    };
    let members = workspace();
    let wrong: Vec<&str> = members
        .iter()
        .filter(of_commands)
        .map(|member| member.name.as_str())
        .collect();
    assert_eq!(wrong, [""; 0]);
}

#[test]
fn a_need_above_the_floor_is_found() {
    let needs = ["z8000", "z8000-cli"].map(str::to_owned);
    assert_eq!(
        above("boards", &needs, &["z8000"]),
        [("boards".to_owned(), "z8000-cli")]
    );
}
