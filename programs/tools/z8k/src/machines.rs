//! `z8k machines`: the descriptions of machines that are built in.

use anyhow::{Context, Result};
use clap::Args;
use z8000_boards::BUILT_IN;

#[derive(Args)]
pub(crate) struct Arguments {
    /// Machine to describe.
    name: Option<String>,
}

pub(crate) fn machines(arguments: &Arguments) -> Result<()> {
    match &arguments.name {
        Some(name) => cli::print(text(name).with_context(|| unknown(name))?)?,
        None => {
            for (name, text) in BUILT_IN {
                let first = text.lines().next().unwrap_or_default();
                cli::print_line(format_args!("{name}: {}", first.trim_start_matches("# ")))?;
            }
        }
    }
    Ok(())
}

/// The description of a machine that is built in.
pub(crate) fn text(name: &str) -> Option<&'static str> {
    let found = BUILT_IN.into_iter().find(|(known, _)| *known == name);
    found.map(|(_, text)| text)
}

/// The message about an unknown name, which lists the existing ones.
pub(crate) fn unknown(name: &str) -> String {
    let names = BUILT_IN.map(|(name, _)| name).join(", ");
    format!("unknown machine `{name}`: expected {names}")
}
