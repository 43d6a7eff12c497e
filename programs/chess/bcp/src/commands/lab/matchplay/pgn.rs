//! Games as PGN.

use std::fmt::Write as _;

use super::game::{Game, Rules};

/// The longest line of moves.
const WIDTH: usize = 79;

/// All games, in the order of the openings. They have no date, so that the same match gives the same file.
pub(crate) fn text(pairs: &[[Game; 2]], rules: Rules) -> String {
    let mut text = String::new();
    for (game, round) in pairs.iter().flatten().zip(1..) {
        write_game(&mut text, game, round, rules);
    }
    text
}

fn write_game(text: &mut String, game: &Game, round: usize, rules: Rules) {
    let result = ["0-1", "1/2-1/2", "1-0"][game.white_half_points() as usize];
    let [white, black] = game.players;
    let tags = [
        ("Event", format!("bcp lab match, {}", rules.effort)),
        ("Site", "?".to_owned()),
        ("Date", "????.??.??".to_owned()),
        ("Round", round.to_string()),
        ("White", white.to_string()),
        ("Black", black.to_string()),
        ("Result", result.to_owned()),
        ("Opening", game.opening.replace(['\\', '"'], "'")),
        ("PlyCount", game.moves.len().to_string()),
    ];
    for (name, value) in tags {
        let _ = writeln!(text, "[{name} \"{value}\"]");
    }
    if let Some(fen) = &game.start {
        let _ = writeln!(text, "[SetUp \"1\"]\n[FEN \"{fen}\"]");
    }
    text.push('\n');
    let mut words = Vec::new();
    for (san, ply) in game.moves.iter().zip(0..) {
        if ply % 2 == 0 {
            words.push(format!("{}.", ply / 2 + 1));
        }
        words.push(san.clone());
    }
    let ending = format!("{{{}}}", game.ending.text());
    words.extend(ending.split(' ').map(str::to_owned));
    words.push(result.to_owned());
    let mut width = 0;
    for word in words {
        if width > 0 {
            let fits = width + 1 + word.len() <= WIDTH;
            text.push(if fits { ' ' } else { '\n' });
            width = if fits { width + 1 } else { 0 };
        }
        text.push_str(&word);
        width += word.len();
    }
    text.push_str("\n\n");
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
        let text = text(&[[game(), game()]], rules);
        let (first, second) = text.split_once("\n\n[").expect("two games");
        assert!(second.contains("[Round \"2\"]"));
        let expected = "[Event \"bcp lab match, 1000 nodes per move\"]\n[Site \"?\"]\n[Date \"????.??.??\"]\n[Round \"1\"]\n\
            [White \"verified\"]\n[Black \"r2\"]\n[Result \"0-1\"]\n[Opening \"Fool's 'Mate'\"]\n[PlyCount \"4\"]\n\n\
            1. f3 e5 2. g4 Qh4# {mate} 0-1";
        assert_eq!(first, expected);
    }
}
