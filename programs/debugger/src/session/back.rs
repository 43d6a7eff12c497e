//! Going back.

use super::{Moment, Reason, Session, Stop, Tick};
use crate::breakpoint::{Breakpoint, Breakpoints, Guard, Kind, On, Seen, Target};
use crate::expression::View;
use crate::history::Machine;
use crate::program::Flow;

/// A moment of the past at which something was found.
struct Past {
    at: u64,
    reason: Reason,
}

/// The last write to an address.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Writer {
    /// The moment before the instruction that wrote.
    pub moment: Moment,
    /// What it wrote.
    pub seen: Seen,
}

impl Session {
    /// Goes to a number of instructions since the beginning; forward no further than the program
    /// has come.
    pub fn seek(&mut self, at: u64) -> Stop {
        self.leave();
        self.furthest = self.furthest();
        self.place(at.min(self.furthest));
        Stop { reason: Reason::Done }
    }

    /// Goes back by a number of instructions.
    pub fn back(&mut self, count: u64) -> Stop {
        let now = self.machine.now();
        let stop = self.seek(now.saturating_sub(count));
        if count > now {
            return Stop {
                reason: Reason::Beginning,
            };
        }
        stop
    }

    /// Puts the machine to a moment that was reached before.
    fn place(&mut self, at: u64) {
        let (machine, console) = self.history.before(at);
        let ahead = machine.now() <= self.machine.now() && self.machine.now() <= at;
        if !ahead {
            self.machine = machine;
            self.console.truncate(console);
        }
        self.machine.go(at, self.history.changes());
        self.collect();
    }

    /// Goes back to the last moment at which a breakpoint would have stopped the run. Counts of
    /// hits neither change nor matter.
    pub fn run_back(&mut self, tick: &mut Tick<'_>) -> Stop {
        let list = self.breakpoints.list().to_vec();
        self.search_back(&list, &Target::default(), tick)
    }

    /// Goes back over an instruction: where it was the return of a call, to the call.
    pub fn back_over(&mut self, tick: &mut Tick<'_>) -> Stop {
        let stack = self.machine.board.cpu().register(15);
        let start = self.machine.now();
        let stop = self.back(1);
        let board = &self.machine.board;
        let word = board.memory().program_word(board.cpu().pc());
        let inside = Flow::of(word) == Flow::Return && board.cpu().register(15) < stack;
        if stop.reason != Reason::Done || !inside {
            return stop;
        }
        let before = (self.last, self.before.clone());
        let target = Target {
            addresses: Vec::new(),
            stack: Some(stack),
        };
        let stop = self.search_back(&[], &target, tick);
        (self.last, self.before) = before;
        if stop.reason == Reason::Interrupted {
            self.place(start);
        }
        stop
    }

    /// Goes back to where the routine was called.
    pub fn back_out(&mut self, tick: &mut Tick<'_>) -> Stop {
        let Some(slot) = self.frames().first().and_then(|frame| frame.slot) else {
            return self.seek(0);
        };
        let target = Target {
            addresses: Vec::new(),
            stack: Some(slot.wrapping_add(2)),
        };
        self.search_back(&[], &target, tick)
    }

    /// The last write to an area of `bytes` bytes. None if there was none since the start.
    pub fn last_writer(&self, program: bool, address: u16, bytes: u16, tick: &mut Tick<'_>) -> Option<Writer> {
        let mut watch = Breakpoints::default();
        let to = address.saturating_add(bytes.max(1) - 1);
        let on = On::Write;
        watch.add(
            Kind::Access {
                program,
                from: address,
                to,
                on,
            },
            "",
        );
        // An access that ends at the present is past, while a breakpoint at the present is not.
        let end = self.machine.now() + 1;
        let past = self.find_back(watch.list(), &Target::default(), end, tick).ok()??;
        let Reason::Breakpoint { seen: Some(seen), .. } = past.reason else {
            return None;
        };
        let (mut machine, _) = self.history.before(past.at - 1);
        machine.go(past.at - 1, self.history.changes());
        let moment = Moment {
            instructions: machine.now(),
            clocks: machine.board.clocks(),
        };
        Some(Writer { moment, seen })
    }

    fn search_back(&mut self, breakpoints: &[Breakpoint], target: &Target, tick: &mut Tick<'_>) -> Stop {
        let now = self.machine.now();
        let reason = match self.find_back(breakpoints, target, now, tick) {
            Ok(Some(past)) => {
                self.seek(past.at);
                past.reason
            }
            Ok(None) => {
                self.seek(0);
                Reason::Beginning
            }
            Err(Interrupted) => Reason::Interrupted,
        };
        Stop { reason }
    }

    /// The last moment before another at which something is found, by replaying from one
    /// snapshot to the next, the last ones first.
    fn find_back(
        &self,
        breakpoints: &[Breakpoint],
        target: &Target,
        before: u64,
        tick: &mut Tick<'_>,
    ) -> Result<Option<Past>, Interrupted> {
        let mut end = self.machine.now();
        while end > 0 {
            let (machine, _) = self.history.before(end - 1);
            let start = machine.now();
            let past = self.find_between(machine, end, before, breakpoints, target);
            if past.is_some() {
                return Ok(past);
            }
            if tick(self) {
                return Err(Interrupted);
            }
            end = start;
        }
        Ok(None)
    }

    /// The last find behind a snapshot, not behind `end`, and before another moment.
    fn find_between(
        &self,
        mut machine: Machine,
        end: u64,
        before: u64,
        breakpoints: &[Breakpoint],
        target: &Target,
    ) -> Option<Past> {
        let changes = self.history.changes();
        machine.settle(changes);
        let mut guard = Guard::new(breakpoints, target.clone(), &machine.board);
        let mut last = None;
        loop {
            let stopped = machine.replay(end, changes, &mut guard);
            let found = guard.found(&machine.board);
            if !found.is_empty() && machine.now() < before {
                let view = View::from(&machine.board);
                let holds = |id: &u32| {
                    breakpoints.iter().any(|breakpoint| {
                        breakpoint.id == *id
                            && breakpoint.log.is_none()
                            && breakpoint
                                .condition
                                .as_ref()
                                .is_none_or(|condition| condition.holds(view).unwrap_or(true))
                    })
                };
                let ids: Vec<u32> = found.ids.iter().copied().filter(holds).collect();
                if found.target || !ids.is_empty() {
                    let reason = if ids.is_empty() {
                        Reason::Done
                    } else {
                        Reason::Breakpoint {
                            ids,
                            seen: found.seen,
                            trap: found.trap,
                        }
                    };
                    last = Some(Past {
                        at: machine.now(),
                        reason,
                    });
                }
            }
            if !stopped {
                return last;
            }
        }
    }
}

/// The search was interrupted.
struct Interrupted;
