//! What the sentences of the search say, and what they leave open.

use std::collections::HashMap;

use anyhow::Result;
use bcp_chess::Position;
use bcp_debugger::{CHESS, debugged};
use bcp_driver::Program;
use z8000_debugger::command::Interpreter;
use z8000_debugger::session::Session;

use crate::why::positions;

/// The sentences of a search, as `events` tells them: the moves on the board before each, the sentence, the event.
fn told(position: &Position, depth: u8) -> Vec<(usize, String, serde_json::Value)> {
    let program = Program::built_in().expect("the program assembles");
    let mut session = Session::new(debugged(&program).expect("it fits"), 4_000_000);
    session.send(format!("p {}\ng {depth}\n", position.to_fen()).as_bytes());
    let mut interpreter = Interpreter::new(session, Some(CHESS));
    interpreter.execute("continue", &mut |_| false).expect("the search");
    let answer = interpreter.execute("events 10000", &mut |_| false).expect("events");
    let events = answer.data["events"].as_array().expect("events").clone();
    let lines = answer.text.lines().map(|line| {
        let text = line.trim_start().trim_start_matches(|c: char| c.is_ascii_digit());
        let words = text.trim_start();
        ((text.len() - words.len()) / 2, words.to_owned())
    });
    let list: Vec<_> = lines
        .zip(events)
        .map(|((made, text), event)| (made, text, event))
        .collect();
    assert!(list.len() > 1000, "{}", list.len());
    list
}

/// At one node, which is a visit to a position by the moves on the board, a sentence belongs to one event. The side is
/// always named, and a mate is never a number.
#[test]
fn a_sentence_tells_one_event_of_a_node() -> Result<()> {
    let (mut compared, mut wrong) = (0, 0);
    for position in positions() {
        // The sentences since the last one with fewer moves on the board, for each number of moves.
        let mut nodes: Vec<HashMap<String, serde_json::Value>> = Vec::new();
        for (made, text, mut event) in told(&position, 3) {
            assert!(
                text.contains("White") || text.contains("Black") || event["event"] == "repetition",
                "{text}"
            );
            for number in 94..=127 {
                for sign in ["+", "-", "has "] {
                    assert!(!text.contains(&format!("{sign}{number}")), "{text}");
                }
            }
            assert!(!text.contains("worth something"), "{text}");
            let fields = event.as_object_mut().expect("an object");
            fields.remove("instructions");
            fields.remove("text");
            nodes.truncate(made + 1);
            nodes.resize(made + 1, HashMap::new());
            if event["event"] == "node" {
                nodes[made].clear();
            }
            if let Some(other) = nodes[made].insert(text.clone(), event.clone())
                && other != event
            {
                println!("{text} in {}\n  {other}\n  {event}", position.to_fen());
                wrong += 1;
            }
            compared += 1;
        }
    }
    assert_eq!(wrong, 0);
    assert!(compared > 50_000, "{compared}");
    Ok(())
}
