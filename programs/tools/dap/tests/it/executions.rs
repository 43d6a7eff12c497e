//! Hit counts equal independently counted executions, for random programs under interrupts.

use std::collections::BTreeMap;
use std::io::Cursor;

use serde_json::{Value as Json, json};
use z8000_dap::Attributes;
use z8000_debugger::command::Interpreter;

use super::account::{Random, account, executions, programs, small};
use super::{events, line, request, response, served_by};

/// Returns a hit condition for an instruction that is executed `count` times, and how often it stops.
fn condition(random: &mut Random, count: u64) -> (String, u64) {
    let near = count.saturating_sub(random.below(5));
    match random.below(5) {
        0 => (format!("== {near}"), u64::from((1..=count).contains(&near))),
        1 => (format!("== {}", count + 1), 0),
        2 => (format!("> {near}"), count - near),
        3 => (near.max(1).to_string(), count - near.max(1) + 1),
        _ => (format!("% {}", count / 4 + 1), count / (count / 4 + 1)),
    }
}

#[test]
fn hit_counts_are_those_of_an_account() {
    let mut stops = 0;
    for (seed, source) in programs() {
        let mut random = Random(seed + 99);
        let steps = account(small().load(&source).0);
        let counts = executions(&steps).into_iter().filter(|(at, _)| *at != steps[0].pc);
        let wanted: Vec<(Json, u64)> = counts
            .map(|(at, count)| {
                let (condition, hits) = condition(&mut random, count);
                let at = format!("{:#06x}", at.linear());
                (json!({ "instructionReference": at, "hitCondition": condition }), hits)
            })
            .collect();
        let list: Vec<&Json> = wanted.iter().map(|(breakpoint, _)| breakpoint).collect();
        let mut input = [
            line(1, r#"launch {"stopOnEntry": true}"#),
            line(2, "configurationDone {}"),
            request(3, "setInstructionBreakpoints", &json!({ "breakpoints": list })),
        ]
        .concat();
        let expected: u64 = wanted.iter().map(|(_, hits)| hits).sum();
        (0..=expected).for_each(|number| input.extend(line(4 + number, "continue {}")));
        let launch = |_: &Attributes| Ok(Interpreter::new(small().session(&source), None));
        let messages = served_by(&launch, Cursor::new(input));
        let answers = &response(&messages, 3)["body"]["breakpoints"];
        let mut found: BTreeMap<u64, u64> = BTreeMap::new();
        let stopped = events(&messages, "stopped");
        for stop in &stopped {
            for id in stop["hitBreakpointIds"].as_array().into_iter().flatten() {
                *found.entry(id.as_u64().expect("a number")).or_default() += 1;
            }
        }
        for (index, (breakpoint, hits)) in wanted.iter().enumerate() {
            let id = answers[index]["id"].as_u64().expect("a number");
            assert_eq!(
                found.get(&id).copied().unwrap_or(0),
                *hits,
                "{seed}: {breakpoint}\n{source}"
            );
        }
        assert_eq!(stopped.last().expect("a stop")["reason"], "halted", "{seed}");
        stops += expected;
    }
    assert!(stops > 1000, "{stops} stops");
}
