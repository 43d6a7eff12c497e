//! Help, and the end of the session.

use serde_json::json;

use super::answer::{Answer, Outcome};
use super::interpreter::{Arguments, Command, Interpreter, commands};
use crate::session::Tick;

commands! {
    "Help"
    "help" "h" "[COMMAND]" "list the commands, or explain one" => help;
    "quit" "q" ""          "leave the debugger" => quit;
}

fn help(interpreter: &mut Interpreter, arguments: &Arguments<'_>, _: &mut Tick<'_>) -> Outcome {
    let line = |command: &Command| format!("{:<44} {}", command.usage(), command.help);
    if arguments.text.is_empty() {
        let text: Vec<String> = interpreter.commands().map(line).collect();
        let names: Vec<&str> = interpreter.commands().map(|command| command.name).collect();
        return Ok(Answer::new(text.join("\n"), json!({ "commands": names })));
    }
    let found = interpreter.command(arguments.text)?;
    let data = json!({ "usage": found.usage(), "summary": found.help });
    Ok(Answer::new(line(found), data))
}

fn quit(interpreter: &mut Interpreter, _: &Arguments<'_>, _: &mut Tick<'_>) -> Outcome {
    interpreter.finished = true;
    Ok(Answer::default())
}
