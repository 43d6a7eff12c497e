//! Code that the commands share and no library needs: files, tables, messages, the exit status, arguments, version
//! information, and requests to stop.
//!
//! ```
//! assert_eq!(cli::grouped(1_234_567_u32), "1,234,567");
//! ```

#[cfg(feature = "commands")]
mod examples;
mod file;
#[cfg(feature = "commands")]
mod format;
mod input;
#[cfg(feature = "interrupt")]
pub mod interrupt;
mod output;
#[cfg(feature = "pages")]
mod pages;
mod table;
mod text;
#[cfg(feature = "commands")]
mod version;
#[cfg(feature = "commands")]
mod wrong;

#[cfg(feature = "commands")]
pub use examples::with_examples;
pub use file::{check, make, write};
#[cfg(feature = "commands")]
pub use format::Format;
pub use input::{name, read, read_by, read_text, read_to_change};
#[cfg(feature = "commands")]
pub use output::note_outputs;
pub use output::{Output, note};
// The parts of libraries that commands need too.
pub use streams::{
    STANDARD, StandardOutput, bound, contents, gate, harmless, is_standard, nearest, opened, plain, regular, replace,
    standard_output,
};
pub use table::{Column, Table};
pub use text::{Screen, cell, exit_code, grouped, is_broken_pipe, pass, print, print_line, tell, warn, wrapped};
#[cfg(feature = "commands")]
pub use version::{matches, parse, taken};
