//! Go on a small board: null-move quiescence applied to a game unlike chess.
//!
//! `cargo run --release -p bcp-laboratory --example go` searches six problems by the second order, to depth 7 or up to
//! 100,000 positions.

mod game;

use bcp_laboratory::quiescence::{BestMoves, Captures, Deepening, QuiesceD, SeeFinish};
use bcp_laboratory::{Counted, Limits};
use game::PROBLEMS;
use game::board::Go;
use game::text::GoError;

fn main() -> Result<(), GoError> {
    for problem in PROBLEMS {
        let go = Go::from_text(problem.board, true)?;
        let side = if go.black_to_play() { "Black" } else { "White" };
        println!("{}, {side} to play:\n{go}", problem.name);
        let mut searched = Counted::new(go.clone(), Limits { nodes: 100_000, ..Limits::default() });
        let search = QuiesceD::new(SeeFinish(Captures), BestMoves::default());
        for iteration in Deepening::new(&mut searched, search, 7) {
            let best = iteration.best.map(|best| go.move_text(best));
            let is_solution = iteration.fat.value >= problem.gain
                && best.as_deref().is_some_and(|best| problem.solutions.contains(&best));
            println!(
                "depth {}: {}, value {}, {} nodes{}",
                iteration.depth,
                best.as_deref().unwrap_or("no move"),
                iteration.fat,
                iteration.statistics.nodes,
                if is_solution { ", the solution" } else { "" }
            );
        }
        println!();
    }
    Ok(())
}
