//! The search as it stands in the memory of the Z8000: board, path, bounds, tree.
//!
//! Everything is read through symbols of the program, so that another program without them shows
//! less. Nothing is changed.

use std::fmt;

use bcp_chess::Colour;
use bcp_reference::constants::MAX_DEPTH;
use z8000::machine::Memory;
use z8000_debugger::session::{Frame, Session};

use crate::path::{SearchPath, move_at};
use crate::stored_tree::StoredTree;

/// Letters of the kinds, in the order of `asm/constants.s`.
const LETTERS: &[u8; 12] = b"PNBRQKpnbrqk";

/// A ply of the second-order search.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Ply {
    /// What is being searched in it.
    pub played: Played,
    /// Depth that is left.
    pub depth: Option<u16>,
    /// The lower bound when it was entered, in pawns.
    pub alpha: Option<i16>,
    /// The upper bound.
    pub beta: Option<i16>,
    /// The best value so far.
    pub best: Option<i16>,
    /// Index of its frame in the call stack, the innermost first.
    pub frame: Option<usize>,
}

/// What is searched in a ply.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Played {
    /// A move on the path, as in `e2e4`.
    Move {
        /// The move.
        m: String,
        /// Data address of its record.
        record: u16,
    },
    /// A move that is scored by what it wins after a null move. It is not on the path.
    Scored(String),
    /// None yet: this routine is at work.
    Within(String),
}

impl fmt::Display for Played {
    /// `e2e4`, `e2e4 null`, `in t2v`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Move { m, .. } => f.write_str(m),
            Self::Scored(m) => write!(f, "{m} null"),
            Self::Within(routine) => write!(f, "in {routine}"),
        }
    }
}

/// What saved plies look like before they are joined with the moves: depth, best value, upper bound, frame.
struct Saved {
    depth: u16,
    best: i16,
    beta: i16,
    frame: usize,
}

/// The search of a session, read from its memory by the symbols of the program.
#[derive(Debug, Clone, Copy)]
pub struct SearchView<'s> {
    session: &'s Session,
    memory: &'s Memory,
}

impl<'s> SearchView<'s> {
    /// The search of a session; none if its program is not on a board.
    #[must_use]
    pub fn new(session: &'s Session) -> Option<Self> {
        let memory = session.board()?.memory();
        Some(Self { session, memory })
    }

    fn at(&self, name: &str) -> Option<u16> {
        self.session.program().address(name).ok()
    }

    fn word(&self, name: &str) -> Option<u16> {
        Some(self.memory.data_word(self.at(name)?))
    }

    fn signed(&self, at: u16) -> i16 {
        self.memory.data_word(at).cast_signed()
    }

    /// The board: 64 letters from a8 to h1, `PNBRQK` and `pnbrqk`, `.` for an empty square, `?` for what is no piece. None
    /// without the symbols of a board.
    #[must_use]
    pub fn board(&self) -> Option<String> {
        let (board, kinds) = (self.at("board")?, self.at("kind")?);
        let first = self.at("A1")?;
        let (white, black) = (self.at("WHITE")?, self.at("BLACK")?);
        let letter = |square: u16| {
            let code = u16::from(self.memory.data_byte(board.wrapping_add(square)));
            if code & (white | black) == 0 {
                return '.';
            }
            let kind = self.memory.data_word(kinds.wrapping_add(code)) / 2;
            LETTERS.get(usize::from(kind)).map_or('?', |letter| char::from(*letter))
        };
        let row = |rank: u16| (0..8).map(move |file| first.wrapping_add(16 * rank + file));
        Some((0..8).rev().flat_map(row).map(letter).collect())
    }

    /// The side to play: the own bit in RH7, while the search runs; else that of the position.
    #[must_use]
    pub fn side(&self) -> Option<Colour> {
        let (white, black) = (self.at("WHITE"), self.at("BLACK"));
        let colours = self.session.cpu().register(7);
        let bit = |colours: u16| Some(colours >> 8 & 0xFF);
        let sides = [bit(colours), self.word("placed").and_then(bit)];
        for side in sides {
            if side.is_some() && side == white {
                return Some(Colour::White);
            }
            if side.is_some() && side == black {
                return Some(Colour::Black);
            }
        }
        None
    }

    /// The moves on the path, from the root on.
    fn path(&self) -> Vec<Played> {
        let path = SearchPath::find(&|name| self.at(name));
        let records = path.into_iter().flat_map(|path| path.records(self.memory));
        records.map(|(record, m)| Played::Move { m, record }).collect()
    }

    /// Reads the frame of a routine that has called another one, by the names in `asm/frames.s`. `pushed` names the
    /// bytes that it has pushed since it saved its registers.
    fn frame(&self, called: &Frame, pushed: Option<&str>) -> Option<impl Fn(&str) -> Option<i16>> {
        let pushed = pushed.map_or(Some(0), |name| self.at(name))?;
        let frame = called.slot?.offset().wrapping_add(2).wrapping_add(pushed);
        Some(move |name: &str| Some(self.signed(frame.wrapping_add(self.at(name)?))))
    }

    /// The plies of the search, the root first: what `search_child` and `near_move`, which works at depth one, keep on
    /// the stack.
    #[must_use]
    pub fn plies(&self, frames: &[Frame]) -> Vec<Ply> {
        let pairs = frames.windows(2).enumerate();
        let mut saved: Vec<Saved> = pairs.filter_map(|(at, pair)| self.saved(at + 1, pair)).collect();
        saved.reverse();
        // The root is entered with -WIN and WIN.
        let mut beta_before = self.at("WIN").map(u16::cast_signed);
        let mut plies = Vec::new();
        for (index, played) in self.path().into_iter().enumerate() {
            let known = saved.get(index);
            let beta = known.map(|saved| saved.beta);
            plies.push(Ply {
                played,
                depth: known.map(|saved| saved.depth),
                alpha: beta_before.map(|beta| -beta),
                beta,
                best: known.map(|saved| saved.best),
                frame: known.map(|saved| saved.frame),
            });
            beta_before = beta;
        }
        plies.extend(self.scored(frames, beta_before));
        plies.push(self.present(frames, beta_before));
        plies
    }

    /// What a frame and the one that it has called say of a ply; none if it is not that of a ply.
    fn saved(&self, at: usize, pair: &[Frame]) -> Option<Saved> {
        let [called, caller] = pair else { return None };
        let makes = matches!(called.routine.as_str(), "play" | "play_for_good" | "make");
        let (depth, frame) = match caller.routine.as_str() {
            "search_child" => (None, self.frame(called, None)?),
            "near_move" => (Some(1), self.frame(called, makes.then_some("FRAME_MAKING"))?),
            _ => return None,
        };
        Some(Saved {
            depth: match depth {
                Some(depth) => depth,
                None => frame("FRAME_DEPTH")?.cast_unsigned(),
            },
            best: frame("FRAME_LOWER")?,
            beta: frame("FRAME_UPPER")?,
            frame: at,
        })
    }

    /// The move that `score_move` has made to see what it wins after a null move. Neither is on the
    /// path.
    fn scored(&self, frames: &[Frame], beta_before: Option<i16>) -> Option<Ply> {
        let scores = |pair: &[Frame]| pair[1].routine == "score_move" && pair[0].routine == "xt1v";
        let at = frames.windows(2).position(scores)?;
        let pair = &frames[at..at + 2];
        let frame = self.frame(&pair[0], Some("FRAME_SCORING"))?;
        // The move's own record stands below the one that was the last before it was made.
        let from = self.at("UNDO_FROM")?;
        let undo = frame("FRAME_UNDO")?.cast_unsigned().wrapping_sub(self.at("UNDO_SIZE")?);
        Some(Ply {
            played: Played::Scored(move_at(self.memory, undo.wrapping_add(from))),
            depth: Some(frame("FRAME_DEPTH")?.cast_unsigned()),
            alpha: beta_before.map(|beta| -beta),
            beta: frame("FRAME_UPPER"),
            best: frame("FRAME_LOWER"),
            frame: Some(at + 1),
        })
    }

    /// The ply in work: its values are in the registers.
    fn present(&self, frames: &[Frame], beta_before: Option<i16>) -> Ply {
        let cpu = self.session.cpu();
        let register = |n| cpu.register(n).cast_signed();
        let routine = frames.first().map_or("", |frame| frame.routine.as_str());
        let within = matches!(routine, "t2v" | "better" | "near" | "t1v" | "xt1v");
        let searches = |frame: &Frame| matches!(frame.routine.as_str(), "t2v" | "near" | "xt1v");
        let searching = frames.iter().any(searches);
        Ply {
            played: Played::Within(routine.to_owned()),
            depth: match routine {
                "t2v" => Some(cpu.register(6)),
                "near" => Some(1),
                _ => None,
            },
            alpha: beta_before.map(|beta| -beta).filter(|_| searching && routine != "t1v"),
            beta: within.then(|| register(9)),
            best: within.then(|| register(8)),
            frame: (!frames.is_empty()).then_some(0),
        }
    }

    /// The depth of the iteration that `it2v` works on.
    #[must_use]
    pub fn iteration(&self, frames: &[Frame]) -> Option<u16> {
        let pair = frames
            .windows(2)
            .find(|pair| pair[1].routine == "it2v" && pair[0].slot.is_some())?;
        let reports = pair[0].routine == "report";
        let frame = self.frame(&pair[0], reports.then_some("ITERATION_REPORTING"))?;
        let depth = frame("ITERATION_DEPTH")?.cast_unsigned();
        (depth <= u16::from(MAX_DEPTH)).then_some(depth)
    }

    /// Where the stored tree is; none in a program without one.
    #[must_use]
    pub fn tree(&self) -> Option<StoredTree> {
        StoredTree::find(&|name| self.at(name))
    }

    /// Entries of the stored tree that are in use, and all of them.
    #[must_use]
    pub fn fill(&self) -> Option<(u16, u16)> {
        let tree = self.tree()?;
        Some((tree.in_use(self.memory)?, tree.capacity))
    }

    /// The best line as the tree holds it at this moment, in coordinates; none without a tree.
    #[must_use]
    pub fn best_line(&self) -> Option<Vec<String>> {
        Some(self.tree()?.best_line(self.memory))
    }

    /// Nodes counted since the search began.
    #[must_use]
    pub fn nodes(&self) -> Option<u32> {
        Some(self.memory.data_long(self.at("nodes")?))
    }

    /// The value of a mate in one, if the node in work has seen one.
    #[must_use]
    pub fn mate(&self) -> Option<i16> {
        let mate = self.word("mate_value").filter(|mate| *mate != 0)?;
        Some(mate.cast_signed())
    }
}
