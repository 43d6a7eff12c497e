//! Symbols and local labels.

use std::cell::Cell;
use std::collections::{BTreeMap, HashMap};
use std::ops::Range;

use crate::assembly::{Section, Symbol};
use crate::diagnostic::{Fault, similar};
use crate::expression::{Expression, Node, Values};
use crate::source::Origin;

#[derive(Debug)]
enum Definition {
    Known(i64),
    /// `.equ` of something that was not known yet.
    Deferred(Expression),
}

#[derive(Debug)]
struct Entry {
    definition: Definition,
    /// `.set`: the value may change, and each use takes the one of its time.
    variable: bool,
    section: Option<Section>,
    origin: Option<Origin>,
}

/// All symbols of a run.
#[derive(Debug, Default)]
pub(crate) struct Symbols {
    entries: HashMap<String, Entry>,
    locals: HashMap<u32, Vec<i64>>,
    depth: Cell<usize>,
}

/// How long a chain of deferred definitions may be.
const DEPTH: usize = 200;

impl Symbols {
    /// Defines a label or a constant, once.
    pub(crate) fn define(
        &mut self,
        name: &str,
        value: i64,
        section: Option<Section>,
        origin: Option<Origin>,
    ) -> Result<(), String> {
        self.insert(name, Definition::Known(value), false, section, origin)
    }

    /// `.equ`: the expression may name symbols that come later.
    pub(crate) fn equate(
        &mut self,
        name: &str,
        expression: Expression,
        origin: Origin,
    ) -> Result<(), String> {
        let definition = match expression.value(self) {
            Ok(value) => Definition::Known(value),
            Err(_) => Definition::Deferred(expression),
        };
        self.insert(name, definition, false, None, Some(origin))
    }

    /// `.set`: gives a variable a value.
    pub(crate) fn set(&mut self, name: &str, value: i64, origin: Origin) -> Result<(), String> {
        self.insert(name, Definition::Known(value), true, None, Some(origin))
    }

    fn insert(
        &mut self,
        name: &str,
        definition: Definition,
        variable: bool,
        section: Option<Section>,
        origin: Option<Origin>,
    ) -> Result<(), String> {
        if crate::operand::split(name).is_some() {
            return Err(format!("`{name}` is the name of a register"));
        }
        if let Some(known) = self.entries.get(name)
            && !(known.variable && variable)
        {
            let place = known.origin.map_or_else(
                || "before the source".to_owned(),
                |origin| format!("in line {}", origin.line),
            );
            return Err(format!("`{name}` is already defined, {place}"));
        }
        let entry = Entry {
            definition,
            variable,
            section,
            origin,
        };
        self.entries.insert(name.to_owned(), entry);
        Ok(())
    }

    pub(crate) fn is_defined(&self, name: &str) -> bool {
        self.entries.contains_key(name)
    }

    pub(crate) fn define_local(&mut self, number: u32, address: i64) {
        self.locals.entry(number).or_default().push(address);
    }

    /// How often a local label has been defined.
    pub(crate) fn definitions(&self, number: u32) -> usize {
        self.locals.get(&number).map_or(0, Vec::len)
    }

    /// Puts the present values of variables into an expression that is evaluated later.
    pub(crate) fn freeze(&self, expression: &mut Expression) {
        match &mut expression.node {
            Node::Symbol(name) => {
                if let Some(Entry {
                    definition: Definition::Known(value),
                    variable: true,
                    ..
                }) = self.entries.get(name.as_str())
                {
                    expression.node = Node::Number(*value);
                }
            }
            Node::Unary(_, operand) => self.freeze(operand),
            Node::Binary(_, left, right) => {
                self.freeze(left);
                self.freeze(right);
            }
            Node::Number(_) | Node::Local(..) => {}
        }
    }

    /// The symbol table, by name; symbols without a value are left out.
    pub(crate) fn table(&self) -> BTreeMap<String, Symbol> {
        let symbol = |(name, entry): (&String, &Entry)| {
            let value = self.symbol(name, &(0..0)).ok()?;
            let symbol = Symbol {
                value,
                section: entry.section,
                line: entry.origin.map(|origin| (origin.file, origin.line)),
            };
            Some((name.clone(), symbol))
        };
        self.entries.iter().filter_map(symbol).collect()
    }
}

impl Values for Symbols {
    fn symbol(&self, name: &str, span: &Range<usize>) -> Result<i64, Fault> {
        match self.entries.get(name).map(|entry| &entry.definition) {
            Some(Definition::Known(value)) => Ok(*value),
            Some(Definition::Deferred(expression)) => {
                self.depth.set(self.depth.get() + 1);
                let value = if self.depth.get() > DEPTH {
                    Err(Fault::new(
                        span.clone(),
                        format!("`{name}` is defined by itself"),
                    ))
                } else {
                    expression.value(self)
                };
                self.depth.set(self.depth.get() - 1);
                // The fault may lie in another line: point at the use.
                value.map_err(|fault| Fault {
                    span: span.clone(),
                    ..fault
                })
            }
            None => {
                let known = self.entries.keys().map(String::as_str);
                Err(
                    Fault::new(span.clone(), format!("symbol `{name}` is not defined"))
                        .note(similar(name, known)),
                )
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
                    format!("there is no label `{number}:` after this line"),
                )
            })
    }
}
