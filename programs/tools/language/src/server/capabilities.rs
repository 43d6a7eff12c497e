//! The capabilities of the server.

use serde_json::{Value, json};

use super::tokens;

/// The capabilities, as `initialize` gives them.
pub(super) fn capabilities() -> Value {
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
            "documentFormattingProvider": true,
            "foldingRangeProvider": true,
        },
        "serverInfo": { "name": "z8k", "version": env!("CARGO_PKG_VERSION") },
    })
}
