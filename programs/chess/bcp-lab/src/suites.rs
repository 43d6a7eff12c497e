//! `bcp-lab suite`: the test suites of the papers, which are not part of the repository.

use std::path::Path;
use std::process::ExitCode;

use anyhow::{Error, Result, anyhow};
use bcp_laboratory::ChessLike;
use bcp_laboratory::chess::Chess;
use bcp_suite::Problem;

/// A suite that is recognized by its bytes.
#[derive(Debug)]
pub(crate) struct KnownSuite {
    pub(crate) name: &'static str,
    /// The book or collection from which the positions are taken.
    title: &'static str,
    /// An address at which a fixed version is published.
    url: &'static str,
    /// SHA-256 of the file.
    sha256: &'static str,
    /// The number of positions in the file, and of those in which both sides have more than king and pawns.
    positions: usize,
    with_pieces: usize,
}

/// The public suites that David and Netanyahu (2002) used. Without the positions in which a side has only king and
/// pawns, they have as many positions as the paper's.
pub(crate) const SUITES: [KnownSuite; 2] = [
    KnownSuite {
        name: "ecm",
        title: "Encyclopedia of Chess Middlegames",
        url: "https://raw.githubusercontent.com/stannous/shatranj/a96225178f70359c59a6d529a8c36db968e859f9/ECM.epd",
        sha256: "644f73210c251ff3760bf16e49c3b81a80251ec14639256850e4b06bc8fb9833",
        positions: 879,
        with_pieces: 869,
    },
    KnownSuite {
        name: "wcs",
        title: "Winning Chess Sacrifices",
        url: "https://raw.githubusercontent.com/joaotavora/eglot/9abf41031b3a726d11169ac25fbde6b9e97e4347/wcsac.epd",
        sha256: "ef7281ca3e0387615590eac103b82eb01ac860de8a67175c571661d7981b1e85",
        positions: 1001,
        with_pieces: 999,
    },
];

/// Returns the known suite with this hash.
pub(crate) fn named(sha256: &str) -> Option<&'static KnownSuite> {
    SUITES.iter().find(|suite| suite.sha256 == sha256)
}

/// Returns true if both sides have more than king and pawns, as David and Netanyahu require for null moves.
pub(crate) fn has_pieces(problem: &Problem) -> bool {
    let [own, other] = Chess::from(&problem.position).pieces();
    own > 0 && other > 0
}

/// Adds to the error for a missing file, if it is a known suite, how to find its address.
pub(crate) fn advised(error: Error, path: Option<&Path>) -> Error {
    let missing = path.filter(|path| !path.exists()).and_then(Path::file_stem);
    match SUITES.iter().find(|suite| missing == Some(suite.name.as_ref())) {
        Some(_) => anyhow!("{error:#}; `bcp-lab suite` shows how to download it"),
        None => error,
    }
}

/// Lists the suites, with the commands that download them.
pub(crate) fn list() -> Result<ExitCode> {
    for KnownSuite { name, title, url, sha256, positions, with_pieces } in SUITES {
        cli::print_line(format_args!(
            "{name}: {title}, {positions} positions, {with_pieces} with pieces on both sides\n  \
             curl --fail --location --output {name}.epd {url}\n  sha256 {sha256}"
        ))?;
    }
    Ok(ExitCode::SUCCESS)
}
