//! Warnings: statements that are valid but probably not what was intended.

use z8000::isa::{Kind, Mode, Operation};

use crate::fault::Fault;
use crate::instruction::Instruction;
use crate::operand::{Operand, Shape};
use crate::register::Register;
use crate::symbols::Symbols;

/// Returns the word registers of an operand: the first one, and their number.
fn registers(operand: &Operand) -> Option<(u8, u8)> {
    let (Shape::Register(register) | Shape::Indirect(register)) = &operand.shape else {
        return None;
    };
    Some(match *register {
        Register::Byte(number) => (number % 8, 1),
        Register::Word(number) => (number, 1),
        Register::Long(number) => (number, 2),
        Register::Quad(number) => (number, 4),
    })
}

fn overlap((a, a_count): (u8, u8), (b, b_count): (u8, u8)) -> bool {
    a < b + b_count && b < a + a_count
}

impl Instruction {
    /// Returns the fault of a combination of registers that the manual forbids, if there is one.
    pub(crate) fn forbidden(&self) -> Option<Fault> {
        use Operation::{Pop, Popl, Push, Pushl, Rldb, Rrdb};
        if matches!(self.form.operation, Rldb | Rrdb) {
            let [link, source] = &self.operands[..] else {
                return None;
            };
            return (link.shape == source.shape).then(|| {
                let message = "the two registers of a digit rotation must differ";
                Fault::new(source.span.clone(), message)
            });
        }
        if !self.is_block() && !matches!(self.form.operation, Push | Pushl | Pop | Popl) {
            return None;
        }
        for (index, operand) in self.operands.iter().enumerate() {
            let Some(these) = registers(operand) else {
                continue;
            };
            let mut before = self.operands[..index].iter().filter_map(registers);
            if before.any(|others| overlap(these, others)) {
                let message = "the registers of this instruction must not overlap";
                return Some(Fault::new(operand.span.clone(), message));
            }
            if self.translates() && overlap(these, (1, 1)) {
                let message = "translate instructions change RH1, so R1 cannot be one of the registers";
                return Some(Fault::new(operand.span.clone(), message));
            }
        }
        None
    }

    /// Returns a warning about a bit number above 7 in a byte, of which the chip uses only the lower three bits.
    pub(crate) fn doubtful_bit(&self, symbols: &Symbols) -> Option<Fault> {
        let index = self.kinds().position(|kind| kind == Kind::ByteBit)?;
        let Shape::Immediate(number) = &self.operands.get(index)?.shape else {
            return None;
        };
        let bit = number.value(symbols).ok()?.number;
        (bit > 7).then(|| {
            let message = format!(
                "a byte has only bits 0 to 7: the chip uses only the low three bits of {bit}, which select bit {}",
                bit & 7
            );
            Fault::new(number.span.clone(), message)
        })
    }

    /// Returns a warning about a word or a long word at an odd address: the chip accesses the preceding even address.
    /// Most likely, a `#` is missing.
    pub(crate) fn odd_address(&self, symbols: &Symbols) -> Option<Fault> {
        let in_memory = self.kinds().position(|kind| kind == Kind::Direct)?;
        let moves_words = self.kinds().any(|kind| matches!(kind, Kind::Word | Kind::Long));
        let Shape::Address(place) = &self.operands.get(in_memory)?.shape else {
            return None;
        };
        let address = place.offset.value(symbols).ok()?.number;
        (moves_words && self.form.operation != Operation::Lda && address & 1 != 0).then(|| {
            let message = format!("a word must be at an even address; {address} is odd");
            Fault::new(place.offset.span.clone(), message).label("an immediate number begins with `#`")
        })
    }

    /// Returns true for a block instruction: two pointers, or a pointer and a register, and a counter.
    fn is_block(&self) -> bool {
        let is_pointer = |kind: Kind| matches!(kind, Kind::Indirect | Kind::PortIndirect);
        let has_counter = self.kinds().nth(2) == Some(Kind::Word);
        self.form.pattern.words() == 2 && has_counter && self.kinds().take(2).any(is_pointer)
    }

    /// Returns the kinds of the form's operands.
    fn kinds(&self) -> impl Iterator<Item = Kind> {
        self.form.operands.iter().map(|operand| operand.kind)
    }

    fn translates(&self) -> bool {
        self.form.operation.mnemonic().starts_with("tr")
    }

    /// Returns true for a JP that could be a JR, which is two bytes shorter.
    pub(crate) fn could_be_short(&self, at: i64, mode: Mode, target: i64) -> bool {
        let direct = self.kinds().nth(1) == Some(Kind::Direct);
        // The target of a forward jump moves nearer by the bytes saved.
        let saved = self.length(mode) as i64 - 2;
        let distance = target - at - 2;
        let distance = if target > at { distance - saved } else { distance };
        self.form.operation == Operation::Jp && direct && (-256..=254).contains(&distance)
    }
}
