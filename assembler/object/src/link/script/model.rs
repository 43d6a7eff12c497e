//! The statements of a script.

use super::expression::Expression;
use super::pattern::Pattern;
use super::source::Places;
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
    pub(crate) fill: Vec<u8>,
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
    Fill(Vec<u8>),
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
