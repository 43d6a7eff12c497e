//! Going forward and back, and changing what is there.

use std::fmt::Write as _;

use serde_json::json;

use super::parse::Input;
use super::{Answer, CommandError, Interpreter};
use crate::session::{Goal, Reason, Stop, Tick};

impl Interpreter {
    pub(super) fn control(&mut self, input: &Input<'_>, tick: &mut Tick<'_>) -> Result<Answer, CommandError> {
        let optional = |interpreter: &Self| match input.rest {
            "" => Ok(1),
            text => interpreter.count(text),
        };
        let stop = match input.entry.name {
            "step" => {
                let count = optional(self)?;
                self.session.run(&Goal::Step(count), tick)
            }
            "until" => {
                let (addresses, _) = self.place(input.something()?)?;
                self.session.run(&Goal::To(addresses), tick)
            }
            "run" => {
                let clocks = self.count(input.something()?)?;
                return self.run_clocks(clocks, tick);
            }
            "back" => {
                let count = optional(self)?;
                self.session.back(count)
            }
            "goto" => {
                let at = self.count(input.something()?)?;
                if at > self.session.furthest() {
                    let furthest = self.session.furthest();
                    return Err(CommandError::Other(format!(
                        "the program has come to {furthest} instructions: run it further first"
                    )));
                }
                self.session.seek(at)
            }
            name => {
                input.nothing()?;
                match name {
                    "over" => self.session.run(&Goal::Over, tick),
                    "out" => self.session.run(&Goal::Out, tick),
                    "continue" => self.session.run(&Goal::Forever, tick),
                    "back-over" => self.session.back_over(tick),
                    "back-out" => self.session.back_out(tick),
                    _ => self.session.run_back(tick),
                }
            }
        };
        Ok(self.stopped(&stop))
    }

    /// Runs so many clocks further: a clock breakpoint that is gone afterwards.
    fn run_clocks(&mut self, clocks: u64, tick: &mut Tick<'_>) -> Result<Answer, CommandError> {
        let until = self.session.now().clocks.saturating_add(clocks);
        let kind = crate::breakpoint::Kind::Clock(until);
        let id = self.session.breakpoints.add(kind, "run").id;
        let mut stop = self.session.run(&Goal::Forever, tick);
        self.session.breakpoints.remove(id);
        if let Reason::Breakpoint { ids, .. } = &mut stop.reason {
            ids.retain(|other| *other != id);
            if ids.is_empty() {
                stop.reason = Reason::Done;
            }
        }
        Ok(self.stopped(&stop))
    }

    /// What is told of a stop: why, where, what was sent and logged since, and the displays.
    pub(super) fn stopped(&mut self, stop: &Stop) -> Answer {
        let mut answer = self.whereabouts();
        let mut text = String::new();
        let sent = self.new_output();
        let notes: Vec<String> = self
            .session
            .notes
            .get(self.noted..)
            .unwrap_or_default()
            .iter()
            .map(|(moment, note)| format!("[{}] {note}", moment.clocks))
            .collect();
        self.noted = self.session.notes.len();
        for note in &notes {
            let _ = writeln!(text, "{note}");
        }
        if !sent.is_empty() {
            let _ = writeln!(text, "console: {}", sent.trim_end());
        }
        if stop.reason != Reason::Done {
            let _ = writeln!(text, "{}", stop.reason);
        }
        let displays = self.displays();
        text += &answer.text;
        for (name, value) in &displays {
            let _ = write!(text, "\n{name} = {value}");
        }
        answer.text = text;
        let data = &mut answer.data;
        data.insert("reason".to_owned(), json!(stop.reason.word()));
        match &stop.reason {
            Reason::Breakpoint { ids, seen, trap } => {
                data.insert("breakpoints".to_owned(), json!(ids));
                if let Some(seen) = seen {
                    data.insert(
                        "access".to_owned(),
                        json!({
                            "pc": seen.pc, "address": seen.address, "bytes": seen.bytes,
                            "write": seen.write, "before": seen.before, "value": seen.value,
                        }),
                    );
                }
                if let Some(trap) = trap {
                    data.insert("trap".to_owned(), json!(crate::session::trap_name(*trap)));
                }
            }
            Reason::Error(error) => {
                data.insert("message".to_owned(), json!(error.to_string()));
            }
            _ => {}
        }
        if !sent.is_empty() {
            data.insert("console".to_owned(), json!(sent));
        }
        if !notes.is_empty() {
            data.insert("notes".to_owned(), json!(notes));
        }
        if !displays.is_empty() {
            let list: Vec<_> = displays
                .iter()
                .map(|(name, value)| json!({ "expression": name, "value": value }))
                .collect();
            data.insert("displays".to_owned(), json!(list));
        }
        answer
    }

    /// What the program has sent since it was last told.
    fn new_output(&mut self) -> String {
        let all = self.session.console();
        let from = self.told.min(all.len());
        let new = String::from_utf8_lossy(&all[from..]).into_owned();
        self.told = all.len();
        new
    }

    /// The displays with their values.
    pub(super) fn displays(&self) -> Vec<(String, String)> {
        let list = self.session.displays.iter();
        list.map(|expression| {
            let value = match expression.value(self.session.view()) {
                Ok(value) => value.to_string(),
                Err(error) => error.to_string(),
            };
            (expression.text().to_owned(), value)
        })
        .collect()
    }

    /// Commands that change the program or the session.
    pub(super) fn change(&mut self, input: &Input<'_>) -> Result<Answer, CommandError> {
        match input.entry.name {
            "set" => {
                let (place, text) =
                    split_assignment(input.something()?).ok_or_else(|| input.wrong("`=` is missing"))?;
                let target = self.expression(place)?;
                let target = target
                    .place(self.session.view())
                    .map_err(|error| CommandError::Expression {
                        text: place.to_owned(),
                        error,
                    })?;
                let value = self.value(text)?.number;
                self.session.set(target, value);
                let now = self.value(place)?;
                Ok(Answer::new(
                    format!("{place} = {now}"),
                    json!({ "place": place, "value": now.number }),
                ))
            }
            "send" => {
                let text = input.quoted(input.something()?)?;
                self.session.send(text.as_bytes());
                Ok(Answer::new("", json!({ "sent": text.len() })))
            }
            "mark" => {
                input.nothing()?;
                self.session.set_mark();
                let mark = self.session.mark();
                Ok(Answer::new(
                    format!("mark at {} clocks", mark.clocks),
                    json!({ "clocks": mark.clocks, "instructions": mark.instructions }),
                ))
            }
            _ => {
                let megabytes = self.count(input.something()?)?;
                let bytes = usize::try_from(megabytes)
                    .ok()
                    .and_then(|megabytes| megabytes.checked_mul(1 << 20))
                    .ok_or_else(|| input.wrong("that is more memory than there is"))?;
                self.session.set_bound(bytes);
                let (count, bytes) = self.session.snapshots();
                Ok(Answer::new(
                    format!("{count} snapshots, {} MB", bytes >> 20),
                    json!({ "snapshots": count, "bytes": bytes }),
                ))
            }
        }
    }
}

/// Splits at the sign of an assignment, which is no part of a comparison.
fn split_assignment(text: &str) -> Option<(&str, &str)> {
    let bytes = text.as_bytes();
    let at = (0..bytes.len()).find(|&at| {
        let before = at.checked_sub(1).and_then(|at| bytes.get(at));
        bytes[at] == b'=' && bytes.get(at + 1) != Some(&b'=') && !matches!(before, Some(b'=' | b'!' | b'<' | b'>'))
    })?;
    Some((text[..at].trim(), text[at + 1..].trim()))
}
