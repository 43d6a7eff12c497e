//! Requests and events in their order.

use std::collections::{BTreeMap, VecDeque};
use std::io::{self, stdout};
use std::sync::mpsc::{Receiver, TryRecvError};

use serde_json::{Value as Json, json};
use z8000_debugger::breakpoint::Kind;
use z8000_debugger::command::Interpreter;
use z8000_debugger::session::{Goal, Reason, Session, Stop};

use super::message;

/// What the reader thread sends: a message, or why it was none.
pub(super) type Incoming = Result<Json, String>;

/// An answer's body, or why the request was refused.
pub(super) type Outcome = Result<Json, String>;

/// How the program moves.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Motion {
    Forward(Goal),
    Back,
    BackContinue,
}

/// The one thread.
const THREAD: u32 = 1;

pub(super) struct Server {
    incoming: Receiver<Incoming>,
    pending: VecDeque<Incoming>,
    sequence: u64,
    pub(super) interpreter: Option<Interpreter>,
    /// What is to be done behind the answer to the present request.
    pub(super) motion: Option<Motion>,
    pub(super) stop_on_entry: bool,
    /// Run without stopping at anything.
    pub(super) no_debug: bool,
    /// Numbers of the breakpoints that a request has set, by the request and the file.
    pub(super) owned: BTreeMap<String, Vec<u32>>,
    pub(super) lines_from: u32,
    told: usize,
    noted: usize,
    halted: bool,
    finished: bool,
}

impl Server {
    pub(super) fn new(incoming: Receiver<Incoming>) -> Self {
        Self {
            incoming,
            pending: VecDeque::new(),
            sequence: 0,
            interpreter: None,
            motion: None,
            stop_on_entry: false,
            no_debug: false,
            owned: BTreeMap::new(),
            lines_from: 1,
            told: 0,
            noted: 0,
            halted: false,
            finished: false,
        }
    }

    /// Serves until the client says goodbye or has gone.
    pub(super) fn serve(&mut self) -> io::Result<()> {
        while !self.finished {
            let next = match self.pending.pop_front() {
                Some(next) => next,
                None => match self.incoming.recv() {
                    Ok(next) => next,
                    Err(_) => return Ok(()),
                },
            };
            match next {
                Ok(message) => self.handle(&message)?,
                Err(error) => self.complain(&error)?,
            }
            if let Some(motion) = self.motion.take() {
                self.carry_out(&motion)?;
            }
        }
        Ok(())
    }

    fn send(&mut self, mut message: Json) -> io::Result<()> {
        self.sequence += 1;
        message["seq"] = json!(self.sequence);
        message::write(&mut stdout().lock(), &message)
    }

    pub(super) fn event(&mut self, name: &str, body: Json) -> io::Result<()> {
        self.send(json!({ "type": "event", "event": name, "body": body }))
    }

    /// Tells the user what is wrong with what the client sent; the session goes on.
    fn complain(&mut self, message: &str) -> io::Result<()> {
        self.event(
            "output",
            json!({ "category": "stderr", "output": format!("{message}\n") }),
        )
    }

    fn handle(&mut self, message: &Json) -> io::Result<()> {
        let (Some(command), Some(sequence)) = (message["command"].as_str(), message["seq"].as_u64()) else {
            return self.complain("a message without seq and command is no request");
        };
        let arguments = &message["arguments"];
        let outcome = self.request(command, arguments);
        let mut answer = json!({
            "type": "response", "request_seq": sequence, "command": command,
            "success": outcome.is_ok(),
        });
        match outcome {
            Ok(body) => answer["body"] = body,
            Err(error) => {
                answer["message"] = json!(error);
                answer["body"] = json!({ "error": { "id": 1, "format": error, "showUser": true } });
            }
        }
        let success = answer["success"] == json!(true);
        self.send(answer)?;
        match command {
            "launch" if success => self.event("initialized", json!({})),
            "terminate" if success => self.event("terminated", json!({})),
            "configurationDone" if success && self.stop_on_entry => {
                self.stopped("entry", "at the first instruction", &[])
            }
            _ => Ok(()),
        }
    }

    fn request(&mut self, command: &str, arguments: &Json) -> Outcome {
        match command {
            "initialize" => {
                self.lines_from = u32::from(arguments["linesStartAt1"].as_bool().unwrap_or(true));
                return Ok(capabilities());
            }
            "launch" => return self.launch(arguments),
            "attach" => return Err("a program is launched, not attached to".to_owned()),
            "disconnect" => {
                self.finished = true;
                return Ok(Json::Null);
            }
            "terminate" | "cancel" => return Ok(Json::Null),
            "threads" => {
                return Ok(json!({ "threads": [{ "id": THREAD, "name": "Z8002" }] }));
            }
            _ => {}
        }
        if self.interpreter.is_none() {
            return Err(format!("`{command}` needs a program, and none was launched"));
        }
        match command {
            "configurationDone" => {
                if !self.stop_on_entry {
                    self.motion = Some(Motion::Forward(Goal::Forever));
                }
                Ok(Json::Null)
            }
            "continue" => {
                self.motion = Some(Motion::Forward(Goal::Forever));
                Ok(json!({ "allThreadsContinued": true }))
            }
            "next" => self.go(Motion::Forward(Goal::Over)),
            "stepIn" => self.go(Motion::Forward(Goal::Step(1))),
            "stepOut" => self.go(Motion::Forward(Goal::Out)),
            "stepBack" => self.go(Motion::Back),
            "reverseContinue" => self.go(Motion::BackContinue),
            // A program that stands is paused already.
            "pause" => Ok(Json::Null),
            "setBreakpoints" => self.set_breakpoints(arguments),
            "setFunctionBreakpoints" => self.set_function_breakpoints(arguments),
            "setInstructionBreakpoints" => self.set_instruction_breakpoints(arguments),
            "setExceptionBreakpoints" => self.set_exception_breakpoints(arguments),
            "dataBreakpointInfo" => self.data_breakpoint_info(arguments),
            "setDataBreakpoints" => self.set_data_breakpoints(arguments),
            "stackTrace" => self.stack_trace(arguments),
            "scopes" => Ok(Self::scopes()),
            "variables" => self.variables(arguments),
            "setVariable" => self.set_variable(arguments),
            "setExpression" => self.set_expression(arguments),
            "evaluate" => self.evaluate(arguments),
            "readMemory" => self.read_memory(arguments),
            "writeMemory" => self.write_memory(arguments),
            "disassemble" => self.disassemble(arguments),
            "source" => self.source(arguments),
            other => Err(format!("the request `{other}` is not known")),
        }
    }

    fn go(&mut self, motion: Motion) -> Outcome {
        self.motion = Some(motion);
        Ok(Json::Null)
    }

    /// The session of the program.
    pub(super) fn session(&mut self) -> Result<&mut Session, String> {
        let interpreter = self.interpreter.as_mut();
        interpreter
            .map(|interpreter| &mut interpreter.session)
            .ok_or_else(|| "no program was launched".to_owned())
    }

    /// Moves the program, and tells where it stops. Messages that come meanwhile wait, but for
    /// those that end the motion; while it runs on without a goal, all are heard.
    fn carry_out(&mut self, motion: &Motion) -> io::Result<()> {
        let Some(interpreter) = &mut self.interpreter else {
            return Ok(());
        };
        let free = matches!(motion, Motion::Forward(Goal::Forever));
        if free && self.halted {
            self.event("exited", json!({ "exitCode": 0 }))?;
            return self.event("terminated", json!({}));
        }
        let (incoming, pending) = (&self.incoming, &mut self.pending);
        let mut gone = false;
        let mut paused = false;
        let mut tick = |_: &Session| {
            let mut stop = false;
            loop {
                match incoming.try_recv() {
                    Ok(next) => {
                        let command = next.as_ref().ok().and_then(|next| next["command"].as_str());
                        paused |= command == Some("pause");
                        stop |= free || matches!(command, Some("pause" | "disconnect" | "terminate"));
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
        let session = &mut interpreter.session;
        let stop = match motion {
            Motion::Forward(goal) => session.run(goal, &mut tick),
            Motion::Back => session.back(1),
            Motion::BackContinue => session.run_back(&mut tick),
        };
        self.tell_output()?;
        if stop.reason == Reason::Interrupted && !paused {
            // What has come is answered, and the program runs on.
            if gone && self.pending.is_empty() {
                self.finished = true;
            }
            while let Some(next) = self.pending.pop_front() {
                match next {
                    Ok(message) => self.handle(&message)?,
                    Err(error) => self.complain(&error)?,
                }
            }
            if !self.finished && self.motion.is_none() {
                self.motion = Some(motion.clone());
            }
            return match self.motion.take() {
                Some(motion) if !self.finished => self.carry_out(&motion),
                _ => Ok(()),
            };
        }
        self.tell_stop(motion, &stop)
    }

    /// What the program has sent, and what log points said.
    pub(super) fn tell_output(&mut self) -> io::Result<()> {
        let Some(interpreter) = &self.interpreter else {
            return Ok(());
        };
        let session = &interpreter.session;
        let all = session.console();
        // Going back takes back what was sent; sent again, it is told again.
        let new = String::from_utf8_lossy(&all[self.told.min(all.len())..]).into_owned();
        let notes: Vec<String> = session.notes[self.noted.min(session.notes.len())..]
            .iter()
            .map(|(_, note)| format!("{note}\n"))
            .collect();
        (self.told, self.noted) = (all.len(), session.notes.len());
        if !new.is_empty() {
            self.event("output", json!({ "category": "stdout", "output": new }))?;
        }
        for note in notes {
            self.event("output", json!({ "category": "console", "output": note }))?;
        }
        Ok(())
    }

    fn tell_stop(&mut self, motion: &Motion, stop: &Stop) -> io::Result<()> {
        self.halted = stop.reason == Reason::Halted;
        let text = stop.reason.to_string();
        let ids = match &stop.reason {
            Reason::Breakpoint { ids, .. } => ids.clone(),
            _ => Vec::new(),
        };
        let reason = match &stop.reason {
            Reason::Done | Reason::Beginning => match motion {
                Motion::BackContinue => "entry",
                _ => "step",
            },
            Reason::Breakpoint { .. } => self.kind_of(&ids),
            Reason::Halted => "halted",
            Reason::WantsInput | Reason::Interrupted => "pause",
            Reason::Error(_) => "exception",
        };
        if self.no_debug && self.halted {
            self.event("exited", json!({ "exitCode": 0 }))?;
            return self.event("terminated", json!({}));
        }
        self.stopped(reason, &text, &ids)
    }

    /// What a client calls a breakpoint.
    fn kind_of(&mut self, ids: &[u32]) -> &'static str {
        let owned = |name: &str| {
            let lists = self.owned.iter().filter(|(key, _)| key.starts_with(name));
            lists.flat_map(|(_, list)| list).any(|id| ids.contains(id))
        };
        let (function, instruction) = (owned("function"), owned("instruction"));
        let Ok(session) = self.session() else {
            return "breakpoint";
        };
        let kind = ids
            .first()
            .and_then(|id| session.breakpoints.find(*id))
            .map(|breakpoint| breakpoint.kind.clone());
        match kind {
            Some(Kind::Access { .. } | Kind::Changes(_) | Kind::When(_)) => "data breakpoint",
            Some(Kind::Exception(_)) => "exception",
            _ if function => "function breakpoint",
            _ if instruction => "instruction breakpoint",
            _ => "breakpoint",
        }
    }

    pub(super) fn stopped(&mut self, reason: &str, text: &str, ids: &[u32]) -> io::Result<()> {
        self.event(
            "stopped",
            json!({
                "reason": reason, "description": text, "text": text, "threadId": THREAD,
                "allThreadsStopped": true, "hitBreakpointIds": ids,
            }),
        )
    }
}

/// What the adapter can do.
fn capabilities() -> Json {
    json!({
        "supportsConfigurationDoneRequest": true,
        "supportsFunctionBreakpoints": true,
        "supportsConditionalBreakpoints": true,
        "supportsHitConditionalBreakpoints": true,
        "supportsLogPoints": true,
        "supportsDataBreakpoints": true,
        "supportsInstructionBreakpoints": true,
        "supportsStepBack": true,
        "supportsSteppingGranularity": true,
        "supportsSetVariable": true,
        "supportsSetExpression": true,
        "supportsEvaluateForHovers": true,
        "supportsReadMemoryRequest": true,
        "supportsWriteMemoryRequest": true,
        "supportsDisassembleRequest": true,
        "supportsTerminateRequest": true,
        "exceptionBreakpointFilters": [
            { "filter": "trap", "label": "Traps", "default": false },
        ],
    })
}
