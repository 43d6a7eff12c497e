//! Framed messages, each with a header.

use std::io::{self, Cursor, Read};

use streams::{FramingError, receive, write_message};

const GOOD: &str = r#"{"seq":1,"command":"threads"}"#;

fn framed(text: &str) -> String {
    format!("Content-Length: {}\r\n\r\n{text}", text.len())
}

/// Reads the messages of a text that arrives byte by byte, and the errors between them.
fn read(text: &[u8]) -> (Vec<String>, Vec<String>) {
    struct Slow(Cursor<Vec<u8>>);
    impl Read for Slow {
        fn read(&mut self, out: &mut [u8]) -> io::Result<usize> {
            (&mut self.0).take(1).read(out)
        }
    }
    let (mut found, mut wrong) = (Vec::new(), Vec::new());
    for message in receive(Slow(Cursor::new(text.to_vec())), 16 << 20, |message| message) {
        match message {
            Ok(body) => found.push(String::from_utf8_lossy(&body).into_owned()),
            Err(error) => wrong.push(error.to_string()),
        }
    }
    (found, wrong)
}

#[test]
fn a_malformed_message_costs_only_itself() {
    let before = [
        framed("{ no json"),
        framed("\0\0\0"),
        framed(""),
        framed(&"[".repeat(1000)),
        "Nonsense: 5\r\n\r\n".to_owned(),
        "foo: 3\r\n\r\n{}".to_owned(),
        "Content-Length: -5\r\n\r\n{\"seq\":7}".to_owned(),
        "Content-Length: 99999999999999\r\n\r\n".to_owned(),
        "Content-Length: 99999999999999999999999\r\n\r\n".to_owned(),
        "Content-Length: 3\r\n\r\n{\"seq\":7}".to_owned(),
        // The stated length is too large: the next message begins within it.
        "Content-Length: 30\r\n\r\n{\"seq\":7}".to_owned(),
        "Content-Length: 3000000\r\n\r\n{\"seq\":7}".to_owned(),
        "\0".repeat(100_000),
        "\u{fffd}".repeat(10),
    ];
    for bad in before {
        let (found, wrong) = read(format!("{bad}{}", framed(GOOD)).as_bytes());
        assert_eq!(found.last().map(String::as_str), Some(GOOD), "{bad:.40}");
        assert!(
            found.len() + wrong.len() > 1 || bad.starts_with(['\0', '\u{fffd}']),
            "{bad:.40}"
        );
    }
}

#[test]
fn a_message_beyond_the_limit_is_refused() {
    let text = framed("0123456789") + &framed("01234");
    let messages = receive(Cursor::new(text), 5, |message| message);
    assert!(matches!(messages.recv(), Ok(Err(FramingError::Long(10, 5)))));
    assert_eq!(
        messages.recv().ok().and_then(Result::ok).as_deref(),
        Some(&b"01234"[..])
    );
}

#[test]
fn a_text_that_speaks_of_headers_is_not_a_header() {
    let text = r#"{"seq":1,"command":"Content-Length: 5\r\n\r\n"}"#;
    let (found, wrong) = read(framed(text).repeat(2).as_bytes());
    assert_eq!((found.len(), wrong.len()), (2, 0), "{wrong:?}");
}

#[test]
fn names_and_spaces_may_vary() {
    for name in [
        "Content-Length: ",
        "content-length:",
        "X-Other: 1\r\nCONTENT-LENGTH:\t ",
    ] {
        let (found, wrong) = read(format!("{name}2\r\n\r\n{{}}").as_bytes());
        assert_eq!((found.len(), wrong.len()), (1, 0), "{name}");
    }
    assert_eq!(read(b"Content-Length: 5\r\n\r\n{}").0.len(), 0);
}

#[test]
fn what_is_wrong_with_a_message_is_said() {
    let long = "x".repeat(100);
    for (text, said) in [
        (
            "Nonsense: 5\r\n\r\n".to_owned(),
            "the header `Nonsense: 5` has no valid Content-Length".to_owned(),
        ),
        (
            "Content-Length: -5\r\nOther: 1\r\n\r\n".to_owned(),
            "the header `Other: 1` has no valid Content-Length".to_owned(),
        ),
        (
            format!("{long}\n\n"),
            format!("the header `{}` has no valid Content-Length", &long[..80]),
        ),
        (
            "Content-Length: 16777217\r\n\r\n".to_owned(),
            "a message of 16777217 bytes is too long: the maximum is 16777216".to_owned(),
        ),
        (
            "Content-Length: 30\r\n\r\n{\"seq\":7}".to_owned(),
            "a message is shorter than its Content-Length of 30".to_owned(),
        ),
    ] {
        let (found, wrong) = read(format!("{text}{}", framed(GOOD)).as_bytes());
        assert_eq!((found, wrong), (vec![GOOD.to_owned()], vec![said]), "{text:.40}");
    }
    // Only the last 4096 bytes of a header line count, so that one more space cuts the name.
    for (spaces, is_whole) in [(4079, true), (4080, false)] {
        let (found, wrong) = read(format!("Content-Length: 2{}\n\n{{}}", " ".repeat(spaces)).as_bytes());
        assert_eq!(
            (found.len(), wrong.len()),
            (usize::from(is_whole), usize::from(!is_whole)),
            "{spaces}"
        );
    }
}

/// A header within a body counts only if it is complete: its name, a number, and the end of its line.
#[test]
fn a_body_ends_before_a_whole_header() {
    for (part, is_header) in [
        ("Content-Length: 2\r\n", true),
        ("content-length:2\n", true),
        ("CONTENT-LENGTH: \t 22\r\n", true),
        ("Content-Length: \r\n", false),
        ("Content-Length: 2", false),
        ("Content-Length: 2 \r\n", false),
        ("Content-Length: x2\r\n", false),
        ("Content-Length 2\r\n", false),
        ("Content-Length: 2\r", false),
    ] {
        let text = format!("Content-Length: 60\r\n\r\n{part}{}", " ".repeat(80));
        let (found, wrong) = read(text.as_bytes());
        let short = wrong
            .first()
            .is_some_and(|said| said == "a message is shorter than its Content-Length of 60");
        assert_eq!(
            (short, found.is_empty()),
            (is_header, is_header),
            "{part:?}: {found:?}, {wrong:?}"
        );
    }
}

#[test]
fn a_message_is_written_with_its_length_in_bytes() {
    for (body, written) in [
        ("", "Content-Length: 0\r\n\r\n"),
        ("\u{e9}!", "Content-Length: 3\r\n\r\n\u{e9}!"),
    ] {
        let mut output = Vec::new();
        write_message(&mut output, body).expect("memory");
        assert_eq!(String::from_utf8(output).expect("text"), written);
    }
}
