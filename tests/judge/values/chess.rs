//! Values of the rules of chess and of the reference search.

use bcp_chess::pgn::Game as Pgn;
use bcp_chess::{Colour, Fen, Kind as Man, Move, Piece, Position, START, Special, Square};

use bcp_chess::bootstrap::Margin;
use bcp_reference::game::Outcome;
use bcp_reference::search::Version;

use super::{of_fields, one_of};
use crate::random::{Any, Random, any};

one_of! {
    Colour: Colour::White, Colour::Black;
    Man: Man::King, Man::Queen, Man::Rook, Man::Bishop, Man::Knight, Man::Pawn;
    Outcome: Outcome::Open, Outcome::Mate;
    Version: Version::Stored, Version::Simple;
}

of_fields! {
    Piece { colour, kind }
    Margin { low, high }
}

impl Any for Square {
    fn any(r: &mut Random) -> Self {
        Self::new(r.below(8) as u8, r.below(8) as u8).expect("a square")
    }
}

impl Any for Special {
    fn any(r: &mut Random) -> Self {
        match r.below(6) {
            0 => Self::DoubleStep,
            1 => Self::EnPassant,
            2 => Self::Castling,
            3 => Self::Promotion(any(r)),
            _ => Self::None,
        }
    }
}

impl Any for Move {
    fn any(r: &mut Random) -> Self {
        Self::new(any(r), any(r), any(r))
    }
}

/// Positions at the limits of what a board can contain.
const POSITIONS: [&str; 8] = [
    START,
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq -",
    "r2q1rk1/pP1p2pp/Q4n2/bbp1p3/Np6/1B3NBn/pPPP1PPP/R3K2R b KQ -",
    "rnbqkbnr/ppp1p1pp/8/3pPp2/8/8/PPPP1PPP/RNBQKBNR w KQkq f6",
    "4k3/PPPPPPPP/8/8/8/8/8/4K3 w - -",
    "QQQQQQQQ/QQQQQQQ1/8/8/8/8/8/K5k1 w - -",
    "8/8/8/8/8/8/8/K6k b - -",
    "4k3/8/8/8/3pP3/8/8/4K3 b - e3",
];

impl Any for Position {
    fn any(r: &mut Random) -> Self {
        let mut position =
            Self::from_fen(r.of::<&str>(&POSITIONS)).unwrap_or_else(|_| Self::from_fen(START).expect("START"));
        for _ in 0..r.below(40) {
            let moves = position.moves();
            // Occasionally a move that is not legal.
            match moves.get(r.below(moves.len().max(1))) {
                Some(m) if !r.one_in(20) => drop(position.make(*m)),
                _ => drop(position.make(any(r))),
            }
        }
        position
    }
}

impl Any for Fen {
    fn any(r: &mut Random) -> Self {
        Self { position: any(r), ..Self::start() }
    }
}

impl Any for Pgn {
    fn any(r: &mut Random) -> Self {
        let mut game = Self::from_start(if r.one_in(2) { Fen::start() } else { any(r) });
        for _ in 0..r.below(20) {
            let moves = game.end().position.legal_moves();
            if let Some(m) = moves.get(r.below(moves.len().max(1))) {
                let _ = game.play(*m);
            }
        }
        game.add_comment(&String::any(r));
        game
    }
}

// bcp-reference

impl Any for bcp_reference::game::Game {
    fn any(r: &mut Random) -> Self {
        // A position that a user could enter.
        let fen = r.of::<&str>(&POSITIONS);
        let position = Position::from_fen(fen).unwrap_or_else(|_| Position::from_fen(START).expect("START"));
        let mut game = Self::new(position, any(r));
        for _ in 0..r.below(30) {
            let moves = game.position().legal_moves();
            if let Some(m) = moves.get(r.below(moves.len().max(1))) {
                let _ = game.play(*m);
            }
        }
        game
    }
}

impl Any for bcp_reference::search::Readings {
    fn any(r: &mut Random) -> Self {
        let mut readings = Self::default();
        let names = readings.numbers().map(|(name, _)| name);
        for _ in 0..r.below(6) {
            drop(readings.set(r.of::<&str>(&names), any(r)));
        }
        readings
    }
}
