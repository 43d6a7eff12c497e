//! All forms, in the order of the table.

use super::form::{Form, form};
use super::operation::Operation;
use super::table::instructions;

/// Generates the list of forms from the rows.
macro_rules! forms {
    (; $($summary:literal: $($name:ident),+; $($operation:ident $operands:literal $bits:literal $clocks:literal
        $flags:literal $($right:ident)? => $function:ident $(<$($parameter:ty),+>)?;)+)+) => {
        const ROWS: &[Form] = &[$($(form!($operation $operands $bits $clocks $flags $($right)?)),+),+];
    };
}
instructions!(forms);

/// The number of forms.
pub const FORM_COUNT: usize = ROWS.len();

/// Every form of every instruction. The forms of an operation are adjacent, with the one that an assembler prefers
/// first.
pub static FORMS: [Form; FORM_COUNT] = {
    let mut forms = [ROWS[0]; FORM_COUNT];
    forms.copy_from_slice(ROWS);
    forms
};

/// The clocks of the shortest instruction. The remainder of a suspended repetition takes longer.
pub const SHORTEST_CLOCKS: u16 = {
    let mut shortest = u16::MAX;
    let mut index = 0;
    while index < FORM_COUNT {
        let clocks = ROWS[index].clocks.nonsegmented.shortest();
        if clocks < shortest {
            shortest = clocks;
        }
        index += 1;
    }
    shortest
};

/// The index of the first form of each operation, and the number of its forms.
static RANGES: [(u16, u16); Operation::ALL.len()] = {
    let mut ranges = [(0, 0); Operation::ALL.len()];
    let mut index = 0;
    while index < FORM_COUNT {
        let range = &mut ranges[FORMS[index].operation as usize];
        if range.1 == 0 {
            range.0 = index as u16;
        }
        assert!(
            (range.0 + range.1) as usize == index,
            "forms of an operation are neighbours"
        );
        range.1 += 1;
        index += 1;
    }
    ranges
};

/// Returns the forms of an operation, with the one that an assembler prefers first; never empty.
///
/// # Example
///
/// ```
/// use z8000::isa::{Operation, forms_of};
///
/// // Register, immediate, indirect, direct, indexed.
/// assert_eq!(forms_of(Operation::Add).len(), 5);
/// assert!(forms_of(Operation::Add).iter().all(|form| form.operation == Operation::Add));
/// ```
pub fn forms_of(operation: Operation) -> &'static [Form] {
    let (first, count) = RANGES[operation as usize];
    &FORMS[usize::from(first)..usize::from(first + count)]
}
