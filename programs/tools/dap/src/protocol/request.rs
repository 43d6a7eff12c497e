//! Requests with their arguments.

use serde::de::{DeserializeOwned, IgnoredAny};
use serde::{Deserialize, Deserializer};
use serde_json::{Map, Value as Json};
use z8000_debugger::program::Unit;

use super::Reference;

/// A message from the client.
#[derive(Debug)]
pub(crate) struct Call {
    /// The number of the message, which the response repeats.
    pub(crate) seq: u64,
    /// The name of the request.
    pub(crate) command: String,
    /// The request, or the error in it.
    pub(crate) request: Result<Request, String>,
}

/// Declares [`Request`] and the names of its variants.
macro_rules! requests {
    ($($name:ident $arguments:tt)+) => {
        /// A request with its arguments. The client selects it by the name of the variant in camel case.
        #[derive(Debug, Deserialize)]
        #[serde(rename_all = "camelCase", rename_all_fields = "camelCase")]
        pub(crate) enum Request {
            $($name $arguments,)+
        }

        const NAMES: &[&str] = &[$(stringify!($name),)+];
    };
}

requests! {
    Initialize(Initialize)
    Launch(Json)
    // The attributes of a new launch, if there are any.
    Attach(IgnoredAny)
    ConfigurationDone(IgnoredAny)
    Disconnect(IgnoredAny)
    Terminate(IgnoredAny)
    Cancel(IgnoredAny)
    Threads(IgnoredAny)
    Continue(IgnoredAny)
    Next { #[serde(default)] granularity: Unit }
    StepIn { #[serde(default)] granularity: Unit }
    StepOut(IgnoredAny)
    StepBack { #[serde(default)] granularity: Unit }
    ReverseContinue(IgnoredAny)
    Pause(IgnoredAny)
    SetBreakpoints(SetBreakpoints)
    SetFunctionBreakpoints(List<FunctionBreakpoint>)
    SetInstructionBreakpoints(List<InstructionBreakpoint>)
    SetDataBreakpoints(List<WatchedData>)
    SetExceptionBreakpoints { #[serde(default)] filters: Vec<Entry<String>>, #[serde(default)] filter_options: Vec<Entry<ExceptionFilter>> }
    DataBreakpointInfo { name: String, bytes: Option<u64> }
    BreakpointLocations { source: Source, line: u32, end_line: Option<u32> }
    ExceptionInfo(IgnoredAny)
    GotoTargets { source: Source, line: u32 }
    Goto { target_id: i64 }
    // The column is counted in UTF-16 code units.
    Completions { text: String, column: usize, line: Option<usize> }
    LoadedSources(IgnoredAny)
    // If `levels` is 0 or omitted, all frames are requested.
    StackTrace { start_frame: Option<usize>, levels: Option<usize> }
    Scopes { frame_id: Option<usize> }
    Variables { variables_reference: u32 }
    SetVariable { variables_reference: u32, name: String, value: String }
    SetExpression { expression: String, value: String }
    // The context is `repl` for the console and `json` for a program's console; clients may send others.
    Evaluate { expression: String, context: Option<String>, frame_id: Option<usize> }
    ReadMemory { memory_reference: Reference, offset: Option<i64>, count: u64 }
    // The data is encoded in base64.
    WriteMemory { memory_reference: Reference, offset: Option<i64>, data: String, #[serde(default)] allow_partial: bool }
    Disassemble(Disassemble)
    Source { source: Option<Source>, source_reference: Option<usize> }
}

/// The supported requests by their names in the protocol, such as `setBreakpoints`.
pub fn requests() -> impl Iterator<Item = String> {
    let camel_case = |name: &&str| {
        let (first, rest) = name.split_at(1);
        first.to_ascii_lowercase() + rest
    };
    NAMES.iter().map(camel_case)
}

impl Call {
    /// Parses a message. An ill-typed argument leads to an error that names the field.
    ///
    /// # Errors
    ///
    /// The message is not a request, so it cannot be answered.
    pub(crate) fn parse(message: Json) -> Result<Self, String> {
        #[derive(Deserialize)]
        struct Envelope {
            seq: u64,
            #[serde(rename = "type")]
            kind: Option<String>,
            command: String,
            arguments: Option<Json>,
        }
        let envelope: Envelope = serde_json::from_value(message)
            .map_err(|error| format!("the message is not a request with `seq` and `command`: {error}"))?;
        if let Some(kind) = envelope.kind.filter(|kind| kind != "request") {
            return Err(format!("expected a request, found a message of type `{kind}`"));
        }
        let arguments = envelope.arguments.unwrap_or_else(|| Map::new().into());
        let tagged = Json::Object(Map::from_iter([(envelope.command.clone(), arguments)]));
        let request = serde_path_to_error::deserialize(tagged).map_err(|error| match error.path().iter().next() {
            None => format!("unknown request `{}`", envelope.command),
            Some(_) => error.to_string(),
        });
        Ok(Self { seq: envelope.seq, command: envelope.command, request })
    }
}

#[derive(Debug, Clone, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub(crate) struct Initialize {
    pub(crate) lines_start_at1: bool,
    pub(crate) columns_start_at1: bool,
    pub(crate) supports_invalidated_event: bool,
    pub(crate) supports_memory_event: bool,
}

/// The defaults for a client that gives no information.
impl Default for Initialize {
    fn default() -> Self {
        Self {
            lines_start_at1: true,
            columns_start_at1: true,
            supports_invalidated_event: false,
            supports_memory_event: false,
        }
    }
}

/// The launch attributes that all programs share; those of the command are in the same object.
#[derive(Debug, Clone, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Common {
    #[serde(default)]
    pub(crate) stop_on_entry: bool,
    /// The place at which the program first stops; default: its first instruction.
    pub(crate) stop_at: Option<String>,
    /// The size of the history in megabytes.
    pub(crate) memory: Option<u32>,
    #[serde(default)]
    pub(crate) no_debug: bool,
}

/// A list of breakpoints that replaces the previous one of its kind.
#[derive(Debug, Clone, Deserialize)]
#[serde(bound = "B: DeserializeOwned")]
pub(crate) struct List<B> {
    #[serde(default = "Vec::new")]
    pub(crate) breakpoints: Vec<Entry<B>>,
}

/// An entry of a list, or the error in it, which does not affect the other entries.
#[derive(Debug, Clone)]
pub(crate) struct Entry<B>(pub(crate) Result<B, String>);

impl<'de, B: DeserializeOwned> Deserialize<'de> for Entry<B> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let entry = serde_path_to_error::deserialize(Json::deserialize(deserializer)?);
        Ok(Self(entry.map_err(|error| error.to_string())))
    }
}

#[derive(Debug, Clone, Deserialize)]
pub(crate) struct SetBreakpoints {
    pub(crate) source: Source,
    #[serde(default)]
    pub(crate) breakpoints: Vec<Entry<SourceBreakpoint>>,
}

#[derive(Debug, Clone, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Source {
    pub(crate) name: Option<String>,
    pub(crate) path: Option<String>,
    pub(crate) source_reference: Option<usize>,
}

/// The optional parts of a breakpoint, in addition to its place: condition, hit condition, message.
pub(crate) type Clauses<'a> = [Option<&'a str>; 3];

/// A breakpoint in a request.
pub(crate) trait RequestedBreakpoint {
    fn clauses(&self) -> Clauses<'_>;
}

/// Declares the arguments of each kind of breakpoint, including the common ones: `#[serde(flatten)]` would lose the
/// names of fields in errors.
macro_rules! breakpoints {
    ($($name:ident { $($field:ident: $type:ty,)* })+) => {$(
        #[derive(Debug, Clone, Deserialize)]
        #[serde(rename_all = "camelCase")]
        pub(crate) struct $name {
            $(pub(crate) $field: $type,)*
            condition: Option<String>,
            hit_condition: Option<String>,
            log_message: Option<String>,
        }

        impl RequestedBreakpoint for $name {
            fn clauses(&self) -> Clauses<'_> {
                [&self.condition, &self.hit_condition, &self.log_message].map(Option::as_deref)
            }
        }
    )+};
}

breakpoints! {
    SourceBreakpoint { line: i64, }
    FunctionBreakpoint { name: String, }
    InstructionBreakpoint { instruction_reference: Reference, offset: Option<i64>, }
    WatchedData { data_id: String, access_type: Option<AccessType>, }
    ExceptionFilter { filter_id: String, }
}

#[derive(Debug, Clone, Copy, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) enum AccessType {
    Read,
    Write,
    ReadWrite,
}

impl From<String> for ExceptionFilter {
    fn from(filter_id: String) -> Self {
        Self { filter_id, condition: None, hit_condition: None, log_message: None }
    }
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Disassemble {
    pub(crate) memory_reference: Reference,
    /// Offset in bytes from the reference.
    pub(crate) offset: Option<i64>,
    /// Offset in instructions, added to the offset in bytes.
    pub(crate) instruction_offset: Option<i64>,
    pub(crate) instruction_count: u32,
}
