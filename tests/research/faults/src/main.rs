//! Runs the exerciser, assembled beforehand, in two forms: on a Z8002 with split memories, and in segmented mode on a
//! Z8001. Exit status 0 means that both finish and all results are as expected.
//!
//! Usage: `exercise FAULT PROGRAM DATA SEGMENTED`: the number of the fault to switch on, or 0, and files of memory from
//! address 0 on. `run` in the same folder builds the emulator with this switch.

#[path = "../../../exerciser/machine.rs"]
mod machine;

use std::io::Write;
use std::process::ExitCode;

use machine::{End, Machine, Second};
use z8000::cpu::Model;

/// Twice the number of clocks that a run takes.
const LIMIT: u64 = 1_000_000_000;

/// Number of clocks between two checks of the output.
const SLICE: u64 = 2_000_000;

/// The last line of the exerciser's output if all results are correct.
const PASSED: &str = "All families as expected.";

fn main() -> ExitCode {
    let mut arguments = std::env::args().skip(1);
    let fault = arguments.next().and_then(|number| number.parse().ok());
    z8000::set_fault(fault.expect("the number of a fault"));
    let files: Vec<Vec<u8>> = arguments
        .map(|name| std::fs::read(&name).unwrap_or_else(|error| panic!("{name}: {error}")))
        .collect();
    let [program, data, segmented] = files.as_slice() else {
        panic!("three files: program memory, data memory, memory of the segmented form");
    };
    let machines = [
        Machine::new(Model::Z8002, program, Second::Data, data),
        Machine::new(Model::Z8001, segmented, Second::Segment, &[]),
    ];
    let right = machines.into_iter().all(|mut machine| {
        let end = run(&mut machine);
        let said = format!("{}{end:?} after {} clocks\n", machine.output(), machine.clocks());
        let written = std::io::stdout().write_all(said.as_bytes());
        end == End::Halted && said.contains(PASSED) && written.is_ok()
    });
    ExitCode::from(u8::from(!right))
}

/// Runs until the program ends, or until it has printed a line about a family with wrong results.
fn run(machine: &mut Machine) -> End {
    loop {
        let end = machine.run(machine.clocks() + SLICE);
        let output = machine.output();
        let wrong = output.contains("WRONG") && output.ends_with('\n');
        if end != End::ClockLimit || wrong || machine.clocks() > LIMIT {
            return end;
        }
    }
}
