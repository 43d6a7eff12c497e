//! The bare tactics search, as in `bcp solve`, at the speed and for the time requested by the GUI.

use std::thread::sleep;
use std::time::{Duration, Instant};

use anyhow::Result;
use bcp_chess::{Move, Position};
use bcp_driver::{Iteration, Limits, Program, Progress, Search, StoredTree, variation};

use super::job::{Answer, Order};
use super::time::Own;

/// Clocks between two checks for `stop`, at full speed.
const SLICE: u64 = 1_000_000;

/// Seconds between two checks of the emulated chip's speed, in real time.
const LOOK: f64 = 0.02;

/// Searches a position, and passes on each iteration with its variation. Returns the last finding, `None` if no move
/// gains anything; and the clocks that the search took.
pub(super) fn search(
    program: &Program,
    tree: Option<&StoredTree>,
    position: &Position,
    order: &Order,
    mut said: impl FnMut(&Iteration, &[Move]),
) -> Result<(Option<Answer>, u64)> {
    let clock = order.settings.clock;
    let real = order.settings.is_real().then_some(clock);
    let all = match order.own {
        Own::Move(seconds) => clock.clocks(seconds),
        Own::Unlimited | Own::Game { .. } => u64::MAX,
    };
    let slice = real.map_or(SLICE, |clock| clock.clocks(LOOK));
    let limits = Limits {
        depth: order.deepest,
        cycles: slice.min(all),
        stop: Some(&order.deadline.stop),
    };
    let since = Instant::now();
    let mut search = Search::start(program, position, limits)?;
    let mut found = None;
    loop {
        let progress = search.next()?;
        if let Some(clock) = real {
            let chip = Duration::from_secs_f64(clock.seconds(search.cycles()));
            sleep(chip.saturating_sub(since.elapsed()));
        }
        match progress {
            Progress::Iteration(iteration) => {
                let moves = variation(tree, search.memory(), position, &iteration);
                said(&iteration, &moves);
                found = Answer::of(&moves);
                if order.has_enough(&iteration) {
                    return Ok((found, search.cycles()));
                }
            }
            Progress::Done | Progress::Stopped => return Ok((found, search.cycles())),
            Progress::Limit => {
                let cycles = search.cycles();
                if cycles >= all || order.deadline.has_come() {
                    return Ok((found, cycles));
                }
                search.go_on_to(cycles.saturating_add(slice).min(all));
            }
        }
    }
}
