//! The answer to a command that moved the program.

use std::fmt::Write as _;

use serde_json::{Map, Value as Json, json};

use super::answer::Answer;
use super::interpreter::Interpreter;
use crate::session::Reason;

impl Interpreter {
    /// Reports a stop: its reason and place, output and log messages since the last stop, and the displays.
    pub(super) fn stopped(&mut self, stop: &Reason) -> Answer {
        self.next_line = None;
        self.stop = Some(stop.clone());
        let mut answer = self.whereabouts();
        let (sent, notes) = (self.new_output(), self.new_notes());
        let mut text = String::new();
        for note in notes.iter().filter(|_| self.tells_output) {
            let _ = writeln!(text, "{note}");
        }
        if self.tells_output && !sent.is_empty() {
            // Some CP/M programs send LF CR, others CR LF.
            let sent = sent.replace('\r', "");
            let _ = writeln!(text, "console: {}", sent.trim_end().trim_start_matches('\n'));
        }
        let taken = self.session.interruption();
        let taken = taken.map(|taken| taken.text(self.session.program()));
        // For any other stop, the exception is reported together with the reason.
        match &taken {
            Some(taken) if *stop == Reason::Done => text += &format!("{taken}\n"),
            _ if *stop != Reason::Done => text += &format!("{stop}\n"),
            _ => {}
        }
        let lost = matches!(stop, Reason::Limit(_));
        if let Some(cause) = lost.then(|| self.session.stray_vector()).flatten() {
            let _ = writeln!(text, "{cause}");
        }
        text += &answer.text;
        let displays = self.session.displayed();
        for (expression, value) in &displays {
            let _ = write!(text, "\n{expression} = {value}");
        }
        answer.text = text;
        reason_fields(stop, &mut answer.data);
        let mut insert = |name: &str, value: Json| answer.data.insert(name.to_owned(), value);
        if let Some(taken) = taken {
            insert("taken", json!(taken));
        }
        if !sent.is_empty() {
            insert("console", json!(sent));
        }
        if !notes.is_empty() {
            insert("notes", json!(notes));
        }
        if !displays.is_empty() {
            insert("displays", displays_json(&displays));
        }
        answer
    }

    /// Returns the program's output since the last stop.
    fn new_output(&mut self) -> String {
        let all = self.session.console();
        let new = String::from_utf8_lossy(all.behind(self.console_reported)).into_owned();
        self.console_reported = all.added();
        new
    }

    /// Returns the messages of log breakpoints since the last stop.
    fn new_notes(&mut self) -> Vec<String> {
        let all = &self.session.notes;
        let lost = all.dropped().saturating_sub(self.notes_reported);
        let lost = (lost > 0).then(|| format!("[{lost} earlier lines are not kept]"));
        let new = all.behind(self.notes_reported).iter();
        let new = new.map(|(moment, note)| format!("[{}] {note}", moment.clocks));
        let new = lost.into_iter().chain(new).collect();
        self.notes_reported = all.added();
        new
    }
}

pub(super) fn displays_json(displays: &[(&str, String)]) -> Json {
    let row = |(name, value): &(&str, String)| json!({ "expression": name, "value": value });
    displays.iter().map(row).collect()
}

/// Adds the reason for the stop to the JSON.
fn reason_fields(reason: &Reason, data: &mut Map<String, Json>) {
    let mut insert = |name: &str, value: Json| data.insert(name.to_owned(), value);
    insert("reason", json!(reason.word()));
    match reason {
        Reason::Breakpoint { ids, seen, exception } => {
            insert("breakpoints", json!(ids));
            if let Some(seen) = seen {
                insert(
                    "access",
                    json!({
                        "pc": seen.pc, "address": seen.address, "bytes": seen.bytes,
                        "write": seen.write, "before": seen.before, "value": seen.value,
                        "device": seen.device, "exception": seen.exception.map(|taken| taken.to_string()),
                    }),
                );
            }
            if let Some(exception) = exception {
                insert("exception", json!(exception.to_string()));
                insert("identifier", json!(exception.identifier));
            }
        }
        Reason::Error(error) => {
            insert("message", json!(error.to_string()));
        }
        _ => {}
    }
}
