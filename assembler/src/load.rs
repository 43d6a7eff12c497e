//! From an assembled program to a board.

use z8000::machine::Board;

use crate::assembly::{Assembly, Section};

impl Assembly {
    /// Loads the program into a board's memories, as the loader of a system with separate program
    /// and data memory would: `.text` into one, `.data` into the other. Of an address its lower 16
    /// bits count. The board still has to be reset.
    pub fn load(&self, board: &mut Board) {
        for piece in &self.pieces {
            match piece.section {
                Section::Text => board.load_program(piece.origin as u16, &piece.bytes),
                Section::Data => board.load_data(piece.origin as u16, &piece.bytes),
                Section::Bss => {}
            }
        }
    }
}
