//! The account of an engine: what it gains by its code, and what it costs, so that it steps aside where a program runs
//! faster without it.
//!
//! The unit is the time of one instruction in the interpreter. An instruction of native code saves a part of it; a call
//! of native code, a step that is asked for singly, and above all a compilation cost more. An engine begins with a loan
//! that is enough to compile the loops of a program. When that and what it has gained are used up, it steps aside for
//! some 16 times as long as what it has lost would have taken, so that it never costs more than a sixteenth of a run;
//! then it gets a small loan to try again. If that is lost, too, the next pause is longer.

/// The cost of a call of native code.
const CALL: i64 = 8;

/// The cost of an instruction that the interpreter does by itself, above what it takes in a run.
const STEP: i64 = 3;

/// The cost of a trace, and of each of its instructions: recorded and compiled.
const TRACE: i64 = 20_000;
const RECORDED: i64 = 1_500;

/// The cost of new tables and a new compiler.
const FRESH: i64 = 300_000;

/// The cost of code that does not hold any more.
const FORGOTTEN: i64 = 40;

/// Instructions of native code that save the time of one.
const SAVING: u64 = 2;

/// The first loan, which is also the most that is kept.
const FIRST: i64 = 1_000_000;

/// The loan after a pause.
const LOAN: i64 = 4_096;

/// An account above this has gained by its loan.
const GAINED: i64 = 4 * LOAN;

/// Pauses are as many times longer than what was lost: two to this power, which grows.
const FACTOR: std::ops::RangeInclusive<u32> = 4..=6;

/// The longest pause: a few milliseconds, in which a program may have come to another phase.
const LONGEST: u64 = 1 << 20;

/// What an engine may still spend.
#[derive(Debug, Clone)]
pub(crate) struct Account {
    left: i64,
    factor: u32,
}

impl Default for Account {
    fn default() -> Self {
        Self {
            left: FIRST,
            factor: *FACTOR.start(),
        }
    }
}

impl Account {
    /// A call of native code has run so many instructions.
    pub(crate) fn called(&mut self, instructions: u64) {
        let saved = (instructions / SAVING).cast_signed();
        self.left = (self.left + saved - CALL).min(FIRST);
        if self.left > GAINED {
            self.factor = *FACTOR.start();
        }
    }

    /// An instruction was left to the interpreter.
    pub(crate) const fn stepped(&mut self) {
        self.left -= STEP;
    }

    /// A trace of so many instructions was made.
    pub(crate) fn compiled(&mut self, instructions: u32) {
        self.left -= TRACE + RECORDED * i64::from(instructions);
    }

    /// There is a new compiler.
    pub(crate) const fn began(&mut self) {
        self.left -= FRESH;
    }

    /// The code of so many words does not hold any more.
    pub(crate) fn forgot(&mut self, words: usize) {
        self.left -= FORGOTTEN.saturating_mul(words.try_into().unwrap_or(i64::MAX));
    }

    /// Where all is spent, the length of the pause in instructions; behind it there is a new loan.
    pub(crate) fn pause(&mut self) -> Option<u64> {
        if self.left > 0 {
            return None;
        }
        let lost = LOAN.saturating_sub(self.left).cast_unsigned();
        let pause = lost.saturating_mul(1 << self.factor).min(LONGEST);
        self.left = LOAN;
        self.factor = (self.factor + 1).min(*FACTOR.end());
        Some(pause)
    }
}
