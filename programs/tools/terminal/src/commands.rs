//! Executes commands in the view, and shows their answers.

use z8000_debugger::command::Outcome;
use z8000_debugger::session::Tick;

use crate::fold::folded;
use crate::layout::Part;
use crate::pager::Pager;
use crate::view::{Over, Run, View};

/// The maximum number of answers that are kept.
const LOG: usize = 10_000;

/// Returns the text of an answer or an error.
fn text_of(outcome: Outcome) -> String {
    outcome.map_or_else(|error| error.to_string(), |answer| answer.text)
}

impl View {
    /// Executes a command, and logs its answer once it is complete.
    pub fn execute(&mut self, command: &str, tick: &mut Tick<'_>) {
        self.history.push(command);
        let before = self.interpreter.session.now();
        let text = text_of(self.interpreter.execute(command, tick));
        if self.interpreter.session.now() != before {
            (self.look, self.scroll) = (None, 0);
        }
        if self.interpreter.unfinished() {
            self.run = Some(Run { command: command.to_owned(), answer: text });
        } else {
            self.answer(command, &text);
        }
    }

    /// Continues the command that a tick interrupted.
    pub fn go_on(&mut self, tick: &mut Tick<'_>) {
        let Some(mut run) = self.run.take() else { return };
        let text = text_of(self.interpreter.go_on(tick));
        (self.look, self.scroll) = (None, 0);
        if self.interpreter.unfinished() {
            run.answer = text;
            self.run = Some(run);
        } else {
            self.answer(&run.command, &text);
        }
    }

    /// Ends the current command, and discards queued keys.
    pub fn interrupt(&mut self) {
        self.kept.clear();
        if let Some(run) = self.run.take() {
            self.answer(&run.command, &run.answer);
        }
    }

    /// Logs an answer; one that is too long for the answers' space is opened in the pager.
    fn answer(&mut self, command: &str, text: &str) {
        let lines: Vec<String> = text.lines().map(str::to_owned).collect();
        let room = self.places.iter().find(|(part, _)| *part == Part::Answers);
        if let Some((_, place)) = room {
            let width = usize::from(place.width.saturating_sub(2));
            let rows: usize = lines.iter().map(|line| folded(line, width).len()).sum();
            if rows > usize::from(place.height.saturating_sub(2)) {
                self.over = Some(Over::Pager(Pager::new(command, lines.clone())));
            }
        }
        self.log.push(format!("> {command}"));
        self.log.extend(lines);
        self.tell_nothing_old();
    }

    pub(crate) fn say(&mut self, text: String) {
        self.log.push(text);
        self.tell_nothing_old();
    }

    fn tell_nothing_old(&mut self) {
        let old = self.log.len().saturating_sub(LOG);
        self.log.drain(..old);
        self.log_up = 0;
    }
}
