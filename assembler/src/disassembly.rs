//! A whole program to source text, which assembles to the same bytes.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;

use z8000::isa::{self, Address, Form, Kind, Mode, Named, Operation, Use, Value, names};

/// What to disassemble.
#[derive(Debug, Clone, Default)]
pub struct Disassembly {
    /// The bytes, high byte of each word first.
    pub bytes: Vec<u8>,
    /// Address of the first byte; even.
    pub origin: u16,
    /// Whether it is a program of the Z8001 in segmented mode; it stands in segment 0.
    pub segmented: bool,
    /// Where the program is entered. Only what can be reached from there is taken for
    /// instructions; without an entry everything is.
    pub entries: Vec<u16>,
    /// Names of addresses in program memory.
    pub labels: BTreeMap<u16, String>,
    /// Names of addresses in data memory, and other numbers that stand for addresses.
    pub data: BTreeMap<u16, String>,
}

/// What stands at an address.
enum Item {
    Instruction(isa::Instruction),
    Word(u16),
    Byte(u8),
}

impl Disassembly {
    /// The source text. Every line has its address and its bytes in a comment.
    ///
    /// Jumps and calls get labels: those that were given, or `L` and the address. Words that are no
    /// instruction become `.word`, and so do the few that an assembler writes in another way.
    #[must_use]
    pub fn text(&self) -> String {
        let items = self.items();
        let labels = self.targets(&items);
        let mut out = String::new();
        let processor = if self.segmented { "8001" } else { "8002" };
        let _ = writeln!(out, "\t.z{processor}");
        for (value, name) in self.used_data(&items) {
            let _ = writeln!(out, "\t.equ\t{name},{value:#06x}");
        }
        let _ = writeln!(out, "\t.org\t{:#06x}", self.origin);
        let name = |address: Address, purpose: Use| {
            let known = match purpose {
                Use::Program => &labels,
                Use::Data => &self.data,
            };
            let near = address.segment == 0 && !address.short;
            known.get(&address.offset).filter(|_| near).cloned()
        };
        for (&at, item) in &items {
            if let Some(label) = labels.get(&at) {
                let _ = writeln!(out, "{label}:");
            }
            let (text, length) = match item {
                Item::Instruction(instruction) => {
                    let named = Named {
                        instruction,
                        names: &name,
                    };
                    (named.to_string(), usize::from(instruction.length))
                }
                Item::Word(word) => (format!(".word {word:#06x}"), 2),
                Item::Byte(byte) => (format!(".byte {byte:#04x}"), 1),
            };
            let start = usize::from(at - self.origin);
            let mut raw = String::new();
            for pair in self.bytes[start..start + length].chunks(2) {
                raw.push(' ');
                for byte in pair {
                    let _ = write!(raw, "{byte:02x}");
                }
            }
            let _ = writeln!(out, "\t{text:32}! {at:04x} {raw}");
        }
        out
    }

    const fn mode(&self) -> Mode {
        if self.segmented {
            Mode::Segmented
        } else {
            Mode::Nonsegmented
        }
    }

    const fn place(&self, offset: u16) -> Address {
        if self.segmented {
            Address::segmented(0, offset)
        } else {
            Address::flat(offset)
        }
    }

    /// The instruction at an address, if one is there that an assembler would write like this.
    fn instruction(&self, at: u16) -> Option<isa::Instruction> {
        let start = usize::from(at.checked_sub(self.origin)?);
        let rest = self.bytes.get(start..)?;
        let words: Vec<u16> = rest
            .chunks_exact(2)
            .take(Form::MAX_WORDS)
            .map(|pair| u16::from_be_bytes([pair[0], pair[1]]))
            .collect();
        isa::decode(&words, self.place(at), self.mode())
            .ok()
            .filter(|instruction| !has_short_form(instruction))
    }

    /// Everything, in order.
    fn items(&self) -> BTreeMap<u16, Item> {
        let reached = (!self.entries.is_empty()).then(|| self.reached());
        let mut items = BTreeMap::new();
        let mut start = 0;
        while start < self.bytes.len() {
            let Ok(at) = u16::try_from(usize::from(self.origin) + start) else {
                break;
            };
            let wanted = reached.as_ref().is_none_or(|reached| reached.contains(&at));
            let found = self.instruction(at).filter(|_| wanted);
            let (item, length) = match (found, self.bytes.get(start + 1)) {
                (Some(instruction), _) => (Item::Instruction(instruction), usize::from(instruction.length)),
                (None, Some(&low)) => {
                    let word = u16::from_be_bytes([self.bytes[start], low]);
                    (Item::Word(word), 2)
                }
                (None, None) => (Item::Byte(self.bytes[start]), 1),
            };
            items.insert(at, item);
            start += length;
        }
        items
    }

    /// Addresses of the instructions that can be reached from the entries.
    fn reached(&self) -> BTreeSet<u16> {
        let mut reached = BTreeSet::new();
        let mut waiting = self.entries.clone();
        while let Some(at) = waiting.pop() {
            let Some(instruction) = self.instruction(at).filter(|_| at % 2 == 0) else {
                continue;
            };
            // What overlaps with something that was reached before is left as it is.
            let after = at.wrapping_add(instruction.length.into());
            if !reached.insert(at) {
                continue;
            }
            if !ends(&instruction) {
                waiting.push(after);
            }
            waiting.extend(target(&instruction));
        }
        reached
    }

    /// Labels for the targets of jumps and calls, and those that were given, where a line begins.
    fn targets(&self, items: &BTreeMap<u16, Item>) -> BTreeMap<u16, String> {
        let given: BTreeSet<&String> = self.labels.values().chain(self.data.values()).collect();
        let mut labels = self.labels.clone();
        for item in items.values() {
            if let Item::Instruction(instruction) = item
                && let Some(at) = target(instruction)
            {
                let name = format!("L{at:04x}");
                if !given.contains(&name) {
                    labels.entry(at).or_insert(name);
                }
            }
        }
        labels.retain(|at, _| items.contains_key(at));
        labels
    }

    /// Data addresses that instructions name.
    fn used_data(&self, items: &BTreeMap<u16, Item>) -> BTreeMap<u16, &String> {
        let instructions = items.values().filter_map(|item| match item {
            Item::Instruction(instruction) => Some(instruction),
            _ => None,
        });
        instructions
            .filter(|instruction| instruction.address_use() == Use::Data)
            .flat_map(|instruction| instruction.values())
            .filter_map(|value| match value {
                Value::Address(address) | Value::Indexed(address, _) => Some(address.offset),
                _ => None,
            })
            .filter_map(|offset| Some((offset, self.data.get(&offset)?)))
            .collect()
    }
}

/// Whether a byte is loaded by the longer of two forms.
fn has_short_form(instruction: &isa::Instruction) -> bool {
    instruction.form.operation == Operation::Ldb
        && matches!(instruction.form.operands, [first, second]
            if first.kind == Kind::Byte && second.kind == Kind::Immediate8)
}

/// Where a jump or call goes, if the instruction says it.
fn target(instruction: &isa::Instruction) -> Option<u16> {
    let jumps = matches!(
        instruction.form.operation,
        Operation::Jp | Operation::Jr | Operation::Call | Operation::Calr | Operation::Djnz | Operation::Dbjnz
    );
    instruction
        .values()
        .iter()
        .filter(|_| jumps)
        .find_map(|value| match value {
            Value::Address(address) | Value::Target(address) => Some(*address),
            _ => None,
        })
        .filter(|address| address.segment == 0)
        .map(|address| address.offset)
}

/// Whether the program never continues after the instruction.
fn ends(instruction: &isa::Instruction) -> bool {
    let always = instruction.values().first() == Some(&Value::Condition(names::ALWAYS));
    match instruction.form.operation {
        Operation::Jp | Operation::Jr | Operation::Ret => always,
        Operation::Halt | Operation::Iret | Operation::Ldps => true,
        _ => false,
    }
}
