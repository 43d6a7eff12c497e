//! What a command leaves behind: files, an exit status, tables, numbers as people write them.
//!
//! ```
//! assert_eq!(output::grouped(1_234_567_u32), "1,234,567");
//! ```

mod exit;
mod file;
mod number;
mod table;
mod text;

pub use exit::{exit_code, is_broken_pipe};
pub use file::{check, create, make, replace, write};
pub use number::grouped;
pub use table::{Column, Table};
pub use text::{cell, harmless, print, print_line, tell};
