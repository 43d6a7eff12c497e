//! Command `z8k`.

fn main() {}
