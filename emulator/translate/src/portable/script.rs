//! A trace as a list of small operations, and how they are carried out.

use super::op::{Code, Op};

/// Slots of a script. Their number is what a byte can name, so that no access to one can go wrong.
pub(super) const SLOTS: usize = 256;

/// Slots of the registers come first, in their order; then those of the flags from bit 2 of FCW (H) on.
pub(super) const FLAGS: usize = 16;
/// The first slot of numbers that a script makes.
pub(super) const FREE: usize = FLAGS + 6;
/// A slot that is always 0, for addresses that are known.
pub(super) const ZERO: usize = FREE;
/// The first slot behind it.
pub(super) const TEMPORARY: usize = ZERO + 1;

/// The slot of a flag, by its bit in FCW.
pub(super) const fn flag(bit: u16) -> usize {
    FLAGS + bit.trailing_zeros() as usize - 2
}

/// A trace as it is executed.
#[derive(Debug)]
pub(super) struct Script {
    pub(super) ops: Box<[Op<u8>]>,
    pub(super) exits: Box<[Out]>,
    /// Clocks of the longest way through it.
    pub(super) most_clocks: u32,
}

/// What an exit leads to.
#[derive(Debug, Clone, Copy)]
pub(super) struct Out {
    /// Offset of the next instruction, unless the operation has it.
    pub(super) pc: u16,
    /// Address of the last instruction.
    pub(super) from: u16,
    pub(super) clocks: u32,
    pub(super) instructions: u32,
    /// Whether this is the end of a trace that repeats.
    pub(super) again: bool,
}

/// What scripts work on.
pub(super) struct Machine<'m> {
    pub(super) slots: [u32; SLOTS],
    pub(super) program: &'m [u8; 0x1_0000],
    pub(super) data: &'m mut [u8; 0x1_0000],
    /// Clocks that are left.
    pub(super) clocks_left: u64,
    pub(super) instructions: u64,
    pub(super) pc: u16,
    /// Address of the last instruction.
    pub(super) from: u16,
}

impl Script {
    /// Whether the longest way through it stays within the limit.
    pub(super) const fn fits(&self, clocks_left: u64) -> bool {
        self.most_clocks as u64 <= clocks_left
    }

    /// Carries the script out, round after round if it repeats. It must fit once.
    pub(super) fn run(&self, machine: &mut Machine<'_>) {
        loop {
            let (out, pc) = self.round(machine);
            machine.clocks_left -= u64::from(out.clocks);
            machine.instructions += u64::from(out.instructions);
            if !(out.again && self.fits(machine.clocks_left)) {
                machine.pc = pc;
                machine.from = out.from;
                return;
            }
        }
    }

    /// Carries the script out once; returns the exit and PC.
    #[inline]
    fn round(&self, machine: &mut Machine<'_>) -> (&Out, u16) {
        let Machine {
            slots, program, data, ..
        } = machine;
        let mut next = 0;
        loop {
            let Op { code, to, a, b, k } = self.ops[next];
            next += 1;
            let (a, b, to) = (
                slots[usize::from(a)],
                slots[usize::from(b)],
                &mut slots[usize::from(to)],
            );
            let place = a.wrapping_add(k);
            match code {
                Code::Constant => *to = k,
                Code::Copy => *to = a,
                Code::Add => *to = a.wrapping_add(b),
                Code::AddConstant => *to = place,
                Code::AddWord => *to = a.wrapping_add(b) & 0xFFFF,
                Code::AddWordConstant => *to = place & 0xFFFF,
                Code::Sub => *to = a.wrapping_sub(b),
                Code::SubWord => *to = a.wrapping_sub(b) & 0xFFFF,
                Code::Mul => *to = a.wrapping_mul(b),
                Code::MulConstant => *to = a.wrapping_mul(k),
                Code::And => *to = a & b,
                Code::AndConstant => *to = a & k,
                Code::Or => *to = a | b,
                Code::OrConstant => *to = a | k,
                Code::Xor => *to = a ^ b,
                Code::XorConstant => *to = a ^ k,
                Code::ShiftLeft => *to = a << (k & 31),
                Code::ShiftRight => *to = a >> (k & 31),
                Code::Power => *to = 1 << (a & 31),
                Code::Equal => *to = u32::from(a == b),
                Code::EqualConstant => *to = u32::from(a == k),
                Code::Unequal => *to = u32::from(a != b),
                Code::UnequalConstant => *to = u32::from(a != k),
                Code::Bit => *to = a >> (k & 31) & 1,
                Code::Below => *to = u32::from(a < b),
                Code::BelowConstant => *to = u32::from(a < k),
                Code::BelowSigned => {
                    let sign = |number: u32| (number << (k & 31)).cast_signed();
                    *to = u32::from(sign(a) < sign(b));
                }
                Code::EvenParity => *to = u32::from((a & 0xFF).count_ones().is_multiple_of(2)),
                Code::LoadByte => *to = data[byte(place)].into(),
                Code::LoadWord => *to = word(data, place),
                Code::LoadProgramByte => *to = program[byte(place)].into(),
                Code::LoadProgramWord => *to = word(program, place),
                Code::StoreByte => data[byte(place)] = b as u8,
                Code::StoreWord => {
                    let [high, low] = (b as u16).to_be_bytes();
                    let at = even(place);
                    (data[at], data[at + 1]) = (high, low);
                }
                Code::SkipUnless if a == 0 => next += k as usize,
                Code::SkipIf if a != 0 => next += k as usize,
                Code::SkipUnlessEqual if a != b => next += k as usize,
                Code::SkipIfEqual if a == b => next += k as usize,
                Code::SkipUnlessEqualConstant if a != k >> 16 => next += k as usize & 0xFFFF,
                Code::SkipIfEqualConstant if a == k >> 16 => next += k as usize & 0xFFFF,
                Code::SkipUnless
                | Code::SkipIf
                | Code::SkipUnlessEqual
                | Code::SkipIfEqual
                | Code::SkipUnlessEqualConstant
                | Code::SkipIfEqualConstant => {}
                Code::Exit => {
                    let out = &self.exits[k as usize];
                    return (out, out.pc);
                }
                Code::ExitTo => return (&self.exits[k as usize], a as u16),
            }
        }
    }
}

/// The offset of a byte.
const fn byte(place: u32) -> usize {
    place as usize & 0xFFFF
}

/// The offset of a word, at the even address.
const fn even(place: u32) -> usize {
    place as usize & 0xFFFE
}

/// A word, with its high byte first.
fn word(memory: &[u8; 0x1_0000], place: u32) -> u32 {
    let at = even(place);
    u16::from_be_bytes([memory[at], memory[at + 1]]).into()
}
