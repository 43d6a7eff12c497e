//! By which sources results are computed.

use anyhow::{Result, ensure};

/// Hash of the sources of all crates that decide a result of the laboratory: the same on every system.
pub(super) fn build() -> String {
    bcp_results::build(&[
        ("bcp-chess", bcp_chess::SOURCE),
        ("bcp-suite", bcp_suite::SOURCE),
        ("bcp-reference", bcp_reference::SOURCE),
        ("bcp-laboratory", crate::SOURCE),
    ])
}

/// Refuses results that other sources have computed.
///
/// # Errors
///
/// They have.
pub(super) fn same_build(theirs: Option<&str>, ours: Option<&str>) -> Result<()> {
    let short = |build: Option<&str>| {
        build
            .map_or("unknown", |build| build.get(..12).unwrap_or(build))
            .to_owned()
    };
    ensure!(
        theirs == ours,
        "it holds results of other sources: build {} and {} (--other-build takes them all the same)",
        short(theirs),
        short(ours)
    );
    Ok(())
}
