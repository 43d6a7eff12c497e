//! `z8k as`: assembles sources to an object, with the command line of `z8k-coff-as`.

use std::collections::BTreeMap;
use std::mem;
use std::path::PathBuf;

use anyhow::Result;
use clap::builder::ArgPredicate;
use clap::{ArgAction, Args};
use cli::Output;
use cli::gate;
use z8000_asm::{Options, Processor, Syntax};
use z8000_object::{Binding, Value, coff, text};

use super::input::pair;
use super::output::rule;
use super::symbols::{Choice, Less};
use crate::asm::definition;
use crate::files;

#[derive(Args)]
pub(crate) struct Arguments {
    /// Source files to assemble as one; `-` is standard input.
    #[arg(default_value = "-")]
    sources: Vec<PathBuf>,
    /// Output object file, in the COFF format of GNU binutils.
    #[arg(short, long, value_name = "FILE", default_value = "a.out")]
    output: Output,
    /// Assemble for the Z8001, starting in segmented mode.
    #[arg(long)]
    z8001: bool,
    /// Start in non-segmented mode; this is the default. The object file is for the Z8002, or for the Z8001 if the
    /// source contains the directive `segm`.
    #[arg(long, overrides_with = "z8001")]
    z8002: bool,
    /// Search this folder, after the folder of the source file, for files named by `.include` and `.incbin`. May be
    /// repeated.
    #[arg(short = 'I', value_name = "FOLDER")]
    include: Vec<PathBuf>,
    /// Define a symbol before the first source line; VALUE is 1 by default. May be repeated.
    #[arg(short = 'D', long = "defsym", value_name = "NAME=VALUE", value_parser = definition)]
    define: Vec<(String, i64)>,
    /// Write a listing with the address, bytes, clock cycles and source of each line; `-` is standard output. The GNU
    /// options `-a` and `-a=FILE` are equivalent. With letters after `-a`, the listing has source lines only with `l`
    /// and symbols only with `s`.
    #[arg(
        long,
        value_name = "FILE",
        default_value_if("listing_letters", ArgPredicate::IsPresent, "-")
    )]
    listing: Option<Output>,
    /// The letters after `-a`. May be repeated.
    #[arg(long, value_name = "TEXT", hide = true, action = ArgAction::Append)]
    listing_letters: Vec<String>,
    /// Write a make rule in which the object file depends on every file read.
    #[arg(long = "depfile", alias = "MD", value_name = "FILE")]
    depfile: Option<Output>,
    /// Record the source files of folder OLD as files of folder NEW, so that the object does not depend on where it
    /// was built. May be repeated.
    #[arg(long, value_name = "OLD=NEW", value_parser = pair)]
    debug_prefix_map: Vec<(String, String)>,
    /// Let the linker calculate distances, so that `z8k ld --relax` can shorten segmented addresses.
    #[arg(long, visible_alias = "linkrelax")]
    relax: bool,
    /// Keep local symbols whose names begin with `.L`.
    #[arg(short = 'L', long, hide = true)]
    keep_locals: bool,
    /// Omit local symbols that are numbers.
    #[arg(long, hide = true)]
    strip_local_absolute: bool,
    /// Put the contents of `.data` at the end of `.text`.
    #[arg(short = 'R')]
    data_in_text: bool,
    /// Dialect of the source files: gnu (GNU as), asz8k (CP/M-8000), plz (PLZ/ASM and cas) or asl (AS).
    #[arg(long, value_name = "DIALECT", default_value = "gnu")]
    syntax: Syntax,
    /// Suppress warnings.
    #[arg(short = 'W', long = "no-warn", alias = "no-warnings")]
    no_warn: bool,
    /// Treat warnings as errors.
    #[arg(long)]
    fatal_warnings: bool,
}

/// Assembles; after an error, the output of an earlier run is removed.
pub(crate) fn assemble(arguments: &Arguments) -> Result<()> {
    assembled(arguments).inspect_err(|_| gate::remove_output(arguments.output.path()))
}

fn assembled(arguments: &Arguments) -> Result<()> {
    let options = Options {
        processor: Processor::of(arguments.z8001),
        // As in GNU as, the first of several definitions counts.
        symbols: BTreeMap::from_iter(arguments.define.iter().rev().cloned())
            .into_iter()
            .collect(),
        for_linker: true,
        relaxable: arguments.relax,
        data_in_text: arguments.data_in_text,
        gnu: true,
        syntax: arguments.syntax,
        ..Options::default()
    };
    let mut assembly = files::together(&arguments.sources, &arguments.include, options)?;
    if !arguments.no_warn && !assembly.warnings.list.is_empty() {
        cli::tell(&assembly.warnings);
        if arguments.fatal_warnings {
            anyhow::bail!("warnings are treated as errors (`--fatal-warnings`)");
        }
    }
    let output = &arguments.output;
    for name in &mut assembly.files {
        // As in GNU as, the last of the given options is tried first.
        let mut maps = arguments.debug_prefix_map.iter().rev();
        if let Some(mapped) = maps.find_map(|(old, new)| Some(format!("{new}{}", name.strip_prefix(&**old)?))) {
            *name = mapped;
        }
    }
    let mut object = assembly.object(&output.path().to_string_lossy());
    let less = Less { temporary: !arguments.keep_locals, ..Less::default() };
    Choice::default().reduce(&mut object, less)?;
    if arguments.strip_local_absolute {
        object.remove_symbols(|symbol| symbol.binding == Binding::Local && matches!(symbol.value, Value::Absolute(_)));
    }
    output.make(&coff::write(&object)?)?;
    if let Some(listing) = &arguments.listing {
        let letters = arguments.listing_letters.concat();
        let has = |letter| letters.is_empty() || letters.contains(letter);
        let (whole, symbols) = (assembly.listing(), assembly.cross_reference());
        let lines = whole.strip_suffix(&*symbols).filter(|_| has('l')).unwrap_or_default();
        listing.make(&text::encode(&format!(
            "{lines}{}",
            if has('s') { &*symbols } else { "" }
        )))?;
    }
    if let Some(depfile) = &arguments.depfile {
        depfile.make(&rule(output.path()))?;
    }
    // The process ends here: freeing a million small allocations first would take a tenth of the time.
    mem::forget(assembly);
    Ok(())
}
