//! Symbols and local labels.

use std::cell::{Cell, RefCell};
use std::collections::{BTreeMap, HashMap, HashSet};
use std::ops::Range;

use z8000::isa::names;

use crate::assembly::{Section, Symbol};
use crate::fault::Fault;
use crate::register::is_register;
use crate::similar::similar;
use crate::source::Origin;
use crate::term::{Expression, Values};

#[derive(Debug)]
enum Definition {
    Known(i64),
    /// `.equ` of something that was not known yet.
    Deferred(Expression<'static>),
}

#[derive(Debug)]
struct Entry {
    name: String,
    definition: Definition,
    /// Value of a deferred definition, once every symbol in it has one.
    resolved: Cell<Option<i64>>,
    /// How often the address of a label is in the value; of a deferred definition, once it is known.
    addresses: Cell<Option<i64>>,
    /// `.set`: the value may change, and each use takes the one of its time.
    variable: bool,
    section: Option<Section>,
    origin: Option<Origin>,
    /// Index of the record of a label's line.
    record: usize,
    /// Where it is used: file and line, in the order of use.
    uses: RefCell<Vec<(u32, u32)>>,
}

/// A name that is to be defined, and where it stands.
pub(crate) struct New<'n> {
    pub(crate) name: &'n str,
    pub(crate) span: Range<usize>,
    pub(crate) origin: Option<Origin>,
}

/// All symbols of a run.
#[derive(Debug, Default)]
pub(crate) struct Symbols {
    entries: Vec<Entry>,
    index: HashMap<String, usize>,
    /// Names that are used from outside.
    exported: HashSet<String>,
    locals: HashMap<u32, Vec<i64>>,
    depth: Cell<usize>,
    /// File and line at work, for which uses are counted.
    pub(crate) place: Cell<Option<(u32, u32)>>,
}

/// How long a chain of deferred definitions may be.
const DEPTH: usize = 200;

impl Symbols {
    /// Defines a label of a section.
    pub(crate) fn label(&mut self, new: &New<'_>, address: i64, section: Section, record: usize) -> Result<(), Fault> {
        self.insert(new, Definition::Known(address), Some(1), false, Some(section))?;
        if let Some(entry) = self.entries.last_mut() {
            entry.record = record;
        }
        Ok(())
    }

    /// Defines a constant.
    pub(crate) fn constant(&mut self, new: &New<'_>, value: i64) -> Result<(), Fault> {
        self.insert(new, Definition::Known(value), Some(0), false, None)
    }

    /// `.equ`: the expression may name symbols that come later.
    pub(crate) fn equate(&mut self, new: &New<'_>, expression: Expression<'static>) -> Result<(), Fault> {
        if !expression.is_known(self) {
            return self.insert(new, Definition::Deferred(expression), None, false, None);
        }
        let addresses = expression.addresses(self);
        let value = expression.value(self)?;
        self.insert(new, Definition::Known(value), Some(addresses), false, None)
    }

    /// `.set`: gives a variable a value.
    pub(crate) fn set(&mut self, new: &New<'_>, value: i64, addresses: i64) -> Result<(), Fault> {
        self.insert(new, Definition::Known(value), Some(addresses), true, None)
    }

    fn insert(
        &mut self,
        new: &New<'_>,
        definition: Definition,
        addresses: Option<i64>,
        variable: bool,
        section: Option<Section>,
    ) -> Result<(), Fault> {
        let name = new.name;
        let fault = |message: String| Err(Fault::new(new.span.clone(), message));
        if is_register(name) {
            return fault(format!("`{name}` is the name of a register"));
        }
        let known = self.index.get(name).copied();
        if let Some(known) = known.map(|index| &mut self.entries[index]) {
            if known.variable && variable {
                known.definition = definition;
                known.addresses.set(addresses);
                return Ok(());
            }
            return fault(match known.origin {
                Some(origin) => format!("`{name}` is already defined in line {}", origin.line),
                None => format!("`{name}` is already defined before the source"),
            });
        }
        self.index.insert(name.to_owned(), self.entries.len());
        self.entries.push(Entry {
            name: name.to_owned(),
            definition,
            resolved: Cell::new(None),
            addresses: Cell::new(addresses),
            variable,
            section,
            origin: new.origin,
            record: 0,
            uses: RefCell::default(),
        });
        Ok(())
    }

    /// The present value of a symbol whose value may change.
    pub(crate) fn variable(&self, name: &str) -> Option<i64> {
        match self.find(name)? {
            Entry {
                definition: Definition::Known(value),
                variable: true,
                ..
            } => Some(*value),
            _ => None,
        }
    }

    fn find(&self, name: &str) -> Option<&Entry> {
        self.index.get(name).map(|&index| &self.entries[index])
    }

    pub(crate) fn is_defined(&self, name: &str) -> bool {
        self.index.contains_key(name)
    }

    pub(crate) fn define_local(&mut self, number: u32, address: i64) {
        self.locals.entry(number).or_default().push(address);
    }

    /// How often a local label has been defined.
    pub(crate) fn definitions(&self, number: u32) -> usize {
        self.locals.get(&number).map_or(0, Vec::len)
    }

    /// A symbol is used from outside.
    pub(crate) fn export(&mut self, name: &str) {
        self.exported.insert(name.to_owned());
    }

    /// Counts a use that needs no value: `.ifdef`.
    pub(crate) fn mention(&self, name: &str) {
        if let Some(entry) = self.find(name) {
            self.use_of(entry);
        }
    }

    fn use_of(&self, entry: &Entry) {
        if let Some(place) = self.place.get() {
            let mut uses = entry.uses.borrow_mut();
            if uses.last() != Some(&place) {
                uses.push(place);
            }
        }
    }

    /// Labels that are never used: name, and index of the line's record. Those that an expansion made
    /// are left out: a macro may well define more than each call needs.
    pub(crate) fn unused(&self) -> Vec<(String, usize)> {
        self.entries
            .iter()
            .filter(|entry| entry.section.is_some() && entry.uses.borrow().is_empty())
            .filter(|entry| entry.origin.is_some_and(|origin| origin.expansion.is_none()))
            .filter(|entry| !self.exported.contains(&entry.name))
            .map(|entry| (entry.name.clone(), entry.record))
            .collect()
    }

    /// The symbol table, by name; symbols without a value are left out.
    pub(crate) fn table(&self) -> BTreeMap<String, Symbol> {
        self.place.set(None);
        let symbol = |entry: &Entry| {
            let mut uses = entry.uses.borrow().clone();
            uses.sort_unstable();
            let symbol = Symbol {
                value: self.symbol(&entry.name, &(0..0)).ok()?,
                section: entry.section,
                line: entry.origin.map(|origin| (origin.file, origin.line)),
                uses,
            };
            Some((entry.name.clone(), symbol))
        };
        self.entries.iter().filter_map(symbol).collect()
    }

    /// Goes one definition deeper, unless the chain is too long, as one that contains itself is.
    fn deeper<T>(&self, evaluate: impl FnOnce() -> T) -> Option<T> {
        if self.depth.get() >= DEPTH {
            return None;
        }
        self.depth.set(self.depth.get() + 1);
        let result = evaluate();
        self.depth.set(self.depth.get() - 1);
        Some(result)
    }
}

impl Values for Symbols {
    fn symbol(&self, name: &str, span: &Range<usize>) -> Result<i64, Fault> {
        let Some(entry) = self.find(name) else {
            return Err(self.undefined(name, span));
        };
        self.use_of(entry);
        match &entry.definition {
            Definition::Known(value) => Ok(*value),
            Definition::Deferred(expression) => {
                if let Some(value) = entry.resolved.get() {
                    return Ok(value);
                }
                let by_itself = || {
                    Fault::new(
                        0..0,
                        format!("the definition of `{name}` contains itself, or more than {DEPTH} others in a chain"),
                    )
                };
                let value = self
                    .deeper(|| expression.value(self))
                    .unwrap_or_else(|| Err(by_itself()))
                    // The fault may lie in another line: point at the use.
                    .map_err(|fault| Fault {
                        span: span.clone(),
                        ..fault
                    })?;
                entry.resolved.set(Some(value));
                Ok(value)
            }
        }
    }

    fn local(&self, number: u32, definition: usize, span: &Range<usize>) -> Result<i64, Fault> {
        self.locals
            .get(&number)
            .and_then(|addresses| addresses.get(definition))
            .copied()
            .ok_or_else(|| {
                Fault::new(
                    span.clone(),
                    format!("label `{number}:` is not defined after this line"),
                )
            })
    }

    fn is_known(&self, name: &str) -> bool {
        let Some(entry) = self.find(name) else {
            return false;
        };
        let Definition::Deferred(expression) = &entry.definition else {
            return true;
        };
        // What is known gets its value now, and is not evaluated twice.
        entry.resolved.get().is_some()
            || self.deeper(|| expression.is_known(self)) == Some(true) && self.symbol(name, &(0..0)).is_ok()
    }

    fn addresses(&self, name: &str) -> i64 {
        let Some(entry) = self.find(name) else {
            return 0;
        };
        if let Some(addresses) = entry.addresses.get() {
            return addresses;
        }
        let Definition::Deferred(expression) = &entry.definition else {
            return 0;
        };
        let addresses = self.deeper(|| expression.addresses(self)).unwrap_or_default();
        if entry.resolved.get().is_some() {
            entry.addresses.set(Some(addresses));
        }
        addresses
    }
}

impl Symbols {
    fn undefined(&self, name: &str, span: &Range<usize>) -> Fault {
        let fault = Fault::new(span.clone(), format!("symbol `{name}` is not defined"));
        if names::condition(name).is_some() {
            return fault.label("a condition of this name is followed by an address");
        }
        fault.note(similar(name, self.index.keys().map(String::as_str)))
    }
}
