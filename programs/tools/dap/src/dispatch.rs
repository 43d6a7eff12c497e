//! Dispatches requests to their answers.

use anyhow::{Result, bail};
use serde_json::{Value as Json, json};
use z8000::cpu::Model;
use z8000_debugger::calls::Class;
use z8000_debugger::session::Reason;

use super::breakpoints::at_exception;
use super::debuggee::{Debuggee, Owner};
use super::effect::{Motion, Reply, THREAD, Then};
use super::mail::Mail;
use super::protocol::{Entry, Request};

/// The optional features of the protocol that the adapter supports, by their names after `supports`.
const SUPPORTED: [&str; 22] = [
    "ConfigurationDoneRequest",
    "FunctionBreakpoints",
    "ConditionalBreakpoints",
    "HitConditionalBreakpoints",
    "LogPoints",
    "DataBreakpoints",
    "InstructionBreakpoints",
    "StepBack",
    "SteppingGranularity",
    "SetVariable",
    "SetExpression",
    "EvaluateForHovers",
    "ReadMemoryRequest",
    "WriteMemoryRequest",
    "DisassembleRequest",
    "TerminateRequest",
    "BreakpointLocationsRequest",
    "ExceptionInfoRequest",
    "ExceptionFilterOptions",
    "GotoTargetsRequest",
    "CompletionsRequest",
    "LoadedSourcesRequest",
];

/// Answers a request that needs a program. `moves` is true if the program was running, and was interrupted for it.
pub(super) fn reply(debuggee: &mut Debuggee, request: Request, moves: bool, mail: &mut Mail) -> Result<Reply> {
    let to = |motion| Ok(Reply::then(Then::Move(motion)));
    Ok(Reply::from(match request {
        Request::ConfigurationDone(_) => return Ok(debuggee.begin()),
        Request::Continue(_) => {
            return Ok(Reply {
                body: Some(json!({ "allThreadsContinued": true })),
                ..Reply::then(Then::Move(Motion::Continue))
            });
        }
        Request::Next { granularity: unit } => return to(Motion::Step { unit, over: true }),
        Request::StepIn { granularity: unit } => return to(Motion::Step { unit, over: false }),
        Request::StepOut(_) if debuggee.session().frames().len() < 2 => bail!("{}", Reason::NoCaller),
        Request::StepOut(_) => return to(Motion::Out),
        Request::StepBack { granularity: unit } => {
            let over = !debuggee.into_calls;
            return to(Motion::StepBack { unit, over });
        }
        Request::ReverseContinue(_) => return to(Motion::BackContinue),
        Request::Pause(_) if moves => {
            let stop = debuggee.stop_event("pause", "interrupted", &[]);
            return Ok(Reply::stop(vec![stop]));
        }
        // A program that is not running is already paused.
        Request::Pause(_) => return Ok(Reply::default()),
        Request::Goto { target_id } => return debuggee.goto(target_id),
        Request::Evaluate { expression, context, frame_id } => {
            return match context.as_deref() {
                Some("repl") => debuggee.execute(expression.trim(), frame_id, &mut |_| mail.interrupts(false)),
                Some("json") => debuggee.execute_json(expression.trim(), &mut |_| mail.interrupts(false)),
                context => debuggee.evaluate(expression.trim(), frame_id, context == Some("hover")),
            };
        }
        Request::SetVariable { variables_reference, name, value } => {
            return debuggee.set_variable(variables_reference, &name, &value);
        }
        Request::SetExpression { expression, value } => return debuggee.assign(&expression, &value),
        Request::WriteMemory { memory_reference, offset, data, allow_partial } => {
            return debuggee.write_memory(memory_reference, offset, &data, allow_partial);
        }
        Request::SetBreakpoints(arguments) => debuggee.set_in_source(&arguments)?,
        Request::SetFunctionBreakpoints(list) => {
            debuggee.set(Owner::Function, &list.breakpoints, Debuggee::at_function)
        }
        Request::SetInstructionBreakpoints(list) => {
            debuggee.set(Owner::Instruction, &list.breakpoints, Debuggee::at_reference)
        }
        Request::SetDataBreakpoints(list) => debuggee.set(Owner::Data, &list.breakpoints, Debuggee::at_data),
        Request::SetExceptionBreakpoints { filters, filter_options } => {
            let filters = filters.into_iter().map(|Entry(name)| Entry(name.map(Into::into)));
            let filters: Vec<_> = filters.chain(filter_options).collect();
            debuggee.set(Owner::Exception, &filters, at_exception)
        }
        Request::DataBreakpointInfo { name, bytes } => debuggee.data_breakpoint_info(&name, bytes),
        Request::BreakpointLocations { source, line, end_line } => {
            debuggee.breakpoint_locations(&source, line, end_line)?
        }
        Request::ExceptionInfo(_) => debuggee.exception_info()?,
        Request::GotoTargets { source, line } => debuggee.goto_targets(&source, line)?,
        Request::StackTrace { start_frame, levels } => debuggee.stack_trace(start_frame, levels),
        Request::Scopes { frame_id } => debuggee.scopes(frame_id),
        Request::Variables { variables_reference } => debuggee.variables(variables_reference)?,
        Request::Completions { text, column, line } => debuggee.completions(&text, column, line),
        Request::ReadMemory { memory_reference, offset, count } => {
            debuggee.read_memory(memory_reference, offset, count)?
        }
        Request::Disassemble(arguments) => debuggee.disassemble(&arguments)?,
        Request::Source { source, source_reference } => debuggee.source(source.as_ref(), source_reference)?,
        Request::LoadedSources(_) => debuggee.loaded_sources(),
        Request::Initialize(_)
        | Request::Launch(_)
        | Request::Attach(_)
        | Request::Disconnect(_)
        | Request::Terminate(_)
        | Request::Cancel(_)
        | Request::Threads(_) => bail!("the request does not apply to a program"),
    }))
}

pub(super) fn threads(debuggee: Option<&Debuggee>) -> Json {
    let model = debuggee.map_or(Model::Z8002, |debuggee| debuggee.session().cpu().model());
    json!({ "threads": [{ "id": THREAD, "name": format!("{model:?}") }] })
}

pub(super) fn capabilities() -> Json {
    let filter = |(_, name): &(Class, &str)| {
        let label = if *name == "trap" {
            "Traps".to_owned()
        } else {
            name.to_uppercase()
        };
        json!({
            "filter": name, "label": label, "default": false,
            "supportsCondition": true, "conditionDescription": "an expression, such as `r5 == 9`",
        })
    };
    let mut capabilities = json!({ "exceptionBreakpointFilters": Class::ALL.iter().map(filter).collect::<Json>() });
    for name in SUPPORTED {
        capabilities[format!("supports{name}")] = true.into();
    }
    capabilities
}
