//! An empty library, whose dependencies unify the features of the workspace: see `Cargo.toml`.
