//! Fills in the figures and outputs of the documents, or checks them: `cargo run -p z8000-tests --bin docs -- --check`.

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::{Context, Result};
use clap::Parser;
use z8000_tests::documents::commands::Runner;
use z8000_tests::documents::marks::{Kind, filled};
use z8000_tests::documents::results::Results;
use z8000_tests::documents::{documents, read, write};

/// Write the output of the programs between the marks of the documents
#[derive(Parser)]
struct Arguments {
    /// Only these documents; all where none is named
    #[arg(value_name = "FILE")]
    files: Vec<PathBuf>,

    /// Write nothing; fail where a document says something else, or a stored result is of another program
    #[arg(long, conflicts_with = "refresh")]
    check: bool,

    /// Run the commands of docs/results/NAME.json again, and store the results
    #[arg(long, value_name = "NAME", num_args = 1..)]
    refresh: Vec<String>,

    /// Folder of the commands; that of this program where it is left out
    #[arg(long, value_name = "FOLDER")]
    programs: Option<PathBuf>,
}

fn main() -> ExitCode {
    match run(&Arguments::parse()) {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(error) => {
            eprintln!("error: {error:#}");
            ExitCode::FAILURE
        }
    }
}

fn run(arguments: &Arguments) -> Result<bool> {
    let own = std::env::current_exe()?;
    let programs = arguments.programs.clone().or_else(|| own.parent().map(Path::to_owned));
    let mut results = Results::load(programs.clone())?;
    for name in &arguments.refresh {
        eprintln!("running the commands of docs/results/{name}.json");
        results.refresh(name)?;
    }
    let mut runner = Runner::new(programs.context("no folder of programs")?);
    let mut wrong = Vec::new();
    let (mut blocks, mut figures) = (0, 0);
    let is_wanted =
        |path: &PathBuf| arguments.files.is_empty() || arguments.files.iter().any(|file| path.ends_with(file));
    for path in documents()?.into_iter().filter(is_wanted) {
        let text = read(&path)?;
        if arguments.check {
            wrong.extend(runner.page(&path, &text)?);
        }
        let (new, marks) = filled(&text, &mut results).with_context(|| path.display().to_string())?;
        figures += marks.iter().filter(|mark| mark.kind == Kind::Figure).count();
        blocks += marks.iter().filter(|mark| mark.kind != Kind::Figure).count();
        if new == text {
            continue;
        }
        if arguments.check {
            wrong.push(differences(&path, &text, &new));
        } else {
            write(&path, &new)?;
            eprintln!("wrote {}", path.display());
        }
    }
    if arguments.files.is_empty() {
        let unused = results.unused().into_iter();
        wrong.extend(unused.map(|name| format!("docs/results/: no document uses `{name}`")));
        wrong.extend(results.stale()?);
        wrong.extend(arguments.check.then(|| runner.unused()).into_iter().flatten());
    }
    for one in &wrong {
        eprintln!("{one}");
    }
    println!(
        "{blocks} blocks, {figures} figures, {} commands run and {} not, {} wrong",
        runner.run,
        runner.left,
        wrong.len()
    );
    Ok(wrong.is_empty())
}

/// Returns the lines that differ; only the first one if the numbers of lines differ.
fn differences(path: &Path, text: &str, wanted: &str) -> String {
    let lines = text
        .lines()
        .zip(wanted.lines())
        .enumerate()
        .filter(|(_, (has, wants))| has != wants);
    let all = if text.lines().count() == wanted.lines().count() {
        usize::MAX
    } else {
        1
    };
    let shown = lines.take(all).map(|(at, (has, wants))| {
        let path = path.display();
        format!("{path}:{}\n  has    {has}\n  should {wants}", at + 1)
    });
    shown.collect::<Vec<_>>().join("\n")
}
