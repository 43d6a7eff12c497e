//! Reads the search from the memory of the Z8000: board, path, bounds and tree.
//!
//! All state is located through symbols of the program; if some are missing, less is shown. Nothing is changed.

mod ply;

use bcp_chess::{Colour, Move};
use bcp_reference::constants::MAX_DEPTH;
use z8000::cpu::Cpu;
use z8000::machine::World;
use z8000_debugger::command::CommandError;
use z8000_debugger::program::Program;
use z8000_debugger::session::{Frame, Session};

use bcp_driver::{SearchPath, move_at};
use bcp_driver::{StoredTree, read_move};

pub use ply::{Ply, PlyKind};

/// The routines that make a move of the search, or that score one.
pub(crate) const MAKERS: [&str; 4] = ["search_child", "near_move", "score_move", "search_move"];

/// Limit on the length of a line of captures: there are thirty pieces to capture.
const LONGEST_CAPTURES: usize = 30;

/// Limit on the number of moves on the board: the capacity of the records.
const MOST_MADE: u16 = MAX_DEPTH as u16 + 40;

/// Letters of the pieces, in the order of their codes in `asm/constants.s`.
const LETTERS: &[u8; 12] = b"PNBRQKpnbrqk";

/// A position on the path.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Node {
    /// The moves that led to the position.
    pub(crate) path: Vec<String>,
    /// The side to play, if known.
    pub(crate) side: Option<Colour>,
    /// Address of the position's entry in the stored tree; `None` if it has none.
    pub(crate) entry: Option<u16>,
}

/// Facts about the current ply that the program stores outside it.
struct Outside {
    /// The lower bound with which the ply was entered.
    below: Option<i16>,
    /// The upper bound of the ply.
    above: Option<i16>,
    depth: Option<u16>,
}

/// A ply saved in a stack frame, before it is combined with its move: depth, best value, upper bound, frame.
struct SavedPly {
    depth: u16,
    best: i16,
    beta: i16,
    frame: usize,
}

/// A view of the search of a session, read from its memory through symbols of the program.
#[derive(Debug, Clone, Copy)]
pub struct SearchView<'s> {
    program: &'s Program,
    cpu: &'s Cpu,
    memory: &'s World,
}

impl<'s> SearchView<'s> {
    /// Returns the search of a session, for a command that needs one.
    ///
    /// # Errors
    ///
    /// The program does not run on a board.
    pub(crate) fn of(session: &'s Session) -> Result<Self, CommandError> {
        Self::new(session).ok_or_else(|| CommandError::Other("the program is not running on a board".to_owned()))
    }

    /// Returns the search of a session; `None` if its program does not run on a board.
    pub fn new(session: &'s Session) -> Option<Self> {
        let memory = session.machine().world();
        Some(Self::at_moment(session.program(), session.cpu(), memory))
    }

    /// Returns the search at a moment of a run, which may be in the past.
    pub(crate) const fn at_moment(program: &'s Program, cpu: &'s Cpu, memory: &'s World) -> Self {
        Self { program, cpu, memory }
    }

    /// Returns the memory of the board.
    pub(crate) const fn memory(&self) -> &'s World {
        self.memory
    }

    /// Returns the value of a symbol of the program.
    pub(crate) fn at(&self, name: &str) -> Option<u16> {
        self.program.address(name).ok()
    }

    fn word(&self, name: &str) -> Option<u16> {
        Some(self.memory.data_word(self.at(name)?))
    }

    /// Reads a word of a record at the offset with this name.
    fn field(&self, record: u16, name: &str) -> Option<u16> {
        Some(self.memory.data_word(record.wrapping_add(self.at(name)?)))
    }

    fn signed(&self, at: u16) -> i16 {
        self.memory.data_word(at).cast_signed()
    }

    /// Returns the board as 64 letters from a8 to h1: `PNBRQK` and `pnbrqk`, `.` for an empty square, `?` for anything
    /// else. `None` if the program has no symbols for a board.
    pub fn board(&self) -> Option<String> {
        let (board, first) = (self.at("board")?, self.at("A1")?);
        self.letter(0)?;
        let letter = |square: u16| self.letter(u16::from(self.memory.data_byte(board.wrapping_add(square))));
        let row = |rank: u16| (0..8).map(move |file| first.wrapping_add(16 * rank + file));
        (0..8).rev().flat_map(row).map(letter).collect()
    }

    /// Returns the letter of a piece code, `.` for none.
    fn letter(&self, code: u16) -> Option<char> {
        if code & (self.at("WHITE")? | self.at("BLACK")?) == 0 {
            return Some('.');
        }
        let kind = self.memory.data_word(self.at("kind")?.wrapping_add(code)) / 2;
        Some(LETTERS.get(usize::from(kind)).map_or('?', |letter| char::from(*letter)))
    }

    /// Returns the moves on the board, latest first, each with the letters of the captured piece and of the piece that
    /// moved.
    pub(crate) fn made(&self) -> impl Iterator<Item = (Move, [char; 2])> + '_ {
        let made = |n: u16| {
            let record = self
                .cpu
                .register(11)
                .wrapping_add(n.wrapping_mul(self.at("UNDO_SIZE")?));
            let byte = |name: &str| self.field(record, name)?.try_into().ok();
            let m = read_move(byte("UNDO_FROM")?, byte("UNDO_TO")?, byte("UNDO_SPECIAL")?)?;
            let taken = self.letter(self.memory.data_word(record))?;
            Some((m, [taken, self.letter(self.field(record, "UNDO_MOVER")?)?]))
        };
        (0..self.count_made().unwrap_or(0).min(MOST_MADE)).map_while(made)
    }

    /// Returns the number of moves on the board; it is computed from R11, which is valid only while the search is
    /// running.
    fn count_made(&self) -> Option<u16> {
        let end = self.at("undo_end")?;
        end.checked_sub(self.cpu.register(11))?
            .checked_div(self.at("UNDO_SIZE")?)
    }

    /// Returns the material of the side to play minus that of the other; valid while the search is running.
    pub(crate) fn material(&self) -> i16 {
        self.cpu.register(10).cast_signed()
    }

    /// Returns the best value so far of the side to play, and the upper bound; valid while the search is running.
    pub(crate) fn bounds(&self) -> [i16; 2] {
        [8, 9].map(|register| self.cpu.register(register).cast_signed())
    }

    /// Returns the lower bound of a position whose search by `t2v` has just begun: the negated upper bound of the other
    /// side, which the caller has saved. `None` at the root.
    pub(crate) fn low(&self) -> Option<i16> {
        let stack = self.cpu.register(15);
        let caller = self.program.name(self.memory.data_word(stack));
        if !caller.starts_with("search_") {
            return (caller.starts_with("t2v")).then(|| self.bounds()[0]);
        }
        let upper = stack.wrapping_add(2).wrapping_add(self.at("FRAME_UPPER")?);
        Some(self.signed(upper).wrapping_neg())
    }

    /// The side to play: from its bit in RH7 while the search runs, otherwise from the position. `None` if there is no
    /// position, or if a symbol is missing.
    pub fn side(&self) -> Option<Colour> {
        self.colour(self.cpu.register(7)).or_else(|| self.root_side())
    }

    /// Returns the side that plays at the root; `None` if there is no position, or if a symbol is missing.
    pub fn root_side(&self) -> Option<Colour> {
        self.colour(self.word("placed")?)
    }

    /// Returns the side whose bit is in the high byte.
    fn colour(&self, colours: u16) -> Option<Colour> {
        let sides = [("WHITE", Colour::White), ("BLACK", Colour::Black)];
        let mut sides = sides.into_iter();
        let (_, side) = sides.find(|(name, _)| self.at(name) == Some(colours >> 8))?;
        Some(side)
    }

    /// Returns the side that plays `ply` plies below the root.
    fn side_at(&self, ply: usize) -> Option<Colour> {
        let root = self.root_side()?;
        Some(if ply.is_multiple_of(2) { root } else { root.opponent() })
    }

    /// Returns the moves on the path, from the root.
    fn path(&self) -> Vec<PlyKind> {
        let path = SearchPath::find(&|name| self.at(name));
        let records = path.into_iter().flat_map(|path| path.records(self.memory));
        let named = |(ply, (record, m))| {
            let piece = self.mover(ply, record);
            PlyKind::Move { m, san: None, piece, record }
        };
        records.enumerate().map(named).collect()
    }

    /// Returns the letter of the piece that moved in a ply, from the move's undo record; `None` for a pawn, or if that
    /// record belongs to another move.
    fn mover(&self, ply: usize, record: u16) -> Option<char> {
        let undo = self.undo(ply)?;
        let squares = [self.field(undo, "UNDO_FROM")?, self.field(undo, "UNDO_TO")?];
        let same = squares == [0, 2].map(|offset| self.memory.data_word(record.wrapping_add(offset)));
        let promotes = self.field(undo, "UNDO_SPECIAL")? >= self.at("PROMOTION")?;
        let letter = self.letter(self.field(undo, "UNDO_MOVER")?)?.to_ascii_uppercase();
        (same && !promotes && "NBRQK".contains(letter)).then_some(letter)
    }

    /// Returns the address of the undo record of a ply's move.
    fn undo(&self, ply: usize) -> Option<u16> {
        let records = u16::try_from(ply + 1).ok()?.wrapping_mul(self.at("UNDO_SIZE")?);
        Some(self.at("undo_end")?.wrapping_sub(records))
    }

    /// Formats the moves on the path.
    pub(crate) fn moves(&self) -> Vec<String> {
        self.path().iter().map(PlyKind::to_string).collect()
    }

    /// Returns the positions on the path, starting with the root.
    pub(crate) fn nodes_of_path(&self) -> Vec<Node> {
        let moves = self.moves();
        let node = |ply: usize| Node {
            path: moves[..ply].to_vec(),
            side: self.side_at(ply),
            entry: self.entry_of(ply),
        };
        (0..=moves.len()).map(node).collect()
    }

    /// Returns the tree entry of a position on the path; `None` if it has none.
    fn entry_of(&self, ply: usize) -> Option<u16> {
        let tree = self.tree()?;
        if ply == 0 {
            return Some(tree.root);
        }
        let entry = self.field(self.record(ply)?, "PLY_NODE")?;
        let before = self.record(ply - 1)?.wrapping_add(self.at("PLY_MOVE")?);
        // An entry left by an earlier search belongs to another move.
        let leads = tree.entry(self.memory, entry).coordinates() == move_at(self.memory, before);
        (entry != 0 && leads).then_some(entry)
    }

    /// Returns the address of a ply's record.
    fn record(&self, ply: usize) -> Option<u16> {
        let offset = u16::try_from(ply).ok()?.wrapping_mul(self.at("PLY_SIZE")?);
        Some(self.at("path")?.wrapping_add(offset))
    }

    /// Returns the address of the current ply's record; `None` before a position is set up.
    pub(crate) fn ply_record(&self) -> Option<u16> {
        self.word("ply").filter(|record| *record != 0)
    }

    /// Returns the squares from and to which the last move on the board went.
    pub(crate) fn last_move(&self) -> Option<[u16; 2]> {
        let (end, size) = (self.at("undo_end")?, self.at("UNDO_SIZE")?);
        let undo = self.cpu.register(11);
        let below = end.checked_sub(undo)?;
        let sound = self.ply_record().is_some() && below > 0 && below.is_multiple_of(size.max(1));
        sound.then_some([self.field(undo, "UNDO_FROM")?, self.field(undo, "UNDO_TO")?])
    }

    /// Returns a reader for the frame of a routine that has called another one, by the names in `asm/frames.s`.
    /// `pushed` names the number of bytes that it has pushed after saving its registers.
    fn frame(&self, called: &Frame, pushed: Option<&str>) -> Option<impl Fn(&str) -> Option<i16>> {
        let pushed = pushed.map_or(Some(0), |name| self.at(name))?;
        let frame = called.slot?.offset().wrapping_add(2).wrapping_add(pushed);
        Some(move |name: &str| Some(self.signed(frame.wrapping_add(self.at(name)?))))
    }

    /// Returns the plies of the search, starting with the root, from the values that `search_child` and (at depth one)
    /// `near_move` keep on the stack.
    pub fn plies(&self, frames: &[Frame]) -> Vec<Ply> {
        let pairs = frames.windows(2).enumerate();
        let mut saved: Vec<SavedPly> = pairs.filter_map(|(at, pair)| self.saved(at + 1, pair)).collect();
        saved.reverse();
        // The root is searched with the bounds -WIN and WIN.
        let mut beta_before = self.at("WIN").map(u16::cast_signed);
        let mut plies = Vec::new();
        for (index, played) in self.path().into_iter().enumerate() {
            let known = saved.get(index);
            let beta = known.map(|saved| saved.beta);
            plies.push(Ply {
                played,
                side: self.side_at(index),
                depth: known.map(|saved| saved.depth),
                alpha: beta_before.map(|beta| -beta),
                beta,
                best: known.map(|saved| saved.best),
                frame: known.map(|saved| saved.frame),
            });
            beta_before = beta;
        }
        let mut side = self.side_at(plies.len());
        let alpha = beta_before.map(|beta| -beta);
        let passed = evaluates(frames, "score_root").map(|at| Ply {
            played: PlyKind::Null,
            side,
            depth: None,
            alpha,
            beta: beta_before,
            best: None,
            frame: Some(at + 1),
        });
        if passed.is_some() {
            side = side.map(Colour::opponent);
        }
        let scored = self.scored(frames, alpha, side);
        // After the null move the same side plays with its own bounds.
        let below = scored.as_ref().map_or(alpha, |scored| scored.best);
        let iteration = self.iteration(frames);
        let (above, depth) = match (&scored, plies.last()) {
            (Some(_), _) => (None, None),
            (None, Some(before)) => (None, before.depth.map(|depth| depth.saturating_sub(1))),
            // The root, while an iteration is running.
            (None, None) => (iteration.and(beta_before), iteration),
        };
        let known = Outside { below, above, depth };
        plies.extend(scored);
        let behind = self.behind_the_path(frames, plies.len(), side);
        plies.extend(passed);
        let side = if behind.len().is_multiple_of(2) {
            side
        } else {
            side.map(Colour::opponent)
        };
        plies.extend(behind);
        plies.push(self.present(frames, &known, side));
        plies
    }

    /// Returns the moves of the capture tree or of the search for a mate that follow the first `first` moves of the
    /// line: they are not on the path. `side` plays the first of them.
    fn behind_the_path(&self, frames: &[Frame], first: usize, side: Option<Colour>) -> Vec<Ply> {
        let inside = |frame: &Frame| matches!(frame.routine.as_str(), "t1v" | "matev");
        let made = self.count_made().filter(|_| frames.iter().any(inside));
        let made = usize::from(made.unwrap_or(0));
        // `t1v` keeps its best value and its upper bound below the return address of each recursive call.
        let calls = frames.windows(2).enumerate().rev();
        let calls = calls.filter(|(_, pair)| pair.iter().all(|frame| frame.routine == "t1v"));
        let mut calls = calls.filter_map(|(at, pair)| Some((at + 1, pair[0].slot?.offset().wrapping_add(2))));
        let mut sides = std::iter::successors(Some(side), |side| Some(side.map(Colour::opponent)));
        let behind = (first..made.min(first + LONGEST_CAPTURES)).map_while(|index| {
            let undo = self.undo(index)?;
            let record = undo.wrapping_add(self.at("UNDO_FROM")?);
            let call = calls.next();
            Some(Ply {
                played: PlyKind::Behind {
                    m: move_at(self.memory, record),
                    san: None,
                    piece: self.mover(index, record),
                },
                side: sides.next()?,
                depth: None,
                alpha: None,
                beta: call.map(|(_, saved)| self.signed(saved.wrapping_add(2))),
                best: call.map(|(_, saved)| self.signed(saved)),
                frame: call.map(|(frame, _)| frame),
            })
        });
        behind.collect()
    }

    /// Reads a ply from a frame and the frame of the routine that it called; `None` if it is not the frame of a ply.
    fn saved(&self, at: usize, pair: &[Frame]) -> Option<SavedPly> {
        let [called, caller] = pair else { return None };
        let makes = matches!(called.routine.as_str(), "play" | "play_for_good" | "make");
        let (depth, frame) = match caller.routine.as_str() {
            "search_child" => (None, self.frame(called, None)?),
            "near_move" => (Some(1), self.frame(called, makes.then_some("FRAME_MAKING"))?),
            _ => return None,
        };
        Some(SavedPly {
            depth: match depth {
                Some(depth) => depth,
                None => frame("FRAME_DEPTH")?.cast_unsigned(),
            },
            best: frame("FRAME_LOWER")?,
            beta: frame("FRAME_UPPER")?,
            frame: at,
        })
    }

    /// Returns the move that `score_move` has made to find what it wins after a null move. Neither move is on the path.
    fn scored(&self, frames: &[Frame], alpha: Option<i16>, side: Option<Colour>) -> Option<Ply> {
        let at = evaluates(frames, "score_move")?;
        let frame = self.frame(&frames[at], Some("FRAME_SCORING"))?;
        // The move's own record is below the record that was the last before the move was made.
        let from = self.at("UNDO_FROM")?;
        let undo = frame("FRAME_UNDO")?.cast_unsigned().wrapping_sub(self.at("UNDO_SIZE")?);
        let record = undo.wrapping_add(from);
        Some(Ply {
            played: PlyKind::Scored {
                m: move_at(self.memory, record),
                san: None,
                piece: self.mover(self.path().len(), record),
            },
            side,
            depth: Some(frame("FRAME_DEPTH")?.cast_unsigned()),
            alpha,
            beta: frame("FRAME_UPPER"),
            best: frame("FRAME_LOWER"),
            frame: Some(at + 1),
        })
    }

    /// Returns the current ply, whose values are in registers.
    fn present(&self, frames: &[Frame], known: &Outside, side: Option<Colour>) -> Ply {
        let cpu = self.cpu;
        let register = |n| cpu.register(n).cast_signed();
        let routine = frames.first().map_or("", |frame| frame.routine.as_str());
        let within = matches!(routine, "t2v" | "better" | "near" | "t1v" | "xt1v");
        let searches = |frame: &Frame| matches!(frame.routine.as_str(), "t2v" | "near" | "xt1v");
        let searching = frames.iter().any(searches);
        Ply {
            played: PlyKind::Within(routine.to_owned()),
            side,
            depth: match routine {
                "t2v" => Some(cpu.register(6)),
                "near" => Some(1),
                "t1v" | "xt1v" => None,
                _ => known.depth,
            },
            alpha: known
                .below
                .filter(|_| (searching || known.above.is_some()) && routine != "t1v"),
            beta: within.then(|| register(9)).or(known.above),
            best: within.then(|| register(8)),
            frame: (!frames.is_empty()).then_some(0),
        }
    }

    /// Returns the depth of the iteration that `it2v` is running; `None` if none is.
    pub fn iteration(&self, frames: &[Frame]) -> Option<u16> {
        let pair = frames
            .windows(2)
            .find(|pair| pair[1].routine == "it2v" && pair[0].slot.is_some())?;
        let reports = pair[0].routine == "report";
        let frame = self.frame(&pair[0], reports.then_some("ITERATION_REPORTING"))?;
        let depth = frame("ITERATION_DEPTH")?.cast_unsigned();
        (depth <= u16::from(MAX_DEPTH)).then_some(depth)
    }

    /// Locates the stored tree; `None` if the program has none.
    pub fn tree(&self) -> Option<StoredTree> {
        StoredTree::find(&|name| self.at(name))
    }

    /// Returns the number of entries in use in the stored tree, and its capacity; `None` without a tree, and before the
    /// first search.
    pub fn fill(&self) -> Option<(u16, u16)> {
        let tree = self.tree()?;
        Some((tree.in_use(self.memory)?, tree.capacity))
    }

    /// Returns the current best line of the tree, in coordinates; `None` if the program has no tree.
    pub fn best_line(&self) -> Option<Vec<String>> {
        Some(self.tree()?.best_line(self.memory))
    }

    /// Returns the number of nodes counted since the search began; `None` if the symbol for it is missing.
    pub fn nodes(&self) -> Option<u32> {
        Some(self.memory.data_long(self.at("nodes")?))
    }
}

/// Returns the index of the frame that evaluates a position after a null move with this routine.
fn evaluates(frames: &[Frame], routine: &str) -> Option<usize> {
    let calls = |pair: &[Frame]| pair[1].routine == routine && pair[0].routine == "xt1v";
    frames.windows(2).position(calls)
}
