//! Symbols and local labels.

use std::cell::{Cell, RefCell};
use std::collections::BTreeMap;
use std::ops::Range;
use std::sync::Arc;

use rustc_hash::FxHashMap;
use z8000_object::{Binding, MapPlace};

use crate::fault::{Fault, Rule};
use crate::register::is_register;
use crate::section::{Section, Symbol};
use crate::source::{Line, Text};
use crate::value::{Base, Expression, SymbolNumber, Unsettled, Value};

/// The number of a statement, and its line.
type Statement = (usize, Line);

#[derive(Debug)]
enum Definition {
    Known(Value),
    /// `.equ` with an expression that was not yet known.
    Deferred(Box<Deferred>),
    /// `.eqv`: each use has the value of the expression at that point.
    Formula(Text),
    /// `.set`: the value may change, and each use has the current one. Uses before the first `.set` have its value.
    Variable {
        first: Value,
        now: Value,
    },
    /// `.comm`: a number of bytes, aligned to a power of two, unless another object defines the symbol.
    Common {
        size: u32,
        alignment: u32,
    },
}

#[derive(Debug)]
struct Deferred {
    expression: Expression,
    statement: Statement,
    /// The value, once all symbols in the expression are known.
    value: Cell<Option<Value>>,
    /// True if the symbol was used but cannot have a value.
    is_wrong: Cell<bool>,
}

#[derive(Debug)]
struct Entry {
    name: Arc<str>,
    definition: Definition,
    section: Option<Section>,
    origin: Option<MapPlace>,
    /// The index of the line record of a label.
    record: usize,
    /// The uses: file and line, in the order of use.
    uses: RefCell<Vec<(u32, u32)>>,
}

/// A name to be defined, and its position.
pub(crate) struct New<'n> {
    pub(crate) name: &'n str,
    pub(crate) span: Range<usize>,
    pub(crate) origin: Option<MapPlace>,
}

impl<'n> New<'n> {
    /// Creates a definition of the name at `span` of a line.
    pub(crate) const fn at(name: &'n str, span: Range<usize>, line: &Line) -> Self {
        let origin = Some(line.origin);
        Self { name, span, origin }
    }
}

/// Symbols that other objects define, in the order of their first use.
#[derive(Debug, Default)]
struct Externals {
    list: Vec<String>,
    index: FxHashMap<String, u32>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
enum Stage {
    /// Lines are being read; symbols may be defined later.
    #[default]
    Reading,
    /// All addresses are known, and undefined symbols remain undefined.
    Settled,
    /// As `Settled`, but a linker assigns addresses, and another object may define symbols.
    ForLinker,
}

#[derive(Debug, Default)]
pub(crate) struct Symbols {
    entries: Vec<Entry>,
    index: FxHashMap<Arc<str>, usize>,
    /// Names shared with other objects; for weak ones, another object's definition takes precedence.
    pub(crate) exported: FxHashMap<String, Binding>,
    externals: RefCell<Externals>,
    /// True if the value of some symbol may change.
    has_variables: bool,
    /// True if some symbol stands for an expression.
    has_formulas: bool,
    /// The addresses of local labels, in the order of their definitions.
    pub(crate) locals: FxHashMap<u32, Vec<Value>>,
    depth: Cell<usize>,
    stage: Stage,
    /// True if a linker assigns addresses.
    pub(crate) for_linker: bool,
    /// True if the linker may separate code and data: no distance within a piece has been used so far.
    pub(crate) relaxable: Cell<bool>,
    /// The addresses of the pieces, once they are known.
    addresses: Vec<u32>,
    /// Definitions that were used and cannot be evaluated; the fault is in the definition, not in its uses.
    pub(crate) wrong: RefCell<Vec<(Statement, Fault)>>,
    /// The current file and line, for which uses are recorded.
    pub(crate) place: Cell<Option<(u32, u32)>>,
}

/// Maximum length of a chain of deferred definitions.
const DEPTH: usize = 200;

impl Symbols {
    /// Creates an empty table. A linker may assign addresses, and may also change distances.
    pub(crate) fn new(for_linker: bool, relaxable: bool) -> Self {
        Self {
            for_linker,
            relaxable: Cell::new(for_linker && relaxable),
            ..Self::default()
        }
    }

    /// Defines a label in a section.
    pub(crate) fn label(
        &mut self,
        new: &New<'_>,
        address: Value,
        section: Section,
        record: usize,
    ) -> Result<(), Fault> {
        let index = self.insert(new, Definition::Known(address))?;
        let entry = &mut self.entries[index];
        entry.section = Some(section);
        entry.record = record;
        Ok(())
    }

    pub(crate) fn constant(&mut self, new: &New<'_>, value: i64) -> Result<(), Fault> {
        self.insert(new, Definition::Known(Value::number(value))).map(|_| ())
    }

    /// Executes `.equ`: the expression may contain symbols that are defined later. As in GNU as, a constant can be
    /// changed, with a warning, unless `strict` is true.
    pub(crate) fn equate(
        &mut self,
        new: &New<'_>,
        expression: Expression,
        strict: bool,
        (statement, line): (usize, &Line),
    ) -> Result<Option<Fault>, Fault> {
        let definition = match expression.value(self) {
            Ok(value) => Definition::Known(value),
            Err(Unsettled::Later) => Definition::Deferred(Box::new(Deferred {
                expression,
                statement: (statement, line.clone()),
                value: Cell::default(),
                is_wrong: Cell::default(),
            })),
            Err(Unsettled::Fault(fault)) => {
                // Define the symbol in any case, because its uses are correct.
                let _ = self.insert(new, Definition::Known(Value::number(0)));
                return Err(*fault);
            }
        };
        if let Definition::Known(now) = definition
            && !strict
            && let Some(warning) = self.change(new, now)
        {
            return Ok(Some(warning));
        }
        self.insert(new, definition).map(|_| None)
    }

    /// Changes the value of an existing constant from this point; returns a warning if it has.
    fn change(&mut self, new: &New<'_>, now: Value) -> Option<Fault> {
        let entry = &mut self.entries[*self.index.get(new.name)?];
        let first = match entry.definition {
            Definition::Known(first) if entry.section.is_none() && first != now => first,
            Definition::Variable { first, .. } => first,
            _ => return None,
        };
        entry.definition = Definition::Variable { first, now };
        self.has_variables = true;
        let line = entry.origin.map_or(0, |origin| origin.line);
        let message = format!("`{}` was defined on line {line}; its value changes here", new.name);
        Some(Fault::new(new.span.clone(), message))
    }

    /// Executes `.set`, which gives a variable a value.
    pub(crate) fn set(&mut self, new: &New<'_>, value: Value) -> Result<(), Fault> {
        self.has_variables = true;
        let first = value;
        self.insert(new, Definition::Variable { first, now: value }).map(|_| ())
    }

    /// Executes `.eqv`, which makes a symbol stand for an expression.
    pub(crate) fn formula(&mut self, new: &New<'_>, text: Text) -> Result<(), Fault> {
        self.has_formulas = true;
        self.insert(new, Definition::Formula(text)).map(|_| ())
    }

    /// Returns the expression that a symbol stands for.
    pub(crate) fn expression(&self, name: &str) -> Option<&Text> {
        match &self.has_formulas.then(|| self.find(name)).flatten()?.definition {
            Definition::Formula(text) => Some(text),
            _ => None,
        }
    }

    /// Executes `.comm`, which declares space shared by all objects that request it.
    pub(crate) fn common(&mut self, new: &New<'_>, size: u32, alignment: u32) -> Result<(), Fault> {
        self.insert(new, Definition::Common { size, alignment }).map(|_| ())
    }

    fn insert(&mut self, new: &New<'_>, definition: Definition) -> Result<usize, Fault> {
        let name = new.name;
        if is_register(name) {
            let message = format!("`{name}` is a register name");
            return Err(Fault::new(new.span.clone(), message));
        }
        if let Some(&index) = self.index.get(name) {
            self.entries[index].again(definition, new)?;
            return Ok(index);
        }
        let index = self.entries.len();
        let name: Arc<str> = name.into();
        self.index.insert(Arc::clone(&name), index);
        self.entries.push(Entry {
            name,
            definition,
            section: None,
            origin: new.origin,
            record: 0,
            uses: RefCell::default(),
        });
        Ok(index)
    }

    /// Ends the source: the addresses of all pieces are known, or are assigned by a linker.
    pub(crate) fn settle(&mut self, addresses: Vec<u32>) {
        self.addresses = addresses;
        self.stage = match self.for_linker {
            true => Stage::ForLinker,
            false => Stage::Settled,
        };
    }
}

impl Entry {
    /// Defines the symbol again, which is allowed only for a variable, or for a constant with the same value.
    fn again(&mut self, definition: Definition, new: &New<'_>) -> Result<(), Fault> {
        match (&mut self.definition, definition) {
            (Definition::Variable { now, .. }, Definition::Variable { now: value, .. }) => *now = value,
            (Definition::Common { size, .. }, Definition::Common { size: same, .. }) if *size == same => {}
            (Definition::Known(old), Definition::Known(value)) if self.section.is_none() && *old == value => {}
            _ => {
                let line = self.origin.map(|origin| format!("on line {}", origin.line));
                let place = line.as_deref().unwrap_or("on the command line");
                let message = format!("`{}` is already defined {place}", new.name);
                return Err(Fault::new(new.span.clone(), message).rule(Rule::Duplicate));
            }
        }
        Ok(())
    }
}

impl Symbols {
    pub(crate) fn symbol(&self, name: &str, span: &Range<usize>) -> Result<Value, Unsettled> {
        let Some(&index) = self.index.get(name) else {
            return match self.stage {
                Stage::Reading => Err(Unsettled::Later),
                Stage::Settled => {
                    let known = self.index.keys().map(|name| &**name);
                    Err(Fault::undefined(span.clone(), name, known).into())
                }
                Stage::ForLinker => Ok(self.external(name)),
            };
        };
        let entry = &self.entries[index];
        self.use_of(entry);
        match &entry.definition {
            Definition::Known(value) => {
                let symbol = SymbolNumber::new(index as u32 + 1);
                Ok(Value { symbol, ..self.settled(*value) })
            }
            Definition::Variable { now, .. } if self.stage == Stage::Reading => Ok(*now),
            Definition::Variable { first, .. } => Ok(self.settled(*first)),
            Definition::Formula(_) => {
                Err(self.later(|| Fault::new(span.clone(), format!("`{name}` cannot be used before its `.eqv`"))))
            }
            Definition::Common { .. } if self.stage == Stage::ForLinker => Ok(self.external(name)),
            Definition::Common { .. } => Err(Unsettled::Later),
            Definition::Deferred(deferred) => {
                let symbol = SymbolNumber::new(index as u32 + 1);
                if let Some(value) = deferred.value.get() {
                    return Ok(Value { symbol, ..self.settled(value) });
                }
                let depth = self.depth.get();
                if depth >= DEPTH {
                    return Err(self.later(|| {
                        let others = format!("is recursive or nested more than {DEPTH} levels deep");
                        Fault::new(span.clone(), format!("the definition of `{name}` {others}")).rule(Rule::Limit)
                    }));
                }
                self.depth.set(depth + 1);
                let result = deferred.expression.value(self);
                self.depth.set(depth);
                if let Err(Unsettled::Fault(fault)) = result {
                    if !deferred.is_wrong.replace(true) {
                        self.wrong.borrow_mut().push((deferred.statement.clone(), *fault));
                    }
                    return Err(Unsettled::Later);
                }
                deferred.value.set(result.as_ref().ok().copied());
                Ok(Value { symbol, ..result? })
            }
        }
    }

    /// Calls `run` one level deeper in the definition of the symbol at `span`.
    pub(crate) fn nested<T>(&self, span: &Range<usize>, run: impl FnOnce() -> Result<T, Fault>) -> Result<T, Fault> {
        let depth = self.depth.get();
        if depth >= DEPTH {
            let message = format!("this definition is recursive or nested more than {DEPTH} levels deep");
            return Err(Fault::new(span.clone(), message).rule(Rule::Limit));
        }
        self.depth.set(depth + 1);
        let result = run();
        self.depth.set(depth);
        result
    }

    /// Returns the address of a definition of a local label.
    pub(crate) fn local(&self, number: u32, definition: usize, span: &Range<usize>) -> Result<Value, Unsettled> {
        let address = self.locals.get(&number).and_then(|addresses| addresses.get(definition));
        match address {
            Some(address) => Ok(self.settled(*address)),
            None => Err(self.later(|| undefined_label(number, "after", span))),
        }
    }

    /// Returns a value with the address of its piece added, if that is known.
    pub(crate) fn settled(&self, value: Value) -> Value {
        match value.base {
            Some(Base::Piece(piece)) => match self.addresses.get(piece as usize) {
                Some(&address) => Value { number: value.number.wrapping_add(address.into()), base: None, ..value },
                None => value,
            },
            _ => value,
        }
    }

    /// Returns the error for an unknown value: [`Unsettled::Later`] while lines are read, then a fault.
    pub(crate) fn later(&self, fault: impl FnOnce() -> Fault) -> Unsettled {
        match self.stage {
            Stage::Reading => Unsettled::Later,
            _ => fault().into(),
        }
    }

    fn external(&self, name: &str) -> Value {
        let Externals { list, index } = &mut *self.externals.borrow_mut();
        let index = *index.entry(name.to_owned()).or_insert_with(|| {
            list.push(name.to_owned());
            list.len() as u32 - 1
        });
        Value { number: 0, base: Some(Base::External(index)), addresses: 1, symbol: None }
    }

    /// Returns the current value of a symbol whose value may change.
    pub(crate) fn variable(&self, name: &str) -> Option<Value> {
        // Most sources have no variables, and a name is looked up again for its value.
        let index = self.has_variables.then(|| self.index.get(name)).flatten()?;
        match self.entries[*index].definition {
            Definition::Variable { now, .. } => Some(Value { symbol: SymbolNumber::new(*index as u32 + 1), ..now }),
            _ => None,
        }
    }

    fn find(&self, name: &str) -> Option<&Entry> {
        self.index.get(name).map(|&index| &self.entries[index])
    }

    pub(crate) fn is_defined(&self, name: &str) -> bool {
        self.index.contains_key(name)
    }
}

/// Returns the error of a numbered label without a definition before or after a line.
pub(crate) fn undefined_label(number: u32, side: &str, span: &Range<usize>) -> Fault {
    Fault::new(
        span.clone(),
        format!("label `{number}:` is not defined {side} this line"),
    )
    .rule(Rule::Undefined)
}

/// Uses of symbols, and the results at the end of the source.
impl Symbols {
    /// Records a use that does not need the value, as in `.ifdef`.
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

    /// Returns the labels that are never used: the name, and the index of the line's record. Labels generated by
    /// expansions are omitted, because a macro may define more than each call needs.
    pub(crate) fn unused(&self) -> Vec<(String, usize)> {
        self.entries
            .iter()
            .filter(|entry| entry.section.is_some() && entry.uses.borrow().is_empty())
            .filter(|entry| entry.origin.is_some_and(|origin| origin.expansion.is_none()))
            .filter(|entry| !self.exported.contains_key(&*entry.name))
            .map(|entry| (entry.name.to_string(), entry.record))
            .collect()
    }

    /// Returns the name and the final value of a symbol that is shared with other objects.
    pub(crate) fn shared(&self, symbol: SymbolNumber) -> Option<(&str, i64)> {
        let entry = self.entries.get(symbol.get() as usize - 1)?;
        let address = match &entry.definition {
            Definition::Known(value) | Definition::Variable { now: value, .. } => value.number,
            Definition::Deferred(deferred) => deferred.value.get()?.number,
            _ => return None,
        };
        self.exported
            .contains_key(&*entry.name)
            .then_some((&*entry.name, address))
    }

    /// Returns true if another object's definition of a symbol takes precedence.
    pub(crate) fn is_weak(&self, symbol: SymbolNumber) -> bool {
        let shared = self.shared(symbol);
        shared.is_some_and(|(name, _)| self.binding(name, Binding::Local) == Binding::Weak)
    }

    /// Returns the common symbols: name, size, alignment.
    pub(crate) fn commons(&self) -> Vec<(String, u32, u32)> {
        let common = |entry: &Entry| match entry.definition {
            Definition::Common { size, alignment } => Some((entry.name.to_string(), size, alignment)),
            _ => None,
        };
        self.entries.iter().filter_map(common).collect()
    }

    /// Allocates a common symbol at an address, because no other object can define it.
    pub(crate) fn allocate(&mut self, name: &str, address: Value, section: Section) {
        if let Some(&index) = self.index.get(name) {
            self.entries[index].definition = Definition::Known(address);
            self.entries[index].section = Some(section);
        }
    }

    /// Returns the symbols that other objects define, in the order of their first use.
    pub(crate) fn externals(&self) -> Vec<String> {
        self.externals.borrow().list.clone()
    }

    /// Returns the binding of a symbol: `usual`, unless the source specifies another.
    pub(crate) fn binding(&self, name: &str, usual: Binding) -> Binding {
        self.exported.get(name).copied().unwrap_or(usual)
    }

    /// Returns the names that are exported but not defined here.
    pub(crate) fn only_exported(&self) -> impl Iterator<Item = &String> {
        self.exported.keys().filter(|name| !self.is_defined(name))
    }

    /// Returns the symbols that have a value, in the order of their definition.
    pub(crate) fn defined(&self) -> impl Iterator<Item = (&Arc<str>, Value)> {
        self.place.set(None);
        let value = |entry| self.last_value(entry);
        self.entries
            .iter()
            .filter_map(move |entry| Some((&entry.name, value(entry)?)))
    }

    fn last_value(&self, entry: &Entry) -> Option<Value> {
        match entry.definition {
            Definition::Known(now) | Definition::Variable { now, .. } => Some(self.settled(now)),
            Definition::Common { .. } => None,
            _ => self.symbol(&entry.name, &(0..0)).ok(),
        }
    }

    /// Returns the symbol table, by name; symbols without a value are omitted.
    pub(crate) fn into_table(self) -> BTreeMap<String, Symbol> {
        self.place.set(None);
        let values: Vec<Option<Value>> = self.entries.iter().map(|entry| self.last_value(entry)).collect();
        let symbol = |(entry, value): (Entry, Option<Value>)| {
            let mut uses = entry.uses.into_inner();
            uses.sort_unstable();
            // A statement that had to wait for symbols has used each symbol twice.
            uses.dedup();
            let symbol = Symbol {
                value: value?.number,
                section: entry.section,
                line: entry.origin.map(|origin| (origin.file, origin.line)),
                uses,
            };
            Some((entry.name.to_string(), symbol))
        };
        let mut table = BTreeMap::new();
        table.extend(self.entries.into_iter().zip(values).filter_map(symbol));
        table
    }
}
