//! Proves mates by the rules. Each line of the input is a number of moves and a FEN, such as `2 7k/8/5K2/8/8/8/8/6Q1 w
//! - -`; each line of the output is the result of the proof, and the seconds that it took.
//!
//! `cargo run --release -p bcp-chess --example prove -- 100000 < FILE`

use std::error::Error;
use std::io::{Write, stdin, stdout};
use std::time::Instant;

use bcp_chess::{Effort, Fen, Proof};

fn main() -> Result<(), Box<dyn Error>> {
    let positions = std::env::args().nth(1).map_or(Ok(100_000), |text| text.parse())?;
    for line in stdin().lines() {
        let line = line?;
        let (moves, fen) = line.split_once(' ').ok_or("expected a number of moves and a FEN")?;
        let (moves, position) = (moves.parse()?, Fen::from_text(fen)?.position);
        let since = Instant::now();
        let proof = match position.prove_mate(None, moves, Effort::of(positions)) {
            Proof::Proved => "proved".to_owned(),
            Proof::Refuted(_) => "refuted".to_owned(),
            Proof::Open(positions) => format!("not proved within {positions} positions"),
        };
        writeln!(stdout(), "{:.3} {proof}", since.elapsed().as_secs_f64())?;
    }
    Ok(())
}
