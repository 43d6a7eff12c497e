//! The linker: turns objects and archives into a program.
//!
//! The steps of [`link`], each in its own file:
//!
//! 1. `symbols`: collect the objects, and the archive members that define their undefined symbols.
//! 2. `plan`: assign each section of each object to its place in the script, in order (`sort`), and omit unused
//!    sections (`garbage`).
//! 3. `layout`: execute the script until neither addresses nor load addresses (`load`) change; shorten segmented
//!    addresses (`relax`), and repeat.
//! 4. `relocate`: fill in the fields.
//! 5. `finish`: generate the sections, symbols and lines of the program; `map` writes the human-readable map.
//!
//! For both processors, an address is represented as the number `segment * 0x10000 + offset`.

mod address;
mod error;
mod finish;
mod garbage;
mod input;
mod layout;
mod load;
mod map;
mod options;
mod partial;
mod pass;
mod placed;
mod plan;
mod relax;
mod relocate;
pub mod script;
mod sort;
mod symbols;
mod value;

pub use error::{LinkError, LinkErrors};
pub use input::{Input, Library};
pub use options::{Options, Orphans, Unresolved};
pub use partial::combine;
pub use placed::Memory;
pub use script::{Script, ScriptInput};

use crate::model::Object;
use address::Program;
use relax::Relaxation;
use symbols::Symbols;

/// A linked program, and the linker's reports on it.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Linked {
    /// The linked program.
    pub object: Object,
    /// Text of the map file, if requested.
    pub map: Option<String>,
    /// Warnings about probable mistakes.
    pub warnings: Vec<String>,
    /// The sections omitted as unused, as `FILE(SECTION)`.
    pub unused: Vec<String>,
    /// The memory regions of the script, and how much of each is used.
    pub memory: Vec<Memory>,
}

/// The default entry is the first of these symbols that is defined. GNU ld accepts only the first.
const ENTRIES: [&str; 2] = ["start", "_start"];

/// Links a program. The result depends only on the inputs and options.
///
/// # Errors
///
/// All errors of the first stage that fails: the inputs (damaged, for different processors, or with duplicate symbols);
/// the script and its addresses; or values that do not fit, undefined symbols and sections not in the script.
///
/// # Example
///
/// ```
/// use z8000_object::link::{Input, Options, Script, link};
/// use z8000_object::{Kind, Object, Processor, Section};
///
/// let text = Section::at(".text", Kind::Code, 0, vec![0x8D, 0x07, 0x9E, 0x08]);
/// let program = Object { sections: vec![text], ..Object::default() };
/// let mut script = Script::standard(Processor::Z8002);
/// script.place(".text", 0x4000);
/// let options = Options { script, entry: Some("0x4000".to_owned()), ..Options::default() };
/// let linked = link(vec![Input::Object(program)], &options)?.object;
/// assert_eq!(linked.section(".text").map(|text| text.address), Some(0x4000));
/// assert_eq!(linked.entry, Some(0x4000));
/// # Ok::<(), z8000_object::link::LinkErrors>(())
/// ```
pub fn link(inputs: Vec<Input<'_>>, options: &Options) -> Result<Linked, LinkErrors> {
    let script = &options.script;
    let mut symbols = Symbols::new(options);
    let wanted = options.wanted.iter().chain(&script.wanted);
    let mut roots: Vec<_> = wanted.map(|name| symbols.want(name)).collect();
    // The archives are searched for a requested entry.
    let asked = options.entry.as_deref();
    if let Some(entry) = asked.filter(|entry| !entry.starts_with(|first: char| first.is_ascii_digit())) {
        roots.push(symbols.want(entry));
    }
    let processor = symbols.take(inputs, script.processor)?;
    let mut plan = plan::Plan::new(script, &symbols, options.orphans, true);
    let [first, second] = ENTRIES;
    let usual = if symbols.is_defined(first) { first } else { second };
    let entry = asked.or(script.entry.as_deref()).unwrap_or(usual);
    let mut unused = Vec::new();
    if options.leave_out_unused {
        roots.extend(symbols.find(entry));
        if roots.is_empty() && plan.pieces.iter().all(|piece| !piece.keep) {
            let message = format!(
                "--gc-sections needs an entry symbol, but `{entry}` is not defined: specify a symbol with -e, or mark \
                 sections with `KEEP`"
            );
            return Err(message.into());
        }
        unused = garbage::sweep(&mut plan, &symbols, &roots);
    }
    let layout = places(&mut symbols, &mut plan, options)?;
    let program = Program::new(&symbols, &plan, &layout);
    let (mut sections, numbers) = program.sections(false);
    let mut errors: Vec<LinkError> = program.crossings().into_iter().map(Into::into).collect();
    let (misfits, undefined) = relocate::relocate(&program, &mut sections, &numbers);
    errors.extend(misfits.into_iter().map(LinkError::Other));
    let mut warnings = if options.warn_common {
        symbols.warnings.clone()
    } else {
        Vec::new()
    };
    let orphans = plan.orphans.iter().map(|piece| {
        let name = plan.shown(*piece, &symbols);
        format!("the script does not mention section {name} (--orphan-handling)")
    });
    match options.orphans {
        Orphans::Refused => errors.extend(orphans.map(LinkError::Other)),
        Orphans::Warned => warnings.extend(orphans),
        Orphans::Placed | Orphans::Discarded => {}
    }
    match options.unresolved {
        Unresolved::Refused => errors.extend(undefined),
        Unresolved::Warned => warnings.extend(undefined.iter().map(ToString::to_string)),
        Unresolved::Ignored => {}
    }
    LinkErrors::check(errors)?;
    let (entry, warning) = program.entry(entry);
    warnings.extend(warning);
    Ok(Linked {
        map: options.map.then(|| program.map(&unused)),
        object: Object {
            name: String::new(),
            processor,
            symbols: program.symbols(&sections, &numbers),
            sections,
            entry: Some(entry),
            lines: program.lines(),
            relaxable: false,
        },
        warnings,
        unused: unused.iter().map(|piece| plan.shown(*piece, &symbols)).collect(),
        memory: layout.memory(),
    })
}

/// Assigns addresses to all sections, shortening segmented addresses until no more can be shortened.
fn places(symbols: &mut Symbols, plan: &mut plan::Plan, options: &Options) -> Result<placed::Layout, LinkErrors> {
    let mut relaxation = Relaxation::default();
    let relaxable = options.relax && symbols.objects.iter().any(|object| object.relaxable);
    let original = relaxable.then(|| symbols.clone());
    loop {
        let layout = layout::layout(&options.script, plan, symbols, options.may_overlap)?;
        let Some(original) = &original else {
            return Ok(layout);
        };
        if !relaxation.look(&Program::new(symbols, plan, &layout)) {
            return Ok(layout);
        }
        symbols.objects = relaxation.apply(original);
        for piece in &mut plan.pieces {
            if let Some(section) = piece.section {
                piece.size = symbols.objects[piece.object].sections[section].size;
            }
        }
    }
}
