//! How a game ends.

use bcp_chess::{Colour, End, Fen, Kind, Position, pgn};
use bcp_reference::constants::FIFTY_MOVES;
use bcp_reference::game::Outcome;

/// The way in which a game ends.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Ending {
    /// This side is mated.
    Mate(Colour),
    /// The side to play has no legal move and is not in check.
    Stalemate,
    /// The position is on the board for the third time.
    Repetition,
    /// Both sides have made fifty moves without a capture or a pawn move.
    Fifty,
    /// The position is on the board for the fifth time, which ends the game without a claim.
    Fivefold,
    /// Both sides have made 75 moves without a capture or a pawn move, which ends the game without a claim.
    SeventyFive,
    /// Neither side has the material to mate.
    Material,
    /// This side has resigned.
    Resignation(Colour),
    /// A draw was agreed.
    Agreement,
}

impl Ending {
    /// Converts the program's outcome for a position, and recognises the draw by insufficient material; `None` if the
    /// game continues.
    pub fn of(outcome: Outcome, position: &Position) -> Option<Self> {
        match outcome {
            Outcome::Mate => Some(Self::Mate(position.side_to_play())),
            Outcome::Stalemate => Some(Self::Stalemate),
            Outcome::Repetition => Some(Self::Repetition),
            Outcome::Fifty => Some(Self::Fifty),
            Outcome::Open => is_dead(position).then_some(Self::Material),
        }
    }

    /// Returns the ending of a game in a position whose history is unknown, from only the rules of chess; `None` if the
    /// game continues.
    pub fn at(fen: &Fen) -> Option<Self> {
        match fen.position.end() {
            Some(End::Checkmate) => Some(Self::Mate(fen.position.side_to_play())),
            Some(End::Stalemate) => Some(Self::Stalemate),
            None if is_dead(&fen.position) => Some(Self::Material),
            None => (fen.halfmoves >= u32::from(FIFTY_MOVES)).then_some(Self::Fifty),
        }
    }

    /// Returns the result as PGN writes it.
    pub const fn result(self) -> pgn::Outcome {
        match self {
            Self::Mate(Colour::White) | Self::Resignation(Colour::White) => pgn::Outcome::BlackWins,
            Self::Mate(Colour::Black) | Self::Resignation(Colour::Black) => pgn::Outcome::WhiteWins,
            _ => pgn::Outcome::Draw,
        }
    }

    /// Describes the ending, and says who claims a draw that must be claimed.
    pub fn sentence(self) -> String {
        let result = self.result();
        match self {
            Self::Mate(colour) => format!("{} is checkmated: {result}.", side_name(colour)),
            Self::Stalemate => format!("Stalemate: {result}."),
            Self::Repetition => {
                format!("The position has occurred three times: {result}.\nThe program claims the draw.")
            }
            Self::Fifty => {
                format!("Fifty moves without a capture or a pawn move: {result}.\nThe program claims the draw.")
            }
            Self::Fivefold => format!("The position has occurred five times: {result}."),
            Self::SeventyFive => format!("75 moves without a capture or a pawn move: {result}."),
            Self::Material => format!(
                "Neither side has enough material to mate: {result}.\nThe host claims the draw; the program does not \
                 know this rule."
            ),
            Self::Resignation(colour) => format!("{} resigns: {result}.", side_name(colour)),
            Self::Agreement => format!("A draw is agreed: {result}."),
        }
    }

    /// Describes the ending in a few words, for the PGN comment on the last move.
    pub fn comment(self) -> String {
        match self {
            Self::Mate(_) => "mate".to_owned(),
            Self::Stalemate => "stalemate".to_owned(),
            Self::Repetition => "draw by threefold repetition".to_owned(),
            Self::Fifty => "draw by the fifty-move rule".to_owned(),
            Self::Fivefold => "draw by fivefold repetition".to_owned(),
            Self::SeventyFive => "draw by the 75-move rule".to_owned(),
            Self::Material => "draw by insufficient material".to_owned(),
            Self::Resignation(colour) => format!("{} resigns", colour.name()),
            Self::Agreement => "draw by agreement".to_owned(),
        }
    }
}

/// Returns the name of a side, capitalised.
pub const fn side_name(colour: Colour) -> &'static str {
    match colour {
        Colour::White => "White",
        Colour::Black => "Black",
    }
}

/// Returns true if neither side has the material to mate: bare kings, plus one knight, or bishops that are all on
/// squares of one colour.
fn is_dead(position: &Position) -> bool {
    let (mut knights, mut bishops) = (0, [0, 0]);
    for colour in [Colour::White, Colour::Black] {
        for piece in position.pieces(colour) {
            match piece.kind {
                Kind::King => {}
                Kind::Knight => knights += 1,
                Kind::Bishop => bishops[usize::from((piece.square.file() + piece.square.rank()) % 2)] += 1,
                Kind::Pawn | Kind::Rook | Kind::Queen => return false,
            }
        }
    }
    match knights {
        0 => bishops.contains(&0),
        1 => bishops == [0, 0],
        _ => false,
    }
}
