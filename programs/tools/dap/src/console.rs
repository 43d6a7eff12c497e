//! Expressions, and in the console the commands of the debugger.

use anyhow::Result;
use serde_json::{Value as Json, json};
use z8000_debugger::expression::{Expression, Place};
use z8000_debugger::session::Tick;

use super::debuggee::Debuggee;
use super::effect::{Reply, Then};
use super::protocol::{Completions, Evaluate, Event, Reference, StopReason, without_null};

impl Debuggee {
    /// Evaluates an expression; in the console also executes a command of the debugger.
    pub(super) fn evaluate(&mut self, arguments: &Evaluate, tick: &mut Tick<'_>) -> Result<Reply> {
        let line = arguments.expression.trim();
        let word = line.split_whitespace().next().unwrap_or_default();
        if arguments.context.as_deref() == Some("repl") && self.interpreter.command(word).is_ok() {
            return self.execute(line, tick);
        }
        let session = self.session();
        let expression = Expression::new(line, session.program())?;
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

    /// Executes a command, and finds out what the client does not know of yet.
    fn execute(&mut self, line: &str, tick: &mut Tick<'_>) -> Result<Reply> {
        let (before, revision) = (self.now(), self.session().revision());
        let next = self.session().breakpoints.next();
        let answer = self.interpreter.execute(line, tick)?;
        let mut reply = Reply::from(json!({ "result": answer.text, "variablesReference": 0 }));
        let moved = self.now() != before;
        let changed = self.session().revision() != revision;
        if moved || changed {
            self.halted = self.session().cpu().halted();
        }
        if !moved {
            let list = self.interpreter.session.breakpoints.list().iter();
            let new = list.filter(|one| one.id >= next);
            self.typed.extend(new.map(|one| (one.id, line.to_owned())));
        }
        reply.events = self.new_output();
        reply.events.extend(self.news());
        if self.interpreter.finished() {
            reply.events.push(Event::Terminated);
            reply.then = Then::Stop;
            return Ok(reply);
        }
        if moved || changed {
            reply.events.extend(self.invalidated());
        }
        if moved {
            (self.stop, self.into_calls) = (None, false);
            let stop = self.stop_event(StopReason::Goto, line.to_owned(), Vec::new());
            reply.events.push(stop);
            reply.then = Then::Stop;
        }
        Ok(reply)
    }

    /// The completions of the word before the cursor of the console.
    pub(super) fn completions(&self, arguments: &Completions) -> Json {
        let first = usize::from(self.client.columns_start_at1);
        let lines = arguments
            .line
            .map_or(0, |line| line.saturating_sub(self.first_line() as usize));
        let text = arguments.text.lines().nth(lines).unwrap_or_default();
        let before: Vec<u16> = text
            .encode_utf16()
            .take(arguments.column.saturating_sub(first))
            .collect();
        let before = String::from_utf16_lossy(&before);
        let completion = self.interpreter.complete(&before);
        let (kept, word) = before.split_at(completion.from);
        let start = kept.encode_utf16().count() + first;
        let length = word.encode_utf16().count();
        let item = |label: &String| json!({ "label": label, "start": start, "length": length });
        json!({ "targets": completion.words.iter().map(item).collect::<Json>() })
    }
}
