//! How often instructions were executed: everything that counts them agrees with an independent count.

use std::collections::BTreeMap;

use z8000::machine::Address;
use z8000_debugger::breakpoint::Kind;
use z8000_debugger::command::Interpreter;
use z8000_debugger::session::{Goal, Reason, Session};

use crate::account::{HANDLERS, Random, Step, What, account, executions, programs, small};

/// Returns where `over` ends if it begins at a step: after the first instruction that does not belong to a handler.
fn over(steps: &[Step], from: usize, halted: bool, traps: bool) -> usize {
    let mut at = from;
    loop {
        let Step { what, stack: [level, _], .. } = steps[at];
        at += 1;
        match what {
            What::Executed if !traps => return at,
            What::Executed => {
                while at < steps.len() && steps[at - 1].stack[1] < level {
                    at += 1;
                }
                return at;
            }
            What::Waited => {}
            What::Taken(_) | What::Broken(_) => {
                while at < steps.len() && steps[at - 1].stack[1] < level {
                    at += 1;
                }
                if halted {
                    return at;
                }
            }
        }
    }
}

/// Returns a session at the end of its program, and the independent count of the run.
fn ended(seed: u64, source: &str) -> (Session, Vec<Step>) {
    let mut session = small().session(source);
    let steps = account(small().load(source).0);
    assert_eq!(
        session.run(&Goal::Forever, &mut |_| false),
        Reason::Halted,
        "{seed}\n{source}"
    );
    assert_eq!(session.now().steps, steps.len() as u64, "{seed}\n{source}");
    (session, steps)
}

#[test]
fn instructions_exceptions_and_waits_are_counted_apart() {
    let mut kinds = [0; 4];
    for (seed, source) in programs() {
        let (session, steps) = ended(seed, &source);
        let executed = steps.iter().filter(|step| step.executes()).count() as u64;
        assert_eq!(session.now().instructions, executed, "{seed}\n{source}");
        let counts = session.profile(0).counts(session.program());
        let found: BTreeMap<Address, u64> = counts.instructions.iter().map(|(at, cost)| (*at, cost.count)).collect();
        assert_eq!(found, executions(&steps), "{seed}\n{source}");
        let report = session.profile(0).report();
        let clocks: u64 = steps.iter().map(|step| step.clocks).sum();
        assert_eq!(report.clocks, clocks);
        assert_eq!(
            report.routines.iter().map(|row| row.exclusive).sum::<u64>(),
            clocks,
            "{seed}\n{source}"
        );
        let row = |name: &str| report.routines.iter().find(|row| row.routine == name).cloned();
        for (number, name) in ["NMI", "NVI", "VI"].into_iter().enumerate() {
            let is_one = |step: &&Step| [What::Taken(number), What::Broken(number)].contains(&step.what);
            let taken = steps.iter().filter(is_one).count() as u64;
            let row = row(&format!("taking {name}"));
            assert_eq!(row.map_or(0, |row| row.calls), taken, "{seed} {name}\n{source}");
        }
        let waited: u64 = steps
            .iter()
            .filter(|step| step.what == What::Waited)
            .map(|step| step.clocks)
            .sum();
        assert_eq!(
            row("waiting").map_or(0, |row| row.exclusive),
            waited,
            "{seed}\n{source}"
        );
        for step in &steps {
            kinds[match step.what {
                What::Executed => 0,
                What::Taken(_) => 1,
                What::Broken(_) => 2,
                What::Waited => 3,
            }] += 1;
        }
    }
    assert!(
        kinds.iter().all(|count| *count > 200),
        "the programs are too tame: {kinds:?}"
    );
}

#[test]
fn breakpoints_are_hit_once_for_each_execution() {
    for (seed, source) in programs() {
        let (mut session, steps) = ended(seed, &source);
        let start = steps[0].pc;
        let expected: Vec<(Address, u64)> = executions(&steps).into_iter().filter(|(at, _)| *at != start).collect();
        // All breakpoints at once; every eighth also stops, forward and back.
        session.seek(0);
        for (at, _) in &expected {
            let breakpoint = session.breakpoints.add(Kind::Code(vec![*at]), "here");
            breakpoint.ignore = u64::MAX;
        }
        session.run(&Goal::Forever, &mut |_| false);
        let hits: Vec<u64> = session
            .breakpoints
            .list()
            .iter()
            .map(|breakpoint| breakpoint.hits)
            .collect();
        let counts: Vec<u64> = expected.iter().map(|(_, count)| *count).collect();
        assert_eq!(hits, counts, "{seed}\n{source}");
        // Hits belong to a moment: going back revokes them, and continuing counts them once.
        let mut random = Random(seed + 9);
        for _ in 0..12 {
            let to = random.below(steps.len() as u64 + 1);
            if random.below(2) == 0 {
                session.seek(to);
            } else {
                session.back(random.below(40));
                session.run(&Goal::Step(random.below(20)), &mut |_| false);
            }
            let now = session.now().steps as usize;
            // The next instruction counts as reached.
            let come = executions(&steps[..steps.len().min(now + 1)]);
            for (breakpoint, (at, _)) in session.breakpoints.list().iter().zip(&expected) {
                let is_next = steps.get(now).is_some_and(|step| step.executes());
                let counted = if is_next { &come } else { &executions(&steps[..now]) };
                let expected = counted.get(at).copied().unwrap_or(0);
                assert_eq!(breakpoint.hits, expected, "{seed} {at} at {now}\n{source}");
            }
        }
        for (at, count) in expected.iter().skip(seed as usize % 8).step_by(8) {
            session.breakpoints.retain(|_| false);
            session.breakpoints.add(Kind::Code(vec![*at]), "here");
            session.seek(0);
            let mut forward = Vec::new();
            while let Reason::Breakpoint { .. } = session.run(&Goal::Forever, &mut |_| false) {
                assert_eq!(session.pc(), *at);
                forward.push(session.now().steps);
            }
            let at_it = |(_, step): &(usize, &Step)| step.executes() && step.pc == *at;
            let moments: Vec<u64> = steps.iter().enumerate().filter(at_it).map(|(n, _)| n as u64).collect();
            assert_eq!(forward, moments, "{seed} {at}\n{source}");
            assert_eq!(forward.len() as u64, *count);
            let mut back = Vec::new();
            while let Reason::Breakpoint { .. } = session.run_back(&mut |_| false) {
                back.push(session.now().steps);
            }
            back.reverse();
            assert_eq!(back, moments, "{seed} {at}\n{source}");
            // All except the last hits are ignored every time, forward and back.
            let ignored = moments.len().saturating_sub(1 + seed as usize % 8);
            let id = session.breakpoints.list()[0].id;
            session.breakpoints.find(id).expect("the breakpoint").ignore = ignored as u64;
            for _ in 0..2 {
                let mut forward = Vec::new();
                while let Reason::Breakpoint { .. } = session.run(&Goal::Forever, &mut |_| false) {
                    forward.push(session.now().steps);
                }
                let mut back = Vec::new();
                while let Reason::Breakpoint { .. } = session.run_back(&mut |_| false) {
                    back.push(session.now().steps);
                }
                back.reverse();
                assert_eq!([&forward, &back], [&moments[ignored..]; 2], "{seed} {at}\n{source}");
            }
        }
    }
}

#[test]
fn a_trace_has_a_line_for_each_execution_and_each_exception() {
    let file = std::env::temp_dir().join(format!("z8000-executions-{}", std::process::id()));
    for (seed, source) in programs() {
        let (session, steps) = ended(seed, &source);
        let mut interpreter = Interpreter::new(session, None);
        let line = format!("trace {} since start", file.display());
        interpreter.execute(&line, &mut |_| false).expect("a trace");
        let text = std::fs::read_to_string(&file).expect("a trace");
        std::fs::remove_file(&file).expect("it goes");
        let mut expected = Vec::new();
        let mut waited = 0;
        for (at, step) in steps.iter().enumerate() {
            if step.what == What::Waited {
                waited += step.clocks;
                continue;
            }
            if waited > 0 {
                expected.push(format!("# waited {waited} clocks"));
                waited = 0;
            }
            if step.executes() {
                expected.push(format!("{at} {}", step.pc));
            }
            if let What::Taken(handler) | What::Broken(handler) = step.what {
                expected.push(format!("# {}", HANDLERS[handler].0));
            }
        }
        let found = text.lines().skip(1).map(|line| {
            let words: Vec<&str> = line.split(' ').collect();
            match words[..] {
                ["#", "waited", ..] => line.to_owned(),
                ["#", ..] => line.split(" at ").next().unwrap_or_default().to_owned(),
                [at, _, pc, ..] => format!("{at} {pc}"),
                _ => line.to_owned(),
            }
        });
        assert_eq!(found.collect::<Vec<_>>(), expected, "{seed}\n{source}");
    }
}

#[test]
fn steps_end_at_the_next_event_and_over_ends_after_the_instruction() {
    for (seed, source) in programs() {
        let (mut session, steps) = ended(seed, &source);
        let mut random = Random(seed + 7);
        for _ in 0..60 {
            let from = random.below(steps.len() as u64 - 8) as usize;
            session.seek(from as u64);
            session.run(&Goal::Step(1), &mut |_| false);
            let next = steps[from..]
                .iter()
                .position(|step| step.what != What::Waited)
                .expect("an event")
                + from
                + 1;
            assert_eq!(session.now().steps, next as u64, "{seed} {from}\n{source}");
            let taken = session.interruption();
            let is_taken = matches!(steps[next - 1].what, What::Taken(_) | What::Broken(_));
            assert_eq!(taken.is_some(), is_taken, "{seed} {from}\n{source}");
            // Back to the end of the previous event.
            session.back(1);
            let event = steps[..next - 1].iter().rposition(|step| step.what != What::Waited);
            assert_eq!(
                session.now().steps,
                event.map_or(0, |at| at as u64 + 1),
                "{seed} {from}\n{source}"
            );
            session.seek(from as u64);
            let word = session.look().word(true, session.pc());
            let (behind, level) = (session.pc().plus(2), steps[from].stack[0]);
            // At the instruction after the call, before which an interrupt may come.
            let returned = |step: &Step| step.pc == behind && step.stack[0] == level;
            let halted = session.cpu().halted();
            let normal = session.cpu().fcw().bits() & 0x4000 == 0;
            let expected = match word >> 8 {
                0xD0..=0xDF if !halted => from + steps[from..].iter().position(returned).expect("it returns"),
                // SC, and in normal mode DI and EI.
                number => over(&steps, from, halted, number == 0x7F || number == 0x7C && normal),
            };
            session.run(&Goal::Over, &mut |_| false);
            assert_eq!(
                session.now().steps,
                expected as u64,
                "{seed} {from} {word:04x}\n{source}"
            );
        }
    }
}
