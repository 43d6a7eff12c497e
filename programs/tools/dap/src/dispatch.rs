//! The answers to requests, by request.

use anyhow::{Result, bail};
use z8000::cpu::Model;

use super::debuggee::Debuggee;
use super::effect::{Effect, Reply, THREAD, Then};
use super::mail::Mail;
use super::motion::{Motion, unit};
use super::protocol::{Body, Capabilities, ExceptionFilter, Request, StopReason, Thread};

/// Answers a request that needs a program. `moves`: it runs, and was interrupted for this.
pub(super) fn reply(debuggee: &mut Debuggee, request: Request, moves: bool, mail: &mut Mail) -> Result<Reply> {
    let to = |motion| Ok((None, Effect::then(Then::Move(motion))));
    Ok(body(match request {
        Request::ConfigurationDone(_) => return Ok((None, debuggee.begin(Vec::new()))),
        Request::Continue(_) => {
            let body = Body::Continue {
                all_threads_continued: true,
            };
            return Ok((Some(body), Effect::then(Then::Move(Motion::Continue))));
        }
        Request::Next(step) => {
            let (unit, over) = (unit(step.granularity), true);
            return to(Motion::Step { unit, over });
        }
        Request::StepIn(step) => {
            let (unit, over) = (unit(step.granularity), false);
            return to(Motion::Step { unit, over });
        }
        Request::StepOut(_) => return to(Motion::Out),
        Request::StepBack(step) => {
            let (unit, over) = (unit(step.granularity), !debuggee.into_calls);
            return to(Motion::StepBack { unit, over });
        }
        Request::ReverseContinue(_) => return to(Motion::BackContinue),
        Request::Pause(_) if moves => {
            let stop = debuggee.stop_event(StopReason::Pause, "interrupted".to_owned(), Vec::new());
            return Ok((None, Effect::stop(vec![stop])));
        }
        // A program that does not run is paused already.
        Request::Pause(_) => return Ok((None, Effect::then(Then::Nothing))),
        Request::Goto(arguments) => return debuggee.goto(&arguments),
        Request::Evaluate(arguments) => return debuggee.evaluate(&arguments, &mut |_| mail.interrupts(false)),
        Request::SetVariable(arguments) => {
            let body = debuggee.set_variable(&arguments)?;
            return Ok((Some(body), Effect::report(debuggee.invalidated())));
        }
        Request::SetExpression(arguments) => {
            let body = debuggee.set_expression(&arguments)?;
            return Ok((Some(body), Effect::report(debuggee.invalidated())));
        }
        Request::WriteMemory(arguments) => {
            let body = debuggee.write_memory(&arguments)?;
            return Ok((Some(body), Effect::report(debuggee.invalidated())));
        }
        Request::SetBreakpoints(arguments) => debuggee.set_breakpoints(arguments)?,
        Request::SetFunctionBreakpoints(arguments) => debuggee.set_function_breakpoints(arguments),
        Request::SetInstructionBreakpoints(arguments) => debuggee.set_instruction_breakpoints(arguments),
        Request::SetDataBreakpoints(arguments) => debuggee.set_data_breakpoints(arguments),
        Request::SetExceptionBreakpoints(arguments) => debuggee.set_exception_breakpoints(arguments),
        Request::DataBreakpointInfo(arguments) => debuggee.data_breakpoint_info(&arguments),
        Request::BreakpointLocations(arguments) => debuggee.breakpoint_locations(&arguments)?,
        Request::ExceptionInfo(_) => debuggee.exception_info()?,
        Request::GotoTargets(arguments) => debuggee.goto_targets(&arguments)?,
        Request::StackTrace(arguments) => debuggee.stack_trace(&arguments),
        Request::Scopes(_) => debuggee.scopes(),
        Request::Variables(arguments) => debuggee.variables(&arguments)?,
        Request::Completions(arguments) => debuggee.completions(&arguments),
        Request::ReadMemory(arguments) => debuggee.read_memory(&arguments)?,
        Request::Disassemble(arguments) => debuggee.disassemble(&arguments)?,
        Request::Source(arguments) => debuggee.source(&arguments)?,
        Request::LoadedSources(_) => debuggee.loaded_sources(),
        Request::Initialize(_)
        | Request::Launch(_)
        | Request::Restart(_)
        | Request::Attach(_)
        | Request::Disconnect(_)
        | Request::Terminate(_)
        | Request::Cancel(_)
        | Request::Threads(_) => bail!("the request needs no program"),
    }))
}

pub(super) const fn body(body: Body) -> Reply {
    (Some(body), Effect::then(Then::Nothing))
}

pub(super) fn threads(debuggee: Option<&Debuggee>) -> Body {
    let model = debuggee.map_or(Model::Z8002, |debuggee| debuggee.session().cpu().model());
    let name = format!("{model:?}");
    Body::Threads {
        threads: vec![Thread { id: THREAD, name }],
    }
}

pub(super) fn capabilities() -> Body {
    Body::Capabilities(Box::new(Capabilities {
        supports_configuration_done_request: true,
        supports_function_breakpoints: true,
        supports_conditional_breakpoints: true,
        supports_hit_conditional_breakpoints: true,
        supports_log_points: true,
        supports_data_breakpoints: true,
        supports_instruction_breakpoints: true,
        supports_step_back: true,
        supports_stepping_granularity: true,
        supports_set_variable: true,
        supports_set_expression: true,
        supports_evaluate_for_hovers: true,
        supports_read_memory_request: true,
        supports_write_memory_request: true,
        supports_disassemble_request: true,
        supports_terminate_request: true,
        supports_restart_request: true,
        supports_breakpoint_locations_request: true,
        supports_exception_info_request: true,
        supports_goto_targets_request: true,
        supports_completions_request: true,
        supports_loaded_sources_request: true,
        exception_breakpoint_filters: vec![ExceptionFilter {
            filter: "trap",
            label: "Traps",
            default: false,
        }],
    }))
}
