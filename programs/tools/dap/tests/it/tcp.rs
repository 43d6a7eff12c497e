//! Clients that connect to a port of this computer.

use std::io::{Read, Write};
use std::net::{TcpListener, TcpStream};
use std::thread;

use serde_json::json;
use z8000_dap::Listener;

use super::{launch, request};

/// A listener at a free port.
fn listener() -> (Listener, u16) {
    loop {
        let free = TcpListener::bind("127.0.0.1:0").expect("a port");
        let port = free.local_addr().expect("an address").port();
        drop(free);
        // Another test may have taken it.
        if let Ok(listener) = port.to_string().parse() {
            return (listener, port);
        }
    }
}

/// What comes back for some bytes, to the end.
fn said(port: u16, bytes: &[u8]) -> String {
    let mut stream = TcpStream::connect(("127.0.0.1", port)).expect("the adapter listens");
    stream.write_all(bytes).expect("it takes all");
    let mut text = String::new();
    let _ = stream.read_to_string(&mut text);
    text
}

#[test]
fn only_addresses_of_this_computer_are_listened_at() {
    let taken = TcpListener::bind("127.0.0.1:0").expect("a port");
    let port = taken.local_addr().expect("an address").port();
    let in_use = format!("port {port} is in use; choose another one, or 0 for any free port");
    let form = "expected a port or an address, such as 127.0.0.1:4711 or [::1]:4711";
    for (text, message) in [
        ("", form),
        ("x", form),
        ("65536", form),
        ("127.0.0.1", form),
        ("localhost:1", form),
        ("0.0.0.0:0", "anyone who can reach the adapter"),
        ("192.0.2.1:4711", "anyone who can reach the adapter"),
        ("[::]:0", "anyone who can reach the adapter"),
        (&port.to_string(), &in_use),
        (&format!("127.0.0.1:{port}"), &in_use),
    ] {
        let error = text.parse::<Listener>().expect_err(text).to_string();
        assert!(error.starts_with(message), "{text}: {error}");
    }
    for text in ["0", "127.0.0.1:0", "127.0.0.9:0"] {
        assert!(text.parse::<Listener>().is_ok(), "{text}");
    }
}

/// One after another, each with a program of its own; a browser gets no answer.
#[test]
fn clients_are_served_one_after_another() {
    let (listener, port) = listener();
    // It listens until the tests end.
    thread::spawn(move || listener.serve(&launch));
    let begin = [
        request(1, "launch", &json!({ "stopOnEntry": true })),
        request(2, "configurationDone", &json!({})),
    ]
    .concat();
    let end = request(3, "disconnect", &json!({}));
    for _ in 0..3 {
        let text = said(port, &[&begin[..], &end].concat());
        assert!(
            text.contains("\"request_seq\":3") && text.contains("\"event\":\"stopped\""),
            "{text}"
        );
        assert_eq!(said(port, b"POST / HTTP/1.1\r\nContent-Length: 2\r\n\r\n{}"), "");
    }
    // A client that comes while there is another waits until that one leaves.
    let mut first = TcpStream::connect(("127.0.0.1", port)).expect("the adapter listens");
    first.write_all(&begin).expect("it takes all");
    let mut one = [0];
    first.read_exact(&mut one).expect("an answer");
    let whole = [&begin[..], &end].concat();
    let second = thread::spawn(move || said(port, &whole));
    first.write_all(&end).expect("it takes all");
    drop(first);
    let text = second.join().expect("no panic");
    assert!(text.contains("\"request_seq\":3"), "{text}");
}
