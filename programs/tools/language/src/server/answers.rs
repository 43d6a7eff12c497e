//! Answers requests about documents.

use std::collections::HashMap;
use std::io::Write;
use std::ops::RangeInclusive;

use lsp_server::ErrorCode;
#[allow(
    clippy::wildcard_imports,
    reason = "most of the names below are types of the protocol"
)]
use lsp_types::*;
use serde::Serialize;
use serde_json::{Value, json};

use super::{Failure, Server, failure, path_of, place, read, tokens};
use crate::document::{Document, Position as At};
use crate::navigation::Target;
use crate::program::{DocumentPlace, WordPlace};
use crate::{completion, hover, navigation, outline, rename};

/// The limit on the names in an answer about the whole workspace.
const NAMES: usize = 1000;

impl<W: Write> Server<W> {
    /// Answers a request, in JSON.
    pub(super) fn answer(&mut self, method: &str, params: Value) -> Result<String, Failure> {
        match method {
            "textDocument/hover" => self.hover(read(params)?),
            "textDocument/definition" => self.definition(read(params)?),
            "textDocument/references" => self.references(read(params)?),
            "textDocument/documentHighlight" => self.highlights(read(params)?),
            "textDocument/documentSymbol" => self.document_symbols(read(params)?),
            "workspace/symbol" => self.workspace_symbols(read(params)?),
            "textDocument/completion" => self.completion(read(params)?),
            "textDocument/prepareRename" => self.prepare_rename(read(params)?),
            "textDocument/rename" => self.rename(read(params)?),
            "textDocument/semanticTokens/full" => {
                let params: SemanticTokensParams = read(params)?;
                self.tokens(&params.text_document, None)
            }
            "textDocument/semanticTokens/range" => {
                let params: SemanticTokensRangeParams = read(params)?;
                self.tokens(&params.text_document, Some(params.range))
            }
            "textDocument/inlayHint" => self.inlay_hints(read(params)?),
            "textDocument/codeAction" => self.code_actions(read(params)?),
            _ => Err(failure(
                ErrorCode::MethodNotFound,
                format!("unsupported request `{method}`"),
            )),
        }
    }

    /// The text of a name, with its program. Other dialects have no lines that can be looked into.
    fn asked(&mut self, text: &TextDocumentIdentifier) -> Result<DocumentPlace, Failure> {
        self.asked_at(&TextDocumentPositionParams::new(text.clone(), Position::default()))
    }

    /// The same with a place in it.
    fn asked_at(&mut self, params: &TextDocumentPositionParams) -> Result<DocumentPlace, Failure> {
        let uri = &params.text_document.uri;
        let path = path_of(uri);
        let Some(document) = self.workspace.open.get(&path).cloned() else {
            let message = format!("{} is not open", uri.as_str());
            return Err(failure(ErrorCode::InvalidParams, message));
        };
        if !self.workspace.is_gnu() {
            let message = "only diagnostics are available for sources in dialects other than GNU as";
            return Err(failure(ErrorCode::RequestFailed, message));
        }
        let Position { line, character } = params.position;
        Ok(DocumentPlace {
            program: self.workspace.program(&path),
            at: document.position(line, character),
            path,
            document,
        })
    }

    fn locations(&self, asked: &DocumentPlace, found: &[WordPlace]) -> Vec<Location> {
        let location = |found: &WordPlace| {
            let document = asked.program.document(&found.path)?;
            let range = place::range(document, found.line, &found.word.span);
            Some(Location::new(self.uri(&found.path)?, range))
        };
        found.iter().filter_map(location).collect()
    }

    fn hover(&mut self, params: HoverParams) -> Result<String, Failure> {
        let asked = self.asked_at(&params.text_document_position_params)?;
        written(&hover::hover(&asked).map(|(text, span)| Hover {
            contents: HoverContents::Markup(hover::markdown(text)),
            range: Some(place::range(&asked.document, asked.at.line, &span)),
        }))
    }

    fn definition(&mut self, params: GotoDefinitionParams) -> Result<String, Failure> {
        let asked = self.asked_at(&params.text_document_position_params)?;
        match navigation::definition(&asked) {
            None => written(&()),
            Some(Target::Words(found)) => written(&self.locations(&asked, &found)),
            Some(Target::File(path)) => written(&self.uri(&path).map(|uri| Location::new(uri, Range::default()))),
        }
    }

    fn references(&mut self, params: ReferenceParams) -> Result<String, Failure> {
        let asked = self.asked_at(&params.text_document_position)?;
        let found = navigation::references(&asked, params.context.include_declaration);
        written(&self.locations(&asked, &found))
    }

    fn highlights(&mut self, params: DocumentHighlightParams) -> Result<String, Failure> {
        let asked = self.asked_at(&params.text_document_position_params)?;
        let mut found = navigation::references(&asked, true);
        found.retain(|found| found.path == asked.path);
        let highlight = |found: &WordPlace| DocumentHighlight {
            range: place::range(&asked.document, found.line, &found.word.span),
            kind: Some(match found.word.kind.defines() {
                true => DocumentHighlightKind::WRITE,
                false => DocumentHighlightKind::READ,
            }),
        };
        written(&found.iter().map(highlight).collect::<Vec<_>>())
    }

    fn document_symbols(&mut self, params: DocumentSymbolParams) -> Result<String, Failure> {
        let asked = self.asked(&params.text_document)?;
        let entries = outline::outline(&asked.program, &asked.path).into_iter();
        #[expect(deprecated, reason = "a field without a value, which the type has")]
        let symbol = |entry: outline::Entry| {
            let range = place::range(&asked.document, entry.line, &entry.word.span);
            DocumentSymbol {
                name: entry.name,
                detail: Some(entry.detail),
                kind: entry.kind,
                tags: None,
                deprecated: None,
                range,
                selection_range: range,
                children: None,
            }
        };
        written(&entries.map(symbol).collect::<Vec<_>>())
    }

    fn workspace_symbols(&mut self, params: WorkspaceSymbolParams) -> Result<String, Failure> {
        let wanted = params.query.to_ascii_lowercase();
        let mut symbols = Vec::new();
        if !self.workspace.is_gnu() {
            return written(&symbols);
        }
        for program in self.workspace.programs() {
            for file in &program.files {
                let Some(uri) = self.uri(&file.path) else {
                    continue;
                };
                for entry in outline::outline(&program, &file.path) {
                    if symbols.len() < NAMES && entry.name.to_ascii_lowercase().contains(&wanted) {
                        let range = place::range(&file.document, entry.line, &entry.word.span);
                        symbols.push(json!({
                            "name": entry.name,
                            "kind": entry.kind,
                            "location": Location::new(uri.clone(), range),
                        }));
                    }
                }
            }
        }
        written(&symbols)
    }

    fn completion(&mut self, params: CompletionParams) -> Result<String, Failure> {
        let asked = self.asked_at(&params.text_document_position)?;
        let (span, mut proposals) = completion::completion(&asked);
        let range = place::range(&asked.document, asked.at.line, &span);
        for one in &mut proposals {
            one.text_edit = Some(TextEdit::new(range, one.label.clone()).into());
        }
        written(&proposals)
    }

    fn prepare_rename(&mut self, params: TextDocumentPositionParams) -> Result<String, Failure> {
        let asked = self.asked_at(&params)?;
        let range = |span| place::range(&asked.document, asked.at.line, &span);
        written(&rename::name_at(&asked).map(range))
    }

    fn rename(&mut self, params: RenameParams) -> Result<String, Failure> {
        let asked = self.asked_at(&params.text_document_position)?;
        let new = &params.new_name;
        let edits = rename::rename(&self.workspace, &asked, new)
            .map_err(|message| failure(ErrorCode::RequestFailed, message))?;
        let mut changes: HashMap<String, Vec<TextEdit>> = HashMap::new();
        for (path, list) in edits {
            let (Some(uri), Some(document)) = (self.uri(&path), asked.program.document(&path)) else {
                continue;
            };
            let edit = |found: &WordPlace| {
                let range = place::range(document, found.line, &found.word.span);
                TextEdit::new(range, new.clone())
            };
            changes.insert(uri.as_str().to_owned(), list.iter().map(edit).collect());
        }
        written(&json!({ "changes": changes }))
    }

    fn tokens(&mut self, text: &TextDocumentIdentifier, range: Option<Range>) -> Result<String, Failure> {
        let asked = self.asked(text)?;
        let lines = match range {
            Some(range) => lines_of(&asked.document, range),
            None => 0..=asked.document.line_count(),
        };
        written(&SemanticTokens { result_id: None, data: tokens::tokens(&asked, lines) })
    }

    fn inlay_hints(&mut self, params: InlayHintParams) -> Result<String, Failure> {
        let asked = self.asked(&params.text_document)?;
        if !self.clocks {
            return written(&[(); 0]);
        }
        let lines = lines_of(&asked.document, params.range);
        let hint = |line: usize| {
            let (label, tooltip) = asked.program.cost_beside(&asked.path, line)?;
            let byte = asked.document.line(line).len();
            let position = place::position(&asked.document, At { line, byte });
            Some(json!({ "position": position, "label": label, "tooltip": tooltip, "paddingLeft": true }))
        };
        written(&lines.filter_map(hint).collect::<Vec<_>>())
    }

    fn code_actions(&mut self, params: CodeActionParams) -> Result<String, Failure> {
        let asked = self.asked(&params.text_document)?;
        let mut actions = Vec::new();
        let wanted = |kind: &CodeActionKind| {
            let only = params.context.only.as_ref();
            only.is_none_or(|only| only.iter().any(|one| kind.as_str().starts_with(one.as_str())))
        };
        if wanted(&CodeActionKind::QUICKFIX) {
            for (path, problem) in super::problems::of(&asked.program) {
                let touches = problem.range.start <= params.range.end && params.range.start <= problem.range.end;
                if path == asked.path && touches {
                    actions.extend(fix(&params.text_document.uri, problem));
                }
            }
        }
        // The cost of the selection: nothing is changed, the title gives the cost.
        if params.range.start != params.range.end && params.context.only.is_none() {
            let lines = lines_of(&asked.document, params.range);
            let total = asked.program.total_cost(&asked.path, lines);
            actions.extend(total.map(|total| json!({ "title": total })));
        }
        written(&actions)
    }
}

/// An answer as text. For hundreds of thousands of tokens the detour by values would take the greater part of the time.
fn written(answer: &impl Serialize) -> Result<String, Failure> {
    serde_json::to_string(answer).map_err(|error| failure(ErrorCode::InternalError, error.to_string()))
}

/// The lines of a text that a range touches. One that ends where a line begins does not touch that line.
fn lines_of(document: &Document, Range { start, end }: Range) -> RangeInclusive<usize> {
    let place = |at: Position| document.position(at.line, at.character);
    let (start, end) = (place(start).line, place(end));
    let is_before = end.byte == 0 && end.line > start;
    start..=if is_before { end.line - 1 } else { end.line }
}

/// The action that fixes a problem, if the assembler knows one.
fn fix(uri: &Uri, problem: Diagnostic) -> Option<Value> {
    let data = problem.data.as_ref()?;
    let range: Range = serde_json::from_value(data.get("range")?.clone()).ok()?;
    let text = data.get("text")?.as_str()?.to_owned();
    let title = match text.split_once('\n') {
        Some((first, _)) => format!("Put `{first}` before it"),
        None => format!("Write `{text}`"),
    };
    let changes = json!({ uri.as_str(): [TextEdit::new(range, text)] });
    Some(json!({
        "title": title,
        "kind": CodeActionKind::QUICKFIX,
        "isPreferred": true,
        "diagnostics": [problem],
        "edit": { "changes": changes },
    }))
}
