//! Input and output for libraries: files that are read up to a maximum size and replaced atomically, framed messages,
//! the last part of an endless text, and text that cannot control a terminal.
//!
//! ```
//! let mut console = streams::Ring::new(2);
//! console.extend(b"hello");
//! assert_eq!((console.kept(), console.dropped()), (&b"lo"[..], 3));
//! ```

mod framing;
pub mod gate;
mod output;
mod ring;
mod text;

pub use framing::{FramingError, receive, write_message};
pub use gate::{
    STANDARD, bound, check_writable, contents, folder, is_standard, limited, make, megabytes, nearest, opened, regular,
    replace, to_end,
};
pub use output::{StandardOutput, standard_output};
pub use ring::Ring;
pub use text::{harmless, harmless_json, plain, without_numbers};
