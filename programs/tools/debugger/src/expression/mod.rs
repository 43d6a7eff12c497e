//! Expressions over registers, flags, memory and symbols.
//!
//! Examples: `r3`, `rl0`, `rr2`, `pc`, `fcw.z`, `cc.ult`, `word(ply)`, `s(r8) < 0 && [nodes+2] == 5`. Operators and
//! numbers are those of the assembler ([`z8000_asm::expression`]); `docs/reference/debugger.md` describes the rest.
//! Symbols are looked up when an expression is read; evaluating it later has no side effects, and fails only if an
//! operator has no result.

mod leaf;
mod place;
mod test;
mod value;

/// The reason why a string is not an expression, or why an expression has no value, and the range of the offending
/// bytes.
pub use z8000_asm::Fault as ExpressionError;
use z8000_asm::expression::Node;

use self::leaf::{Leaf, Tree};
pub(crate) use self::place::FLAGS;
pub use self::place::{Place, ValueError};
pub use self::test::{Comparison, Test};
pub(crate) use self::value::digits;
pub use self::value::{Value, View, Width};
use crate::program::Program;

/// A parsed expression, with its symbols replaced by their values.
///
/// # Example
///
/// ```
/// # use z8000_asm::{Memory, Options, assemble};
/// # use z8000_debugger::program::Program;
/// use z8000_debugger::expression::Expression;
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
/// let expression = Expression::new("r1 * 2 + start", &program)?;
/// let mut session = Session::new(program, 4_000_000);
/// session.run(&Goal::Step(1), &mut |_| false);
/// // `start` is 6.
/// assert_eq!(expression.value(session.view())?.number, 16);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Expression {
    text: String,
    tree: Tree,
}

impl Expression {
    /// Parses an expression with the symbols of a program.
    ///
    /// # Errors
    ///
    /// The expression is invalid, contains an unknown symbol, or is nested too deeply.
    ///
    /// # Example
    ///
    /// ```
    /// # use z8000_asm::{Memory, Options, assemble};
    /// # use z8000_debugger::program::Program;
    /// use z8000_debugger::expression::Expression;
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
    /// assert!(Expression::new("r1 == start", &program).is_ok());
    /// let error = Expression::new("r1 == stop", &program).unwrap_err();
    /// assert_eq!(error.span, 6..10);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn new(text: &str, program: &Program) -> Result<Self, ExpressionError> {
        Ok(Self { text: text.trim().to_owned(), tree: leaf::parse(text, program)? })
    }

    /// Returns the source text of the expression.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// Evaluates the expression.
    ///
    /// # Errors
    ///
    /// The expression divides by zero, or shifts by a negative number.
    pub fn value(&self, view: View<'_>) -> Result<Value, ExpressionError> {
        value::value(&self.tree, view)
    }

    /// Returns true if the expression's value is not 0.
    ///
    /// # Errors
    ///
    /// The same as for [`value`](Self::value).
    ///
    /// # Example
    ///
    /// ```
    /// # use z8000_asm::{Memory, Options, assemble};
    /// # use z8000_debugger::program::Program;
    /// use z8000_debugger::expression::Expression;
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
    /// let is_seven = Expression::new("r1 == 7", &program)?;
    /// let mut session = Session::new(program, 4_000_000);
    /// assert!(!is_seven.holds(session.view())?);
    /// session.run(&Goal::Step(2), &mut |_| false);
    /// assert!(is_seven.holds(session.view())?);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn holds(&self, view: View<'_>) -> Result<bool, ExpressionError> {
        Ok(self.value(view)?.number != 0)
    }

    /// Returns true if the expression uses the instruction count, which some runs do not keep.
    pub(crate) fn asks_for_instructions(&self) -> bool {
        leaf::uses(&self.tree, &Leaf::Instructions)
    }

    /// Returns the register or memory that the expression denotes.
    ///
    /// # Errors
    ///
    /// The expression denotes neither a register nor memory, or its address has no value.
    ///
    /// # Example
    ///
    /// ```
    /// # use z8000_asm::{Memory, Options, assemble};
    /// # use z8000_debugger::program::Program;
    /// use z8000_debugger::expression::{Expression, Place};
    /// use z8000_debugger::session::Session;
    ///
    /// let source = "
    ///         .z8002
    ///         .word   0, 0x4000, start
    /// start:  ldk     r1,#5
    ///         ld      result,r1
    ///         halt
    ///         .data
    ///         .org    0x1000
    /// result: .word   0
    /// ";
    /// # let files = Memory::new([("t.s", source)]);
    /// # let program = Program::assembled(&assemble(&files, "t.s", &Options::default())?, &files, None)?;
    /// let [result, sum] = ["word(result)", "r1 + 1"].map(|text| Expression::new(text, &program));
    /// let session = Session::new(program, 4_000_000);
    /// let address = 0x1000.into();
    /// assert_eq!(result?.place(session.view())?, Place::Memory { program: false, address, bytes: 2 });
    /// assert!(sum?.place(session.view()).is_err());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn place(&self, view: View<'_>) -> Result<Place, ExpressionError> {
        let place = match &self.tree.node {
            Node::Leaf(Leaf::Place(place)) => Some(*place),
            Node::Leaf(Leaf::Memory(access, address)) => Some(value::place(*access, address, view)?),
            _ => None,
        };
        place.ok_or_else(|| {
            let message = format!(
                "cannot change `{}`: only registers and memory can be changed; to change the word at this address, use word({0})",
                self.text
            );
            ExpressionError::new(0..self.text.len(), message)
        })
    }
}
