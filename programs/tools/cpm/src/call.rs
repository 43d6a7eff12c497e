//! System calls as a debugger displays them: by name, with arguments and result.

use z8000::bus::Location;
use z8000::cpu::{Cpu, Fcw};
use z8000::machine::{Address, Look};

use crate::bdos::FUNCTIONS;
use crate::drive::Name;
use crate::fcb::Fcb;
use crate::memory::location;
use crate::processor::{FRAME, HANDLER};

/// A system call that is about to be answered.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Call {
    /// The operand of the SC instruction: 1 memory, 2 BDOS, 3 BIOS.
    pub number: u8,
    /// The function number, in R5, or in R3 for the BIOS.
    pub function: u16,
    /// The name of the call, for display.
    pub name: String,
    /// The arguments, formatted for display; empty if they are unknown.
    pub arguments: String,
}

/// The high byte of an SC instruction, which its trap pushes; the trap of an extended instruction pushes 0.
const SYSTEM_CALL: u8 = 0x7F;

/// The maximum number of characters of a string that are displayed.
const LONGEST: usize = 60;

impl Call {
    /// Returns the call for which a processor has trapped; `None` if it is not in the handler of a call.
    pub fn at(cpu: &Cpu, memory: &dyn Look) -> Option<Self> {
        let at = cpu.location();
        if !cpu.fcw().contains(Fcw::SYSTEM) || at.offset() != HANDLER {
            return None;
        }
        let frame = |distance| memory.word(false, Address::segmented(0, FRAME + distance));
        let [instruction, number] = frame(0).to_be_bytes();
        if instruction != SYSTEM_CALL {
            return None;
        }
        let seen = Seen {
            cpu,
            memory,
            segmented: frame(2) & 0x8000 != 0,
            segment: (frame(4) >> 8) as u8 & 0x7F,
        };
        let function = cpu.register(if number == 3 { 3 } else { 5 });
        let known = FUNCTIONS.iter().find(|known| known.number == function);
        let (name, arguments) = match (number, known) {
            (2, Some(known)) => (known.name.to_owned(), seen.arguments(function)),
            (1, _) => ("memory".to_owned(), String::new()),
            (2, None) => (format!("BDOS function {function}"), String::new()),
            (3, _) => (format!("BIOS function {function}"), String::new()),
            _ => (format!("SC #{number}"), String::new()),
        };
        Some(Self { number, function, name, arguments })
    }

    /// Describes the result of the call, from the registers after it; empty unless it is a BDOS call.
    pub fn result(&self, cpu: &Cpu) -> String {
        let value = cpu.register(7);
        let meaning = match (self.number, self.function, value & 0xFF) {
            (2, 15..=17 | 19 | 22 | 23 | 30, 0..=3) => "done",
            (2, 18, 0..=3) => "found",
            (2, 15 | 17 | 19 | 23 | 30, 0xFF) => "no such file",
            (2, 16, 0xFF) => "not open, or cannot be written",
            (2, 18, 0xFF) => "no more files",
            (2, 22, 0xFF) => "the directory is full",
            (2, 20 | 21 | 33 | 34 | 40, 0) => "done",
            (2, 20, _) => "end of the file",
            (2, 21, 1) => "no such file, or the directory is full",
            (2, 21, 2) => "the disk is full",
            (2, 33, 1 | 4) => "no such record",
            _ => "",
        };
        match (self.number, meaning) {
            (2, "") => format!("R7 = {value:#x}"),
            (2, meaning) => format!("R7 = {value:#x}, {meaning}"),
            _ => String::new(),
        }
    }
}

impl std::fmt::Display for Call {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.name)?;
        match self.arguments.as_str() {
            "" => Ok(()),
            arguments => write!(f, " {arguments}"),
        }
    }
}

/// The registers and the memory of a program at a call.
struct Seen<'s> {
    cpu: &'s Cpu,
    memory: &'s dyn Look,
    segmented: bool,
    segment: u8,
}

impl Seen<'_> {
    fn arguments(&self, function: u16) -> String {
        let value = self.cpu.register(7);
        match function {
            2 | 4 | 5 => character(value as u8),
            6 if value & 0xFF < 0xFD => character(value as u8),
            9 => format!("\"{}\", at {}", self.text(), self.shown(0)),
            10 => format!("of {} characters, at {}", self.byte(0), self.shown(0)),
            14 => letter(value as u8 & 15),
            37 => {
                let drives = (0..16).filter(|drive| value >> drive & 1 != 0);
                drives.map(letter).collect::<Vec<_>>().join(" ")
            }
            15..=17 | 19..=22 | 30 | 33..=36 | 40 => self.file(function),
            23 => format!("{} to {}", self.file(function), self.block().new_name()),
            26 | 31 | 50 | 59 | 61 | 63 => format!("at {}", self.shown(0)),
            32 | 44 => format!("{}", value & 0xFF),
            _ => String::new(),
        }
    }

    /// Formats the file that a control block names, and the block's address.
    fn file(&self, function: u16) -> String {
        let block = self.block();
        let drive = match block.drive() {
            0 | b'?' => String::new(),
            drive => format!("{}:", char::from(b'A'.wrapping_add(drive - 1))),
        };
        let record = match function {
            33 | 34 | 40 => format!(" record {},", block.random()),
            20 | 21 => format!(" record {},", block.extent() * 128 + u32::from(block.record())),
            _ => String::new(),
        };
        let name: Name = block.name();
        format!("{drive}{name},{record} FCB at {}", self.shown(0))
    }

    fn block(&self) -> Fcb {
        Fcb(std::array::from_fn(|offset| self.byte(offset as u16)))
    }

    /// Returns the string up to its `$`, without unprintable characters.
    fn text(&self) -> String {
        let bytes = (0..LONGEST as u16)
            .map(|offset| self.byte(offset))
            .take_while(|byte| *byte != b'$');
        bytes
            .map(|byte| {
                if byte.is_ascii_graphic() || byte == b' ' {
                    char::from(byte)
                } else {
                    '.'
                }
            })
            .collect()
    }

    fn byte(&self, offset: u16) -> u8 {
        self.memory.byte(false, self.argument(offset))
    }

    fn shown(&self, offset: u16) -> Address {
        self.argument(offset)
    }

    /// Returns the address in RR6 plus an offset.
    fn argument(&self, offset: u16) -> Address {
        let at: Location = match self.segmented {
            true => location(u32::from(self.cpu.register(6)) << 16 | u32::from(self.cpu.register(7))),
            false => Location::new(self.segment, self.cpu.register(7)),
        };
        Address::segmented(at.segment(), at.offset()).plus(offset)
    }
}

/// Formats a drive number, 0 for A.
fn letter(drive: u8) -> String {
    format!("{}:", char::from(b'A' + drive))
}

fn character(byte: u8) -> String {
    match byte {
        b' '..=b'~' => format!("`{}`", char::from(byte)),
        _ => format!("{byte:#04x}"),
    }
}
