//! Descriptions of boards that there are.

/// Each by its name, as text.
pub const BUILT_IN: [(&str, &str); 2] = [
    ("clover", include_str!("../machines/clover.toml")),
    ("z8001mb", include_str!("../machines/z8001mb.toml")),
];
