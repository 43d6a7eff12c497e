//! Files that are made once.

use std::fs;

use cli::create;
use tempfile::TempDir;

#[test]
fn a_file_is_made_once() {
    let folder = TempDir::new().expect("a folder");
    let path = folder.path().join("file");
    for _ in 0..2 {
        create(&path, b"one").expect("written");
    }
    let error = create(&path, b"two").expect_err("it is there");
    assert!(error.to_string().ends_with("file exists"), "{error}");
    assert_eq!(fs::read_to_string(&path).expect("the file"), "one");
    assert_eq!(fs::read_dir(folder.path()).expect("the folder").count(), 1);
    assert!(create(folder.path(), b"x").is_err());
}
