//! Directives: the table of them, as data.

mod action;
mod table;

use std::sync::LazyLock;

use rustc_hash::FxHashMap;

use crate::syntax::Syntax;

pub(crate) use action::{Action, Boundary, Does, LARGEST_POWER, Test};
pub use table::{Directive, directives};

/// The directives of each dialect by their names, in lower case.
static BY_NAME: LazyLock<[FxHashMap<&str, &Directive>; Syntax::ALL.len()]> = LazyLock::new(|| {
    let named = |directive: &'static Directive| directive.names.iter().map(move |name| (*name, directive));
    Syntax::ALL.map(|syntax| directives(syntax).flat_map(named).collect())
});

/// The longest name of a directive.
const LONGEST: usize = 13;

/// The directive of GNU as of a name, in upper or lower case.
pub(crate) fn find(name: &str) -> Option<&'static Directive> {
    directive(Syntax::Gnu, name)
}

/// The directive of a dialect by one of its names, in upper or lower case.
#[must_use]
pub fn directive(syntax: Syntax, name: &str) -> Option<&'static Directive> {
    let mut lower = [0; LONGEST];
    let lower = lower.get_mut(..name.len())?;
    lower.copy_from_slice(name.as_bytes());
    lower.make_ascii_lowercase();
    let name = std::str::from_utf8(lower).ok()?;
    BY_NAME[syntax as usize].get(name).copied()
}
