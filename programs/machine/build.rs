//! Lists the sources of the Z8000 program, so that they can be built into the command.

use std::error::Error;
use std::fmt::Write as _;
use std::path::Path;
use std::{env, fs};

fn main() -> Result<(), Box<dyn Error>> {
    let folder = Path::new(&env::var("CARGO_MANIFEST_DIR")?).join("../../asm");
    println!("cargo::rerun-if-changed={}", folder.display());
    let mut files: Vec<_> = fs::read_dir(&folder)?
        .map(|entry| Ok(entry?.path()))
        .collect::<Result<_, std::io::Error>>()?;
    files.retain(|path| path.extension().is_some_and(|extension| extension == "s"));
    files.sort();
    let mut list = String::from("&[\n");
    for path in files {
        let name = path.file_name().unwrap_or_default();
        writeln!(list, "({:?}, include_str!({:?})),", name, fs::canonicalize(&path)?)?;
    }
    list.push(']');
    fs::write(Path::new(&env::var("OUT_DIR")?).join("sources.rs"), list)?;
    Ok(())
}
