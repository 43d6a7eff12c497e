//! `z8k directives`: the directives of the assembly language, from the table that carries them out.

use std::process::ExitCode;

use anyhow::Result;
use clap::Args;
use serde::Serialize;
use z8000_asm::{DIRECTIVES, Directive};

/// Columns of the text.
const WIDTH: usize = 100;

#[derive(Args)]
pub(crate) struct Arguments {
    /// Only those of these names.
    names: Vec<String>,
    /// As JSON, for the completions of an editor.
    #[arg(long)]
    json: bool,
}

/// A directive as editors read it.
#[derive(Serialize)]
struct Entry {
    names: &'static [&'static str],
    arguments: &'static str,
    help: &'static str,
}

pub(crate) fn directives(arguments: &Arguments) -> Result<ExitCode> {
    let wanted = |directive: &&Directive| {
        let is_it = |name: &&str| {
            let dotless = |name: &str| name.trim_start_matches('.').to_ascii_lowercase();
            arguments.names.iter().any(|given| dotless(given) == dotless(name))
        };
        arguments.names.is_empty() || directive.names.iter().any(is_it)
    };
    let found: Vec<&Directive> = DIRECTIVES.iter().filter(wanted).collect();
    if arguments.json {
        let entries: Vec<Entry> = found
            .iter()
            .map(|directive| Entry {
                names: directive.names,
                arguments: directive.arguments,
                help: directive.help,
            })
            .collect();
        println!("{}", serde_json::to_string_pretty(&entries)?);
    } else {
        found.iter().for_each(|directive| print!("{}", text(directive)));
    }
    Ok(match found.len() {
        0 => ExitCode::FAILURE,
        _ => ExitCode::SUCCESS,
    })
}

/// Name and arguments, and below them what it does and its other names.
fn text(directive: &Directive) -> String {
    let (first, others) = directive.names.split_first().unwrap_or((&"", &[]));
    let mut words: Vec<&str> = directive.help.split(' ').collect();
    let also = others.join(", ");
    if !others.is_empty() {
        words.extend(["(also"].into_iter().chain(also.split(' ')));
    }
    let mut text = format!("{first} {}", directive.arguments).trim_end().to_owned() + "\n";
    let mut line = String::from("   ");
    for (index, word) in words.iter().enumerate() {
        let close = if index + 1 == words.len() && !others.is_empty() {
            ")"
        } else {
            ""
        };
        if line.len() + 1 + word.len() + close.len() > WIDTH {
            text += &(line + "\n");
            line = String::from("   ");
        }
        line += &format!(" {word}{close}");
    }
    text + &line + "\n"
}
