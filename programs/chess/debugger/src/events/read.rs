//! Reads an event from the registers and the memory at its place.

use bcp_chess::{Colour, Move};
use bcp_reference::search::{Event, Listed};
use z8000::cpu::{Cpu, Fcw};
use z8000::machine::World;

use super::Happening;
use super::places::{Layout, Place, Places};
use bcp_driver::read_move;

impl Places {
    /// Reads the event at the next instruction; `None` if nothing happens there. `instructions` is the number of
    /// instructions executed before it.
    pub fn read(&self, instructions: u64, cpu: &Cpu, memory: &World) -> Option<Happening> {
        let place = self.at(cpu.pc())?;
        let layout = &self.layout;
        let event = Moment { layout, cpu, memory }.event(place)?;
        Some(Happening {
            instructions,
            ply: layout.path.ply(memory),
            side: layout.side(cpu.register(7)),
            event,
        })
    }

    /// Returns the side that plays at the root of the search.
    pub fn root(&self, memory: &World) -> Colour {
        self.layout.side(memory.data_word(self.layout.placed))
    }
}

impl Layout {
    /// Returns the side whose bit is in the high byte.
    fn side(&self, colours: u16) -> Colour {
        if colours >> 8 == self.white {
            Colour::White
        } else {
            Colour::Black
        }
    }
}

/// The state of the machine at one instruction.
struct Moment<'m> {
    layout: &'m Layout,
    cpu: &'m Cpu,
    memory: &'m World,
}

impl Moment<'_> {
    fn event(&self, place: Place) -> Option<Event> {
        let number = |n| self.signed(n);
        let (value, low, high, material) = (number(0), number(8), number(9), number(10));
        let event = match place {
            Place::Node => self.node(number(6)),
            Place::Horizon => {
                let caller = self.memory.data_word(self.cpu.register(15));
                let near = self.layout.stored?.near_quiesced?;
                return (caller == near).then(|| self.node(0));
            }
            Place::Repetition => Event::Repetition,
            Place::Pass => Event::Pass { value, high },
            Place::RootPass => Event::RootPass,
            Place::Build => Event::List { moves: Listed::Eligible },
            Place::Near => Event::List { moves: if low >= material { Listed::Captures } else { Listed::All } },
            Place::Test => Event::Test { m: self.packed_move()? },
            Place::Score => self.score(value)?,
            Place::Search => self.search()?,
            Place::Try => self.attempt()?,
            Place::Value => Event::Value { m: self.last_of_ply()?, value, best: low },
            Place::Better => Event::Better { m: self.last_of_ply()?, value, before: low, high },
            Place::Captures => Event::Captures { low, high, material },
            Place::Capture => Event::Capture { m: self.move_at(self.cpu.register(2))?, gain: number(6) },
            // The other path to this label comes from a comparison that clears the carry.
            Place::King if self.cpu.fcw().contains(Fcw::C) => Event::King,
            Place::King => return None,
            Place::Upper => Event::Quiet { value: high },
            Place::Best => Event::Quiet { value: low },
            Place::MateSearch => Event::MateSearch,
            Place::Check => Event::Check { m: self.last_made()? },
            Place::Mated if value == 0 => return None,
            Place::Mated => Event::Mate { value: self.mate_value() - 2 * (value - 1) },
            Place::Mate => Event::Mate { value: self.mate_value() },
            Place::Kept => Event::Kept { stored: self.cpu.register(13) != 0 },
            Place::Dropped => {
                let mut dropped = self.layout.stored?.tree.children(self.memory, self.cpu.register(14));
                return dropped.next().map(|_| Event::Dropped);
            }
            Place::Iteration => Event::Iteration { depth: number(6) as u8, value },
        };
        Some(event)
    }

    fn signed(&self, register: usize) -> i16 {
        self.cpu.register(register).cast_signed()
    }

    fn mate_value(&self) -> i16 {
        self.memory.data_word(self.layout.mate_value).cast_signed()
    }

    fn node(&self, depth: i16) -> Event {
        Event::Node {
            depth: depth as u8,
            low: self.signed(8),
            high: self.signed(9),
            material: self.signed(10),
        }
    }

    /// Reads a score. The scored move is the last one made; the best value before it is in the stack frame.
    fn score(&self, score: i16) -> Option<Event> {
        let frame = self.cpu.register(15).wrapping_add(self.layout.stored?.frame_scoring);
        let best = self.memory.data_word(frame.wrapping_add(self.layout.frame_lower));
        Some(Event::Score { m: self.last_made()?, score, best: best.cast_signed() })
    }

    /// Reads the move and its score from the entry that `search_child` is about to search.
    fn search(&self) -> Option<Event> {
        let tree = self.layout.stored?.tree;
        let entry = tree.entry(self.memory, self.cpu.register(13));
        let [from, to] = entry.squares;
        Some(Event::Search {
            m: read_move(from, to, entry.special)?,
            score: entry.score.into(),
            depth: (self.signed(6) - 1) as u8,
        })
    }

    /// Reads a move that is about to be tried: `near_move` has a record of it, the simple version's `search_move`
    /// registers.
    fn attempt(&self) -> Option<Event> {
        let byte = |n| self.cpu.register(n).to_be_bytes()[1];
        let (m, gain) = match self.layout.stored {
            Some(_) => (self.move_at(self.cpu.register(2))?, self.signed(6)),
            None => (read_move(byte(3), byte(4), byte(5))?, self.signed(1)),
        };
        Some(Event::Try { m, gain })
    }

    /// Returns the move in R0 and RH1.
    fn packed_move(&self) -> Option<Move> {
        let [from, to] = self.cpu.register(0).to_be_bytes();
        read_move(from, to, self.cpu.register(1).to_be_bytes()[0])
    }

    /// Returns the move that was made last in the current ply, and has been taken back.
    fn last_of_ply(&self) -> Option<Move> {
        self.move_at(self.layout.path.present(self.memory))
    }

    /// Returns the last move on the board.
    fn last_made(&self) -> Option<Move> {
        self.move_at(self.cpu.register(11).wrapping_add(self.layout.undo_from))
    }

    fn move_at(&self, at: u16) -> Option<Move> {
        let byte = |offset: u16| self.memory.data_byte(at.wrapping_add(offset + 1));
        read_move(byte(0), byte(2), byte(4))
    }
}
