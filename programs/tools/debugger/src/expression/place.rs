//! Places whose values can be changed.

use std::fmt;

use thiserror::Error;
use z8000::cpu::Fcw;

use crate::machine::Address;

/// A place that can be changed: a register, or memory.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Place {
    /// R0 to R15, by number.
    Word(u8),
    /// RH0 to RH7 as 0 to 7, RL0 to RL7 as 8 to 15.
    Byte(u8),
    /// RR0 to RR14, by the number of their first word register.
    Long(u8),
    /// RQ0 to RQ12, by the number of their first word register.
    Quad(u8),
    /// The program counter, with its segment on a Z8001.
    Pc,
    /// The stack pointer of a Z8001: a register pair in segmented mode.
    Stack,
    /// The flag and control word.
    Fcw,
    /// Flags in the flag and control word.
    Flag(Fcw),
    /// Bytes of memory.
    Memory {
        /// True for program memory.
        program: bool,
        /// The address of the first byte.
        address: Address,
        /// The number of bytes: 1, 2 or 4.
        bytes: u8,
    },
}

/// Writes the place as an expression.
impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Word(n) => write!(f, "r{n}"),
            Self::Byte(n @ 0..=7) => write!(f, "rh{n}"),
            Self::Byte(n) => write!(f, "rl{}", n - 8),
            Self::Long(n) => write!(f, "rr{n}"),
            Self::Quad(n) => write!(f, "rq{n}"),
            Self::Pc => f.write_str("pc"),
            Self::Stack => f.write_str("sp"),
            Self::Fcw => f.write_str("fcw"),
            Self::Flag(flag) => write!(f, "fcw.{}", flag_name(*flag)),
            Self::Memory { program, address, bytes } => {
                let space = if *program { "p" } else { "" };
                let width = match bytes {
                    1 => "byte",
                    2 => "word",
                    _ => "long",
                };
                write!(f, "{space}{width}({})", address.linear())
            }
        }
    }
}

impl Place {
    /// Checks that a value fits: bytes, words and long words accept signed and unsigned values, quadruple registers any
    /// value, flags 0, 1 and -1 (the value of a true comparison), SP an address, and PC an even one. `segmented` is
    /// true for a Z8001.
    ///
    /// # Errors
    ///
    /// The value does not fit; the error gives the range.
    ///
    /// # Example
    ///
    /// ```
    /// use z8000_debugger::expression::{Place, ValueError};
    ///
    /// // RH0 takes a byte, signed or unsigned.
    /// assert_eq!(Place::Byte(0).check(-128, false), Ok(()));
    /// assert_eq!(Place::Byte(0).check(256, false), Err(ValueError::Range(256, -128, 255)));
    /// assert_eq!(Place::Pc.check(0x101, false), Err(ValueError::Odd(0x101)));
    /// ```
    pub fn check(self, value: i64, segmented: bool) -> Result<(), ValueError> {
        let bits = match self {
            Self::Byte(_) => 8,
            Self::Word(_) | Self::Fcw => 16,
            Self::Long(_) => 32,
            Self::Memory { bytes: bytes @ ..8, .. } => u32::from(bytes.max(1)) * 8,
            Self::Quad(_) | Self::Memory { .. } => return Ok(()),
            // A comparison that is true has the value -1.
            Self::Flag(_) if matches!(value, -1..=1) => return Ok(()),
            Self::Flag(_) => return Err(ValueError::Range(value, 0, 1)),
            Self::Pc if Address::of(value, segmented).is_some_and(|at| !at.offset().is_multiple_of(2)) => {
                return Err(ValueError::Odd(value));
            }
            Self::Pc | Self::Stack if Address::of(value, segmented).is_some() => return Ok(()),
            Self::Pc | Self::Stack if segmented => return Err(ValueError::Address(value)),
            Self::Pc | Self::Stack => return Err(ValueError::Range(value, 0, 0xFFFF)),
        };
        let (least, most) = (-(1_i64 << (bits - 1)), (1_i64 << bits) - 1);
        if (least..=most).contains(&value) {
            Ok(())
        } else {
            Err(ValueError::Range(value, least, most))
        }
    }
}

/// The reason why a value cannot be written to a register or to memory.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum ValueError {
    /// The value is too small or too large. The fields are the value and its limits.
    #[error("{0} is out of range: expected {1} to {2}")]
    Range(i64, i64, i64),
    /// PC must be an even address.
    #[error("{0:#x} is odd: instructions must begin at even addresses")]
    Odd(i64),
    /// The Z8001 does not have this address.
    #[error("{0:#x} is not an address: expected <<0>>0 to <<127>>0xffff")]
    Address(i64),
}

/// The flags by name; of two names for a flag, the first is displayed.
pub(crate) const FLAGS: [(&str, Fcw); 12] = [
    ("c", Fcw::C),
    ("z", Fcw::Z),
    ("s", Fcw::S),
    ("v", Fcw::PV),
    ("p", Fcw::PV),
    ("da", Fcw::DA),
    ("h", Fcw::H),
    ("system", Fcw::SYSTEM),
    ("seg", Fcw::SEG),
    ("epa", Fcw::EPA),
    ("vie", Fcw::VIE),
    ("nvie", Fcw::NVIE),
];

fn flag_name(flag: Fcw) -> &'static str {
    FLAGS
        .iter()
        .find(|(_, known)| *known == flag)
        .map_or("", |(name, _)| name)
}
