//! Expressions and, in the console, the commands of the debugger.

use anyhow::Result;
use serde_json::{Value as Json, json};
use z8000_debugger::command::{Outcome, told};
use z8000_debugger::expression::{Expression, Place};
use z8000_debugger::session::Tick;

use super::debuggee::Debuggee;
use super::effect::{Reply, Then};
use super::protocol::{Event, Reference, without_null};

impl Debuggee {
    /// The value of an expression; for a label of data, as everywhere in an editor, that of the data.
    pub(super) fn evaluate(&self, text: &str) -> Result<Reply> {
        let session = self.session();
        let expression = Expression::new(&self.contents(text), session.program())?;
        let memory_reference = match expression.place(session.view()) {
            Ok(Place::Memory { program, address, .. }) => Some(Reference::new(program, address)),
            _ => None,
        };
        let body = without_null(json!({
            "result": expression.value(session.view())?.to_string(),
            "variablesReference": 0,
            "memoryReference": memory_reference,
        }));
        Ok(body.into())
    }

    /// Executes a line of the console: an expression, or a command, whose unreported changes become events.
    pub(super) fn execute(&mut self, line: &str, tick: &mut Tick<'_>) -> Result<Reply> {
        let word = line.split_whitespace().next().unwrap_or_default();
        if self.interpreter.command(word).is_err() {
            return self.evaluate(line);
        }
        self.command(line, tick, |outcome| Ok(outcome?.text))
    }

    /// Executes a command for a program, which gets the JSON of `--batch` for it, even if it fails.
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
        let result = result(self.interpreter.execute(line, tick))?;
        let mut reply = Reply::from(json!({ "result": result, "variablesReference": 0 }));
        let moved = self.now() != before;
        let changed = self.session().revision() != revision;
        if moved || changed {
            self.halted = self.session().cpu().halted();
        }
        reply.events = self.new_output();
        reply.events.extend(self.news());
        if self.interpreter.finished() {
            reply.events.push(Event::TERMINATED);
            reply.then = Then::Stop;
            return Ok(reply);
        }
        if moved || changed {
            reply.events.extend(self.invalidated());
        }
        if moved {
            (self.stop, self.into_calls) = (None, false);
            let stop = self.stop_event("goto", line, &[]);
            reply.events.push(stop);
            reply.then = Then::Stop;
        }
        Ok(reply)
    }

    /// The completions of the word before the cursor of the console.
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
