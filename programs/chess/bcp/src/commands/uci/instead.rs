//! A move of the reference in Rust, for when the program has none in time: it has only just been started or has been given
//! other readings, the machine is busy, or the first move alone takes it seconds, as with many queens.

use std::sync::mpsc::channel;
use std::thread;
use std::time::{Duration, Instant};

use bcp_chess::{Move, Position};
use bcp_driver::Iteration;
use bcp_reference::game::Game;
use bcp_reference::search::{Observer, Player, Searcher};

use super::settings::{MOST_LINES, Settings};

/// Time for the reference: its first iteration usually takes some milliseconds.
const TIME: Duration = Duration::from_millis(10);

struct Until(Instant);

impl Observer for Until {
    fn stop(&self, _nodes: u32) -> bool {
        Instant::now() >= self.0
    }
}

/// The best of some legal moves after the first iteration; the first one, at depth 0 and by the material on the board, if
/// that takes too long. The history of the game does not count.
pub(super) fn iteration(position: &Position, among: &[Move], settings: &Settings) -> Iteration {
    let (readings, game) = (settings.readings, Game::new(position.clone(), 0));
    // Every move has its own value only if all are reported.
    let player = Player { lines: MOST_LINES, weighing: settings.weighing, seed: settings.seed };
    let (sender, lines) = channel();
    // Within the capture tree a search cannot be stopped: it is not waited for.
    thread::spawn(move || {
        let until = Until(Instant::now() + TIME);
        let mut searcher = Searcher::new(game.position().clone())
            .readings(readings)
            .observed(&until);
        // Nobody may be waiting any more.
        let _ = sender.send(searcher.think(&game, player, 1).next());
    });
    let lines = lines.recv_timeout(TIME).ok().flatten().unwrap_or_default();
    let best = lines
        .into_iter()
        .find(|line| line.best.is_some_and(|m| among.contains(&m)));
    let unsearched = Iteration::unsearched(position, among.first().copied());
    best.map_or(unsearched, |line| Iteration {
        depth: line.depth,
        value: line.value,
        best: line.best,
        nodes: line.nodes,
        cycles: 0,
    })
}
