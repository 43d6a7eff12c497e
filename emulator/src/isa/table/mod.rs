//! The instruction table: one row a form, one file a family.

mod arithmetic;
mod bits;
mod block;
mod control;
mod extended;
mod io;
mod load;
mod logic;
mod rotate;

use super::{Form, Operation};

const FAMILIES: [&[Form]; 9] = [
    load::LOAD,
    arithmetic::ARITHMETIC,
    logic::LOGIC,
    bits::BITS,
    rotate::ROTATE,
    block::BLOCK,
    io::IO,
    control::CONTROL,
    extended::EXTENDED,
];

/// How many forms there are.
pub const FORM_COUNT: usize = {
    let (mut count, mut family) = (0, 0);
    while family < FAMILIES.len() {
        count += FAMILIES[family].len();
        family += 1;
    }
    count
};

/// Every form of every instruction; the forms of an operation are neighbours, the one that an
/// assembler prefers first.
pub static FORMS: [Form; FORM_COUNT] = {
    let mut forms = [FAMILIES[0][0]; FORM_COUNT];
    let (mut count, mut family) = (0, 0);
    while family < FAMILIES.len() {
        let mut row = 0;
        while row < FAMILIES[family].len() {
            forms[count] = FAMILIES[family][row];
            count += 1;
            row += 1;
        }
        family += 1;
    }
    forms
};

/// First form of each operation and how many there are.
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

/// The forms of an operation, the one that an assembler prefers first; never empty.
#[must_use]
pub fn forms_of(operation: Operation) -> &'static [Form] {
    let (first, count) = RANGES[operation as usize];
    &FORMS[usize::from(first)..usize::from(first + count)]
}
