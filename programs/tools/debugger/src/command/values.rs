//! Commands that show the values of expressions.

use serde_json::json;

use super::answer::{Answer, CommandError, Outcome};
use super::interpreter::{Arguments, Interpreter, commands};
use super::stopped::displays_json;
use crate::session::Tick;

commands! {
    "Expressions"
    "print"     "p" "EXPRESSION" "print the value of an expression" => print;
    "display"   ""  "EXPRESSION" "print an expression at every stop" => display;
    "undisplay" ""  "N|all"      "delete a display, or all of them" => undisplay;
}

fn print(interpreter: &mut Interpreter, arguments: &Arguments<'_>, _: &mut Tick<'_>) -> Outcome {
    let text = arguments.required()?;
    let value = interpreter.value(text)?;
    let data = json!({ "value": value.number, "signed": value.signed(), "text": value.to_string() });
    Ok(Answer::new(format!("{text} = {value}"), data))
}

fn display(interpreter: &mut Interpreter, arguments: &Arguments<'_>, _: &mut Tick<'_>) -> Outcome {
    let expression = interpreter.expression(arguments.required()?)?;
    interpreter.session.displays.push(expression);
    let list = interpreter.session.displayed();
    let numbered = |(index, (name, value)): (usize, &(&str, String))| format!("{} {name} = {value}", index + 1);
    let text: Vec<String> = list.iter().enumerate().map(numbered).collect();
    let data = json!({ "displays": displays_json(&list) });
    Ok(Answer::new(text.join("\n"), data))
}

fn undisplay(interpreter: &mut Interpreter, arguments: &Arguments<'_>, _: &mut Tick<'_>) -> Outcome {
    let displays = &mut interpreter.session.displays;
    match arguments.required()? {
        "all" => displays.clear(),
        text => {
            let index = text.parse::<usize>().ok().and_then(|n| n.checked_sub(1));
            let index = index
                .filter(|index| *index < displays.len())
                .ok_or_else(|| CommandError::Other(format!("unknown display `{text}`")))?;
            displays.remove(index);
        }
    }
    Ok(Answer::default())
}
