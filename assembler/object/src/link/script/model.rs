//! A script that was read: its statements.

use super::expression::Expression;
use super::pattern::Pattern;
use crate::model::Processor;

/// A script that was read.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Script {
    /// Its name in messages.
    pub(crate) name: String,
    /// `OUTPUT_ARCH`.
    pub(crate) processor: Option<Processor>,
    /// `ENTRY`.
    pub(crate) entry: Option<String>,
    /// `EXTERN`.
    pub(crate) wanted: Vec<String>,
    /// `MEMORY`.
    pub(crate) regions: Vec<Region>,
    /// The statements in `SECTIONS`, and the assignments around it.
    pub(crate) statements: Vec<Statement>,
}

/// A piece of memory.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Region {
    pub(crate) name: String,
    /// Which sections go there that say nothing: some of `rwxail`, and those behind a `!` do not.
    pub(crate) attributes: String,
    pub(crate) origin: Expression,
    pub(crate) length: Expression,
    pub(crate) line: u32,
}

#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Statement {
    Command(Command),
    Output(Output),
}

/// A command that may stand in a section as well as outside of sections.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Command {
    Assignment(Assignment),
    Assert(Assert),
}

/// `symbol = expression;`
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Assignment {
    /// `.` or a name.
    pub(crate) symbol: String,
    /// Of `+=` and its like, the whole expression.
    pub(crate) value: Expression,
    /// Only where the symbol is used and nothing else defines it.
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
    /// `/DISCARD/` for what is left out.
    pub(crate) name: String,
    pub(crate) address: Option<Expression>,
    pub(crate) align: Option<Expression>,
    /// For all that goes into it.
    pub(crate) subalign: Option<Expression>,
    pub(crate) contents: Vec<Content>,
    pub(crate) region: Option<String>,
    /// The bytes that gaps are filled with.
    pub(crate) fill: Vec<u8>,
    pub(crate) line: u32,
}

/// The section whose contents are left out.
pub(crate) const DISCARD: &str = "/DISCARD/";

#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Content {
    Command(Command),
    /// `BYTE(expression)` and its like: how many bytes.
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
    pub(crate) excluded: Vec<Pattern>,
    pub(crate) sections: Vec<Pattern>,
}

impl Script {
    /// The processor, where `OUTPUT_ARCH` does not say which.
    pub fn default_processor(&mut self, processor: Processor) {
        self.processor.get_or_insert(processor);
    }

    /// Moves a section to an address, as `-Ttext` does.
    pub fn place(&mut self, section: &str, address: u32) {
        let outputs = self.statements.iter_mut().filter_map(|statement| match statement {
            Statement::Output(output) if output.name == section => Some(output),
            _ => None,
        });
        let address = Expression::Number(address.into());
        match outputs.last() {
            Some(output) => (output.address, output.region) = (Some(address), None),
            None => self.statements.push(Statement::Output(Output {
                name: section.to_owned(),
                address: Some(address),
                ..Output::default()
            })),
        }
    }
}
