//! Sets of flags.

use core::fmt;

bitflags::bitflags! {
    /// A set of flags in the flag byte, with the bit positions of FCW.
    ///
    /// # Example
    ///
    /// ```
    /// use z8000::isa::{FlagSet, Operation, forms_of};
    ///
    /// let flags = forms_of(Operation::Add)[0].flags;
    /// assert_eq!(flags.to_string(), "C Z S P/V");
    /// assert!(!flags.contains(FlagSet::H));
    /// ```
    #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
    pub struct FlagSet: u8 {
        /// C: carry or borrow.
        const C = 0x80;
        /// Z: the result is zero.
        const Z = 0x40;
        /// S: the result is negative.
        const S = 0x20;
        /// P/V: parity, or overflow.
        const PV = 0x10;
        /// Decimal adjust: the last byte operation was a subtraction.
        const DA = 0x08;
        /// H: half carry, from bit 3 of a byte.
        const H = 0x04;
    }
}

impl FlagSet {
    /// The flags in the order of FCW, with their letters.
    const LETTERS: [(Self, &str); 6] = [
        (Self::C, "C"),
        (Self::Z, "Z"),
        (Self::S, "S"),
        (Self::PV, "PV"),
        (Self::DA, "D"),
        (Self::H, "H"),
    ];

    /// Parses `"CZSVDH"`, with a dash for each flag that keeps its value.
    pub(super) const fn parse(text: &str) -> Self {
        let text = text.as_bytes();
        assert!(text.len() == Self::LETTERS.len(), "a column for each flag");
        let mut set = Self::empty();
        let mut column = 0;
        while column < text.len() {
            let (flag, letters) = Self::LETTERS[column];
            if text[column] != b'-' {
                let letters = letters.as_bytes();
                assert!(text[column] == letters[0] || text[column] == letters[letters.len() - 1]);
                set = set.union(flag);
            }
            column += 1;
        }
        set
    }
}

impl fmt::Display for FlagSet {
    /// Formats the flags as in the instruction reference: `C Z S P/V D H`; an empty set gives an empty string.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let flags = Self::LETTERS.iter().filter(|(flag, _)| self.contains(*flag));
        for (index, (flag, letters)) in flags.enumerate() {
            let gap = if index > 0 { " " } else { "" };
            let letters = if *flag == Self::PV { "P/V" } else { letters };
            write!(f, "{gap}{letters}")?;
        }
        Ok(())
    }
}
