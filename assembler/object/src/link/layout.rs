//! Where everything goes: the script, walked through until its addresses do not change any more.

use super::address;
use super::error::LinkError;
use super::placed::{Extra, Layout, Placed, Region};
use super::plan::{Item, Plan, Section, Step};
use super::script::{Assert, Assignment, Expression, Script, ScriptError};
use super::symbols::{State, Symbols};
use super::value::{Area, Base, Scope, Val, align};
use crate::model::Kind;

/// How often addresses may depend on addresses that come later.
const PASSES: usize = 16;

/// The last address: 128 segments of 64 KB.
const LAST: u64 = 0x7F_FFFF;

/// The alignment of any section, as GNU ld has it.
const ALIGNMENT: u32 = 2;

/// The memory of sections that name none.
const DEFAULT: &str = "*default*";

/// Finds the places of all sections and symbols; the pieces get their offsets.
pub(super) fn layout(
    script: &Script,
    plan: &mut Plan,
    symbols: &Symbols,
    overlaps: bool,
) -> Result<Layout, Vec<LinkError>> {
    let mut old = Layout {
        sections: vec![Placed::default(); plan.sections.len()],
        ..Layout::default()
    };
    for _ in 0..PASSES {
        let mut pass = Pass::new(script, plan, symbols, &old);
        pass.run(script);
        let errors = pass.errors;
        let new = pass.new;
        if new == old {
            if !errors.is_empty() {
                return Err(errors);
            }
            return check(plan, new, overlaps);
        }
        old = new;
    }
    Err(vec![LinkError::Unsettled])
}

/// Sections at the same place are an error.
fn check(plan: &Plan, layout: Layout, overlaps: bool) -> Result<Layout, Vec<LinkError>> {
    let mut order: Vec<usize> = (0..layout.sections.len()).collect();
    order.retain(|index| !layout.sections[*index].is_empty());
    order.sort_by_key(|index| layout.sections[*index].area.address);
    let mut errors = Vec::new();
    for pair in order.windows(2) {
        let [first, second] = [pair[0], pair[1]];
        let (one, other) = (layout.sections[first].area, layout.sections[second].area);
        if overlaps && one.address + one.size > other.address {
            errors.push(LinkError::Overlap {
                first: plan.sections[first].name.clone(),
                second: plan.sections[second].name.clone(),
                address: other.address,
            });
        }
    }
    if errors.is_empty() { Ok(layout) } else { Err(errors) }
}

/// One walk through the script.
struct Pass<'a> {
    plan: &'a mut Plan,
    symbols: &'a Symbols,
    script: &'a str,
    /// The pass before: what this one does not know yet.
    old: &'a Layout,
    new: Layout,
    /// Which sections this pass has been through.
    done: Vec<bool>,
    dot: u64,
    section: Option<usize>,
    /// What gaps of the section are filled with.
    fill: Vec<u8>,
    errors: Vec<LinkError>,
}

impl<'a> Pass<'a> {
    fn new(script: &'a Script, plan: &'a mut Plan, symbols: &'a Symbols, old: &'a Layout) -> Self {
        let count = plan.sections.len();
        Self {
            plan,
            symbols,
            script: &script.name,
            old,
            new: Layout {
                sections: vec![Placed::default(); count],
                ..Layout::default()
            },
            done: vec![false; count],
            dot: 0,
            section: None,
            fill: Vec::new(),
            errors: Vec::new(),
        }
    }

    fn run(&mut self, script: &Script) {
        for region in &script.regions {
            let origin = self.number(&region.origin, region.line);
            let length = self.number(&region.length, region.line);
            self.new.regions.push(Region {
                name: region.name.clone(),
                attributes: region.attributes.clone(),
                origin,
                length,
                next: origin,
            });
        }
        self.new.regions.push(Region {
            name: DEFAULT.to_owned(),
            attributes: String::new(),
            origin: 0,
            length: u64::MAX,
            next: 0,
        });
        let steps = std::mem::take(&mut self.plan.steps);
        for step in &steps {
            match step {
                Step::Assignment(assignment) => self.assign(assignment),
                Step::Assert(assert) => self.assert(assert),
                Step::Section(index) => self.section(*index),
            }
        }
        self.plan.steps = steps;
    }

    fn error(&mut self, line: u32, message: impl Into<String>) {
        self.errors.push(LinkError::Script(ScriptError {
            file: self.script.to_owned(),
            line,
            message: message.into(),
        }));
    }

    /// A value, or none and an error.
    fn evaluate(&mut self, expression: &Expression, line: u32) -> Option<Val> {
        let area = |index: usize| {
            let layout = if self.done[index] || self.section == Some(index) {
                &self.new
            } else {
                self.old
            };
            layout.sections[index].area
        };
        let own = |name: &str| self.new.own.get(name).or_else(|| self.old.own.get(name));
        let place = |global| address::place(self.plan, self.symbols, global);
        let areas = |name: &str| {
            let index = self.plan.sections.iter().position(|section| section.name == name)?;
            Some((index, area(index)))
        };
        let region = |name: &str| {
            let found = self.new.regions.iter().find(|region| region.name == name)?;
            Some((found.origin, found.length))
        };
        let scope = Scope {
            symbols: self.symbols,
            own: &own,
            places: &place,
            areas: &areas,
            area: &|index| area(index).address,
            region: &region,
            dot: self.dot,
            section: self.section,
        };
        match scope.value(expression) {
            Ok(val) => Some(val),
            Err(message) => {
                self.error(line, message);
                None
            }
        }
    }

    /// The address of a base in this pass, or the one before.
    fn origin(&self, base: Base) -> u64 {
        match base {
            Base::Section(index) if self.done[index] || self.section == Some(index) => {
                self.new.sections[index].area.address
            }
            Base::Section(index) => self.old.sections[index].area.address,
            Base::Number | Base::Absolute => 0,
        }
    }

    /// A value that is used as it is.
    fn number(&mut self, expression: &Expression, line: u32) -> u64 {
        let val = self.evaluate(expression, line);
        val.map_or(0, |val| val.value.wrapping_add(self.origin(val.base)))
    }

    fn assert(&mut self, assert: &Assert) {
        let val = self.evaluate(&assert.condition, assert.line);
        if val.is_some_and(|val| val.value == 0) {
            self.error(assert.line, assert.message.clone());
        }
    }

    fn assign(&mut self, assignment: &Assignment) {
        if assignment.provide && !self.is_wanted(&assignment.symbol) {
            return;
        }
        let Some(mut val) = self.evaluate(&assignment.value, assignment.line) else {
            return;
        };
        if val.base == Base::Number {
            val.base = self.section.map_or(Base::Absolute, Base::Section);
        }
        if assignment.symbol == "." {
            let next = val.value.wrapping_add(self.origin(val.base));
            self.move_to(next, assignment.line);
            return;
        }
        if self.new.own.insert(assignment.symbol.clone(), val).is_none() {
            self.new.order.push(assignment.symbol.clone());
        }
    }

    /// Whether an empty section still says where the next one goes: as in GNU ld, if anything is to lie there and the
    /// script assigns something in it.
    fn leaves_a_mark(&self, section: &Section) -> bool {
        let has_pieces = section.items.iter().any(|item| matches!(item, Item::Piece(_)));
        let assigns = |item: &Item| match item {
            Item::Assignment(assignment) if assignment.symbol == "." => assignment.value.may_move(),
            Item::Assignment(assignment) => !assignment.provide || self.is_wanted(&assignment.symbol),
            _ => false,
        };
        has_pieces && section.items.iter().any(assigns)
    }

    /// Whether a symbol is used, and no object defines it.
    fn is_wanted(&self, name: &str) -> bool {
        let state = self.symbols.find(name).map(|global| self.symbols.state(global));
        matches!(state, Some(State::Undefined | State::WeakUndefined))
    }

    /// `. = address`
    fn move_to(&mut self, next: u64, line: u32) {
        let Some(index) = self.section else {
            self.dot = next;
            if let Some(region) = self.new.regions.last_mut() {
                region.next = next;
            }
            return;
        };
        if next < self.dot {
            let dot = self.dot;
            self.error(line, format!("`.` cannot go back from {dot:#x} to {next:#x}"));
        } else {
            self.gap(index, next - self.dot);
        }
    }

    fn gap(&mut self, index: usize, length: u64) {
        let section = &mut self.new.sections[index];
        if length > 0 {
            let start = self.dot - section.area.address;
            section.extras.push(Extra::Gap(start, length, self.fill.clone()));
        }
        self.dot = self.dot.saturating_add(length);
    }

    fn section(&mut self, index: usize) {
        // Its contents are needed while the plan changes; its name stays there.
        let place = &mut self.plan.sections[index];
        let section = Section {
            name: place.name.clone(),
            ..std::mem::take(place)
        };
        place.name.clone_from(&section.name);
        self.walk(index, &section);
        self.plan.sections[index] = section;
    }

    fn walk(&mut self, index: usize, section: &Section) {
        let line = section.line;
        if let Some(address) = &section.address {
            self.dot = self.number(address, line);
        }
        let mut alignment = ALIGNMENT;
        for item in &section.items {
            if let Item::Piece(piece) = item {
                alignment = alignment.max(self.plan.pieces[*piece].alignment);
            }
        }
        let asked = section.align.as_ref().map(|align| self.number(align, line));
        if section.items.is_empty() {
            self.done[index] = true;
            return;
        }
        let region = self.region(section, index);
        let to = if section.address.is_some() {
            1
        } else {
            u64::from(alignment)
        };
        let start = match section.address {
            Some(_) => self.dot,
            None => self.new.regions[region].next,
        };
        let aligned = align(start, to).and_then(|start| align(start, asked.unwrap_or(1)));
        let start = aligned.unwrap_or_else(|message| {
            self.error(line, message);
            start
        });
        let before = self.dot;
        self.dot = start;
        self.new.sections[index].area = Area {
            address: start,
            size: 0,
            alignment,
        };
        self.section = Some(index);
        self.fill.clone_from(&section.fill);
        let subalign = section.subalign.as_ref().map(|align| self.number(align, line));
        for item in &section.items {
            match item {
                Item::Piece(piece) => self.piece(index, *piece, subalign),
                Item::Assignment(assignment) => self.assign(assignment),
                Item::Assert(assert) => self.assert(assert),
                Item::Data(size, value) => self.data(index, *size, value, line),
                Item::Fill(bytes) => self.fill.clone_from(bytes),
            }
        }
        self.section = None;
        self.done[index] = true;
        let size = self.dot - start;
        self.new.sections[index].area.size = size;
        if size == 0 && !self.leaves_a_mark(section) {
            self.dot = before;
            return;
        }
        if self.dot > LAST + 1 {
            let section = section.name.clone();
            let address = self.dot - 1;
            self.errors.push(LinkError::Address { section, address });
        }
        let region = &mut self.new.regions[region];
        region.next = self.dot;
        let end = region.origin.saturating_add(region.length);
        if self.dot > end {
            let error = LinkError::Region {
                section: section.name.clone(),
                region: region.name.clone(),
                bytes: self.dot - end,
            };
            self.errors.push(error);
        }
    }

    /// The memory of a section: the one that it names, or the first whose attributes suit it.
    fn region(&mut self, section: &Section, index: usize) -> usize {
        let regions = &self.new.regions;
        let default = regions.len() - 1;
        if let Some(name) = &section.region {
            let found = regions.iter().position(|region| region.name == *name);
            return found.unwrap_or_else(|| {
                self.error(section.line, format!("there is no memory `{name}`"));
                default
            });
        }
        if section.address.is_some() || default == 0 {
            return default;
        }
        let kind = self.old.sections[index].kind;
        let own = match kind {
            Some(Kind::Code) => "axli",
            Some(Kind::Space) => "aw",
            _ => "awli",
        };
        let suits = |region: &Region| {
            let (yes, no) = region.attributes.split_once('!').unwrap_or((&region.attributes, ""));
            yes.chars().any(|attribute| own.contains(attribute)) && !no.chars().any(|attribute| own.contains(attribute))
        };
        if let Some(found) = regions[..default].iter().position(suits) {
            return found;
        }
        if !self.old.sections[index].is_empty() {
            self.errors.push(LinkError::NoRegion(section.name.clone()));
        }
        default
    }

    fn piece(&mut self, index: usize, number: usize, subalign: Option<u64>) {
        let piece = &self.plan.pieces[number];
        let (size, kind, alignment) = (piece.size, piece.kind, u64::from(piece.alignment));
        if piece.output.is_none() {
            return;
        }
        let start = align(self.dot, subalign.unwrap_or(alignment)).unwrap_or(self.dot);
        self.gap(index, start - self.dot);
        let section = &mut self.new.sections[index];
        self.plan.pieces[number].offset = self.dot - section.area.address;
        self.dot = self.dot.saturating_add(u64::from(size));
        if size > 0 {
            section.kind = Some(mixed(section.kind, kind));
        }
    }

    fn data(&mut self, index: usize, size: u32, value: &Expression, line: u32) {
        let value = self.number(value, line);
        let section = &mut self.new.sections[index];
        let bytes = value.to_be_bytes()[8 - size as usize..].to_vec();
        section.extras.push(Extra::Data(self.dot - section.area.address, bytes));
        section.kind = Some(mixed(section.kind, Kind::Data));
        self.dot = self.dot.saturating_add(u64::from(size));
    }
}

/// What a section is that has pieces of two kinds: code, if any is code.
fn mixed(one: Option<Kind>, other: Kind) -> Kind {
    one.map_or(other, |one| match (one, other) {
        (Kind::Code, _) | (_, Kind::Code) => Kind::Code,
        (Kind::Space, other) | (other, Kind::Space) => other,
        (Kind::Data, _) | (_, Kind::Data) => Kind::Data,
        _ => one,
    })
}
