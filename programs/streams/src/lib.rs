//! Input and output for libraries: files that are read up to a maximum size and replaced atomically, framed messages,
//! the last part of an endless text, and text that cannot control a terminal.
//!
//! ```
//! let mut console = streams::Ring::new(2);
//! console.extend(b"hello");
//! assert_eq!((console.kept(), console.dropped()), (&b"lo"[..], 3));
//! ```

mod aside;
mod file;
mod framing;
mod input;
mod output;
mod ring;
mod text;

pub use aside::folder;
pub use file::{check_writable, create, make, replace};
pub use framing::{FramingError, receive, write_message};
pub use input::{STANDARD, bound, contents, is_standard, limited, megabytes, nearest, opened, regular, to_end};
pub use output::{StandardOutput, standard_output};
pub use ring::Ring;
pub use text::{harmless, harmless_json, plain, without_numbers};
