//! Commands for help and for leaving the debugger, and the completion of words.

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

/// The possible completions of the word before the cursor.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Completion {
    /// The start of the word, as a byte index.
    pub from: usize,
    /// The words, in alphabetical order.
    pub words: Vec<String>,
}

/// Names of registers, and other names that expressions know.
const REGISTERS: [&str; 5] = ["pc", "fcw", "sp", "clocks", "instructions"];

impl Interpreter {
    /// Completes the last word of a line: the first word is a command; others are symbols, files, registers and, after
    /// `help`, commands.
    ///
    /// # Example
    ///
    /// ```
    /// # use z8000_asm::{Memory, Options, assemble};
    /// # use z8000_debugger::program::Program;
    /// use z8000_debugger::command::Interpreter;
    /// use z8000_debugger::session::Session;
    ///
    /// let source = "
    ///         .z8002
    ///         .word   0, 0x4000, start
    /// start:  ldk     r1,#5
    ///         inc     r1,#2
    ///         halt
    /// ";
    /// # let files = Memory::new([("t.s", source)]);
    /// # let program = Program::assembled(&assemble(&files, "t.s", &Options::default())?, &files, None)?;
    /// let interpreter = Interpreter::new(Session::new(program, 4_000_000), None);
    /// assert_eq!(interpreter.complete("hel").words, ["help"]);
    /// // After a command come symbols and registers.
    /// let completion = interpreter.complete("break sta");
    /// assert_eq!((completion.from, completion.words), (6, vec!["start".to_owned()]));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn complete(&self, text: &str) -> Completion {
        let inside = |c: char| c.is_alphanumeric() || matches!(c, '_' | '.' | '$' | '-');
        let command = text.trim_start().split(char::is_whitespace).next().unwrap_or_default();
        let first = !text.trim_start().contains(char::is_whitespace);
        let wants_command = first || matches!(command, "help" | "h");
        let word = |c: char| inside(c) && (wants_command || c != '-');
        let from = text
            .rfind(|c: char| !word(c))
            .map_or(0, |at| at + text[at..].chars().next().map_or(1, char::len_utf8));
        let start = &text[from..];
        let mut words: Vec<String> = if wants_command {
            self.commands().map(|command| command.name.to_owned()).collect()
        } else {
            let program = self.session.program();
            let symbols = program.symbols.keys().cloned();
            let files = program.files.iter().map(|file| file.name.clone());
            let registers = REGISTERS.iter().map(ToString::to_string);
            symbols.chain(files).chain(registers).collect()
        };
        words.retain(|word| word.starts_with(start) && word != start);
        words.sort_unstable();
        words.dedup();
        Completion { from, words }
    }
}
