//! Random requests and bytes: whatever arrives, the adapter answers the next valid request. The sessions are the same
//! in every run; `Z8000_FUZZ=100000` tries more.

use std::io::Cursor;
use std::sync::LazyLock;

use serde_json::{Value as Json, json};
use z8000_dap::requests;

use super::{SOURCE, framed, request, response, served};

/// The number of sessions if the variable is not set.
const SESSIONS: u64 = 300;

/// The number of the request that must be answered.
const LAST: u64 = 999_999;

/// The random number generator xorshift (Marsaglia 2003).
struct Random(u64);

impl Random {
    fn below(&mut self, limit: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 33) as usize % limit
    }

    fn one<'a, T: ?Sized>(&mut self, list: &[&'a T]) -> &'a T {
        list[self.below(list.len())]
    }
}

/// Supported requests, except those that end the session, and some invalid ones.
static COMMANDS: LazyLock<Vec<String>> = LazyLock::new(|| {
    let answered = requests().filter(|name| !matches!(name.as_str(), "disconnect" | "terminate"));
    answered.chain(["dance".to_owned(), String::new()]).collect()
});

const FIELDS: &[&str] = &[
    "stopOnEntry",
    "stopAt",
    "noDebug",
    "memory",
    "linesStartAt1",
    "columnsStartAt1",
    "supportsInvalidatedEvent",
    "supportsMemoryEvent",
    "granularity",
    "threadId",
    "source",
    "breakpoints",
    "line",
    "endLine",
    "filters",
    "name",
    "bytes",
    "dataId",
    "accessType",
    "targetId",
    "text",
    "column",
    "startFrame",
    "levels",
    "variablesReference",
    "value",
    "expression",
    "context",
    "memoryReference",
    "offset",
    "count",
    "data",
    "instructionOffset",
    "instructionCount",
    "instructionReference",
    "sourceReference",
    "condition",
    "hitCondition",
    "logMessage",
    "arguments",
];

const TEXTS: &[&str] = &[
    "",
    "loop.s",
    "start",
    "sum",
    "total",
    "small",
    "again",
    "repl",
    "watch",
    "hover",
    "line",
    "statement",
    "instruction",
    "read",
    "write",
    "readWrite",
    "0x0010",
    "data:0x1000",
    "data:0x1000:4",
    "value:r1",
    "<<5>>0x10",
    "r1",
    "r1 == 2",
    "fcw.z",
    "pc",
    "word(total)",
    "1 / 0",
    "((((1",
    "5",
    ">= 2",
    "== 2",
    "% 2",
    "% 0",
    "at {r1}",
    "{",
    "step",
    "step 100",
    "over",
    "out",
    "back 3",
    "back-over",
    "back-out",
    "back-continue",
    "until sum",
    "goto 7",
    "continue 500",
    "break sum",
    "break loop.s:12 if r1 > 1",
    "break sum once",
    "watch write total,4",
    "when r1 == 1",
    "delete 1",
    "delete all",
    "disable 1",
    "enable 1",
    "breakpoints",
    "set r1 = 5",
    "set pc = 0x10",
    "set r1 = 99999",
    "send \"x\\n\"",
    "limit 1",
    "origin total",
    "profile since start",
    "registers",
    "stack",
    "list",
    "help",
    "print r1",
    "display r1",
    "\u{1f600}\u{e9}",
    "AAECAw==",
    "*",
    "trap",
    "-1",
    "99999999999999999999",
];

fn value(random: &mut Random, depth: usize) -> Json {
    match random.below(if depth > 3 { 6 } else { 8 }) {
        0 => json!(null),
        1 => json!(random.below(2) == 0),
        2 => json!(random.below(40)),
        3 => {
            let numbers: [i64; 6] = [-1, 1_i64 << 31, i64::MIN, i64::MAX, 0x1000, 0xFFFF];
            json!(numbers[random.below(6)])
        }
        4 | 5 => json!(random.one(TEXTS)),
        6 => (0..random.below(4)).map(|_| value(random, depth + 1)).collect(),
        _ => object(random, depth + 1),
    }
}

fn object(random: &mut Random, depth: usize) -> Json {
    let fields = (0..random.below(8)).map(|_| (random.one(FIELDS).to_owned(), value(random, depth)));
    Json::Object(fields.collect())
}

/// Returns plausible arguments, so that more than type checks is tested.
fn sensible(random: &mut Random, command: &str) -> Json {
    let text = random.one(TEXTS);
    let number = random.below(30);
    match command {
        "launch" => json!({ "stopOnEntry": number < 20 }),
        "initialize" => {
            json!({ "linesStartAt1": number < 20, "supportsMemoryEvent": true, "supportsInvalidatedEvent": true })
        }
        "next" | "stepIn" | "stepBack" => {
            let granularity = ["line", "statement", "instruction"][number % 3];
            json!({ "granularity": granularity })
        }
        "setBreakpoints" => json!({ "source": { "name": "loop.s" }, "breakpoints": [
            { "line": number, "hitCondition": random.one(TEXTS) }, { "line": random.below(30), "condition": text },
            { "line": random.below(30) }, { "line": random.below(30), "logMessage": random.one(TEXTS) }] }),
        "setFunctionBreakpoints" => json!({ "breakpoints": [{ "name": text }] }),
        "setInstructionBreakpoints" => {
            json!({ "breakpoints": [{ "instructionReference": "0x0010", "offset": number }] })
        }
        "setDataBreakpoints" => json!({ "breakpoints": [{ "dataId": text, "accessType": "write" }] }),
        "setExceptionBreakpoints" => json!({ "filters": ["trap"] }),
        "dataBreakpointInfo" => json!({ "name": text }),
        "breakpointLocations" | "gotoTargets" => {
            json!({ "source": { "name": "loop.s" }, "line": number, "endLine": 99 })
        }
        "goto" => json!({ "targetId": 2 * number }),
        "completions" => json!({ "text": text, "column": number }),
        "variables" => json!({ "variablesReference": number % 6 }),
        "setVariable" => json!({ "variablesReference": number % 6, "name": random.one(TEXTS), "value": text }),
        "setExpression" => json!({ "expression": random.one(TEXTS), "value": text }),
        "evaluate" => json!({ "expression": text, "context": "repl" }),
        "readMemory" => json!({ "memoryReference": "data:0x1000", "offset": number, "count": number }),
        "writeMemory" => json!({ "memoryReference": "data:0x1000", "offset": number, "data": "AAECAw==" }),
        "disassemble" => json!({ "memoryReference": "0x0010", "instructionOffset": -5, "instructionCount": number }),
        _ => json!({ "threadId": 1 }),
    }
}

/// Returns a piece of a stream: usually a request, sometimes something else.
fn piece(random: &mut Random, seq: u64) -> Vec<u8> {
    let command = COMMANDS[random.below(COMMANDS.len())].as_str();
    match random.below(12) {
        0 => (0..random.below(60)).map(|_| random.below(256) as u8).collect(),
        1 => framed(&value(random, 0).to_string()),
        2 => {
            let mut bytes = request(seq, command, &object(random, 0));
            let at = random.below(bytes.len());
            bytes[at] = random.below(256) as u8;
            bytes
        }
        3 => {
            let bytes = request(seq, command, &object(random, 0));
            bytes[random.below(bytes.len())..].to_vec()
        }
        4 => format!("Content-Length: {}\r\n\r\n", value(random, 4)).into_bytes(),
        5 | 6 => request(seq, command, &object(random, 0)),
        _ => {
            let arguments = sensible(random, command);
            request(seq, command, &arguments)
        }
    }
}

/// Runs the sessions with every second seed, from `first`.
fn is_answered_whatever_comes(first: u64) {
    assert!(SOURCE.lines().count() < 30, "lines of the random requests");
    let sessions = std::env::var("Z8000_FUZZ").map_or(SESSIONS, |text| text.parse().expect("Z8000_FUZZ is a number"));
    for seed in (first..=sessions).step_by(2) {
        let mut random = Random(seed.wrapping_mul(0x9E37_79B9_7F4A_7C15));
        let mut bytes = request(1, "launch", &json!({ "stopOnEntry": seed % 4 != 0 }));
        bytes.extend(request(2, "configurationDone", &json!({})));
        for seq in 3..43 {
            bytes.extend(piece(&mut random, seq));
        }
        // A header on a line of its own is found wherever the preceding bytes have ended.
        bytes.extend(b"\r\n");
        bytes.extend(request(LAST, "threads", &json!({})));
        let messages = served(Cursor::new(bytes));
        assert_eq!(response(&messages, LAST)["success"], true, "session {seed}");
    }
}

#[test]
fn whatever_comes_the_next_good_request_is_answered() {
    is_answered_whatever_comes(1);
}

#[test]
fn whatever_comes_in_the_other_half_of_the_sessions_it_is_answered() {
    is_answered_whatever_comes(2);
}
