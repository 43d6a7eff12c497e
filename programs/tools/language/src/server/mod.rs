//! A language server, which uses the Language Server Protocol.
//!
//! One thread reads messages, another answers them in order. Before a message is answered, all waiting messages are
//! examined: a request that was cancelled meanwhile, or whose document has changed, is not processed. The problems of a
//! program are reported when no message has arrived for a moment.

mod answers;
mod outline;
mod place;
mod problems;
mod settings;
mod tokens;

use std::collections::{BTreeMap, BTreeSet, HashMap, VecDeque};
use std::io::{self, BufRead, Write};
use std::path::{Path, PathBuf};
use std::sync::mpsc::{Receiver, RecvTimeoutError};
use std::time::Duration;

use lsp_server::{ErrorCode, Message, Notification, Request, RequestId, Response, ResponseError};
use lsp_types::{
    DidChangeTextDocumentParams, DidCloseTextDocumentParams, DidOpenTextDocumentParams, InitializeParams,
    PublishDiagnosticsParams, Uri,
};
use serde::de::DeserializeOwned;
use serde_json::{Value, json};

use streams::{gate, write_message};

use crate::document::Document;
use crate::workspace::Workspace;
use settings::Settings;

/// The time without messages before problems are searched for.
const MOMENT: Duration = Duration::from_millis(120);

/// The maximum length of an editor's message in bytes.
const LONGEST: usize = 256 << 20;

/// A message from the reading thread, or the response to one that cannot be parsed.
type Read = Result<Message, Value>;

/// The reason why a request has no result.
type Failure = ResponseError;

fn failure(code: ErrorCode, message: impl Into<String>) -> Failure {
    Failure { code: code as i32, message: message.into(), data: None }
}

/// A running server.
struct Server<W> {
    output: W,
    workspace: Workspace,
    /// True if clocks are shown after lines.
    clocks: bool,
    /// The editor's names for the open files, and the versions of their texts.
    open: HashMap<PathBuf, (Uri, i32)>,
    /// Messages that have arrived and are waiting.
    waiting: VecDeque<Read>,
    /// Files whose problems are shown.
    shown: BTreeSet<PathBuf>,
    /// The number of files that the editor watches, of all files that were read; `None` if it does not watch on
    /// request.
    watched: Option<usize>,
    /// True if problems must be determined again.
    stale: bool,
    is_initialized: bool,
    is_shut_down: bool,
}

/// Answers messages until the editor ends the session. Returns true if it ended properly, with `shutdown` before
/// `exit`.
///
/// # Errors
///
/// The output cannot be written.
pub fn serve(input: impl BufRead + Send + 'static, output: impl Write) -> io::Result<bool> {
    let messages = streams::receive(input, LONGEST, |body| {
        let body = body.map_err(|error| unread(ErrorCode::ParseError, &error.to_string()))?;
        serde_json::from_slice(&body).map_err(|error| {
            let code = match error.is_data() {
                true => ErrorCode::InvalidRequest,
                false => ErrorCode::ParseError,
            };
            unread(code, &format!("invalid message: {error}"))
        })
    });
    let mut server = Server {
        output,
        workspace: Workspace::default(),
        clocks: true,
        open: HashMap::new(),
        waiting: VecDeque::new(),
        shown: BTreeSet::new(),
        watched: None,
        stale: false,
        is_initialized: false,
        is_shut_down: false,
    };
    server.run(&messages)
}

impl<W: Write> Server<W> {
    fn run(&mut self, receiver: &Receiver<Read>) -> io::Result<bool> {
        loop {
            while let Ok(message) = receiver.try_recv() {
                self.waiting.push_back(message);
            }
            let Some(message) = self.waiting.pop_front() else {
                let next = if self.stale {
                    receiver.recv_timeout(MOMENT)
                } else {
                    receiver.recv().map_err(|_| RecvTimeoutError::Disconnected)
                };
                match next {
                    Ok(message) => self.waiting.push_back(message),
                    Err(RecvTimeoutError::Timeout) => self.show_problems()?,
                    Err(RecvTimeoutError::Disconnected) => return Ok(self.is_shut_down),
                }
                continue;
            };
            match message {
                Err(response) => write_message(&mut self.output, &response.to_string())?,
                Ok(Message::Request(request)) => self.request(request)?,
                Ok(Message::Notification(note)) if note.method == "exit" => return Ok(self.is_shut_down),
                Ok(Message::Notification(note)) => self.notification(note)?,
                // Responses from the editor need no action.
                Ok(Message::Response(_)) => {}
            }
        }
    }

    fn request(&mut self, request: Request) -> io::Result<()> {
        let Request { id, method, params } = request;
        let result = match method.as_str() {
            "initialize" if self.is_initialized => {
                Err(failure(ErrorCode::InvalidRequest, "the session is already initialized"))
            }
            "initialize" => self.initialize(params).map(|value| value.to_string()),
            _ if !self.is_initialized => Err(failure(
                ErrorCode::ServerNotInitialized,
                "expected `initialize` at the start of the session",
            )),
            "shutdown" => {
                self.is_shut_down = true;
                Ok(Value::Null.to_string())
            }
            _ if self.is_shut_down => Err(failure(ErrorCode::InvalidRequest, "the session has been shut down")),
            _ if self.is_cancelled(&id) => Err(failure(ErrorCode::RequestCanceled, "cancelled")),
            _ if self.is_outdated(&params) => Err(failure(ErrorCode::ContentModified, "the document has changed")),
            method => self.answer(method, params),
        };
        match result {
            Ok(result) => {
                let response = format!(r#"{{"jsonrpc":"2.0","id":{},"result":{result}}}"#, json!(id));
                write_message(&mut self.output, &response)
            }
            Err(Failure { code, message, .. }) => {
                Message::from(Response::new_err(id, code, message)).write(&mut self.output)
            }
        }
    }

    /// Returns true if a waiting message cancels a request.
    fn is_cancelled(&self, id: &RequestId) -> bool {
        self.waiting_notes("$/cancelRequest")
            .any(|note| note.params.get("id").is_some_and(|found| *found == json!(id)))
    }

    /// Returns true if a waiting message changes the document of a request.
    fn is_outdated(&self, params: &Value) -> bool {
        let text = |params: &Value| params.pointer("/textDocument/uri").cloned();
        let Some(asked) = text(params) else {
            return false;
        };
        self.waiting_notes("textDocument/didChange")
            .any(|note| text(&note.params).as_ref() == Some(&asked))
    }

    fn waiting_notes<'s>(&'s self, method: &'s str) -> impl Iterator<Item = &'s Notification> {
        self.waiting.iter().filter_map(move |message| match message {
            Ok(Message::Notification(note)) if note.method == method => Some(note),
            _ => None,
        })
    }

    fn initialize(&mut self, params: Value) -> Result<Value, Failure> {
        let params: InitializeParams = read(params)?;
        let folders = params.workspace_folders.unwrap_or_default();
        self.workspace.roots = folders.iter().filter_map(|folder| place::path(&folder.uri)).collect();
        #[expect(deprecated, reason = "editors without folders send it")]
        if self.workspace.roots.is_empty() {
            self.workspace
                .roots
                .extend(params.root_uri.as_ref().and_then(place::path));
        }
        let watches = params.capabilities.workspace.and_then(|it| it.did_change_watched_files);
        self.watched = watches
            .is_some_and(|it| it.dynamic_registration == Some(true))
            .then_some(0);
        self.is_initialized = true;
        if let Some(options) = params.initialization_options
            && let Err(error) = self.configure(&options)
        {
            let _ = self.say(error);
        }
        Ok(capabilities())
    }

    /// Applies settings.
    fn configure(&mut self, value: &Value) -> Result<(), String> {
        let settings = Settings::read(value)?;
        let clocks = settings.clocks;
        self.workspace.configure(settings.chosen()?);
        self.clocks = clocks;
        self.stale = true;
        Ok(())
    }

    /// Shows the user a message.
    fn say(&mut self, text: String) -> io::Result<()> {
        self.notify("window/showMessage", json!({ "type": 2, "message": text }))
    }

    fn notify(&mut self, method: &str, params: Value) -> io::Result<()> {
        let note = Notification { method: method.to_owned(), params };
        Message::from(note).write(&mut self.output)
    }

    fn notification(&mut self, note: Notification) -> io::Result<()> {
        if !self.is_initialized {
            return Ok(());
        }
        let Notification { method, params } = note;
        let done = match method.as_str() {
            "textDocument/didOpen" => read(params).map(|params| self.opened(params)),
            "textDocument/didChange" => read(params).map(|params| self.changed(params)),
            "textDocument/didClose" => read(params).map(|params| self.closed(&params)),
            "textDocument/didSave" | "workspace/didChangeWatchedFiles" => {
                self.workspace.refresh();
                self.stale = true;
                Ok(())
            }
            "workspace/didChangeConfiguration" => {
                // Without settings of its own, eglot sends an empty object, which must not undo those of the start.
                let settings = params.get("settings").filter(|settings| **settings != json!({}));
                return settings.map_or(Ok(()), |settings| {
                    self.configure(settings).or_else(|error| self.say(error))
                });
            }
            // Cancelled requests were removed when the cancellation arrived; other notifications may be ignored.
            _ => Ok(()),
        };
        // A notification has no response.
        done.or_else(|failure: Failure| {
            let message = format!("{method}: {}", failure.message);
            self.notify("window/logMessage", json!({ "type": 1, "message": message }))
        })
    }

    fn opened(&mut self, params: DidOpenTextDocumentParams) {
        let text = params.text_document;
        let path = path_of(&text.uri);
        self.open.insert(path.clone(), (text.uri, text.version));
        self.workspace.open(&path, Document::new(text.text));
        self.stale = true;
    }

    fn changed(&mut self, params: DidChangeTextDocumentParams) {
        let path = path_of(&params.text_document.uri);
        if let Some((_, version)) = self.open.get_mut(&path) {
            *version = params.text_document.version;
        }
        self.stale |= self.workspace.change(&path, |document| {
            for change in params.content_changes {
                match change.range {
                    None => *document = Document::new(change.text),
                    Some(range) => {
                        let place = |at: lsp_types::Position| document.position(at.line, at.character);
                        let range = place(range.start)..place(range.end);
                        document.replace(range, &change.text);
                    }
                }
            }
        });
    }

    fn closed(&mut self, params: &DidCloseTextDocumentParams) {
        let path = path_of(&params.text_document.uri);
        self.open.remove(&path);
        self.workspace.close(&path);
        self.stale = true;
    }

    /// Returns the editor's name for a file.
    fn uri(&self, path: &Path) -> Option<Uri> {
        match self.open.get(path) {
            Some((uri, _)) => Some(uri.clone()),
            None => place::uri(path),
        }
    }

    /// Reports the problems of the programs of all open documents.
    fn show_problems(&mut self) -> io::Result<()> {
        self.stale = false;
        let mut found: BTreeMap<PathBuf, Vec<lsp_types::Diagnostic>> = BTreeMap::new();
        for program in self.workspace.programs() {
            for (path, problem) in problems::of(&program) {
                let list = found.entry(path).or_default();
                if !list.contains(&problem) {
                    list.push(problem);
                }
            }
        }
        let shown = found.keys().cloned().collect();
        // Files without problems that had some get an empty list.
        for path in std::mem::replace(&mut self.shown, shown).iter().chain(self.open.keys()) {
            found.entry(path.clone()).or_default();
        }
        for (path, diagnostics) in found {
            let version = self.open.get(&path).map(|(_, version)| *version);
            let Some(uri) = self.uri(&path) else {
                continue;
            };
            let params = PublishDiagnosticsParams { uri, diagnostics, version };
            self.notify("textDocument/publishDiagnostics", json!(params))?;
        }
        self.watch()
    }

    /// Makes the editor watch the files that were read since the last time, and those that are missing.
    fn watch(&mut self) -> io::Result<()> {
        let read = gate::inputs();
        let Some(known) = self.watched.filter(|known| *known < read.len()) else {
            return Ok(());
        };
        self.watched = Some(read.len());
        // Special characters in a pattern are replaced by wildcards.
        let pattern = |path: &PathBuf| path.to_string_lossy().replace(['*', '[', ']', '{', '}', '!'], "?");
        let watcher = |path: &PathBuf| json!({ "globPattern": pattern(path).replace('\\', "/") });
        let watchers: Vec<Value> = read[known..].iter().map(watcher).collect();
        let id = format!("files-{known}");
        let method = "workspace/didChangeWatchedFiles";
        let one = json!({ "id": id, "method": method, "registerOptions": { "watchers": watchers } });
        let method = "client/registerCapability".to_owned();
        let request = Request { id: id.into(), method, params: json!({ "registrations": [one] }) };
        Message::from(request).write(&mut self.output)
    }
}

/// Returns the server's capabilities, which `initialize` reports.
fn capabilities() -> Value {
    json!({
        "capabilities": {
            "positionEncoding": "utf-16",
            "textDocumentSync": { "openClose": true, "change": 2, "save": true },
            "hoverProvider": true,
            "definitionProvider": true,
            "referencesProvider": true,
            "documentHighlightProvider": true,
            "documentSymbolProvider": true,
            "workspaceSymbolProvider": true,
            "completionProvider": { "triggerCharacters": ["."] },
            "renameProvider": { "prepareProvider": true },
            "semanticTokensProvider": { "legend": tokens::legend(), "full": true, "range": true },
            "inlayHintProvider": true,
            "codeActionProvider": true,
        },
        "serverInfo": { "name": "z8k", "version": env!("CARGO_PKG_VERSION") },
    })
}

/// Returns the response to a message that cannot be parsed, which has no number because the message has none.
fn unread(code: ErrorCode, message: &str) -> Value {
    json!({ "jsonrpc": "2.0", "id": null, "error": { "code": code as i32, "message": message } })
}

/// Returns the path of a document; its name if it is not a file.
fn path_of(uri: &Uri) -> PathBuf {
    place::path(uri).unwrap_or_else(|| PathBuf::from(uri.as_str()))
}

/// Parses the parameters of a message.
fn read<T: DeserializeOwned>(params: Value) -> Result<T, Failure> {
    serde_json::from_value(params).map_err(|error| failure(ErrorCode::InvalidParams, error.to_string()))
}
