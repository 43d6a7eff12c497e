//! What `objcopy` and `strip` do with symbols.

use anyhow::{Result, bail, ensure};
use clap::Args;
use z8000_object::link::script::Pattern;
use z8000_object::{Binding, Lines, Object, Symbol, Value};

use super::input::pair;

/// Symbols to remove or keep, by name.
#[derive(Args, Default)]
pub(super) struct Choice {
    /// Do not copy this symbol, unless a relocation needs it. May be repeated.
    #[arg(short = 'N', long, value_name = "SYMBOL")]
    strip_symbol: Vec<String>,
    /// Keep this symbol regardless of other options. May be repeated.
    #[arg(short = 'K', long, value_name = "SYMBOL")]
    keep_symbol: Vec<String>,
    /// Remove the symbols that linking does not need: local symbols of objects, all symbols of programs.
    #[arg(long)]
    strip_unneeded: bool,
    /// Treat `*` and `?` in names of symbols as wildcards.
    #[arg(short, long)]
    wildcard: bool,
}

/// New names and bindings of symbols.
#[derive(Args)]
pub(super) struct Changes {
    /// Make this global symbol local. May be repeated.
    #[arg(short = 'L', long, value_name = "SYMBOL")]
    localize_symbol: Vec<String>,
    /// Make this local symbol global. May be repeated.
    #[arg(long, value_name = "SYMBOL")]
    globalize_symbol: Vec<String>,
    /// Make all other global symbols local. May be repeated.
    #[arg(short = 'G', long, value_name = "SYMBOL")]
    keep_global_symbol: Vec<String>,
    /// Make this global symbol weak. May be repeated.
    #[arg(short = 'W', long, value_name = "SYMBOL")]
    weaken_symbol: Vec<String>,
    /// Make all global symbols weak.
    #[arg(long)]
    weaken: bool,
    /// Rename a symbol from OLD to NEW. May be repeated.
    #[arg(long, value_name = "OLD=NEW", value_parser = pair)]
    redefine_sym: Vec<(String, String)>,
    /// Rename the symbols listed in a file, with one pair OLD NEW per line. May be repeated.
    #[arg(long, value_name = "FILE")]
    redefine_syms: Vec<std::path::PathBuf>,
    /// Add this prefix to the name of every symbol.
    #[arg(long, value_name = "TEXT")]
    prefix_symbols: Option<String>,
}

/// The parts of an object that are omitted.
#[derive(Clone, Copy, Default)]
pub(super) struct Less {
    /// True to omit all symbols and lines.
    pub(super) all: bool,
    pub(super) lines: bool,
    /// True to omit local symbols.
    pub(super) local: bool,
    /// True to omit local symbols whose names begin with `.L`.
    pub(super) temporary: bool,
}

impl Choice {
    /// Returns true if an option selects symbols to remove.
    pub(super) fn is_given(&self) -> bool {
        self.strip_unneeded || !self.strip_symbol.is_empty()
    }

    fn names(&self, names: &[String], name: &str) -> bool {
        names.iter().any(|known| match self.wildcard {
            true => Pattern::new(known).matches(name),
            false => known == name,
        })
    }

    /// Omits symbols and lines, except those that relocations need.
    ///
    /// # Errors
    ///
    /// A relocation needs a symbol that an option removes by name.
    pub(super) fn reduce(&self, object: &mut Object, less: Less) -> Result<()> {
        let is_object = object.entry.is_none();
        if less.all || less.lines || self.strip_unneeded {
            object.lines = Lines::default();
        }
        let goes = |symbol: &Symbol| {
            let is_local = symbol.binding == Binding::Local;
            let is_needed = is_object && !is_local;
            let is_less = less.local || less.temporary && symbol.name.starts_with(".L");
            let is_asked = less.all || is_less && is_local || self.strip_unneeded && !is_needed;
            (is_asked || self.names(&self.strip_symbol, &symbol.name)) && !self.names(&self.keep_symbol, &symbol.name)
        };
        object.remove_symbols(goes);
        let mut left = object.symbols.iter().map(|symbol| &symbol.name);
        let is_named = |name: &str| self.names(&self.strip_symbol, name) && !self.names(&self.keep_symbol, name);
        left.find(|name| is_named(name)).map_or(Ok(()), |name| {
            bail!("cannot remove symbol `{name}`: a relocation needs it")
        })
    }
}

impl Changes {
    /// Renames symbols as the options say.
    ///
    /// # Errors
    ///
    /// A symbol has two new names, or a file of names cannot be parsed.
    pub(super) fn rename(&self, object: &mut Object) -> Result<()> {
        let mut pairs = self.redefine_sym.clone();
        for path in &self.redefine_syms {
            let text = cli::read_text(path)?;
            for (number, line) in text.lines().enumerate() {
                let line = line.split('#').next().unwrap_or_default();
                let names: Vec<&str> = line.split_whitespace().collect();
                match names[..] {
                    [] => {}
                    [old, new] => pairs.push((old.to_owned(), new.to_owned())),
                    _ => anyhow::bail!("{}:{}: expected two names, OLD and NEW", path.display(), number + 1),
                }
            }
        }
        for (index, (old, _)) in pairs.iter().enumerate() {
            let again = pairs[..index].iter().any(|(other, _)| other == old);
            ensure!(!again, "symbol `{old}` has two new names");
        }
        for symbol in &mut object.symbols {
            if let Some((_, new)) = pairs.iter().find(|(old, _)| **old == *symbol.name) {
                symbol.name = new.as_str().into();
            }
            if let Some(prefix) = &self.prefix_symbols {
                symbol.name = format!("{prefix}{}", symbol.name).into();
            }
        }
        Ok(())
    }

    /// Changes the bindings of symbols as the options say.
    pub(super) fn bind(&self, object: &mut Object, choice: &Choice) {
        for symbol in &mut object.symbols {
            let is = |names: &[String]| choice.names(names, &symbol.name);
            let mut binding = symbol.binding;
            let is_common = matches!(symbol.value, Value::Common { .. });
            if binding == Binding::Global && !is_common && (self.weaken || is(&self.weaken_symbol)) {
                binding = Binding::Weak;
            }
            let only_others = !self.keep_global_symbol.is_empty() && !is(&self.keep_global_symbol);
            let is_defined = matches!(symbol.value, Value::Absolute(_) | Value::Place { .. });
            if is_defined && symbol.binding != Binding::Local && (only_others || is(&self.localize_symbol)) {
                binding = Binding::Local;
            }
            if is_defined && symbol.binding == Binding::Local && is(&self.globalize_symbol) {
                binding = Binding::Global;
            }
            symbol.binding = binding;
        }
    }
}
