//! Requests with their arguments.

use serde::Deserialize;
use serde::de::IgnoredAny;
use serde_json::{Map, Value as Json};
use z8000_debugger::program::Unit;

use super::Reference;

/// A message of the client.
#[derive(Debug)]
pub(crate) struct Call {
    /// Its number, which the response repeats.
    pub(crate) seq: u64,
    /// The name of the request.
    pub(crate) command: String,
    /// The request, or what is wrong with it.
    pub(crate) request: Result<Request, String>,
}

/// Declares [`Request`] and the names of its variants.
macro_rules! requests {
    ($($name:ident($arguments:ty);)+) => {
        /// A request. The client chooses it by the name of the variant in camel case.
        #[derive(Debug, Deserialize)]
        #[serde(rename_all = "camelCase")]
        pub(crate) enum Request {
            $($name($arguments),)+
        }

        const NAMES: &[&str] = &[$(stringify!($name),)+];
    };
}

requests! {
    Initialize(Initialize);
    Launch(Json);
    Restart(Restart);
    Attach(IgnoredAny);
    ConfigurationDone(IgnoredAny);
    Disconnect(IgnoredAny);
    Terminate(IgnoredAny);
    Cancel(IgnoredAny);
    Threads(IgnoredAny);
    Continue(IgnoredAny);
    Next(Step);
    StepIn(Step);
    StepOut(IgnoredAny);
    StepBack(Step);
    ReverseContinue(IgnoredAny);
    Pause(IgnoredAny);
    SetBreakpoints(SetBreakpoints);
    SetFunctionBreakpoints(List<FunctionBreakpoint>);
    SetInstructionBreakpoints(List<InstructionBreakpoint>);
    SetDataBreakpoints(List<WatchedData>);
    SetExceptionBreakpoints(SetExceptionBreakpoints);
    DataBreakpointInfo(DataBreakpointInfo);
    BreakpointLocations(BreakpointLocations);
    ExceptionInfo(IgnoredAny);
    GotoTargets(GotoTargets);
    Goto(Goto);
    Completions(Completions);
    LoadedSources(IgnoredAny);
    StackTrace(StackTrace);
    Scopes(IgnoredAny);
    Variables(Variables);
    SetVariable(SetVariable);
    SetExpression(SetExpression);
    Evaluate(Evaluate);
    ReadMemory(ReadMemory);
    WriteMemory(WriteMemory);
    Disassemble(Disassemble);
    Source(SourceText);
}

/// The requests that are answered, as a client names them: `setBreakpoints`.
pub fn requests() -> impl Iterator<Item = String> {
    let camel_case = |name: &&str| {
        let (first, rest) = name.split_at(1);
        first.to_ascii_lowercase() + rest
    };
    NAMES.iter().map(camel_case)
}

impl Call {
    /// Reads a message. An ill-typed argument is an error that names the field.
    ///
    /// # Errors
    ///
    /// When it is not a request at all, so that it cannot be answered.
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
            return Err(format!("the message is not a request but of the type `{kind}`"));
        }
        let arguments = envelope.arguments.unwrap_or_else(|| Map::new().into());
        let tagged = Json::Object(Map::from_iter([(envelope.command.clone(), arguments)]));
        let request = serde_path_to_error::deserialize(tagged).map_err(|error| match error.path().iter().next() {
            None => format!("the request `{}` is unknown", envelope.command),
            Some(_) => error.to_string(),
        });
        Ok(Self {
            seq: envelope.seq,
            command: envelope.command,
            request,
        })
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

/// A client that says nothing.
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

#[derive(Debug, Default, Deserialize)]
pub(crate) struct Step {
    #[serde(default)]
    pub(crate) granularity: Unit,
}

/// The launch attributes that every program has; those of the command are in the same object.
#[derive(Debug, Clone, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Common {
    #[serde(default)]
    pub(crate) stop_on_entry: bool,
    /// A place to run to and to stop at.
    pub(crate) stop_at: Option<String>,
    /// Megabytes for the history.
    pub(crate) memory: Option<u32>,
    #[serde(default)]
    pub(crate) no_debug: bool,
}

/// The attributes are those of a new launch, if there are any.
#[derive(Debug, Deserialize)]
pub(crate) struct Restart {
    pub(crate) arguments: Option<Json>,
}

/// A list of breakpoints that replaces the last one of its kind.
#[derive(Debug, Clone, Deserialize)]
pub(crate) struct List<B> {
    #[serde(default = "Vec::new")]
    pub(crate) breakpoints: Vec<B>,
}

#[derive(Debug, Clone, Deserialize)]
pub(crate) struct SetBreakpoints {
    pub(crate) source: Source,
    #[serde(default)]
    pub(crate) breakpoints: Vec<SourceBreakpoint>,
}

#[derive(Debug, Clone, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Source {
    pub(crate) name: Option<String>,
    pub(crate) path: Option<String>,
    pub(crate) source_reference: Option<usize>,
}

/// The optional parts of a breakpoint, besides its place.
#[derive(Debug, Default)]
pub(crate) struct Clauses<'a> {
    pub(crate) condition: Option<&'a str>,
    pub(crate) hit_condition: Option<&'a str>,
    pub(crate) log_message: Option<&'a str>,
}

impl Clauses<'_> {
    /// Returns true if there is none.
    pub(crate) const fn is_empty(&self) -> bool {
        self.condition.is_none() && self.hit_condition.is_none() && self.log_message.is_none()
    }
}

/// A breakpoint in a request.
pub(crate) trait Wanted {
    fn clauses(&self) -> Clauses<'_>;
}

/// The clauses are fields of each kind: `#[serde(flatten)]` would lose the names of the fields from the errors.
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

        impl Wanted for $name {
            fn clauses(&self) -> Clauses<'_> {
                Clauses {
                    condition: self.condition.as_deref(),
                    hit_condition: self.hit_condition.as_deref(),
                    log_message: self.log_message.as_deref(),
                }
            }
        }
    )+};
}

breakpoints! {
    SourceBreakpoint { line: u32, }
    FunctionBreakpoint { name: String, }
    InstructionBreakpoint { instruction_reference: Reference, offset: Option<i64>, }
    WatchedData { data_id: String, access_type: Option<AccessType>, }
}

#[derive(Debug, Clone, Copy, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) enum AccessType {
    Read,
    Write,
    ReadWrite,
}

#[derive(Debug, Clone, Deserialize)]
pub(crate) struct SetExceptionBreakpoints {
    #[serde(default)]
    pub(crate) filters: Vec<String>,
}

impl Wanted for String {
    fn clauses(&self) -> Clauses<'_> {
        Clauses::default()
    }
}

#[derive(Debug, Deserialize)]
pub(crate) struct DataBreakpointInfo {
    pub(crate) name: String,
    pub(crate) bytes: Option<u64>,
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct BreakpointLocations {
    pub(crate) source: Source,
    pub(crate) line: u32,
    pub(crate) end_line: Option<u32>,
}

#[derive(Debug, Deserialize)]
pub(crate) struct GotoTargets {
    pub(crate) source: Source,
    pub(crate) line: u32,
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Goto {
    pub(crate) target_id: i64,
}

#[derive(Debug, Deserialize)]
pub(crate) struct Completions {
    pub(crate) text: String,
    /// In UTF-16 code units.
    pub(crate) column: usize,
    pub(crate) line: Option<usize>,
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct StackTrace {
    pub(crate) start_frame: Option<usize>,
    /// 0 or nothing: all frames.
    pub(crate) levels: Option<usize>,
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Variables {
    pub(crate) variables_reference: u32,
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct SetVariable {
    pub(crate) variables_reference: u32,
    pub(crate) name: String,
    pub(crate) value: String,
}

#[derive(Debug, Deserialize)]
pub(crate) struct SetExpression {
    pub(crate) expression: String,
    pub(crate) value: String,
}

#[derive(Debug, Deserialize)]
pub(crate) struct Evaluate {
    pub(crate) expression: String,
    /// `repl` is the console; clients may send values that are not in the protocol.
    pub(crate) context: Option<String>,
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct ReadMemory {
    pub(crate) memory_reference: Reference,
    pub(crate) offset: Option<i64>,
    pub(crate) count: u64,
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct WriteMemory {
    pub(crate) memory_reference: Reference,
    pub(crate) offset: Option<i64>,
    /// In base64.
    pub(crate) data: String,
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Disassemble {
    pub(crate) memory_reference: Reference,
    /// In bytes.
    pub(crate) offset: Option<i64>,
    /// In instructions, after the offset in bytes.
    pub(crate) instruction_offset: Option<i64>,
    pub(crate) instruction_count: u32,
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct SourceText {
    pub(crate) source: Option<Source>,
    pub(crate) source_reference: Option<usize>,
}
