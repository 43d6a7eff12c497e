//! `z8k nm`

use std::collections::BTreeSet;
use std::io::Write;
use std::ops::Bound::Excluded;
use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::{Context, Result};
use clap::{Args, ValueEnum};
use z8000_object::{Binding, Kind, LineMap, Object, Section, Symbol, Value, archive, text};

use super::addr2line::line as line_at;
use super::input::{each, objects};

#[derive(Args)]
pub(crate) struct Arguments {
    /// Object files, archives and programs to read.
    #[arg(default_value = "a.out")]
    files: Vec<PathBuf>,
    /// Print the file name before each symbol.
    #[arg(short = 'A', short_alias = 'o', long)]
    print_file_name: bool,
    /// Also list sections, as local symbols.
    #[arg(short = 'a', long)]
    debug_syms: bool,
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
    /// Output format: value, letter and name (bsd), name, letter, value and size (posix), or names only (just-symbols).
    #[arg(short, long, value_name = "FORMAT", value_enum, default_value = "bsd")]
    format: Format,
    /// Equivalent to `--format bsd`.
    #[arg(short = 'B', overrides_with_all = ["format", "portability", "just_symbols"])]
    bsd: bool,
    /// Equivalent to `--format posix`.
    #[arg(short = 'P', long, overrides_with_all = ["format", "just_symbols"])]
    portability: bool,
    /// Equivalent to `--format just-symbols`.
    #[arg(short, long, overrides_with = "format")]
    just_symbols: bool,
    /// Sort symbols by size, the distance to the next symbol of the section, and print the size instead of the value.
    #[arg(long)]
    size_sort: bool,
    /// Print values as well as sizes with --size-sort.
    #[arg(short = 'S', long)]
    print_size: bool,
    /// Print values in decimal (d), octal (o) or hexadecimal (x).
    #[arg(short = 't', long, value_name = "RADIX", value_enum, default_value = "x")]
    radix: Radix,
    /// Print the file and line of each symbol, if they are known.
    #[arg(short, long)]
    line_numbers: bool,
    /// Do not list weak symbols.
    #[arg(short = 'W', long)]
    no_weak: bool,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Format {
    Bsd,
    Posix,
    JustSymbols,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Radix {
    D,
    O,
    X,
}

impl Radix {
    fn digits(self, value: i64) -> String {
        let value = value as u32;
        match self {
            Self::D => value.to_string(),
            Self::O => format!("{value:o}"),
            Self::X => format!("{value:x}"),
        }
    }
}

pub(crate) fn nm(arguments: &Arguments) -> Result<ExitCode> {
    let mut out = cli::Screen::default();
    each(&arguments.files, |path| {
        let bytes = cli::read(path)?;
        let is_archive = archive::is_archive(&bytes);
        let format = arguments.format();
        if is_archive && format == Format::Bsd {
            writeln!(out, "\n{}:", path.display())?;
        }
        if is_archive && arguments.print_armap {
            index(&bytes, &mut out).with_context(|| cli::name(path))?;
        }
        let objects = objects(path, &bytes)?;
        let path = path.display();
        for object in objects {
            let has_heading = !arguments.print_file_name && format != Format::JustSymbols;
            if is_archive && has_heading && format == Format::Posix {
                writeln!(out, "{path}[{}]:", object.name)?;
            } else if is_archive && has_heading {
                writeln!(out, "\n{}:", object.name)?;
            } else if arguments.files.len() > 1 && has_heading {
                writeln!(out, "\n{path}:")?;
            }
            let file = match is_archive {
                true => format!("{path}:{}", object.name),
                false => path.to_string(),
            };
            list(&object, &file, arguments, &mut out)?;
        }
        Ok(())
    })
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
            && (!arguments.no_weak || symbol.binding != Binding::Weak)
    };
    let of_section = |(section, named): (usize, &Section)| Symbol {
        name: named.name.as_str().into(),
        value: Value::Place { section, offset: 0 },
        binding: Binding::Local,
    };
    let sections: Vec<Symbol> = match arguments.debug_syms {
        true => object.sections.iter().enumerate().map(of_section).collect(),
        false => Vec::new(),
    };
    let symbols = object.symbols.iter().chain(&sections).filter(shown);
    let mut symbols: Vec<(&Symbol, Option<u32>)> = match arguments.size_sort {
        true => sizes(object, symbols),
        false => symbols.map(|symbol| (symbol, None)).collect(),
    };
    if arguments.numeric_sort && !arguments.size_sort {
        symbols.sort_by_key(|(symbol, _)| (object.address_of(symbol), &symbol.name));
    } else if !arguments.no_sort {
        symbols.sort_by_key(|(symbol, size)| (*size, &symbol.name));
    }
    if arguments.reverse_sort && !arguments.no_sort {
        symbols.reverse();
    }
    let map = if arguments.line_numbers {
        object.line_map()?
    } else {
        LineMap::default()
    };
    for (symbol, size) in symbols {
        if arguments.print_file_name {
            write!(out, "{file}:")?;
        }
        write!(out, "{}", arguments.text(object, symbol, size))?;
        if let Some(place) = place(object, symbol, &map) {
            write!(out, "\t{place}")?;
        }
        writeln!(out)?;
    }
    Ok(())
}

/// Returns symbols with their sizes, without those of size 0. A size is the distance to the next symbol of the section,
/// or to its end.
fn sizes<'o>(object: &'o Object, symbols: impl Iterator<Item = &'o Symbol>) -> Vec<(&'o Symbol, Option<u32>)> {
    let places = object.symbols.iter().filter_map(|symbol| match symbol.value {
        Value::Place { section, offset } => Some((section, offset)),
        _ => None,
    });
    let places: BTreeSet<(usize, u32)> = places.collect();
    let mut seen = BTreeSet::new();
    let sized = symbols.filter_map(|symbol| {
        let size = match symbol.value {
            Value::Common { size, .. } => size,
            Value::Place { section, offset } if seen.insert((section, offset)) => {
                let others = (Excluded((section, offset)), Excluded((section + 1, 0)));
                let end = places.range(others).next().map(|(_, offset)| *offset);
                end.or_else(|| Some(object.sections.get(section)?.size))?
                    .saturating_sub(offset)
            }
            _ => 0,
        };
        (size > 0).then_some((symbol, Some(size)))
    });
    sized.collect()
}

/// Returns the file and line of a symbol; `None` if the map does not contain it.
fn place(object: &Object, symbol: &Symbol, map: &LineMap) -> Option<String> {
    let Value::Place { section, .. } = symbol.value else {
        return None;
    };
    let address = u32::try_from(object.address_of(symbol)?).ok()?;
    let (file, line) = line_at(map, object.sections.get(section)?, address)?;
    Some(format!("{}:{line}", text::escaped(file)))
}

impl Arguments {
    const fn format(&self) -> Format {
        match (self.portability, self.just_symbols) {
            (true, _) => Format::Posix,
            (_, true) => Format::JustSymbols,
            _ => self.format,
        }
    }

    /// Formats a symbol as requested.
    fn text(&self, object: &Object, symbol: &Symbol, size: Option<u32>) -> String {
        let (name, letter) = (&symbol.name, letter(object, symbol));
        let value = object.address_of(symbol).map(|value| self.radix.digits(value));
        let size = size.map(|size| self.radix.digits(size.into()));
        match self.format() {
            Format::JustSymbols => name.to_string(),
            Format::Posix => match value {
                Some(value) => format!("{name} {letter} {value} {}", size.unwrap_or_default()),
                None => format!("{name} {letter}         "),
            },
            Format::Bsd => match (value, size) {
                (Some(value), Some(size)) if self.print_size => format!("{value:0>8} {size:0>8} {letter} {name}"),
                (_, Some(size)) => format!("{size:0>8} {letter} {name}"),
                (Some(value), None) => format!("{value:0>8} {letter} {name}"),
                (None, None) => format!("{:8} {letter} {name}", ""),
            },
        }
    }
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

/// Returns the letter for a symbol's kind, a capital if other objects can refer to it.
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
