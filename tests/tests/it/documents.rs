//! The documents lead where they say.

use std::fs;
use std::path::{Path, PathBuf};

use z8000_tests::repository;

fn documents(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).expect("a folder") {
        let path = entry.expect("an entry").path();
        let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        if path.is_dir() && !["target", "node_modules"].contains(&&*name) && !name.starts_with('.') {
            documents(&path, found);
        } else if name.ends_with(".md") {
            found.push(path);
        }
    }
}

#[test]
fn links_to_files_exist() {
    let mut found = Vec::new();
    documents(&repository("."), &mut found);
    let mut links = 0;
    for path in found {
        let text = fs::read_to_string(&path).expect("a document");
        for piece in text.split("](").skip(1) {
            let target = piece.split([')', '#', ' ']).next().unwrap_or_default();
            if target.is_empty() || target.contains("://") {
                continue;
            }
            let file = path.parent().unwrap_or(Path::new(".")).join(target);
            assert!(file.exists(), "{} points to {target}", path.display());
            links += 1;
        }
    }
    assert!(links > 20, "only {links} links");
}
