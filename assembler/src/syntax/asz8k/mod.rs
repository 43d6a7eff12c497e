//! The dialect of asz8k, line by line.
//!
//! A name in the first column is a label, with or without a colon. Directives begin with a dot; a directive that
//! defines a name follows the name.

mod directive;
mod grammar;
mod translator;

pub(super) use translator::translate;
