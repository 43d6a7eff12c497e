//! The account of an engine records what its code gains and costs. With it, the engine generates only code that pays
//! off, and suspends itself when a program runs faster without it.
//!
//! The unit is an eighth of the time of one instruction in the interpreter. An instruction in native code saves part of
//! that time. A call of native code, a single step and an instruction whose jumps are counted cost some units; a
//! compilation costs as much as ten thousand instructions or more.
//!
//! Compilation has a budget: an initial amount, a small part of the time that the program has run, and the time that
//! its code has saved. Code that is no longer valid is charged again. Execution has a balance. When the balance is
//! spent, the engine suspends itself for a pause. It then gets a small loan, enough to find out where the program is
//! and to try the existing code. If that gains time, the engine stays; if not, the next pause is longer. The loss is
//! therefore a small part of any run, and a program that begins to suit the engine is soon noticed.

/// The time of an instruction in the interpreter.
const INSTRUCTION: i64 = 8;

/// The cost of a call of native code.
const CALL: i64 = 8 * INSTRUCTION;

/// The additional cost of an instruction that the interpreter executes singly, compared to one in a longer run.
const STEP: i64 = 5 * INSTRUCTION;

/// The cost of an instruction in a run that counts jumps.
const COUNTED: i64 = INSTRUCTION / 8;

/// The time that an instruction of native code saves.
const SAVED: i64 = 3 * INSTRUCTION / 4;

/// The initial balance, which is also the maximum.
const FIRST: i64 = 50_000 * INSTRUCTION;

/// The balance after a pause.
const LOAN: i64 = 50 * INSTRUCTION;

/// A balance above this means that the loan has led to a gain.
const GAINED: i64 = 1_000 * INSTRUCTION;

/// The shortest and the longest pause in instructions; the longest takes about three hundred microseconds.
const PAUSES: std::ops::RangeInclusive<u64> = 1 << 10..=1 << 16;

/// The cost of recording a trace.
const RECORDED: i64 = 2_000 * INSTRUCTION;

/// The cost of compiling a trace, in addition to that of its bytes.
const COMPILED: i64 = 8_000 * INSTRUCTION;

/// The cost per byte of generated native code. It predicts compile time better than any other count: the code of one
/// LDM can be larger than that of twenty additions.
const BYTE: i64 = 60 * INSTRUCTION;

/// The charge for a trace that is no longer valid: a program that rewrites itself is not worth compiling.
const FORGOTTEN: i64 = 100_000 * INSTRUCTION;

/// The cost of creating tables and a compiler.
const BEGUN: i64 = 100_000 * INSTRUCTION;

/// The initial compilation budget.
const BUDGET: i64 = 800_000 * INSTRUCTION;

/// One part in this many of the instructions executed is added to the compilation budget.
const SHARE: i64 = 40;

/// The account of an engine, which determines how much it may still spend.
#[derive(Debug, Clone)]
pub(crate) struct Account {
    balance: i64,
    /// The length of the next pause.
    pause: u64,
    /// The length of the last pause if no gain has followed it yet; otherwise 0.
    behind: u64,
    /// The cost of compiling so far, less the time that code has saved.
    compiled: i64,
}

impl Default for Account {
    fn default() -> Self {
        Self { balance: FIRST, pause: *PAUSES.start(), behind: 0, compiled: 0 }
    }
}

impl Account {
    /// Counts a call of native code that has executed this many instructions.
    pub(crate) fn called(&mut self, instructions: u64) {
        let saved = SAVED * instructions.cast_signed();
        self.balance = (self.balance + saved - CALL).min(FIRST);
        // The cost of the call is not included: with more code, the same calls run longer.
        self.compiled -= saved;
        if self.balance > GAINED {
            self.pause = *PAUSES.start();
            self.behind = 0;
        }
    }

    /// Counts an instruction left to the interpreter.
    pub(crate) const fn stepped(&mut self) {
        self.balance -= STEP;
    }

    /// Counts instructions left to the interpreter, which has counted their jumps.
    pub(crate) const fn counted(&mut self, instructions: u64) {
        self.balance -= COUNTED * instructions.cast_signed() + STEP;
    }

    /// Returns the number of instructions, at least one, whose jumps may be counted before the balance is spent.
    pub(crate) fn left(&self) -> u64 {
        (self.balance / COUNTED).max(1).cast_unsigned()
    }

    /// Returns the number of visits that a jump counts for: more if only some of the jumps are counted.
    pub(crate) fn weight(&self) -> u16 {
        (self.behind / PAUSES.start()).max(1) as u16
    }

    /// Returns the length of a pause in instructions if the balance is spent; a new loan follows the pause.
    pub(crate) fn pause(&mut self) -> Option<u64> {
        if self.balance > 0 {
            return None;
        }
        self.behind = self.pause;
        self.balance = LOAN;
        self.pause = (self.pause + self.pause / 4).min(*PAUSES.end());
        Some(self.behind)
    }

    /// Returns true if the budget allows compiling for a machine that has executed this many instructions.
    pub(crate) const fn may_compile(&self, instructions: u64) -> bool {
        self.compiled < BUDGET + instructions.cast_signed() / SHARE * INSTRUCTION
    }

    /// Charges for a recorded trace, and for native code of this many bytes; 0 bytes if none was generated.
    pub(crate) const fn compiled(&mut self, bytes: usize) {
        self.compiled += RECORDED;
        if bytes > 0 {
            self.compiled += COMPILED + BYTE * bytes as i64;
        }
    }

    /// Charges for a new compiler.
    pub(crate) const fn began(&mut self) {
        self.compiled += BEGUN;
    }

    /// Charges for traces that are no longer valid.
    pub(crate) const fn forgot(&mut self, traces: usize) {
        self.compiled += FORGOTTEN * traces as i64;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// An instruction whose jump is counted costs one unit of the initial 400,000, and each run of them another 40.
    #[test]
    fn what_is_left_can_be_counted() {
        let mut account = Account::default();
        assert_eq!(account.left(), 400_000);
        account.counted(399_900);
        assert_eq!((account.left(), account.pause()), (60, None));
        account.stepped();
        assert_eq!(account.left(), 20);
        account.called(0);
        // The balance is -44, but at least one instruction is always allowed.
        assert_eq!(account.left(), 1);
    }

    /// A call that executes n instructions costs 64 units and saves 6 n; the balance cannot exceed the initial one.
    #[test]
    fn code_pays_by_its_length() {
        let mut account = Account::default();
        account.called(1_000);
        assert_eq!(account.left(), 400_000);
        account.counted(100_000);
        account.called(1_000);
        assert_eq!(account.left(), 400_000 - 100_000 - 40 + 6_000 - 64);
    }

    /// Each pause is a quarter longer than the last, up to the longest, until a balance of 8,000 shows a gain.
    #[test]
    fn pauses_grow_until_code_gains() {
        let mut account = Account::default();
        let mut pauses = Vec::new();
        let mut weights = Vec::new();
        for _ in 0..30 {
            weights.push(account.weight());
            account.counted(account.left());
            pauses.push(account.pause().expect("all is spent"));
            // The loan.
            assert_eq!(account.left(), 400);
            assert_eq!(account.pause(), None);
        }
        assert_eq!(pauses[..4], [1_024, 1_280, 1_600, 2_000]);
        assert_eq!(pauses[28..], [65_536, 65_536]);
        // The weight of a jump is the ratio of the last pause to the shortest.
        assert_eq!((&weights[..5], weights[29]), (&[1, 1, 1, 1, 1][..], 64));
        for (instructions, pause) in [(1_277, 65_536), (1_278, 1_024)] {
            // 400 - 64 + 6 n is first 7,998, then 8,004.
            let mut account = account.clone();
            account.called(instructions);
            account.counted(account.left());
            assert_eq!(account.pause(), Some(pause), "{instructions}");
        }
    }

    /// The budget is the time of 800,000 instructions, plus a fortieth of the instructions executed.
    #[test]
    fn compiling_has_its_budget() {
        let mut account = Account::default();
        assert!(account.may_compile(0));
        account.forgot(8);
        assert!(!account.may_compile(0) && !account.may_compile(39) && account.may_compile(40));
        account.called(1);
        assert!(account.may_compile(0), "code has saved something");
        account.began();
        assert!(!account.may_compile(3_999_999) && account.may_compile(4_000_000));
        // A trace without code, and one of ten bytes: 2,000, then 2,000 + 8,000 + 600.
        account.compiled(0);
        assert!(!account.may_compile(4_079_999) && account.may_compile(4_080_000));
        account.compiled(10);
        assert!(!account.may_compile(4_503_999) && account.may_compile(4_504_000));
    }
}
