//! Assigning the sections of the objects to the sections of the program.

use std::collections::HashMap;

use rustc_hash::FxHashSet;

use super::options::Orphans;
use super::script::{
    Command, Content, DISCARD, Expression, Fill, Input, Load, OnlyIf, Output, Pattern, Script, Statement,
};
use super::sort::{self, Candidate};
use super::symbols::{Global, State, Symbols};
use crate::model::Kind;

/// An indivisible part of an object: a section, or all of its common symbols.
#[derive(Debug, Clone)]
pub(super) struct Piece {
    pub(super) object: usize,
    /// Index of the section; `None` for common symbols.
    pub(super) section: Option<usize>,
    pub(super) kind: Kind,
    pub(super) size: u32,
    pub(super) alignment: u32,
    /// True if the piece is never omitted as unused.
    pub(super) keep: bool,
    /// The index of its section in the program; `None` if it is omitted.
    pub(super) output: Option<usize>,
}

/// A part of a section's contents.
#[derive(Debug, Clone)]
pub(super) enum Item {
    Piece(usize),
    Command(Command),
    Data(u32, Expression),
    Fill(Fill),
}

#[derive(Debug, Clone)]
pub(super) enum Step {
    Command(Command),
    /// An output section, by its index.
    Section(usize),
}

/// The script, with pieces assigned to its sections.
#[derive(Debug, Clone, Default)]
pub(super) struct Plan {
    pub(super) steps: Vec<Step>,
    /// The sections of the program, and the contents of each.
    pub(super) sections: Vec<Output>,
    pub(super) items: Vec<Vec<Item>>,
    /// The sections to place, in the order of the output file: those with contents, even if these are empty, and those
    /// whose address is used.
    pub(super) placed: Vec<usize>,
    pub(super) pieces: Vec<Piece>,
    /// The piece of each section of each object.
    pub(super) of_object: Vec<Vec<usize>>,
    /// Common symbols: the piece that contains them, and the offset in it.
    pub(super) commons: HashMap<Global, (usize, u32)>,
    /// The sections with contents that the script does not mention.
    pub(super) orphans: Vec<usize>,
    /// The symbols that the script assigns to, without `PROVIDE`.
    pub(super) assigned: FxHashSet<String>,
}

/// The name of a file's common symbols in scripts.
const COMMON: &str = "COMMON";

impl Plan {
    pub(super) fn new(script: &Script, symbols: &Symbols, orphans: Orphans, commons: bool) -> Self {
        let mut plan = Self { assigned: script.assigned(), ..Self::default() };
        plan.add_pieces(symbols, commons);
        let mut taken = vec![false; plan.pieces.len()];
        for statement in &script.statements {
            match statement {
                Statement::Command(command) => plan.steps.push(Step::Command(command.clone())),
                Statement::Output(output) => plan.add_section(output, symbols, &mut taken),
            }
        }
        plan.add_orphans(symbols, &taken, orphans == Orphans::Discarded);
        plan.load_alike();
        plan.find_placed();
        plan
    }

    /// Finds the sections to place, in the order in which GNU ld creates them.
    fn find_placed(&mut self) {
        let mut order = Vec::new();
        for step in &self.steps {
            match step {
                Step::Command(command) => self.place_named(command.expression(), &mut order),
                Step::Section(index) => {
                    for item in &self.items[*index] {
                        match item {
                            Item::Piece(_) | Item::Fill(_) => self.place(*index, &mut order),
                            Item::Command(command) => {
                                self.place(*index, &mut order);
                                self.place_named(command.expression(), &mut order);
                            }
                            Item::Data(_, value) => {
                                self.place_named(value, &mut order);
                                self.place(*index, &mut order);
                            }
                        }
                    }
                }
            }
        }
        self.placed = order;
    }

    /// Adds a section to those to place, with the sections that its address refers to.
    fn place(&self, index: usize, order: &mut Vec<usize>) {
        if order.contains(&index) {
            return;
        }
        order.push(index);
        let section = &self.sections[index];
        let load = match &section.load {
            Load::At(load, _) => Some(load),
            _ => None,
        };
        for expression in section.address.iter().chain(load) {
            self.place_named(expression, order);
        }
    }

    /// Adds the sections whose addresses an expression uses.
    fn place_named(&self, expression: &Expression, order: &mut Vec<usize>) {
        let mut names = Vec::new();
        expression.addressed(&mut names);
        for name in names {
            if let Some(index) = self.sections.iter().position(|section| section.name == name) {
                self.place(index, order);
            }
        }
    }

    /// Makes a section without a load address follow the previous section's load region, if both have the same memory
    /// region.
    fn load_alike(&mut self) {
        for index in 1..self.sections.len() {
            let [before, section] = &mut self.sections[index - 1..=index] else {
                continue;
            };
            let says_nothing = section.load == Load::Before && section.address.is_none();
            if let (true, Load::Region(name, _)) = (says_nothing && section.region == before.region, &before.load) {
                section.load = Load::Region(name.clone(), false);
            }
        }
    }

    fn add_pieces(&mut self, symbols: &Symbols, with_commons: bool) {
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
            if with_commons && !commons[number].is_empty() {
                self.add_commons(number, &mut commons[number], symbols);
            }
        }
    }

    /// Adds the common symbols of an object, in the order of GNU ld.
    fn add_commons(&mut self, object: usize, commons: &mut [Global], symbols: &Symbols) {
        let buckets = buckets(symbols.names.len());
        commons.sort_by_key(|global| hash(symbols.name(*global)) % buckets);
        let (mut size, mut largest) = (0_u64, 1);
        for global in commons {
            if let State::Common { size: bytes, alignment, .. } = symbols.state(*global) {
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

    /// Returns the kind of a section, determined by all its pieces and data, including empty ones.
    pub(super) fn kind(&self, index: usize) -> Option<Kind> {
        let kinds = self.items[index].iter().filter_map(|item| match item {
            Item::Piece(piece) => Some(self.pieces[*piece].kind),
            Item::Data(..) => Some(Kind::Data),
            _ => None,
        });
        kinds.fold(None, |one, other| Some(mixed(one, other)))
    }

    /// Returns the name of a piece for messages.
    pub(super) fn shown(&self, piece: usize, symbols: &Symbols) -> String {
        let object = &symbols.objects[self.pieces[piece].object].name;
        format!("{object}({})", self.name(piece, symbols))
    }

    /// Returns the name of a piece in scripts: that of its section, or `COMMON`.
    pub(super) fn name<'s>(&self, piece: usize, symbols: &'s Symbols) -> &'s str {
        let Piece { object, section, .. } = self.pieces[piece];
        section.map_or(COMMON, |section| &symbols.objects[object].sections[section].name)
    }

    fn add_section(&mut self, output: &Output, symbols: &Symbols, taken: &mut [bool]) {
        let holds = |only_if| self.holds(only_if, output, symbols, taken);
        if !output.only_if.is_none_or(holds) {
            return;
        }
        let mut items = Vec::new();
        for content in &output.contents {
            match content {
                Content::Command(command) => items.push(Item::Command(command.clone())),
                Content::Data(size, value) => items.push(Item::Data(*size, value.clone())),
                Content::Fill(fill) => items.push(Item::Fill(fill.clone())),
                Content::Input(input) => {
                    let open = (0..taken.len()).filter(|piece| !taken[*piece]);
                    let found = open.flat_map(|piece| self.matching(input, piece, symbols));
                    for piece in sort::sorted(found.collect(), input.by_file) {
                        if std::mem::replace(&mut taken[piece], true) {
                            continue;
                        }
                        self.pieces[piece].keep |= input.keep;
                        items.push(Item::Piece(piece));
                    }
                }
            }
        }
        if output.name == DISCARD {
            return;
        }
        let index = self.section(&output.name);
        let new = Output { contents: Vec::new(), ..output.clone() };
        let old = std::mem::replace(&mut self.sections[index], new);
        if output.address.is_none() && !self.items[index].is_empty() {
            self.sections[index].address = old.address;
        }
        self.put(index, items);
    }

    /// Returns true if a section's `ONLY_IF` condition is true. COFF does not mark read-only contents: as in GNU ld,
    /// all contents count as writable.
    fn holds(&self, only_if: OnlyIf, output: &Output, symbols: &Symbols, taken: &[bool]) -> bool {
        let mut open = (0..taken.len()).filter(|piece| !taken[*piece]);
        let any = open.any(|piece| {
            let takes = |content: &Content| match content {
                Content::Input(input) => self.matching(input, piece, symbols).next().is_some(),
                _ => false,
            };
            output.contents.iter().any(takes)
        });
        any == (only_if == OnlyIf::Writable)
    }

    /// Returns a candidate for each pattern of an input statement that matches a piece.
    fn matching<'i>(
        &self,
        input: &'i Input,
        piece: usize,
        symbols: &'i Symbols,
    ) -> impl Iterator<Item = Candidate<'i>> + use<'i> {
        let name = self.name(piece, symbols);
        let Piece { object, alignment, .. } = self.pieces[piece];
        let file = &*symbols.objects[object].name;
        let is_among = |patterns: &[Pattern]| patterns.iter().any(|pattern| pattern.matches(file));
        let is_taken = input.file.matches(file) && !is_among(&input.excluded);
        let found = is_taken.then_some(&input.sections).into_iter().flatten();
        let found = found.filter(move |sections| sections.name.matches(name) && !is_among(&sections.excluded));
        found.map(move |sections| Candidate { piece, keys: &sections.keys, file, name, alignment })
    }

    /// Returns the index of the section with a name, adding it at the end if it is new.
    fn section(&mut self, name: &str) -> usize {
        if let Some(index) = self.sections.iter().position(|section| section.name == name) {
            return index;
        }
        self.steps.push(Step::Section(self.sections.len()));
        self.sections
            .push(Output { name: name.to_owned(), ..Output::default() });
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

    /// Adds what the script does not mention to the end, in the order of the objects: sections by name, common symbols
    /// to `.bss`. With `discard`, omits these sections.
    fn add_orphans(&mut self, symbols: &Symbols, taken: &[bool], discard: bool) {
        for piece in (0..taken.len()).filter(|piece| !taken[*piece]) {
            let name = match self.name(piece, symbols) {
                COMMON => ".bss",
                name => {
                    if self.pieces[piece].size > 0 {
                        self.orphans.push(piece);
                    }
                    if discard {
                        continue;
                    }
                    name
                }
            };
            let section = self.section(name);
            self.put(section, vec![Item::Piece(piece)]);
        }
    }
}

/// Returns the size of the hash table in which GNU ld keeps this many symbols: it grows when it is three quarters full.
fn buckets(count: usize) -> u32 {
    let sizes = [
        4051, 4093, 8191, 16381, 32749, 65521, 131_071, 262_139, 524_287, 1_048_573,
    ];
    let fits = sizes.into_iter().find(|size| count <= *size as usize * 3 / 4);
    fits.unwrap_or(1_048_573)
}

/// Returns GNU ld's hash of a name, which determines the order of a file's common symbols.
fn hash(name: &str) -> u32 {
    let mix = |hash: u32, value: u32| {
        let hash = hash.wrapping_add(value.wrapping_add(value << 17));
        hash ^ hash >> 2
    };
    let hash = name.bytes().fold(0, |hash, byte| mix(hash, u32::from(byte)));
    mix(hash, name.len() as u32)
}

/// Returns the kind of a section with pieces of two kinds: code, if any is code.
pub(super) fn mixed(one: Option<Kind>, other: Kind) -> Kind {
    one.map_or(other, |one| match (one, other) {
        (Kind::Code, _) | (_, Kind::Code) => Kind::Code,
        (Kind::Space, other) | (other, Kind::Space) => other,
        (Kind::Data, _) | (_, Kind::Data) => Kind::Data,
        _ => one,
    })
}
