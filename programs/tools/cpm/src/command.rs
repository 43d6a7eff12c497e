//! Command lines: the name of a program, and the tail that the program gets in its base page.

use z8000::bus::Location;
use z8000::machine::World;

use crate::base_page::{DRIVE, FIRST_FCB, SECOND_FCB, TAIL};
use crate::fcb::Fcb;

/// The maximum length of a tail in bytes; the end of a longer one is dropped.
pub const LONGEST: usize = 126;

/// Characters that end a word of a command.
const DELIMITERS: &[u8] = b" \t=,;<>[]|";

/// A command line.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Command {
    /// The first word, which names the program.
    pub program: String,
    /// The rest of the line, including the space before it, in upper case.
    pub tail: String,
}

impl Command {
    /// Creates the command line of a program with its arguments.
    pub fn new(program: &str, arguments: &[String]) -> Self {
        let tail: String = arguments.iter().map(|argument| format!(" {argument}")).collect();
        Self { program: program.to_owned(), tail: tail.to_ascii_uppercase() }
    }

    /// Parses a command line; `None` if it is empty.
    pub fn parse(line: &str) -> Option<Self> {
        let line = line.trim().to_ascii_uppercase();
        let end = line.find([' ', '\t']).unwrap_or(line.len());
        let (program, tail) = line.split_at(end);
        (!program.is_empty()).then(|| Self { program: program.to_owned(), tail: tail.to_owned() })
    }

    /// Writes tail, file control blocks and drive into a base page.
    pub(crate) fn write(&self, memory: &mut World, page: Location, drive: u8) {
        let tail: Vec<u8> = self.tail.bytes().take(LONGEST).collect();
        memory.set_byte(page.plus(DRIVE), drive);
        memory.set_byte(page.plus(TAIL), tail.len() as u8);
        memory.write(page.plus(TAIL + 1), &tail);
        let words = tail.split(|byte| DELIMITERS.contains(byte));
        let mut words = words.filter(|word| !word.is_empty());
        for at in [FIRST_FCB, SECOND_FCB] {
            let block = Fcb::of_word(words.next().unwrap_or_default());
            memory.write(page.plus(at), &block.0);
        }
    }
}
