//! Disassembly of objects that are not linked: relocations become references to symbols.

use std::collections::{BTreeMap, HashSet};
use std::fmt::Write as _;
use std::ops::Range;

use z8000::isa::{self, Address, Instruction, Kind, Mode, Referring, Value as Given};
use z8000_object::{Binding, Field, Kind as Holds, Object, Processor, Relocation, Section, Target, Value};

use super::lines::{self, Data};
use super::names::is_usable;
use super::program::{has_short_form, linear};

/// Maximum length of an instruction in bytes.
const LONGEST: usize = 10;

/// A disassembled statement of a section.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Statement {
    /// Range of the statement's offsets in the section.
    pub bytes: Range<u32>,
    /// Text of the statement in assembly language.
    pub text: String,
    /// The offset to which the statement jumps, if no relocation gives it.
    target: Option<i64>,
}

/// An object to be disassembled, with names for the places in it.
///
/// # Example
///
/// ```
/// use z8000_asm::disassembly::Relocatable;
/// use z8000_asm::{Memory, Options, assemble};
///
/// let sources = Memory::new([("main.s", "main:\tcall other\n")]);
/// let options = Options { for_linker: true, ..Options::default() };
/// let object = assemble(&sources, "main.s", &options)?.object("main.o");
/// assert!(Relocatable::new(&object).source().contains("main:\n\tcall other"));
/// # Ok::<(), z8000_asm::Diagnostics>(())
/// ```
#[derive(Debug)]
pub struct Relocatable<'o> {
    object: &'o Object,
    /// The names of places, by section and offset. References use the first name.
    labels: BTreeMap<(usize, u32), Vec<String>>,
    /// All names in the object.
    used: HashSet<String>,
}

impl<'o> Relocatable<'o> {
    /// Prepares an object for disassembly, with the names of its symbols.
    #[must_use]
    pub fn new(object: &'o Object) -> Self {
        let mut labels: BTreeMap<_, Vec<String>> = BTreeMap::new();
        let mut used = HashSet::new();
        for symbol in &object.symbols {
            let is_new = used.insert(symbol.name.to_string());
            if let Value::Place { section, offset } = symbol.value
                && is_usable(&symbol.name)
                && is_new
            {
                labels
                    .entry((section, offset))
                    .or_default()
                    .push(symbol.name.to_string());
            }
        }
        Self { object, labels, used }
    }

    /// Disassembles the object to source text. The text assembles to an object that links to the same bytes, except for
    /// the order of common symbols.
    ///
    /// # Example
    ///
    /// ```
    /// use z8000_asm::disassembly::Relocatable;
    /// use z8000_object::{Kind, Object, Section};
    ///
    /// let sections = vec![Section::at(".text", Kind::Code, 0, vec![0xBD, 0x15, 0x9E, 0x08])];
    /// let object = Object { sections, ..Object::default() };
    /// assert!(Relocatable::new(&object).source().contains("ldk r1,#5"));
    /// ```
    #[must_use]
    pub fn source(mut self) -> String {
        self.name_targets();
        let mut out = match self.object.processor {
            Processor::Z8001 => "\t.z8001\n".to_owned(),
            Processor::Z8002 => "\t.z8002\n".to_owned(),
        };
        self.declare(&mut out);
        for (index, section) in self.object.sections.iter().enumerate() {
            enter(section, &mut out);
            for statement in self.statements(index) {
                self.define(index, &statement.bytes, &mut out);
                let _ = writeln!(out, "\t{:32}! {:04x}", statement.text, statement.bytes.start);
            }
            self.define(index, &(section.size..section.size), &mut out);
        }
        out
    }

    /// Names each place that is referred to and has no name; for a place inside an instruction, names the instruction's
    /// beginning.
    fn name_targets(&mut self) {
        let mut targets = Vec::new();
        let mut starts = Vec::new();
        for (index, section) in self.object.sections.iter().enumerate() {
            let places = section
                .relocations
                .iter()
                .filter_map(|relocation| match relocation.target {
                    Target::Section(target) => Some((target, relocation.addend)),
                    Target::Symbol(_) => None,
                });
            targets.extend(places);
            let statements = self.statements(index);
            let jumps = statements.iter().filter_map(|statement| statement.target);
            targets.extend(jumps.map(|target| (index, target)));
            let code = is_code(section).then(|| statements.iter().map(|it| it.bytes.start).collect::<Vec<_>>());
            starts.push(code);
        }
        for (section, offset) in targets {
            let Some(contents) = self.object.sections.get(section) else {
                continue;
            };
            let offset = offset.clamp(0, contents.size.into()) as u32;
            let begins = starts[section]
                .as_ref()
                .filter(|_| offset < contents.size)
                .and_then(|starts| {
                    let behind = starts.partition_point(|start| *start <= offset);
                    starts[..behind].last().copied()
                });
            self.name(section, begins.unwrap_or(offset));
        }
    }

    /// Names a place, unless it has a name.
    fn name(&mut self, section: usize, offset: u32) {
        let names = self.labels.entry((section, offset)).or_default();
        if names.is_empty() {
            let mut name = format!("L{section}_{offset:04x}");
            while !self.used.insert(name.clone()) {
                name.push('_');
            }
            names.push(name);
        }
    }

    /// Writes the declarations of symbols that other objects use or define, and of constants.
    fn declare(&self, out: &mut String) {
        for symbol in &self.object.symbols {
            let name = &symbol.name;
            let _ = match symbol.value {
                Value::Common { size, alignment } => writeln!(out, "\t.comm\t{name},{size},{alignment}"),
                Value::Absolute(value) if is_usable(name) => writeln!(out, "\t.equ\t{name},{value}"),
                _ => Ok(()),
            };
            let _ = match symbol.binding {
                Binding::Global => writeln!(out, "\t.global\t{name}"),
                Binding::Weak => writeln!(out, "\t.weak\t{name}"),
                Binding::Local => Ok(()),
            };
        }
    }

    /// Writes the labels of a statement, at its beginning and inside it.
    fn define(&self, section: usize, bytes: &Range<u32>, out: &mut String) {
        let last = bytes.end.max(bytes.start.saturating_add(1));
        for ((_, offset), names) in self.labels.range((section, bytes.start)..(section, last)) {
            for name in names {
                let _ = match offset - bytes.start {
                    0 => writeln!(out, "{name}:"),
                    distance => writeln!(out, "\t.equ\t{name},.+{distance}"),
                };
            }
        }
    }

    /// Disassembles the statements of a section in order. A label begins a new statement, unless it names a place
    /// within a reference.
    #[must_use]
    pub fn statements(&self, section: usize) -> Vec<Statement> {
        let Some(contents) = self.object.sections.get(section) else {
            return Vec::new();
        };
        let bytes = contents.unfilled();
        let code = is_code(contents);
        let mut statements: Vec<Statement> = Vec::new();
        let mut at = 0;
        while at < contents.size {
            match code.then(|| self.instruction(section, &bytes, at)).flatten() {
                Some(instruction) => statements.push(instruction),
                None => statements.extend(self.data(section, &bytes, at, code)),
            }
            at = statements.last().map_or(contents.size, |last| last.bytes.end);
        }
        statements
    }

    /// Returns the offset of the next label, or the end of the section.
    fn next_label(&self, section: usize, at: u32) -> u32 {
        let size = self.object.sections[section].size;
        let next = self.labels.range((section, at + 1)..=(section, size)).next();
        next.map_or(size, |(place, _)| place.1)
    }

    /// Returns the instruction at an offset, if there is one that an assembler would encode in this way. For a Z8001,
    /// only its relocations show that an instruction is for non-segmented mode.
    fn instruction(&self, section: usize, bytes: &[u8], at: u32) -> Option<Statement> {
        if self.object.processor == Processor::Z8002 {
            return self.instruction_for(Mode::Nonsegmented, section, bytes, at);
        }
        self.instruction_for(Mode::Segmented, section, bytes, at).or_else(|| {
            let mut found = self.instruction_for(Mode::Nonsegmented, section, bytes, at)?;
            self.object.sections[section].relocations_in(&found.bytes).next()?;
            found.text = format!("unsegm; {}; segm", found.text);
            Some(found)
        })
    }

    fn instruction_for(&self, mode: Mode, section: usize, bytes: &[u8], at: u32) -> Option<Statement> {
        let contents = &self.object.sections[section];
        let rest = bytes.get(at as usize..)?;
        let instruction = decode(rest, contents.address.wrapping_add(at), mode)?;
        let bytes = at..at + u32::from(instruction.length);
        if bytes.end > self.next_label(section, at) && contents.relocations_in(&bytes).next().is_none() {
            return None;
        }
        let mut texts: Vec<(usize, String)> = Vec::new();
        for relocation in contents.relocations_in(&bytes) {
            let operand = operand(&instruction, relocation, relocation.offset.checked_sub(at)? as usize)?;
            let text = self.reference(relocation);
            texts.push(match relocation.field {
                Field::Short => (operand, format!("|{text}|")),
                _ => (operand, text),
            });
        }
        let values = instruction.values().iter().enumerate();
        let mut jump = values.filter_map(|(index, value)| match value {
            Given::Target(to) => Some((index, i64::from(linear(*to)) - i64::from(contents.address))),
            _ => None,
        });
        let jump = jump.find(|(index, _)| texts.iter().all(|(operand, _)| operand != index));
        if let Some((index, to)) = jump {
            texts.extend(self.place(section, to).map(|text| (index, text)));
        }
        let references = |index| {
            let mut own = texts.iter().filter(|(operand, _)| *operand == index);
            own.next().map(|(_, text)| text.clone())
        };
        let referring = Referring { instruction: &instruction, references: &references };
        Some(Statement { bytes, text: referring.to_string(), target: jump.map(|(_, to)| to) })
    }

    /// Returns the data at an offset: a reference, or the bytes up to the next reference or label; in code, only one
    /// word.
    fn data(&self, section: usize, bytes: &[u8], at: u32, code: bool) -> Vec<Statement> {
        let contents = &self.object.sections[section];
        let mut end = self.next_label(section, at);
        let bytes = bytes.get(at as usize..).unwrap_or_default();
        if contents.kind == Holds::Space || bytes.is_empty() {
            return vec![Statement::data(at..end, format!(".space {}", end - at))];
        }
        if let Some(relocation) = contents.relocations_in(&(at..end)).next() {
            let directive = match relocation.field {
                Field::Byte => Some(".byte"),
                Field::Word => Some(".word"),
                Field::Long | Field::Segmented => Some(".long"),
                _ => None,
            };
            if let Some(directive) = directive.filter(|_| relocation.offset == at) {
                let end = at + relocation.field.length();
                let text = format!("{directive} {}", self.reference(relocation));
                return vec![Statement::data(at..end, text)];
            }
            end = relocation.offset.max(at + 1);
        }
        let end = if code { end.min(at + 2 - at % 2) } else { end };
        let bytes = &bytes[..bytes.len().min((end - at) as usize)];
        let statement = |(range, data): (Range<u32>, Data)| {
            let own = (range.start - at) as usize..(range.end - at) as usize;
            Statement::data(range, data.text(&bytes[own]))
        };
        lines::anything(at, bytes).into_iter().map(statement).collect()
    }

    /// Returns the name of a place in a section, if the place has one.
    #[must_use]
    pub fn label(&self, section: usize, offset: u32) -> Option<&str> {
        self.labels.get(&(section, offset))?.first().map(String::as_str)
    }

    /// Formats the target of a relocation with its addend, such as `name+2`.
    #[must_use]
    pub fn reference(&self, relocation: &Relocation) -> String {
        let addend = relocation.addend;
        match relocation.target {
            Target::Section(section) => self.place(section, addend).unwrap_or_else(|| {
                let name = self.object.sections.get(section).map_or("?", |section| &*section.name);
                sum(name, addend)
            }),
            Target::Symbol(symbol) => match self.object.symbols.get(symbol) {
                Some(symbol) if &*symbol.name == "*ABS*" => addend.to_string(),
                Some(symbol) => match symbol.value {
                    Value::Place { section, offset } if !is_usable(&symbol.name) => {
                        let place = self.place(section, addend.saturating_add(offset.into()));
                        place.unwrap_or_else(|| sum(&symbol.name, addend))
                    }
                    _ => sum(&symbol.name, addend),
                },
                None => sum("?", addend),
            },
        }
    }

    /// Returns a place in a section relative to the last label before it, or to the first label.
    fn place(&self, section: usize, offset: i64) -> Option<String> {
        let at = u32::try_from(offset).unwrap_or(if offset < 0 { 0 } else { u32::MAX });
        let before = self.labels.range((section, 0)..=(section, at)).next_back();
        let ((_, start), names) = before.or_else(|| self.labels.range((section, 0)..=(section, u32::MAX)).next())?;
        Some(sum(names.first()?, offset.checked_sub((*start).into())?))
    }
}

impl Statement {
    const fn data(bytes: Range<u32>, text: String) -> Self {
        let target = None;
        Self { bytes, text, target }
    }
}

/// Returns true if a section contains instructions: if its kind says so, or if it has relocations that occur only in
/// code. The latter covers a section to which the source gave a name but no flags.
///
/// # Example
///
/// ```
/// use z8000_asm::disassembly::is_code;
/// use z8000_object::{Kind, Section};
///
/// assert!(is_code(&Section::at(".text", Kind::Code, 0, vec![0x9E, 0x08])));
/// assert!(!is_code(&Section::at(".data", Kind::Data, 0, vec![0, 5])));
/// ```
#[must_use]
pub fn is_code(section: &Section) -> bool {
    let is_data = |field| matches!(field, Field::Byte | Field::Word | Field::Long);
    section.kind == Holds::Code || section.relocations.iter().any(|relocation| !is_data(relocation.field))
}

/// Returns a name plus a number as text.
fn sum(name: &str, addend: i64) -> String {
    match addend {
        0 => name.to_owned(),
        1.. => format!("{name}+{addend:#x}"),
        ..0 => format!("{name}-{:#x}", addend.unsigned_abs()),
    }
}

/// Decodes the instruction at the beginning of bytes, if an assembler would encode it in this way.
fn decode(bytes: &[u8], at: u32, mode: Mode) -> Option<Instruction> {
    let words = bytes.chunks_exact(2).take(LONGEST / 2);
    let words: Vec<u16> = words.map(|pair| u16::from_be_bytes([pair[0], pair[1]])).collect();
    let here = match mode {
        Mode::Segmented => Address::segmented((at >> 16) as u8 & 0x7F, at as u16),
        Mode::Nonsegmented => Address::flat(at as u16),
    };
    let instruction = isa::decode(&words, here, mode).ok()?;
    (at.is_multiple_of(2) && !has_short_form(&instruction)).then_some(instruction)
}

/// Returns the index of the operand that contains the field of a relocation at a byte of the instruction.
fn operand(instruction: &Instruction, relocation: &Relocation, at: usize) -> Option<usize> {
    let form = instruction.form;
    let short = relocation.field == Field::Short;
    // In the other mode, addresses have a different form.
    let segmented = instruction.mode == Mode::Segmented;
    let is_address = |kind| matches!(kind, Kind::Direct | Kind::Indexed);
    let holds = |kind: Kind| match relocation.field {
        Field::Word => matches!(kind, Kind::Immediate16 | Kind::Port | Kind::Base) || is_address(kind) && !segmented,
        Field::Long | Field::Segmented => kind == Kind::Immediate32 || is_address(kind) && segmented,
        Field::Short => is_address(kind) && segmented,
        Field::Byte => matches!(kind, Kind::ImmediateByte | Kind::Code | Kind::Immediate8),
        Field::LowNibble | Field::HighNibble => kind == Kind::Nibble,
        Field::Relative8 => kind == Kind::Relative8,
        Field::Relative7 => kind == Kind::Relative7,
        Field::Relative12 => kind == Kind::Relative12,
        Field::Relative16 => kind == Kind::Relative16,
    };
    (0..form.operands.len()).find(|&index| {
        let kind = form.operands[index].kind;
        let own = form.byte_of(index, instruction.mode, short);
        let begins = own == at || kind == Kind::Immediate8 && own + 1 == at;
        begins && holds(kind)
    })
}

/// Writes the directive that enters a section, and its alignment.
fn enter(section: &Section, out: &mut String) {
    let flag = match section.kind {
        Holds::Code => "x",
        Holds::Data => "w",
        Holds::Constants => "r",
        Holds::Space => "b",
    };
    let name = &section.name;
    let _ = match &**name {
        ".text" | ".data" | ".bss" => writeln!(out, "\t{name}"),
        _ => writeln!(out, "\t.section\t{name},\"{flag}\""),
    };
    if section.alignment > 2 {
        let _ = writeln!(out, "\t.balign\t{}", section.alignment);
    }
}
