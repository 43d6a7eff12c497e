//! Parsing expressions by operator precedence, shared by the syntaxes of the assembler, its dialects, the debugger and
//! linker scripts. Each has its own table of operators and its own operands.

/// Parses the parts of expressions.
pub trait Terms {
    /// A parsed expression.
    type Expression;
    /// A binary operator.
    type Operator;
    /// Why an expression cannot be parsed.
    type Error;

    /// Parses an operand.
    ///
    /// # Errors
    ///
    /// There is no operand here.
    fn operand(&mut self) -> Result<Self::Expression, Self::Error>;

    /// Takes the next operator, and returns it with its precedence if that is above a limit. `before` is the number of
    /// operators already taken in the same sequence.
    ///
    /// # Errors
    ///
    /// There are too many operators.
    fn operator(&mut self, above: u8, before: usize) -> Result<Option<(Self::Operator, u8)>, Self::Error>;

    /// Joins two operands.
    fn join(&mut self, left: Self::Expression, operator: Self::Operator, right: Self::Expression) -> Self::Expression;
}

/// Parses an operand, and the operators above a precedence that follow it. Operators of equal precedence are
/// left-associative.
///
/// # Errors
///
/// Those of the parts.
pub fn expression<T: Terms>(terms: &mut T, above: u8) -> Result<T::Expression, T::Error> {
    let mut left = terms.operand()?;
    let mut count = 0;
    while let Some((operator, rank)) = terms.operator(above, count)? {
        let right = expression(terms, rank)?;
        left = terms.join(left, operator, right);
        count += 1;
    }
    Ok(left)
}
