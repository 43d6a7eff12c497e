//! The line map: which line of which file stands at an address, for debuggers.

mod bytes;
mod map;
mod moved;
mod packed;
mod parts;

pub use map::{LineMap, MapExpansion, MapLine, MapPlace, MapSection, MapSymbol};
pub(crate) use moved::{CUT, Cuts};
pub use packed::Packer;
pub use parts::Lines;
