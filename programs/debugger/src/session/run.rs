//! Going forward.

use z8000::isa::Operation;
use z8000::machine::{RunError, SLICE, Stop as BoardStop};

use super::{FEED, Reason, Session, Stop, Unfinished};
use crate::breakpoint::{Exceptions, Guard, Kind, Target};
use crate::expression::View;
use crate::history::Change;
use crate::program::{Flow, instruction};

/// How far to go.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Goal {
    /// So many instructions.
    Step(u64),
    /// One instruction, and of a call all that it calls.
    Over,
    /// Until the routine returns.
    Out,
    /// To one of these addresses.
    To(Vec<u16>),
    /// To a number of instructions since the beginning.
    Time(u64),
    /// Until something stops it.
    Forever,
}

/// Called every now and then while a program runs; `true` stops it.
pub type Tick<'t> = dyn FnMut(&Session) -> bool + 't;

/// Instructions between two calls of a [`Tick`], unless the session was told otherwise: some milliseconds.
pub(super) const TICK: u64 = 1 << 21;

/// Where a run is to end: at a target, or at a number of instructions.
#[derive(Debug, Clone)]
pub(super) struct Course {
    target: Target,
    until: u64,
}

impl Session {
    /// Runs on until the goal is reached, a breakpoint is hit, or the program or the tick stops.
    pub fn run(&mut self, goal: &Goal, tick: &mut Tick<'_>) -> Stop {
        self.leave();
        let (target, until) = self.aim(goal);
        self.follow(Course { target, until }, tick)
    }

    /// Goes on with the movement that the tick has interrupted, forward or back, to the goal that it had. Without one
    /// nothing happens.
    pub fn go_on(&mut self, tick: &mut Tick<'_>) -> Stop {
        match self.unfinished.take() {
            Some(Unfinished::Forward(course)) => self.follow(course, tick),
            Some(Unfinished::Back(hunt)) => self.hunt_on(hunt, tick),
            None => Stop { reason: Reason::Done },
        }
    }

    fn follow(&mut self, course: Course, tick: &mut Tick<'_>) -> Stop {
        let reason = match self.forward(&course.target, course.until, tick) {
            Some(reason) => reason,
            None => Reason::Done,
        };
        self.collect();
        self.furthest = self.furthest();
        if reason == Reason::Interrupted {
            self.unfinished = Some(Unfinished::Forward(course));
        }
        Stop { reason }
    }

    /// The target of a goal, and the number of instructions at which to end.
    fn aim(&self, goal: &Goal) -> (Target, u64) {
        let board = &self.machine.board;
        let now = self.machine.now();
        let stack = board.cpu().register(15);
        match goal {
            Goal::Step(count) => (Target::default(), now.saturating_add(*count)),
            Goal::Time(until) => (Target::default(), *until),
            Goal::Forever => (Target::default(), u64::MAX),
            Goal::To(addresses) => {
                let addresses = addresses.clone();
                (Target { addresses, stack: None }, u64::MAX)
            }
            Goal::Over => {
                let pc = board.cpu().pc();
                let calls = Flow::of(board.memory().program_word(pc)) == Flow::Call;
                match instruction(board.memory(), pc).filter(|_| calls) {
                    Some(instruction) if instruction.form.operation != Operation::Sc => (
                        Target {
                            addresses: vec![pc.wrapping_add(instruction.length.into())],
                            stack: Some(stack),
                        },
                        u64::MAX,
                    ),
                    _ => (Target::default(), now.saturating_add(1)),
                }
            }
            Goal::Out => {
                let slot = self.frames().first().and_then(|frame| frame.slot);
                match slot {
                    Some(slot) => (
                        Target {
                            addresses: Vec::new(),
                            stack: Some(slot.wrapping_add(2)),
                        },
                        u64::MAX,
                    ),
                    // Nobody has called this routine: there is nowhere to go out to.
                    None => (Target::default(), u64::MAX),
                }
            }
        }
    }

    /// Runs, and says why it stopped; none at the number of instructions.
    fn forward(&mut self, target: &Target, until: u64, tick: &mut Tick<'_>) -> Option<Reason> {
        let list = self.breakpoints.list();
        let mut guard = Guard::new(list, target.clone(), &self.machine.board);
        let mut next_tick = self.machine.now().saturating_add(self.tick);
        while self.machine.now() < until {
            let slice = u64::from(SLICE);
            let aligned = |at: u64| (at / slice + 1) * slice;
            let now = self.machine.now();
            let stop = if guard.is_idle() {
                // On to the next thing to do here; whether the program waits for input is looked at on the way.
                let next = next_tick.min(self.history.due(now)).max(now + 1);
                self.served_piece(aligned(next - 1).min(until))
            } else {
                self.piece(aligned(now).min(until), &mut guard)
            };
            let ended = match stop {
                Err(error) => Some(Reason::Error(error)),
                Ok(Some(BoardStop::Halted)) => Some(Reason::Halted),
                _ => None,
            };
            if stop == Ok(Some(BoardStop::Probe)) || ended.is_some() || self.machine.now() >= until {
                if let Some(reason) = self.judge(&mut guard, ended.as_ref()) {
                    return Some(reason);
                }
                if ended.is_some() {
                    return ended;
                }
            }
            if self.machine.now().is_multiple_of(slice) && self.machine.board.wants_input() && !self.feed_on() {
                return Some(Reason::WantsInput);
            }
            if self.machine.now() >= self.history.due(self.machine.now()) {
                self.collect();
                self.history.take(&self.machine, self.console.len());
            }
            if self.machine.now() >= next_tick {
                next_tick = self.machine.now() + self.tick;
                self.collect();
                if tick(self) {
                    return Some(Reason::Interrupted);
                }
            }
        }
        None
    }

    /// Runs a piece, with the changes that were recorded for it.
    fn piece<P: z8000::machine::Probe>(&mut self, until: u64, probe: &mut P) -> Result<Option<BoardStop>, RunError> {
        let stop = self.machine.piece(until, self.history.changes(), probe);
        self.machine.settle(self.history.changes());
        stop
    }

    /// The same with nobody watching.
    fn served_piece(&mut self, until: u64) -> Result<Option<BoardStop>, RunError> {
        let stop = self.machine.served_piece(until, self.history.changes());
        self.machine.settle(self.history.changes());
        stop
    }

    /// Gives the program a part of the input; whether there is something for it to read.
    fn feed_on(&mut self) -> bool {
        // What is recorded for this moment was given by `settle`.
        if !self.machine.board.wants_input() {
            return true;
        }
        let rest = &self.feed[self.fed.min(self.feed.len())..];
        if rest.is_empty() || self.machine.applied < self.history.changes().len() {
            return false;
        }
        let characters = rest[..rest.len().min(FEED)].to_vec();
        let from = self.fed;
        self.fed += characters.len();
        self.history.add(self.machine.now(), Change::Feed { from, characters });
        self.machine.settle(self.history.changes());
        true
    }

    /// Whether what the guard has found stops the run: conditions, ignore counts and logs are
    /// looked at here.
    fn judge(&mut self, guard: &mut Guard, ended: Option<&Reason>) -> Option<Reason> {
        let found = guard.found(&self.machine.board);
        let mut ids = found.ids.clone();
        if let Some(ended) = ended {
            ids.extend(self.ending(ended));
        }
        let moment = self.now();
        let mut stopping = Vec::new();
        let view = View::from(&self.machine.board);
        for id in ids {
            let Some(breakpoint) = self.breakpoints.find(id) else {
                continue;
            };
            let holds = breakpoint
                .condition
                .as_ref()
                .is_none_or(|condition| condition.holds(view).unwrap_or(true));
            if !holds {
                continue;
            }
            breakpoint.hits += 1;
            if breakpoint.hits <= breakpoint.ignore {
                continue;
            }
            match &breakpoint.log {
                Some(message) => self.notes.push((moment, message.filled(view))),
                None => stopping.push(id),
            }
        }
        for &id in &stopping {
            let once = self.breakpoints.find(id).is_some_and(|breakpoint| breakpoint.once);
            if once {
                self.breakpoints.remove(id);
            }
        }
        if ended.is_some() {
            return None;
        }
        if !stopping.is_empty() {
            return Some(Reason::Breakpoint {
                ids: stopping,
                seen: found.seen,
                trap: found.trap,
            });
        }
        found.target.then_some(Reason::Done)
    }

    /// Breakpoints on what has ended the run.
    fn ending(&self, ended: &Reason) -> Vec<u32> {
        let wanted = match ended {
            Reason::Halted => Exceptions::Halt,
            _ => Exceptions::Error,
        };
        let on_it = |kind: &Kind| *kind == Kind::Exception(wanted);
        let list = self.breakpoints.list().iter();
        list.filter(|breakpoint| breakpoint.enabled && on_it(&breakpoint.kind))
            .map(|breakpoint| breakpoint.id)
            .collect()
    }
}
