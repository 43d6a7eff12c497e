//! The list of commands.

/// A command.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Entry {
    /// Its name.
    pub name: &'static str,
    /// A shorter name; empty if there is none.
    pub short: &'static str,
    /// Its arguments.
    pub arguments: &'static str,
    /// What it does.
    pub summary: &'static str,
}

impl Entry {
    /// Whether a word is its name.
    #[must_use]
    pub fn is(&self, word: &str) -> bool {
        word == self.name || (!self.short.is_empty() && word == self.short)
    }

    /// How it is written.
    #[must_use]
    pub fn usage(&self) -> String {
        let short = if self.short.is_empty() {
            String::new()
        } else {
            format!(" ({})", self.short)
        };
        let arguments = if self.arguments.is_empty() {
            String::new()
        } else {
            format!(" {}", self.arguments)
        };
        format!("{}{short}{arguments}", self.name)
    }
}

macro_rules! commands {
    ($($name:literal $short:literal $arguments:literal: $summary:literal;)+) => {
        /// All commands, in the order of the help.
        pub const COMMANDS: &[Entry] = &[$(Entry {
            name: $name,
            short: $short,
            arguments: $arguments,
            summary: $summary,
        },)+];
    };
}

commands! {
    "step" "s" "[N]": "carry out one instruction, or N";
    "over" "n" "": "the same, and of a call all that it calls";
    "out" "o" "": "run until the routine returns";
    "continue" "c" "": "run until something stops it";
    "until" "u" "PLACE": "run to a place";
    "run" "" "CLOCKS": "run so many clocks further";
    "back" "b" "[N]": "go back one instruction, or N";
    "back-over" "bn" "": "the same, and over a call that has returned";
    "back-out" "bo" "": "go back to where the routine was called";
    "back-continue" "bc" "": "go back to the last moment at which a breakpoint stops";
    "goto" "g" "INSTRUCTIONS": "go to a moment, counted in instructions since the beginning";
    "writer" "w" "ADDRESS[,BYTES]": "who wrote there last, and when";
    "break" "br" "PLACE [if E] [ignore N] [log \"TEXT {E}\"] [once]": "stop before the instruction at a place";
    "range" "" "FROM,TO [if E] ...": "stop before any instruction between two addresses";
    "watch" "wa" "read|write|access|change [program] ADDRESS[,BYTES] [if E] ...": "stop after an access to memory";
    "when" "" "EXPRESSION [ignore N] ...": "stop after the instruction that makes it true";
    "changes" "" "EXPRESSION [if E] ...": "stop after the instruction that changes its value";
    "clock" "" "CLOCKS [if E] ...": "stop at a number of clocks since the beginning";
    "exception" "" "trap|halt|error ...": "stop after a trap, or count the ends of the program";
    "breakpoints" "bl" "": "list them";
    "delete" "d" "N|all": "remove a breakpoint";
    "enable" "" "N": "look at a breakpoint again";
    "disable" "" "N": "do not look at a breakpoint";
    "where" "wh" "": "where the program stands";
    "registers" "r" "": "registers and flags, and what has changed since the last stop";
    "stack" "k" "": "the call stack, and the words on the stack";
    "memory" "m" "[program] ADDRESS[,BYTES]": "bytes of the data memory, or of the program memory";
    "disassemble" "x" "[PLACE[,N]]": "N instructions from a place on";
    "list" "l" "[PLACE]": "source lines around a place; again for the next ones";
    "print" "p" "EXPRESSION": "the value of an expression";
    "display" "" "EXPRESSION": "print it at every stop";
    "undisplay" "" "N|all": "print it no longer";
    "symbols" "" "[PART]": "symbols whose name has a part";
    "clocks" "ck" "": "clocks and Z8000 seconds: in all, since the last stop, since the mark";
    "mark" "" "": "set the mark to now";
    "console" "" "": "what the program has sent";
    "info" "" "": "the program, the history and its memory";
    "set" "" "PLACE = EXPRESSION": "change a register, a flag or memory";
    "send" "" "\"TEXT\"": "send characters to the program; \\n ends a line";
    "profile" "pr" "[since start|mark|last] [N]": "the N routines with the most clocks";
    "folded" "" "FILE [since start|mark|last]": "write folded stacks, for flame graphs";
    "listing" "" "FILE [since start|mark|last]": "write every source line with its clocks";
    "trace" "t" "[N] | FILE [since start|mark|last] [in FROM,TO] [if E]": "the last N instructions, or all to a file";
    "limit" "" "MEGABYTES": "change the memory that the history may take";
    "help" "h" "[COMMAND]": "the commands";
    "quit" "q" "": "end";
}
