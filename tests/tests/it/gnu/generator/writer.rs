//! A file that is being written.

use z8000_asm::Processor;
use z8000_tests::Random;

use super::macros::Macro;
use super::plan::{Chunk, Holds, Label, Plan, Section};

pub(super) struct Writer<'p> {
    pub(super) random: Random,
    pub(super) text: String,
    pub(super) plan: &'p Plan,
    pub(super) file: usize,
    /// Index of the current chunk.
    pub(super) number: usize,
    /// True while instructions are for segmented mode.
    pub(super) segmented: bool,
    /// Names of the constants defined so far.
    pub(super) known: Vec<String>,
    /// Names of the constants that the end of the file defines.
    pub(super) later: Vec<String>,
    pub(super) macros: Vec<Macro>,
    /// A counter that makes names unique.
    count: usize,
}

impl<'p> Writer<'p> {
    pub(super) fn new(plan: &'p Plan, file: usize, random: Random) -> Self {
        Self {
            random,
            text: String::new(),
            plan,
            file,
            number: 0,
            segmented: plan.processor == Processor::Z8001,
            known: Vec::new(),
            later: (0..3).map(|number| format!("LATER{number}")).collect(),
            macros: Vec::new(),
            count: 0,
        }
    }

    /// Writes the whole file.
    pub(super) fn file(&mut self) {
        let plan = self.plan;
        self.head();
        for (number, chunk) in plan.chunks[self.file].iter().enumerate() {
            self.number = number;
            self.chunk(chunk);
        }
        for name in self.later.clone() {
            let value = self.free(3);
            self.line(&format!(".equ {name}, {value}"));
        }
        // The object is for the processor that was selected last.
        if plan.processor == Processor::Z8001 && !self.segmented {
            self.mode(true);
        }
        if self.chance(8) {
            self.line(".end");
            self.line("\tnonsense behind the end");
        }
    }

    fn head(&mut self) {
        if self.chance(2) {
            self.text += "! A generated program: don't \"read\" it.\n";
        }
        if self.chance(3) {
            self.text += "/* Over two\n   lines. */\n# and this one\n";
        }
        self.mode(self.segmented);
        let plan = self.plan;
        let own: Vec<&Label> = plan
            .labels
            .iter()
            .filter(|label| label.file == self.file && label.global)
            .collect();
        for label in own {
            let directive = [".global", ".globl", "global"][self.below(3)];
            self.line(&format!("{directive} {}", label.name));
        }
        let file = self.file;
        for constant in plan.constants.iter().filter(|constant| constant.file == file) {
            self.line(&format!(".global {0}\n\t.equ {0}, {1}", constant.name, constant.value));
        }
        for (name, size) in &plan.commons {
            if self.chance(2) || self.file == 0 {
                self.line(&format!(".comm {name}, {size}"));
            }
        }
        for number in 0..1 + self.below(4) {
            let value = self.free(3);
            let name = format!("K{number}");
            let line = match self.below(4) {
                0 => format!("{name} = {value}"),
                1 => format!(".set {name}, {value}"),
                2 => format!(".equiv {name}, {value}"),
                _ => format!(".equ {name}, {value}"),
            };
            self.line(&line);
            self.known.push(name);
        }
        self.define_macros();
        if plan.aligned {
            for section in &plan.sections {
                self.enter(section, 0);
                self.line(".balign 32");
            }
        }
        if plan.placed {
            self.line(".bss");
            self.line(".org 0xe000");
        }
    }

    /// Writes a switch to segmented or non-segmented mode.
    pub(super) fn mode(&mut self, segmented: bool) {
        self.segmented = segmented;
        let names = match segmented {
            true => [".z8001", "segm", ".segm"],
            false => [".z8002", "unsegm", "unseg"],
        };
        let name = names[self.below(3)];
        self.line(name);
    }

    fn chunk(&mut self, chunk: &Chunk) {
        let plan = self.plan;
        let section = &plan.sections[chunk.section];
        self.enter(section, chunk.subsection);
        if let Some(origin) = chunk.origin {
            self.line(&format!(".org {origin:#x}"));
        }
        let (file, number) = (self.file, self.number);
        let labels = plan.labels.iter();
        for label in labels.filter(|label| label.file == file && label.chunk == number) {
            if section.holds != Holds::Code && self.chance(3) {
                self.alignment();
            }
            let name = &label.name;
            match (self.below(3), section.holds) {
                (0, _) => self.text += &format!("{name}:\n"),
                (1, Holds::Code) => {
                    let instruction = self.instruction();
                    self.text += &format!("{name}: {instruction}\n");
                }
                (1, Holds::Data) => {
                    let datum = self.datum();
                    self.text += &format!("{name}: {datum}\n");
                }
                _ => self.text += &format!("{name}:\t! {name}\n"),
            }
            match section.holds {
                Holds::Code => self.code(),
                Holds::Data => self.data(),
                Holds::Space => self.space(),
            }
        }
    }

    fn enter(&mut self, section: &Section, subsection: usize) {
        let enter = match (section.name, section.holds) {
            (name @ (".text" | ".data"), _) if subsection > 0 && self.chance(2) => format!("{name} {subsection}"),
            (name, _) if subsection > 0 => format!(".section {name}, {subsection}"),
            (name @ (".text" | ".data" | ".bss"), _) => match self.below(3) {
                0 => format!(".section {name}"),
                _ => name.to_owned(),
            },
            (name, Holds::Code) => format!(".section {name},\"x\""),
            (name, _) => format!(".section {name},\"{}\"", if name == ".rodata" { "r" } else { "w" }),
        };
        self.line(&enter);
    }

    /// Writes a line to the current file.
    pub(super) fn line(&mut self, line: &str) {
        self.text.push('\t');
        self.text += line;
        let end = match self.below(8) {
            6 => "\t! it's a comment\n",
            7 => " /* \"one */\n",
            _ => "\n",
        };
        self.text += end;
    }

    pub(super) fn below(&mut self, limit: usize) -> usize {
        self.random.below(limit)
    }

    /// Returns true in one of `of` cases.
    pub(super) fn chance(&mut self, of: usize) -> bool {
        self.below(of) == 0
    }

    pub(super) fn pick<'a>(&mut self, list: &[&'a str]) -> &'a str {
        list[self.below(list.len())]
    }

    /// Returns a number that occurs in no other name of the file.
    pub(super) fn unique(&mut self) -> usize {
        self.count += 1;
        self.count
    }

    /// Returns a label that an address may refer to: any, or one whose address fits into 16 bits. A 16-bit field in a
    /// segment other than the label's is an error in our linker, and in GNU ld if the label is not in segment 0.
    pub(super) fn label(&mut self, low: bool) -> Option<String> {
        let plan = self.plan;
        let mut here = plan
            .labels
            .iter()
            .filter(|label| label.file == self.file && label.chunk == self.number);
        if low && !here.all(|label| label.low) {
            return None;
        }
        let mut names: Vec<&str> = plan
            .visible(self.file)
            .filter(|label| label.low || !low)
            .map(|label| &*label.name)
            .collect();
        if !low {
            names.extend(plan.commons.iter().map(|(name, _)| &**name));
        }
        (!names.is_empty()).then(|| self.pick(&names).to_owned())
    }

    /// Returns a label of the current section in this file that is at most `chunks` chunks away.
    pub(super) fn near(&mut self, chunks: usize) -> Option<String> {
        let plan = self.plan;
        let own = &plan.chunks[self.file];
        let (section, subsection) = (own[self.number].section, own[self.number].subsection);
        let number = self.number;
        let is_near = |label: &&Label| {
            let (first, last) = (label.chunk.min(number), label.chunk.max(number));
            let mut between = own.iter().take(last + 1).skip(first + 1);
            label.file == self.file
                && label.section == section
                && own[label.chunk].subsection == subsection
                && last - first <= chunks
                && between.all(|chunk| chunk.section != section || chunk.origin.is_none())
        };
        let names: Vec<&str> = plan.labels.iter().filter(is_near).map(|label| &*label.name).collect();
        (!names.is_empty()).then(|| self.pick(&names).to_owned())
    }
}
