//! Random numbers, and instructions generated from them.

use z8000::cpu::Model;
use z8000::isa::{FORMS, Form, Formula, Kind, Operation};

/// The address at which programs begin; below it are the program status area and the status after reset.
pub(super) const START: u16 = 0x100;

/// The maximum number of instructions of a program.
const LENGTH: u64 = 400;

/// Reproducible pseudo-random numbers: xorshift (Marsaglia 2003).
pub(super) struct Numbers(u64);

impl Numbers {
    pub(super) fn new(seed: u64) -> Self {
        // Neighbouring seeds would give similar sequences, and the state must not be 0.
        Self(seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1)
    }

    fn next(&mut self) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0.wrapping_mul(0x2545_F491_4F6C_DD1D) >> 16
    }

    /// Returns a number below `end`, which must not be 0.
    pub(super) fn below(&mut self, end: u64) -> u64 {
        self.next() % end
    }

    /// Returns a 16-bit number.
    pub(super) fn word(&mut self) -> u16 {
        self.next() as u16
    }

    /// Returns true once in a given number of times, on average.
    pub(super) fn once_in(&mut self, times: u64) -> bool {
        self.below(times) == 0
    }
}

/// The kind of a random program.
#[derive(Debug, Clone, Copy)]
pub(super) struct Program {
    /// True if addresses are written with their segment.
    pub(super) segmented: bool,
    /// The number of segments that contain the program.
    pub(super) segments: u8,
    pub(super) end: u16,
    /// True if data addresses may be in the program.
    rewrites: bool,
}

impl Program {
    /// Returns a kind for the board, which has its program in a separate memory.
    pub(super) fn for_board(numbers: &mut Numbers) -> Self {
        Self { segmented: false, segments: 1, end: end(numbers), rewrites: false }
    }

    /// Returns a kind for a machine from a description.
    pub(super) fn for_machine(numbers: &mut Numbers, processor: Model) -> Self {
        let is_z8001 = processor == Model::Z8001;
        Self {
            segmented: is_z8001 && !numbers.once_in(3),
            segments: if is_z8001 { 3 } else { 1 },
            end: end(numbers),
            rewrites: numbers.once_in(2),
        }
    }

    /// Returns a number that is typical of registers and operands.
    pub(super) fn value(&self, numbers: &mut Numbers) -> u16 {
        if self.rewrites && numbers.once_in(12) {
            return self.target(numbers);
        }
        if self.segmented && numbers.once_in(3) {
            return u16::from(self.segment(numbers)) << 8;
        }
        match numbers.below(4) {
            0 => numbers.below(16) as u16,
            1 => 0x7FF8 + numbers.below(16) as u16,
            _ => numbers.word(),
        }
    }

    /// Returns an even address in the program.
    pub(super) fn target(&self, numbers: &mut Numbers) -> u16 {
        (START + numbers.below(u64::from(self.end - START)) as u16) & 0xFFFE
    }

    /// Returns a segment: usually one that contains the program.
    pub(super) fn segment(&self, numbers: &mut Numbers) -> u8 {
        let there = if numbers.once_in(20) { 0x80 } else { self.segments };
        numbers.below(there.into()) as u8
    }

    /// Returns all instructions of a program.
    pub(super) fn words(&self, numbers: &mut Numbers) -> Vec<u16> {
        let mut words = Vec::new();
        while words.len() < usize::from(self.end - START) / 2 {
            self.instruction(numbers, &mut words);
        }
        words
    }

    /// Appends an instruction.
    fn instruction(&self, numbers: &mut Numbers, words: &mut Vec<u16>) {
        if numbers.once_in(200) {
            // The word need not be a valid instruction.
            words.push(numbers.word());
            return;
        }
        let form = &FORMS[numbers.below(FORMS.len() as u64) as usize];
        if is_rare(form) && !numbers.once_in(20) || repeats(form) && !numbers.once_in(200) {
            return;
        }
        for index in 0..form.pattern.words() {
            let free = !form.pattern.mask(index);
            words.push(form.pattern.value(index) | numbers.word() & free);
        }
        for operand in form.operands {
            match operand.kind {
                Kind::Direct | Kind::Indexed => self.address(form, numbers, words),
                Kind::Immediate8 | Kind::Immediate16 | Kind::Base | Kind::Port => {
                    words.push(self.value(numbers));
                }
                Kind::Immediate32 => words.extend([self.value(numbers), self.value(numbers)]),
                // Occasionally, the address is in the program itself.
                Kind::Relative16 if numbers.once_in(20) => words.push(numbers.below(200) as u16),
                Kind::Relative16 => words.push(0x4000 + numbers.word() / 4),
                _ => {}
            }
        }
    }

    /// Appends an address; with a segment, a short or a long one.
    fn address(&self, form: &Form, numbers: &mut Numbers, words: &mut Vec<u16>) {
        let jumps = matches!(form.operation, Operation::Jp | Operation::Call);
        let offset = if jumps {
            self.target(numbers)
        } else {
            self.value(numbers)
        };
        if !self.segmented {
            words.push(offset);
            return;
        }
        let segment = u16::from(self.segment(numbers)) << 8;
        if jumps || numbers.once_in(2) {
            words.extend([0x8000 | segment, offset]);
        } else {
            words.push(segment | offset & 0xFF);
        }
    }
}

fn end(numbers: &mut Numbers) -> u16 {
    // Instructions have an average of four and a half bytes.
    START + 5 * (10 + numbers.below(LENGTH)) as u16
}

/// Returns true if the form repeats, usually about ten thousand times, which would take most of the time.
fn repeats(form: &Form) -> bool {
    let moves = form.operands.iter().any(|operand| operand.step != 0);
    moves && matches!(form.clocks.nonsegmented, Formula::Linear { .. })
}

/// Returns true if the form would end most programs, or is left to the interpreter anyway.
fn is_rare(form: &Form) -> bool {
    use Operation::{Halt, Iret, Ldctl, Ldps, Mreq, Ret, Sc};
    let extended = form.operation.mnemonic().starts_with("ext");
    form.privileged || extended || matches!(form.operation, Halt | Iret | Ldctl | Ldps | Mreq | Ret | Sc)
}
