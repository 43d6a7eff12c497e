//! The tree of a search as it grows: the current line, and the moves tried at each position on it.
//!
//! A search visits millions of positions; a reader can follow the current path, the moves tried at each position on it,
//! and their results. [`Growth`] folds the events of a search into these. For a position that the search has left, it
//! keeps only the value and the best line.

use std::cell::OnceCell;

use bcp_chess::{Colour, Move, Position};
use bcp_reference::search::Event;

use crate::events::Happening;

/// The search tree of an iteration, as far as it has been searched.
#[derive(Debug, Clone)]
pub struct Growth {
    root: Position,
    levels: Vec<Level>,
    /// Depth and value of the last completed iteration.
    ended: Option<(u8, i16)>,
}

impl Growth {
    /// Creates an empty tree for a search of a position.
    pub const fn new(root: Position) -> Self {
        Self { root, levels: Vec::new(), ended: None }
    }

    /// Returns the position that is searched.
    pub const fn root(&self) -> &Position {
        &self.root
    }

    /// Returns the positions on the current path, starting with the root or, while the root's null move is evaluated,
    /// with the position after it. At the end of an iteration, only the root remains.
    pub fn levels(&self) -> &[Level] {
        &self.levels
    }

    /// Returns the depth of the last completed iteration, and its value in pawns for the side that plays at the root;
    /// `None` before the first.
    pub const fn ended(&self) -> Option<(u8, i16)> {
        self.ended
    }

    /// Processes the next event of the search. Events must come without gaps from the beginning of an iteration;
    /// one that contradicts its predecessors is ignored.
    pub fn take(&mut self, told: &Happening) {
        let event = told.seen_by(self.root.side_to_play());
        let ply = usize::from(told.ply);
        match event {
            Event::Node { depth, .. } => self.node(ply, depth, told.side),
            Event::RootPass => self.levels.clear(),
            Event::Captures { material, .. } => {
                let Event::Captures { low, .. } = told.event else { return };
                self.captures(told.side, material, low);
            }
            Event::Quiet { value } => self.quiet(told.instructions, value),
            Event::Capture { m, .. } => self.begin(told.instructions, m, Fate::InHand),
            Event::King => self.top(|level| level.takes_king = true),
            Event::Mate { value } => self.mate(told.side, value),
            Event::Repetition => self.top(|level| level.value = Some(0)),
            Event::Iteration { depth, value } => self.end(told.instructions, depth, value),
            Event::Pass { value, .. } => self.at(ply, |level| {
                (level.pass, level.value) = (Some(value), Some(value));
                level.enough = told.event.is_cut_off();
            }),
            Event::Test { m } => self.begin_at(ply, told.instructions, m, Fate::Tested),
            Event::Try { m, .. } => self.begin_at(ply, told.instructions, m, Fate::InHand),
            Event::Score { m, score, .. } => self.score(ply, told, m, score),
            Event::Search { m, score, depth } => self.search(ply, told.instructions, m, (score, depth)),
            Event::Value { m, value, .. } => self.value(ply, told.instructions, m, value),
            Event::Better { value, .. } => self.at(ply, |level| level.improve(value, told.event.is_cut_off())),
            Event::List { .. } | Event::MateSearch | Event::Check { .. } | Event::Kept { .. } | Event::Dropped => {}
        }
    }

    /// Enters a position of the second-order search, or one at the horizon.
    fn node(&mut self, ply: usize, depth: u8, side: Colour) {
        self.levels.truncate(ply);
        let position = match ply {
            0 => Some(self.root.clone()),
            _ if self.levels.len() == ply => self.levels[ply - 1].behind(side),
            _ => None,
        };
        self.levels
            .extend(position.map(|position| Level::new(position, Order::Second { depth })));
    }

    /// Enters a position of the capture search. At the horizon, it is the position that was just reached.
    fn captures(&mut self, side: Colour, material: i16, floor: i16) {
        let horizon = self.levels.last_mut().filter(|level| level.is_horizon());
        if let Some(level) = horizon {
            level.stand_pat(material, floor);
            return;
        }
        let position = match self.levels.last() {
            Some(level) => level.behind(side),
            // The captures of the other side after a pass at the root.
            None => Some(passed(self.root.clone(), side)),
        };
        self.levels.extend(position.map(|position| {
            let mut level = Level::new(position, Order::First);
            level.stand_pat(material, floor);
            level
        }));
    }

    /// Ends the captures of a position. Those of the root remain visible.
    fn quiet(&mut self, now: u64, value: i16) {
        let root = self.root.side_to_play();
        self.top(|level| level.value = Some(value));
        if self.levels.len() > 1 && self.levels.last().is_some_and(Level::is_first_order) {
            let done = self.levels.pop();
            if let (Some(done), Some(level)) = (done, self.levels.last_mut()) {
                level.fold(&done, root, now);
            }
        }
    }

    /// Begins a move in the position that was reached last.
    fn begin(&mut self, now: u64, m: Move, fate: Fate) {
        self.top(|level| level.branches.push(Branch::new(m, now, fate)));
    }

    /// Begins a move at a ply, leaving everything below that ply.
    fn begin_at(&mut self, ply: usize, now: u64, m: Move, fate: Fate) {
        self.levels.truncate(ply + 1);
        self.at(ply, |level| {
            level.settle(now);
            level.branches.push(Branch::new(m, now, fate));
        });
    }

    fn score(&mut self, ply: usize, told: &Happening, m: Move, score: i16) {
        self.levels.truncate(ply + 1);
        let fate = if told.event.is_eligible() {
            Fate::Eligible
        } else {
            Fate::Ignored
        };
        self.at(ply, |level| {
            if let Some(branch) = level.branches.last_mut().filter(|branch| branch.m == m) {
                (branch.score, branch.fate) = (Some(score), fate);
                branch.work = told.instructions - branch.at;
            }
        });
    }

    /// Begins the search of a move that was just found eligible, or of one in the stored list.
    fn search(&mut self, ply: usize, now: u64, m: Move, (score, depth): (i16, u8)) {
        self.levels.truncate(ply + 1);
        self.at(ply, |level| {
            level.settle(now);
            level.deepen(depth + 1);
            match level.branches.last_mut() {
                Some(branch) if branch.m == m && branch.fate == Fate::Eligible => branch.fate = Fate::InHand,
                _ => {
                    let mut branch = Branch::new(m, now, Fate::InHand);
                    branch.score = Some(score);
                    level.branches.push(branch);
                }
            }
        });
    }

    fn value(&mut self, ply: usize, now: u64, m: Move, value: i16) {
        let root = self.root.side_to_play();
        self.levels.truncate(ply + 2);
        let below = if self.levels.len() == ply + 2 {
            self.levels.pop()
        } else {
            None
        };
        self.at(ply, |level| {
            if let Some(below) = &below {
                level.fold(below, root, now);
            }
            let is_legal = level.position.play(m).is_some();
            if let Some(branch) = level.branches.last_mut().filter(|branch| branch.m == m) {
                branch.work = now - branch.at;
                (branch.value, branch.fate) = match is_legal {
                    true => (Some(value), Fate::Worse),
                    false => (None, Fate::Illegal),
                };
            }
        });
    }

    /// Notes a mate in one: by the side to play in the last position, or as the answer to the current move.
    fn mate(&mut self, side: Colour, value: i16) {
        self.top(|level| {
            let own = level.position.side_to_play() == side;
            match level.in_hand() {
                None if own => (level.mates, level.value) = (true, Some(value)),
                Some(_) if !own => level
                    .branches
                    .last_mut()
                    .into_iter()
                    .for_each(|branch| branch.answered_by_mate = true),
                // A threat of mate, which the score will include.
                _ => {}
            }
        });
    }

    fn end(&mut self, now: u64, depth: u8, value: i16) {
        self.levels.truncate(1);
        self.top(|level| {
            level.settle(now);
            level.value = Some(value);
        });
        self.ended = Some((depth, value));
    }

    fn top(&mut self, change: impl FnOnce(&mut Level)) {
        if let Some(level) = self.levels.last_mut() {
            change(level);
        }
    }

    fn at(&mut self, ply: usize, change: impl FnOnce(&mut Level)) {
        if let Some(level) = self.levels.get_mut(ply) {
            change(level);
        }
    }
}

/// The kind of search in a position.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Order {
    /// The second-order search: moves that threaten something, to a depth in plies.
    Second {
        /// Plies left before the capture search.
        depth: u8,
    },
    /// The first-order search: only captures.
    First,
}

/// The state of a move in the search.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Fate {
    /// The move is being scored by what it wins if the other side passes.
    Tested,
    /// The move threatens something and is about to be searched.
    Eligible,
    /// The move threatens nothing: the other side can ignore it, so it is not searched.
    Ignored,
    /// The move is being searched.
    InHand,
    /// The move is the best so far.
    Best,
    /// The move was searched and is not the best.
    Worse,
    /// The move leaves its own king in check.
    Illegal,
}

/// A move and what is known about it. All values are in pawns, for the side that plays at the root.
#[derive(Debug, Clone)]
pub struct Branch {
    /// The move.
    pub m: Move,
    /// The number of instructions executed before the move was tried.
    pub at: u64,
    /// The number of instructions spent on the move; while it is the current move, only those spent on scoring it.
    pub work: u64,
    /// The state of the move in the search.
    pub fate: Fate,
    /// The move's score, which is its value if the other side passes; `None` if it has not been scored.
    pub score: Option<i16>,
    /// The move's value; `None` until it is known, and if the move is illegal.
    pub value: Option<i16>,
    /// The best known line after the move.
    pub line: Vec<Move>,
    /// True if the other side mates in one after the move.
    pub answered_by_mate: bool,
    /// The move in algebraic notation, computed when it is first requested.
    name: OnceCell<Option<String>>,
}

impl Branch {
    const fn new(m: Move, at: u64, fate: Fate) -> Self {
        Self {
            m,
            at,
            work: 0,
            fate,
            score: None,
            value: None,
            line: Vec::new(),
            answered_by_mate: false,
            name: OnceCell::new(),
        }
    }

    /// Returns the move in algebraic notation, given the position in which it is tried; `None` if it is illegal there.
    pub fn name(&self, position: &Position) -> Option<&str> {
        self.name.get_or_init(|| position.san(self.m)).as_deref()
    }
}

/// A position on the current path. All values are in pawns, for the side that plays at the root.
#[derive(Debug, Clone)]
pub struct Level {
    /// The position. After a null move, the side that made the previous move is to play again.
    pub position: Position,
    /// The kind of search in the position.
    pub order: Order,
    /// The value if the side to play passes or, in the capture search, stands pat; `None` until it is known.
    pub pass: Option<i16>,
    /// The best value so far; `None` before the first.
    pub value: Option<i16>,
    /// True if the value causes a cut-off: the other side has as much elsewhere, so it would not allow this position.
    pub enough: bool,
    /// True if the side to play mates in one.
    pub mates: bool,
    /// True if the side to play can take the king.
    pub takes_king: bool,
    /// The moves, in the order in which they were tried.
    pub branches: Vec<Branch>,
    /// In the capture search, the value that the side to play can get elsewhere: a capture must gain more.
    pub(crate) floor: i16,
}

impl Level {
    const fn new(position: Position, order: Order) -> Self {
        Self {
            position,
            order,
            pass: None,
            value: None,
            enough: false,
            mates: false,
            takes_king: false,
            branches: Vec::new(),
            floor: i16::MIN,
        }
    }

    /// Returns the move that is being tested or searched; `None` if there is none.
    pub fn in_hand(&self) -> Option<&Branch> {
        let last = self.branches.last();
        last.filter(|branch| matches!(branch.fate, Fate::InHand | Fate::Tested | Fate::Eligible))
    }

    /// Returns the best known line from this position.
    pub fn line(&self) -> Vec<Move> {
        self.best()
            .map_or_else(Vec::new, |best| [&[best.m], &best.line[..]].concat())
    }

    /// Returns the best move so far.
    pub(crate) fn best(&self) -> Option<&Branch> {
        self.branches.iter().rfind(|branch| branch.fate == Fate::Best)
    }

    pub(crate) fn is_first_order(&self) -> bool {
        self.order == Order::First
    }

    /// Returns true for a position that was reached at the horizon and whose captures have not been searched yet.
    const fn is_horizon(&self) -> bool {
        matches!(self.order, Order::Second { depth: 0 }) && self.branches.is_empty()
    }

    /// Begins the captures of this position, in which the side to play can also stand pat.
    fn stand_pat(&mut self, material: i16, floor: i16) {
        self.order = Order::First;
        self.floor = floor;
        (self.pass, self.value) = (Some(material), Some(material));
    }

    /// Returns the position after the current move, with a given side to play; after a further pass if it is not its
    /// turn.
    fn behind(&self, side: Colour) -> Option<Position> {
        let m = self.in_hand()?.m;
        let mut position = self.position.clone();
        position.make(m);
        Some(passed(position, side))
    }

    /// Stores what was found after the current move. A capture then has its value; the fate of a move of the second
    /// order is reported later.
    fn fold(&mut self, below: &Self, root: Colour, now: u64) {
        let own = if self.position.side_to_play() == root { 1 } else { -1 };
        let (first_order, before) = (self.is_first_order(), self.value);
        let Some(branch) = self.branches.last_mut() else { return };
        if branch.fate == Fate::Tested {
            return;
        }
        branch.line = below.line();
        if first_order {
            (branch.value, branch.work) = (below.value, now - branch.at);
            if below.takes_king {
                (branch.fate, branch.value) = (Fate::Illegal, None);
                return;
            }
            branch.fate = Fate::Worse;
            if let (Some(value), Some(before)) = (below.value, before)
                && own * value > self.floor.max(own * before)
            {
                self.improve(value, false);
            }
        }
    }

    /// Begins the search at full depth of a position that was first searched one ply less deep, to get a list of moves.
    fn deepen(&mut self, depth: u8) {
        if self.order != (Order::Second { depth }) {
            self.order = Order::Second { depth };
            (self.value, self.enough) = (self.pass, false);
            self.branches.retain(|branch| branch.fate == Fate::Eligible);
        }
    }

    /// Settles the current move, because a new one is tried or the iteration ends.
    fn settle(&mut self, now: u64) {
        if let Some(branch) = self.branches.last_mut()
            && matches!(branch.fate, Fate::InHand | Fate::Tested)
        {
            branch.fate = Fate::Worse;
            branch.work = now - branch.at;
        }
    }

    /// Marks the move whose search has just ended as the best.
    fn improve(&mut self, value: i16, enough: bool) {
        for branch in &mut self.branches {
            if branch.fate == Fate::Best {
                branch.fate = Fate::Worse;
            }
        }
        if let Some(branch) = self.branches.last_mut() {
            branch.fate = Fate::Best;
        }
        (self.value, self.enough) = (Some(value), enough);
    }
}

/// Returns a position with a side to play, after a pass if it is not that side's turn.
fn passed(mut position: Position, side: Colour) -> Position {
    if position.side_to_play() != side {
        position.make_null();
    }
    position
}
