//! The operands that exist only in a debugger: registers, memory, and a program's symbols.

use std::ops::Range;

use z8000::isa::names;
use z8000_asm::expression::{Expression, Leaves, Node, Parser};
use z8000_asm::lexer::{Kind, Sign, Token, tokens};

use super::ExpressionError;
use super::place::{FLAGS, Place};
use crate::program::Program;

/// How an operand reads memory.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Access {
    pub(super) program: bool,
    /// The number of bytes: 1, 2 or 4.
    pub(super) bytes: u8,
    pub(super) signed: bool,
}

/// An operand whose value comes from the machine.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Leaf {
    /// A register or a flag.
    Place(Place),
    /// 1 if a condition code is met, otherwise 0.
    Condition(u8),
    Clocks,
    Instructions,
    Memory(Access, Box<Tree>),
    /// The address that a number denotes, including the form in a register pair.
    Address(Box<Tree>),
    /// A register or memory, interpreted as signed.
    Signed(Box<Tree>),
}

/// An expression over the machine's state, with symbols replaced by numbers.
pub(super) type Tree = Expression<Leaf>;

/// Returns true if an expression contains an operand.
pub(super) fn uses(tree: &Tree, wanted: &Leaf) -> bool {
    let ask = &mut |leaf: &Leaf, _: &Range<usize>| match leaf {
        leaf if leaf == wanted => Err(()),
        Leaf::Memory(_, operand) | Leaf::Address(operand) | Leaf::Signed(operand) if uses(operand, wanted) => Err(()),
        _ => Ok(()),
    };
    tree.visit(ask).is_err()
}

/// Parses an expression with the symbols of a program.
pub(super) fn parse(text: &str, program: &Program) -> Result<Tree, ExpressionError> {
    let tokens = tokens(text)?;
    Parser::new(&tokens, text.len(), Symbols(program)).last_expression()
}

/// Looks up the symbols of a program.
struct Symbols<'p>(&'p Program);

impl Leaves for Symbols<'_> {
    type Leaf = Leaf;

    fn leaf(parser: &mut Parser<'_, Self>, first: &Token<'_>) -> Result<Node<Leaf>, ExpressionError> {
        match first.kind {
            Kind::Name(name) if parser.take(Sign::Open) => function(parser, name, &first.span),
            Kind::Name(name) => named(parser.leaves.0, name, &first.span),
            Kind::Sign(Sign::OpenSquare) => {
                let word = Access { program: false, bytes: 2, signed: false };
                let address = parser.bracketed(Sign::CloseSquare)?;
                Ok(Node::Leaf(Leaf::Memory(word, Box::new(address))))
            }
            Kind::Sign(Sign::ShiftLeft) => segmented(parser, &first.span),
            Kind::Wide(_) => {
                let message = "the number is too large: the maximum is 0xffffffffffffffff";
                Err(ExpressionError::new(first.span.clone(), message))
            }
            _ => {
                let message = "expected a number, register, symbol or bracket";
                Err(ExpressionError::new(first.span.clone(), message))
            }
        }
    }
}

/// Parses `<<5>>0x1234` after the first `<<`.
fn segmented(parser: &mut Parser<'_, Symbols<'_>>, span: &Range<usize>) -> Result<Node<Leaf>, ExpressionError> {
    let wrong = |parser: &Parser<'_, Symbols<'_>>, message: &str| {
        Err(ExpressionError::new(parser.span_from(span.start), message))
    };
    let segment = number(parser, 127);
    let offset = match segment {
        Some(_) if parser.take(Sign::ShiftRight) => number(parser, 0xFFFF),
        _ => None,
    };
    match (segment, offset) {
        (Some(_), Some(_)) if !parser.leaves.0.has_segments() => wrong(parser, "a Z8002 has no segments"),
        (Some(segment), Some(offset)) => Ok(Node::Number(segment << 16 | offset)),
        _ => wrong(
            parser,
            "expected an address <<SEGMENT>>OFFSET, with a segment of 0 to 127 and an offset of 0 to 0xffff",
        ),
    }
}

/// Parses the next number; `None` if there is none, or if it is above a limit.
fn number(parser: &mut Parser<'_, Symbols<'_>>, most: i64) -> Option<i64> {
    match parser.advance()?.kind {
        Kind::Number(number) => Some(number).filter(|number| (0..=most).contains(number)),
        _ => None,
    }
}

/// Returns a register, or a symbol of the program; with `$` before it, the name of a register is not treated as a
/// symbol.
fn named(program: &Program, name: &str, span: &Range<usize>) -> Result<Node<Leaf>, ExpressionError> {
    let lower = name.to_ascii_lowercase();
    if let Some(leaf) = register(&lower) {
        return Ok(Node::Leaf(leaf));
    }
    if let Some(symbol) = program.symbols.get(name) {
        return Ok(Node::Number(symbol.value));
    }
    let leaf = match lower.trim_start_matches('$') {
        "pc" => Leaf::Place(Place::Pc),
        "sp" if program.has_segments() => Leaf::Place(Place::Stack),
        "sp" => Leaf::Place(Place::Word(15)),
        "fcw" => Leaf::Place(Place::Fcw),
        "clocks" => Leaf::Clocks,
        "instructions" => Leaf::Instructions,
        _ => {
            let error = program.no_symbol(name);
            return Err(ExpressionError::new(span.clone(), error.to_string()));
        }
    };
    Ok(Node::Leaf(leaf))
}

/// Parses a function after its opening bracket: `word(a)` and the like for memory at an address, `s(x)` for a signed
/// operand.
fn function(
    parser: &mut Parser<'_, Symbols<'_>>,
    name: &str,
    span: &Range<usize>,
) -> Result<Node<Leaf>, ExpressionError> {
    let operand = Box::new(parser.bracketed(Sign::Close)?);
    let lower = name.to_ascii_lowercase();
    match lower.as_str() {
        "s" => return Ok(Node::Leaf(Leaf::Signed(operand))),
        "address" => return Ok(Node::Leaf(Leaf::Address(operand))),
        _ => {}
    }
    let unprefixed = lower.strip_prefix('p');
    let (program, rest) = (unprefixed.is_some(), unprefixed.unwrap_or(&lower));
    let unsigned = rest.strip_prefix('s');
    let (signed, rest) = (unsigned.is_some(), unsigned.unwrap_or(rest));
    let bytes = match rest {
        "byte" => 1,
        "word" => 2,
        "long" => 4,
        _ => {
            let message = format!(
                "unknown function `{name}`: expected address, s, or one of byte, word and long; these take the prefixes p \
                 (program memory) and s (signed), in that order, as in psword"
            );
            return Err(ExpressionError::new(span.clone(), message));
        }
    };
    let access = Access { program, bytes, signed };
    Ok(Node::Leaf(Leaf::Memory(access, operand)))
}

/// Returns a register, a flag (`fcw.z`) or a condition (`cc.ult`).
fn register(name: &str) -> Option<Leaf> {
    if let Some(flag) = name.strip_prefix("fcw.") {
        let (_, flag) = FLAGS.iter().find(|(name, _)| *name == flag)?;
        return Some(Leaf::Place(Place::Flag(*flag)));
    }
    if let Some(condition) = name.strip_prefix("cc.") {
        return names::condition(condition).map(Leaf::Condition);
    }
    let number = |prefix: &str, last: u8, step: u8| {
        let digits = name.strip_prefix(prefix)?;
        let plain = digits.len() == 1 || !digits.starts_with('0');
        let number = digits.parse::<u8>().ok().filter(|_| plain)?;
        (number <= last && number.is_multiple_of(step)).then_some(number)
    };
    number("rh", 7, 1)
        .map(Place::Byte)
        .or_else(|| number("rl", 7, 1).map(|n| Place::Byte(n + 8)))
        .or_else(|| number("rr", 14, 2).map(Place::Long))
        .or_else(|| number("rq", 12, 4).map(Place::Quad))
        .or_else(|| number("r", 15, 1).map(Place::Word))
        .map(Leaf::Place)
}
