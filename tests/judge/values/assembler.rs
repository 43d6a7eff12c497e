//! Values of the assembler, the linker and objects.

use z8000_asm::disassembly::Hints;
use z8000_asm::{
    AddressSpace, Assembly, ClockSum, Diagnostic, Fault, LineClocks, LineRecord, Rule, Section as AsmSection,
    SectionInfo, Syntax,
};
use z8000_object::link::script::Script;
use z8000_object::link::{self, Input};
use z8000_object::{
    Binding, Field, Kind as Contents, LineMap, MapExpansion, MapLine, MapPlace, MapSection, MapSymbol, Object, Packer,
    Processor, Relocation, Section, Symbol, Target, Value as SymbolValue,
};

use super::{of_fields, one_of};
use crate::random::{Any, Random, any};

one_of! {
    Binding: Binding::Local, Binding::Global, Binding::Weak;
    Contents: Contents::Code, Contents::Constants, Contents::Data, Contents::Space;
    Processor: Processor::Z8001, Processor::Z8002;
    AddressSpace: AddressSpace::Program, AddressSpace::Data;
    Syntax: Syntax::Gnu, Syntax::Asz8k, Syntax::Plz, Syntax::Asl;
    AsmSection: AsmSection::TEXT, AsmSection::DATA, AsmSection::BSS;
    Field: Field::Byte, Field::LowNibble, Field::HighNibble, Field::Word, Field::Long, Field::Segmented, Field::Short,
        Field::Relative7, Field::Relative8, Field::Relative12, Field::Relative16;
}

of_fields! {
    MapPlace { file, line, expansion }
    MapExpansion { what, call }
    MapSection { name, code }
    MapLine { section, address, length, place, clocks }
    MapSymbol { name, value, section }
    LineMap { version, files, expansions, sections, lines, symbols }
    Relocation { offset, field, target, addend }
    Symbol { name, value, binding }
}

impl Any for Target {
    fn any(r: &mut Random) -> Self {
        let index = if r.one_in(8) { any(r) } else { r.below(4) };
        if r.one_in(2) {
            Self::Symbol(index)
        } else {
            Self::Section(index)
        }
    }
}

impl Any for SymbolValue {
    fn any(r: &mut Random) -> Self {
        match r.below(5) {
            0 => Self::Undefined,
            1 => Self::Common { size: any(r), alignment: any(r) },
            2 => Self::Absolute(any(r)),
            _ => Self::Place { section: if r.one_in(8) { any(r) } else { r.below(4) }, offset: any(r) },
        }
    }
}

/// Names that the standard scripts contain, and others.
const NAMES: [&str; 8] = [".text", ".data", ".bss", ".rodata", "COMMON", "", "a b", ".x"];

impl Any for Section {
    fn any(r: &mut Random) -> Self {
        let bytes: Vec<u8> = any(r);
        let size = bytes.len() as u32;
        let sane = !r.one_in(4);
        Self {
            name: (*r.of(&NAMES)).to_owned(),
            kind: any(r),
            address: if sane { r.below(0x8000) as u32 } else { any(r) },
            load: if sane { r.below(0x8000) as u32 } else { any(r) },
            alignment: if sane { 1 << r.below(4) } else { any(r) },
            size: if sane { size } else { any(r) },
            bytes,
            relocations: any(r),
        }
    }
}

impl Any for Object {
    fn any(r: &mut Random) -> Self {
        // An assembly of a source, or of random numbers.
        if r.one_in(3) {
            return Assembly::any(r).object("a.o");
        }
        Self {
            name: any(r),
            processor: any(r),
            sections: any(r),
            symbols: any(r),
            entry: any(r),
            relaxable: any(r),
            ..Self::default()
        }
    }
}

impl Any for Packer {
    fn any(r: &mut Random) -> Self {
        let mut packer = Self::default();
        for _ in 0..r.below(5) {
            packer.line(any(r), any(r), any(r), any(r));
        }
        packer
    }
}

impl Any for Script {
    fn any(r: &mut Random) -> Self {
        let script = Self::read("x", &String::any(r));
        script
            .ok()
            .filter(|_| r.one_in(2))
            .unwrap_or_else(|| Self::standard(any(r)))
    }
}

impl Any for link::Options {
    fn any(r: &mut Random) -> Self {
        Self {
            script: any(r),
            entry: any(r),
            relax: any(r),
            leave_out_unused: any(r),
            may_overlap: any(r),
            allow_duplicates: any(r),
            warn_common: any(r),
            map: any(r),
            allocate: any(r),
            unresolved: link::Unresolved::Ignored,
            wrapped: any(r),
            ..Self::default()
        }
    }
}

impl Any for Input<'_> {
    fn any(r: &mut Random) -> Self {
        match r.below(5) {
            0 => Self::Symbols(any(r)),
            1 => Self::Group(vec![Self::Object(any(r))]),
            _ => Self::Object(any(r)),
        }
    }
}

// z8000-asm

/// Sources that can be assembled, some of them at the limits of addresses and numbers.
const SOURCES: [&str; 8] = [
    "\t.z8002\n\t.org 0xfffffff0\n\tnop\n",
    "\t.z8002\n\t.weak x\n\tjr x-0x7fffffffffffffff\n",
    "\t.z8002\n\t.org 0x10000\n\t.word 0xdead\n\t.org 0x20000\n\tnop\n",
    "\t.z8001\nstart:\tld r1,value\n\tcall start\n\t.data\nvalue:\t.word start,value-start\n\t.bss\n\t.space 100\n",
    "\t.macro m a\n\tldk r1,#\\a\n\t.endm\n\t.rept 20\n\tm 3\n\t.endr\n\thalt\n",
    "",
    "\t.byte 1,2,3\n\t.even\nx:\t.long x\n\t.comm c,8,4\n",
    "\t.section .rom,\"r\"\n\t.ascii \"text\"\n\t.align 4\n\tdjnz r1,.\n",
];

impl Any for z8000_asm::Options {
    fn any(r: &mut Random) -> Self {
        Self {
            processor: any(r),
            one_memory: any(r),
            for_linker: any(r),
            gnu: any(r),
            relaxable: any(r),
            symbols: any(r),
            ..Self::default()
        }
    }
}

impl Any for Assembly {
    fn any(r: &mut Random) -> Self {
        let text = if r.one_in(2) {
            String::any(r)
        } else {
            (*r.of(&SOURCES)).to_owned()
        };
        let sources = z8000_asm::Memory::new([("a.s", &*text)]);
        z8000_asm::examine(&sources, "a.s", &any(r)).assembly
    }
}

impl Any for LineRecord {
    fn any(r: &mut Random) -> Self {
        loop {
            let lines = Assembly::any(r).lines;
            if !lines.is_empty() {
                return r.of(&lines).clone();
            }
        }
    }
}

impl Any for LineClocks {
    fn any(r: &mut Random) -> Self {
        loop {
            if let Some(clocks) = LineRecord::any(r).clocks {
                return Self { count: any(r), ..clocks };
            }
        }
    }
}

impl Any for SectionInfo {
    fn any(r: &mut Random) -> Self {
        let sections = Assembly::any(r).sections;
        r.of(&sections).clone()
    }
}

impl Any for Hints {
    fn any(r: &mut Random) -> Self {
        Self::parse(&String::any(r)).unwrap_or_default()
    }
}

impl Any for Rule {
    fn any(r: &mut Random) -> Self {
        *r.of(&[Self::Syntax, Self::Undefined, Self::Range, Self::Unused, Self::Link])
    }
}

impl Any for Fault {
    fn any(r: &mut Random) -> Self {
        Self::new(any(r), String::any(r))
    }
}

impl Any for ClockSum {
    fn any(r: &mut Random) -> Self {
        Self { clocks: any(r), open: any(r) }
    }
}

impl Any for Diagnostic {
    fn any(r: &mut Random) -> Self {
        let mut made = Self::new(Rule::default(), String::any(r));
        (made.text, made.line) = (any(r), any(r));
        made
    }
}

impl Any for z8000_asm::Piece {
    fn any(r: &mut Random) -> Self {
        loop {
            let pieces = Assembly::any(r).pieces;
            if !pieces.is_empty() {
                return r.of(&pieces).clone();
            }
        }
    }
}
