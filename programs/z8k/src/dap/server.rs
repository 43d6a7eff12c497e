//! Answers requests in their order and moves the program.

use std::collections::VecDeque;
use std::io::{self, stdout};
use std::sync::mpsc::{Receiver, TryRecvError};

use anyhow::{Context, Result, bail};
use serde::Serialize;
use z8000_debugger::session::{Goal, Reason, Session, Stop};

use super::debuggee::Debuggee;
use super::protocol::{
    self, Body, Call, Capabilities, Category, ErrorMessage, Event, ExceptionFilter, Request, Response, StopReason,
    Thread,
};
use super::variables::scopes;

/// What the reader thread sends: a request, or why a message is not one.
type Incoming = Result<Call, String>;

/// How the program moves.
#[derive(Debug, Clone, PartialEq, Eq)]
enum Motion {
    Forward(Goal),
    Back,
    BackContinue,
}

/// What follows the response to a request.
#[derive(Debug)]
enum Effect {
    Nothing,
    Move(Motion),
    Report(Event),
    /// The program was moved by a command in the console.
    Moved(String),
    End,
}

/// The response to a request, if it has a body, and what follows it.
type Reply = (Option<Body>, Effect);

/// A message to the client.
#[derive(Serialize)]
struct Message {
    seq: u64,
    #[serde(flatten)]
    content: Content,
}

#[derive(Serialize)]
#[serde(tag = "type", rename_all = "camelCase")]
enum Content {
    Response(Response),
    Event(Event),
}

/// The only thread.
const THREAD: u32 = 1;

pub(super) struct Server {
    incoming: Receiver<Incoming>,
    pending: VecDeque<Incoming>,
    /// The number of the last message that was sent.
    sequence: u64,
    first_line: u32,
    debuggee: Option<Debuggee>,
    /// How the program moves when the present request is answered.
    motion: Option<Motion>,
    finished: bool,
}

impl Server {
    pub(super) const fn new(incoming: Receiver<Incoming>) -> Self {
        Self {
            incoming,
            pending: VecDeque::new(),
            sequence: 0,
            first_line: 1,
            debuggee: None,
            motion: None,
            finished: false,
        }
    }

    /// Serves until the client disconnects or closes its end.
    pub(super) fn serve(&mut self) -> io::Result<()> {
        while !self.finished {
            let next = self.pending.pop_front().map_or_else(|| self.incoming.recv(), Ok);
            let Ok(next) = next else { return Ok(()) };
            self.handle(next)?;
            while let Some(motion) = self.motion.take().filter(|_| !self.finished) {
                self.carry_out(motion)?;
            }
        }
        Ok(())
    }

    fn send(&mut self, content: Content) -> io::Result<()> {
        self.sequence += 1;
        let seq = self.sequence;
        protocol::write(&mut stdout().lock(), &Message { seq, content })
    }

    fn report(&mut self, event: Event) -> io::Result<()> {
        self.send(Content::Event(event))
    }

    /// Answers a request. What is not a request is reported to the user.
    fn handle(&mut self, incoming: Incoming) -> io::Result<()> {
        let Call { seq, command, request } = match incoming {
            Ok(call) => call,
            Err(error) => {
                let (category, output) = (Category::Stderr, format!("{error}\n"));
                return self.report(Event::Output { category, output });
            }
        };
        let reply = request
            .map_err(anyhow::Error::msg)
            .and_then(|request| self.reply(request));
        let (success, message, body, effect) = match reply {
            Ok((body, effect)) => (true, None, body, effect),
            Err(error) => {
                let format = format!("{error:#}");
                let error = ErrorMessage {
                    id: 1,
                    format: format.clone(),
                    show_user: true,
                };
                (false, Some(format), Some(Body::Error { error }), Effect::Nothing)
            }
        };
        self.send(Content::Response(Response {
            request_seq: seq,
            command,
            success,
            message,
            body,
        }))?;
        match effect {
            Effect::Nothing => Ok(()),
            Effect::Move(motion) => {
                self.motion = Some(motion);
                Ok(())
            }
            Effect::Report(event) => self.report(event),
            Effect::Moved(line) => {
                self.report_output()?;
                self.report(stopped(StopReason::Goto, line, Vec::new()))
            }
            Effect::End => {
                self.finished = true;
                Ok(())
            }
        }
    }

    fn reply(&mut self, request: Request) -> Result<Reply> {
        match request {
            Request::Initialize(arguments) => {
                self.first_line = arguments.lines_start_at1.into();
                Ok(body(capabilities()))
            }
            Request::Launch(arguments) => {
                self.debuggee = Some(Debuggee::launch(arguments, self.first_line)?);
                Ok((None, Effect::Report(Event::Initialized)))
            }
            Request::Attach(_) => bail!("a program is launched, not attached to"),
            Request::Disconnect(_) => Ok((None, Effect::End)),
            Request::Terminate(_) => Ok((None, Effect::Report(Event::Terminated))),
            Request::Cancel(_) => Ok((None, Effect::Nothing)),
            Request::Threads(_) => {
                let thread = Thread {
                    id: THREAD,
                    name: "Z8002",
                };
                Ok(body(Body::Threads { threads: vec![thread] }))
            }
            request => debug(self.debuggee.as_mut().context("no program was launched")?, request),
        }
    }

    /// Moves the program and reports where it stops. A request that comes meanwhile waits, unless it ends the motion;
    /// while the program runs without a goal, every request is answered at once.
    fn carry_out(&mut self, motion: Motion) -> io::Result<()> {
        let Some(debuggee) = &mut self.debuggee else {
            return Ok(());
        };
        let free = motion == Motion::Forward(Goal::Forever);
        if free && debuggee.halted {
            return self.end();
        }
        let (incoming, pending) = (&self.incoming, &mut self.pending);
        let (mut gone, mut paused) = (false, false);
        let mut tick = |_: &Session| {
            let mut stop = false;
            loop {
                match incoming.try_recv() {
                    Ok(next) => {
                        let request = next.as_ref().ok().and_then(|call| call.request.as_ref().ok());
                        paused |= matches!(request, Some(Request::Pause(_)));
                        let ends = matches!(request, Some(Request::Disconnect(_) | Request::Terminate(_)));
                        stop |= free || paused || ends;
                        pending.push_back(next);
                    }
                    Err(TryRecvError::Empty) => return stop,
                    Err(TryRecvError::Disconnected) => {
                        gone = true;
                        return true;
                    }
                }
            }
        };
        let session = debuggee.session_mut();
        let stop = match &motion {
            Motion::Forward(goal) => session.run(goal, &mut tick),
            Motion::Back => session.back(1),
            Motion::BackContinue => session.run_back(&mut tick),
        };
        self.report_output()?;
        if stop.reason != Reason::Interrupted || paused {
            return self.report_stop(&motion, &stop);
        }
        self.finished |= gone && self.pending.is_empty();
        while let Some(next) = self.pending.pop_front() {
            self.handle(next)?;
        }
        // The program continues, unless a request has given it another way to go.
        self.motion.get_or_insert(motion);
        Ok(())
    }

    /// Reports what the program has sent and what log points have noted.
    fn report_output(&mut self) -> io::Result<()> {
        let events = self.debuggee.as_mut().map(Debuggee::new_output).unwrap_or_default();
        events.into_iter().try_for_each(|event| self.report(event))
    }

    fn report_stop(&mut self, motion: &Motion, stop: &Stop) -> io::Result<()> {
        let Some(debuggee) = &mut self.debuggee else {
            return Ok(());
        };
        debuggee.halted = stop.reason == Reason::Halted;
        if debuggee.no_debug && debuggee.halted {
            return self.end();
        }
        let mut hit = Vec::new();
        let reason = match &stop.reason {
            Reason::Done | Reason::Beginning if *motion == Motion::BackContinue => StopReason::Entry,
            Reason::Done | Reason::Beginning => StopReason::Step,
            Reason::Breakpoint { ids, .. } => {
                hit.clone_from(ids);
                debuggee.breakpoint_reason(ids)
            }
            Reason::Halted => StopReason::Halted,
            Reason::WantsInput | Reason::Interrupted => StopReason::Pause,
            Reason::Error(_) => StopReason::Exception,
        };
        self.report(stopped(reason, stop.reason.to_string(), hit))
    }

    fn end(&mut self) -> io::Result<()> {
        self.report(Event::Exited { exit_code: 0 })?;
        self.report(Event::Terminated)
    }
}

/// Answers a request that needs a program.
fn debug(debuggee: &mut Debuggee, request: Request) -> Result<Reply> {
    let forward = |goal| Ok((None, Effect::Move(Motion::Forward(goal))));
    Ok(body(match request {
        Request::ConfigurationDone(_) if debuggee.stop_on_entry => {
            let text = "at the first instruction".to_owned();
            return Ok((None, Effect::Report(stopped(StopReason::Entry, text, Vec::new()))));
        }
        Request::ConfigurationDone(_) => return forward(Goal::Forever),
        Request::Continue(_) => {
            let body = Body::Continue {
                all_threads_continued: true,
            };
            return Ok((Some(body), Effect::Move(Motion::Forward(Goal::Forever))));
        }
        Request::Next(_) => return forward(Goal::Over),
        Request::StepIn(_) => return forward(Goal::Step(1)),
        Request::StepOut(_) => return forward(Goal::Out),
        Request::StepBack(_) => return Ok((None, Effect::Move(Motion::Back))),
        Request::ReverseContinue(_) => return Ok((None, Effect::Move(Motion::BackContinue))),
        Request::Evaluate(arguments) => {
            let before = debuggee.now();
            let body = debuggee.evaluate(&arguments)?;
            let effect = match debuggee.now() == before {
                true => Effect::Nothing,
                false => Effect::Moved(arguments.expression),
            };
            return Ok((Some(body), effect));
        }
        Request::SetBreakpoints(arguments) => debuggee.set_breakpoints(&arguments)?,
        Request::SetFunctionBreakpoints(arguments) => debuggee.set_function_breakpoints(&arguments.breakpoints),
        Request::SetInstructionBreakpoints(arguments) => debuggee.set_instruction_breakpoints(&arguments.breakpoints),
        Request::SetDataBreakpoints(arguments) => debuggee.set_data_breakpoints(&arguments.breakpoints),
        Request::SetExceptionBreakpoints(arguments) => debuggee.set_exception_breakpoints(&arguments.filters),
        Request::DataBreakpointInfo(arguments) => debuggee.data_breakpoint_info(&arguments),
        Request::StackTrace(arguments) => debuggee.stack_trace(&arguments),
        Request::Scopes(_) => scopes(),
        Request::Variables(arguments) => debuggee.variables(&arguments)?,
        Request::SetVariable(arguments) => debuggee.set_variable(&arguments)?,
        Request::SetExpression(arguments) => debuggee.set_expression(&arguments)?,
        Request::ReadMemory(arguments) => debuggee.read_memory(&arguments)?,
        Request::WriteMemory(arguments) => debuggee.write_memory(&arguments)?,
        Request::Disassemble(arguments) => debuggee.disassemble(&arguments)?,
        Request::Source(arguments) => debuggee.source(&arguments)?,
        // A program that does not run is paused already.
        Request::Pause(_) => return Ok((None, Effect::Nothing)),
        Request::Initialize(_)
        | Request::Launch(_)
        | Request::Attach(_)
        | Request::Disconnect(_)
        | Request::Terminate(_)
        | Request::Cancel(_)
        | Request::Threads(_) => bail!("the request needs no program"),
    }))
}

const fn body(body: Body) -> Reply {
    (Some(body), Effect::Nothing)
}

fn stopped(reason: StopReason, text: String, hit_breakpoint_ids: Vec<u32>) -> Event {
    Event::Stopped {
        reason,
        description: text.clone(),
        text,
        thread_id: THREAD,
        all_threads_stopped: true,
        hit_breakpoint_ids,
    }
}

fn capabilities() -> Body {
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
        exception_breakpoint_filters: vec![ExceptionFilter {
            filter: "trap",
            label: "Traps",
            default: false,
        }],
    }))
}
