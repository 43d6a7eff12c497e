//! The line map: the file and line at each address, for debuggers.

mod bytes;
mod map;
mod packed;
mod parts;

pub use map::{LineMap, MapExpansion, MapLine, MapPlace, MapSection, MapSymbol};
pub use packed::Packer;
pub(crate) use packed::{CUT, Cuts};
pub use parts::Lines;
