//! Command `bcp`.

fn main() {}
