//! Commands that go to events, compared with the list of all events of the search.

use bcp_debugger::{CHESS, debugged};
use bcp_driver::Program;
use serde_json::Value as Json;
use z8000_debugger::command::Interpreter;
use z8000_debugger::session::Session;

/// The fork of the article.
const FORK: &str = "r3k3/4p3/3p4/1N6/8/8/6PP/6K1 w - -";

struct Debugged {
    interpreter: Interpreter,
    /// All events of the search.
    list: Vec<Json>,
    /// The moment at which the search ended.
    end: u64,
}

impl Debugged {
    /// Runs a search to its end.
    fn new(fen: &str, depth: u8) -> Self {
        let program = Program::built_in().expect("the program assembles");
        let mut session = Session::new(debugged(&program).expect("it fits"), 64_000_000);
        session.send(format!("p {fen}\ng {depth}\n").as_bytes());
        let mut new = Self {
            interpreter: Interpreter::new(session, Some(CHESS)),
            list: Vec::new(),
            end: 0,
        };
        new.end = new.execute("continue")["instructions"].as_u64().expect("a moment");
        let events = new.execute("events 10000");
        new.list = events["events"].as_array().expect("events").clone();
        assert!((5..10_000).contains(&new.list.len()), "{}", new.list.len());
        new
    }

    fn execute(&mut self, line: &str) -> Json {
        let answer = self.interpreter.execute(line, &mut |_| false).expect(line);
        answer.data.into()
    }

    /// Repeats a command until it finds nothing more, and returns the events at its stops.
    fn moments(&mut self, line: &str) -> Vec<Json> {
        let mut moments = Vec::new();
        loop {
            let stop = self.execute(line);
            if stop["reached"] == false {
                return moments;
            }
            assert!(stop["remark"].is_string(), "{line}: {stop}");
            moments.push(stop["event"].clone());
        }
    }
}

/// Returns a value of an event for the side to play.
fn own(event: &Json, field: &str) -> i64 {
    let value = event[field].as_i64().unwrap_or_else(|| panic!("{field} of {event}"));
    if event["side"] == event["for"] { value } else { -value }
}

/// Returns true if an event of the list is of a kind that `next` accepts, as docs/reference/debugger-chess.md describes
/// it. `before` is the preceding event.
fn is(kind: &str, event: &Json, before: Option<&Json>, low: Option<i64>) -> bool {
    let name = event["event"].as_str().expect("a name");
    let beyond = |value, bound| own(event, value) >= own(event, bound);
    match kind {
        "move" => ["test", "search", "try"].contains(&name),
        "pass" => ["pass", "score"].contains(&name),
        "eligible" => name == "score" && own(event, "score") > own(event, "best"),
        "stand-pat" => {
            let captures = before.filter(|before| before["event"] == "captures");
            // The side's lower bound is the upper bound of the other side.
            name == "quiet"
                && captures.is_some_and(|it| {
                    let high = if it["side"] == it["for"] {
                        own(it, "high")
                    } else {
                        own(it, "low")
                    };
                    own(it, "material") >= high
                })
        }
        "better" => name == "better" || name == "pass" && low.is_some_and(|low| own(event, "value") >= low),
        "cut-off" => ["better", "pass"].contains(&name) && beyond("value", "high"),
        _ => name == kind,
    }
}

/// Returns, for each event, the lower bound of the last node before it.
fn lows(list: &[Json]) -> Vec<Option<i64>> {
    let mut last = None;
    list.iter()
        .map(|event| {
            if event["event"] == "node" {
                last = Some(if event["side"] == event["for"] {
                    own(event, "low")
                } else {
                    own(event, "high")
                });
            }
            last
        })
        .collect()
}

const KINDS: [&str; 12] = [
    "node",
    "move",
    "pass",
    "eligible",
    "search",
    "value",
    "capture",
    "stand-pat",
    "mate",
    "better",
    "cut-off",
    "iteration",
];

#[test]
fn next_and_back_stop_at_each_event_of_a_kind_and_at_no_other() {
    let mut met = std::collections::BTreeSet::new();
    for (fen, depth) in [(FORK, 3), ("6k1/5ppp/8/8/8/8/8/R5K1 w - -", 1)] {
        let mut debugged = Debugged::new(fen, depth);
        let list = debugged.list.clone();
        let lows = lows(&list);
        for kind in KINDS {
            let before = |index: usize| index.checked_sub(1).map(|index| &list[index]);
            let all = || {
                let here = list.iter().enumerate();
                here.filter(|(index, event)| is(kind, event, before(*index), lows[*index]))
                    .map(|(_, event)| event.clone())
            };
            // Without a ply, `move` means the current ply or one above it: at the root, only the root's moves.
            let wanted: Vec<Json> = all().filter(|event| kind != "move" || event["ply"] == 0).collect();
            if !wanted.is_empty() {
                met.insert(kind);
            }
            let mut found = debugged.moments(&format!("back {kind}"));
            found.reverse();
            let strip = |events: Vec<Json>| -> Vec<Json> {
                events
                    .into_iter()
                    .map(|mut event| {
                        event.as_object_mut().expect("an object").remove("text");
                        event
                    })
                    .collect()
            };
            assert_eq!(strip(found), strip(wanted.clone()), "back {kind} in {fen}");
            debugged.execute("goto 0");
            assert_eq!(
                strip(debugged.moments(&format!("next {kind}"))),
                strip(wanted),
                "next {kind} in {fen}"
            );
            let end = debugged.end;
            debugged.execute(&format!("goto {end}"));
        }
    }
    assert_eq!(met.len(), KINDS.len(), "{met:?}");
}

/// Returns the index of the first event after a moment.
fn at(list: &[Json], moment: u64) -> usize {
    list.partition_point(|event| event["instructions"].as_u64() < Some(moment))
}

fn moment(event: &Json) -> u64 {
    event["instructions"].as_u64().expect("a moment")
}

/// Returns the moves on the path before each event, derived only from the events' names.
fn paths(list: &[Json]) -> Vec<Vec<String>> {
    let mut path: Vec<String> = Vec::new();
    let mut all = Vec::new();
    for event in list {
        let name = event["event"].as_str().expect("a name");
        if name == "value" {
            path.pop();
        }
        all.push(path.clone());
        if ["search", "try"].contains(&name) {
            path.push(event["move"].as_str().expect("a move").to_owned());
        }
    }
    all
}

/// An event's name may be followed by a move and a ply, and a move in any position can be given by its squares.
#[test]
fn next_and_back_stop_at_events_with_a_move_at_a_ply() {
    let mut debugged = Debugged::new(FORK, 2);
    let list = debugged.list.clone();
    for kind in [
        "eligible",
        "search",
        "value",
        "capture",
        "better",
        "pass",
        "move",
        "node",
        "iteration",
        "mate",
    ] {
        let lows = lows(&list);
        let here: Vec<&Json> = (0..list.len())
            .filter(|index| {
                is(
                    kind,
                    &list[*index],
                    index.checked_sub(1).map(|index| &list[index]),
                    lows[*index],
                )
            })
            .map(|index| &list[index])
            .collect();
        for ply in 0..3 {
            let wanted = here
                .iter()
                .filter(|event| event["ply"] == ply)
                .map(|event| moment(event));
            let mut found: Vec<u64> = debugged
                .moments(&format!("back {kind} {ply}"))
                .iter()
                .map(moment)
                .collect();
            found.reverse();
            if kind == "move" {
                // Each event is at the ply of the previous stop, or above it.
                assert!(ply > 0 || found.iter().copied().eq(wanted), "{kind} {ply}");
            } else {
                assert!(found.iter().copied().eq(wanted), "{kind} {ply}: {found:?}");
            }
            let end = debugged.end;
            debugged.execute(&format!("goto {end}"));
        }
        let Some(m) = here.iter().rev().find_map(|event| event["move"].as_str()) else {
            let wrong = debugged
                .interpreter
                .execute(&format!("back {kind} b5c7"), &mut |_| false);
            let wrong = wrong.expect_err(kind).to_string();
            assert!(
                wrong.starts_with(&format!("`{kind}` events are not about a single move")),
                "{wrong}"
            );
            continue;
        };
        let wanted = here
            .iter()
            .filter(|event| event["move"] == m)
            .map(|event| moment(event));
        // The null move at a node belongs to no move.
        let found = debugged.moments(&format!("back {kind} {m} 0"));
        let wanted_here = wanted.clone().count();
        assert!(
            (1..=wanted_here).contains(&(found.len() + usize::from(found.is_empty()))),
            "{kind} {m}"
        );
        for event in &found {
            assert_eq!(
                (event["move"].as_str(), event["ply"].as_u64()),
                (Some(m), Some(0)),
                "{kind} {m}"
            );
        }
        let end = debugged.end;
        debugged.execute(&format!("goto {end}"));
        if kind != "move" {
            let mut found: Vec<u64> = debugged
                .moments(&format!("back {kind} {m}"))
                .iter()
                .map(moment)
                .collect();
            found.reverse();
            assert!(found.iter().copied().eq(wanted), "{kind} {m}: {found:?}");
            debugged.execute(&format!("goto {end}"));
        }
    }
}

/// `reach` and `back-reach` go to the nodes with these moves as path, `node` to the moment at which the count has this
/// value.
#[test]
fn positions_and_numbers_of_nodes_are_reached_in_both_directions() {
    let mut debugged = Debugged::new(FORK, 2);
    let (list, end) = (debugged.list.clone(), debugged.end);
    let paths = paths(&list);
    let nodes = || {
        list.iter()
            .zip(&paths)
            .filter(|(event, path)| event["event"] == "node" && !path.is_empty())
    };
    let mut lines: Vec<&Vec<String>> = nodes().map(|(_, path)| path).collect();
    lines.sort();
    lines.dedup();
    assert!(lines.len() > 3 && lines.iter().any(|line| line.len() == 2), "{lines:?}");
    for line in lines {
        let wanted: Vec<u64> = nodes()
            .filter(|(_, path)| *path == line)
            .map(|(event, _)| moment(event))
            .collect();
        let (mut back, mut forward) = (Vec::new(), Vec::new());
        for (command, found) in [("back-reach", &mut back), ("reach", &mut forward)] {
            loop {
                let stop = debugged.execute(&format!("{command} {}", line.join(" ")));
                if stop["reached"] == false {
                    break;
                }
                found.push(moment(&stop));
            }
            debugged.execute(&format!("goto {}", if command == "reach" { end } else { 0 }));
        }
        if let [first, second] = &line[..] {
            // The same path in algebraic notation, each move in the position after the previous moves.
            let mut at = bcp_chess::Position::from_fen(FORK).expect(FORK);
            let mut words = Vec::new();
            for m in [first, second] {
                let m = at.move_from_text(m).expect(m);
                words.push(at.san(m).expect("a legal move"));
                at.make(m);
            }
            debugged.execute("goto 0");
            let stop = debugged.execute(&format!("reach {}", words.join(" ")));
            assert_eq!(Some(&moment(&stop)), forward.first(), "{words:?}");
            debugged.execute(&format!("goto {end}"));
        }
        back.reverse();
        assert_eq!((&back, &forward), (&wanted, &wanted), "{line:?}");
    }
    let count = |debugged: &mut Debugged| debugged.execute("search")["nodes"].as_u64().expect("nodes");
    let last = count(&mut debugged);
    for number in [1, last / 2, last, 2, last - 1] {
        let answer = debugged.execute(&format!("node {number}"));
        assert_eq!(count(&mut debugged), number, "{answer}");
        let again = debugged
            .interpreter
            .execute(&format!("node {number}"), &mut |_| false)
            .expect("an answer");
        assert_eq!(again.text, format!("already at node {number}"));
        if number < last {
            debugged.execute("back 1");
            assert_eq!(count(&mut debugged), number - 1, "the write of the count of {number}");
        }
        if number == 2 {
            debugged.execute("goto 0");
        }
    }
    debugged.execute(&format!("goto {end}"));
    assert_eq!(debugged.execute(&format!("node {}", last + 1))["reached"], false);
}

/// `up-ply` stops when the value of the move is known, `back-ply` when the move is about to be made.
#[test]
fn a_ply_is_left_at_its_end_and_at_its_beginning() {
    for (fen, depth) in [(FORK, 2), ("4k3/8/2p5/3p4/8/4N3/8/4K3 w - -", 3)] {
        let mut debugged = Debugged::new(fen, depth);
        let list = debugged.list.clone();
        let paths = paths(&list);
        let nodes = (0..list.len()).filter(|index| list[*index]["event"] == "node" && !paths[*index].is_empty());
        let mut tried = 0;
        for index in nodes.step_by(2).take(10) {
            let ply = list[index]["ply"].as_u64().expect("a ply") - 1;
            let of_move =
                |event: &&Json| event["ply"] == ply && event["move"] == paths[index].last().expect("a move").as_str();
            let begun = list[..index]
                .iter()
                .rposition(|event| of_move(&event))
                .expect("an event");
            let ended = list[index..].iter().find(of_move).expect("an event");
            debugged.execute(&format!("goto {}", moment(&list[index])));
            let down = debugged.execute("back-ply");
            assert_eq!(at(&list, moment(&down)), begun, "{down}");
            debugged.execute(&format!("goto {}", moment(&list[index])));
            let up = debugged.execute("up-ply");
            assert_eq!(ended["event"], "value");
            assert!(
                moment(&up) > moment(&list[index]) && moment(&up) >= moment(ended),
                "{up} {ended}"
            );
            let path = debugged.execute("path")["plies"].take();
            assert_eq!(path.as_array().map(Vec::len), Some(ply as usize + 1), "{path}");
            tried += 1;
        }
        assert!(tried > 1, "{fen}");
        debugged.execute("goto 0");
        let error = debugged
            .interpreter
            .execute("back-ply", &mut |_| false)
            .expect_err("the root");
        assert_eq!(error.to_string(), "the current ply is the root: no move led to it");
    }
}

/// `events N` lists the last N events, indented by two spaces for each move on the board; a file contains all events
/// since a moment, after a line with the version.
#[test]
fn the_last_events_are_listed_and_written() {
    let mut debugged = Debugged::new(FORK, 2);
    let list = debugged.list.clone();
    for (command, most) in [
        ("events", 20),
        ("events 1", 1),
        ("ev 33", 33),
        ("events 99999", list.len()),
        ("events 0", 0),
    ] {
        let answer = debugged.interpreter.execute(command, &mut |_| false).expect(command);
        let expected = &list[list.len() - most..];
        assert_eq!(
            answer.data["events"].as_array().map(Vec::as_slice),
            Some(expected),
            "{command}"
        );
        assert_eq!(answer.data["schema"], 1);
        let lines: Vec<&str> = answer.text.lines().collect();
        if most == 0 {
            assert_eq!(lines, ["no event of the search before this moment"]);
            continue;
        }
        assert_eq!(lines.len(), most);
        for (line, event) in lines.into_iter().zip(expected) {
            let (number, text) = line.split_at(11);
            assert_eq!(number.trim(), event["instructions"].to_string());
            assert_eq!(text.trim_start(), event["text"].as_str().expect("a text"));
        }
    }
    let folder = std::env::temp_dir().join(format!("bcp-debugger-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("a folder");
    let plain = |event: &Json| {
        let mut event = event.clone();
        event.as_object_mut().expect("an object").remove("text");
        event
    };
    for (name, since) in [("all", ""), ("start", " since start"), ("last", " since last")] {
        let middle = moment(&list[list.len() / 2]);
        debugged.execute(&format!("goto {middle}"));
        debugged.execute("next iteration");
        let stop = debugged.interpreter.session.now().instructions;
        let file = folder.join(name).display().to_string();
        let answer = debugged.execute(&format!("events {file}{since}"));
        let from = if name == "last" { middle } else { 0 };
        let expected: Vec<Json> = list[at(&list, from)..at(&list, stop)].iter().map(plain).collect();
        assert_eq!(
            answer,
            serde_json::json!({ "file": file, "events": expected.len() }),
            "{name}"
        );
        let written = std::fs::read_to_string(&file).expect("the file");
        let mut lines = written
            .lines()
            .map(|line| serde_json::from_str::<Json>(line).expect("JSON"));
        assert_eq!(lines.next(), Some(serde_json::json!({ "for": "white", "schema": 1 })));
        assert_eq!(lines.collect::<Vec<_>>(), expected, "{name}");
    }
    std::fs::remove_dir_all(folder).expect("the folder");
}

#[test]
fn what_stops_on_the_way_is_not_the_goal() {
    let mut debugged = Debugged::new(FORK, 1);
    debugged.execute("goto 0");
    debugged.execute("break t1v");
    let stop = debugged.execute("next iteration");
    assert_eq!(
        (&stop["reason"], &stop["reached"]),
        (&"breakpoint".into(), &false.into())
    );
    debugged.execute("delete 1");
    let goal = debugged.execute("next iteration");
    assert_eq!((&goal["reason"], &goal["reached"]), (&"done".into(), &true.into()));
    assert!(stop["instructions"].as_u64() < goal["instructions"].as_u64());
}
