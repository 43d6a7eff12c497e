//! Messages with a header.

use std::io::{self, Cursor, Read};

use streams::{FramingError, receive};

const GOOD: &str = r#"{"seq":1,"command":"threads"}"#;

fn framed(text: &str) -> String {
    format!("Content-Length: {}\r\n\r\n{text}", text.len())
}

/// The messages of a text that comes byte by byte, and what is wrong between them.
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
        // Longer than it is: the next message begins in it.
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
