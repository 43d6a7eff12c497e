//! `z8k vectors`

use std::io::{Write, stdout};
use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::{Context, Result};
use clap::Args;
use z8000::vectors::{Options, Outcome, check, parse};

use crate::files;

#[derive(Args)]
pub(crate) struct Arguments {
    /// Files of vectors, one JSON object a line.
    #[arg(required = true)]
    files: Vec<PathBuf>,
    /// Compare also what the architecture leaves open.
    #[arg(long)]
    no_masks: bool,
}

pub(crate) fn vectors(arguments: &Arguments) -> Result<ExitCode> {
    let options = Options {
        masks: !arguments.no_masks,
    };
    let (mut passed, mut failed) = (0, 0);
    let mut out = stdout().lock();
    for path in &arguments.files {
        let bytes = files::read(path)?;
        let text =
            String::from_utf8(bytes).with_context(|| format!("{} is not UTF-8", path.display()))?;
        let vectors = parse(&text).with_context(|| path.display().to_string())?;
        for vector in &vectors {
            match check(vector, options) {
                Outcome::Passed => passed += 1,
                Outcome::Failed(differences) => {
                    failed += 1;
                    writeln!(out, "{}: {}", vector.name, differences.join(", "))?;
                }
            }
        }
    }
    writeln!(out, "{passed} passed, {failed} failed")?;
    Ok(if failed == 0 {
        ExitCode::SUCCESS
    } else {
        ExitCode::FAILURE
    })
}
