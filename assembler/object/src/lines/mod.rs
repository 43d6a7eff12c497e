//! The line map: which line of which file stands at an address, for debuggers.

mod bytes;
mod map;

pub use map::{LineMap, MapExpansion, MapLine, MapPlace, MapSection, MapSymbol};
