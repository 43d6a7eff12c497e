//! Scripts of serial lines: each line of a script is an event at the other end, with its clock.

use z8000::machine::{BREAK, CTS, DCD, Signal};

/// The help for a line with an invalid event.
const EVENTS: &str = "expected a clock, not before that of the previous event, and `send BYTE...`, `misframed BYTE...`, or \
                      `break`, `cts` or `dcd` with `on` or `off`; bytes are hexadecimal";

/// Parses a script. An error consists of the line number, from 1, and a description.
pub(crate) fn parse(text: &str) -> Result<Vec<(u64, Signal)>, (usize, &'static str)> {
    let mut events: Vec<(u64, Signal)> = Vec::new();
    for (n, line) in (1..).zip(text.lines()) {
        let words: Vec<&str> = line.split('#').next().unwrap_or_default().split_whitespace().collect();
        if !words.is_empty() {
            let last = events.last().map_or(0, |(clock, _)| *clock);
            let (clock, signals) = event(&words).filter(|(clock, _)| *clock >= last).ok_or((n, EVENTS))?;
            events.extend(signals.into_iter().map(|signal| (clock, signal)));
        }
    }
    Ok(events)
}

/// Parses a line: returns the clock and its signals, or `None` if it is invalid.
fn event(words: &[&str]) -> Option<(u64, Vec<Signal>)> {
    let [clock, what, rest @ ..] = words else { return None };
    let bytes = |signal: fn(u8) -> Signal| {
        let bytes = rest.iter().map(|byte| u8::from_str_radix(byte, 16).ok().map(signal));
        bytes.collect::<Option<Vec<_>>>().filter(|bytes| !bytes.is_empty())
    };
    let line = |bit| match rest {
        ["on"] => Some(vec![Signal::Line(bit, true)]),
        ["off"] => Some(vec![Signal::Line(bit, false)]),
        _ => None,
    };
    let signals = match *what {
        "send" => bytes(Signal::Character),
        "misframed" => bytes(Signal::Misframed),
        "break" => line(BREAK),
        "cts" => line(CTS),
        "dcd" => line(DCD),
        _ => None,
    };
    Some((clock.parse().ok()?, signals?))
}
