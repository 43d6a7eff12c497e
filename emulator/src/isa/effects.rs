//! What an instruction reads and writes, except for memory and ports.

use super::decode::Instruction;
use super::flags::FlagSet;
use super::kind::{Content, Registers, Value};
use super::names::FLAG_BYTE;
use super::operation::Operation;
use super::{Kind, Mode};
use crate::cpu::{Fcw, STACK_POINTER};

/// A set of register bytes and FCW bits. Bit 2n is the upper byte of Rn, bit 2n + 1 its lower byte; bits 32 to 47 are
/// those of FCW, and bits 48 to 51 the bytes of R14 and R15 of the other mode.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash)]
pub struct Places(pub u64);

impl Places {
    /// All bits of FCW.
    pub const FCW: Self = Self::fcw(0xFFFF);

    /// Returns bits of FCW.
    pub const fn fcw(bits: u16) -> Self {
        Self((bits as u64) << 32)
    }

    /// Returns `count` registers from Rn, with `first` as n; R0 follows R15.
    pub fn words(first: u8, count: u8) -> Self {
        let numbers = (0..count.min(16)).map(|n| first.wrapping_add(n) & 15);
        numbers.fold(Self(0), |all, n| all.with(Self(3 << (2 * n))))
    }

    /// Returns a byte register: RH0 to RH7 are 0 to 7, RL0 to RL7 are 8 to 15.
    pub const fn byte(number: u8) -> Self {
        Self(1 << (2 * (number & 7) + (number >> 3 & 1)))
    }

    /// Returns the union of both sets.
    #[must_use]
    pub const fn with(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    /// Returns the places of this set that are not in the other.
    #[must_use]
    pub const fn without(self, other: Self) -> Self {
        Self(self.0 & !other.0)
    }

    /// Returns true if some place is in both sets.
    pub const fn meets(self, other: Self) -> bool {
        self.0 & other.0 != 0
    }

    /// Maps the places to those of segmented system mode, because the mode determines which R14 and R15 are used.
    /// Applying this twice gives the original set.
    #[must_use]
    pub const fn physical(self, fcw: Fcw) -> Self {
        let mut swapped = 0;
        if !fcw.contains(Fcw::SYSTEM) {
            swapped |= 0b1100;
        }
        if !fcw.contains(Fcw::SYSTEM.union(Fcw::SEG)) {
            swapped |= 0b0011;
        }
        let changed = (self.0 >> 28 ^ self.0 >> 48) & swapped;
        Self(self.0 ^ (changed << 28 | changed << 48))
    }
}

/// The places that an instruction reads and writes, derived from the operands and flags of its row.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Effects {
    /// Places that are read and contribute to a result; address registers are not included.
    pub read: Places,
    /// Pointers and counters that are changed; they are also in `written`.
    pub moved: Places,
    /// Places that are written.
    pub written: Places,
    /// If this condition code is false, registers keep their values.
    pub condition: Option<u8>,
}

impl Effects {
    /// Returns the effects of a decoded instruction. Extended instructions, which depend on the unit, have none.
    ///
    /// # Example
    ///
    /// ```
    /// use z8000::isa::{Address, Effects, Mode, Places, decode};
    ///
    /// // ADD R7,R4.
    /// let add = decode(&[0x8147], Address::default(), Mode::Nonsegmented)?;
    /// let effects = Effects::of(&add);
    /// assert_eq!(effects.read, Places::words(7, 1).with(Places::words(4, 1)));
    /// assert_eq!(effects.written, Places::words(7, 1).with(Places::fcw(0xF0)));
    /// # Ok::<(), z8000::isa::DecodeError>(())
    /// ```
    pub fn of(instruction: &Instruction) -> Self {
        let form = instruction.form;
        let mut effects = Self { written: Places::fcw(form.flags.bits().into()), ..Self::default() };
        for index in 0..form.operands.len() {
            effects.operand(instruction, index);
        }
        effects.implied(instruction);
        effects
    }

    fn operand(&mut self, instruction: &Instruction, index: usize) {
        let operand = instruction.form.operands[index];
        let (operation, mut places) = (instruction.form.operation, instruction.registers(index));
        let is_counter = is_counter(instruction, index);
        if operation == Operation::Tcc {
            // TCC changes only one bit.
            places = Places(places.0 & 0xAAAA_AAAA);
        }
        if operand.step != 0 || is_counter {
            let is_pair = instruction.mode == Mode::Segmented && !is_counter;
            self.moved = self
                .moved
                .with(Places(places.0 & if is_pair { 0xCCCC_CCCC } else { u64::MAX }));
        }
        let is_value = matches!(
            operand.kind,
            Kind::Byte | Kind::Word | Kind::Long | Kind::Quad | Kind::Pointer
        );
        // The value of LDA is the address.
        let is_value = is_value && !is_counter || matches!(operation, Operation::Lda | Operation::Ldar);
        let (read, written) = match instruction.values()[index] {
            Value::Control(number) if operand.written => {
                // Only FCW and its flag byte contain flags.
                self.written = Places(self.written.0 & control(number).0);
                (Places(0), control(number))
            }
            Value::Control(number) => (control(number), Places(0)),
            Value::Flags(named) => {
                let named = Places::fcw(u16::from(named) << 4 | FlagSet::H.bits() as u16);
                self.written = Places(self.written.0 & named.0);
                let inverted = Some(self.written).filter(|_| operation == Operation::Comflg);
                (inverted.unwrap_or_default(), Places(0))
            }
            // The interrupts named by EI and DI.
            Value::Interrupts(named) => (Places(0), Places::fcw(u16::from(named) << 11)),
            Value::Condition(code) => {
                let sets = matches!(operation, Operation::Tcc | Operation::Tccb);
                self.condition = Some(code).filter(|_| sets || operation == Operation::Ret);
                let asked = if sets { CONDITIONS[usize::from(code & 7)] } else { 0 };
                (Places::fcw(asked), Places(0))
            }
            _ if !is_value => (Places(0), Places(0)),
            _ if operand.written => (kept(operation.mnemonic(), places), places),
            _ => (places, Places(0)),
        };
        self.read = self.read.with(read);
        self.written = self.written.with(written);
    }

    /// Adds the effects that are not expressed by operands.
    fn implied(&mut self, instruction: &Instruction) {
        use Operation as O;
        let mnemonic = instruction.form.operation.mnemonic();
        if ["adc", "sbc", "rlc", "rrc"]
            .iter()
            .any(|name| mnemonic.starts_with(name))
        {
            self.read = self.read.with(Places::fcw(FlagSet::C.bits().into()));
        }
        match instruction.form.operation {
            O::Dab => self.read = self.read.with(Places::fcw(0x8C)),
            O::Call | O::Calr | O::Ret | O::Iret => self.moved = Places::words(STACK_POINTER as u8, 1),
            // Translations write RH1.
            _ if mnemonic.starts_with("tr") => self.written = self.written.with(Places::byte(1)),
            _ => {}
        }
        let loads = matches!(instruction.form.operation, O::Iret | O::Ldps);
        self.written = self
            .written
            .with(self.moved)
            .with(if loads { Places::FCW } else { Places(0) });
    }
}

/// The FCW bits on which the first eight condition codes depend; the other eight are their complements.
const CONDITIONS: [u16; 8] = [0, 0x30, 0x70, 0xC0, 0x10, 0x20, 0x40, 0x80];

impl Instruction {
    /// Returns the registers in an operand's value or address; an empty set if there is no such operand.
    pub fn registers(&self, index: usize) -> Places {
        let values = self.values();
        let (Some(operand), Some(value)) = (self.form.operands.get(index), values.get(index)) else {
            return Places(0);
        };
        let (first, second) = value.parts();
        let count = match (self.form.operation, values.last()) {
            (Operation::Ldm, Some(Value::Immediate(count))) => *count as u8,
            _ => 1,
        };
        let parts = operand.kind.parts().iter().zip([Some(first), second]);
        parts.fold(Places::default(), |all, (part, value)| match (part.content, value) {
            (Content::Register(Registers::Byte), Some(Value::Register(number))) => all.with(Places::byte(number)),
            (Content::Register(registers), Some(Value::Register(number))) => {
                let is_list = matches!(operand.kind, Kind::Word);
                let words = if is_list { count } else { registers.size(self.mode) };
                all.with(Places::words(number, words))
            }
            _ => all,
        })
    }
}

/// Returns true if an operand is the counter of a block instruction or of a loop.
fn is_counter(instruction: &Instruction, index: usize) -> bool {
    let form = instruction.form;
    index == 2 && form.pattern.words() == 2 && matches!(form.operands[2].kind, Kind::Word)
        || index == 0 && matches!(form.operation, Operation::Djnz | Operation::Dbjnz)
}

/// Returns the part of a written register that the result depends on.
fn kept(mnemonic: &str, places: Places) -> Places {
    let is = |names: &[&str]| names.iter().any(|name| mnemonic.starts_with(name));
    if is(&["ld", "clr", "pop", "sin"]) || matches!(mnemonic, "in" | "inb") {
        Places(0)
    } else if is(&["mult", "ext"]) {
        // The result is twice as wide as the source.
        Places(places.0 & places.0 << (places.0.count_ones() / 2))
    } else {
        places
    }
}

/// Returns the places of a control register; an empty set for the others.
const fn control(number: u8) -> Places {
    match number {
        2 => Places::FCW,
        6 => Places(0x3 << 48),
        7 => Places(0xC << 48),
        _ if number == FLAG_BYTE.1 => Places::fcw(Fcw::FLAGS.bits()),
        _ => Places(0),
    }
}
