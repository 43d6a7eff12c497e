//! The sources of the 1986 chess program in Z8000 assembly language, as input for an assembler.
//!
//! ```
//! let (_, main) = bcp_asm::SOURCES.iter().find(|(name, _)| *name == bcp_asm::MAIN).expect("the main source");
//! assert!(main.contains(".include"));
//! ```

/// Lists the names and contents of these files.
macro_rules! sources {
    ($($name:literal),* $(,)?) => { &[$(($name, include_str!($name))),*] };
}

/// The main file, which includes the others.
pub const MAIN: &str = "bcp.s";

/// The files of the program by name, in alphabetical order.
pub const SOURCES: &[(&str, &str)] = sources![
    "attack.s",
    "bcp.s",
    "captures.s",
    "checks.s",
    "clock.s",
    "console.s",
    "constants.s",
    "escapes.s",
    "frames.s",
    "game.s",
    "it2v.s",
    "judge.s",
    "legal.s",
    "macros.s",
    "make.s",
    "mate.s",
    "memory.s",
    "moves.s",
    "path.s",
    "perft.s",
    "position.s",
    "remember.s",
    "simple.s",
    "t1v.s",
    "t2v.s",
    "tables.s",
    "think.s",
    "tree.s",
    "victims.s",
];
