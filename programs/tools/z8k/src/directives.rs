//! `z8k directives`: the directives of a dialect, from the table that defines them.

use anyhow::{Result, bail};
use clap::Args;
use z8000_asm::{Directive, Syntax};

/// Maximum number of columns of the text.
const WIDTH: usize = 100;

#[derive(Args)]
pub(crate) struct Arguments {
    /// Names of the directives to list. By default, all directives are listed.
    names: Vec<String>,
    /// Dialect whose directives are listed: gnu (GNU as), asz8k (CP/M-8000), plz (PLZ/ASM and cas) or asl (AS).
    #[arg(long, value_name = "DIALECT", default_value = "gnu")]
    syntax: Syntax,
}

pub(crate) fn directives(arguments: &Arguments) -> Result<()> {
    let dotless = |name: &str| name.trim_start_matches('.').to_ascii_lowercase();
    let is_it = |name: &&str| arguments.names.iter().any(|given| dotless(given) == dotless(name));
    let wanted = |directive: &&Directive| arguments.names.is_empty() || directive.names.iter().any(is_it);
    let found: Vec<&Directive> = z8000_asm::directives(arguments.syntax).filter(wanted).collect();
    if found.is_empty() {
        let known = || z8000_asm::directives(arguments.syntax).flat_map(|directive| directive.names);
        let near = |name| cli::nearest(name, known().map(ToString::to_string));
        let near = arguments.names.iter().find_map(|name| near(name));
        let (names, dialect) = (arguments.names.join("`, `"), arguments.syntax.name());
        let all = || "`z8k directives` lists all of them".to_owned();
        let advice = near.map_or_else(all, |near| format!("did you mean `{near}`?"));
        bail!("unknown directive `{names}` in the dialect {dialect}; {advice}");
    }
    let text: String = found.iter().map(|directive| text(directive)).collect();
    Ok(cli::print(text)?)
}

/// Formats the name and arguments of a directive, and below them its effect and its other names.
fn text(directive: &Directive) -> String {
    let (first, others) = directive.names.split_first().unwrap_or((&"", &[]));
    let mut help = directive.help.to_owned();
    if !others.is_empty() {
        help += &format!(" (also {})", others.join(", "));
    }
    // If text precedes the directive, the arguments show the whole line.
    let whole = directive.arguments.split(' ').any(|word| word == *first);
    let name = if whole { "" } else { first };
    let text = format!("{name} {}", directive.arguments).trim().to_owned() + "\n";
    let words: Vec<&str> = help.split(' ').collect();
    text + &cli::wrapped("   ", &words, WIDTH) + "\n"
}
