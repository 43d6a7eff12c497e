//! Lines packed in objects.

use z8000_object::{LineMap, Object, coff};

use super::notation;

/// What the map of [`object`] is: its lines go to and fro.
const MAP: &str = r#"{ "version": 1, "files": ["a.s", "ä.s"], "expansions": [
    { "what": "macro `m`", "file": 1, "line": 7 }, { "what": "repetition", "file": 1, "line": 2, "expansion": 0 }],
"sections": [{ "name": "text", "code": true }, { "name": ".vec", "code": true }, { "name": "data", "code": false }],
"lines": [
    { "section": "text", "address": 0, "length": 2, "file": 0, "line": 1, "clocks": "11+9n" },
    { "section": "text", "address": 2, "length": 4, "file": 1, "line": 400, "expansion": 1, "clocks": "7" },
    { "section": "text", "address": 6, "length": 4, "file": 1, "line": 401, "expansion": 1 },
    { "section": "data", "address": 4294967280, "length": 16, "file": 0, "line": 4294967295, "expansion": 0 },
    { "section": ".vec", "address": 4, "length": 4294967295, "file": 1, "line": 0, "clocks": "11+9n" }],
"symbols": [{ "name": "x", "value": 1, "section": "data" }, { "name": "y", "value": 7, "section": "abs" }] }"#;

fn object() -> (Object, LineMap) {
    let text = "object a.o z8001\nsection .text code\nsection .vec code\nsection .data data\n01\nx:\nabsolute y 7";
    let mut object = notation::objects(text).remove(0);
    let map = LineMap::from_json(MAP).expect("a map");
    object.lines = notation::packed(&map);
    (object, map)
}

#[test]
fn what_is_packed_is_read() {
    let (object, map) = object();
    let bytes = coff::write(&object).expect("an object");
    assert_eq!(coff::read("a.o", &bytes).and_then(|object| object.line_map()), Ok(map));
}

/// Neither a beginning of the lines is taken for all of them, nor another version.
#[test]
fn damaged_lines_are_refused() {
    let bytes = coff::write(&object().0).expect("an object");
    let magic = bytes.windows(8).position(|bytes| bytes == coff::LINES_MAGIC);
    let start = magic.expect("lines") + 12;
    let read = |bytes: &[u8]| coff::read("a.o", bytes).and_then(|object| object.line_map());
    for end in start..bytes.len() {
        let mut short = bytes[..end].to_vec();
        short[start - 4..start].copy_from_slice(&((end - start) as u32).to_be_bytes());
        assert!(read(&short).is_err(), "{}", end - start);
        for change in [0x01, 0x80, 0xFF] {
            let mut changed = bytes.clone();
            changed[end] ^= change;
            // It is another map, or none.
            drop(read(&changed));
        }
    }
    let mut old = bytes;
    old[start] = 1;
    let error = read(&old).expect_err("an old version");
    assert_eq!(
        error.to_string(),
        "the line map behind the names: it has version 1, and 2 alone can be read: assemble the source again"
    );
}
