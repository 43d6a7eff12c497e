//! `z8k directives`: the directives of a dialect, from the table that defines them.

use anyhow::{Result, bail};
use clap::Args;
use cli::Format;
use serde::Serialize;
use z8000_asm::{Directive, Syntax};

/// Columns of the text.
const WIDTH: usize = 100;

#[derive(Args)]
pub(crate) struct Arguments {
    /// Names of the directives to list. By default, all directives are listed.
    names: Vec<String>,
    /// Dialect whose directives are listed: gnu (GNU as), asz8k (CP/M-8000), plz (PLZ/ASM and cas) or asl (AS).
    #[arg(long, value_name = "DIALECT", default_value = "gnu")]
    syntax: Syntax,
    /// Output format; JSON is for editors that complete directives.
    #[arg(short, long, value_enum, default_value = "text")]
    format: Format,
}

/// A directive as editors read it.
#[derive(Serialize)]
struct Entry {
    names: &'static [&'static str],
    arguments: &'static str,
    help: &'static str,
    /// Its name in the dialect of GNU as, where it is another one.
    #[serde(skip_serializing_if = "str::is_empty")]
    gnu: &'static str,
}

pub(crate) fn directives(arguments: &Arguments) -> Result<()> {
    let wanted = |directive: &&Directive| {
        let is_it = |name: &&str| {
            let dotless = |name: &str| name.trim_start_matches('.').to_ascii_lowercase();
            arguments.names.iter().any(|given| dotless(given) == dotless(name))
        };
        arguments.names.is_empty() || directive.names.iter().any(is_it)
    };
    let found: Vec<&Directive> = z8000_asm::directives(arguments.syntax).filter(wanted).collect();
    if found.is_empty() {
        let known = z8000_asm::directives(arguments.syntax).flat_map(|directive| directive.names);
        let known: Vec<String> = known.map(ToString::to_string).collect();
        let near = arguments
            .names
            .iter()
            .find_map(|name| cli::nearest(name, known.iter().cloned()));
        bail!(
            "unknown directive `{}` in the dialect {}; {}",
            arguments.names.join("`, `"),
            arguments.syntax.name(),
            near.map_or_else(
                || "`z8k directives` lists all of them".to_owned(),
                |near| format!("did you mean `{near}`?")
            )
        );
    }
    if arguments.format == Format::Json {
        let entries: Vec<Entry> = found
            .iter()
            .map(|directive| Entry {
                names: directive.names,
                arguments: directive.arguments,
                help: directive.help,
                gnu: directive.gnu(),
            })
            .collect();
        cli::print_line(serde_json::to_string_pretty(&entries)?)?;
    } else {
        let text: String = found.iter().map(|directive| text(directive)).collect();
        cli::print(text)?;
    }
    Ok(())
}

/// Name and arguments, and below them its effect and its other names.
fn text(directive: &Directive) -> String {
    let (first, others) = directive.names.split_first().unwrap_or((&"", &[]));
    let mut help = directive.help.to_owned();
    if !others.is_empty() {
        help += &format!(" (also {})", others.join(", "));
    }
    // If something precedes it, the arguments are the whole line.
    let whole = directive.arguments.split(' ').any(|word| word == *first);
    let name = if whole { "" } else { first };
    let mut text = format!("{name} {}", directive.arguments).trim().to_owned() + "\n";
    let mut line = String::from("   ");
    for word in help.split(' ') {
        if line.len() + 1 + word.len() > WIDTH {
            text += &(line + "\n");
            line = String::from("   ");
        }
        line += &format!(" {word}");
    }
    text + &line + "\n"
}
