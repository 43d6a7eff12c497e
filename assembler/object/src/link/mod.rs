//! The linker: objects and archives in, a program out.
//!
//! The steps of [`link`], each in a file of its own:
//!
//! 1. `symbols`: take the objects, and the members of archives that define what they miss.
//! 2. `plan`: give each section of each object its place in the script, and leave out what nothing uses
//!    (`garbage`).
//! 3. `layout`: walk through the script for addresses, as often as they change; shorten segmented addresses
//!    (`relax`) and do it again.
//! 4. `relocate`: fill the fields in.
//! 5. `finish`: sections, symbols and lines of the program; `map` for people.
//!
//! Where an address is a number, it is `segment * 0x10000 + offset`, for both processors.

mod address;
mod error;
mod finish;
mod garbage;
mod input;
mod layout;
mod map;
mod partial;
mod placed;
mod plan;
mod relax;
mod relocate;
pub mod script;
mod symbols;
mod value;

pub use error::{LinkError, LinkErrors, Place};
pub use input::{Input, Library};
pub use partial::combine;
pub use script::Script;

use crate::model::{Object, Processor};
use relax::Relaxation;
use symbols::Symbols;

/// How a program is linked.
#[derive(Debug, Clone, Default)]
pub struct Options {
    /// Where sections go. A script with `OUTPUT_ARCH` says for which processor the program is; otherwise the first
    /// object does.
    pub script: Script,
    /// The symbol, or the number, where the program begins: in place of the script's.
    pub entry: Option<String>,
    /// Symbols that are asked for, as if an object used them.
    pub wanted: Vec<String>,
    /// Leave out the sections that nothing uses.
    pub leave_out_unused: bool,
    /// Shorten segmented addresses.
    pub relax: bool,
    /// Sections may lie at the same addresses, as in spaces of their own.
    pub may_overlap: bool,
    /// Of two definitions, take the first.
    pub allow_duplicates: bool,
    /// Write a map file.
    pub map: bool,
}

/// A program.
#[derive(Debug, Clone, PartialEq)]
pub struct Linked {
    /// The program.
    pub object: Object,
    /// The map file, if it was asked for.
    pub map: Option<String>,
    /// What is likely wrong.
    pub warnings: Vec<String>,
}

/// The entry, where nothing says another.
const ENTRY: &str = "_start";

/// Links a program. The same inputs and options give the same program.
///
/// # Errors
///
/// All that are found: of duplicate symbols, then of the script, then of values and undefined symbols.
pub fn link(inputs: Vec<Input<'_>>, options: &Options) -> Result<Linked, LinkErrors> {
    let script = &options.script;
    let entry = options.entry.as_deref().or(script.entry.as_deref());
    let mut symbols = Symbols::default();
    let wanted = options.wanted.iter().chain(&script.wanted);
    let mut roots: Vec<_> = wanted.map(|name| symbols.want(name)).collect();
    // An entry that was asked for is looked for in archives.
    if let Some(entry) = options
        .entry
        .as_deref()
        .filter(|entry| !entry.starts_with(|first: char| first.is_ascii_digit()))
    {
        roots.push(symbols.want(entry));
    }
    symbols.load(inputs);
    let processor = script
        .processor
        .or(symbols.objects.first().map(|object| object.processor));
    let processor = processor.unwrap_or_default();
    let mut errors = std::mem::take(&mut symbols.errors);
    if options.allow_duplicates {
        errors.retain(|error| !matches!(error, LinkError::Duplicate { .. }));
    }
    errors.extend(symbols.objects.iter().filter_map(|object| unfit(object, processor)));
    fail(errors)?;
    let mut plan = plan::Plan::new(script, &symbols);
    let entry = entry.unwrap_or(ENTRY);
    let mut unused = Vec::new();
    if options.leave_out_unused {
        roots.extend(symbols.find(entry));
        if roots.is_empty() && plan.pieces.iter().all(|piece| !piece.keep) {
            return Err(LinkError::NoRoot.into());
        }
        unused = garbage::sweep(&mut plan, &symbols, &roots);
    }
    let layout = places(&mut symbols, &mut plan, options)?;
    let values = layout.values(&plan, &symbols);
    let mut errors = finish::crossings(&symbols, &plan, &layout);
    errors.extend(relocate::relocate(&mut symbols, &plan, &layout, &values));
    fail(errors)?;
    let map = options.map.then(|| map::map(&symbols, &plan, &layout, &unused));
    let (sections, numbers) = finish::sections(&symbols, &plan, &layout);
    let (entry, warning) = finish::entry(entry, &symbols, &plan, &layout);
    let lines = finish::lines(&symbols, &plan, &layout);
    Ok(Linked {
        map,
        object: Object {
            name: String::new(),
            processor,
            symbols: finish::symbols(symbols, &plan, &layout, &values, &sections, &numbers),
            sections,
            entry: Some(entry),
            lines,
            relaxable: false,
        },
        warnings: warning.into_iter().collect(),
    })
}

fn fail(list: Vec<LinkError>) -> Result<(), LinkErrors> {
    if list.is_empty() {
        Ok(())
    } else {
        Err(LinkErrors { list })
    }
}

/// Why an object cannot be part of a program.
fn unfit(object: &Object, processor: Processor) -> Option<LinkError> {
    if object.entry.is_some() {
        return Some(LinkError::Linked(object.name.clone()));
    }
    (object.processor != processor).then(|| LinkError::Processor {
        object: object.name.clone(),
        found: object.processor,
        wanted: processor,
    })
}

/// The places of all sections, with addresses shortened until no more can be.
fn places(symbols: &mut Symbols, plan: &mut plan::Plan, options: &Options) -> Result<placed::Layout, LinkErrors> {
    let overlaps = !options.may_overlap;
    let mut relaxation = Relaxation::default();
    let relaxable = options.relax && symbols.objects.iter().any(|object| object.relaxable);
    let originals = if relaxable { symbols.objects.clone() } else { Vec::new() };
    loop {
        let layout = layout::layout(&options.script, plan, symbols, overlaps);
        let layout = layout.map_err(|list| LinkErrors { list })?;
        if !relaxable || !relaxation.look(symbols, plan, &layout) {
            return Ok(layout);
        }
        relaxation.apply(symbols, &originals);
        for piece in &mut plan.pieces {
            if let Some(section) = piece.section {
                piece.size = symbols.objects[piece.object].sections[section].size;
            }
        }
    }
}
