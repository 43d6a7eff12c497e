//! The main loop: requests are answered one by one, and the program runs in between.

use std::collections::VecDeque;
use std::io::{self, Write};
use std::sync::mpsc::Receiver;

use anyhow::{Context, Result, bail, ensure};
use serde_json::{Value as Json, json};

use super::debuggee::Debuggee;
use super::dispatch;
use super::effect::{Motion, Reply, Then};
use super::launch::Launch;
use super::mail::{Incoming, Mail};
use super::protocol::{Call, Event, Initialize, Request, without_null};

pub(super) struct Server<'l, W> {
    mail: Mail,
    output: W,
    launch: &'l Launch<'l>,
    /// The number of the last message sent.
    sequence: u64,
    client: Initialize,
    debuggee: Option<Debuggee>,
    /// The next motion of the program, if there is one.
    motion: Option<Motion>,
    /// The motion that continues after the messages that interrupted it have been answered.
    interrupted: Option<Motion>,
    finished: bool,
    /// True if the client was informed of the end of the session.
    ended: bool,
}

impl<'l, W: Write> Server<'l, W> {
    pub(super) fn new(incoming: Receiver<Incoming>, output: W, launch: &'l Launch<'l>) -> Self {
        Self {
            mail: Mail { incoming, pending: VecDeque::new(), gone: false },
            output,
            launch,
            sequence: 0,
            client: Initialize::default(),
            debuggee: None,
            motion: None,
            interrupted: None,
            finished: false,
            ended: false,
        }
    }

    /// Serves until the client disconnects or closes its end.
    pub(super) fn serve(&mut self) -> io::Result<()> {
        while !self.finished {
            if let Some(motion) = self.motion.take() {
                self.carry_out(motion)?;
            } else if let Some(next) = self.mail.pending.pop_front() {
                self.handle(next)?;
            } else if self.mail.gone {
                break;
            } else if let Some(motion) = self.interrupted.take() {
                self.carry_out(motion)?;
            } else if let Ok(next) = self.mail.incoming.recv() {
                self.handle(next)?;
            } else {
                break;
            }
        }
        Ok(())
    }

    /// Sends a response or an event, omitting null fields.
    fn send(&mut self, mut message: Json) -> io::Result<()> {
        self.sequence += 1;
        message["seq"] = self.sequence.into();
        streams::write_message(&mut self.output, &without_null(message).to_string())
    }

    /// Sends an event. After the end of a session, stops and ends are no longer reported.
    fn report(&mut self, Event { name, body }: Event) -> io::Result<()> {
        if self.ended && matches!(name, "stopped" | "exited" | "terminated") {
            return Ok(());
        }
        self.ended |= name == "terminated";
        self.send(json!({ "type": "event", "event": name, "body": body }))
    }

    fn report_all(&mut self, events: Vec<Event>) -> io::Result<()> {
        events.into_iter().try_for_each(|event| self.report(event))
    }

    /// Answers a request. A message that is not a request is reported to the user.
    fn handle(&mut self, incoming: Incoming) -> io::Result<()> {
        let Call { seq, command, request } = match incoming {
            Ok(call) => call,
            Err(error) => return self.report(Event::output("stderr", &format!("{error}\n"))),
        };
        let reply = request
            .map_err(anyhow::Error::msg)
            .and_then(|request| self.reply(request));
        let success = reply.is_ok();
        let (message, reply) = match reply {
            Ok(reply) => (None, reply),
            Err(error) => {
                let text = format!("{error:#}");
                let body = json!({ "error": { "id": 1, "format": text, "showUser": true } });
                (Some(text), body.into())
            }
        };
        self.send(json!({
            "type": "response",
            "request_seq": seq,
            "command": command,
            "success": success,
            "message": message,
            "body": reply.body,
        }))?;
        self.report_all(reply.events)?;
        match reply.then {
            Then::Nothing => {}
            Then::Move(motion) => {
                self.motion = Some(motion);
                self.interrupted = None;
            }
            Then::Stop => self.interrupted = None,
            Then::End => self.finished = true,
        }
        Ok(())
    }

    fn reply(&mut self, request: Request) -> Result<Reply> {
        match request {
            Request::Initialize(arguments) => {
                self.client = arguments;
                Ok(dispatch::capabilities().into())
            }
            Request::Launch(attributes) => {
                let debuggee = Debuggee::launch(attributes, self.client.clone(), self.launch)?;
                let mut events = debuggee.loaded_sources_events();
                events.push(Event::INITIALIZED);
                self.debuggee = Some(debuggee);
                self.ended = false;
                Ok(Reply::stop(events))
            }
            Request::Attach(_) => bail!("attaching is not supported: launch a program"),
            Request::Disconnect(_) => Ok(Reply::then(Then::End)),
            Request::Terminate(_) => Ok(Reply::stop(vec![Event::TERMINATED])),
            Request::Cancel(_) => Ok(Reply::default()),
            Request::Threads(_) => Ok(dispatch::threads(self.debuggee.as_ref()).into()),
            request => {
                let debuggee = self.debuggee.as_mut().context("no program has been launched")?;
                let moves = self.interrupted.is_some();
                let reply = dispatch::reply(debuggee, request, moves, &mut self.mail)?;
                let runs = matches!(reply.then, Then::Move(_));
                ensure!(!(self.ended && runs), "the session has ended: launch the program again");
                Ok(reply)
            }
        }
    }

    /// Moves the program and reports where it stops. A request that arrives meanwhile waits, unless it ends the motion;
    /// while the program runs without a goal, every request is answered immediately.
    fn carry_out(&mut self, motion: Motion) -> io::Result<()> {
        let Some(debuggee) = &mut self.debuggee else {
            return Ok(());
        };
        let all = motion.is_free();
        let mail = &mut self.mail;
        let (events, interrupted) = debuggee.carry_out(&motion, &mut |_| mail.interrupts(all));
        if interrupted {
            self.interrupted = Some(motion);
        }
        self.report_all(events)
    }
}
