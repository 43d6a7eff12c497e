//! `z8k machines`: the built-in machine descriptions.

use anyhow::{Context, Result};
use clap::Args;
use z8000_boards::BUILT_IN;

#[derive(Args)]
pub(crate) struct Arguments {
    /// Print the description of this built-in machine. By default, all built-in machines are listed.
    name: Option<String>,
}

pub(crate) fn machines(arguments: &Arguments) -> Result<()> {
    if let Some(name) = &arguments.name {
        return Ok(cli::print(text(name).with_context(|| unknown(name))?)?);
    }
    for (name, text) in BUILT_IN {
        let description = text.lines().next().unwrap_or_default().trim_start_matches("# ");
        cli::print_line(format_args!("{name}: {description}"))?;
    }
    Ok(())
}

/// Returns the description of a built-in machine; `None` if there is no machine of that name.
pub(crate) fn text(name: &str) -> Option<&'static str> {
    let found = BUILT_IN.into_iter().find(|(known, _)| *known == name);
    found.map(|(_, text)| text)
}

/// Formats the error for an unknown name, with a list of the existing ones.
pub(crate) fn unknown(name: &str) -> String {
    let names = BUILT_IN.map(|(name, _)| name);
    match cli::nearest(name, names.iter().map(ToString::to_string)) {
        Some(near) => format!("unknown machine `{name}`; did you mean `{near}`?"),
        None => format!("unknown machine `{name}`: expected {}", names.join(", ")),
    }
}
