//! `why`: the command.

use serde_json::Value as Json;
use z8000_debugger::command::{Answer, Arguments, CommandError, Interpreter, Outcome};
use z8000_debugger::session::{Reason, Tick};

use super::question::Why;

/// Instructions between two looks at whether the user wants to interrupt.
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
    let mut question = Why::ask(&interpreter.session, m, ply)?;
    loop {
        if let Some(answer) = question.advance(PIECE) {
            let Json::Object(data) = answer.to_json() else {
                return Ok(Answer::default());
            };
            return Ok(Answer { text: answer.sentences(), data });
        }
        if question.has_ended() {
            return Err(CommandError::Other(
                "the search ends before it comes to this position".to_owned(),
            ));
        }
        if tick(&interpreter.session) {
            return Err(CommandError::Other(Reason::Interrupted.to_string()));
        }
    }
}
