//! The command `why`.

use z8000_debugger::command::{Answer, Arguments, CommandError, Interpreter, Outcome, Work};
use z8000_debugger::session::Tick;

use super::question::Why;

/// Instructions executed between two checks for an interruption by the user.
const PIECE: u64 = 1 << 20;

pub(crate) fn why(interpreter: &mut Interpreter, arguments: &Arguments<'_>, tick: &mut Tick<'_>) -> Outcome {
    let words: Vec<&str> = arguments.text().split_whitespace().collect();
    let (m, ply) = match words[..] {
        [m] => (m, None),
        [m, ply] => {
            let wrong = |_| arguments.wrong(format!("invalid ply `{ply}`: expected 0, the root, or more"));
            (m, Some(ply.parse().map_err(wrong)?))
        }
        [] => return Err(arguments.wrong("`why` needs a move, for example `why Nxc6`")),
        [_, _, more, ..] => return Err(arguments.wrong(format!("unexpected argument `{more}`"))),
    };
    Box::new(Why::ask(&interpreter.session, m, ply)?).go_on(interpreter, tick)
}

impl Work for Why {
    fn go_on(mut self: Box<Self>, interpreter: &mut Interpreter, tick: &mut Tick<'_>) -> Outcome {
        loop {
            if let Some(answer) = self.advance(PIECE) {
                return Ok(Answer::new(answer.sentences(), answer.to_json()));
            }
            if self.has_ended() {
                let message = "the search ends before it reaches this position";
                return Err(CommandError::Other(message.to_owned()));
            }
            if tick(&interpreter.session) {
                return Err(interpreter.interrupted(self, ""));
            }
        }
    }
}
