//! What a command was built from.
//!
//! In a checkout this crate is built anew whenever a source or the commit changes, and with it whatever depends on it.
//! So only the commands do; they hand on what a library has to know.

/// The commit that was checked out or packaged, 40 hexadecimal digits; `unknown` without git.
pub const COMMIT: &str = env!("BUILD_COMMIT");

/// Whether sources were changed after that commit.
pub const CHANGED: bool = matches!(env!("BUILD_CHANGED").as_bytes(), b"yes");

/// SHA-256 of the sources: of their names and contents, in a checkout. Two builds with the same hash are made of the same
/// code, assembly, positions and versions of dependencies, whatever the commit. `unknown` in a build from a package, for
/// which version and commit stand.
pub const SOURCES: &str = env!("BUILD_SOURCES");

/// The commit as people write it: its first 12 digits, and whether sources were changed after it.
///
/// ```
/// let commit = build_info::commit();
/// assert!(commit.starts_with(&build_info::COMMIT[..7]));
/// assert_eq!(commit.ends_with(" with changes"), build_info::CHANGED);
/// ```
#[must_use]
pub fn commit() -> String {
    let short = COMMIT.get(..12).unwrap_or(COMMIT);
    let changes = if CHANGED { " with changes" } else { "" };
    format!("{short}{changes}")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn is_hexadecimal(text: &str, digits: usize) -> bool {
        text.len() == digits && text.bytes().all(|byte| byte.is_ascii_hexdigit())
    }

    #[test]
    fn a_value_is_a_hash_or_unknown() {
        assert!(COMMIT == "unknown" || is_hexadecimal(COMMIT, 40));
        assert!(SOURCES == "unknown" || is_hexadecimal(SOURCES, 64));
    }

    #[test]
    fn nothing_is_changed_where_no_commit_is_known() {
        assert!(COMMIT != "unknown" || !CHANGED);
    }
}
