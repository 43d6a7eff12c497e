//! Games as PGN.

use anyhow::{Context, Result};
use bcp_chess::{Fen, pgn};

use super::game::{Game, Rules};

/// All games, in the order of the openings. They have no date, so that the same match gives the same file.
///
/// # Errors
///
/// A game, which may come from a file of results, has a move that is not legal.
pub(crate) fn text(pairs: &[[Game; 2]], rules: Rules) -> Result<String> {
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
        ("Event", format!("bcp lab match, {}", rules.effort)),
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
    use super::super::game::{Effort, Ending};
    use super::*;

    #[test]
    fn a_game_with_its_tags() {
        let game = || Game {
            opening: "Fool's \"Mate\"".to_owned(),
            start: None,
            players: ["verified", "r2"].map(|name| name.parse().expect(name)),
            moves: ["f3", "e5", "g4", "Qh4#"].map(str::to_owned).to_vec(),
            ending: Ending::Mate,
        };
        let rules = Rules { effort: Effort::Nodes(1000), max_plies: 400 };
        let text = text(&[[game(), game()]], rules).expect("legal moves");
        let (first, second) = text.split_once("\n\n[").expect("two games");
        assert!(second.contains("[Round \"2\"]"));
        let expected = "[Event \"bcp lab match, 1000 nodes per move\"]\n[Site \"?\"]\n[Date \"????.??.??\"]\n[Round \"1\"]\n\
            [White \"verified\"]\n[Black \"r2\"]\n[Result \"0-1\"]\n[Opening \"Fool's \\\"Mate\\\"\"]\n[PlyCount \"4\"]\n\n\
            1. f3 e5 2. g4 Qh4# {mate} 0-1";
        assert_eq!(first, expected);
    }
}
