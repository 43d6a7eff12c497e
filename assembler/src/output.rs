//! Where bytes go: pieces of sections, and statements that wait for symbols.

use z8000::isa::Mode;

use crate::assembly::{Piece, Place, Section};
use crate::fault::Fault;
use crate::instruction::Instruction;
use crate::term::{Expression, Values, Variables};

/// What a statement puts into its section.
#[derive(Debug)]
pub(crate) enum Content<'a> {
    Instruction(Instruction<'a>, Mode),
    /// Numbers of a size in bytes.
    Numbers(usize, Vec<Expression<'a>>),
}

impl Content<'_> {
    /// The same with names of its own, and a number for each variable.
    pub(crate) fn freeze(self, variable: &Variables<'_>) -> Content<'static> {
        match self {
            Self::Instruction(instruction, mode) => Content::Instruction(instruction.freeze(variable), mode),
            Self::Numbers(size, list) => {
                let list = list.into_iter().map(|expression| expression.freeze(variable));
                Content::Numbers(size, list.collect())
            }
        }
    }

    /// Whether every symbol in it has its final value.
    pub(crate) fn is_known(&self, values: &dyn Values) -> bool {
        match self {
            Self::Instruction(instruction, _) => instruction.is_known(values),
            Self::Numbers(_, list) => list.iter().all(|expression| expression.is_known(values)),
        }
    }

    /// Appends the bytes of a statement at an address.
    pub(crate) fn bytes(&self, address: u32, values: &dyn Values, bytes: &mut Vec<u8>) -> Result<(), Fault> {
        match self {
            Self::Instruction(instruction, mode) => {
                let words = instruction.encode(address.into(), *mode, values)?;
                bytes.extend(words.bytes());
            }
            Self::Numbers(size, list) => {
                for expression in list {
                    let value = number(expression, *size, values)?;
                    bytes.extend(&value.to_be_bytes()[8 - size..]);
                }
            }
        }
        Ok(())
    }
}

/// A number of a size in bytes.
fn number(expression: &Expression<'_>, size: usize, values: &dyn Values) -> Result<i64, Fault> {
    let value = expression.value(values)?;
    let bits = 8 * size as u32;
    let (low, high) = (-(1_i64 << (bits - 1)), (1_i64 << bits) - 1);
    if !(low..=high).contains(&value) {
        return Err(Fault::new(
            expression.span.clone(),
            format!("{value} is outside the range {low} to {high}"),
        ));
    }
    Ok(match size {
        4 => expression.as_long(value, values),
        _ => value,
    })
}

/// The pieces so far.
#[derive(Debug, Default)]
pub(crate) struct Output {
    pub(crate) pieces: Vec<Piece>,
    /// The last piece of each section.
    last: [Option<usize>; 3],
}

impl Output {
    /// Appends bytes at an address of a section, or begins a new piece where there is a gap;
    /// returns the piece, and where in it the bytes begin.
    pub(crate) fn place(&mut self, section: Section, address: u32, bytes: &[u8]) -> Place {
        let (index, start) = self.at(section, address);
        self.pieces[index].bytes.extend_from_slice(bytes);
        place(index, start)
    }

    /// The same with one byte many times.
    pub(crate) fn fill(&mut self, section: Section, address: u32, count: u32, byte: u8) -> Place {
        let (index, start) = self.at(section, address);
        let bytes = &mut self.pieces[index].bytes;
        bytes.resize(start + count as usize, byte);
        place(index, start)
    }

    /// The pieces that begin within another one of their memory, each with what it overlaps.
    pub(crate) fn overlaps(&self, one_memory: bool) -> Vec<(usize, String)> {
        let memories: &[bool] = if one_memory { &[true] } else { &[true, false] };
        let mut found = Vec::new();
        for &program in memories {
            let mut memory: Vec<usize> = (0..self.pieces.len())
                .filter(|&index| {
                    let piece = &self.pieces[index];
                    let here = one_memory || (piece.section == Section::Text) == program;
                    here && !piece.bytes.is_empty()
                })
                .collect();
            memory.sort_by_key(|&index| self.pieces[index].origin);
            for pair in memory.windows(2) {
                let [first, second] = [pair[0], pair[1]].map(|index| &self.pieces[index]);
                let end = u64::from(first.origin) + first.bytes.len() as u64;
                if end > u64::from(second.origin) {
                    let message = format!(
                        "`.{}` from {:#x} overlaps with `.{}` from {:#x} to {end:#x}",
                        second.section.name(),
                        second.origin,
                        first.section.name(),
                        first.origin,
                    );
                    found.push((pair[0].max(pair[1]), message));
                }
            }
        }
        found
    }

    /// Replaces bytes.
    pub(crate) fn put(&mut self, place: Place, bytes: &[u8]) {
        let start = place.start as usize;
        let piece = &mut self.pieces[place.piece as usize];
        piece.bytes[start..start + bytes.len()].copy_from_slice(bytes);
    }

    fn at(&mut self, section: Section, address: u32) -> (usize, usize) {
        if let Some(last) = self.last[section as usize] {
            let piece = &self.pieces[last];
            let length = piece.bytes.len();
            if u64::from(piece.origin) + length as u64 == u64::from(address) {
                return (last, length);
            }
        }
        self.pieces.push(Piece {
            section,
            origin: address,
            bytes: Vec::new(),
        });
        let index = self.pieces.len() - 1;
        self.last[section as usize] = Some(index);
        (index, 0)
    }
}

/// Sections have 32-bit addresses, and every piece begins at another one.
const fn place(piece: usize, start: usize) -> Place {
    Place {
        piece: piece as u32,
        start: start as u32,
    }
}
