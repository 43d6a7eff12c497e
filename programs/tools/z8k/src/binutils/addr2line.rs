//! `z8k addr2line`

use std::io::Write;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};
use clap::Args;
use z8000_object::number::hexadecimal;
use z8000_object::{LineMap, Object, Section, Value, file, text};

use super::input::not_source;

#[derive(Args)]
pub(crate) struct Arguments {
    /// Addresses in hexadecimal. By default, they are read from standard input.
    #[arg(value_name = "ADDRESS")]
    addresses: Vec<String>,
    /// Program or object file that contains the addresses.
    #[arg(short, long, value_name = "FILE", default_value = "a.out")]
    exe: PathBuf,
    /// Print each address before its line.
    #[arg(short = 'a', long = "addresses")]
    with_addresses: bool,
    /// Print the symbol at or before each address.
    #[arg(short, long)]
    functions: bool,
    /// Print all parts of the answer on one line.
    #[arg(short, long)]
    pretty_print: bool,
    /// Print file names without folders.
    #[arg(short = 's', long)]
    basenames: bool,
    /// Addresses are offsets in this section.
    #[arg(short = 'j', long, value_name = "SECTION")]
    section: Option<String>,
}

pub(crate) fn addr2line(arguments: &Arguments) -> Result<()> {
    let path = &arguments.exe;
    let bytes = cli::read(path)?;
    not_source(path, &bytes)?;
    let object = file::read(&path.display().to_string(), &bytes).with_context(|| cli::name(path))?;
    let unknown = |name: &str| format!("{}: no section `{name}`", path.display());
    let (sections, start) = match &arguments.section {
        Some(name) => {
            let section = object.section(name).with_context(|| unknown(name))?;
            (vec![section], section.address)
        }
        None => (object.sections.iter().collect(), 0),
    };
    let map = object.line_map()?;
    let mut addresses = arguments.addresses.clone();
    if addresses.is_empty() {
        let text = cli::read_text(Path::new("-"))?;
        addresses.extend(text.split_whitespace().map(str::to_owned));
    }
    let mut out = cli::Screen::default();
    for number in addresses {
        let address = hexadecimal(&number).and_then(|number| u32::try_from(number).ok());
        let given = address.with_context(|| format!("expected an address in hexadecimal, found `{number}`"))?;
        let address = given.wrapping_add(start);
        let found = sections
            .iter()
            .find_map(|section| Some((section, line(&map, section, address)?)));
        let mut parts = Vec::new();
        let [colon, at, between] = [[":", " at", " "], ["", "", "\n"]][usize::from(!arguments.pretty_print)];
        if arguments.with_addresses {
            parts.push(format!("{given:#010x}{colon}"));
        }
        if arguments.functions {
            let symbol = found.map(|(section, _)| symbol(&object, section, address).unwrap_or("??"));
            parts.push(symbol.map_or("??".to_owned(), |symbol| format!("{symbol}{at}")));
        }
        let (file, line) = found.map_or(("??", 0), |(_, place)| place);
        let base = file.rsplit('/').next().filter(|_| arguments.basenames);
        parts.push(format!("{}:{line}", text::escaped(base.unwrap_or(file))));
        writeln!(out, "{}", parts.join(between))?;
    }
    Ok(())
}

/// Returns the file and line of an address in a section; for code from a macro, the line that invokes it.
pub(super) fn line<'m>(map: &'m LineMap, section: &Section, address: u32) -> Option<(&'m str, u32)> {
    let name = LineMap::section_name(&section.name);
    let mut lines = map.lines.iter();
    let line = lines.find(|line| *line.section == *name && line.range().contains(&address))?;
    let place = line.place.asked_for(&map.expansions);
    Some((map.files.get(place.file as usize)?, place.line))
}

/// Returns the last symbol of a section up to an address.
fn symbol<'o>(object: &'o Object, section: &Section, address: u32) -> Option<&'o str> {
    let offset = address.checked_sub(section.address)?;
    let before = object.symbols.iter().filter_map(|symbol| match symbol.value {
        Value::Place { section: index, offset: at } if at <= offset => {
            let is_here = object.sections[index].name == section.name && !symbol.name.starts_with(".L");
            is_here.then_some((at, &*symbol.name))
        }
        _ => None,
    });
    before.max_by_key(|(at, _)| *at).map(|(_, name)| name)
}
