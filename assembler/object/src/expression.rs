//! Parsing expressions by operator precedence, shared by the syntaxes of the assembler, its dialects, the debugger and
//! linker scripts. Each of these defines its own operators and operands.

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
    /// The next token does not begin an operand.
    fn operand(&mut self) -> Result<Self::Expression, Self::Error>;

    /// Consumes the next operator if its precedence is above `above`, and returns it with its precedence; otherwise,
    /// returns `None`. `before` is the number of operators already consumed in the same sequence.
    ///
    /// # Errors
    ///
    /// The sequence has too many operators.
    fn operator(&mut self, above: u8, before: usize) -> Result<Option<(Self::Operator, u8)>, Self::Error>;

    /// Combines two operands with a binary operator.
    fn join(&mut self, left: Self::Expression, operator: Self::Operator, right: Self::Expression) -> Self::Expression;
}

/// Parses an expression, up to the first operator whose precedence is not above `above`. Operators of equal precedence
/// are left-associative.
///
/// # Errors
///
/// An operand or an operator cannot be parsed.
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
