//! The null-move searches by name, and trees of minimal size.

use bcp_laboratory::null_move::Settings;

#[test]
fn names_and_back() {
    for text in [
        "none",
        "r1",
        "r4",
        "adaptive",
        "verified",
        "extended",
        "kaissa",
        "none+layer2",
        "r2+verify+double",
        "r3+reduce12",
        "verified+flagless",
        "none+no-cutoffs+no-moves+no-history+no-checks+material",
        "verified+pawns",
        "none+mobility",
        "r2+raise+surplus+escape+mtd",
        "none+futility+probcut+multicut",
        "none+late",
        "r2+shorten+late",
        "r3+plenkner+ahead+once+double+bound+mate+threat+pawns+layer8",
    ] {
        let settings: Settings = text.parse().expect("a search");
        assert_eq!(settings.to_string(), text);
    }
    for (text, same) in [
        ("r3+verify", "verified"),
        ("goetsch-campbell", "r1"),
        ("donninger", "r2"),
        ("nmqs", "none+layer2"),
    ] {
        assert_eq!(text.parse::<Settings>(), same.parse());
    }
}

#[test]
fn wrong_names_are_refused() {
    for text in [
        "",
        "r0",
        "r5",
        "r",
        "R2",
        "r2+",
        "r2+layer9",
        "r2+x",
        "none+double",
        "none+flagless",
    ] {
        let error = text.parse::<Settings>().expect_err(text);
        assert!(!error.to_string().is_empty());
    }
}

/// Returns the names listed by the error message for a wrong text.
fn named(text: &str) -> Vec<String> {
    let error = text.parse::<Settings>().expect_err(text).to_string();
    let (_, names) = error.split_once(": expected ").expect(&error);
    let names = names
        .split(", optionally followed by options")
        .next()
        .unwrap_or_default();
    names.split(", ").map(str::to_owned).collect()
}

#[test]
fn names_in_errors_and_help_are_understood() {
    let help = Settings::help();
    let bases = named("");
    let options = named("r2+nonsense");
    for name in bases.iter().chain(&options) {
        assert!(help.contains(&format!("{name}: ")) || name.contains(" to "), "{name}");
    }
    for line in help.lines().filter(|line| !line.contains(" to ")) {
        let (name, _) = line.trim().split_once(": ").expect("a name and its meaning");
        let text = if name.starts_with('+') {
            format!("r2{name}")
        } else {
            name.to_owned()
        };
        assert!(text.parse::<Settings>().is_ok(), "{text}");
    }
}
