//! Where along a path null moves are allowed.

use super::settings::{FailHigh, Settings};

/// Where null moves are allowed, as determined by the path to a node.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Rights {
    /// Number of consecutive null moves that led to this node.
    pub(super) row: u8,
    /// True if there is a null move on the path.
    pub(super) after_null: bool,
    /// True if a null move that fails high must be verified, because none has failed high on the path yet.
    pub(super) verify: bool,
}

impl Rights {
    /// Returns the rights of the root.
    pub(super) fn root(settings: Settings) -> Self {
        Self {
            row: 0,
            after_null: false,
            verify: matches!(settings.fail_high, FailHigh::Reduce(..)),
        }
    }

    /// Returns the rights of the node after a move.
    pub(super) const fn after_move(self) -> Self {
        Self { row: 0, ..self }
    }

    /// Returns the rights of the node after a null move.
    pub(super) const fn after_null(self) -> Self {
        Self { row: self.row + 1, after_null: true, ..self }
    }

    /// Returns the rights of the node itself once its null move is excluded.
    pub(super) const fn without_null(self) -> Self {
        Self { row: u8::MAX, ..self }
    }

    /// Returns a number that differs wherever the rights lead to different values.
    pub(super) fn key(self, settings: Settings) -> u64 {
        let verify = self.verify && !settings.framework.flagless;
        let path = (settings.once || settings.variable_bound) && self.after_null;
        spread(u64::from(self.row) | u64::from(path) << 8 | u64::from(verify) << 9)
    }
}

const fn spread(code: u64) -> u64 {
    code.wrapping_mul(0x9E37_79B9_7F4A_7C15)
}

// The upper halves, which the table compares, differ by 2^25 or more, so that positions with smaller numbers are never
// confused.
const _: () = {
    let rows = [0, 1, 2, u8::MAX as u64];
    let mut pair = 0;
    while pair < 256 {
        let (one, other) = (pair / 16, pair % 16);
        let keys = spread(rows[one / 4] | (one as u64 % 4) << 8) ^ spread(rows[other / 4] | (other as u64 % 4) << 8);
        assert!(one == other || keys >> 57 > 0);
        pair += 1;
    }
};
