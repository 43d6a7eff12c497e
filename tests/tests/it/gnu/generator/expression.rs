//! Random expressions: every operator, mixed, mostly without brackets.

use super::writer::Writer;

/// Operators whose right operand may have any value. `!=` is omitted: in data `!` begins a comment.
const BINARY: [&str; 14] = [
    "*", "|", "^", "&", "+", "-", "==", "<>", "<", "<=", ">", ">=", "&&", "||",
];
const UNARY: [&str; 7] = ["", "", "", "", "-", "~", "+"];

impl Writer<'_> {
    /// Returns a number of up to 16 bits, in one of its notations.
    pub(super) fn number(&mut self) -> String {
        let bits = 1 + self.below(16);
        let number = self.below(1 << bits);
        match self.below(8) {
            0 | 1 => format!("{number:#x}"),
            2 => format!("0{number:o}"),
            3 => format!("{number:#b}"),
            4 => self
                .pick(&["'A'", "'z'", "' '", "'0'", "'\\n'", "','", "'('", "'\\\\'"])
                .to_owned(),
            _ => number.to_string(),
        }
    }

    /// Returns an expression of any value that is known here, with up to `operators` operators.
    pub(super) fn free(&mut self, operators: usize) -> String {
        self.formula(operators, false)
    }

    /// Returns such an expression whose value may be known only at the end of the file.
    fn late(&mut self, operators: usize) -> String {
        self.formula(operators, true)
    }

    fn formula(&mut self, operators: usize, late: bool) -> String {
        let mut text = String::new();
        let mut open = 0;
        for index in 0..=self.below(operators + 1) {
            if index > 0 {
                let blank = self.pick(&[" ", ""]);
                text += blank;
                // These operators are defined only for some right operands.
                match self.below(8) {
                    0 => {
                        let operator = self.pick(&["/", "%"]);
                        let divisor = 1 + self.below(300);
                        text += &format!("{operator} {divisor}");
                        continue;
                    }
                    1 => {
                        let operator = self.pick(&["<<", ">>"]);
                        let count = self.below(12);
                        text += &format!("{operator}{blank}{count}");
                        continue;
                    }
                    _ => text += self.pick(&BINARY),
                }
                text += " ";
            }
            text += self.pick(&UNARY);
            if self.chance(7) {
                text.push('(');
                open += 1;
            }
            text += &self.atom(late);
            if open > 0 && self.chance(3) {
                text.push(')');
                open -= 1;
            }
        }
        text + &")".repeat(open)
    }

    fn atom(&mut self, late: bool) -> String {
        if late && self.chance(8) {
            let index = self.below(self.later.len());
            return self.later[index].clone();
        }
        if !self.known.is_empty() && self.chance(4) {
            let index = self.below(self.known.len());
            return self.known[index].clone();
        }
        if self.chance(12) {
            return self
                .pick(&["0x123456789", "0xffffffff", "0x7fffffffffffffff"])
                .to_owned();
        }
        self.number()
    }

    /// Returns an expression with a value from 0 to a mask.
    pub(super) fn masked(&mut self, mask: u64) -> String {
        match self.below(3) {
            0 => (self.random.bits() & mask).to_string(),
            1 => format!("{:#x}", self.random.bits() & mask),
            _ => format!("({}) & {mask:#x}", self.late(4)),
        }
    }

    /// Returns such an expression whose value is known here.
    pub(super) fn masked_now(&mut self, mask: u64) -> String {
        format!("({}) & {mask:#x}", self.free(4))
    }

    /// Returns an expression with a value in a range without negative numbers.
    pub(super) fn between(&mut self, first: usize, last: usize) -> String {
        let number = first + self.below(last - first + 1);
        match self.below(4) {
            0 => format!("{}+{}", first, number - first),
            1 => format!("{number:#x}"),
            _ => number.to_string(),
        }
    }

    /// Returns an address for the words after an instruction.
    pub(super) fn address(&mut self) -> String {
        let low = !self.segmented;
        match self.label(low).filter(|_| !self.chance(5)) {
            Some(label) => match self.below(5) {
                0 => format!("{label}+{}", self.below(9)),
                1 => format!("{label} + {}*2", self.below(5)),
                2 => format!("{}+{label}", self.below(9)),
                _ => label,
            },
            None if low => self.below(0x10000).to_string(),
            None => format!(
                "{:#x}",
                0x8000_0000u64 | (self.below(128) as u64) << 24 | self.below(0x10000) as u64
            ),
        }
    }

    /// Returns the distance between two labels of the file in one section.
    pub(super) fn distance(&mut self) -> Option<String> {
        let (one, two) = (self.near(9)?, self.near(9)?);
        Some(format!("{one}-{two}"))
    }
}
