//! A session as the page shows it.

use z8000::cpu::{Cpu as Processor, Fcw};
use z8000_debugger::breakpoint::{Breakpoint as Set, Kind};
use z8000_debugger::machine::Address;
use z8000_debugger::session::{Frame as Known, Session as Debugging};

use super::Session;
use crate::protocol::{Breakpoint, Console, Cpu, Display, Expansion, Flags, Frame, History, Note, Place, State};

/// Maximum number of characters of the console output that are shown.
const CONSOLE: usize = 8000;

/// Maximum number of breakpoint messages that are shown.
const NOTES: usize = 200;

impl Session {
    /// Returns the session at this moment.
    pub(crate) fn state(&self) -> State {
        let session = &self.interpreter.session;
        let frames = session.frames();
        let now = session.now();
        let (snapshots, bytes) = session.snapshots();
        let breakpoints = session.breakpoints.list().iter();
        let displays = session.displayed().into_iter();
        State {
            session: self.number,
            instruction: now.steps,
            furthest: session.furthest(),
            clocks: now.clocks,
            hertz: session.clock(),
            seconds: session.seconds(now.clocks),
            end: self.end(),
            cpu: cpu(session),
            place: place(session),
            stack: frames.iter().map(|known| frame(session, known)).collect(),
            breakpoints: breakpoints.map(breakpoint).collect(),
            displays: displays
                .map(|(expression, value)| Display { expression: expression.to_owned(), value })
                .collect(),
            notes: notes(session),
            console: console(session.console().kept()),
            history: History { snapshots, bytes },
            chess: self.root.as_ref().and_then(|root| self.search(root, &frames)),
        }
    }

    /// Returns the reason why the session cannot continue, if that is known without continuing.
    fn end(&self) -> Option<&'static str> {
        let board = self.interpreter.session.machine();
        if board.cpu().halted() {
            return Some("halted");
        }
        if board.wants_input() {
            return Some("input");
        }
        (!board.may_run(board.pc())).then_some("error")
    }
}

fn cpu(session: &Debugging) -> Cpu {
    let (now, before) = (session.cpu(), session.before());
    Cpu {
        pc: now.pc(),
        fcw: now.fcw().bits(),
        flags: flags(now),
        registers: std::array::from_fn(|n| now.register(n)),
        changed: (0..16).filter(|&n| now.register(n) != before.register(n)).collect(),
        flags_changed: now.fcw() != before.fcw(),
    }
}

fn flags(cpu: &Processor) -> Flags {
    let has = |flag| cpu.fcw().contains(flag);
    Flags {
        c: has(Fcw::C),
        z: has(Fcw::Z),
        s: has(Fcw::S),
        pv: has(Fcw::PV),
        da: has(Fcw::DA),
        h: has(Fcw::H),
    }
}

fn place(session: &Debugging) -> Place {
    let program = session.program();
    let address = session.cpu().pc();
    let line = program.line(address);
    let expansions = program.expansions(address).into_iter();
    Place {
        address,
        name: program.name(address),
        file: line.map(|line| line.file),
        line: line.map(|line| line.line),
        text: program.disassembled(session.look(), address).text,
        clocks: line.and_then(|line| line.clocks).map(str::to_owned),
        expansions: expansions
            .map(|(what, line)| Expansion { what: what.to_owned(), file: line.file, line: line.line })
            .collect(),
    }
}

fn frame(session: &Debugging, frame: &Known) -> Frame {
    let line = session.program().line(frame.pc);
    Frame {
        address: frame.pc.offset(),
        name: frame.title(),
        routine: frame.routine.clone(),
        file: line.map(|line| line.file),
        line: line.map(|line| line.line),
        slot: frame.slot.map(Address::offset),
    }
}

fn breakpoint(set: &Set) -> Breakpoint {
    Breakpoint {
        id: set.id,
        text: set.to_string(),
        enabled: set.enabled,
        addresses: match &set.kind {
            Kind::Code(addresses) => addresses.iter().map(|at| at.offset()).collect(),
            _ => Vec::new(),
        },
        condition: set.condition.as_ref().map(|condition| condition.text().to_owned()),
        hits: set.hits,
        ignore: set.ignore,
        once: set.once,
        logs: set.log.is_some(),
    }
}

fn notes(session: &Debugging) -> Vec<Note> {
    let all = session.notes.kept();
    let last = &all[all.len().saturating_sub(NOTES)..];
    let note = |(moment, text): &(z8000_debugger::session::Moment, String)| Note {
        instruction: moment.steps,
        clocks: moment.clocks,
        text: text.clone(),
    };
    let mut notes: Vec<Note> = last.iter().map(note).collect();
    let left_out = session.notes.added() - last.len() as u64;
    if let Some(first) = notes.first().filter(|_| left_out > 0) {
        let text = format!("({left_out} earlier lines are not shown)");
        notes.insert(0, Note { text, ..first.clone() });
    }
    notes
}

fn console(sent: &[u8]) -> Console {
    let omitted = sent.len().saturating_sub(CONSOLE);
    Console { text: String::from_utf8_lossy(&sent[omitted..]).into_owned(), omitted }
}
