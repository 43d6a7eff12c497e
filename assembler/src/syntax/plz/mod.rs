//! PLZ/ASM, in which modules, procedures and data declarations contain instructions; and the dialect of `cas`, which
//! has directives with a dot, `name::`, `~name` and `{ }` instead.
//! A file is converted in two passes, because only the second pass knows which names are registers, how large variables
//! are, and which sections contain instructions. More passes are needed if a count is defined after its use.
//! are, and which sections contain instructions. More passes are needed if a count is defined after its use.

mod declaration;
mod dot;
mod grammar;
mod kind;
mod structured;
mod translator;

pub(super) use translator::translate;
