//! From words to an expression: precedence as in C.

use std::ops::Range;

use z8000::cpu::Fcw;
use z8000::isa::names;

use super::lexer::{Token, tokens};
use super::{Access, Binary, ExpressionError, Node, Register, Unary, Width, fault};
use crate::program::Program;

/// How deeply brackets and signs may be nested, and how many operators one level may have.
const DEPTH: usize = 64;
const OPERATORS: usize = 500;

/// Binary operators, those that bind less first.
const LEVELS: [&[(&str, Binary)]; 10] = [
    &[("||", Binary::Or)],
    &[("&&", Binary::And)],
    &[("|", Binary::BitOr)],
    &[("^", Binary::BitXor)],
    &[("&", Binary::BitAnd)],
    &[("==", Binary::Equal), ("!=", Binary::NotEqual)],
    &[
        ("<", Binary::Less),
        ("<=", Binary::LessEqual),
        (">", Binary::Greater),
        (">=", Binary::GreaterEqual),
    ],
    &[("<<", Binary::ShiftLeft), (">>", Binary::ShiftRight)],
    &[("+", Binary::Add), ("-", Binary::Subtract)],
    &[("*", Binary::Multiply), ("/", Binary::Divide), ("%", Binary::Remainder)],
];

struct Parser<'t> {
    tokens: Vec<(Token<'t>, Range<usize>)>,
    next: usize,
    depth: usize,
    operators: usize,
    end: usize,
    program: &'t Program,
}

pub(super) fn parse(text: &str, program: &Program) -> Result<Node, ExpressionError> {
    let mut parser = Parser {
        tokens: tokens(text)?,
        next: 0,
        depth: 0,
        operators: 0,
        end: text.len(),
        program,
    };
    let node = parser.expression()?;
    match parser.tokens.get(parser.next) {
        None => Ok(node),
        Some((_, span)) => Err(fault(
            format!("`{}` is not expected here", &text[span.start..]),
            span.start..text.len(),
        )),
    }
}

impl<'t> Parser<'t> {
    fn expression(&mut self) -> Result<Node, ExpressionError> {
        self.binary(0)
    }

    fn deeper<T>(&mut self, parse: impl FnOnce(&mut Self) -> Result<T, ExpressionError>) -> Result<T, ExpressionError> {
        if self.depth >= DEPTH {
            let message = format!("more than {DEPTH} brackets and signs within each other");
            return Err(fault(message, self.span()));
        }
        self.depth += 1;
        let result = parse(self);
        self.depth -= 1;
        result
    }

    /// Where the next word is; the end of the text behind the last one.
    fn span(&self) -> Range<usize> {
        let next = self.tokens.get(self.next);
        next.map_or(self.end..self.end, |(_, span)| span.clone())
    }

    /// Takes a sign if it comes next.
    fn take(&mut self, sign: &str) -> bool {
        let here = matches!(self.tokens.get(self.next), Some((Token::Sign(s), _)) if *s == sign);
        self.next += usize::from(here);
        here
    }

    fn expect(&mut self, sign: &str) -> Result<(), ExpressionError> {
        if self.take(sign) {
            return Ok(());
        }
        Err(fault(format!("`{sign}` is missing here"), self.span()))
    }

    fn binary(&mut self, level: usize) -> Result<Node, ExpressionError> {
        let Some(operators) = LEVELS.get(level) else {
            return self.unary();
        };
        let mut left = self.binary(level + 1)?;
        while let Some(&(_, operator)) = operators.iter().find(|(sign, _)| self.take(sign)) {
            self.operators += 1;
            if self.operators > OPERATORS {
                let message = format!("more than {OPERATORS} operators");
                return Err(fault(message, self.span()));
            }
            let right = self.binary(level + 1)?;
            left = Node::Binary(operator, Box::new([left, right]));
        }
        Ok(left)
    }

    fn unary(&mut self) -> Result<Node, ExpressionError> {
        let signs = [("-", Unary::Negate), ("!", Unary::Not), ("~", Unary::Complement)];
        match signs.iter().find(|(sign, _)| self.take(sign)) {
            Some(&(_, operator)) => {
                let operand = self.deeper(Self::unary)?;
                Ok(Node::Unary(operator, Box::new(operand)))
            }
            None => self.primary(),
        }
    }

    fn primary(&mut self) -> Result<Node, ExpressionError> {
        let span = self.span();
        if self.take("(") {
            let inner = self.deeper(Self::expression)?;
            self.expect(")")?;
            return Ok(inner);
        }
        if self.take("[") {
            let address = self.deeper(Self::expression)?;
            self.expect("]")?;
            return Ok(Node::Memory(
                Access {
                    width: Width::Word,
                    signed: false,
                    program: false,
                },
                Box::new(address),
            ));
        }
        let token = self.tokens.get(self.next).map(|(token, _)| token.clone());
        match token {
            Some(Token::Number(number)) => {
                self.next += 1;
                Ok(Node::Number(number))
            }
            Some(Token::Name(name)) => {
                self.next += 1;
                self.name(name, span)
            }
            Some(Token::Sign(sign)) => Err(fault(
                format!("a number, register, symbol or bracket is expected, not `{sign}`"),
                span,
            )),
            None => Err(fault("the expression ends too early", span)),
        }
    }

    fn name(&mut self, name: &'t str, span: Range<usize>) -> Result<Node, ExpressionError> {
        if matches!(self.tokens.get(self.next), Some((Token::Sign("("), _))) {
            return self.function(name, span);
        }
        let lower = name.to_ascii_lowercase();
        if let Some(register) = register(&lower) {
            return Ok(Node::Register(register));
        }
        if let Some(symbol) = self.program.symbols().get(name) {
            return Ok(Node::Number(symbol.value));
        }
        let own = match lower.trim_start_matches('$') {
            "pc" => Some(Register::Pc),
            "sp" => Some(Register::Word(15)),
            "fcw" => Some(Register::Fcw),
            "clocks" => Some(Register::Clocks),
            "instructions" => Some(Register::Instructions),
            _ => None,
        };
        own.map(Node::Register)
            .ok_or_else(|| fault(self.program.no_symbol(name).to_string(), span))
    }

    /// A name with brackets behind it.
    fn function(&mut self, name: &str, span: Range<usize>) -> Result<Node, ExpressionError> {
        self.expect("(")?;
        let operand = self.deeper(Self::expression)?;
        self.expect(")")?;
        let lower = name.to_ascii_lowercase();
        if lower == "s" {
            return Ok(Node::Unary(Unary::Signed, Box::new(operand)));
        }
        let (program, rest) = match lower.strip_prefix('p') {
            Some(rest) => (true, rest),
            None => (false, lower.as_str()),
        };
        let (signed, rest) = match rest.strip_prefix('s') {
            Some(rest) => (true, rest),
            None => (false, rest),
        };
        let width = match rest {
            "byte" => Width::Byte,
            "word" => Width::Word,
            "long" => Width::Long,
            _ => {
                let message = format!(
                    "no function is called `{name}`: there are byte, word, long, the same with s for a sign and p for program memory, and s"
                );
                return Err(fault(message, span));
            }
        };
        let access = Access { width, signed, program };
        Ok(Node::Memory(access, Box::new(operand)))
    }
}

/// A register, a flag (`fcw.z`) or a condition (`cc.ult`).
fn register(name: &str) -> Option<Register> {
    if let Some(flag) = name.strip_prefix("fcw.") {
        return Some(Register::Flag(match flag {
            "c" => Fcw::C,
            "z" => Fcw::Z,
            "s" => Fcw::S,
            "v" | "p" => Fcw::PV,
            "da" => Fcw::DA,
            "h" => Fcw::H,
            "system" => Fcw::SYSTEM,
            "seg" => Fcw::SEG,
            "epa" => Fcw::EPA,
            "vie" => Fcw::VIE,
            "nvie" => Fcw::NVIE,
            _ => return None,
        }));
    }
    if let Some(condition) = name.strip_prefix("cc.") {
        return names::condition(condition).map(Register::Condition);
    }
    let number = |prefix: &str, last: u8, step: u8| {
        let digits = name.strip_prefix(prefix)?;
        let plain = digits.len() == 1 || !digits.starts_with('0');
        let number = digits.parse::<u8>().ok().filter(|_| plain)?;
        (number <= last && number.is_multiple_of(step)).then_some(number)
    };
    number("rh", 7, 1)
        .map(Register::Byte)
        .or_else(|| number("rl", 7, 1).map(|n| Register::Byte(n + 8)))
        .or_else(|| number("rr", 14, 2).map(Register::Long))
        .or_else(|| number("rq", 12, 4).map(Register::Quad))
        .or_else(|| number("r", 15, 1).map(Register::Word))
}
