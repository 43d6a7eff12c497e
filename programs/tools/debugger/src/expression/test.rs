//! Prepared conditions, which can be tested often, such as those of breakpoints.

use z8000_asm::expression::{Binary, Node};

use super::Expression;
use super::leaf::{Leaf, Tree};
use super::place::Place;
use super::value::View;

/// An [`Expression`] prepared for testing at every instruction, such as the condition of a breakpoint.
///
/// # Example
///
/// ```
/// # use z8000_asm::{Memory, Options, assemble};
/// # use z8000_debugger::program::Program;
/// use z8000_debugger::expression::{Expression, Test};
/// use z8000_debugger::session::{Goal, Session};
///
/// let source = "
///         .z8002
///         .word   0, 0x4000, start
/// start:  ldk     r1,#5
///         inc     r1,#2
///         halt
/// ";
/// # let files = Memory::new([("t.s", source)]);
/// # let program = Program::assembled(&assemble(&files, "t.s", &Options::default())?, &files, None)?;
/// let test = Test::new(&Expression::new("r1 > 5", &program)?);
/// assert!(matches!(test, Test::Register(_)));
/// let mut session = Session::new(program, 4_000_000);
/// session.run(&Goal::Step(2), &mut |_| false);
/// assert!(test.holds(session.view()));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Test {
    /// A comparison of a word register with a constant.
    Register(Comparison),
    /// Several comparisons, all of which must be true.
    Registers(Vec<Comparison>),
    /// Conditions, at least one of which must be true.
    Any(Vec<Test>),
    /// Any other condition.
    Other(Expression),
}

/// A test of whether a register is in a range, or outside it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Comparison {
    register: u8,
    /// True if the register is interpreted as signed.
    signed: bool,
    least: i64,
    most: i64,
    within: bool,
}

impl Test {
    /// Prepares a condition, in the form of comparisons if it consists only of these.
    pub fn new(condition: &Expression) -> Self {
        match comparisons(&condition.tree) {
            None => Self::Other(condition.clone()),
            Some(list) => match list[..] {
                [only] => Self::Register(only),
                _ => Self::Registers(list),
            },
        }
    }

    /// Returns true if the condition holds, and also if it has no value.
    #[inline]
    pub fn holds(&self, view: View<'_>) -> bool {
        match self {
            Self::Register(comparison) => comparison.holds(view),
            Self::Registers(comparisons) => comparisons.iter().all(|comparison| comparison.holds(view)),
            Self::Any(tests) => tests.iter().any(|test| test.holds(view)),
            Self::Other(condition) => condition.holds(view).unwrap_or(true),
        }
    }

    /// Combines two tests into one that holds if either does.
    pub fn or(self, other: Self) -> Self {
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

/// Returns a condition as comparisons that must all be true; `None` if it contains anything else.
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

/// Returns the word register that an expression denotes, and whether it is interpreted as signed.
fn word(tree: &Tree) -> Option<(u8, bool)> {
    match &tree.node {
        Node::Leaf(Leaf::Place(Place::Word(n))) => Some((*n, false)),
        Node::Leaf(Leaf::Signed(operand)) => word(operand).map(|(n, _)| (n, true)),
        _ => None,
    }
}

/// Returns the value of a constant expression.
fn constant(tree: &Tree) -> Option<i64> {
    tree.visit(&mut |_, _| Err(())).ok()?;
    tree.evaluate(&|_, _| Ok(0)).ok()
}
