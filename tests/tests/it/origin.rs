//! The origins of values in programs of other crates: the debugger's answers are compared with a run in which each byte
//! carries its writer.

#[path = "../../../programs/tools/debugger/tests/it/taint.rs"]
mod taint;

use taint::judge;
use z8000::machine::Machine;
use z8000_asm::{Memory, Options};
use z8000_cpm::Host;
use z8000_cpm::command::Command;
use z8000_cpm::console::SharedScript;
use z8000_debugger::program::Program;
use z8000_debugger::session::{Goal, Session};
use z8000_object::xout;
use z8000_tests::{assembled_file, board_of, repository};

/// Compares answers about the first `steps` steps of a run; `input` is sent at its start. At most one in 20 may remain
/// undecided.
fn judged(name: &str, machine: Machine, input: &str, steps: u64, count: u64, hosted: &[u8]) {
    let program = Program::on(machine, None, &Memory::new([]), None);
    let mut session = Session::new(program, 4_000_000);
    session.send(input.as_bytes());
    let machine = session.machine().clone();
    session.run(&Goal::Step(steps), &mut |_| false);
    let steps = session.now().steps;
    let began = std::time::Instant::now();
    let (agreed, unjudged, operands) = judge(&machine, &session, steps, count, hosted);
    println!(
        "{name}: {steps} steps, {agreed} agree, {unjudged} could not be judged, {operands:?}, {:?}",
        began.elapsed()
    );
    assert!(
        agreed + unjudged == count && unjudged * 20 < count && operands.unjudged * 3 < operands.agreed,
        "{name}: {agreed}, {unjudged}, {operands:?}"
    );
}

#[test]
fn the_exerciser_is_judged() {
    let exerciser = assembled_file(&repository("asm/exerciser/exerciser.s"), &Options::default());
    judged("exerciser", board_of(&exerciser), "", 2_000_000, 2_000, &[]);
}

#[test]
fn the_chess_program_is_judged() {
    let chess = assembled_file(&repository("asm/bcp.s"), &Options::default());
    let input = "p r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq -\ng 3\n";
    judged("chess program", board_of(&chess), input, 2_000_000, 2_000, &[]);
}

#[test]
fn a_program_for_cpm_is_judged() {
    let options = Options {
        symbols: vec![("CPM".to_owned(), 1)],
        one_memory: true,
        ..Options::default()
    };
    let exerciser = assembled_file(&repository("asm/exerciser/exerciser.s"), &options);
    let program = xout::write(&exerciser.program()).expect("a program");
    let mut host = Host::new(Box::new(SharedScript::default()));
    host.start(&program, &Command::new("EXERCISE", &[]), 0)
        .expect("memory for it");
    let machine = host.debugged().expect("no drives");
    judged("CP/M program", machine, "", 500_000, 2_000, &[10]);
}
