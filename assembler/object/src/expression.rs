//! Reading expressions by the ranks of their operators: one way for the syntaxes of assembler, dialects, debugger and
//! linker scripts. Each has a table of operators, and its own operands.

/// A reader of the parts of expressions.
pub trait Terms {
    /// An expression that was read.
    type Expression;
    /// An operator between two operands.
    type Operator;
    /// The reason why an expression cannot be read.
    type Error;

    /// Reads an operand.
    ///
    /// # Errors
    ///
    /// When none comes next.
    fn operand(&mut self) -> Result<Self::Expression, Self::Error>;

    /// Takes the operator that comes next, and gives its rank, if that is above another. `before` operators were taken
    /// before it in the same row.
    ///
    /// # Errors
    ///
    /// When there are too many operators.
    fn operator(&mut self, above: u8, before: usize) -> Result<Option<(Self::Operator, u8)>, Self::Error>;

    /// Joins two operands.
    fn join(&mut self, left: Self::Expression, operator: Self::Operator, right: Self::Expression) -> Self::Expression;
}

/// Reads an operand, and the operators above a rank that follow it. Those of one rank are applied from left to right.
///
/// # Errors
///
/// The errors of the parts.
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
