//! The statements of a script.

use rustc_hash::FxHashSet;

use super::expression::Expression;
use super::pattern::Pattern;
use super::source::{Places, ScriptError};
use crate::model::Processor;

/// A parsed linker script.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Script {
    /// The sources of its lines, for messages.
    pub(crate) places: Places,
    /// `OUTPUT_ARCH`.
    pub(crate) processor: Option<Processor>,
    /// `ENTRY`.
    pub(crate) entry: Option<String>,
    /// `EXTERN`.
    pub(crate) wanted: Vec<String>,
    /// The files in `INPUT`, `GROUP` and `STARTUP`, in order.
    pub inputs: Vec<ScriptInput>,
    /// `SEARCH_DIR`: folders in which to search for the input files and for archives.
    pub folders: Vec<String>,
    /// `OUTPUT`: the file to write, if the script names one.
    pub output: Option<String>,
    /// `MEMORY`.
    pub(crate) regions: Vec<Region>,
    /// The statements in `SECTIONS`, and the assignments around it.
    pub(crate) statements: Vec<Statement>,
    /// `INSERT`: the statements to put into the default script.
    pub(crate) insertions: Vec<Insertion>,
}

/// Statements of a script that belong into the default script.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Insertion {
    pub(crate) statements: Vec<Statement>,
    /// After the section, not before it.
    pub(crate) after: bool,
    pub(crate) section: String,
    pub(crate) line: u32,
}

/// Files that a script names as inputs.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ScriptInput {
    /// The file to link before all others: `STARTUP`.
    First(String),
    /// One file, or `-lNAME` for an archive.
    File(String),
    /// Files whose archives may depend on each other.
    Group(Vec<String>),
}

/// A piece of memory.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Region {
    /// Its name, and those that `REGION_ALIAS` gives it.
    pub(crate) names: Vec<String>,
    /// The kinds of sections that go there by default: some of `rwxail`; those after a `!` do not.
    pub(crate) attributes: String,
    pub(crate) origin: Expression,
    pub(crate) length: Expression,
    pub(crate) line: u32,
}

#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Statement {
    Command(Command),
    Output(Box<Output>),
}

/// A command that may occur inside and outside of sections.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Command {
    Assignment(Assignment),
    Assert(Assert),
}

impl Command {
    /// The expression that it evaluates.
    pub(crate) const fn expression(&self) -> &Expression {
        match self {
            Self::Assignment(assignment) => &assignment.value,
            Self::Assert(assert) => &assert.condition,
        }
    }
}

/// `symbol = expression;`
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Assignment {
    /// `.` or a name.
    pub(crate) symbol: String,
    /// For `+=` and the like, the whole expression.
    pub(crate) value: Expression,
    /// Only if the symbol is used and nothing else defines it.
    pub(crate) provide: bool,
    pub(crate) line: u32,
}

impl Assignment {
    /// Returns true for `+=` and the like.
    fn is_change(&self) -> bool {
        let is_own = |operand: &Expression| matches!(operand, Expression::Symbol(name) if *name == self.symbol);
        matches!(&self.value, Expression::Binary(_, both) if is_own(&both[0]))
    }
}

/// `ASSERT(expression, message)`
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Assert {
    pub(crate) condition: Expression,
    pub(crate) message: String,
    pub(crate) line: u32,
}

/// A section of the program.
#[derive(Debug, Clone, PartialEq, Default)]
pub(crate) struct Output {
    /// `/DISCARD/` for sections that are discarded.
    pub(crate) name: String,
    pub(crate) address: Option<Expression>,
    pub(crate) align: Option<Expression>,
    /// For all that goes into it.
    pub(crate) subalign: Option<Expression>,
    /// Only if all of its contents can be written to, or none of them: `ONLY_IF_RW`, `ONLY_IF_RO`.
    pub(crate) only_if: Option<OnlyIf>,
    pub(crate) contents: Vec<Content>,
    pub(crate) region: Option<String>,
    /// The place where its bytes are stored until the program moves them.
    pub(crate) load: Load,
    /// Not in memory: `NOLOAD`.
    pub(crate) apart: bool,
    /// The value of `.` after the last section of an overlay.
    pub(crate) end: Option<Expression>,
    /// The bytes that gaps are filled with.
    pub(crate) fill: Option<Fill>,
    pub(crate) line: u32,
}

/// The place where a section is loaded.
#[derive(Debug, Clone, PartialEq, Default)]
pub(crate) enum Load {
    /// As far from its address as the section before it.
    #[default]
    Before,
    /// `AT(expression)`; true for the first of an overlay.
    At(Expression, bool),
    /// `AT>region`, and `ALIGN_WITH_INPUT`.
    Region(String, bool),
    /// After the previous section: in an overlay.
    Behind,
}

/// The bytes that gaps are filled with.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Fill {
    /// Those that hexadecimal digits spell.
    Bytes(Vec<u8>),
    /// The four bytes of a value.
    Value(Expression),
}

/// A condition for a section.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum OnlyIf {
    ReadOnly,
    Writable,
}

#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Content {
    Command(Command),
    /// `BYTE(expression)` and the like: the number of bytes, and the value.
    Data(u32, Expression),
    /// `FILL(expression)`
    Fill(Fill),
    Input(Input),
}

/// `file(section section ...)`
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Input {
    pub(crate) keep: bool,
    pub(crate) file: Pattern,
    /// Files sorted by their names, instead of their given order.
    pub(crate) by_file: bool,
    pub(crate) excluded: Vec<Pattern>,
    pub(crate) sections: Vec<Sections>,
}

/// The sections of a pattern.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Sections {
    pub(crate) name: Pattern,
    /// Files whose sections these are not.
    pub(crate) excluded: Vec<Pattern>,
    /// The keys that they are sorted by.
    pub(crate) keys: Vec<Key>,
}

/// A key that sections are sorted by.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Key {
    Name,
    /// The largest first.
    Alignment,
    /// The number at the end of `.ctors.N` and the like.
    Priority,
}

impl Script {
    /// The symbols that it assigns to, without `PROVIDE`, and not only by `+=` and the like.
    pub(crate) fn assigned(&self) -> FxHashSet<String> {
        let commands = self.statements.iter().flat_map(|statement| match statement {
            Statement::Command(command) => vec![command],
            Statement::Output(output) => {
                let commands = output.contents.iter().filter_map(|content| match content {
                    Content::Command(command) => Some(command),
                    _ => None,
                });
                commands.collect()
            }
        });
        let symbols = commands.filter_map(|command| match command {
            Command::Assignment(assignment) if !assignment.provide && !assignment.is_change() => {
                Some(assignment.symbol.clone())
            }
            _ => None,
        });
        symbols.collect()
    }

    /// Returns the files that the script's sections name without wildcards, except members of archives.
    pub fn files(&self) -> impl Iterator<Item = &str> {
        let outputs = self.statements.iter().filter_map(|statement| match statement {
            Statement::Output(output) => Some(&output.contents),
            Statement::Command(_) => None,
        });
        let names = outputs.flatten().filter_map(|content| match content {
            Content::Input(input) => input.file.only(),
            _ => None,
        });
        names.filter(|name| !name.contains(':'))
    }

    /// Sets the processor, unless the script has set it with `OUTPUT_ARCH`.
    pub fn default_processor(&mut self, processor: Processor) {
        self.processor.get_or_insert(processor);
    }

    /// Returns true if the script adds to the default script instead of taking its place: it has an `INSERT`.
    #[must_use]
    pub const fn is_addition(&self) -> bool {
        !self.insertions.is_empty()
    }

    /// Adds the script to a default script: what precedes each `INSERT` at its place, the rest before everything.
    ///
    /// # Errors
    ///
    /// There is no section of the name.
    pub fn added_to(mut self, default: Self) -> Result<Self, ScriptError> {
        let mut insertions = std::mem::take(&mut self.insertions);
        self.statements.extend(default.statements);
        self.processor = self.processor.or(default.processor);
        self.entry = self.entry.or(default.entry);
        for Insertion { statements, after, section, line } in insertions.drain(..) {
            let is_named =
                |statement: &Statement| matches!(statement, Statement::Output(output) if output.name == section);
            let found = self.statements.iter().position(is_named).ok_or_else(|| {
                self.places.error(
                    line,
                    format!("cannot insert at section `{section}`: the script has no such section"),
                )
            })?;
            // As in GNU ld, assignments after a section belong to it, up to one that moves on.
            let moves = |statement: &Statement| match statement {
                Statement::Output(_) => true,
                Statement::Command(Command::Assignment(assignment)) => assignment.symbol == ".",
                Statement::Command(Command::Assert(_)) => false,
            };
            let rest = &self.statements[found + 1..];
            let place = match after {
                true => found + 1 + rest.iter().position(moves).unwrap_or(rest.len()),
                false => found,
            };
            self.statements.splice(place..place, statements);
        }
        Ok(self)
    }

    /// Places a section at an address, like `-Ttext`. If the script has no section of this name, it is added at the
    /// end.
    pub fn place(&mut self, section: &str, address: u32) {
        let outputs = self.statements.iter_mut().filter_map(|statement| match statement {
            Statement::Output(output) if output.name == section => Some(output),
            _ => None,
        });
        let address = Expression::Number(address.into());
        match outputs.last() {
            Some(output) => (output.address, output.region) = (Some(address), None),
            None => self.statements.push(Statement::Output(Box::new(Output {
                name: section.to_owned(),
                address: Some(address),
                ..Output::default()
            }))),
        }
    }
}
