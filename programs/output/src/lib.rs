//! What a command leaves behind: files, an exit status, numbers as people write them.

mod exit;
mod file;
mod number;

pub use exit::exit_code;
pub use file::{check, replace, write};
pub use number::grouped;
