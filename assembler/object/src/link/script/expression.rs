//! Expressions in linker scripts: those of C, with the functions of GNU ld.

use super::cursor::{Cursor, DISCARD};
use super::source::ScriptError;
use crate::expression::{self, Terms};
use crate::number;

/// The prefixes of hexadecimal numbers.
const HEXADECIMAL: [&str; 3] = ["0x", "0X", "$"];

/// Maximum nesting depth.
const DEEPEST: usize = 64;

#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Expression {
    Number(u64),
    /// A symbol, or `.`.
    Symbol(String),
    Unary(char, Box<Self>),
    /// A binary operator, given as text.
    Binary(&'static str, Box<[Self; 2]>),
    /// The condition, and the values if it is true and if it is false.
    Choice(Box<[Self; 3]>),
    /// A function of a section, a symbol or a region, with its name.
    Of(&'static str, String),
    Absolute(Box<Self>),
    /// The current address, or the first value, aligned to a multiple of the last.
    Align(Option<Box<Self>>, Box<Self>),
    /// The current address, aligned to a multiple, as an absolute address: `NEXT`.
    Next(Box<Self>),
    /// The exponent of the smallest power of two that is not less than the value.
    Exponent(Box<Self>),
    Least(Box<[Self; 2]>),
    Most(Box<[Self; 2]>),
}

impl Expression {
    /// Returns true if assigning the expression to `.` can have an effect. As in GNU ld, these have none: `. + 0`, and
    /// `ALIGN(. != 0 ? X : 1)`, which is 0 at 0.
    pub(crate) fn may_move(&self) -> bool {
        let is_dot = |expression: &Self| matches!(expression, Self::Symbol(name) if name == ".");
        let nothing = match self {
            Self::Binary("+", both) => is_dot(&both[0]) && both[1] == Self::Number(0),
            Self::Align(None, to) => match &**to {
                Self::Choice(choice) => {
                    let [condition, _, otherwise] = &**choice;
                    let somewhere = matches!(condition, Self::Binary("!=", both)
                        if is_dot(&both[0]) && both[1] == Self::Number(0));
                    somewhere && *otherwise == Self::Number(1)
                }
                _ => false,
            },
            _ => false,
        };
        !nothing
    }
}

impl Expression {
    /// Collects the names of the sections whose addresses the expression uses.
    pub(crate) fn addressed<'e>(&'e self, names: &mut Vec<&'e str>) {
        match self {
            Self::Number(_) | Self::Symbol(_) => {}
            Self::Of(function, name) if ["ADDR", "LOADADDR"].contains(function) => names.push(name),
            Self::Of(..) => {}
            Self::Unary(_, one)
            | Self::Absolute(one)
            | Self::Align(None, one)
            | Self::Next(one)
            | Self::Exponent(one) => {
                one.addressed(names);
            }
            Self::Align(Some(one), other) => [one, other].into_iter().for_each(|one| one.addressed(names)),
            Self::Binary(_, both) | Self::Least(both) | Self::Most(both) => {
                both.iter().for_each(|one| one.addressed(names));
            }
            Self::Choice(all) => all.iter().for_each(|one| one.addressed(names)),
        }
    }
}

/// Functions whose argument is a name.
const FUNCTIONS: [&str; 7] = ["ADDR", "LOADADDR", "SIZEOF", "ALIGNOF", "DEFINED", "ORIGIN", "LENGTH"];

/// Binary operators by precedence, starting with the lowest.
const OPERATORS: [&[&str]; 10] = [
    &["||"],
    &["&&"],
    &["|"],
    &["^"],
    &["&"],
    &["==", "!="],
    &["<=", ">=", "<", ">"],
    &["<<", ">>"],
    &["+", "-"],
    &["*", "/", "%"],
];

/// The operators of assignments such as `symbol += expression`.
pub(super) const ASSIGNING: [&str; 8] = ["<<", ">>", "+", "-", "*", "/", "&", "|"];

/// Functions whose arguments are expressions.
const CALLS: [&str; 12] = [
    "ALIGN",
    "BLOCK",
    "ABSOLUTE",
    "MAX",
    "MIN",
    "NEXT",
    "LOG2CEIL",
    "SEGMENT_START",
    "CONSTANT",
    "DATA_SEGMENT_ALIGN",
    "DATA_SEGMENT_END",
    "DATA_SEGMENT_RELRO_END",
];

pub(super) fn expression(cursor: &mut Cursor) -> Result<Expression, ScriptError> {
    Reader { cursor, depth: 0 }.choice()
}

struct Reader<'c, 's> {
    cursor: &'c mut Cursor<'s>,
    depth: usize,
}

impl Terms for Reader<'_, '_> {
    type Expression = Expression;
    type Operator = &'static str;
    type Error = ScriptError;

    fn operand(&mut self) -> Result<Expression, ScriptError> {
        if self.depth > DEEPEST {
            return Err(self.cursor.error("the expression is nested too deeply"));
        }
        for sign in ['-', '~', '!', '+'] {
            if self.cursor.take(sign.encode_utf8(&mut [0; 4]))? {
                let operand = self.nested(Self::operand)?;
                return Ok(match sign {
                    '+' => operand,
                    _ => Expression::Unary(sign, Box::new(operand)),
                });
            }
        }
        if self.cursor.take("(")? {
            let inner = self.nested(Self::choice)?;
            self.cursor.expect(")")?;
            return Ok(inner);
        }
        let Some(word) = self.cursor.symbol()? else {
            let found = self.cursor.found()?;
            let message = format!("expected an expression, found {found}");
            return Err(self.cursor.error(message));
        };
        self.word(word)
    }

    fn operator(&mut self, above: u8, before: usize) -> Result<Option<(&'static str, u8)>, ScriptError> {
        let rest = self.cursor.rest()?;
        let ranked = (1..)
            .zip(OPERATORS)
            .flat_map(|(rank, row)| row.iter().map(move |text| (*text, rank)));
        let longest = ranked
            .filter(|(text, _)| rest.starts_with(text))
            .max_by_key(|(text, _)| text.len());
        // After a section's fill expression, this token may begin the next section.
        let Some((operator, rank)) = longest.filter(|(_, rank)| *rank > above && !rest.starts_with(DISCARD)) else {
            return Ok(None);
        };
        // A sequence of operators is evaluated as deeply as nested expressions.
        if before == DEEPEST {
            let message = format!("an expression can have at most {DEEPEST} operators in a row");
            return Err(self.cursor.error(message));
        }
        self.cursor.expect(operator)?;
        self.depth += 1;
        Ok(Some((operator, rank)))
    }

    fn join(&mut self, left: Expression, operator: &'static str, right: Expression) -> Expression {
        self.depth -= 1;
        Expression::Binary(operator, Box::new([left, right]))
    }
}

impl Reader<'_, '_> {
    fn nested(&mut self, read: fn(&mut Self) -> Result<Expression, ScriptError>) -> Result<Expression, ScriptError> {
        self.depth += 1;
        let expression = read(self)?;
        self.depth -= 1;
        Ok(expression)
    }

    fn choice(&mut self) -> Result<Expression, ScriptError> {
        let condition = expression::expression(self, 0)?;
        if !self.cursor.take("?")? {
            return Ok(condition);
        }
        let yes = self.nested(Self::choice)?;
        self.cursor.expect(":")?;
        let no = self.nested(Self::choice)?;
        Ok(Expression::Choice(Box::new([condition, yes, no])))
    }

    /// Parses a number, a symbol, or a function with the arguments that follow.
    fn word(&mut self, word: &str) -> Result<Expression, ScriptError> {
        let is_hexadecimal = |digits: &str| digits.starts_with(|first: char| first.is_ascii_hexdigit());
        if word.starts_with(|first: char| first.is_ascii_digit()) || word.strip_prefix('$').is_some_and(is_hexadecimal)
        {
            let value = number(word).ok_or_else(|| self.cursor.error(format!("expected a number, found `{word}`")))?;
            return Ok(Expression::Number(value));
        }
        if word == "SIZEOF_HEADERS" {
            return Err(self
                .cursor
                .error("COFF headers are not loaded into memory: remove `SIZEOF_HEADERS`"));
        }
        let named = FUNCTIONS.into_iter().find(|name| *name == word);
        if !CALLS.contains(&word) && named.is_none() || !self.cursor.take("(")? {
            if self.cursor.rest()?.starts_with('(') && !self.cursor.is_type()? {
                return Err(self.cursor.error(format!("unknown function `{word}`")));
            }
            return Ok(Expression::Symbol(word.to_owned()));
        }
        if let Some(function) = named {
            let name = self.cursor.pattern()?;
            let name = name.ok_or_else(|| self.cursor.error("expected a name"))?;
            self.cursor.expect(")")?;
            return Ok(Expression::Of(function, name.to_owned()));
        }
        let first = self.nested(Self::choice)?;
        let second = match self.cursor.take(",")? {
            true => Some(self.nested(Self::choice)?),
            false => None,
        };
        self.cursor.expect(")")?;
        self.call(word, first, second)
    }

    fn call(&self, word: &str, first: Expression, second: Option<Expression>) -> Result<Expression, ScriptError> {
        Ok(match (word, second) {
            ("ABSOLUTE", None) => Expression::Absolute(Box::new(first)),
            ("ALIGN" | "BLOCK", None) => Expression::Align(None, Box::new(first)),
            ("ALIGN", Some(second)) => Expression::Align(Some(Box::new(first)), Box::new(second)),
            ("NEXT", None) => Expression::Next(Box::new(first)),
            ("LOG2CEIL", None) => Expression::Exponent(Box::new(first)),
            ("MAX", Some(second)) => Expression::Most(Box::new([first, second])),
            ("MIN", Some(second)) => Expression::Least(Box::new([first, second])),
            // No option moves segments, so the default address applies.
            ("SEGMENT_START", Some(second)) => second,
            // There are no pages, so both sizes are 0.
            ("CONSTANT", None) => match first {
                Expression::Symbol(name) if ["MAXPAGESIZE", "COMMONPAGESIZE"].contains(&&*name) => {
                    Expression::Number(0)
                }
                _ => {
                    let message = "the argument of `CONSTANT` must be `MAXPAGESIZE` or `COMMONPAGESIZE`";
                    return Err(self.cursor.error(message));
                }
            },
            ("DATA_SEGMENT_ALIGN", Some(_)) => {
                let Expression::Number(page) = first else {
                    return Err(self
                        .cursor
                        .error("the first argument of `DATA_SEGMENT_ALIGN` must be a number"));
                };
                let mask = [
                    Expression::Symbol(".".to_owned()),
                    Expression::Number(page.saturating_sub(1)),
                ];
                let rest = Expression::Binary("&", Box::new(mask));
                let next = Expression::Align(None, Box::new(first));
                Expression::Binary("+", Box::new([next, rest]))
            }
            ("DATA_SEGMENT_END", None) => first,
            ("DATA_SEGMENT_RELRO_END", Some(second)) => second,
            _ => return Err(self.cursor.error(format!("wrong number of arguments for `{word}`"))),
        })
    }
}

/// Parses a number as in C, or with a letter for its radix at the end, as in `0FFh`, `17o`, `101b` and `12d`. `k`
/// multiplies it by 1,024, and `M` by 1,048,576.
fn number(text: &str) -> Option<u64> {
    let last = text.chars().last()?;
    let before = &text[..text.len() - last.len_utf8()];
    let radix = match last.to_ascii_lowercase() {
        'k' => return number::number(before)?.checked_mul(1 << 10),
        'm' => return number::number(before)?.checked_mul(1 << 20),
        'h' | 'x' => 16,
        'o' => 8,
        // `0x1b` and `0x2d` are hexadecimal.
        'b' if !HEXADECIMAL.iter().any(|prefix| text.starts_with(prefix)) => 2,
        'd' if !HEXADECIMAL.iter().any(|prefix| text.starts_with(prefix)) => 10,
        _ => return number::number(text),
    };
    number::digits_of(before, radix)
}
