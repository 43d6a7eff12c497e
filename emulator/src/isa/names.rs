//! Spellings of conditions, flags, interrupts and control registers.

use super::operation::key;

/// Condition codes 0 to 15, with all their names; the disassembler uses the first.
pub const CONDITIONS: [&[&str]; 16] = [
    &["f"],
    &["lt"],
    &["le"],
    &["ule"],
    &["ov", "pe"],
    &["mi"],
    &["eq", "z"],
    &["c", "ult"],
    &["t"],
    &["ge"],
    &["gt"],
    &["ugt"],
    &["nov", "po"],
    &["pl"],
    &["ne", "nz"],
    &["nc", "uge"],
];

/// The condition code that is always true.
pub const ALWAYS: u8 = 8;

/// Flags, and their bits in SETFLG, RESFLG and COMFLG. Parity and overflow are one flag.
pub const FLAGS: [(&str, u8); 5] = [("c", 8), ("z", 4), ("s", 2), ("v", 1), ("p", 1)];

/// Interrupts, and their bits in EI and DI.
pub const INTERRUPTS: [(&str, u8); 2] = [("vi", 2), ("nvi", 1)];

/// Names of both interrupts together, which GNU as accepts.
const BOTH_INTERRUPTS: [(&str, u8); 2] = [("all", 3), ("both", 3)];

/// Control registers, and their numbers in LDCTL; the disassembler uses the first name of a number.
pub const CONTROLS: [(&str, u8); 8] = [
    ("fcw", 2),
    ("refresh", 3),
    ("psapseg", 4),
    ("psapoff", 5),
    ("psap", 5),
    ("nspseg", 6),
    ("nspoff", 7),
    ("nsp", 7),
];

/// The control register of LDCTLB, and its number.
pub const FLAG_BYTE: (&str, u8) = ("flags", 1);

/// Returns the code of a condition, given its name in upper or lower case.
///
/// # Example
///
/// ```
/// use z8000::isa::names;
///
/// // Codes of the manual; Z and EQ are one.
/// assert_eq!((names::condition("Z"), names::condition("eq"), names::condition("ult")), (Some(6), Some(6), Some(7)));
/// assert_eq!(names::condition("zero"), None);
/// ```
pub fn condition(name: &str) -> Option<u8> {
    let wanted = key(name)?;
    let found = CONDITION_KEYS.iter().find(|(key, _)| *key == wanted)?;
    Some(found.1)
}

/// The total number of names of conditions.
const CONDITION_NAMES: usize = {
    let (mut names, mut code) = (0, 0);
    while code < CONDITIONS.len() {
        names += CONDITIONS[code].len();
        code += 1;
    }
    names
};

/// The names of conditions as numbers, which can be compared in one instruction, and their codes.
static CONDITION_KEYS: [(u64, u8); CONDITION_NAMES] = {
    let mut list = [(0, 0); CONDITION_NAMES];
    let (mut at, mut code) = (0, 0);
    while code < CONDITIONS.len() {
        let mut name = 0;
        while name < CONDITIONS[code].len() {
            let Some(key) = key(CONDITIONS[code][name]) else {
                panic!("a condition has at most eight letters");
            };
            list[at] = (key, code as u8);
            at += 1;
            name += 1;
        }
        code += 1;
    }
    list
};

/// Returns the bit of a flag, given its name in upper or lower case.
pub fn flag(name: &str) -> Option<u8> {
    find(&FLAGS, name)
}

/// Returns the bit of an interrupt, given its name in upper or lower case; both bits for `all` and `both`.
pub fn interrupt(name: &str) -> Option<u8> {
    find(&INTERRUPTS, name).or_else(|| find(&BOTH_INTERRUPTS, name))
}

/// Returns the number of a control register of LDCTL, given its name in upper or lower case; 1 for the flag byte of
/// LDCTLB.
///
/// # Example
///
/// ```
/// use z8000::isa::names;
///
/// assert_eq!((names::control("FCW"), names::control("flags")), (Some(2), Some(1)));
/// assert_eq!(names::control_name(2), Some("fcw"));
/// ```
pub fn control(name: &str) -> Option<u8> {
    find(&CONTROLS, name).or_else(|| find(&[FLAG_BYTE], name))
}

/// Returns the name of a control register of LDCTL, given its number.
pub fn control_name(number: u8) -> Option<&'static str> {
    CONTROLS.iter().find(|known| known.1 == number).map(|known| known.0)
}

fn find(names: &[(&str, u8)], name: &str) -> Option<u8> {
    names
        .iter()
        .find(|known| known.0.eq_ignore_ascii_case(name))
        .map(|known| known.1)
}
