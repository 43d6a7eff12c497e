//! The parts of a program, determined before it is written.

use z8000_asm::Processor;
use z8000_tests::Random;

/// The contents of a section.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Holds {
    Code,
    Data,
    Space,
}

/// A section of the program.
pub(super) struct Section {
    pub(super) name: &'static str,
    pub(super) holds: Holds,
    /// Number of its segment.
    segment: u32,
}

/// A label that is planned before its line is written.
#[derive(Clone)]
pub(super) struct Label {
    pub(super) name: String,
    pub(super) file: usize,
    pub(super) section: usize,
    /// Index of its chunk in the file.
    pub(super) chunk: usize,
    /// True if its address fits into 16 bits.
    pub(super) low: bool,
    pub(super) global: bool,
}

/// A sequence of statements in one section.
pub(super) struct Chunk {
    pub(super) section: usize,
    pub(super) subsection: usize,
    /// Its address, if a statement sets one.
    pub(super) origin: Option<u32>,
}

/// A constant that another file defines.
pub(super) struct Constant {
    pub(super) name: String,
    pub(super) file: usize,
    pub(super) value: i64,
}

pub(super) struct Plan {
    pub(super) processor: Processor,
    pub(super) placed: bool,
    /// True if there are alignments above 2. The objects of GNU as do not record the alignment of a section, and GNU ld
    /// aligns sections to 2, our linker as stated in the source. To obtain the same result from both, all sections are
    /// then aligned to 32.
    pub(super) aligned: bool,
    /// True if sections have subsections.
    divided: bool,
    pub(super) files: usize,
    pub(super) sections: Vec<Section>,
    /// The chunks of each file, in order.
    pub(super) chunks: Vec<Vec<Chunk>>,
    pub(super) labels: Vec<Label>,
    /// Common symbols and their sizes in bytes.
    pub(super) commons: Vec<(String, usize)>,
    pub(super) constants: Vec<Constant>,
}

/// Sections other than `.text`, `.data` and `.bss`.
const NAMED: [(&str, Holds); 5] = [
    (".rstvec", Holds::Data),
    (".rodata", Holds::Data),
    ("tables", Holds::Data),
    (".init", Holds::Code),
    (".boot", Holds::Code),
];

impl Plan {
    pub(super) fn new(random: &mut Random) -> Self {
        let processor = [Processor::Z8001, Processor::Z8001, Processor::Z8002][random.below(3)];
        let placed = random.below(5) == 0;
        let files = if placed { 1 } else { 1 + random.below(3) };
        let mut plan = Self {
            processor,
            placed,
            aligned: random.below(2) == 0,
            divided: !placed && random.below(3) == 0,
            files,
            sections: Vec::new(),
            chunks: Vec::new(),
            labels: Vec::new(),
            commons: Vec::new(),
            constants: Vec::new(),
        };
        plan.choose_sections(random);
        for file in 0..files {
            plan.choose_chunks(file, random);
        }
        if !placed {
            for number in 0..random.below(4) {
                plan.commons.push((format!("shared{number}"), 1 + random.below(40)));
            }
            for number in 0..random.below(4) {
                plan.constants.push(Constant {
                    name: format!("CONST{number}"),
                    file: random.below(files),
                    value: 1 + random.below(7) as i64,
                });
            }
        }
        plan
    }

    fn choose_sections(&mut self, random: &mut Random) {
        let mut list = vec![(".text", Holds::Code), (".data", Holds::Data)];
        if !self.placed {
            for _ in 0..random.below(3) {
                let named = NAMED[random.below(NAMED.len())];
                if !list.contains(&named) {
                    list.insert(random.below(list.len() + 1), named);
                }
            }
        }
        list.push((".bss", Holds::Space));
        let mut segment = 0;
        for (index, (name, holds)) in list.into_iter().enumerate() {
            if index > 0 && !self.placed && self.processor == Processor::Z8001 && random.below(3) == 0 {
                segment += 1 + random.below(3) as u32;
            }
            self.sections.push(Section { name, holds, segment });
        }
    }

    fn choose_chunks(&mut self, file: usize, random: &mut Random) {
        let mut chunks = Vec::new();
        let count = 2 + random.below(6);
        for number in 0..count {
            let section = match random.below(3) {
                0 => 0,
                _ => random.below(self.sections.len()),
            };
            let origin = self.origin(&chunks, section, random);
            let last = |chunk: &Chunk| (chunk.section == section).then_some(chunk.origin.unwrap_or(0));
            let start = origin.or_else(|| chunks.iter().rev().find_map(last)).unwrap_or(0);
            for label in 0..1 + random.below(3) {
                self.labels.push(Label {
                    name: format!(
                        "{}{file}{number}{label}",
                        ["main", "loop_", "x", "L", "value."][random.below(5)]
                    ),
                    file,
                    section,
                    chunk: number,
                    low: self.sections[section].segment == 0 && start < 0x10000,
                    global: random.below(2) == 0,
                });
            }
            chunks.push(Chunk {
                section,
                subsection: if self.divided { random.below(4) } else { 0 },
                origin,
            });
        }
        self.chunks.push(chunks);
    }

    /// Chooses the address of a chunk in a program that places itself: higher in its section, or on a Z8001 in another
    /// segment.
    fn origin(&self, chunks: &[Chunk], section: usize, random: &mut Random) -> Option<u32> {
        if !self.placed || random.below(2) == 0 || self.sections[section].holds == Holds::Space {
            return None;
        }
        let own = chunks.iter().filter(|chunk| chunk.section == section);
        let last = own.filter_map(|chunk| chunk.origin).max().unwrap_or(0);
        if self.processor == Processor::Z8001 && random.below(2) == 0 && last < 0x30000 {
            return Some((last & !0xffff) + 0x10000 + 2 * random.below(0x100) as u32);
        }
        // Every chunk is shorter than 1000h bytes.
        let next = last + 0x1000 * (1 + chunks.len() as u32);
        (next & 0xffff_0000 == last & 0xffff_0000 && next & 0xffff < 0xd000).then_some(next)
    }

    /// Returns the labels that a file may use.
    pub(super) fn visible(&self, file: usize) -> impl Iterator<Item = &Label> {
        self.labels
            .iter()
            .filter(move |label| label.file == file || label.global)
    }

    /// Generates the script for GNU ld and our linker.
    pub(super) fn script(&self, random: &mut Random) -> String {
        if self.placed {
            return "SECTIONS { .text 0 : { *(.text) } .data 0 : { *(.data) } .bss 0 : { *(.bss) } }\n".to_owned();
        }
        let mut script = String::from("ENTRY(begin)\nbegin = 0x100;\nSECTIONS\n{\n");
        let mut segment = 0;
        for (index, section) in self.sections.iter().enumerate() {
            let address = match index {
                0 => format!(" {:#x}", 32 * random.below(0x20)),
                _ if section.segment != segment => {
                    format!(" {:#x}", (section.segment << 16) + 32 * random.below(0x20) as u32)
                }
                _ if self.aligned => " ALIGN(32)".to_owned(),
                _ => String::new(),
            };
            segment = section.segment;
            let name = section.name;
            let patterns = match section.holds {
                Holds::Space => format!("*({name}) *(COMMON)"),
                // Some scripts name files: the last one is placed first.
                _ if self.files > 1 && random.below(4) == 0 => format!("*1.o({name}) *({name})"),
                _ => format!("*({name})"),
            };
            let between = match random.below(5) {
                // Excluded for a section that may be empty but has an address: GNU ld then applies its own rules.
                0 if index == 0 || section.holds == Holds::Space => ". = ALIGN(16); ",
                1 if section.holds == Holds::Data => "SHORT(0x1234) LONG(. + 2) ",
                _ => "",
            };
            let fill = ["", " = 0xa5a5"][usize::from(section.holds == Holds::Data && random.below(4) == 0)];
            script += &format!("  {name}{address} : {{ {patterns} {between}}}{fill}\n");
        }
        script + "}\n"
    }
}
