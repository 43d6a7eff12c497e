//! Texts that cannot control a terminal, and the ends of texts.

use streams::{Ring, harmless, harmless_json};

#[test]
fn json_commands_no_terminal_and_stays_what_it_is() {
    assert_eq!(
        harmless_json("{\"a\":\"\u{9b}1m\u{202e}\u{e9}\"}\n"),
        "{\"a\":\"\\u009b1m\\u202e\u{e9}\"}\n"
    );
}

#[test]
fn a_message_commands_no_terminal() {
    assert_eq!(
        harmless("a\tb\nc: \u{1b}[2J\u{9b}1m\r\u{202e}", &['\n', '\t']),
        "a\tb\nc: \u{fffd}[2J\u{fffd}1m\u{fffd}\u{fffd}"
    );
}

#[test]
fn the_end_is_kept_and_the_rest_counted() {
    let mut ring = Ring::new(4);
    ring.extend(b"abcdefgh");
    assert_eq!((ring.kept(), ring.dropped()), (&b"abcdefgh"[..], 0));
    ring.extend(b"i");
    assert_eq!((ring.kept(), ring.dropped(), ring.added()), (&b"fghi"[..], 5, 9));
    assert_eq!(
        (ring.behind(7), ring.behind(0), ring.behind(99)),
        (&b"hi"[..], &b"fghi"[..], &b""[..])
    );
    ring.truncate(6);
    assert_eq!((ring.kept(), ring.added()), (&b"f"[..], 6));
    ring.skip(6);
    assert_eq!((ring.kept(), ring.added()), (&b"f"[..], 6));
    ring.skip(8);
    assert_eq!((ring.kept(), ring.added()), (&b""[..], 8));
    // A truncation before all that is kept.
    ring.truncate(2);
    assert_eq!((ring.kept(), ring.added()), (&b""[..], 2));
}

/// For ranges of control characters and direction marks: the last before, the first, the last, and the first after
/// each.
#[test]
fn each_range_of_commands_ends_where_unicode_ends_it() {
    let commands = [
        '\0', '\u{1f}', '\u{7f}', '\u{80}', '\u{9f}', '\u{200e}', '\u{200f}', '\u{202a}', '\u{202e}', '\u{2066}',
        '\u{2069}',
    ];
    let letters = [
        ' ', '~', '\u{a0}', '\u{200d}', '\u{2010}', '\u{2029}', '\u{202f}', '\u{2065}', '\u{206a}',
    ];
    for letter in commands {
        assert_eq!(harmless(&letter.to_string(), &[]), "\u{fffd}", "{letter:?}");
        assert_eq!(
            harmless(&letter.to_string(), &[letter]),
            letter.to_string(),
            "{letter:?}"
        );
        assert_eq!(
            harmless_json(&letter.to_string()),
            format!("\\u{:04x}", u32::from(letter)),
            "{letter:?}"
        );
    }
    for letter in letters {
        assert_eq!(harmless(&letter.to_string(), &[]), letter.to_string(), "{letter:?}");
        assert_eq!(harmless_json(&letter.to_string()), letter.to_string(), "{letter:?}");
    }
    assert_eq!(
        (harmless("\n\t", &['\t']), harmless_json("\n\t")),
        ("\u{fffd}\t".to_owned(), "\n\\u0009".to_owned())
    );
}
