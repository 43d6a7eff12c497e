//! Code to which no jump leads: between known instructions, and at addresses contained in the program.
//!
//! An address is treated as code if the flow of control ends at an instruction directly before it, if everything
//! reachable from it can be decoded and is consistent with what was found, and if there is further evidence: the
//! address is a number in the program, or the file marks it as code. Without such evidence, the bytes remain data
//! unless the user requests guesses.

use rustc_hash::FxHashSet;
use z8000::isa::{Kind, Mode, Operation};

use super::code::Mark;
use super::flow::Flow;
use super::found::{FoundInstruction, loads_fcw};
use super::operands::target;
use super::program::{Content, Space, image, is_text};

/// The number of plausible instructions after which bytes are accepted as code.
const ENOUGH: usize = 256;
/// Maximum number of searches. Each finds code that the previous one has made likely.
const ROUNDS: usize = 8;

impl Flow<'_> {
    /// Returns true if everything that can be reached from an address looks like code.
    pub(super) fn is_plausible(&mut self, address: u32, mode: Mode) -> bool {
        if matches!(self.code.mark(address), Some(Mark::Instruction(_))) {
            return true;
        }
        if let Some(&known) = self.plausible.get(&(address, mode)) {
            return known;
        }
        let plausible = !self.is_text(Space::Program, address) && self.explore(address, mode).is_some();
        self.plausible.insert((address, mode), plausible);
        plausible
    }

    /// Returns the number of instructions reached from an address if all of them look like code; otherwise `None`.
    fn explore(&self, address: u32, mode: Mode) -> Option<usize> {
        let (mut starts, mut rests) = (FxHashSet::default(), FxHashSet::default());
        let mut waiting = vec![address];
        while let Some(at) = waiting.pop() {
            match self.code.mark(at)? {
                Mark::Instruction(_) if at.is_multiple_of(2) => continue,
                Mark::Free => {}
                _ => return None,
            }
            if !starts.insert(at) {
                continue;
            }
            if starts.len() > ENOUGH {
                break;
            }
            let found = self.code.decode(at, mode)?;
            rests.extend((at + 2..at + u32::from(found.length)).step_by(2));
            if self.is_strange(&found) {
                return None;
            }
            self.follow(&found, &mut waiting)?;
        }
        starts.is_disjoint(&rests).then_some(starts.len())
    }

    /// Returns true if an instruction is more likely data: one for a unit that hardly any machine has; one that an
    /// assembler encodes differently (except for bytes, and distances of byte shifts, because one half of their word
    /// has no effect); zeros; or erased EPROM.
    fn is_strange(&self, found: &FoundInstruction) -> bool {
        let has_byte = found.has(Kind::Immediate8) || found.has(Kind::ShiftRight);
        let bytes = || self.program.bytes_at(Space::Program, found.address);
        found.is_extended()
            || found.operation() == Operation::Bpt
            || !(found.executed.canonical || has_byte)
            || bytes().is_some_and(|bytes| bytes.starts_with(&[0; 4]) || bytes.starts_with(&[0xFF; 4]))
    }

    /// Returns true if there is a string at an address.
    pub(super) fn is_text(&self, space: Space, address: u32) -> bool {
        const TEXT: usize = 6;
        let bytes = self.program.bytes_at(space, address).unwrap_or_default();
        bytes.iter().take_while(|&&byte| is_text(byte)).count() >= TEXT
    }

    /// Adds the addresses, not yet explored, at which an instruction continues.
    fn follow(&self, found: &FoundInstruction, waiting: &mut Vec<u32>) -> Option<()> {
        use Operation as O;
        let instruction = &found.executed.instruction;
        match (found.operation(), target(instruction)) {
            (O::Jp | O::Jr | O::Djnz | O::Dbjnz, Some(to)) => waiting.push(to),
            (O::Call | O::Calr, Some(to)) if !self.can_be_code(to, found.mode()) => return None,
            _ => {}
        }
        // After an instruction that loads FCW, the mode is not known.
        if !instruction.ends() && loads_fcw(found).is_none() && self.mode_after_call(found).is_none() {
            waiting.push(found.next());
        }
        Some(())
    }

    /// Searches the remaining bytes for code; with `guess`, even without evidence. Returns true if any was found.
    pub(super) fn scan(&mut self, guess: bool) -> bool {
        self.collect_numbers();
        let mut found = false;
        for _ in 0..ROUNDS {
            let mut progress = false;
            for piece in 0..self.program.pieces.len() {
                progress |= self.scan_piece(piece, guess);
            }
            found |= progress;
            if !progress {
                break;
            }
        }
        found
    }

    /// Collects the words outside instructions that may be addresses.
    fn collect_numbers(&mut self) {
        let has_words = self.code.all().iter().any(|found| found.mode() == Mode::Nonsegmented);
        for piece in &self.program.pieces {
            let odd = (piece.address % 2) as usize;
            let words = piece.bytes.get(odd..).unwrap_or_default().chunks_exact(2);
            let words: Vec<u16> = words.map(|pair| u16::from_be_bytes([pair[0], pair[1]])).collect();
            for (index, &word) in words.iter().enumerate() {
                let at = piece.address + odd as u32 + 2 * index as u32;
                if piece.space == Space::Program && self.code.is_claimed(at) {
                    continue;
                }
                let short = (has_words && word != 0).then_some(piece.address & 0xFFFF_0000 | u32::from(word));
                let long = words.get(index + 1).filter(|_| self.program.mode == Mode::Segmented);
                let long = long.and_then(|&low| image(u32::from(word) << 16 | u32::from(low)));
                let numbers = [short, long].into_iter().flatten();
                self.candidates
                    .extend(numbers.filter(|number| number.is_multiple_of(2)));
            }
        }
    }

    fn scan_piece(&mut self, index: usize, guess: bool) -> bool {
        let piece = &self.program.pieces[index];
        if piece.space != Space::Program || piece.content == Content::Data {
            return false;
        }
        let is_code = piece.content == Content::Code;
        let (mut at, end) = (piece.address + piece.address % 2, piece.end());
        let mut open = is_code || guess;
        let mut progress = false;
        while at < end {
            match self.code.mark(at) {
                Some(Mark::Instruction(number)) => {
                    let found = self.code.all()[number as usize];
                    open = found.executed.instruction.ends();
                    at += u32::from(found.length);
                }
                Some(Mark::Free) if open => {
                    let named = self.candidates.contains(&at);
                    let mode = if named || is_code || guess {
                        self.mode_of_code(at, named)
                    } else {
                        None
                    };
                    if let Some(mode) = mode {
                        self.enter(at, mode);
                        self.run();
                        progress |= self.code.get(at).is_some();
                        self.is_only_named(at);
                        open = self.code.get(at).is_some();
                    } else {
                        // Compilers and programmers insert zeros between routines.
                        open = matches!(self.program.word(Space::Program, at), Some(0 | 0xFFFF));
                    }
                    at += if self.code.get(at).is_some() { 0 } else { 2 };
                }
                Some(Mark::Data) => {
                    open = true;
                    at += 2;
                }
                _ => at += 2,
            }
        }
        progress
    }

    /// If the address of code occurs only as a number in instructions, treats these numbers as addresses.
    fn is_only_named(&mut self, at: u32) {
        let sources = self.written.get(&at).filter(|_| self.code.get(at).is_some());
        for source in sources.cloned().into_iter().flatten() {
            self.data.pointer(source, Space::Program);
        }
    }

    /// Returns the mode of code that begins at an address after the end of other code; `None` if it does not look like
    /// code. The mode may differ, because a handler may end in another mode.
    fn mode_of_code(&mut self, at: u32, named: bool) -> Option<Mode> {
        let bytes = self.program.bytes_at(Space::Program, at).unwrap_or_default();
        if matches!(bytes, [0, 0, ..] | [0xFF, 0xFF, ..]) && !named {
            return None;
        }
        if self.data.begins(Space::Program, at) && !self.program.split {
            return None;
        }
        let likely = self.likely_mode(at);
        let modes = [
            likely,
            self.mode_at(at, Mode::Nonsegmented),
            self.mode_at(at, self.program.mode),
        ];
        modes.into_iter().find(|&mode| {
            self.is_plausible(at, mode) && (named || self.explore(at, mode).is_some_and(|count| count >= 2))
        })
    }
}
