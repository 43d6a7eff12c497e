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
    /// Bytes of memory.
    Memory {
        /// True for program memory, false for data memory.
        program: bool,
        /// The address of the first byte.
        from: Address,
        /// The number of bytes.
        bytes: u32,
    },
}

impl Wanted {
    /// Returns the bytes of a place, for a processor with this FCW; `None` for PC, which every instruction writes.
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

    /// Removes bytes beyond the last address.
    pub(crate) fn sound(mut self) -> Self {
        if let Self::Memory { from, bytes, .. } = &mut self {
            *bytes = from.room().min(u64::from(*bytes)) as u32;
        }
        self
    }

    /// Returns the offset from the first byte of a byte in program or data memory; `None` if the byte is not included.
    pub(super) fn offset(self, (program, number): (bool, usize)) -> Option<usize> {
        let Self::Memory { program: own, from, bytes } = self else {
            return None;
        };
        let offset = number.checked_sub(from.linear())?;
        (own == program && offset < bytes as usize).then_some(offset)
    }

    /// Returns true if both have at least one byte in common.
    pub(crate) fn meets(self, other: Self) -> bool {
        match (self, other) {
            (Self::Cpu(one), Self::Cpu(two)) => one.meets(two),
            (_, Self::Memory { program, from, bytes }) => {
                (0..bytes as usize).any(|n| self.offset((program, from.linear() + n)).is_some())
            }
            _ => false,
        }
    }

    /// Returns the registers and flags, each with its name and value.
    fn parts(self, view: View<'_>) -> Vec<(String, String)> {
        let (Self::Cpu(mut left), fcw) = (self, view.cpu.fcw()) else {
            return Vec::new();
        };
        let of_register = |n: u8| {
            let (quad, long) = (Place::Quad(n & 12), Place::Long(n & 14));
            [quad, long, Place::Word(n), Place::Byte(n), Place::Byte(n + 8)]
        };
        let flags = FLAGS.map(|(_, flag)| Place::Flag(flag));
        let all = (0..16).flat_map(of_register).chain([Place::Fcw]).chain(flags);
        let mut parts = Vec::new();
        for place in all {
            let own = Self::of(place, fcw);
            if let Some(Self::Cpu(own)) = own
                && own.meets(left)
                && own.without(left) == Places(0)
            {
                left = left.without(own);
                parts.push((place.to_string(), digits(place, view)));
            }
        }
        for (n, stack) in view.cpu.other_stack().into_iter().enumerate() {
            if left.meets(Places(3 << (48 + 2 * n)).physical(fcw)) {
                parts.push((format!("r{} of the other mode", 14 + n), format!("{stack:04x}")));
            }
        }
        parts
    }

    /// Formats the bytes as a hexadecimal number; for memory, only the first eight.
    pub fn value(self, view: View<'_>) -> String {
        let Self::Memory { program, from, bytes } = self else {
            let values: Vec<String> = self.parts(view).into_iter().map(|part| part.1).collect();
            return values.join(" ");
        };
        let byte = |n: u16| format!("{:02x}", view.memory.byte(program, from.plus(n)));
        let shown: String = (0..bytes.min(8) as u16).map(byte).collect();
        shown + if bytes > 8 { "..." } else { "" }
    }

    /// Returns the name, as in an expression; for several registers or flags, their names.
    pub fn name(self, known: &Program, view: View<'_>) -> String {
        let Self::Memory { program, from, bytes } = self else {
            let names: Vec<String> = self.parts(view).into_iter().map(|part| part.0).collect();
            return names.join(" ");
        };
        let bytes = if bytes == 2 { String::new() } else { format!(",{bytes}") };
        let name = known
            .name_in(program, from)
            .map_or(String::new(), |name| format!(" {name}"));
        format!("{}{from}{bytes}{name}", if program { "program " } else { "" })
    }
}
