//! The files that python-chess has made.

/// The lines of a file of `tests/data`, each in its fields; `make.py` there has written them.
pub(crate) fn data(name: &str) -> Vec<Vec<String>> {
    let path = format!("{}/tests/data/{name}", env!("CARGO_MANIFEST_DIR"));
    let text = std::fs::read_to_string(&path).expect(&path);
    let fields = |line: &str| line.split('\t').map(String::from).collect();
    text.lines().map(fields).collect()
}
