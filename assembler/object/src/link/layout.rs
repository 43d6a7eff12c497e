//! Assigning addresses: the script is executed repeatedly until its addresses no longer change.

use rustc_hash::FxHashSet;

use super::error::{LinkErrors, beyond};
use super::load;
use super::pass::Pass;
use super::placed::{Area, Base, Layout, PlacedSection, Region, Val};
use super::plan::{Item, Plan, Step, mixed};
use super::script::{Assignment, Command, Expression, Fill, Output, Script};
use super::symbols::{State, Symbols};
use super::value::align;
use crate::model::Kind;

/// Maximum number of passes, which are necessary because addresses may depend on later addresses.
const PASSES: usize = 16;

/// The last address: 128 segments of 64 KB.
const LAST: u64 = 0x7F_FFFF;

/// The minimum alignment of a section in GNU ld.
const ALIGNMENT: u32 = 2;

/// The memory region of sections for which the script gives none.
const DEFAULT: &str = "*default*";

/// Assigns addresses to all sections, pieces and symbols.
pub(super) fn layout(script: &Script, plan: &Plan, symbols: &Symbols, may_overlap: bool) -> Result<Layout, LinkErrors> {
    let sections = vec![PlacedSection::default(); plan.sections.len()];
    let mut old = Layout {
        offsets: vec![0; plan.pieces.len()],
        sections: sections.clone(),
        ..Layout::default()
    };
    let mut empty = None;
    for _ in 0..PASSES {
        let mut pass = Pass {
            symbols,
            script: &script.places,
            old: &old,
            new: Layout {
                offsets: old.offsets.clone(),
                sections: sections.clone(),
                ..Layout::default()
            },
            done: vec![false; plan.sections.len()],
            plan,
            dot: 0,
            dot_of_symbols: None,
            section: None,
            fill: Vec::new(),
            empty: empty.as_deref(),
            provided: FxHashSet::default(),
            errors: Vec::new(),
        };
        pass.run(script);
        let Pass { new, errors, .. } = pass;
        empty.get_or_insert_with(|| {
            new.sections
                .iter()
                .map(|section| section.area.size == 0)
                .collect::<Vec<_>>()
        });
        if new == old {
            LinkErrors::check(errors)?;
            if !may_overlap {
                LinkErrors::check(load::overlaps(plan, &new))?;
            }
            return Ok(new);
        }
        old = new;
    }
    Err("the addresses in the script depend on each other and do not converge"
        .to_owned()
        .into())
}

impl Pass<'_> {
    fn run(&mut self, script: &Script) {
        for region in &script.regions {
            let origin = self.number(&region.origin, region.line);
            let length = self.number(&region.length, region.line);
            self.new.regions.push(Region {
                names: region.names.clone(),
                attributes: region.attributes.clone(),
                origin,
                length,
                next: origin,
                last: None,
            });
        }
        self.new
            .regions
            .push(Region { names: vec![DEFAULT.to_owned()], length: u64::MAX, ..Region::default() });
        let plan = self.plan;
        for step in &plan.steps {
            match step {
                Step::Command(command) => self.command(command),
                Step::Section(index) => {
                    let walked = self.walk(*index, &plan.sections[*index], &plan.items[*index]);
                    if let Err(message) = walked {
                        // The following sections have no valid address either.
                        self.errors.push(message);
                        return;
                    }
                }
            }
        }
    }

    fn command(&mut self, command: &Command) {
        match command {
            Command::Assignment(assignment) => self.assign(assignment),
            Command::Assert(assert) => {
                let val = self.evaluate(&assert.condition, assert.line);
                if val.is_some_and(|val| val.value == 0) {
                    self.error(assert.line, assert.message.clone());
                }
            }
        }
        // As in GNU ld, a statement between sections moves the default memory region to the current address.
        if let (None, Some(region)) = (self.section, self.new.regions.last_mut()) {
            region.next = self.dot;
        }
    }

    /// Returns the value of an assignment between sections. In it, `.` does not follow the address of a section that
    /// was omitted.
    fn assigned(&mut self, assignment: &Assignment) -> Option<Val> {
        let Some(dot) = self.dot_of_symbols else {
            return self.evaluate(&assignment.value, assignment.line);
        };
        let here = std::mem::replace(&mut self.dot, dot);
        let val = self.evaluate(&assignment.value, assignment.line);
        self.dot = here;
        if assignment.symbol != "." {
            return val;
        }
        self.dot_of_symbols = val.map(|val| self.absolute(val));
        self.evaluate(&assignment.value, assignment.line)
    }

    fn assign(&mut self, assignment: &Assignment) {
        let symbol = &assignment.symbol;
        if assignment.provide && (self.provided.contains(symbol) || !self.is_wanted(symbol)) {
            return;
        }
        let Some(mut val) = self.assigned(assignment) else {
            return;
        };
        if val.base == Base::Number {
            val.base = self.section.map_or(Base::Absolute, Base::Section);
        }
        if assignment.provide {
            self.provided.insert(symbol.clone());
        }
        if assignment.symbol == "." {
            self.move_to(self.absolute(val), assignment.line);
        } else if self.new.own.insert(assignment.symbol.clone(), val).is_none() {
            self.new.order.push(assignment.symbol.clone());
        }
    }

    /// Returns true if an empty section must not be omitted: as in GNU ld, if the script assigns or keeps something in
    /// it.
    fn leaves_a_mark(&self, items: &[Item]) -> bool {
        let assigns = |item: &Item| match item {
            Item::Command(Command::Assignment(assignment)) => match &*assignment.symbol {
                "." => assignment.value.may_move(),
                symbol => !assignment.provide || self.is_wanted(symbol),
            },
            Item::Piece(piece) => self.plan.pieces[*piece].keep,
            _ => false,
        };
        items.iter().any(assigns)
    }

    /// Returns true if an object or the script uses a symbol, and neither defines it except by `PROVIDE`.
    fn is_wanted(&self, name: &str) -> bool {
        if self.plan.assigned.contains(name) {
            return false;
        }
        match self.symbols.find(name).map(|global| self.symbols.state(global)) {
            Some(state) => matches!(state, State::Undefined | State::WeakUndefined),
            None => self.old.asked.borrow().contains(name),
        }
    }

    /// Executes `. = address`.
    fn move_to(&mut self, next: u64, line: u32) {
        let Some(index) = self.section else {
            self.dot = next;
            return;
        };
        if next < self.dot {
            let dot = self.dot;
            self.error(line, format!("cannot move `.` backwards from {dot:#x} to {next:#x}"));
        } else {
            self.gap(index, next - self.dot);
        }
    }

    fn gap(&mut self, index: usize, length: u64) {
        let section = &mut self.new.sections[index];
        if length > 0 {
            let start = self.dot - section.area.address;
            section.extras.push((start, length, self.fill.clone()));
        }
        self.dot = self.dot.saturating_add(length);
    }

    fn walk(&mut self, index: usize, section: &Output, items: &[Item]) -> Result<(), String> {
        let line = section.line;
        let old_dot = self.dot_of_symbols.unwrap_or(self.dot);
        if let Some(address) = &section.address {
            self.dot = self.number(address, line);
            self.dot_of_symbols = Some(old_dot);
        }
        let asked = section.align.as_ref().map_or(1, |align| self.power(align, line));
        let subalign = section.subalign.as_ref().map(|align| self.power(align, line));
        let pieces = items.iter().filter_map(|item| match item {
            Item::Piece(piece) => Some(&self.plan.pieces[*piece]),
            _ => None,
        });
        // `SUBALIGN` does not change the alignment of common space.
        let commons = pieces.clone().filter(|piece| piece.section.is_none());
        let commons = commons.map(|piece| u64::from(piece.alignment)).max().unwrap_or(1);
        // In the first pass, the alignment of `SUBALIGN` applies only inside the section.
        let subalign_known = subalign.filter(|_| self.empty.is_some());
        let others = pieces
            .map(|piece| subalign_known.unwrap_or(piece.alignment.into()))
            .max();
        let alignment = asked.max(commons).max(others.unwrap_or(1)).max(ALIGNMENT.into());
        if !self.plan.placed.contains(&index) {
            self.done[index] = true;
            return Ok(());
        }
        let region = self.region_or_report(section, index);
        let (from, to) = match section.address {
            Some(_) => (self.dot, asked),
            None => (self.new.regions[region].next, alignment),
        };
        let start = align(from, to).unwrap_or_else(|message| {
            self.error(line, message);
            from
        });
        let before = self.dot;
        self.dot = start;
        self.dot_of_symbols = None;
        self.new.sections[index].area = Area {
            address: start,
            load: start,
            size: 0,
            alignment: u32::try_from(alignment).unwrap_or(1 << 31),
            padding: asked.max(commons).max(subalign.and(others).unwrap_or(1)),
        };
        self.section = Some(index);
        self.fill_with(section.fill.as_ref(), line);
        for item in items {
            match item {
                Item::Piece(piece) => self.piece(index, *piece, subalign),
                Item::Command(command) => self.command(command),
                Item::Data(size, value) => self.data(index, *size, value, line),
                Item::Fill(fill) => self.fill_with(Some(fill), line),
            }
        }
        self.section = None;
        self.done[index] = true;
        let size = self.dot - start;
        self.new.sections[index].area.size = size;
        // At the highest number, `.` cannot grow, so the size is not reliable.
        let was_empty = self.empty.is_some_and(|empty| empty[index]);
        let is_left_out = was_empty && size == 0 && self.dot < u64::MAX && !self.leaves_a_mark(items);
        let dot = if is_left_out { before } else { start };
        self.load(index, section, region, dot, [start - from, asked, to]);
        if is_left_out {
            self.dot = before;
            self.dot_of_symbols = Some(old_dot);
            return Ok(());
        }
        if let Some(end) = &section.end {
            self.dot = self.number(end, line);
        }
        if self.dot > LAST + 1 {
            return Err(beyond(&section.name, self.dot - 1));
        }
        // A section that is not in memory occupies no space in its region.
        if !section.apart && self.is_in_memory(index) {
            self.new.regions[region].next = self.dot;
            self.report_overflow(&section.name, region, self.dot);
            self.take_room(index, section, region);
        }
        Ok(())
    }

    /// Sets the bytes for filling the gaps that follow.
    fn fill_with(&mut self, fill: Option<&Fill>, line: u32) {
        self.fill = match fill {
            None => Vec::new(),
            Some(Fill::Bytes(bytes)) => bytes.clone(),
            Some(Fill::Value(value)) => (self.number(value, line) as u32).to_be_bytes().to_vec(),
        };
    }

    /// Returns true if a section contains anything other than assignments.
    pub(super) fn is_in_memory(&self, index: usize) -> bool {
        let mut items = self.plan.items[index].iter();
        self.new.sections[index].area.size > 0 || items.any(|item| matches!(item, Item::Piece(_) | Item::Data(..)))
    }

    /// Reports a section that extends past the end of its memory region.
    pub(super) fn report_overflow(&mut self, section: &str, region: usize, next: u64) {
        let region = &self.new.regions[region];
        let end = region.origin.saturating_add(region.length);
        if next > end {
            let (region, bytes) = (&region.names[0], next - end);
            let plural = if bytes == 1 { "" } else { "s" };
            let error = format!(
                "section `{section}` does not fit in memory region `{region}`: it is {bytes} byte{plural} too large"
            );
            self.errors.push(error);
        }
    }

    /// Returns an alignment: as in GNU ld, the next power of two.
    fn power(&mut self, expression: &Expression, line: u32) -> u64 {
        let number = self.number(expression, line);
        number.checked_next_power_of_two().unwrap_or(1)
    }

    /// Returns the memory region of a section: the one that it names, or the first with suitable attributes.
    fn region_or_report(&mut self, section: &Output, index: usize) -> usize {
        let regions = &self.new.regions;
        let default = regions.len() - 1;
        if let Some(name) = &section.region {
            return self.named_or_report(name, section.line).unwrap_or(default);
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
        if self.old.sections[index].area.size > 0 {
            let name = &section.name;
            let names: Vec<&str> = regions[..default].iter().map(|region| &*region.names[0]).collect();
            let error = format!(
                "the script assigns neither an address nor a memory region to section `{name}`: write in `SECTIONS`, for \
                 example, `{name} : {{ *({name}) }} > {}`, with a region of {}",
                names.first().unwrap_or(&"RAM"),
                names.join(", ")
            );
            self.errors.push(error);
        }
        default
    }

    /// Returns the memory region with a name; reports an error if there is none.
    pub(super) fn named_or_report(&mut self, name: &str, line: u32) -> Option<usize> {
        let found = self.new.regions.iter().position(|region| region.is_named(name));
        if found.is_none() {
            self.error(line, format!("unknown memory region `{name}`"));
        }
        found
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
        self.new.offsets[number] = self.dot - section.area.address;
        self.dot = self.dot.saturating_add(u64::from(size));
        if size > 0 {
            section.kind = Some(mixed(section.kind, kind));
        }
    }

    fn data(&mut self, index: usize, size: u32, value: &Expression, line: u32) {
        let value = self.number(value, line);
        let section = &mut self.new.sections[index];
        let bytes = value.to_be_bytes()[8 - size as usize..].to_vec();
        section
            .extras
            .push((self.dot - section.area.address, size.into(), bytes));
        section.kind = Some(mixed(section.kind, Kind::Data));
        self.dot = self.dot.saturating_add(u64::from(size));
    }
}
