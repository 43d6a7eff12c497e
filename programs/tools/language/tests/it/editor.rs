//! An editor that talks to the server, message by message.

use std::collections::VecDeque;
use std::io::{self, BufReader, Read, Write};
use std::path::Path;
use std::sync::mpsc::{self, Receiver, Sender};
use std::thread::{self, JoinHandle};
use std::time::Duration;

use serde_json::{Value, json};

/// The reading end of a pipe.
struct Output(Receiver<Vec<u8>>, VecDeque<u8>);

/// The writing end of the pipe.
struct Input(Sender<Vec<u8>>);

impl Read for Output {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        if self.1.is_empty() {
            match self.0.recv_timeout(Duration::from_secs(60)) {
                Ok(bytes) => self.1.extend(bytes),
                Err(mpsc::RecvTimeoutError::Disconnected) => return Ok(0),
                Err(mpsc::RecvTimeoutError::Timeout) => return Err(io::ErrorKind::TimedOut.into()),
            }
        }
        self.1.read(into)
    }
}

impl Write for Input {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        // The server may have ended.
        let _ = self.0.send(bytes.to_vec());
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// An editor connected to a server.
pub(crate) struct Editor {
    input: Input,
    output: BufReader<Output>,
    server: JoinHandle<bool>,
    number: i32,
    /// Notifications that have arrived and were not read yet.
    pub(crate) notes: VecDeque<Value>,
}

/// Returns the URI of a file, which for `D:\a.s` is `file:///D%3A/a.s`.
pub(crate) fn uri(path: &Path) -> String {
    let path = path
        .display()
        .to_string()
        .replace('\\', "/")
        .replace(':', "%3A")
        .replace(' ', "%20");
    format!("file:///{}", path.trim_start_matches('/'))
}

impl Editor {
    /// Begins a session in a folder.
    pub(crate) fn new(folder: &Path, options: Value) -> Self {
        let mut editor = Self::silent();
        let folders = json!([{ "uri": uri(folder), "name": "test" }]);
        let watches = json!({ "workspace": { "didChangeWatchedFiles": { "dynamicRegistration": true } } });
        let params = json!({ "capabilities": watches, "workspaceFolders": folders, "initializationOptions": options });
        let answer = editor.ask("initialize", params);
        assert_eq!(answer["serverInfo"]["name"], "z8k");
        editor.tell("initialized", json!({}));
        editor
    }

    /// Starts a server without sending anything to it.
    pub(crate) fn silent() -> Self {
        let (to_server, from_editor) = mpsc::channel();
        let (to_editor, from_server) = mpsc::channel();
        let server = thread::spawn(move || {
            let input = BufReader::new(Output(from_editor, VecDeque::new()));
            z8000_language::server::serve(input, Input(to_editor)).expect("the editor is there")
        });
        Self {
            input: Input(to_server),
            output: BufReader::new(Output(from_server, VecDeque::new())),
            server,
            number: 0,
            notes: VecDeque::new(),
        }
    }

    /// Sends bytes unchanged.
    pub(crate) fn raw(&mut self, bytes: &[u8]) {
        self.input.write_all(bytes).expect("it takes all");
    }

    pub(crate) fn send(&mut self, message: &Value) {
        let text = message.to_string();
        self.raw(format!("Content-Length: {}\r\n\r\n{text}", text.len()).as_bytes());
    }

    /// Sends a notification.
    pub(crate) fn tell(&mut self, method: &str, params: Value) {
        self.send(&json!({ "jsonrpc": "2.0", "method": method, "params": params }));
    }

    /// Sends a request, and returns its number.
    pub(crate) fn begin(&mut self, method: &str, params: Value) -> i32 {
        self.number += 1;
        self.send(&json!({ "jsonrpc": "2.0", "id": self.number, "method": method, "params": params }));
        self.number
    }

    /// Returns the response to a request.
    pub(crate) fn answer(&mut self, number: i32) -> Value {
        loop {
            let message = self.receive();
            if message["id"] == number {
                return message;
            }
            self.notes.push_back(message);
        }
    }

    /// Sends a request, and returns its result.
    pub(crate) fn ask(&mut self, method: &str, params: Value) -> Value {
        let number = self.begin(method, params);
        let mut answer = self.answer(number);
        assert!(answer.get("error").is_none(), "{method}: {answer}");
        answer["result"].take()
    }

    /// Sends a request that must fail, and returns the error message.
    pub(crate) fn refused(&mut self, method: &str, params: Value) -> String {
        let number = self.begin(method, params);
        let answer = self.answer(number);
        answer["error"]["message"]
            .as_str()
            .unwrap_or_else(|| panic!("{method}: {answer}"))
            .to_owned()
    }

    fn receive(&mut self) -> Value {
        let mut length = 0;
        loop {
            let mut line = String::new();
            io::BufRead::read_line(&mut self.output, &mut line).expect("a message");
            assert!(!line.is_empty(), "the server has gone");
            match line.trim().strip_prefix("Content-Length: ") {
                Some(number) => length = number.parse().expect("a length"),
                None if line.trim().is_empty() => break,
                None => {}
            }
        }
        let mut bytes = vec![0; length];
        self.output.read_exact(&mut bytes).expect("a message");
        serde_json::from_slice(&bytes).expect("JSON")
    }

    /// Waits until the editor is requested to watch a file.
    pub(crate) fn watches(&mut self, path: &Path) {
        let wanted = path.display().to_string().replace('\\', "/");
        let names_it = |note: &Value| {
            let watchers = note.pointer("/params/registrations/0/registerOptions/watchers");
            let mut watchers = watchers.and_then(Value::as_array).into_iter().flatten();
            watchers.any(|one| one["globPattern"] == wanted)
        };
        while !self.notes.iter().any(names_it) {
            let message = self.receive();
            self.notes.push_back(message);
        }
    }

    /// Returns the next problems reported for a file.
    pub(crate) fn problems(&mut self, path: &Path) -> Vec<Value> {
        let wanted = uri(path);
        let is_it =
            |note: &Value| note["method"] == "textDocument/publishDiagnostics" && note["params"]["uri"] == wanted;
        loop {
            if let Some(at) = self.notes.iter().position(is_it) {
                let note = self.notes.remove(at).expect("it is there");
                return note["params"]["diagnostics"].as_array().expect("a list").clone();
            }
            let message = self.receive();
            self.notes.push_back(message);
        }
    }

    /// Opens a document.
    pub(crate) fn open(&mut self, path: &Path, text: &str) {
        let item = json!({ "uri": uri(path), "languageId": "z8000", "version": 1, "text": text });
        self.tell("textDocument/didOpen", json!({ "textDocument": item }));
    }

    /// Replaces the whole text of a document.
    pub(crate) fn change(&mut self, path: &Path, text: &str) {
        let named = json!({ "uri": uri(path), "version": 2 });
        let params = json!({ "textDocument": named, "contentChanges": [{ "text": text }] });
        self.tell("textDocument/didChange", params);
    }

    /// Ends the session; returns whether the server considers the end proper.
    pub(crate) fn end(mut self) -> bool {
        self.ask("shutdown", Value::Null);
        self.tell("exit", Value::Null);
        self.server.join().expect("the server does not fail")
    }
}
