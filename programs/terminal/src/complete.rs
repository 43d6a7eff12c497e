//! What a word of the command line may become.

use z8000_debugger::command::Interpreter;

/// What the word before the cursor may become.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Completion {
    /// Where the word begins, in bytes.
    pub(crate) from: usize,
    /// The words, by the alphabet.
    pub(crate) words: Vec<String>,
}

/// Registers and the like, which expressions know.
const REGISTERS: [&str; 5] = ["pc", "fcw", "sp", "clocks", "instructions"];

/// Completes the end of a text: the first word is a command; others are symbols, files, registers, and after `help`
/// commands again.
pub(crate) fn complete(interpreter: &Interpreter, text: &str) -> Completion {
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
        interpreter.commands().map(|command| command.name.to_owned()).collect()
    } else {
        let program = interpreter.session.program();
        let symbols = program.symbols().keys().cloned();
        let files = program.files().iter().map(|file| file.name.clone());
        let registers = REGISTERS.iter().map(ToString::to_string);
        symbols.chain(files).chain(registers).collect()
    };
    words.retain(|word| word.starts_with(start) && word != start);
    words.sort_unstable();
    words.dedup();
    Completion { from, words }
}

/// What all words begin with.
pub(crate) fn common(words: &[String]) -> &str {
    let Some(first) = words.first() else { return "" };
    let same = |word: &String| {
        let pairs = first.char_indices().zip(word.chars());
        pairs
            .take_while(|((_, a), b)| a == b)
            .last()
            .map_or(0, |((at, c), _)| at + c.len_utf8())
    };
    let end = words.iter().map(same).min().unwrap_or(0);
    &first[..end]
}

#[cfg(test)]
mod tests {
    use super::common;

    #[test]
    fn words_have_a_beginning_in_common() {
        let words = |list: &[&str]| list.iter().map(ToString::to_string).collect::<Vec<_>>();
        assert_eq!(common(&words(&["back-over", "back-out"])), "back-o");
        assert_eq!(common(&words(&["step"])), "step");
        assert_eq!(common(&words(&["step", "over"])), "");
        assert_eq!(common(&[]), "");
    }
}
