//! Proof and disproof numbers.

/// A number of leaves of a tree.
pub type Count = u32;

/// The count when no number of leaves is enough; greater than any other count.
pub const NEVER: Count = Count::MAX;

/// The minimum number of leaves that must be answered yes to prove a position, and no to disprove it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Numbers {
    /// The proof number: 0 if the answer is yes, [`NEVER`] if it is no.
    pub proof: Count,
    /// The disproof number: 0 if the answer is no, [`NEVER`] if it is yes.
    pub disproof: Count,
}

impl Numbers {
    /// Returns the numbers of a position whose answer is known.
    pub const fn answered(answer: bool) -> Self {
        let (proof, disproof) = if answer { (0, NEVER) } else { (NEVER, 0) };
        Self { proof, disproof }
    }

    /// Returns the numbers of a leaf with `moves` moves, 1 or more, each counted as one unanswered leaf. If `proves` is
    /// set, one of them is enough to prove the leaf; otherwise, all must be proved.
    pub fn leaf(proves: bool, moves: usize) -> Self {
        let moves = Count::try_from(moves).unwrap_or(NEVER - 1).max(1);
        let (proof, disproof) = if proves { (1, moves) } else { (moves, 1) };
        Self { proof, disproof }
    }

    /// Returns the numbers of a position from those of its moves. If the proving side is to play, the easiest move is
    /// enough to prove the position, and all moves must be disproved to disprove it; if the other side is to play, the
    /// reverse holds.
    pub fn of_moves(proves: bool, moves: impl IntoIterator<Item = Self>) -> Self {
        let (mut least, mut sum) = (NEVER, 0);
        for numbers in moves {
            least = least.min(numbers.easy(proves));
            sum = add(sum, numbers.hard(proves));
        }
        let (proof, disproof) = if proves { (least, sum) } else { (sum, least) };
        Self { proof, disproof }
    }

    /// Returns the number that the side to play tries to make small: the proof number if `proves` is set.
    pub const fn easy(self, proves: bool) -> Count {
        if proves { self.proof } else { self.disproof }
    }

    /// Returns the number that the opponent tries to make small: the disproof number if `proves` is set.
    pub const fn hard(self, proves: bool) -> Count {
        if proves { self.disproof } else { self.proof }
    }

    /// Returns the answer; `None` if it is not known yet.
    pub const fn answer(self) -> Option<bool> {
        match (self.proof, self.disproof) {
            (0, _) => Some(true),
            (_, 0) => Some(false),
            _ => None,
        }
    }
}

/// Returns the sum of two numbers, limited to less than [`NEVER`] unless one of them is [`NEVER`].
pub(super) const fn add(one: Count, other: Count) -> Count {
    if one == NEVER || other == NEVER {
        return NEVER;
    }
    match one.saturating_add(other) {
        NEVER => NEVER - 1,
        sum => sum,
    }
}
