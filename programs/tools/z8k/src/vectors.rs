//! `z8k vectors`

use std::io::Write;
use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::{Context, Result, ensure};
use clap::Args;
use z8000_vectors::{Options, Outcome, check, parse};

#[derive(Args)]
pub(crate) struct Arguments {
    /// Files of test vectors, with one JSON object per line.
    #[arg(required = true)]
    files: Vec<PathBuf>,
    /// Also compare results that the architecture leaves undefined.
    #[arg(long)]
    no_masks: bool,
    /// Also compare bus cycles, for vectors that include measured ones.
    #[arg(long)]
    bus: bool,
}

pub(crate) fn vectors(arguments: &Arguments) -> Result<ExitCode> {
    let options = Options { masks: !arguments.no_masks, bus: arguments.bus };
    let unmasked = Options { masks: false, ..options };
    let (mut passed, mut failed, mut exact, mut lists) = (0, 0, 0, 0);
    let mut out = cli::Screen::default();
    for path in &arguments.files {
        let wrong = || format!("{}: expected vectors, one JSON object per line", cli::name(path));
        let vectors = parse(&cli::read_text(path)?).with_context(wrong)?;
        ensure!(!vectors.is_empty(), "{}: no vectors found", cli::name(path));
        for vector in &vectors {
            exact += usize::from(check(vector, unmasked) == Outcome::Passed);
            lists += usize::from(!vector.bus.is_empty());
            match check(vector, options) {
                Outcome::Passed => passed += 1,
                Outcome::Failed(differences) => {
                    failed += 1;
                    writeln!(out, "{}: {}", vector.name, differences.join(", "))?;
                }
            }
        }
    }
    let all = passed + failed;
    writeln!(out, "{exact} of {all} also agree in undefined results")?;
    if arguments.bus {
        writeln!(out, "bus cycles were compared for {lists} of {all}")?;
    }
    writeln!(out, "{passed} passed, {failed} failed")?;
    Ok(ExitCode::from(u8::from(failed > 0)))
}
