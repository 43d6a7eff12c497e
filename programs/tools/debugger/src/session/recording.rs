//! The past in a form that can be saved and opened again: inputs from outside, and their moments. Everything else
//! follows from these.

use serde::{Deserialize, Serialize};
use thiserror::Error;

use super::state::{Session, Tick};
use crate::expression::{Expression, Place};
use crate::history::{Change, INTERVAL};
use crate::machine::{Address, Look};
use crate::program::Program;

/// The current version of the format.
const SCHEMA: u32 = 1;

/// The past of a session, from its start to a given moment.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Recording {
    /// Version of the format, currently 1.
    schema: u32,
    /// A hexadecimal hash of the whole memory at the start.
    program: String,
    /// The moment of the recording, in steps since the start.
    instructions: u64,
    /// The changes from outside, in order.
    changes: Vec<RecordedChange>,
}

/// A change, and the number of steps before it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
struct RecordedChange {
    at: u64,
    #[serde(flatten)]
    change: WrittenChange,
}

/// A change as it is written to a file; each character stands for a byte.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
enum WrittenChange {
    /// Characters that were sent to the program.
    Send(String),
    /// Characters received at a serial port.
    Received { port: usize, characters: String },
    /// A register or memory was set.
    Set { place: String, value: i64 },
}

/// Why a recording cannot be opened.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum RecordingError {
    /// The string is truncated or not a recording, for this reason.
    #[error("not a recording of a session: {0}")]
    Form(String),
    /// The format has another version.
    #[error("the recording has format version {0}; expected version {SCHEMA}")]
    Schema(u32),
    /// The recording was made with a different program: the memory at the start differs.
    #[error("the recording was made with a different program: use the same program and options as for the recording")]
    Program,
    /// The events are impossible with this program, for this reason.
    #[error("the recording does not match this program: {0}")]
    Course(String),
    /// The tick interrupted the opening of the recording.
    #[error("interrupted; nothing was changed")]
    Interrupted,
}

impl Recording {
    /// Parses a recording.
    ///
    /// # Errors
    ///
    /// The string is not a recording, or has another version.
    pub fn read(text: &str) -> Result<Self, RecordingError> {
        let recording: Self = serde_json::from_str(text).map_err(|error| RecordingError::Form(error.to_string()))?;
        match recording.schema {
            SCHEMA => Ok(recording),
            other => Err(RecordingError::Schema(other)),
        }
    }

    /// Returns the last moment, in steps since the start.
    pub const fn instructions(&self) -> u64 {
        self.instructions
    }

    /// Returns the text sent to the program at the start; `None` unless that was the only input from outside.
    pub fn sent_at_start(&self) -> Option<&str> {
        match &self.changes[..] {
            [RecordedChange { at: 0, change: WrittenChange::Send(text) }] => Some(text),
            _ => None,
        }
    }

    /// Converts the changes to those of a history.
    fn changes(&self, session: &Session) -> Result<Vec<(u64, Change)>, RecordingError> {
        let ordered = self.changes.is_sorted_by_key(|recorded| recorded.at);
        if !ordered || self.changes.last().is_some_and(|last| last.at > self.instructions) {
            return Err(RecordingError::Course(
                "the recorded changes are out of order".to_owned(),
            ));
        }
        let change = |recorded: &RecordedChange| Ok((recorded.at, recorded.change.read(session)?));
        self.changes.iter().map(change).collect()
    }
}

impl WrittenChange {
    fn of(change: &Change) -> Self {
        match change {
            Change::Input(characters) | Change::Feed(characters) => Self::Send(text(characters)),
            Change::Received { port, characters } => Self::Received { port: *port, characters: text(characters) },
            Change::Set(place, value) => Self::Set { place: place.to_string(), value: *value },
        }
    }

    fn read(&self, session: &Session) -> Result<Change, RecordingError> {
        let wrong = |what: String| RecordingError::Course(what);
        match self {
            Self::Send(characters) => Ok(Change::Input(bytes(characters)?)),
            Self::Received { port, .. } if *port >= session.passed_on.len() => {
                Err(wrong(format!("the machine has no serial port {port}")))
            }
            Self::Received { port, characters } => Ok(Change::Received { port: *port, characters: bytes(characters)? }),
            Self::Set { place: text, value } => {
                let place = place(text, session).map_err(|error| wrong(format!("`{text}`: {error}")))?;
                let checked = place.check(*value, session.program.has_segments());
                checked.map_err(|error| wrong(format!("`{text}`: {error}")))?;
                Ok(Change::Set(place, *value))
            }
        }
    }
}

fn place(text: &str, session: &Session) -> Result<Place, crate::expression::ExpressionError> {
    Expression::new(text, session.program())?.place(session.view())
}

/// Converts bytes to characters with the same numbers.
fn text(bytes: &[u8]) -> String {
    bytes.iter().copied().map(char::from).collect()
}

fn bytes(text: &str) -> Result<Vec<u8>, RecordingError> {
    let byte = |c: char| {
        u8::try_from(u32::from(c))
            .map_err(|_| RecordingError::Form(format!("the character `{c}` does not fit in a byte")))
    };
    text.chars().map(byte).collect()
}

/// Returns a hash (FNV-1a) of the whole memory of a program at the start.
fn fingerprint(program: &Program) -> String {
    let look: &dyn Look = program.machine();
    let segments = if program.has_segments() { 128 } else { 1 };
    let mut number = 0xCBF2_9CE4_8422_2325_u64;
    for (segment, space) in (0..segments).flat_map(|segment| [(segment, true), (segment, false)]) {
        for offset in 0..=0xFFFF {
            let at = match segments {
                1 => Address::flat(offset),
                _ => Address::segmented(segment, offset),
            };
            number = (number ^ u64::from(look.byte(space, at))).wrapping_mul(0x0100_0000_01B3);
        }
    }
    format!("{number:016x}")
}

impl Session {
    /// Returns a recording of the past up to now.
    ///
    /// # Example
    ///
    /// ```
    /// # use z8000_asm::{Memory, Options, assemble};
    /// # use z8000_debugger::program::Program;
    /// use z8000_debugger::session::{Goal, Session};
    ///
    /// let source = "
    ///         .z8002
    ///         .word   0, 0x4000, start
    /// start:  ldk     r1,#0
    /// loop:   inc     r1,#1
    ///         jr      loop
    /// ";
    /// # let files = Memory::new([("t.s", source)]);
    /// # let program = Program::assembled(&assemble(&files, "t.s", &Options::default())?, &files, None)?;
    /// let mut session = Session::new(program.clone(), 4_000_000);
    /// session.run(&Goal::Step(21), &mut |_| false);
    /// let recording = session.recording();
    /// let mut other = Session::new(program, 4_000_000);
    /// other.open(&recording, &mut |_| false)?;
    /// assert_eq!(other.cpu().register(1), 10);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn recording(&self) -> Recording {
        let changes = self.history.changes()[..self.machine.applied].iter();
        Recording {
            schema: SCHEMA,
            program: fingerprint(&self.program),
            instructions: self.machine.now(),
            changes: changes
                .map(|(at, change)| RecordedChange { at: *at, change: WrittenChange::of(change) })
                .collect(),
        }
    }

    /// Moves the session to the end of a recording, whose past replaces that of the session. Breakpoints and displays
    /// are kept; the mark is reset to the start, and queued input is discarded. The tick is called from time to time
    /// and decides whether to abandon the operation.
    ///
    /// # Errors
    ///
    /// The recording does not fit the program, or the tick abandoned the operation; the session is unchanged.
    pub fn open(&mut self, recording: &Recording, tick: &mut Tick<'_>) -> Result<(), RecordingError> {
        if recording.program != fingerprint(&self.program) {
            return Err(RecordingError::Program);
        }
        let changes = recording.changes(self)?;
        let mut opened = self.clone();
        opened.begin_again(changes);
        while opened.machine.now() < recording.instructions {
            let before = opened.machine.now();
            let next = recording.instructions.min(before + INTERVAL);
            let changes = opened.history.changes();
            opened.machine.settle(changes);
            let ran = opened.machine.piece(next, changes, &mut z8000::run::NoProbe);
            opened.machine.settle(changes);
            if ran.is_err() || opened.machine.now() == before {
                return Err(RecordingError::Course(format!("the program ends after {before} steps")));
            }
            // The connections must not receive the recorded output again.
            let _ = opened.collect();
            opened.history.take(&opened.machine, opened.console.added());
            if tick(&opened) {
                return Err(RecordingError::Interrupted);
            }
        }
        opened.furthest = opened.machine.now();
        opened.outside = self.outside.take();
        for (port, passed_on) in opened.passed_on.iter_mut().enumerate() {
            *passed_on = opened.machine.subject.taken(port);
        }
        *self = opened;
        Ok(())
    }

    /// Goes to the start, with other future changes.
    fn begin_again(&mut self, changes: Vec<(u64, Change)>) {
        self.leave();
        let (machine, _) = self.history.before(0);
        self.show(0);
        self.ahead.clear();
        self.outside = None;
        self.passed_on.fill(0);
        self.history = self.history.with(machine.clone(), changes);
        self.machine = machine;
        self.machine.settle(self.history.changes());
        (self.mark, self.last, self.furthest) = Default::default();
        self.feed.clear();
        self.revision += 1;
    }
}
