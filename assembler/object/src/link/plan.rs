//! The pieces of the objects in the sections of the program.

use std::collections::HashMap;

use super::script::{Command, Content, DISCARD, Expression, Input, Output, Script, Statement};
use super::symbols::{Global, State, Symbols};
use crate::model::Kind;

/// A part of an object that stays together: a section, or its common symbols.
#[derive(Debug, Clone)]
pub(super) struct Piece {
    pub(super) object: usize,
    /// Index of the section; none for common symbols.
    pub(super) section: Option<usize>,
    pub(super) kind: Kind,
    pub(super) size: u32,
    pub(super) alignment: u32,
    /// Never left out as unused.
    pub(super) keep: bool,
    /// The section of the program, if it is in one.
    pub(super) output: Option<usize>,
}

/// A part of a section of the program.
#[derive(Debug, Clone)]
pub(super) enum Item {
    Piece(usize),
    Command(Command),
    Data(u32, Expression),
    Fill(Vec<u8>),
}

/// A step of the script.
#[derive(Debug, Clone)]
pub(super) enum Step {
    Command(Command),
    /// A section by its index.
    Section(usize),
}

/// The script, with the pieces in the sections that they go into.
#[derive(Debug, Clone, Default)]
pub(super) struct Plan {
    pub(super) steps: Vec<Step>,
    /// The sections of the program, with their contents in `items`.
    pub(super) sections: Vec<Output>,
    pub(super) items: Vec<Vec<Item>>,
    pub(super) pieces: Vec<Piece>,
    /// The piece of each section of each object.
    pub(super) of_object: Vec<Vec<usize>>,
    /// Common symbols: the piece that they lie in, and where.
    pub(super) commons: HashMap<Global, (usize, u32)>,
}

/// The name of the common symbols of a file in a script.
const COMMON: &str = "COMMON";

impl Plan {
    pub(super) fn new(script: &Script, symbols: &Symbols) -> Self {
        let mut plan = Self::default();
        plan.add_pieces(symbols);
        let mut taken = vec![false; plan.pieces.len()];
        for statement in &script.statements {
            match statement {
                Statement::Command(command) => plan.steps.push(Step::Command(command.clone())),
                Statement::Output(output) => plan.add_section(output, symbols, &mut taken),
            }
        }
        plan.add_orphans(symbols, &taken);
        plan
    }

    fn add_pieces(&mut self, symbols: &Symbols) {
        let mut commons: Vec<Vec<Global>> = vec![Vec::new(); symbols.objects.len()];
        for (global, state) in (0..).zip(&symbols.states) {
            if let State::Common { object, .. } = state
                && let Some(commons) = commons.get_mut(*object)
            {
                commons.push(global);
            }
        }
        for (number, object) in symbols.objects.iter().enumerate() {
            let mut of_object = Vec::with_capacity(object.sections.len());
            for (index, section) in object.sections.iter().enumerate() {
                of_object.push(self.pieces.len());
                self.pieces.push(Piece {
                    object: number,
                    section: Some(index),
                    kind: section.kind,
                    size: section.size,
                    alignment: section.alignment.max(1),
                    keep: false,
                    output: None,
                });
            }
            self.of_object.push(of_object);
            if !commons[number].is_empty() {
                self.add_commons(number, &mut commons[number], symbols);
            }
        }
    }

    /// The common symbols of an object, in the order in which GNU ld has them.
    fn add_commons(&mut self, object: usize, commons: &mut [Global], symbols: &Symbols) {
        let buckets = buckets(symbols.names.len());
        commons.sort_by_key(|global| hash(symbols.name(*global)) % buckets);
        let (mut size, mut largest) = (0_u64, 1);
        for global in commons {
            if let State::Common {
                size: bytes, alignment, ..
            } = symbols.state(*global)
            {
                let alignment = alignment.max(1);
                size = size.next_multiple_of(u64::from(alignment));
                let offset = u32::try_from(size).unwrap_or(u32::MAX);
                self.commons.insert(*global, (self.pieces.len(), offset));
                size += u64::from(bytes);
                largest = largest.max(alignment);
            }
        }
        self.pieces.push(Piece {
            object,
            section: None,
            kind: Kind::Space,
            size: u32::try_from(size).unwrap_or(u32::MAX),
            alignment: largest,
            keep: false,
            output: None,
        });
    }

    /// The name by which a script calls a piece.
    pub(super) fn name<'s>(&self, piece: usize, symbols: &'s Symbols) -> &'s str {
        let Piece { object, section, .. } = self.pieces[piece];
        section.map_or(COMMON, |section| &symbols.objects[object].sections[section].name)
    }

    fn add_section(&mut self, output: &Output, symbols: &Symbols, taken: &mut [bool]) {
        let mut items = Vec::new();
        for content in &output.contents {
            match content {
                Content::Command(command) => items.push(Item::Command(command.clone())),
                Content::Data(size, value) => items.push(Item::Data(*size, value.clone())),
                Content::Fill(fill) => items.push(Item::Fill(fill.clone())),
                Content::Input(input) => {
                    for (piece, taken) in taken.iter_mut().enumerate() {
                        if !*taken && self.matches(input, piece, symbols) {
                            *taken = true;
                            self.pieces[piece].keep |= input.keep;
                            items.push(Item::Piece(piece));
                        }
                    }
                }
            }
        }
        if output.name == DISCARD {
            return;
        }
        let index = self.section(&output.name);
        let new = Output {
            contents: Vec::new(),
            ..output.clone()
        };
        let old = std::mem::replace(&mut self.sections[index], new);
        if output.address.is_none() && !self.items[index].is_empty() {
            self.sections[index].address = old.address;
        }
        self.put(index, items);
    }

    fn matches(&self, input: &Input, piece: usize, symbols: &Symbols) -> bool {
        let name = self.name(piece, symbols);
        let file = &symbols.objects[self.pieces[piece].object].name;
        input.sections.iter().any(|pattern| pattern.matches(name))
            && input.file.matches(file)
            && !input.excluded.iter().any(|pattern| pattern.matches(file))
    }

    /// The section of a name, at the end if it is new.
    fn section(&mut self, name: &str) -> usize {
        if let Some(index) = self.sections.iter().position(|section| section.name == name) {
            return index;
        }
        self.steps.push(Step::Section(self.sections.len()));
        self.sections.push(Output {
            name: name.to_owned(),
            ..Output::default()
        });
        self.items.push(Vec::new());
        self.sections.len() - 1
    }

    fn put(&mut self, section: usize, items: Vec<Item>) {
        for item in &items {
            if let Item::Piece(piece) = item {
                self.pieces[*piece].output = Some(section);
            }
        }
        self.items[section].extend(items);
    }

    /// Puts what the script does not mention at the end, in the order of the objects: sections by their names, common
    /// symbols into `.bss`.
    fn add_orphans(&mut self, symbols: &Symbols, taken: &[bool]) {
        for piece in (0..taken.len()).filter(|piece| !taken[*piece]) {
            let name = match self.name(piece, symbols) {
                COMMON => ".bss",
                name => name,
            };
            let section = self.section(name);
            self.put(section, vec![Item::Piece(piece)]);
        }
    }
}

/// The size of the table in which GNU ld keeps this many symbols: it grows when three quarters of it are full.
fn buckets(count: usize) -> u32 {
    let sizes = [
        4051, 4093, 8191, 16381, 32749, 65521, 131_071, 262_139, 524_287, 1_048_573,
    ];
    let fits = sizes.into_iter().find(|size| count <= *size as usize * 3 / 4);
    fits.unwrap_or(1_048_573)
}

/// The number by which GNU ld finds a name; common symbols of a file stand in the order of these numbers.
fn hash(name: &str) -> u32 {
    let mix = |hash: u32, value: u32| {
        let hash = hash.wrapping_add(value.wrapping_add(value << 17));
        hash ^ hash >> 2
    };
    let hash = name.bytes().fold(0, |hash, byte| mix(hash, u32::from(byte)));
    mix(hash, name.len() as u32)
}
