//! Lists the public functions of the libraries, and writes calls of those whose arguments can be created at random.

#[path = "generate.rs"]
mod generate;
#[path = "surface.rs"]
mod surface;

use std::path::Path;
use std::{env, fs};

fn main() {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    let root = here.join("../..");
    for (_, folder) in surface::CRATES {
        println!("cargo::rerun-if-changed={}", root.join(folder).display());
    }
    for file in [
        "build.rs",
        "by_hand",
        "by_hand.rs",
        "generate.rs",
        "reasons.txt",
        "surface.rs",
        "values",
    ] {
        println!("cargo::rerun-if-changed={file}");
    }
    let (functions, names) = surface::functions(&root);
    let read = |name: &str| fs::read_to_string(here.join(name)).expect(name);
    let parts = fs::read_dir(here.join("by_hand")).expect("the folder `by_hand`");
    let parts = parts.map(|part| fs::read_to_string(part.expect("an entry").path()).expect("a source"));
    let by_hand = generate::called(&(read("by_hand.rs") + &parts.collect::<String>()));
    let reasons = read("reasons.txt");
    let left = |path: &str| by_hand.contains(path) || reasons.lines().any(|line| line.trim() == path);
    let out = env::var("OUT_DIR").expect("cargo sets it");
    let write = |name: &str, text: &str| fs::write(Path::new(&out).join(name), text).expect(name);
    write("calls.rs", &generate::calls(&functions, left));
    write("by_hand.txt", &by_hand.into_iter().collect::<Vec<_>>().join("\n"));
    write("surface.txt", &surface::text(&functions, &names));
}
