//! PLZ/ASM: modules, procedures and data declarations around instructions; and the dialect of `cas`, which has directives
//! with a dot, `name::`, `~name` and `{ }` instead.
//!
//! A file is written twice: only the second time is it known which names are those of registers, how large
//! variables are, and which sections have instructions. Where a count is defined later, it takes more times.

mod declaration;
mod dot;
mod grammar;
mod kind;
mod structured;
mod translator;

pub(super) use translator::translate;
