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

use super::{Failure, Server, failure, outline, path_of, place, read, tokens};
use crate::document::{Document, Position as At};
use crate::linked::DocumentPlace;
use crate::navigation::Target;
use crate::program::WordPlace;
use crate::{completion, hover, navigation, rename};

/// The maximum number of names in an answer about the whole workspace.
const NAMES: usize = 1000;

impl<W: Write> Server<W> {
    /// Answers a request with JSON.
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

    /// Returns a document with its program. Documents in other dialects cannot be analysed.
    fn asked(&mut self, text: &TextDocumentIdentifier) -> Result<DocumentPlace, Failure> {
        self.asked_at(&TextDocumentPositionParams::new(text.clone(), Position::default()))
    }

    /// Returns a place in a document, with its program.
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
        let (program, linked) = self.workspace.program(&path);
        Ok(DocumentPlace { program, linked, at: document.position(line, character), path, document })
    }

    fn locations(&self, asked: &DocumentPlace, found: &[WordPlace]) -> Vec<Location> {
        let location = |found: &WordPlace| {
            let document = asked.document_of(&found.path)?;
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
        written(&outline::outline(&asked.program, &asked.path))
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
                        symbols.push(json!({
                            "name": entry.name,
                            "kind": entry.kind,
                            "location": Location::new(uri.clone(), entry.range),
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
        let found = rename::rename(&self.workspace, &asked, new)
            .map_err(|message| failure(ErrorCode::RequestFailed, message))?;
        let mut changes: HashMap<String, Vec<TextEdit>> = HashMap::new();
        for Location { uri, range } in self.locations(&asked, &found) {
            let edits = changes.entry(uri.as_str().to_owned()).or_default();
            edits.push(TextEdit::new(range, new.clone()));
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
        // Reports the cost of the selection: the action changes nothing, and its title gives the cost.
        if params.range.start != params.range.end && params.context.only.is_none() {
            let lines = lines_of(&asked.document, params.range);
            let total = asked.program.total_cost(&asked.path, lines);
            actions.extend(total.map(|total| json!({ "title": total })));
        }
        written(&actions)
    }
}

/// Formats an answer as text. For hundreds of thousands of tokens, a detour through values would take most of the time.
fn written(answer: &impl Serialize) -> Result<String, Failure> {
    serde_json::to_string(answer).map_err(|error| failure(ErrorCode::InternalError, error.to_string()))
}

/// Returns the lines of a text that a range touches. A range that ends at the beginning of a line does not touch that
/// line.
fn lines_of(document: &Document, Range { start, end }: Range) -> RangeInclusive<usize> {
    let place = |at: Position| document.position(at.line, at.character);
    let (start, end) = (place(start).line, place(end));
    let is_before = end.byte == 0 && end.line > start;
    start..=if is_before { end.line - 1 } else { end.line }
}

/// Returns the action that fixes a problem, if the assembler suggests one.
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
