//! PLZ/ASM: modules, procedures and data declarations around instructions; and the dialect of `cas`, which has directives
//! with a dot, `name::`, `~name` and `{ }` instead.
//!
//! A file is converted twice: only the second time is it known which names are registers, how large variables are, and
//! which sections contain instructions. If a count is defined later, more passes are needed.

mod declaration;
mod dot;
mod grammar;
mod kind;
mod structured;
mod translator;

pub(super) use translator::translate;
