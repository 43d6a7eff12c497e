//! Results of the Z8000 program in its emulator, which is independent of this crate: `bcp` shows them as well.

use bcp_chess::Position;
use bcp_reference::game::Game;
use bcp_reference::judge::judge;
use bcp_reference::search::{Player, Readings, Searcher, Version};

/// The blocks of a file: a heading, and the items under it.
fn blocks(text: &str) -> Vec<(&str, Vec<String>)> {
    let mut blocks: Vec<(&str, String)> = Vec::new();
    for line in text.lines().filter(|line| !line.starts_with('#')) {
        match (line.strip_prefix("  "), blocks.last_mut()) {
            (Some(items), Some((_, all))) => *all += &format!("{}; ", items.trim_end_matches(';')),
            _ => blocks.push((line, String::new())),
        }
    }
    let items = |all: String| all.trim_end_matches("; ").split("; ").map(str::to_owned).collect();
    blocks.into_iter().map(|(heading, all)| (heading, items(all))).collect()
}

fn number<T: std::str::FromStr>(text: &str) -> T {
    text.trim()
        .parse()
        .ok()
        .unwrap_or_else(|| panic!("{text} is no number"))
}

/// Values, moves and counts of nodes; the program names the squares of a promotion only.
#[test]
fn searches_are_those_of_the_program() {
    let blocks = blocks(include_str!("program/searches.txt"));
    assert!(blocks.len() > 150);
    for (heading, expected) in blocks {
        let (changes, rest) = match heading.strip_prefix('(').and_then(|rest| rest.split_once(") ")) {
            Some(parts) => parts,
            None => ("", heading),
        };
        let (fen, depth) = rest.split_once(": ").expect(heading);
        let (mut version, mut readings) = (Version::Stored, Readings::default());
        for change in changes.split(',').filter(|change| !change.is_empty()) {
            match change.split_once(' ') {
                Some((name, value)) => readings.set(name, number(value)).expect(heading),
                None => version = Version::Simple,
            }
        }
        let position = Position::from_fen(fen).expect(heading);
        let mut searcher = Searcher::new(position.clone()).version(version).readings(readings);
        let found: Vec<String> = searcher
            .search(number(depth))
            .map(|it| {
                let m = it
                    .best
                    .map_or_else(|| "-".to_owned(), |m| m.to_string()[..4].to_owned());
                format!("{} {} {m} {}", it.depth, it.value, it.nodes)
            })
            .collect();
        let short = |line: &String| {
            let words: Vec<&str> = line.split(' ').collect();
            format!(
                "{} {} {} {}",
                words[0],
                words[1],
                &words[2][..words[2].len().min(4)],
                words[3]
            )
        };
        assert_eq!(found, expected.iter().map(short).collect::<Vec<_>>(), "{heading}");
    }
}

/// The score is that of the side that has moved.
#[test]
fn positional_scores_are_those_of_the_program() {
    let mut compared = 0;
    for (fen, scores) in blocks(include_str!("program/scores.txt")) {
        let position = Position::from_fen(fen).expect(fen);
        for row in scores {
            let (m, score) = row.split_once(' ').expect(&row);
            let m = position.move_from_text(m).expect(&row);
            let after = position.play(m).expect(&row);
            assert_eq!(judge(&after), number::<i16>(score), "{row} in {fen}");
            compared += 1;
        }
    }
    assert!(compared > 200, "{compared}");
}

#[test]
fn choices_are_those_of_the_program() {
    for (heading, expected) in blocks(include_str!("program/thoughts.txt")) {
        let (fen, rest) = heading.split_once(": ").expect(heading);
        let words: Vec<&str> = rest.split(", ").collect();
        let [fifty, moves, lines, weighing, seed, depth] = words[..] else {
            panic!("{heading}")
        };
        let mut game = Game::new(Position::from_fen(fen).expect(heading), number(fifty));
        for m in moves.split(' ').filter(|m| *m != "-") {
            let m = game.position().move_from_text(m).expect(m);
            game.play(m).expect(heading);
        }
        let player = Player { lines: number(lines), weighing: weighing == "1", seed: number(seed) };
        let mut searcher = Searcher::new(game.position().clone());
        let mut found = Vec::new();
        for iteration in searcher.think(&game, player, number(depth)) {
            found.push(format!("{} {}", iteration[0].depth, iteration[0].nodes));
            found.extend(
                iteration
                    .iter()
                    .map(|it| format!("{} {}", it.value, it.best.expect("a move"))),
            );
        }
        assert_eq!(found, expected, "{heading}");
    }
}
