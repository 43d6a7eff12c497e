//! A script of what the other end of a serial line does: an event on each line, with its clock.

use z8000::machine::{BREAK, CTS, DCD, Signal};

/// What a line of a script may be.
const EVENTS: &str = "expected a clock, not before that of the previous event, and `send BYTE...`, `misframed BYTE...`, or \
                      `break`, `cts` or `dcd` with `on` or `off`; bytes are hexadecimal";

/// Parses a script. An error is a line, from 1, and what is wrong.
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

/// The clock and the signals of a line.
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
