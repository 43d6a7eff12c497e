//! What a command was built from.
//!
//! In a checkout this crate is built anew whenever a source or the commit changes, and with it whatever depends on it.
//! So only the commands do; they hand on what a library has to know.

/// The commit that was checked out or packaged, 40 hexadecimal digits; `unknown` without git.
pub const COMMIT: &str = env!("BUILD_COMMIT");

/// Whether sources were changed after that commit.
pub const CHANGED: bool = matches!(env!("BUILD_CHANGED").as_bytes(), b"yes");

/// The commit, and whether sources were changed after it.
///
/// ```
/// let commit = build_info::commit();
/// assert!(commit.starts_with(build_info::COMMIT));
/// assert_eq!(commit.ends_with(" with changes"), build_info::CHANGED);
/// ```
#[must_use]
pub fn commit() -> String {
    let changes = if CHANGED { " with changes" } else { "" };
    format!("{COMMIT}{changes}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_commit_is_a_hash_or_unknown() {
        let is_hash = COMMIT.len() == 40 && COMMIT.bytes().all(|byte| byte.is_ascii_hexdigit());
        assert!(COMMIT == "unknown" || is_hash);
    }

    #[test]
    fn nothing_is_changed_where_no_commit_is_known() {
        assert!(COMMIT != "unknown" || !CHANGED);
    }
}
