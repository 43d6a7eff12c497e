//! Descriptions of boards that there are.

/// Each by its name, as text.
pub const BUILT_IN: [(&str, &str); 3] = [
    ("clover", include_str!("../machines/clover.toml")),
    ("z8001", include_str!("../machines/z8001.toml")),
    ("z8001mb", include_str!("../machines/z8001mb.toml")),
];
