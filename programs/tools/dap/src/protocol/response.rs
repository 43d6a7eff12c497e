//! The parts of responses and events that are created in several places.

use serde::Serialize;
use serde_json::Value as Json;

use super::Reference;

/// Removes the fields of an object that are null: a client expects them to be omitted.
pub(crate) fn without_null(mut object: Json) -> Json {
    if let Json::Object(fields) = &mut object {
        fields.retain(|_, value| !value.is_null());
    }
    object
}

/// A breakpoint as it was set, or the reason why it was not.
#[derive(Debug, Default, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Breakpoint {
    pub(crate) verified: bool,
    /// True if the breakpoint could not be set, so that the debugger does not know it.
    #[serde(skip)]
    pub(crate) unset: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) id: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) message: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) source: Option<SourceFile>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) line: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) instruction_reference: Option<Reference>,
}

/// A source file: its path, or a number under which the client can request its text.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct SourceFile {
    pub(crate) name: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) path: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) source_reference: Option<usize>,
}
