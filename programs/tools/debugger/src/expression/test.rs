//! Conditions that are asked so often that it pays to make them ready: those of breakpoints.

use z8000_asm::expression::{Binary, Node};

use super::Expression;
use super::leaf::{Leaf, Tree};
use super::place::Place;
use super::value::View;

/// A condition of a breakpoint.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Test {
    /// A comparison of a word register with a number.
    Register(Comparison),
    /// Several, which must all hold.
    Registers(Vec<Comparison>),
    /// Conditions of which one must hold.
    Any(Vec<Test>),
    /// Anything else.
    Other(Expression),
}

/// A test that a register is in a range, or is not.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Comparison {
    register: u8,
    /// True if it is read with its sign.
    signed: bool,
    least: i64,
    most: i64,
    within: bool,
}

impl Test {
    pub(crate) fn new(condition: &Expression) -> Self {
        match comparisons(&condition.tree) {
            None => Self::Other(condition.clone()),
            Some(list) => match list[..] {
                [only] => Self::Register(only),
                _ => Self::Registers(list),
            },
        }
    }

    /// Returns true if it holds, and also if it has no value.
    #[inline]
    pub(crate) fn holds(&self, view: View<'_>) -> bool {
        match self {
            Self::Register(comparison) => comparison.holds(view),
            Self::Registers(comparisons) => comparisons.iter().all(|comparison| comparison.holds(view)),
            Self::Any(tests) => tests.iter().any(|test| test.holds(view)),
            Self::Other(condition) => condition.holds(view).unwrap_or(true),
        }
    }

    /// The test that holds where this one or another does.
    pub(crate) fn or(self, other: Self) -> Self {
        match self {
            Self::Any(mut tests) => {
                if !tests.contains(&other) {
                    tests.push(other);
                }
                Self::Any(tests)
            }
            one if one == other => one,
            one => Self::Any(vec![one, other]),
        }
    }
}

impl Comparison {
    #[inline]
    fn holds(&self, view: View<'_>) -> bool {
        let word = view.cpu.register(usize::from(self.register & 15));
        let number = if self.signed {
            i64::from(word.cast_signed())
        } else {
            i64::from(word)
        };
        (self.least <= number && number <= self.most) == self.within
    }
}

/// A condition as comparisons that must all hold, if it is nothing else.
fn comparisons(tree: &Tree) -> Option<Vec<Comparison>> {
    let Node::Binary(operator, operands) = &tree.node else {
        return None;
    };
    let [left, right] = &**operands;
    if *operator == Binary::LogicalAnd {
        let mut both = comparisons(left)?;
        both.extend(comparisons(right)?);
        return Some(both);
    }
    let (register, signed) = word(left)?;
    let number = constant(right)?;
    let (least, most, within) = match operator {
        Binary::Equal => (number, number, true),
        Binary::NotEqual | Binary::Different => (number, number, false),
        Binary::LessEqual => (i64::MIN, number, true),
        Binary::Greater => (i64::MIN, number, false),
        Binary::GreaterEqual => (number, i64::MAX, true),
        Binary::Less => (number, i64::MAX, false),
        _ => return None,
    };
    Some(vec![Comparison { register, signed, least, most, within }])
}

/// The word register that an expression is, and whether it is read with its sign.
fn word(tree: &Tree) -> Option<(u8, bool)> {
    match &tree.node {
        Node::Leaf(Leaf::Place(Place::Word(n))) => Some((*n, false)),
        Node::Leaf(Leaf::Signed(operand)) => word(operand).map(|(n, _)| (n, true)),
        _ => None,
    }
}

/// The value of an expression that is always the same.
fn constant(tree: &Tree) -> Option<i64> {
    tree.visit(&mut |_, _| Err(())).ok()?;
    tree.evaluate(&|_, _| Ok(0)).ok()
}

#[cfg(test)]
mod tests {
    use z8000_asm::Memory;

    use super::*;
    use crate::program::Program;
    use crate::session::Session;

    /// Every comparison, and what is none, tells the same as the expression it was made of.
    #[test]
    fn a_test_holds_where_its_expression_does() {
        let files = Memory::new([("", "")]);
        let program = Program::binary(&[0; 6], &[], None, &files, None).expect("a program");
        let mut session = Session::new(program, 1);
        let texts = [
            ("r3 == 5", true),
            ("r3 != 5", true),
            ("r3 <> 65535", true),
            ("r3 < 6", true),
            ("r3 <= -1", true),
            ("r3 > 5", true),
            ("s(r3) >= -1", true),
            ("s(r3) < 2 + 3 && r4 == 7 && r3 != 0", true),
            ("5 == r3", false),
            ("r3 == r4", false),
            ("r3 == 5 || r4 == 7", false),
            ("rl3 == 5", false),
            ("10 / r3 > 1", false),
        ];
        for (text, ready) in texts {
            let expression = Expression::new(text, session.program()).expect(text);
            let test = Test::new(&expression);
            assert_eq!(!matches!(test, Test::Other(_)), ready, "{text}");
            for (r3, r4) in [(0, 0), (5, 7), (6, 7), (4, 5), (0xFFFF, 7), (0x8000, 7), (0x0105, 5)] {
                session.set(Place::Word(3), r3);
                session.set(Place::Word(4), r4);
                let holds = expression.holds(session.view()).unwrap_or(true);
                assert_eq!(test.holds(session.view()), holds, "{text} with r3 = {r3:#x}, r4 = {r4}");
            }
        }
    }
}
