//! Sessions of `bcp uci`, connected by pipes as by a GUI.
//!
//! A session is a text. The expected answers are from the specification of the protocol and the rules of chess:
//!
//! * `> COMMAND` is sent, `> ONE | OTHER` in one write;
//! * `< PATTERN` comes within twenty seconds, perhaps after other lines; `*` stands for any text;
//! * `<500 PATTERN` comes within this many milliseconds;
//! * `- PATTERN` does not come before what the next line waits for;
//! * `! 300`: nothing comes for 300 milliseconds;
//! * `$` closes the input, and `= 0` expects the command to end within five seconds with that status.

mod introduction;
mod limits;
mod positions;
mod queue;

use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::thread::{sleep, spawn};
use std::time::{Duration, Instant};

use crate::common::command;

/// Time limit for answers on a loaded machine.
const LONG: Duration = Duration::from_secs(20);

const THE_END: Duration = Duration::from_secs(5);

/// The engine under test.
struct Engine {
    child: Child,
    input: Option<ChildStdin>,
    lines: Receiver<String>,
    forbidden: Vec<String>,
    /// All output so far, for failure messages.
    said: Vec<String>,
}

impl Engine {
    fn start() -> Self {
        Self::with("uci")
    }

    fn with(arguments: &str) -> Self {
        let mut child = command(arguments)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .expect("the command runs");
        let output = BufReader::new(child.stdout.take().expect("a pipe"));
        let (sender, lines) = channel();
        spawn(move || {
            for line in output.lines() {
                let line = line.expect("the engine says UTF-8");
                if sender.send(line).is_err() {
                    break;
                }
            }
        });
        Self {
            input: child.stdin.take(),
            child,
            lines,
            forbidden: Vec::new(),
            said: Vec::new(),
        }
    }

    fn send(&mut self, bytes: &[u8]) {
        let input = self.input.as_mut().expect("the input is open");
        input.write_all(bytes).and_then(|()| input.flush()).expect("it listens");
    }

    fn expect(&mut self, pattern: &str, within: Duration) {
        let until = Instant::now() + within;
        loop {
            let line = match self.lines.recv_timeout(until.saturating_duration_since(Instant::now())) {
                Ok(line) => line,
                Err(error) => panic!(
                    "no `{pattern}` within {within:?} ({error}); said so far: {:#?}",
                    self.said
                ),
            };
            self.said.push(line.clone());
            for forbidden in &self.forbidden {
                assert!(!fits(&line, forbidden), "`{line}` before `{pattern}`: {:#?}", self.said);
            }
            if fits(&line, pattern) {
                self.forbidden.clear();
                return;
            }
        }
    }

    fn silence(&mut self, time: Duration) {
        match self.lines.recv_timeout(time) {
            Err(RecvTimeoutError::Timeout) => {}
            other => panic!("{other:?} in a silence; said so far: {:#?}", self.said),
        }
    }

    fn ends(&mut self, status: i32) {
        let until = Instant::now() + THE_END;
        loop {
            if let Some(found) = self.child.try_wait().expect("a status") {
                assert_eq!(found.code(), Some(status));
                return;
            }
            assert!(Instant::now() < until, "the command does not end: {:#?}", self.said);
            sleep(Duration::from_millis(5));
        }
    }

    fn play(&mut self, session: &str) {
        for step in session.lines().map(str::trim).filter(|line| !line.is_empty()) {
            let (mark, rest) = step.split_once(' ').unwrap_or((step, ""));
            let milliseconds = |text: &str| Duration::from_millis(text.parse().expect("milliseconds"));
            match mark {
                ">" => self.send(format!("{}\n", rest.replace(" | ", "\n")).as_bytes()),
                "<" => self.expect(rest, LONG),
                "-" => self.forbidden.push(rest.to_owned()),
                "!" => self.silence(milliseconds(rest)),
                "$" => self.input = None,
                "=" => self.ends(rest.parse().expect("a status")),
                within => self.expect(rest, milliseconds(&within[1..])),
            }
        }
    }
}

impl Drop for Engine {
    fn drop(&mut self) {
        // The engine may already have ended.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Returns true if a line matches a pattern, in which `*` stands for any text.
fn fits(line: &str, pattern: &str) -> bool {
    let mut parts = pattern.split('*');
    let Some(mut rest) = parts.next().and_then(|first| line.strip_prefix(first)) else {
        return false;
    };
    let mut open = false;
    for part in parts {
        open = part.is_empty();
        let Some(at) = rest.find(part) else { return false };
        rest = &rest[at + part.len()..];
    }
    open || rest.is_empty()
}

/// A position whose search does not end by itself for minutes.
const LONG_SEARCH: &str = "position fen r1bqkb1r/pppp1ppp/2n2n2/4p1N1/2B1P3/8/PPPP1PPP/RNBQK2R b KQkq - 5 4";

/// Runs each line of a session, with the capitalized words replaced.
fn check(session: &str) {
    Engine::start().play(&session.replace("LONG", LONG_SEARCH));
}
