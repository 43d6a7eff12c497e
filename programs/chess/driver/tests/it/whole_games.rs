//! Whole games, played move by move by the Z8000 program and by the reference: every line, every choice and every list
//! of legal moves is compared.
//!
//! With `GAMES=100`, a hundred games are played, several at a time.

use std::collections::BTreeSet;
use std::sync::atomic::{AtomicU64, Ordering};
use std::thread;

use bcp_chess::Move;
use bcp_driver::{Player, PlayerAnswer, Program, Time};
use bcp_reference::game::{Game, Outcome};
use bcp_reference::search::{Iteration, Player as Settings, Readings, Searcher};

/// Plies after which a game is stopped.
const LONGEST: usize = 160;

/// Counts of what was compared in the games.
#[derive(Debug, Default)]
struct Compared {
    /// Number of moves that both chose and, below, nodes that both counted.
    moves: usize,
    nodes: u64,
    outcomes: Vec<Outcome>,
}

/// Pseudo-random numbers, the same for the same game: a linear congruential generator (Knuth's MMIX).
struct Numbers(u64);

impl Numbers {
    fn below(&mut self, limit: usize) -> usize {
        self.0 = self
            .0
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        ((self.0 >> 33) as usize) % limit.max(1)
    }
}

/// Plays game number `seed`. Its first moves are random, and so are, for each move, the depth of the search, the number
/// of reported lines, and whether the positional score counts. From time to time, moves are undone.
fn play(program: &Program, readings: Readings, seed: u64, compared: &mut Compared) {
    let mut numbers = Numbers(seed);
    let mut player = Player::new(program).expect("a player");
    // With a running clock, which must not change anything.
    player.set_time(Time::Unlimited).expect("a clock");
    let opening = numbers.below(9);
    let (mut made, mut outcome) = (0, Outcome::Open);
    while outcome == Outcome::Open && made < LONGEST {
        let fen = player.game().position().to_fen();
        let legal = player.game().position().legal_moves();
        // The order of the moves is a reading: the choice depends on it, but this list does not.
        let listed: BTreeSet<String> = legal.iter().map(Move::to_string).collect();
        let known = player
            .legal_moves()
            .expect("moves")
            .into_iter()
            .collect::<BTreeSet<_>>();
        assert_eq!(known, listed, "game {seed}: {fen}");
        let m = if made < opening {
            legal[numbers.below(legal.len())]
        } else {
            let settings = Settings {
                lines: 1 + numbers.below(4) * numbers.below(2),
                weighing: numbers.below(8) > 0,
                seed: (numbers.below(3) * numbers.below(0x1_0000)) as u16,
            };
            let deepest = 1 + numbers.below(4) as u8;
            let z8000 = z8000(&mut player, settings, deepest);
            let reference = reference(readings, player.game(), settings, deepest);
            assert_eq!(
                z8000, reference,
                "game {seed}: {fen}, {} lines to {deepest}",
                settings.lines
            );
            compared.moves += 1;
            compared.nodes += z8000.0.last().map_or(0, |line| u64::from(line.nodes));
            let Some(m) = z8000.1 else { break };
            m
        };
        outcome = player.play(m).expect("a legal move");
        made += 1;
        if numbers.below(20) == 0 {
            for _ in 0..=numbers.below(3) {
                made -= usize::from(player.take_back().expect("a game"));
            }
            outcome = Outcome::Open;
        }
    }
    compared.outcomes.push(outcome);
}

/// Returns the lines that the program reports about a position, and its move.
fn z8000(player: &mut Player, settings: Settings, deepest: u8) -> (Vec<Iteration>, Option<Move>) {
    player.set_player(settings).expect("settings");
    player.ask_for_move(deepest);
    let mut lines = Vec::new();
    loop {
        match player.thought(u64::MAX).expect("an answer") {
            Some(PlayerAnswer::Line(line)) => lines.push(line.into()),
            Some(PlayerAnswer::Move(m)) => return (lines, Some(m)),
            None => return (lines, None),
        }
    }
}

/// Returns the same for the reference.
fn reference(readings: Readings, game: &Game, settings: Settings, deepest: u8) -> (Vec<Iteration>, Option<Move>) {
    let mut searcher = Searcher::new(game.position().clone()).readings(readings);
    let mut thoughts = searcher.think(game, settings, deepest);
    let lines = thoughts.by_ref().flatten().collect();
    (lines, thoughts.chosen())
}

/// Plays `count` games, from number 1.
fn games(readings: Readings, count: u64) -> Compared {
    let program = Program::new(None, false, &readings).expect("the program");
    let next = AtomicU64::new(1);
    let worker = || {
        let mut compared = Compared::default();
        loop {
            let seed = next.fetch_add(1, Ordering::Relaxed);
            if seed > count {
                return compared;
            }
            play(&program, readings, seed, &mut compared);
        }
    };
    let threads = thread::available_parallelism().map_or(1, usize::from);
    let parts: Vec<Compared> = thread::scope(|scope| {
        let workers: Vec<_> = (0..threads).map(|_| scope.spawn(worker)).collect();
        workers
            .into_iter()
            .map(|worker| worker.join().expect("the games agree"))
            .collect()
    });
    let sum = |mut all: Compared, part: Compared| {
        all.moves += part.moves;
        all.nodes += part.nodes;
        all.outcomes.extend(part.outcomes);
        all
    };
    parts.into_iter().fold(Compared::default(), sum)
}

#[test]
fn every_answer_in_a_game_agrees() {
    let count = std::env::var("GAMES").map_or(3, |count| count.parse().expect("a number of games"));
    let Compared { moves, nodes, outcomes } = games(Readings::default(), count);
    let of = |outcome| outcomes.iter().filter(|found| **found == outcome).count();
    println!("{count} games, {moves} moves, {nodes} nodes compared: 0 differ");
    println!(
        "{} mates, {} stalemates, {} repetitions, {} by the fifty-move rule, {} cut short",
        of(Outcome::Mate),
        of(Outcome::Stalemate),
        of(Outcome::Repetition),
        of(Outcome::Fifty),
        of(Outcome::Open)
    );
    assert!(moves > 50 && outcomes.len() as u64 == count);
}

#[test]
fn so_it_does_with_other_readings() {
    let mut readings = Readings::default();
    readings.set("LIST_ORDER", 7).expect("a reading");
    readings.set("NULL_MATES", 2).expect("a reading");
    assert!(games(readings, 1).moves > 10);
}
