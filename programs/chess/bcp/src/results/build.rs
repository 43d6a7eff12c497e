//! By which sources results are computed.

use source_fingerprint::Fingerprint;

/// What of this crate decides a result; the rule by which a position counts as solved has a hash of its own.
const OWN: [(&str, &str); 3] = [
    ("commands/attempt.rs", include_str!("../commands/attempt.rs")),
    ("judgement/outcome.rs", include_str!("../judgement/outcome.rs")),
    ("results/record.rs", include_str!("record.rs")),
];

/// Hash of the sources of all crates that decide a result: the same on every system, and the same after changes of
/// what is shown, of documentation or of tests.
pub(crate) fn build() -> String {
    let own = OWN
        .iter()
        .fold(Fingerprint::default(), |hash, (name, text)| hash.file(name, text));
    bcp_suite::results::build(&[
        ("z8000", z8000::SOURCE),
        ("z8000-translate", z8000_translate::SOURCE),
        ("bcp-chess", bcp_chess::SOURCE),
        ("bcp-suite", bcp_suite::SOURCE),
        ("bcp-reference", bcp_reference::SOURCE),
        ("bcp-driver", bcp_driver::SOURCE),
        ("bcp", &own.to_string()),
    ])
}
