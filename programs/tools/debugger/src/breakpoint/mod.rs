//! Breakpoints: the places and conditions at which a run stops.

mod guard;
mod watch;

use std::collections::BTreeMap;
use std::fmt;
use std::num::NonZeroU64;

use crate::calls::Class;
use crate::expression::{Expression, ExpressionError, View};
use crate::machine::Address;
use crate::program::Program;

pub(crate) use guard::{BreakpointHits, Guard, Over, Target};
pub(crate) use watch::Tally;
pub use watch::{Accesses, WatchedAccess};

/// A moment, and the number of hits of a breakpoint up to it.
pub(crate) type Noted = (u64, u64);

/// The accesses that a breakpoint watches.
///
/// # Example
///
/// ```
/// # use z8000_asm::{Memory, Options, assemble};
/// # use z8000_debugger::program::Program;
/// use z8000_debugger::breakpoint::{Kind, On};
/// use z8000_debugger::machine::Address;
/// use z8000_debugger::session::{Goal, Reason, Session};
///
/// let source = "
///         .z8002
///         .word   0, 0x4000, start
/// start:  ldk     r1,#5
///         ld      result,r1
///         halt
///         .data
///         .org    0x1000
/// result: .word   0
/// ";
/// # let files = Memory::new([("t.s", source)]);
/// # let program = Program::assembled(&assemble(&files, "t.s", &Options::default())?, &files, None)?;
/// let mut session = Session::new(program, 4_000_000);
/// let [from, to] = [0x1000, 0x1001].map(Address::flat);
/// session.breakpoints.add(Kind::Access { program: false, from, to, on: On::Change }, "result");
/// let stop = session.run(&Goal::Forever, &mut |_| false);
/// assert!(matches!(stop, Reason::Breakpoint { seen: Some(seen), .. } if (seen.before, seen.value) == (0, 5)));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum On {
    /// Reads, except instruction fetches.
    Read,
    /// Writes.
    Write,
    /// Reads and writes.
    Access,
    /// Writes of a value other than the current one.
    Change,
}

impl On {
    /// All accesses.
    pub(crate) const ALL: [Self; 4] = [Self::Read, Self::Write, Self::Access, Self::Change];

    /// Returns the word for the accesses in commands.
    pub(crate) const fn word(self) -> &'static str {
        match self {
            Self::Read => "read",
            Self::Write => "write",
            Self::Access => "access",
            Self::Change => "change",
        }
    }
}

/// The event at which a breakpoint is hit.
///
/// # Example
///
/// ```
/// # use z8000_asm::{Memory, Options, assemble};
/// # use z8000_debugger::program::Program;
/// use z8000_debugger::breakpoint::Kind;
/// use z8000_debugger::expression::Expression;
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
/// let condition = Expression::new("r1 == 3", &program)?;
/// let mut session = Session::new(program, 4_000_000);
/// session.breakpoints.add(Kind::When(condition), "");
/// session.run(&Goal::Forever, &mut |_| false);
/// assert_eq!(session.cpu().register(1), 3);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Kind {
    /// Hit before the instructions at these addresses. A line may have several.
    Code(Vec<Address>),
    /// Hit before any instruction in a range of addresses, from the first to the last inclusive.
    Range(Address, Address),
    /// Hit after an instruction that has accessed a range of addresses.
    Access {
        /// True for program memory, false for data memory.
        program: bool,
        /// First address.
        from: Address,
        /// Last address.
        to: Address,
        /// The accesses that count.
        on: On,
    },
    /// Hit after an instruction that made a condition true.
    When(Expression),
    /// Hit after an instruction that changed the value of an expression.
    Changes(Expression),
    /// Hit before the first instruction that begins at or after this number of clocks since the start.
    Clock(u64),
    /// Hit after an exception of a class. A number restricts this to exceptions whose identifier, or its low byte,
    /// equals the number.
    Exception(Class, Option<u16>),
}

impl Kind {
    /// Returns the command that sets a breakpoint of this kind.
    pub(crate) const fn word(&self) -> &'static str {
        match self {
            Self::Code(_) => "break",
            Self::Range(..) => "range",
            Self::Access { .. } => "watch",
            Self::When(_) => "when",
            Self::Changes(_) => "changes",
            Self::Clock(_) => "clock",
            Self::Exception(..) => "exception",
        }
    }
}

/// Which hits stop the run, if not all of them. Ignored hits are counted, too.
///
/// # Example
///
/// ```
/// # use z8000_asm::{Memory, Options, assemble};
/// # use z8000_debugger::program::Program;
/// use z8000_debugger::breakpoint::{Kind, Only};
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
/// let at = program.code_address("loop")?;
/// let mut session = Session::new(program, 4_000_000);
/// session.breakpoints.add(Kind::Code(vec![at]), "loop").only = Some(Only::Hit(4));
/// session.run(&Goal::Forever, &mut |_| false);
/// // Before the fourth INC.
/// assert_eq!(session.cpu().register(1), 3);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Only {
    /// One hit, counted from 1.
    Hit(u64),
    /// Every hit whose number is a multiple of this.
    Every(NonZeroU64),
}

impl Only {
    /// Returns true if a hit, counted from 1, stops the run.
    pub(crate) const fn stops(self, hit: u64) -> bool {
        match self {
            Self::Hit(number) => hit == number,
            Self::Every(step) => hit.is_multiple_of(step.get()),
        }
    }
}

/// A breakpoint.
///
/// # Example
///
/// ```
/// use z8000_debugger::breakpoint::{Breakpoints, Kind};
/// use z8000_debugger::machine::Address;
///
/// let mut list = Breakpoints::default();
/// let breakpoint = list.add(Kind::Code(vec![Address::flat(6)]), "start");
/// breakpoint.once = true;
/// assert_eq!(breakpoint.to_string(), "1 break start (0006) once");
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Breakpoint {
    /// Number of the breakpoint, from 1; 0 if it has none.
    pub id: u32,
    /// The event at which the breakpoint is hit.
    pub kind: Kind,
    /// The place of the breakpoint, as shown to the user.
    pub place: String,
    /// The command line that set the breakpoint; `None` if no command did.
    pub line: Option<String>,
    /// The breakpoint is hit only if this expression is not 0 or cannot be evaluated; `None` for no condition.
    pub condition: Option<Expression>,
    /// The number of hits to ignore before the first that stops.
    pub ignore: u64,
    /// Which of the later hits stop; `None` for all of them.
    pub only: Option<Only>,
    /// Number of hits up to the present moment; going back reduces it.
    pub hits: u64,
    /// A message to log instead of stopping; `None` if the breakpoint stops.
    pub log: Option<Message>,
    /// True if the breakpoint is enabled.
    pub enabled: bool,
    /// True if the breakpoint is deleted at its first stop or log message.
    pub once: bool,
}

impl Breakpoint {
    /// Creates an enabled breakpoint without a number, for a single run with
    /// [`Goal::First`](crate::session::Goal::First).
    ///
    /// # Example
    ///
    /// ```
    /// # use z8000_asm::{Memory, Options, assemble};
    /// # use z8000_debugger::program::Program;
    /// use z8000_debugger::breakpoint::{Breakpoint, Kind};
    /// use z8000_debugger::session::{Goal, Session};
    ///
    /// let source = "
    ///         .z8002
    ///         .word   0, 0x4000, start
    /// start:  ldk     r1,#5
    ///         inc     r1,#2
    ///         halt
    /// ";
    /// # let files = Memory::new([("t.s", source)]);
    /// # let program = Program::assembled(&assemble(&files, "t.s", &Options::default())?, &files, None)?;
    /// let mut session = Session::new(program, 4_000_000);
    /// session.run(&Goal::First(vec![Breakpoint::passing(Kind::Clock(5), None)]), &mut |_| false);
    /// // LDK takes 5 clocks.
    /// assert_eq!((session.now().instructions, session.now().clocks), (1, 5));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub const fn passing(kind: Kind, condition: Option<Expression>) -> Self {
        Self {
            id: 0,
            kind,
            place: String::new(),
            line: None,
            condition,
            ignore: 0,
            only: None,
            hits: 0,
            log: None,
            enabled: true,
            once: true,
        }
    }

    /// Returns true if the breakpoint's condition is true, or cannot be evaluated.
    pub(crate) fn holds(&self, view: View<'_>) -> bool {
        let condition = self.condition.as_ref();
        condition.is_none_or(|condition| condition.holds(view).unwrap_or(true))
    }
}

/// A message to log: a string with expressions in braces.
///
/// # Example
///
/// ```
/// # use z8000_asm::{Memory, Options, assemble};
/// # use z8000_debugger::program::Program;
/// use z8000_debugger::breakpoint::Message;
/// use z8000_debugger::session::{Goal, Session};
///
/// let source = "
///         .z8002
///         .word   0, 0x4000, start
/// start:  ldk     r1,#5
///         inc     r1,#2
///         halt
/// ";
/// # let files = Memory::new([("t.s", source)]);
/// # let program = Program::assembled(&assemble(&files, "t.s", &Options::default())?, &files, None)?;
/// let message = Message::new("r1 is {r1}, and twice that {r1 * 2}", &program)?;
/// let mut session = Session::new(program, 4_000_000);
/// session.run(&Goal::Step(2), &mut |_| false);
/// assert_eq!(message.filled(session.view()), "r1 is 7, and twice that 14");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Message {
    text: String,
    parts: Vec<Part>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
enum Part {
    Text(String),
    Value(Expression),
}

impl Message {
    /// Reads a message such as `depth {r6}`.
    ///
    /// # Errors
    ///
    /// An expression is invalid, or a brace is not closed.
    pub fn new(text: &str, program: &Program) -> Result<Self, ExpressionError> {
        let mut parts = Vec::new();
        let mut rest = text;
        while let Some((before, behind)) = rest.split_once('{') {
            let start = text.len() - behind.len();
            let Some((inside, after)) = behind.split_once('}') else {
                return Err(ExpressionError::new(start - 1..text.len(), "unclosed brace"));
            };
            parts.push(Part::Text(before.to_owned()));
            let expression = Expression::new(inside, program)
                .map_err(|error| ExpressionError { span: start + error.span.start..start + error.span.end, ..error })?;
            parts.push(Part::Value(expression));
            rest = after;
        }
        parts.push(Part::Text(rest.to_owned()));
        Ok(Self { text: text.to_owned(), parts })
    }

    /// Returns the message with the current values of its expressions, as signed decimal numbers. An expression without
    /// a value is replaced with the reason in angle brackets.
    pub fn filled(&self, view: View<'_>) -> String {
        let part = |part: &Part| match part {
            Part::Text(text) => text.clone(),
            Part::Value(expression) => match expression.value(view) {
                Ok(value) => value.number.to_string(),
                Err(error) => format!("<{error}>"),
            },
        };
        self.parts.iter().map(part).collect()
    }
}

/// The breakpoints of a session.
///
/// # Example
///
/// ```
/// use z8000_debugger::breakpoint::{Breakpoints, Kind};
/// use z8000_debugger::calls::Class;
/// use z8000_debugger::machine::Address;
///
/// let mut list = Breakpoints::default();
/// list.add(Kind::Exception(Class::Sc, Some(5)), "sc 5");
/// list.add(Kind::Code(vec![Address::flat(6)]), "start");
/// assert_eq!(list.at(6).map(|breakpoint| breakpoint.id), Some(2));
/// list.remove(1);
/// // Numbers stay.
/// assert_eq!((list.list()[0].id, list.next()), (2, 3));
/// ```
#[derive(Debug, Clone, Default)]
pub struct Breakpoints {
    list: Vec<Breakpoint>,
    last: u32,
    /// The recorded moments of each breakpoint, in order, each with the number of hits by then.
    hits: BTreeMap<u32, Vec<Noted>>,
}

impl Breakpoints {
    /// Adds a breakpoint that stops at every hit.
    pub fn add(&mut self, kind: Kind, place: impl Into<String>) -> &mut Breakpoint {
        self.put(Breakpoint { place: place.into(), once: false, ..Breakpoint::passing(kind, None) })
    }

    /// Adds a breakpoint and numbers it.
    pub fn put(&mut self, breakpoint: Breakpoint) -> &mut Breakpoint {
        self.last += 1;
        let id = self.last;
        let index = self.list.len();
        self.list.push(Breakpoint { id, ..breakpoint });
        &mut self.list[index]
    }

    /// Returns the number of the next breakpoint.
    pub const fn next(&self) -> u32 {
        self.last + 1
    }

    /// Sets the number of the next breakpoint, which must be unused.
    pub const fn number_from(&mut self, next: u32) {
        self.last = next.saturating_sub(1);
    }

    /// Returns all breakpoints, in the order in which they were added.
    pub fn list(&self) -> &[Breakpoint] {
        &self.list
    }

    /// Returns the breakpoint with a number.
    pub fn find(&mut self, id: u32) -> Option<&mut Breakpoint> {
        // The list is sorted by number.
        let index = self.list.binary_search_by_key(&id, |breakpoint| breakpoint.id).ok()?;
        Some(&mut self.list[index])
    }

    /// Removes a breakpoint, if it exists.
    pub fn remove(&mut self, id: u32) {
        self.retain(|breakpoint| breakpoint.id != id);
    }

    /// Keeps only the breakpoints that satisfy a predicate.
    pub fn retain(&mut self, wanted: impl FnMut(&Breakpoint) -> bool) {
        self.list.retain(wanted);
    }

    /// Returns the first code breakpoint at an address, enabled or not; `None` if there is none.
    pub fn at(&self, address: impl Into<Address>) -> Option<&Breakpoint> {
        let address = address.into();
        self.list
            .iter()
            .find(|breakpoint| matches!(&breakpoint.kind, Kind::Code(list) if list.contains(&address)))
    }
}

impl fmt::Display for Breakpoint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {} ", self.id, self.kind.word())?;
        match &self.kind {
            Kind::Code(addresses) => {
                let list: Vec<String> = addresses.iter().map(|at| format!("{at:04x}")).collect();
                write!(f, "{} ({})", self.place, list.join(" "))?;
            }
            Kind::Range(from, to) => write!(f, "{from:04x} to {to:04x}")?,
            Kind::Access { program, from, to, on } => {
                let memory = if *program { " in program memory" } else { "" };
                let on = on.word();
                write!(f, "{on} {} ({from:04x} to {to:04x}{memory})", self.place)?;
            }
            Kind::When(expression) | Kind::Changes(expression) => write!(f, "{}", expression.text())?,
            Kind::Clock(clocks) => write!(f, "{clocks}")?,
            Kind::Exception(..) => write!(f, "{}", self.place)?,
        }
        if let Some(condition) = &self.condition {
            write!(f, " if {}", condition.text())?;
        }
        if self.ignore > 0 {
            write!(f, " ignore {}", self.ignore)?;
        }
        match self.only {
            Some(Only::Hit(number)) => write!(f, " at hit {number}")?,
            Some(Only::Every(step)) => write!(f, " every {step} hits")?,
            None => {}
        }
        if let Some(message) = &self.log {
            write!(f, " log \"{}\"", message.text)?;
        }
        if self.once {
            write!(f, " once")?;
        }
        if !self.enabled {
            write!(f, ", disabled")?;
        }
        if self.hits > 0 {
            write!(f, ", hits: {}", self.hits)?;
        }
        Ok(())
    }
}

// The number of hits of a breakpoint depends on the moment, so that going back reduces it.
//
// It counts the hits since the breakpoint was set or enabled. If the session goes back beyond that, counting starts
// there. Hits are recorded at some moments; a replay from the last of these counts the others.

/// Steps between two records of hits. Counting hits in such an interval takes a millisecond.
pub(crate) const INTERVAL: u64 = 1 << 16;

impl Breakpoint {
    /// Returns true if the breakpoint stops only at some of its hits.
    pub(crate) const fn counts(&self) -> bool {
        self.ignore > 0 || self.only.is_some()
    }

    /// Returns true if the breakpoint stops, or logs, at the hit with this number.
    pub(crate) fn acts_at(&self, hit: u64) -> bool {
        !self.counts() || hit > self.ignore && self.only.is_none_or(|only| only.stops(hit))
    }
}

impl Breakpoints {
    /// Enables a breakpoint, which then counts its hits from 0 again, or disables it.
    pub fn enable(&mut self, id: u32, enabled: bool) {
        let Some(breakpoint) = self.find(id).filter(|found| found.enabled != enabled) else {
            return;
        };
        breakpoint.enabled = enabled;
        if enabled {
            breakpoint.hits = 0;
            self.hits.remove(&id);
        }
    }

    /// Records the hits up to the present, for new breakpoints and for those whose last record is old.
    pub(crate) fn note_hits(&mut self, now: u64) {
        self.hits.retain(|id, _| self.list.iter().any(|one| one.id == *id));
        for Breakpoint { id, hits, .. } in &self.list {
            let notes = self.hits.entry(*id).or_default();
            if notes.last().is_none_or(|(at, _)| at.saturating_add(INTERVAL) <= now) {
                notes.push((now, *hits));
            }
        }
    }

    /// Returns a breakpoint's last record up to a moment; `None` if the breakpoint was set later.
    pub(crate) fn noted(&self, id: u32, at: u64) -> Option<Noted> {
        let notes = self.hits.get(&id)?;
        notes[..notes.partition_point(|note| note.0 <= at)].last().copied()
    }

    /// Discards the records after a moment.
    pub(crate) fn forget_hits(&mut self, after: u64) {
        for notes in self.hits.values_mut() {
            notes.retain(|note| note.0 <= after);
        }
    }

    /// Sets the hits at the present. A breakpoint that was set later starts counting from here.
    pub(crate) fn set_hits(&mut self, now: u64, hits: &BTreeMap<u32, u64>) {
        for breakpoint in &mut self.list {
            let known = hits.get(&breakpoint.id).copied();
            breakpoint.hits = known.unwrap_or_default();
            if known.is_none() {
                self.hits.insert(breakpoint.id, vec![(now, 0)]);
            }
        }
    }
}
