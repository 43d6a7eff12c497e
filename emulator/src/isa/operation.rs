//! Operations: what an instruction does, one per mnemonic.

use core::fmt;

use super::table::instructions;

/// Generates an enumeration of the mnemonics in the table.
macro_rules! operations {
    (; $($summary:literal: $($name:ident),+; $($operation:ident $operands:literal $bits:literal $clocks:literal
        $flags:literal $($right:ident)? => $function:ident $(<$($parameter:ty),+>)?;)+)+) => {
        /// An operation, including its operand size: one variant per mnemonic.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
        pub enum Operation {
            $($(
                #[doc = concat!("`", stringify!($name), "`: ", $summary, ".")]
                $name,
            )+)+
        }

        impl Operation {
            /// All operations, in the order of the table.
            pub const ALL: &[Self] = &[$($(Self::$name,)+)+];

            const MNEMONICS: &[&str] = &[$($({
                const LOWER: [u8; stringify!($name).len()] = lower(stringify!($name));
                as_str(&LOWER)
            },)+)+];

            const SUMMARIES: &[&str] = &[$($({ stringify!($name); $summary },)+)+];
        }
    };
}

instructions!(operations);

impl Operation {
    /// Returns the mnemonic in lower case.
    pub const fn mnemonic(self) -> &'static str {
        Self::MNEMONICS[self as usize]
    }

    /// Returns a summary of the operation in a few words.
    pub const fn summary(self) -> &'static str {
        Self::SUMMARIES[self as usize]
    }

    /// Returns the operation with this mnemonic, in upper or lower case.
    ///
    /// # Example
    ///
    /// ```
    /// use z8000::isa::Operation;
    ///
    /// assert_eq!(Operation::from_mnemonic("LDIRB"), Some(Operation::Ldirb));
    /// assert_eq!(Operation::Ldirb.mnemonic(), "ldirb");
    /// assert_eq!(Operation::from_mnemonic("mov"), None);
    /// ```
    pub fn from_mnemonic(mnemonic: &str) -> Option<Self> {
        let wanted = key(mnemonic)?;
        let mut at = slot(wanted);
        loop {
            match BY_NAME[at] {
                (0, _) => return None,
                (key, operation) if key == wanted => return Some(operation),
                _ => at = (at + 1) % SLOTS,
            }
        }
    }
}

impl fmt::Display for Operation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.mnemonic())
    }
}

/// A hash table of mnemonics as numbers: each is in its slot or in the next free one; 0 marks a free slot.
static BY_NAME: [(u64, Operation); SLOTS] = by_name();

/// Three times the number of operations, so that most lookups need one comparison.
const SLOTS: usize = 512;

const fn slot(key: u64) -> usize {
    (key.wrapping_mul(0x9E37_79B9_7F4A_7C15) >> 32) as usize % SLOTS
}

const fn by_name() -> [(u64, Operation); SLOTS] {
    let mut table = [(0, Operation::ALL[0]); SLOTS];
    let mut index = 0;
    while index < Operation::ALL.len() {
        let operation = Operation::ALL[index];
        let Some(key) = key(operation.mnemonic()) else {
            panic!("a mnemonic has at most eight characters");
        };
        let mut at = slot(key);
        while table[at].0 != 0 {
            at = (at + 1) % SLOTS;
        }
        table[at] = (key, operation);
        index += 1;
    }
    table
}

/// Returns the letters of a mnemonic or condition, in lower case, as one number; `None` if there are too many.
pub(super) const fn key(mnemonic: &str) -> Option<u64> {
    let text = mnemonic.as_bytes();
    if text.len() > 8 {
        return None;
    }
    let mut key = 0;
    let mut at = 0;
    while at < text.len() {
        key = key << 8 | text[at].to_ascii_lowercase() as u64;
        at += 1;
    }
    Some(key)
}

const fn lower<const N: usize>(name: &str) -> [u8; N] {
    let mut text = [0; N];
    let mut at = 0;
    while at < N {
        text[at] = name.as_bytes()[at].to_ascii_lowercase();
        at += 1;
    }
    text
}

const fn as_str(text: &[u8]) -> &str {
    match core::str::from_utf8(text) {
        Ok(text) => text,
        Err(_) => panic!("an identifier must be UTF-8"),
    }
}
