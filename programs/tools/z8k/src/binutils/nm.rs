//! `z8k nm`

use std::io::Write;
use std::path::PathBuf;

use anyhow::{Context, Result};
use clap::Args;
use z8000_object::{Binding, Kind, Object, Symbol, Value, archive};

use super::input::objects;

#[derive(Args)]
pub(crate) struct Arguments {
    /// Object files, archives and programs to read.
    #[arg(default_value = "a.out")]
    files: Vec<PathBuf>,
    /// Print the file name before each symbol.
    #[arg(short = 'A', short_alias = 'o', long)]
    print_file_name: bool,
    /// List only external (global and weak) symbols.
    #[arg(short = 'g', long)]
    extern_only: bool,
    /// List only undefined symbols.
    #[arg(short, long)]
    undefined_only: bool,
    /// List only defined symbols.
    #[arg(short = 'U', long)]
    defined_only: bool,
    /// Sort symbols by address instead of by name.
    #[arg(short = 'n', long, short_alias = 'v')]
    numeric_sort: bool,
    /// Do not sort symbols; list them in the order of the file.
    #[arg(short = 'p', long)]
    no_sort: bool,
    /// Reverse the sort order.
    #[arg(short, long)]
    reverse_sort: bool,
    /// Also print the symbol index of each archive.
    #[arg(short = 's', long)]
    print_armap: bool,
}

pub(crate) fn nm(arguments: &Arguments) -> Result<()> {
    let mut out = cli::Screen::default();
    for path in &arguments.files {
        let bytes = cli::read(path)?;
        let is_archive = archive::is_archive(&bytes);
        if is_archive && arguments.print_armap {
            index(&bytes, &mut out).with_context(|| cli::name(path))?;
        }
        let objects = objects(path, &bytes)?;
        let path = path.display();
        for object in objects {
            if is_archive && !arguments.print_file_name {
                writeln!(out, "\n{}:", object.name)?;
            } else if arguments.files.len() > 1 && !arguments.print_file_name {
                writeln!(out, "\n{path}:")?;
            }
            let file = match is_archive {
                true => format!("{path}:{}", object.name),
                false => path.to_string(),
            };
            list(&object, &file, arguments, &mut out)?;
        }
    }
    Ok(())
}

fn index(bytes: &[u8], out: &mut impl Write) -> Result<()> {
    let archive = archive::read(bytes)?;
    writeln!(out, "\nArchive index:")?;
    for (name, member) in archive.index.iter().flatten() {
        writeln!(out, "{name} in {}", archive.members[*member].name)?;
    }
    Ok(())
}

fn list(object: &Object, file: &str, arguments: &Arguments, out: &mut impl Write) -> Result<()> {
    let shown = |symbol: &&Symbol| {
        let undefined = symbol.value == Value::Undefined;
        (!arguments.extern_only || symbol.binding != Binding::Local)
            && (!arguments.undefined_only || undefined)
            && (!arguments.defined_only || !undefined)
    };
    let mut symbols: Vec<&Symbol> = object.symbols.iter().filter(shown).collect();
    if arguments.numeric_sort {
        symbols.sort_by_key(|symbol| (object.address_of(symbol), &symbol.name));
    } else if !arguments.no_sort {
        symbols.sort_by_key(|symbol| &symbol.name);
    }
    if arguments.reverse_sort && !arguments.no_sort {
        symbols.reverse();
    }
    for symbol in symbols {
        if arguments.print_file_name {
            write!(out, "{file}:")?;
        }
        line(object, symbol, out)?;
    }
    Ok(())
}

/// Writes a symbol: its value, its letter and its name.
pub(super) fn line(object: &Object, symbol: &Symbol, out: &mut impl Write) -> Result<()> {
    let letter = letter(object, symbol);
    match object.address_of(symbol) {
        Some(value) => writeln!(out, "{:08x} {letter} {}", value as u32, symbol.name)?,
        None => writeln!(out, "{:8} {letter} {}", "", symbol.name)?,
    }
    Ok(())
}

/// The letter of a symbol's kind: a capital if other objects see it.
fn letter(object: &Object, symbol: &Symbol) -> char {
    let letter = match symbol.value {
        Value::Undefined if symbol.binding == Binding::Weak => return 'w',
        Value::Undefined => return 'U',
        _ if symbol.binding == Binding::Weak => return 'W',
        Value::Common { .. } => return 'C',
        Value::Absolute(_) => 'a',
        Value::Place { section, .. } => match object.sections.get(section).map(|section| section.kind) {
            Some(Kind::Code) => 't',
            Some(Kind::Space) => 'b',
            _ => 'd',
        },
    };
    match symbol.binding {
        Binding::Local => letter,
        _ => letter.to_ascii_uppercase(),
    }
}
