//! Expressions and, in the console, the commands of the debugger.

use anyhow::Result;
use serde_json::{Value as Json, json};
use z8000_debugger::command::{Outcome, told};
use z8000_debugger::expression::{Expression, Place, View};
use z8000_debugger::session::{Reason, Tick};

use super::debuggee::Debuggee;
use super::effect::{Reply, Then};
use super::protocol::{Event, Reference, without_null};

impl Debuggee {
    /// Evaluates an expression in a frame. For a data label, the result is the data, as everywhere in an editor.
    pub(super) fn evaluate(&self, text: &str, frame: Option<usize>, hovers: bool) -> Result<Reply> {
        let session = self.session();
        let cpu = self.frame(frame);
        let view = View { cpu: &cpu, ..session.view() };
        let expression = Expression::new(&self.contents(text), session.program())?;
        let place = expression.place(view);
        let memory_reference = match place {
            Ok(Place::Memory { program, address, .. }) => Some(Reference::new(program, address)),
            _ => None,
        };
        let mut result = self.value(text, &expression, view)?;
        if let (Ok(Place::Word(n)), true) = (place, hovers) {
            for part in parts(n, session.program().has_segments()) {
                let value = Expression::new(&part, session.program())?.value(view)?;
                result += &format!(", {part} = {value}");
            }
        }
        let body = without_null(json!({
            "result": result,
            "variablesReference": 0,
            "memoryReference": memory_reference,
        }));
        Ok(body.into())
    }

    /// Executes a console line: an expression, or a command, whose unreported changes become events.
    pub(super) fn execute(&mut self, line: &str, frame: Option<usize>, tick: &mut Tick<'_>) -> Result<Reply> {
        let word = line.split_whitespace().next().unwrap_or_default();
        if self.interpreter.command(word).is_err() {
            return self.evaluate(line, frame, false);
        }
        self.command(line, tick, |outcome| Ok(outcome?.text))
    }

    /// Executes a command for a program, and returns its JSON as in `--batch`, even if it fails.
    pub(super) fn execute_json(&mut self, line: &str, tick: &mut Tick<'_>) -> Result<Reply> {
        self.command(line, tick, |outcome| Ok(told(line, outcome).to_string()))
    }

    fn command(
        &mut self,
        line: &str,
        tick: &mut Tick<'_>,
        result: impl FnOnce(Outcome) -> Result<String>,
    ) -> Result<Reply> {
        let (before, revision) = (self.now(), self.session().revision());
        let last = self.interpreter.stop.take();
        let outcome = self.interpreter.execute(line, tick);
        let moved = self.now() != before;
        if !moved {
            self.interpreter.stop = last;
        }
        let mut reply = Reply::from(json!({ "result": result(outcome)?, "variablesReference": 0 }));
        let changed = self.session().revision() != revision;
        if moved || changed {
            self.halted = self.session().cpu().halted();
        }
        reply.events = self.new_output();
        if self.interpreter.finished() {
            reply.events.extend(self.news());
            reply.events.push(Event::TERMINATED);
            reply.then = Then::Stop;
            return Ok(reply);
        }
        if moved || changed {
            reply.events.extend(self.invalidated());
        }
        if moved {
            self.into_calls = false;
            let stop = self.interpreter.stop.clone().unwrap_or(Reason::Done);
            reply.events.extend(self.stopped(&stop, ("goto", Some(line))));
            reply.then = Then::Stop;
        } else {
            reply.events.extend(self.news());
        }
        Ok(reply)
    }

    /// Returns the completions of the word before the console's cursor.
    pub(super) fn completions(&self, text: &str, column: usize, line: Option<usize>) -> Json {
        let first = usize::from(self.client.columns_start_at1);
        let lines = line.map_or(0, |line| line.saturating_sub(self.first_line() as usize));
        let text = text.lines().nth(lines).unwrap_or_default();
        let before = text.encode_utf16().take(column.saturating_sub(first));
        let before = String::from_utf16_lossy(&before.collect::<Vec<u16>>());
        let completion = self.interpreter.complete(&before);
        let (kept, word) = before.split_at(completion.from);
        let start = kept.encode_utf16().count() + first;
        let length = word.encode_utf16().count();
        let item = |label: &String| json!({ "label": label, "start": start, "length": length });
        json!({ "targets": completion.words.iter().map(item).collect::<Json>() })
    }
}

/// Returns the names of a word register's halves, and of the pair in which a Z8001 keeps an address.
fn parts(n: u8, segments: bool) -> Vec<String> {
    let halves = (n < 8).then(|| [format!("rh{n}"), format!("rl{n}")]);
    let pair = segments.then(|| format!("rr{}", n & !1));
    halves.into_iter().flatten().chain(pair).collect()
}
