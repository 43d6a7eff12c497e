//! Text that need not be UTF-8.

use z8000_object::text::{byte, decode, encode, escaped, returns_alone, source};

/// Bytes and the text made of them: UTF-8 characters, and one reserved character for each other byte.
#[test]
fn bytes_that_are_not_utf8_come_back() {
    for (bytes, text) in [
        (&b""[..], ""),
        (b"plain\x7f", "plain\u{7f}"),
        ("\u{e9}\u{20ac}".as_bytes(), "\u{e9}\u{20ac}"),
        (b"caf\xE9", "caf\u{10ffe9}"),
        (b"\x80\xFF", "\u{10ff80}\u{10ffff}"),
        (b"\xC3\xA9\xC3", "\u{e9}\u{10ffc3}"),
        // A character below the reserved ones, the last reserved one, and one in the middle of bytes that are not
        // UTF-8.
        ("\u{10ff7f}".as_bytes(), "\u{10ff7f}"),
        ("\u{10ff80}".as_bytes(), "\u{10fff4}\u{10ff8f}\u{10ffbe}\u{10ff80}"),
        (
            b"a\xF4\x8F\xBF\xBFb\xE9",
            "a\u{10fff4}\u{10ff8f}\u{10ffbf}\u{10ffbf}b\u{10ffe9}",
        ),
    ] {
        assert_eq!(decode(bytes.to_vec()), text, "{bytes:x?}");
        assert_eq!(*encode(text), *bytes, "{text:?}");
    }
    let all: Vec<u8> = (0..=0xFF).collect();
    assert_eq!(*encode(&decode(all.clone())), all);
}

#[test]
fn reserved_characters_stand_for_the_upper_bytes() {
    for (character, expected) in [
        ('e', None),
        ('\u{e9}', None),
        ('\u{10ff7f}', None),
        ('\u{10ff80}', Some(0x80)),
        ('\u{10ffe9}', Some(0xE9)),
        ('\u{10ffff}', Some(0xFF)),
    ] {
        assert_eq!(byte(character), expected, "{character:?}");
    }
    assert_eq!(escaped("caf\u{10ffe9} \u{10ff80}"), "caf\\xE9 \\x80");
    assert_eq!(escaped("caf\u{e9}"), "caf\u{e9}");
}

/// A byte order mark is removed; carriage returns become line feeds if the text has no line feeds.
#[test]
fn sources_have_line_feeds() {
    for (bytes, expected) in [
        (&b"\xEF\xBB\xBFone\rtwo"[..], "one\ntwo"),
        (b"one\r\ntwo\r", "one\r\ntwo\r"),
        (b"one\ntwo", "one\ntwo"),
        (b"\xEF\xBBone", "\u{10ffef}\u{10ffbb}one"),
        (b"a\xEF\xBB\xBF", "a\u{feff}"),
    ] {
        assert_eq!(source(bytes.to_vec()), expected, "{bytes:x?}");
    }
    let rows = [("a\rb", true), ("a\r\nb", false), ("a\nb", false), ("", false)];
    for (text, expected) in rows {
        assert_eq!(returns_alone(text), expected, "{text:?}");
    }
}
