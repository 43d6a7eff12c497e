//! Finds the commit that is being built: in a package what cargo has written down, in a checkout what git says.

use std::env;
use std::error::Error;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

type Result<T> = std::result::Result<T, Box<dyn Error>>;

/// What the sources of a checkout are in.
const FOLDERS: [&str; 5] = ["asm", "assembler", "emulator", "programs", "tests/positions"];

/// Names of folders in them without sources; some can be large.
const PASSED_OVER: [&str; 6] = ["node_modules", "page", "snapshots", "target", "tests", "vscode"];

/// How their paths end outside of `src`.
const ENDINGS: [&str; 3] = [".csv", ".s", "/Cargo.toml"];

/// What stands for something that is not known.
const UNKNOWN: &str = "unknown";

fn main() -> Result<()> {
    let package = PathBuf::from(env::var("CARGO_MANIFEST_DIR")?);
    let root = package.join("../..");
    println!("cargo::rerun-if-changed=build.rs");
    let of_package = package.join(".cargo_vcs_info.json");
    let is_checkout = root.join("asm/bcp.s").exists();
    let commit = if of_package.exists() {
        packaged(&fs::read_to_string(of_package)?)
    } else if is_checkout {
        checked_out(&root, &sources(&root)?)
    } else {
        None
    };
    let (commit, changed) = commit.unwrap_or((UNKNOWN.to_owned(), false));
    println!("cargo::rustc-env=BUILD_COMMIT={commit}");
    println!("cargo::rustc-env=BUILD_CHANGED={}", if changed { "yes" } else { "no" });
    Ok(())
}

/// Commit of a package, and whether files were changed after it, from what cargo writes into a package.
fn packaged(information: &str) -> Option<(String, bool)> {
    let commit = information.split("\"sha1\": \"").nth(1)?.split('"').next()?;
    Some((commit.to_owned(), information.contains("\"dirty\": true")))
}

/// Commit of a checkout, and whether sources were changed after it; none without git.
fn checked_out(root: &Path, sources: &[String]) -> Option<(String, bool)> {
    let commit = git(root, &["rev-parse", "HEAD"])?;
    // Whatever moves HEAD writes into this file. A file that is not there would make cargo run this each time.
    let log = root.join(git(root, &["rev-parse", "--git-path", "logs/HEAD"])?.trim());
    if log.exists() {
        println!("cargo::rerun-if-changed={}", log.display());
    }
    let status = git(
        root,
        &["status", "--porcelain", "--untracked-files=all", "--no-renames"],
    )?;
    let changed = status
        .lines()
        .filter_map(|line| line.get(3..))
        .any(|path| sources.iter().any(|source| source == path));
    Some((commit.trim().to_owned(), changed))
}

/// What git answers; none if it is not installed, or this is no repository.
fn git(root: &Path, arguments: &[&str]) -> Option<String> {
    let output = Command::new("git").arg("-C").arg(root).args(arguments).output().ok()?;
    output
        .status
        .success()
        .then(|| String::from_utf8_lossy(&output.stdout).into_owned())
}

/// The sources of a checkout: paths from its top, with `/` between their parts.
fn sources(root: &Path) -> Result<Vec<String>> {
    let mut sources = vec!["Cargo.lock".to_owned()];
    for folder in FOLDERS {
        collect(root, folder, &mut sources)?;
    }
    // A file that is new or gone changes another, which names it.
    for source in &sources {
        println!("cargo::rerun-if-changed={}", root.join(source).display());
    }
    Ok(sources)
}

/// Adds the sources in and below a folder.
fn collect(root: &Path, folder: &str, sources: &mut Vec<String>) -> Result<()> {
    for entry in fs::read_dir(root.join(folder))? {
        let entry = entry?;
        let Ok(name) = entry.file_name().into_string() else {
            continue;
        };
        let path = format!("{folder}/{name}");
        if entry.file_type()?.is_dir() {
            if !PASSED_OVER.contains(&name.as_str()) {
                collect(root, &path, sources)?;
            }
        } else if path.contains("/src/") || ENDINGS.iter().any(|ending| path.ends_with(ending)) {
            sources.push(path);
        }
    }
    Ok(())
}
