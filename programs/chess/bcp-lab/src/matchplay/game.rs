//! One game, and games as PGN.

use std::fmt;

use anyhow::{Context, Result};
use bcp_chess::{Fen, Move, pgn};
use bcp_laboratory::chess::Chess;
use bcp_laboratory::null_move::{ChessSearcher, MAX_DEPTH, Settings, TABLE_BITS};
use bcp_laboratory::{ChessLike, Game as _};
use bcp_suite::Interrupt;
use serde::{Deserialize, Serialize};

use super::openings::Opening;
use crate::running::limits;

/// The effort that a search may spend on a move.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Effort {
    /// A number of positions; the move of the last iteration that was completed counts.
    Nodes(u64),
    /// A number of plies.
    Depth(u8),
}

/// The rules of all games of a match.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Rules {
    pub(crate) effort: Effort,
    /// Moves of both sides together after which a game is a draw.
    pub(crate) max_plies: usize,
}

/// The end of a game.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Ending {
    /// The side to play was mated.
    Mate,
    Stalemate,
    /// The same position for the third time.
    Repetition,
    /// Fifty moves of both sides without a capture or a pawn's move.
    FiftyMoves,
    /// Neither side has the material to mate.
    Material,
    /// The game was too long.
    TooLong,
}

/// A game that was played to its end.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub(crate) struct Game {
    pub(crate) opening: String,
    /// The position before the first move, as FEN; none for the usual one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) start: Option<String>,
    /// White's and black's search.
    pub(crate) players: [Settings; 2],
    /// All moves in SAN, the opening's included.
    pub(crate) moves: Vec<String>,
    pub(crate) ending: Ending,
}

impl Game {
    /// Plays a game to its end; none if it was interrupted.
    pub(crate) fn play(opening: &Opening, players: [Settings; 2], rules: Rules, interrupt: &Interrupt) -> Option<Self> {
        let mut position = opening.start.clone();
        let mut chess = Chess::from(&position);
        let mut moves = Vec::new();
        let ending = loop {
            if let Some(ending) = ending(&mut chess, moves.len() >= rules.max_plies) {
                break ending;
            }
            let m = match opening.moves.get(moves.len()) {
                Some(m) => *m,
                None => choose(&chess, players[moves.len() % 2], rules.effort, interrupt)?,
            };
            moves.push(position.san(m).expect("legal moves are chosen"));
            position = position.play(m).expect("legal moves are chosen");
            chess.play(m.into());
        };
        Some(Self {
            opening: opening.name.clone(),
            start: opening.fen.clone(),
            players,
            moves,
            ending,
        })
    }

    /// White's half points: 0, 1 or 2.
    pub(crate) fn white_half_points(&self) -> u32 {
        match self.ending {
            // White has made the odd moves: the first, the third, and so on.
            Ending::Mate if self.moves.len() % 2 == 1 => 2,
            Ending::Mate => 0,
            _ => 1,
        }
    }
}

/// Returns the end of the game, if it ends here.
fn ending(chess: &mut Chess, too_long: bool) -> Option<Ending> {
    let mut moves = Vec::new();
    chess.moves(&mut moves);
    let ends = [
        (moves.is_empty() && chess.in_check(), Ending::Mate),
        (moves.is_empty(), Ending::Stalemate),
        (chess.insufficient_material(), Ending::Material),
        (chess.occurrences() >= 3, Ending::Repetition),
        (chess.fifty_moves_passed(), Ending::FiftyMoves),
        (too_long, Ending::TooLong),
    ];
    ends.into_iter().find_map(|(ends, ending)| ends.then_some(ending))
}

/// The move chosen by a search that remembers nothing of earlier moves; none if it was interrupted.
fn choose(chess: &Chess, settings: Settings, effort: Effort, interrupt: &Interrupt) -> Option<Move> {
    let search = |nodes, depth| {
        let limits = limits(nodes, interrupt);
        let bits = effort.table_bits();
        let mut searcher = ChessSearcher::with_table(chess.clone(), settings, limits, bits);
        let last = searcher.deepen(depth).pop()?;
        (!interrupt.requested()).then_some(last.best.into())
    };
    match effort {
        Effort::Depth(depth) => search(0, depth),
        // A move is made even if its first iteration takes more than is allowed.
        Effort::Nodes(nodes) => search(nodes, MAX_DEPTH).or_else(|| search(0, 1)),
    }
}

impl Effort {
    /// Room in the transposition table for all positions that may be visited, up to the usual size: a
    /// table that is cleared for each move should not cost more than the search.
    fn table_bits(self) -> u8 {
        match self {
            Self::Depth(_) => TABLE_BITS,
            Self::Nodes(nodes) => TABLE_BITS.min(nodes.ilog2() as u8 + 1),
        }
    }
}

impl fmt::Display for Effort {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Nodes(nodes) => write!(f, "{nodes} nodes per move"),
            Self::Depth(depth) => write!(f, "depth {depth}"),
        }
    }
}

impl Ending {
    /// Returns its text, as in PGN's comment on the last move.
    pub(crate) const fn text(self) -> &'static str {
        match self {
            Self::Mate => "mate",
            Self::Stalemate => "stalemate",
            Self::Repetition => "threefold repetition",
            Self::FiftyMoves => "fifty moves",
            Self::Material => "insufficient material",
            Self::TooLong => "draw declared at the move limit",
        }
    }
}

/// All games as PGN, in the order of the openings. They have no date, so that the same match gives the same file.
///
/// # Errors
///
/// A game, which may come from a file of results, has an illegal move.
pub(crate) fn as_pgn(pairs: &[[Game; 2]], rules: Rules) -> Result<String> {
    let games = pairs.iter().flatten().zip(1..);
    let text = |(game, round)| {
        let game = record(game, round, rules).with_context(|| format!("game {round}"))?;
        Ok(game.to_string())
    };
    games.map(text).collect()
}

fn record(played: &Game, round: usize, rules: Rules) -> Result<pgn::Game> {
    let start = played.start.as_deref().map(Fen::from_text).transpose()?;
    let mut game = pgn::Game::from_start(start.unwrap_or_else(Fen::start));
    let [white, black] = played.players;
    for (name, value) in [
        ("Event", format!("bcp-lab match, {}", rules.effort)),
        ("Round", round.to_string()),
        ("White", white.to_string()),
        ("Black", black.to_string()),
        ("Opening", played.opening.clone()),
        ("PlyCount", played.moves.len().to_string()),
    ] {
        game.set_tag(name, &value)?;
    }
    for san in &played.moves {
        let m = game.end().position.move_from_san(san)?;
        game.play(m)?;
    }
    game.add_comment(played.ending.text());
    game.outcome = match played.white_half_points() {
        0 => pgn::Outcome::BlackWins,
        1 => pgn::Outcome::Draw,
        _ => pgn::Outcome::WhiteWins,
    };
    Ok(game)
}

#[cfg(test)]
mod tests {
    use bcp_chess::{Position, START};

    use super::*;

    fn ends(moves: &str, too_long: bool) -> Option<Ending> {
        let mut position = Position::from_fen(START).expect("the start position");
        let mut chess = Chess::from(&position);
        for san in moves.split_whitespace() {
            let m = position.move_from_san(san).expect(san);
            position = position.play(m).expect("a legal move");
            chess.play(m.into());
        }
        ending(&mut chess, too_long)
    }

    #[test]
    fn games_end_by_the_rules() {
        assert_eq!(ends("e4 e5", false), None);
        assert_eq!(ends("e4 e5", true), Some(Ending::TooLong));
        assert_eq!(ends("f3 e5 g4 Qh4", true), Some(Ending::Mate));
        let stalemate = "e3 a5 Qh5 Ra6 Qxa5 h5 h4 Rah6 Qxc7 f6 Qxd7 Kf7 Qxb7 Qd3 Qxb8 Qh7 Qxc8 Kg6 Qe6";
        assert_eq!(ends(stalemate, false), Some(Ending::Stalemate));
        let twice = "Nf3 Nf6 Ng1 Ng8";
        assert_eq!(ends(twice, false), None);
        let thrice = [twice; 2].join(" ");
        assert_eq!(ends(&thrice, false), Some(Ending::Repetition));
    }
}
