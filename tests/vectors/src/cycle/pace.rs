//! The pace of a form's bus cycles: how many words are fetched, and the idle clocks before each cycle.
//!
//! A memory cycle takes 3 clocks, a port cycle 4; a row gives the clocks of the whole instruction. The remaining clocks
//! are idle. Measurements give the order of the cycles and the total, but not the positions of the idle clocks, which
//! are taken from the manual of a compatible processor, the Y8002. Idle clocks after the last cycle are not listed.

use z8000::cpu::Fcw;
use z8000::isa::{Form, Kind, Mode, Operand, Operation};

/// The timing of a form's bus cycles.
#[derive(Debug, Clone, Copy)]
pub(super) struct Pace {
    /// Number of words in the pattern, after which an address follows, if there is one.
    pub(super) pattern: usize,
    /// Number of all words; a long address adds one.
    pub(super) words: usize,
    /// True if the words contain an address.
    pub(super) address: bool,
    /// True if the last word is data, after the address.
    pub(super) data: bool,
    /// True if an address without an index register locates the operand.
    pub(super) direct: bool,
    /// Idle clocks before the first cycle that is not a fetch.
    pub(super) first: u32,
    /// Idle clocks before each of the following cycles, in turn.
    pub(super) turns: &'static [u32],
}

impl Pace {
    /// Returns the idle clocks before the fetch of a further word, by its index. The second word is
    /// fetched immediately if an address follows the first one.
    pub(super) const fn before_word(&self, first_word: u16, index: usize) -> u32 {
        let after_pattern = index == 2 && self.pattern == 2;
        let data = self.data && index + 1 == self.words;
        match index {
            1 => !matches!(first_word >> 12, 4..=6) as u32,
            _ => (after_pattern || data) as u32,
        }
    }
}

/// Addressing mode of an operand in memory, as an index of a list of idle clocks.
#[derive(Clone, Copy, PartialEq, Eq)]
enum By {
    Register,
    Address,
    Index,
    Other,
}

impl By {
    fn of(form: &Form) -> Self {
        let fixed = form.operands.iter().filter(|operand| operand.step == 0);
        let mut found = fixed.filter_map(|operand| match operand.kind {
            Kind::Indirect => Some(Self::Register),
            Kind::Direct => Some(Self::Address),
            Kind::Indexed => Some(Self::Index),
            _ => None,
        });
        found.next().unwrap_or(Self::Other)
    }
}

/// Returns true if a form is an instruction for an extended processing unit.
fn is_extended(form: &Form) -> bool {
    use Operation as O;
    matches!(
        form.operation,
        O::Brk | O::Ext0e | O::Ext0f | O::Ext4e | O::Ext4f | O::Ext8e | O::Ext8f
    )
}

/// Returns true if an instruction of a form traps instead of being executed.
pub(super) fn traps(form: &Form, fcw: Fcw) -> bool {
    form.operation == Operation::Sc
        || is_extended(form) && !fcw.contains(Fcw::EPA)
        || form.privileged && !fcw.contains(Fcw::SYSTEM)
}

/// Returns true if an operand is in memory, or would be: LDA and JP take its address.
fn is_memory(operand: &Operand) -> bool {
    use Kind as K;
    matches!(
        operand.kind,
        K::Indirect | K::Direct | K::Indexed | K::Base | K::BaseIndex | K::Relative16
    )
}

impl Pace {
    /// Returns the timing of a form's bus cycles when it is executed and does not trap.
    pub(super) fn of(form: &Form) -> Self {
        let extended = usize::from(is_extended(form));
        let pattern = form.pattern.words() + extended;
        let address =
            form.operation == Operation::Ext4f || form.operands.iter().any(|operand| operand.kind.is_address());
        let words = form.length(Mode::Nonsegmented, false) / 2 + extended;
        let timed = Timing(form);
        let (first, turns) = timed.idle();
        Self {
            pattern,
            words: words + usize::from(form.operation == Operation::Ext4f),
            address,
            data: address && timed.has(|kind| matches!(kind, Kind::Immediate8 | Kind::Immediate16)),
            direct: By::of(form) == By::Address,
            first,
            turns,
        }
    }
}

/// Determines the idle clocks of a form.
struct Timing<'f>(&'f Form);

impl Timing<'_> {
    fn has(&self, kind: impl Fn(Kind) -> bool) -> bool {
        self.0.operands.iter().any(|operand| kind(operand.kind))
    }

    /// Returns the idle clocks before the first cycle that is not a fetch, and before the following ones.
    fn idle(&self) -> (u32, &'static [u32]) {
        use Operation as O;
        let by = By::of(self.0);
        let in_memory = self.0.operands.first().is_some_and(is_memory);
        let written = self
            .0
            .operands
            .iter()
            .any(|operand| operand.written && is_memory(operand));
        let immediate = self.has(|kind| matches!(kind, Kind::Immediate8 | Kind::Immediate16));
        // Values for @R, an address, an address with an index, and others: relative and base addresses.
        let (first, turns): ([u32; 4], &[u32]) = match self.0.operation {
            O::Push | O::Pushl | O::Pop | O::Popl => return self.idle_on_stack(by, immediate),
            _ if self.0.operands.iter().any(|operand| operand.step != 0) => return (2, self.round()),
            O::Com | O::Comb | O::Neg | O::Negb => ([2, 2, 3, 0], &[1]),
            O::Clr | O::Clrb | O::Test | O::Testb | O::Testl | O::Tset | O::Tsetb => ([2, 2, 3, 0], &[0]),
            O::Ex | O::Exb => ([1, 1, 2, 0], &[2]),
            O::Ldps => ([1, 1, 2, 0], &[0]),
            O::Ld | O::Ldb | O::Cp | O::Cpb if immediate => ([1, 1, 2, 0], &[0]),
            O::Ld | O::Ldb | O::Ldl | O::Ldr | O::Ldrb | O::Ldrl if in_memory => ([2, 2, 3, 4], &[0]),
            O::Ldm => ([3, 3, 4, 0], &[0]),
            O::Brk | O::Ext0f | O::Ext4f | O::Ext8e | O::Ext8f | O::Calr => ([0, 0, 0, 3], &[0]),
            O::Call => ([4, 2, 3, 0], &[0]),
            O::Ret => ([0, 0, 0, 4], &[0]),
            O::Iret => ([0; 4], &[0]),
            _ if self.has(|kind| kind == Kind::PortIndirect) => ([3; 4], &[0]),
            _ if self.has(|kind| kind == Kind::Port) => ([1; 4], &[0]),
            _ if written => ([1, 0, 1, 4], &[1]),
            _ => ([1, 0, 1, 4], &[0]),
        };
        (first[by as usize], turns)
    }

    /// Returns these idle clocks for PUSH and POP, of words and of long words.
    fn idle_on_stack(&self, by: By, immediate: bool) -> (u32, &'static [u32]) {
        use Operation as O;
        let first = match (self.0.operation, by) {
            (O::Push | O::Pushl, By::Address | By::Index) | (O::Pop | O::Popl, By::Register) => 1,
            (O::Push | O::Pushl, By::Other) if !immediate => 3,
            _ => 2,
        };
        let turns: &[u32] = match (self.0.operation, by) {
            (O::Push, By::Address | By::Index) => &[1],
            (O::Pushl, By::Address | By::Index) => &[0, 1, 0],
            (O::Push | O::Pop, _) => &[2],
            _ => &[0, 2, 0],
        };
        (first, turns)
    }

    /// Returns the idle clocks within the iterations of a block instruction, and between them.
    fn round(&self) -> &'static [u32] {
        match self.0.operation.mnemonic().as_bytes() {
            [b'c', b'p', b's', ..] | [b't', b'r', b't', ..] => &[2, 6],
            [b'c', b'p', ..] => &[6],
            [b't', b'r', ..] => &[2, 1, 2],
            _ => &[1, 2],
        }
    }
}
