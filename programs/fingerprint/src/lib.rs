//! Which sources a result was computed by: a hash that a crate's build script takes, so that two builds can be told apart
//! without a repository around them, and builds of one source are the same on every system.
//!
//! A build script calls [`emit`], and the crate has the hash as `env!("SOURCE_FINGERPRINT")`. Only what the compiler makes
//! results of counts: comments, documentation, blank lines, indentation, line endings and tests do not.
//!
//! ```
//! use source_fingerprint::Fingerprint;
//!
//! let of = |text: &str| Fingerprint::default().file("lib.rs", text).to_string();
//! assert_eq!(of("let a = 1;\n"), of("// One.\r\n    let a = 1;\r\n"));
//! assert_ne!(of("let a = 1;\n"), of("let a = 2;\n"));
//! ```

use std::error::Error;
use std::path::{Path, PathBuf};
use std::{env, fmt, fs};

/// Hash of sources: FNV-1a with 128 bits, which tells builds apart and is no protection against forgery.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Fingerprint(u128);

impl Default for Fingerprint {
    fn default() -> Self {
        // The offset basis of FNV-1a.
        Self(0x6c62_272e_07bb_0142_62b8_2175_6295_c58d)
    }
}

impl fmt::Display for Fingerprint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:032x}", self.0)
    }
}

impl Fingerprint {
    /// The same with a file: its name, with `/` between folders, and its text.
    #[must_use]
    pub fn file(self, name: &str, text: &str) -> Self {
        let empty =
            |line: &str| line.is_empty() || line.starts_with("//") || line == "#[cfg(test)]" || line == "mod tests;";
        // Tests stand at the end of a file, as a module.
        let lines = text.lines().map(str::trim).take_while(|line| *line != "mod tests {");
        lines.filter(|line| !empty(line)).fold(self.line(name), Self::line)
    }

    fn line(self, line: &str) -> Self {
        // The prime of FNV-1a.
        const PRIME: u128 = 0x0000_0000_0100_0000_0000_0000_0000_013b;
        let bytes = line.bytes().chain([b'\n']);
        Self(bytes.fold(self.0, |hash, byte| (hash ^ u128::from(byte)).wrapping_mul(PRIME)))
    }
}

/// Gives the crate that is being built `SOURCE_FINGERPRINT`: the hash of its `src`, without the folders and files of it
/// that `except` names. Files `tests.rs` do not count.
///
/// # Errors
///
/// It is not called by a build script, or a source cannot be read.
pub fn emit(except: &[&str]) -> Result<(), Box<dyn Error>> {
    let sources = Path::new(&env::var("CARGO_MANIFEST_DIR")?).join("src");
    println!("cargo::rerun-if-changed=src");
    println!("cargo::rustc-env=SOURCE_FINGERPRINT={}", folder(&sources, except)?);
    Ok(())
}

/// The hash of a folder's sources, in the order of their names.
fn folder(sources: &Path, except: &[&str]) -> Result<Fingerprint, Box<dyn Error>> {
    let mut files: Vec<(String, PathBuf)> = Vec::new();
    let mut folders = vec![sources.to_owned()];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(&folder)? {
            let path = entry?.path();
            let parts = path.strip_prefix(sources)?.iter().map(|part| part.to_string_lossy());
            let name = parts.collect::<Vec<_>>().join("/");
            if except.contains(&name.as_str()) || name.ends_with("tests.rs") {
                continue;
            }
            if path.is_dir() {
                folders.push(path);
            } else if name.ends_with(".rs") {
                files.push((name, path));
            }
        }
    }
    files.sort();
    let mut hash = Fingerprint::default();
    for (name, path) in files {
        hash = hash.file(&name, &fs::read_to_string(path)?);
    }
    Ok(hash)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(text: &str) -> String {
        Fingerprint::default().file("a.rs", text).to_string()
    }

    #[test]
    fn known_hash() {
        // FNV-1a with 128 bits of "foobar", from the tables of its authors.
        let bytes = b"foobar".iter();
        let prime = 0x0000_0000_0100_0000_0000_0000_0000_013b_u128;
        let plain = bytes.fold(Fingerprint::default().0, |hash, byte| {
            (hash ^ u128::from(*byte)).wrapping_mul(prime)
        });
        assert_eq!(plain, 0x343e_1662_793c_64bf_6f0d_3597_ba44_6f18);
        let mut hash = Fingerprint::default().0;
        for byte in b"a.rs\nx\n" {
            hash = (hash ^ u128::from(*byte)).wrapping_mul(prime);
        }
        assert_eq!(of("x"), format!("{hash:032x}"));
    }

    #[test]
    fn what_the_compiler_sees_counts() {
        let plain = of("fn f() -> u8 {\n    1\n}\n");
        assert_eq!(plain, of("//! Docs.\r\n\r\nfn f() -> u8 {\r\n  // Why.\r\n    1\r\n}"));
        assert_eq!(
            plain,
            of("fn f() -> u8 {\n1\n}\n#[cfg(test)]\nmod tests {\n    fn g() {}\n}\n")
        );
        assert_eq!(plain, of("#[cfg(test)]\nmod tests;\nfn f() -> u8 {\n    1\n}\n"));
        assert_ne!(plain, of("fn f() -> u8 {\n    2\n}\n"));
        assert_ne!(
            plain,
            Fingerprint::default()
                .file("b.rs", "fn f() -> u8 {\n    1\n}\n")
                .to_string()
        );
    }

    #[test]
    fn a_folder_is_read_in_the_order_of_its_names() {
        let root = env::temp_dir().join(format!("source-fingerprint-{}", std::process::id()));
        fs::create_dir_all(root.join("b")).expect("a folder");
        for (name, text) in [
            ("c.rs", "c"),
            ("b/x.rs", "x"),
            ("a.rs", "a"),
            ("tests.rs", "t"),
            ("data.txt", "d"),
        ] {
            fs::write(root.join(name), text).expect("a file");
        }
        let hash = |except: &[&str]| folder(&root, except).expect("a hash");
        let all = Fingerprint::default()
            .file("a.rs", "a")
            .file("b/x.rs", "x")
            .file("c.rs", "c");
        assert_eq!(hash(&[]), all);
        let some = Fingerprint::default().file("a.rs", "a").file("c.rs", "c");
        assert_eq!((hash(&["b"]), hash(&["b/x.rs"])), (some, some));
        fs::remove_dir_all(root).expect("the folder goes");
    }
}
