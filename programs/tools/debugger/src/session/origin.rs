//! Finds where values come from.

use std::collections::HashMap;

use serde::Serialize;
use z8000::run::Probe;

use super::state::{Session, Tick};
use crate::history::{Change, INTERVAL, Machine as Timed, Ways};
use crate::machine::{Address, Look as _, Machine, World};
use crate::origin::{End, Observer, Passed, Recorder, Source, Wanted, Written};
use crate::program::Program;

/// The maximum number of records kept for further questions.
const KEPT: usize = 192;

/// The number of steps during which memory outside the stack may save a register for a routine: the search for the
/// writer then ends.
const SAVED: u64 = 1 << 18;

/// The maximum number of writers in an answer.
const MOST: usize = 200;

/// The origin of a value: its writer, and what that writer read.
#[derive(Debug, Clone, Serialize)]
pub struct Origin {
    /// The bytes whose origin was requested.
    #[serde(skip)]
    pub wanted: Wanted,
    /// The name of these bytes; empty for an end without one.
    pub place: String,
    /// The value of these bytes.
    pub now: String,
    /// How routines and handlers have saved and restored the value since it was written: `kept by tick (push, pop)`,
    /// with `2 times` if the same one did so repeatedly.
    pub kept: Vec<String>,
    /// The end of the chain; `None` if there is a writer.
    pub end: Option<End>,
    /// The instruction or exception that wrote the value; `None` at an end, and at the maximum depth.
    #[serde(flatten)]
    pub writer: Option<Box<Writer>>,
}

/// A step that wrote a value.
#[derive(Debug, Clone, Serialize)]
pub struct Writer {
    /// Steps before the writer.
    pub steps: u64,
    /// Number of instructions before the writer.
    pub instructions: u64,
    /// Clocks before the writer.
    pub clocks: u64,
    /// The address of the instruction.
    pub pc: Address,
    /// The address by name.
    pub name: String,
    /// The instruction or the exception.
    pub text: String,
    /// The value before the step.
    pub before: String,
    /// The value after the step.
    pub value: String,
    /// The program's activity at that time, in terms of its subject.
    pub remark: Option<String>,
    /// The origins of the values that the step read.
    pub operands: Vec<Origin>,
}

/// The results of a search so far, for its continuation and for further questions about the same past.
#[derive(Debug, Default)]
pub struct Trail {
    revision: u64,
    /// The first operand of the last answer, and the moment before which it was written.
    next: Option<(Wanted, u64)>,
    ways: Ways,
    recorder: Recorder,
    records: Vec<Written>,
    known: HashMap<(Wanted, u64), Hop>,
    /// How places were saved and restored before given moments.
    kept: HashMap<(Wanted, u64), Kept>,
}

/// The moment since which a value has been saved and restored, and the routines that did so, each with the number of
/// consecutive times.
type Kept = (u64, Vec<(String, u32)>);

/// How many times values may be saved and restored between two ticks.
const KEPT_PER_TICK: u32 = 256;

/// The state of a search for a writer.
#[derive(Debug, Clone, Copy)]
enum Hop {
    /// No writer was found from this step.
    Searched(u64),
    Written(u64),
    Set(u64, Wanted),
    Never,
}

/// The search was interrupted at this step.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Interrupted(pub u64);

/// Describes what the program was doing at a moment, in its own terms.
pub type Remarks = fn(&Program, &Machine) -> Option<String>;

impl Session {
    /// Finds the origin of bytes as they were before a step, which is at most the present one: the writers up to a
    /// depth.
    ///
    /// # Errors
    ///
    /// The tick interrupted the search, which continues when this is called again with the same arguments.
    pub fn origin(
        &self,
        (wanted, at): (Wanted, u64),
        depth: u32,
        remarks: Option<Remarks>,
        trail: &mut Trail,
        tick: &mut Tick<'_>,
    ) -> Result<Origin, Interrupted> {
        if trail.revision != self.revision {
            *trail = Trail { revision: self.revision, ..Trail::default() };
        }
        let (wanted, at) = (wanted.sound(), at.min(self.furthest()));
        let past = (at != self.machine.now()).then(|| trail.ways.at(at, &self.history));
        let machine = &past.as_ref().unwrap_or(&self.machine).subject;
        let origin = Tracer { session: self, remarks, trail, tick, left: MOST }.origin(wanted, machine, depth)?;
        trail.next = origin.writer.as_ref().and_then(|writer| {
            let is_place = |operand: &&Origin| operand.end.is_none() || operand.writer.is_some();
            Some((writer.operands.iter().find(is_place)?.wanted, writer.steps))
        });
        Ok(origin)
    }

    /// Returns the first operand of the last answer, and the moment before which it was written, if that past still
    /// exists.
    pub fn next_origin(&self, trail: &Trail) -> Option<(Wanted, u64)> {
        trail.next.filter(|_| trail.revision == self.revision)
    }

    /// Returns the last step before another that wrote one of these bytes; `None` if none did.
    ///
    /// # Errors
    ///
    /// The same as for [`origin`](Self::origin).
    pub fn last_writer(
        &self,
        (wanted, at): (Wanted, u64),
        trail: &mut Trail,
        tick: &mut Tick<'_>,
    ) -> Result<Option<u64>, Interrupted> {
        let (wanted, at) = (wanted.sound(), at.min(self.furthest()));
        let hop = Tracer { session: self, remarks: None, trail, tick, left: 0 }.hop(wanted, at, 0)?;
        Ok(if let Hop::Written(step) = hop { Some(step) } else { None })
    }

    /// Replays the next step.
    fn passed(&self, mut machine: Timed) -> Passed {
        let step = machine.now();
        let mut sent = vec![0; self.passed_on.len()];
        for (_, change) in &self.history.changes()[..machine.applied] {
            let (port, characters) = match change {
                Change::Input(characters) | Change::Feed(characters) => (machine.subject.console, characters),
                Change::Received { port, characters } => (Some(*port), characters),
                Change::Set(..) => continue,
            };
            if let Some(sent) = port.and_then(|port| sent.get_mut(port)) {
                *sent += characters.len() as u64;
            }
        }
        Passed::new(machine.subject.clone(), sent, |observer| {
            // No change can be applied before the step has ended.
            while machine.now() <= step && machine.piece::<dyn Probe<World>>(step + 1, &[], observer).is_ok() {}
            machine.subject
        })
    }

    /// Returns the last moment, not after another, at which one of the bytes was set from outside, and what was set.
    fn last_set(&self, wanted: Wanted, at: u64) -> Option<(u64, Wanted)> {
        let mut changes = self.history.changes()[..self.machine.applied].iter().rev();
        changes.find_map(|(moment, change)| match change {
            Change::Set(place, _) if *moment <= at => {
                let set = Wanted::of(*place, self.machine_at(*moment).subject.cpu().fcw())?;
                wanted.meets(set).then_some((*moment, set))
            }
            _ => None,
        })
    }
}

/// A search for an origin.
struct Tracer<'a, 't> {
    session: &'a Session,
    remarks: Option<Remarks>,
    trail: &'a mut Trail,
    tick: &'a mut Tick<'t>,
    /// The number of writers that may still be found.
    left: usize,
}

impl Tracer<'_, '_> {
    /// Returns the origin of bytes as they are in a machine.
    fn origin(&mut self, wanted: Wanted, machine: &Machine, depth: u32) -> Result<Origin, Interrupted> {
        let (program, start) = (&self.session.program, machine.steps());
        let (place, now) = (wanted.name(program, machine.into()), wanted.value(machine.into()));
        let mut origin = Origin { wanted, place, now, kept: Vec::new(), end: None, writer: None };
        if depth == 0 || self.left == 0 {
            return Ok(origin);
        }
        self.left -= 1;
        let (mut at, mut kept) = self
            .trail
            .kept
            .get(&(wanted, start))
            .cloned()
            .unwrap_or((start, Vec::new()));
        let mut written = None;
        while written.is_none() && origin.end.is_none() {
            match self.hop(wanted, at, 0)? {
                Hop::Written(step) => {
                    let passed = self.passed(step);
                    let sources = passed.sources(wanted);
                    let Some((saved, by)) = self.kept(&passed, wanted, &sources)? else {
                        written = Some((passed, sources));
                        continue;
                    };
                    at = saved;
                    match kept.last_mut().filter(|last| last.0 == by) {
                        Some((_, times)) => *times += 1,
                        None => kept.push((by, 1)),
                    }
                    self.trail.kept.insert((wanted, start), (at, kept.clone()));
                    let all: u32 = kept.iter().map(|by| by.1).sum();
                    if all.is_multiple_of(KEPT_PER_TICK) && (self.tick)(self.session) {
                        return Err(Interrupted(at));
                    }
                }
                Hop::Set(at, set) => {
                    let part = if set == wanted {
                        String::new()
                    } else {
                        set.name(program, machine.into()) + " "
                    };
                    origin.end = Some(End::new("set", format!("{part}set at step {at}")));
                }
                Hop::Never | Hop::Searched(_) => origin.end = Some(self.first(wanted)),
            }
        }
        origin.kept.extend(kept.into_iter().map(|(by, times)| match times {
            1 => by,
            _ => format!("{by} {times} times"),
        }));
        let Some((passed, sources)) = written else {
            return Ok(origin);
        };
        let (before, after, pc) = (&passed.before, &passed.after, passed.before.pc());
        let mut operands = Vec::new();
        for source in sources {
            operands.push(match source {
                Source::At(wanted) => self.origin(wanted, before, depth - 1)?,
                Source::End(end) => {
                    let (place, now) = Default::default();
                    Origin { wanted, place, now, kept: Vec::new(), end: Some(end), writer: None }
                }
            });
        }
        origin.writer = Some(Box::new(Writer {
            steps: before.steps(),
            instructions: before.instructions(),
            clocks: before.clocks(),
            pc,
            name: program.name(pc),
            text: match passed.seen.taken {
                Some(taken) => format!("{taken} -> {}", program.name(after.pc())),
                None => program.disassembled(before, pc).text,
            },
            before: wanted.value(before.into()),
            value: wanted.value(after.into()),
            remark: self.remarks.and_then(|remarks| remarks(program, before)),
            operands,
        }));
        Ok(origin)
    }

    /// Replays a step.
    fn passed(&mut self, step: u64) -> Passed {
        self.session.passed(self.trail.ways.at(step, &self.session.history))
    }

    /// Returns the end for bytes that no step has written.
    fn first(&self, wanted: Wanted) -> End {
        let program = &self.session.program;
        if let Wanted::Memory { program: space, from, bytes } = wanted {
            let mut all = (0..bytes as u16).map(|n| program.machine().byte(space, from.plus(n)));
            if program.name_in(space, from).is_some() || all.any(|byte| byte != 0) {
                return End::new("file", "in the program file");
            }
        }
        End::new("reset", "from reset")
    }

    /// If a step only restored bytes that another had saved, returns the saving step, and describes both.
    fn kept(
        &mut self,
        restored: &Passed,
        wanted: Wanted,
        sources: &[Source],
    ) -> Result<Option<(u64, String)>, Interrupted> {
        let (Wanted::Cpu(places), [Source::At(memory @ Wanted::Memory { .. })]) = (wanted, sources) else {
            return Ok(None);
        };
        let at = restored.before.steps();
        let since = at.saturating_sub(if restored.reads_stack() { at } else { SAVED });
        let saved = match self.hop(*memory, at, since)? {
            Hop::Written(saved) if saved >= since => saved,
            _ => return Ok(None),
        };
        let saver = self.passed(saved);
        let sources = saver.sources(*memory);
        if !matches!(&sources[..], [Source::At(Wanted::Cpu(saved))] if places.without(*saved).0 == 0) {
            return Ok(None);
        }
        let how = |Observer { taken, instruction, .. }: &Observer| match (taken, instruction) {
            (None, Some(instruction)) => instruction.form.operation.to_string(),
            (taken, _) => taken.map_or_else(String::new, |taken| taken.to_string()),
        };
        let (program, pc) = (&self.session.program, restored.before.pc());
        let routine = program.routines.at(pc);
        let by = routine.map_or_else(|| program.name(pc), |routine| routine.name.clone());
        let kept = format!("kept by {by} ({}, {})", how(&saver.seen), how(&restored.seen));
        Ok(Some((saved, kept)))
    }

    /// Finds the last writer of bytes before a step, but not before `since`.
    fn hop(&mut self, wanted: Wanted, at: u64, since: u64) -> Result<Hop, Interrupted> {
        let mut end = match self.trail.known.get(&(wanted, at)) {
            Some(Hop::Searched(end)) => *end,
            Some(hop) => return Ok(*hop),
            None => at,
        };
        let set = self.session.last_set(wanted, at);
        let from = set.map_or(0, |set| set.0);
        let hop = loop {
            if end <= from {
                break set.map_or(Hop::Never, |(at, set)| Hop::Set(at, set));
            }
            if end <= since {
                break Hop::Searched(end);
            }
            let mut records = self.trail.records.iter();
            let record = records.find(|record| record.from < end && end <= record.end());
            let (start, found) = match record {
                Some(record) => (record.from, record.last(wanted, from, end)),
                None => self.recorded(wanted, from, end),
            };
            if let Some(step) = found {
                break Hop::Written(step);
            }
            let goes_further = start.saturating_sub(1) / INTERVAL < (end - 1) / INTERVAL;
            if start > from && goes_further && (self.tick)(self.session) {
                self.trail.known.insert((wanted, at), Hop::Searched(start));
                return Err(Interrupted(start));
            }
            end = start;
        };
        self.trail.known.insert((wanted, at), hop);
        Ok(hop)
    }

    /// Records the last steps before a moment. Returns the first of these, and the last writer.
    fn recorded(&mut self, wanted: Wanted, from: u64, end: u64) -> (u64, Option<u64>) {
        let Self { session, trail, .. } = self;
        let changes = session.history.changes();
        let mut machine = trail.ways.before(end - 1, &session.history);
        let start = machine.now();
        trail.recorder.begin(start, machine.subject.cpu());
        while machine.now() < end {
            let applied = machine.applied;
            machine.settle(changes);
            if machine.applied != applied {
                trail.recorder.changed();
            }
            // What had ended the run does not end the replay.
            let _ = machine.piece::<dyn Probe<World>>(end, changes, &mut trail.recorder);
        }
        let record = trail.recorder.take();
        let found = record.last(wanted, from, end);
        trail.records.insert(0, record);
        trail.records.truncate(KEPT);
        (start, found)
    }
}
