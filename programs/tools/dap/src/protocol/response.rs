//! Responses.

use serde::Serialize;

use super::{Address, Reference};

/// A response to a request.
#[derive(Debug, Serialize)]
pub(crate) struct Response {
    pub(crate) request_seq: u64,
    pub(crate) command: String,
    pub(crate) success: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) message: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) body: Option<Body>,
}

/// The body of a response.
#[derive(Debug, Serialize)]
#[serde(untagged, rename_all_fields = "camelCase")]
pub(crate) enum Body {
    Error {
        error: ErrorMessage,
    },
    Capabilities(Box<Capabilities>),
    Threads {
        threads: Vec<Thread>,
    },
    Continue {
        all_threads_continued: bool,
    },
    Breakpoints {
        breakpoints: Vec<Breakpoint>,
    },
    DataBreakpointInfo(DataBreakpoint),
    StackTrace {
        stack_frames: Vec<StackFrame>,
        total_frames: usize,
    },
    Scopes {
        scopes: Vec<Scope>,
    },
    Variables {
        variables: Vec<Variable>,
    },
    Assigned {
        value: String,
        variables_reference: u32,
    },
    Evaluated(Evaluated),
    ReadMemory {
        address: Address,
        data: String,
        unreadable_bytes: u64,
    },
    WriteMemory {
        bytes_written: usize,
    },
    Disassemble {
        instructions: Vec<Instruction>,
    },
    Source {
        content: String,
    },
    BreakpointLocations {
        breakpoints: Vec<LineOnly>,
    },
    ExceptionInfo {
        exception_id: String,
        description: String,
        break_mode: &'static str,
        details: ExceptionDetails,
    },
    GotoTargets {
        targets: Vec<GotoTarget>,
    },
    Completions {
        targets: Vec<CompletionItem>,
    },
    LoadedSources {
        sources: Vec<SourceFile>,
    },
}

#[derive(Debug, Serialize)]
pub(crate) struct LineOnly {
    pub(crate) line: u32,
}

#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct ExceptionDetails {
    pub(crate) message: String,
    pub(crate) type_name: String,
    pub(crate) stack_trace: String,
}

#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct GotoTarget {
    pub(crate) id: i64,
    pub(crate) label: String,
    pub(crate) line: u32,
    pub(crate) instruction_pointer_reference: Reference,
}

#[derive(Debug, Serialize)]
pub(crate) struct CompletionItem {
    pub(crate) label: String,
    /// In UTF-16 code units, like the length.
    pub(crate) start: usize,
    pub(crate) length: usize,
}

#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct ErrorMessage {
    pub(crate) id: u32,
    pub(crate) format: String,
    pub(crate) show_user: bool,
}

/// The capabilities of the adapter.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Capabilities {
    pub(crate) supports_configuration_done_request: bool,
    pub(crate) supports_function_breakpoints: bool,
    pub(crate) supports_conditional_breakpoints: bool,
    pub(crate) supports_hit_conditional_breakpoints: bool,
    pub(crate) supports_log_points: bool,
    pub(crate) supports_data_breakpoints: bool,
    pub(crate) supports_instruction_breakpoints: bool,
    pub(crate) supports_step_back: bool,
    pub(crate) supports_stepping_granularity: bool,
    pub(crate) supports_set_variable: bool,
    pub(crate) supports_set_expression: bool,
    pub(crate) supports_evaluate_for_hovers: bool,
    pub(crate) supports_read_memory_request: bool,
    pub(crate) supports_write_memory_request: bool,
    pub(crate) supports_disassemble_request: bool,
    pub(crate) supports_terminate_request: bool,
    pub(crate) supports_restart_request: bool,
    pub(crate) supports_breakpoint_locations_request: bool,
    pub(crate) supports_exception_info_request: bool,
    pub(crate) supports_goto_targets_request: bool,
    pub(crate) supports_completions_request: bool,
    pub(crate) supports_loaded_sources_request: bool,
    pub(crate) exception_breakpoint_filters: Vec<ExceptionFilter>,
}

#[derive(Debug, Serialize)]
pub(crate) struct ExceptionFilter {
    pub(crate) filter: &'static str,
    pub(crate) label: &'static str,
    pub(crate) default: bool,
}

#[derive(Debug, Serialize)]
pub(crate) struct Thread {
    pub(crate) id: u32,
    pub(crate) name: String,
}

/// A breakpoint as it was set, or why it was not.
#[derive(Debug, Default, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Breakpoint {
    pub(crate) verified: bool,
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

/// The answer whether data can be watched. The identifier is null if they cannot; the description then says why.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct DataBreakpoint {
    pub(crate) data_id: Option<String>,
    pub(crate) description: String,
    #[serde(skip_serializing_if = "<[_]>::is_empty")]
    pub(crate) access_types: &'static [&'static str],
}

#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct StackFrame {
    pub(crate) id: usize,
    pub(crate) name: String,
    #[serde(flatten)]
    pub(crate) location: Location,
    pub(crate) instruction_pointer_reference: Reference,
}

/// The place of a stack frame in the source; without a source, line and column are 0.
#[derive(Debug, Default, Serialize)]
pub(crate) struct Location {
    pub(crate) line: u32,
    pub(crate) column: u32,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) source: Option<SourceFile>,
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

#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Scope {
    pub(crate) name: String,
    pub(crate) variables_reference: u32,
    pub(crate) expensive: bool,
    pub(crate) presentation_hint: &'static str,
}

#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Variable {
    pub(crate) name: String,
    pub(crate) value: String,
    pub(crate) variables_reference: u32,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) evaluate_name: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) memory_reference: Option<Reference>,
}

#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Evaluated {
    pub(crate) result: String,
    pub(crate) variables_reference: u32,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) memory_reference: Option<Reference>,
}

#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Instruction {
    pub(crate) address: Address,
    pub(crate) instruction: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) instruction_bytes: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) symbol: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) location: Option<SourceFile>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) line: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) presentation_hint: Option<&'static str>,
}
