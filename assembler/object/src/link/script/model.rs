//! The statements of a script.

use rustc_hash::FxHashSet;

use super::expression::Expression;
use super::pattern::Pattern;
use super::source::{Places, ScriptError};
use crate::model::Processor;

/// A parsed linker script.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Script {
    /// The files and lines that the script was read from, for messages.
    pub(crate) places: Places,
    /// The processor in `OUTPUT_ARCH`.
    pub(crate) processor: Option<Processor>,
    pub(crate) entry: Option<String>,
    /// The symbols in `EXTERN`, which count as used.
    pub(crate) wanted: Vec<String>,
    /// The files in `INPUT`, `GROUP` and `STARTUP`, in order.
    pub inputs: Vec<ScriptInput>,
    /// `SEARCH_DIR`: folders in which to search for the input files and for archives.
    pub folders: Vec<String>,
    /// `OUTPUT`: the file to write, if the script names one.
    pub output: Option<String>,
    /// The memory regions in `MEMORY`.
    pub(crate) regions: Vec<Region>,
    /// The statements in `SECTIONS`, and the assignments around it.
    pub(crate) statements: Vec<Statement>,
    /// `INSERT`: the statements to put into the default script.
    pub(crate) insertions: Vec<Insertion>,
}

/// Statements of a script that are inserted into the default script.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Insertion {
    pub(crate) statements: Vec<Statement>,
    /// True for `AFTER`, false for `BEFORE`.
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

#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Region {
    /// Its name, and its aliases from `REGION_ALIAS`.
    pub(crate) names: Vec<String>,
    /// Attributes of the sections that go there by default: letters of `rwxail`; those after a `!` are excluded.
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

/// A command that may occur inside and outside sections.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Command {
    Assignment(Assignment),
    Assert(Assert),
}

impl Command {
    /// Returns the expression that the command evaluates.
    pub(crate) const fn expression(&self) -> &Expression {
        match self {
            Self::Assignment(assignment) => &assignment.value,
            Self::Assert(assert) => &assert.condition,
        }
    }
}

/// An assignment `symbol = expression;`.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Assignment {
    /// `.` or a name.
    pub(crate) symbol: String,
    /// The expression; for operators such as `+=`, including the symbol itself.
    pub(crate) value: Expression,
    /// True if the symbol is defined only if it is used and not defined otherwise.
    pub(crate) provide: bool,
    pub(crate) line: u32,
}

impl Assignment {
    /// Returns true for an assignment that changes the symbol, such as with `+=`.
    fn is_change(&self) -> bool {
        let is_own = |operand: &Expression| matches!(operand, Expression::Symbol(name) if *name == self.symbol);
        matches!(&self.value, Expression::Binary(_, both) if is_own(&both[0]))
    }
}

/// A check `ASSERT(expression, message)`.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Assert {
    pub(crate) condition: Expression,
    pub(crate) message: String,
    pub(crate) line: u32,
}

/// A section of the program.
#[derive(Debug, Clone, PartialEq, Default)]
pub(crate) struct Output {
    /// The name; `/DISCARD/` if the contents are discarded.
    pub(crate) name: String,
    pub(crate) address: Option<Expression>,
    pub(crate) align: Option<Expression>,
    /// The alignment of everything in it: `SUBALIGN`.
    pub(crate) subalign: Option<Expression>,
    /// The condition `ONLY_IF_RW` or `ONLY_IF_RO`: use the section only if all of its contents are writable, or none
    /// are.
    pub(crate) only_if: Option<OnlyIf>,
    pub(crate) contents: Vec<Content>,
    pub(crate) region: Option<String>,
    /// How the load address is determined, at which the bytes are stored until the program moves them.
    pub(crate) load: Load,
    /// True if it is not in memory: `NOLOAD`.
    pub(crate) apart: bool,
    /// The value of `.` after the last section of an overlay.
    pub(crate) end: Option<Expression>,
    /// The bytes for filling gaps.
    pub(crate) fill: Option<Fill>,
    pub(crate) line: u32,
}

/// How the load address of a section is determined.
#[derive(Debug, Clone, PartialEq, Default)]
pub(crate) enum Load {
    /// At the same distance from the address as in the previous section.
    #[default]
    Before,
    /// By `AT(expression)`; true for the first section of an overlay.
    At(Expression, bool),
    /// In a region, by `AT>region`; true with `ALIGN_WITH_INPUT`.
    Region(String, bool),
    /// Directly after the previous section, as in an overlay.
    Behind,
}

/// The bytes for filling gaps.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Fill {
    /// The bytes given by hexadecimal digits.
    Bytes(Vec<u8>),
    /// The four bytes of a value.
    Value(Expression),
}

/// A condition for using a section.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum OnlyIf {
    ReadOnly,
    Writable,
}

#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Content {
    Command(Command),
    /// `BYTE(expression)` and related commands: the number of bytes, and the value.
    Data(u32, Expression),
    /// `FILL(expression)`: sets the bytes for filling gaps.
    Fill(Fill),
    Input(Input),
}

/// Input sections: `file(section section ...)`.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Input {
    pub(crate) keep: bool,
    pub(crate) file: Pattern,
    /// True if files are sorted by name.
    pub(crate) by_file: bool,
    pub(crate) excluded: Vec<Pattern>,
    pub(crate) sections: Vec<Sections>,
}

/// The sections that match a pattern.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Sections {
    pub(crate) name: Pattern,
    /// Files whose sections are excluded.
    pub(crate) excluded: Vec<Pattern>,
    /// The keys by which the sections are sorted.
    pub(crate) keys: Vec<Key>,
}

/// A sort key of sections.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Key {
    Name,
    /// By alignment, largest first.
    Alignment,
    /// By the number at the end of names such as `.ctors.N`.
    Priority,
}

impl Script {
    /// Returns the symbols to which the script assigns, except by `PROVIDE` and except those that are only changed,
    /// such as with `+=`.
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

    /// Returns true if the script has an `INSERT`, so that it adds to the default script instead of replacing it.
    pub const fn is_addition(&self) -> bool {
        !self.insertions.is_empty()
    }

    /// Adds the script to a default script: the statements before each `INSERT` at its place, the others at the
    /// beginning.
    ///
    /// # Errors
    ///
    /// No section has the name in an `INSERT`.
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
            // As in GNU ld, assignments after a section belong to it, up to one that changes `.`.
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
