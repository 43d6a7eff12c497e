//! The bytes whose origin is requested.

use z8000::cpu::Fcw;
use z8000::isa::Places;

use crate::expression::{FLAGS, Place, View, digits};
use crate::machine::Address;
use crate::program::Program;

/// Bytes of registers or of memory, or flags.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Wanted {
    /// Registers and bits of FCW; R14 and R15 as in [`Places::physical`].
    Cpu(Places),
    /// Memory.
    Memory {
        /// In program memory; otherwise in data memory.
        program: bool,
        /// The first byte.
        from: Address,
        /// The number of bytes.
        bytes: u32,
    },
}

impl Wanted {
    /// The bytes of a place, for a processor with this FCW. `None` for PC, which every instruction writes.
    pub fn of(place: Place, fcw: Fcw) -> Option<Self> {
        let places = match place {
            Place::Word(n) => Places::words(n, 1),
            Place::Byte(n) => Places::byte(n),
            Place::Long(n) => Places::words(n, 2),
            Place::Quad(n) => Places::words(n, 4),
            Place::Stack => Places::words(
                15 - u8::from(fcw.contains(Fcw::SEG)),
                1 + u8::from(fcw.contains(Fcw::SEG)),
            ),
            Place::Fcw => Places::FCW,
            Place::Flag(flag) => Places::fcw(flag.bits()),
            Place::Memory { program, address, bytes } => {
                let from = address.with_offset(address.offset() & if bytes > 1 { !1 } else { !0 });
                return Some(Self::Memory { program, from, bytes: bytes.into() });
            }
            Place::Pc => return None,
        };
        Some(Self::Cpu(places.physical(fcw)))
    }

    /// The offset of a byte in program or data memory from the first, if it is one of these.
    pub(super) fn offset(self, (program, number): (bool, usize)) -> Option<usize> {
        let Self::Memory { program: own, from, bytes } = self else {
            return None;
        };
        let offset = number.checked_sub(from.linear())?;
        (own == program && offset < bytes as usize).then_some(offset)
    }

    /// Returns true if both have a byte in common.
    pub(crate) fn meets(self, other: Self) -> bool {
        match (self, other) {
            (Self::Cpu(one), Self::Cpu(two)) => one.meets(two),
            (_, Self::Memory { program, from, bytes }) => {
                (0..bytes as usize).any(|n| self.offset((program, from.linear() + n)).is_some())
            }
            _ => false,
        }
    }

    /// The place of registers or flags, for a processor with this FCW; FCW if they are several flags.
    fn place(self, fcw: Fcw) -> Place {
        let registers =
            (0..16).flat_map(|n| [Place::Word(n), Place::Byte(n), Place::Long(n & 14), Place::Quad(n & 12)]);
        let mut all = registers.chain(FLAGS.map(|(_, flag)| Place::Flag(flag)));
        all.find(|place| Self::of(*place, fcw) == Some(self))
            .unwrap_or(Place::Fcw)
    }

    /// The bytes as a hexadecimal number; of many only the first eight.
    pub fn value(self, view: View<'_>) -> String {
        let Self::Memory { program, from, bytes } = self else {
            return digits(self.place(view.cpu.fcw()), view);
        };
        let byte = |n: u16| format!("{:02x}", view.memory.byte(program, from.plus(n)));
        (0..bytes.min(8) as u16).map(byte).collect()
    }

    /// Its name, as in an expression.
    pub fn name(self, known: &Program, fcw: Fcw) -> String {
        let Self::Memory { program, from, bytes } = self else {
            return self.place(fcw).to_string();
        };
        let bytes = if bytes == 2 { String::new() } else { format!(",{bytes}") };
        let name = known
            .name_in(program, from)
            .map_or(String::new(), |name| format!(" {name}"));
        format!("{}{from}{bytes}{name}", if program { "program " } else { "" })
    }
}
