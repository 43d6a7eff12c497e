//! Packed line numbers in objects.

use z8000_object::{LineMap, MapLine, MapPlace, MapSection, Object, coff};

use super::notation;

/// The line map of [`object`], whose line numbers go up and down.
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

/// Numbers are groups of seven bits, the lowest first: 300 is 2 * 128 + 44. Distances have their sign in the lowest
/// bit.
#[test]
fn lines_are_packed_as_by_hand() {
    let line = |address, length| MapLine {
        section: "text".into(),
        address,
        length,
        place: MapPlace { file: 0, line: 3, expansion: None },
        clocks: None,
    };
    let addresses = [7, 7, 6, 7, 8, 0, u32::MAX, 0];
    let mut lines = addresses.map(|address| line(address, 0)).to_vec();
    lines.push(line(1 << 31, 300));
    let map = LineMap {
        version: LineMap::VERSION,
        files: vec!["a.s".to_owned()],
        sections: vec![MapSection { name: "text".to_owned(), code: true }],
        lines,
        ..LineMap::default()
    };
    let mut object = notation::objects("object a.o z8001\nsection .text code").remove(0);
    object.lines = notation::packed(&map);
    let bytes = coff::write(&object).expect("an object");
    let packed = notation::bytes(
        "00 01 03 612e73 00 # no clocks, a file, no expansions
         06 000e0000060000 00000000000000 00010000000000 00020000000000 000f0000000000 00ffffffff0fac0200000000
         09 000102030304020305",
    );
    let expected = [&[2, 1, 1, 4][..], b"text", &[0, 0, packed.len() as u8], &packed].concat();
    assert_eq!(&bytes[lines_start(&bytes)..][..expected.len()], expected);
    assert_eq!(coff::read("a.o", &bytes).and_then(|object| object.line_map()), Ok(map));
}

/// Returns the offset of the lines in an object.
fn lines_start(bytes: &[u8]) -> usize {
    let magic = bytes.windows(8).position(|bytes| bytes == coff::LINES_MAGIC);
    magic.expect("lines") + 12
}

/// Truncated lines and lines of another version are refused.
#[test]
fn damaged_lines_are_refused() {
    let bytes = coff::write(&object().0).expect("an object");
    let start = lines_start(&bytes);
    let read = |bytes: &[u8]| coff::read("a.o", bytes).and_then(|object| object.line_map());
    for end in start..bytes.len() {
        let mut short = bytes[..end].to_vec();
        short[start - 4..start].copy_from_slice(&((end - start) as u32).to_be_bytes());
        assert!(read(&short).is_err(), "{}", end - start);
        for change in [0x01, 0x80, 0xFF] {
            let mut changed = bytes.clone();
            changed[end] ^= change;
            // Other changes give a different map or none, without a panic.
            drop(read(&changed));
        }
    }
    let mut old = bytes;
    old[start] = 1;
    let error = read(&old).expect_err("an old version");
    assert_eq!(
        error.to_string(),
        "invalid line map after the string table: version 1 is not supported; expected 2: assemble the source again"
    );
}
