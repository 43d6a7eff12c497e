//! The search of the Z8000 program as a sequence of [`Event`]s.
//!
//! Events are read from outside, from registers and memory when the program reaches certain labels: [`Places`] knows
//! the labels, and [`Watcher`] reads every event of a run. The sources in `asm/` contain nothing for this purpose.

mod line;
mod places;
mod read;
mod words;

use bcp_chess::Colour;
use bcp_reference::search::Event;
use z8000::cpu::Cpu;
use z8000::machine::World;
use z8000::run::Probe;

pub(crate) use line::{Line, by_its_squares, placement};
pub use places::{Place, Places};
pub(crate) use words::sentence;

/// Version of the JSON format of events. It increases with every change that matters to readers.
pub const SCHEMA: u32 = 1;

/// An event, and the moment of the run at which it occurs.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Happening {
    /// The number of instructions executed since the board was switched on. The debugger's `goto` takes this number.
    pub instructions: u64,
    /// The number of moves between the root and the current position, without those of the capture search.
    pub ply: u16,
    /// The side to play; the event's values are from its point of view. After a null move, the side that made the
    /// previous move is to play again.
    pub side: Colour,
    /// The event.
    pub event: Event,
}

impl Happening {
    /// Returns the event with its values from the point of view of a side.
    pub fn seen_by(&self, side: Colour) -> Event {
        if side == self.side {
            self.event
        } else {
            self.event.turned()
        }
    }

    /// Formats the event as JSON, with all values for `root`, the side that plays at the root. See
    /// `docs/reference/debugger-chess.md`.
    pub fn to_json(&self, root: Colour) -> serde_json::Value {
        let mut json = serde_json::json!(self.seen_by(root));
        json["instructions"] = self.instructions.into();
        json["ply"] = self.ply.into();
        json["side"] = self.side.name().into();
        json["for"] = root.name().into();
        json
    }
}

/// Reads every event of a run and passes it to a sink.
pub struct Watcher<'p> {
    places: &'p Places,
    /// Instructions executed before the next one.
    instructions: u64,
    sink: &'p mut Sink<'p>,
}

/// Receives the events of a run, each with the processor and the memory at its moment.
pub type Sink<'s> = dyn FnMut(Happening, &Cpu, &World) + 's;

impl<'p> Watcher<'p> {
    /// Creates a watcher of a run that has executed `instructions` instructions.
    pub const fn new(places: &'p Places, instructions: u64, sink: &'p mut Sink<'p>) -> Self {
        Self { places, instructions, sink }
    }

    /// Kept out of line, because few instructions reach it.
    #[inline(never)]
    fn event(&mut self, cpu: &Cpu, memory: &World) {
        if let Some(happening) = self.places.read(self.instructions, cpu, memory) {
            (self.sink)(happening, cpu, memory);
        }
    }
}

impl Probe<World> for Watcher<'_> {
    #[inline]
    fn instruction(&mut self, _: u64, cpu: &Cpu, memory: &World) {
        if self.places.at(cpu.pc()).is_some() {
            self.event(cpu, memory);
        }
        self.instructions += 1;
    }
}
