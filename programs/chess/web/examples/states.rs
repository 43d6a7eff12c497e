//! States of the search as the debugger computes them, for `test/`: a JSON line for some positions at some number of
//! instructions each, with a hash of registers and memories. `--speed N ENGINE` instead runs N instructions of position
//! 96 and prints the processor time.

use std::error::Error;
use std::time::Duration;

use bcp_debugger::debugged;
use bcp_driver::Program;
use bcp_suite::suite;
use cli::print_line;
use cpu_time::ProcessTime;
use serde_json::json;
use sha2::{Digest, Sha256};
use z8000_debugger::session::{Goal, Session};
use z8000_translate::Choice;

/// The number of positions: every fifteenth, each with a different number of instructions.
const POSITIONS: u32 = 20;
const STEP: u32 = 15;
const INSTRUCTIONS: u64 = 200_003;

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    match arguments.as_slice() {
        [] => (1..=POSITIONS).try_for_each(|number| state(number * STEP, u64::from(number) * INSTRUCTIONS)),
        [option, count, engine] if option == "--speed" => speed(count.parse()?, engine.parse()?),
        _ => Err("usage: states [--speed INSTRUCTIONS ENGINE]".into()),
    }
}

fn session(number: u32, engine: Choice) -> Result<Session, Box<dyn Error>> {
    let suite = suite(None)?;
    let fen = bcp_suite::find(&suite, number)?.position.to_fen();
    let mut session = Session::new(debugged(&Program::built_in()?.run_by(engine)?)?, 4_000_000);
    session.send(format!("p {fen}\ng 30\n").as_bytes());
    Ok(session)
}

fn state(number: u32, instructions: u64) -> Result<(), Box<dyn Error>> {
    let mut session = session(number, Choice::Interpreter)?;
    session.run(&Goal::Time(instructions), &mut |_| false);
    let (board, now) = (session.machine(), session.now());
    let mut hash = Sha256::new();
    for n in 0..16 {
        hash.update(board.cpu().register(n).to_be_bytes());
    }
    hash.update(board.cpu().pc().to_be_bytes());
    hash.update(board.cpu().fcw().bits().to_be_bytes());
    let (data, program) = board.world().banks().bytes().split_at(0x1_0000);
    hash.update(program);
    hash.update(data);
    let hash: String = hash.finalize().iter().map(|byte| format!("{byte:02x}")).collect();
    let line = json!({
        "position": number, "instruction": now.instructions, "clocks": now.clocks, "sha256": hash,
    });
    Ok(print_line(line)?)
}

fn speed(instructions: u64, engine: Choice) -> Result<(), Box<dyn Error>> {
    let mut session = session(96, engine)?;
    let start = ProcessTime::now();
    session.run(&Goal::Time(instructions), &mut |_| false);
    let spent: Duration = start.elapsed();
    Ok(print_line(
        json!({ "instructions": instructions, "seconds": spent.as_secs_f64() }),
    )?)
}
