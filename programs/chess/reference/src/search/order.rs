//! The order of moves that gain equally, which the sources do not specify.

use bcp_chess::constants::{KEY_INCREMENT, KEY_MULTIPLIER, MAX_PIECES};
use bcp_chess::{Colour, Kind, Move, Position, Special, arrange};

use crate::constants::{PAWNS_FIRST, REVERSED};

/// The order in which moves are listed before they are sorted by what they gain.
#[derive(Debug, Clone)]
pub(super) enum Order {
    /// As [`bcp_chess`] lists them: the king's first, the pawns' last.
    Listed,
    /// In reverse order.
    Reversed,
    /// By the rank of the piece: for each side, the rank of each place.
    Ranked([[u8; MAX_PIECES]; 2]),
}

/// Rank of en passant captures, which are listed after the moves of the pieces; below, that of castling.
const EN_PASSANT: u8 = 254;
const CASTLING: u8 = 255;

impl Order {
    /// Returns the order for a value of the reading `LIST_ORDER`, in a position that was just set up.
    pub(super) fn new(position: &Position, reading: u16) -> Self {
        match reading {
            0 => Self::Listed,
            PAWNS_FIRST => Self::Ranked([
                pawns_first(position, Colour::White),
                pawns_first(position, Colour::Black),
            ]),
            REVERSED => Self::Reversed,
            seed => {
                let mut state = seed.into();
                let black = shuffled(position, Colour::Black, &mut state);
                let white = shuffled(position, Colour::White, &mut state);
                Self::Ranked([white, black])
            }
        }
    }

    /// Sorts the moves of a position, or items that contain a move.
    pub(super) fn arrange<T>(&self, position: &Position, list: &mut [T], m: impl Fn(&T) -> Move) {
        match self {
            Self::Listed => {}
            Self::Reversed => list.reverse(),
            Self::Ranked(ranks) => arrange(list, |listed| {
                let m = m(listed);
                match m.special {
                    Special::EnPassant => EN_PASSANT,
                    Special::Castling => CASTLING,
                    _ => position.place_on(m.from).map_or(CASTLING, |place| {
                        ranks[position.side_to_play() as usize][usize::from(place)]
                    }),
                }
            }),
        }
    }
}

/// The rank of the king, which comes after all other pieces.
const LAST: u8 = MAX_PIECES as u8;

/// Ranks by kind: pawns, knights, bishops, rooks, queens, the king; pieces of one kind keep their order.
fn pawns_first(position: &Position, colour: Colour) -> [u8; MAX_PIECES] {
    let mut places: Vec<(Kind, usize)> = (position.pieces(colour).map(|piece| piece.kind)).zip(0..).collect();
    let value = |kind| Kind::PIECE_ORDER.iter().rev().position(|&other| other == kind);
    arrange(&mut places, |&(kind, _)| value(kind));
    ranks(places.into_iter().map(|(_, place)| place))
}

/// Ranks in random order, the king last; the generator is that of the position keys.
fn shuffled(position: &Position, colour: Colour, state: &mut u32) -> [u8; MAX_PIECES] {
    let mut places: Vec<usize> = (1..position.pieces(colour).count()).collect();
    for last in (1..places.len()).rev() {
        *state = state.wrapping_mul(KEY_MULTIPLIER).wrapping_add(KEY_INCREMENT);
        places.swap(last, (*state >> 16) as usize % (last + 1));
    }
    ranks(places)
}

/// Returns the rank of each place, given the places in order; all other places have the last rank.
fn ranks(places: impl IntoIterator<Item = usize>) -> [u8; MAX_PIECES] {
    let mut ranks = [LAST; MAX_PIECES];
    for (place, rank) in places.into_iter().zip(0..) {
        ranks[place] = rank;
    }
    ranks
}
