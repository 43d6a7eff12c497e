//! Requests about texts, and their answers.

use std::collections::HashMap;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use lsp_server::ErrorCode;
#[allow(
    clippy::wildcard_imports,
    reason = "most of the names below are types of the protocol"
)]
use lsp_types::*;
use serde_json::{Value, json};

use super::{Failure, Server, path_of, place, read, tokens};
use crate::completion::{self, Sort as Proposed};
use crate::document::{Document, Position as At};
use crate::navigation::{self, Target};
use crate::outline::{self, Sort};
use crate::program::{Found, Program};
use crate::words::{Word, words};
use crate::{clocks, format, hover, rename};

/// The most names that an answer about the whole workspace has.
const NAMES: usize = 1000;

/// A text that a request is about.
struct Asked {
    path: PathBuf,
    document: Arc<Document>,
    program: Arc<Program>,
}

impl Asked {
    /// The words of a line.
    fn words(&self, line: usize) -> Vec<Word> {
        let mut open = self.document.is_in_comment(line);
        words(self.document.line(line), &mut open, self.program.macros())
    }
}

impl<W: Write> Server<W> {
    /// Answers a request.
    pub(super) fn answer(&mut self, method: &str, params: Value) -> Result<Value, Failure> {
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
            "textDocument/semanticTokens/full" => self.tokens(read(params)?),
            "textDocument/semanticTokens/range" => self.tokens_of_range(read(params)?),
            "textDocument/inlayHint" => self.inlay_hints(read(params)?),
            "textDocument/codeAction" => self.code_actions(read(params)?),
            "textDocument/formatting" => self.formatting(read(params)?),
            _ => Err(Failure::new(
                ErrorCode::MethodNotFound,
                format!("`{method}` is not a request of this server"),
            )),
        }
    }

    /// The text of a name, with its program. Other dialects have no lines that can be looked into.
    fn asked(&mut self, text: &TextDocumentIdentifier) -> Result<Asked, Failure> {
        let path = path_of(&text.uri);
        let Some(document) = self.workspace.open.get(&path).cloned() else {
            let message = format!("{} is not open", text.uri.as_str());
            return Err(Failure::new(ErrorCode::InvalidParams, message));
        };
        if !self.workspace.is_gnu() {
            let message = "only problems are shown of sources in another dialect than that of GNU as";
            return Err(Failure::new(ErrorCode::RequestFailed, message));
        }
        Ok(Asked {
            program: self.workspace.program(&path),
            path,
            document,
        })
    }

    /// The same with a place in it.
    fn asked_at(&mut self, params: &TextDocumentPositionParams) -> Result<(Asked, At, Vec<Word>), Failure> {
        let asked = self.asked(&params.text_document)?;
        let at = asked
            .document
            .position(params.position.line, params.position.character, self.encoding);
        let words = asked.words(at.line);
        Ok((asked, at, words))
    }

    /// A text that may not be open.
    fn text(&self, asked: &Asked, path: &Path) -> Option<Arc<Document>> {
        match asked.path == path {
            true => Some(Arc::clone(&asked.document)),
            false => asked.program.file(path).map(|file| Arc::clone(&file.document)),
        }
    }

    fn range(&self, document: &Document, found: &Found) -> Range {
        place::range(document, found.line, &found.word.span, self.encoding)
    }

    fn location(&self, asked: &Asked, found: &Found) -> Option<Location> {
        let document = self.text(asked, &found.path)?;
        Some(Location::new(self.uri(&found.path)?, self.range(&document, found)))
    }

    fn locations(&self, asked: &Asked, found: &[Found]) -> Value {
        json!(
            found
                .iter()
                .filter_map(|found| self.location(asked, found))
                .collect::<Vec<_>>()
        )
    }

    fn hover(&mut self, params: HoverParams) -> Result<Value, Failure> {
        let (asked, at, words) = self.asked_at(&params.text_document_position_params)?;
        let found = hover::hover(&asked.program, &asked.path, &asked.document, &words, at);
        Ok(json!(found.map(|found| Hover {
            contents: HoverContents::Markup(MarkupContent {
                kind: MarkupKind::Markdown,
                value: found.text,
            }),
            range: Some(place::range(&asked.document, at.line, &found.span, self.encoding)),
        })))
    }

    fn definition(&mut self, params: GotoDefinitionParams) -> Result<Value, Failure> {
        let (asked, at, words) = self.asked_at(&params.text_document_position_params)?;
        Ok(
            match navigation::definition(&asked.program, &asked.path, &asked.document, &words, at) {
                None => Value::Null,
                Some(Target::Words(found)) => self.locations(&asked, &found),
                Some(Target::File(path)) => {
                    json!(self.uri(&path).map(|uri| Location::new(uri, Range::default())))
                }
            },
        )
    }

    fn references(&mut self, params: ReferenceParams) -> Result<Value, Failure> {
        let (asked, at, words) = self.asked_at(&params.text_document_position)?;
        let Asked {
            program,
            path,
            document,
            ..
        } = &asked;
        let declared = params.context.include_declaration;
        let found = navigation::references(program, path, document, &words, at, declared);
        Ok(self.locations(&asked, &found))
    }

    fn highlights(&mut self, params: DocumentHighlightParams) -> Result<Value, Failure> {
        let (asked, at, words) = self.asked_at(&params.text_document_position_params)?;
        let mut found = navigation::references(&asked.program, &asked.path, &asked.document, &words, at, true);
        found.retain(|found| found.path == asked.path);
        let highlight = |found: &Found| DocumentHighlight {
            range: self.range(&asked.document, found),
            kind: Some(match found.word.kind.defines() {
                true => DocumentHighlightKind::WRITE,
                false => DocumentHighlightKind::READ,
            }),
        };
        Ok(json!(found.iter().map(highlight).collect::<Vec<_>>()))
    }

    fn document_symbols(&mut self, params: DocumentSymbolParams) -> Result<Value, Failure> {
        let asked = self.asked(&params.text_document)?;
        let entries = outline::outline(&asked.program, &asked.document, asked.program.macros());
        let symbol = |entry: &outline::Entry| {
            let range = place::range(&asked.document, entry.line, &entry.word.span, self.encoding);
            #[expect(deprecated, reason = "a field that the type still has")]
            DocumentSymbol {
                name: entry.name.clone(),
                detail: Some(entry.detail.clone()),
                kind: kind(entry.sort),
                tags: None,
                deprecated: None,
                range,
                selection_range: range,
                children: None,
            }
        };
        Ok(json!(entries.iter().map(symbol).collect::<Vec<_>>()))
    }

    fn workspace_symbols(&mut self, params: WorkspaceSymbolParams) -> Result<Value, Failure> {
        let wanted = params.query.to_ascii_lowercase();
        let mut symbols = Vec::new();
        if !self.workspace.is_gnu() {
            return Ok(json!(symbols));
        }
        for program in self.workspace.programs() {
            for file in &program.files {
                let Some(uri) = self.uri(&file.path) else {
                    continue;
                };
                for entry in outline::outline(&program, &file.document, program.macros()) {
                    if symbols.len() < NAMES && entry.name.to_ascii_lowercase().contains(&wanted) {
                        let range = place::range(&file.document, entry.line, &entry.word.span, self.encoding);
                        symbols.push(json!({
                            "name": entry.name,
                            "kind": kind(entry.sort),
                            "location": Location::new(uri.clone(), range),
                        }));
                    }
                }
            }
        }
        Ok(json!(symbols))
    }

    fn completion(&mut self, params: CompletionParams) -> Result<Value, Failure> {
        let asked = self.asked(&params.text_document_position.text_document)?;
        let at = params.text_document_position.position;
        let at = asked.document.position(at.line, at.character, self.encoding);
        let line = asked.document.line(at.line);
        let open = asked.document.is_in_comment(at.line);
        let (span, proposals) = completion::completion(&asked.program, asked.program.macros(), line, at.byte, open);
        let range = place::range(&asked.document, at.line, &span, self.encoding);
        let item = |one: completion::Proposal| CompletionItem {
            kind: Some(match one.sort {
                Proposed::Instruction => CompletionItemKind::KEYWORD,
                Proposed::Directive => CompletionItemKind::PROPERTY,
                Proposed::Macro => CompletionItemKind::SNIPPET,
                Proposed::Label => CompletionItemKind::FUNCTION,
                Proposed::Constant => CompletionItemKind::CONSTANT,
                Proposed::Register => CompletionItemKind::VARIABLE,
                Proposed::Condition => CompletionItemKind::ENUM_MEMBER,
            }),
            detail: Some(one.detail).filter(|detail| !detail.is_empty()),
            documentation: Some(one.about).filter(|about| !about.is_empty()).map(|value| {
                Documentation::MarkupContent(MarkupContent {
                    kind: MarkupKind::Markdown,
                    value,
                })
            }),
            text_edit: Some(CompletionTextEdit::Edit(TextEdit::new(range, one.text.clone()))),
            label: one.text,
            ..CompletionItem::default()
        };
        Ok(json!(proposals.into_iter().map(item).collect::<Vec<_>>()))
    }

    fn prepare_rename(&mut self, params: TextDocumentPositionParams) -> Result<Value, Failure> {
        let (asked, at, words) = self.asked_at(&params)?;
        let span = rename::name_at(&asked.program, &asked.document, &words, at);
        Ok(json!(span.map(|span| place::range(
            &asked.document,
            at.line,
            &span,
            self.encoding
        ))))
    }

    fn rename(&mut self, params: RenameParams) -> Result<Value, Failure> {
        let (asked, at, words) = self.asked_at(&params.text_document_position)?;
        let Asked { program, document, .. } = &asked;
        let new = &params.new_name;
        let edits = rename::rename(&self.workspace, program, document, &words, at, new)
            .map_err(|error| Failure::new(ErrorCode::RequestFailed, error.to_string()))?;
        let mut changes: HashMap<String, Vec<TextEdit>> = HashMap::new();
        for (path, list) in edits {
            let (Some(uri), Some(document)) = (self.uri(&path), self.text(&asked, &path)) else {
                continue;
            };
            let edit = |found: &Found| TextEdit::new(self.range(&document, found), new.clone());
            changes.insert(uri.as_str().to_owned(), list.iter().map(edit).collect());
        }
        Ok(json!({ "changes": changes }))
    }

    fn tokens(&mut self, params: SemanticTokensParams) -> Result<Value, Failure> {
        let asked = self.asked(&params.text_document)?;
        let lines = 0..asked.document.line_count();
        Ok(self.tokens_of(&asked, lines))
    }

    fn tokens_of_range(&mut self, params: SemanticTokensRangeParams) -> Result<Value, Failure> {
        let asked = self.asked(&params.text_document)?;
        let lines = lines_of(&asked.document, params.range);
        Ok(self.tokens_of(&asked, *lines.start()..lines.end() + 1))
    }

    fn tokens_of(&self, asked: &Asked, lines: std::ops::Range<usize>) -> Value {
        json!(SemanticTokens {
            result_id: None,
            data: tokens::tokens(
                &asked.program,
                &asked.document,
                asked.program.macros(),
                lines,
                self.encoding
            ),
        })
    }

    fn inlay_hints(&mut self, params: InlayHintParams) -> Result<Value, Failure> {
        let asked = self.asked(&params.text_document)?;
        if !self.settings.clocks {
            return Ok(json!([]));
        }
        let lines = lines_of(&asked.document, params.range);
        let hint = |line: usize| {
            let (label, tooltip) = clocks::beside(&asked.program, &asked.path, line)?;
            let byte = asked.document.line(line).len();
            let position = place::position(&asked.document, At { line, byte }, self.encoding);
            Some(json!({ "position": position, "label": label, "tooltip": tooltip, "paddingLeft": true }))
        };
        Ok(json!(lines.filter_map(hint).collect::<Vec<_>>()))
    }

    fn code_actions(&mut self, params: CodeActionParams) -> Result<Value, Failure> {
        let asked = self.asked(&params.text_document)?;
        let mut actions = Vec::new();
        let wanted = |kind: &CodeActionKind| {
            let only = params.context.only.as_ref();
            only.is_none_or(|only| only.iter().any(|one| kind.as_str().starts_with(one.as_str())))
        };
        if wanted(&CodeActionKind::QUICKFIX) {
            for (path, problem) in super::problems::of(&asked.program, self.encoding) {
                let touches = problem.range.start <= params.range.end && params.range.start <= problem.range.end;
                if path == asked.path && touches {
                    actions.extend(fix(&params.text_document.uri, problem));
                }
            }
        }
        // What the selection costs: there is nothing to be changed, the title says it.
        if params.range.start != params.range.end && params.context.only.is_none() {
            let total = clocks::total(&asked.program, &asked.path, lines_of(&asked.document, params.range));
            if total.instructions > 0 {
                actions.push(json!({ "title": total.to_string() }));
            }
        }
        Ok(json!(actions))
    }

    fn formatting(&mut self, params: DocumentFormattingParams) -> Result<Value, Failure> {
        let asked = self.asked(&params.text_document)?;
        let text = format::format(asked.document.text())
            .map_err(|error| Failure::new(ErrorCode::RequestFailed, error.to_string()))?;
        let formatted = Document::new(text);
        let mut edits = Vec::new();
        // An edit for each line, so that the cursor stays where it is.
        for line in 0..asked.document.line_count() {
            let (old, new) = (asked.document.line(line), formatted.line(line));
            if old != new {
                let range = place::range(&asked.document, line, &(0..old.len()), self.encoding);
                edits.push(TextEdit::new(range, new.to_owned()));
            }
        }
        if formatted.line_count() > asked.document.line_count() {
            let line = asked.document.line_count() - 1;
            let end = asked.document.line(line).len();
            let range = place::range(&asked.document, line, &(end..end), self.encoding);
            edits.push(TextEdit::new(range, "\n".to_owned()));
        }
        Ok(json!(edits))
    }
}

/// The lines of a text that a range touches. One that ends where a line begins does not touch that.
fn lines_of(document: &Document, range: Range) -> std::ops::RangeInclusive<usize> {
    let last = document.line_count() - 1;
    let (start, end) = (range.start.line as usize, last.min(range.end.line as usize));
    let is_before = range.end.character == 0 && end > start;
    start..=if is_before { end - 1 } else { end }
}

/// The action that mends a problem, if the assembler knows one.
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

const fn kind(sort: Sort) -> SymbolKind {
    match sort {
        Sort::Routine => SymbolKind::FUNCTION,
        Sort::Variable => SymbolKind::VARIABLE,
        Sort::Constant => SymbolKind::CONSTANT,
        Sort::Macro => SymbolKind::OPERATOR,
    }
}
