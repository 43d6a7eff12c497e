//! Counts the work of a search through the calls to its game, and ends the search at a limit.

use std::sync::atomic::{AtomicBool, Ordering};

use serde::{Deserialize, Serialize};

use super::game::{ChessLike, Game, Value};
use crate::trace::{Note, Recorder, Step};

/// Counts of the calls that a search made to its game. A count that a file lacks is read as 0.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug, Serialize, Deserialize)]
#[serde(default)]
pub struct Statistics {
    /// Positions reached by a move or a null move, plus the root.
    pub nodes: u64,
    /// Nodes reached by a null move.
    pub null_moves: u64,
    /// Positions evaluated without a search.
    pub evaluations: u64,
    /// Lists of moves that were requested, or that a remembered move made unnecessary.
    pub lists: u64,
    /// Moves from those lists that were tried.
    pub tried: u64,
    /// Lists abandoned before their last move.
    pub cutoffs: u64,
    /// Nodes that failed high and at which a null move was tried.
    pub cut_nodes: u64,
    /// Cut nodes at which the null move failed high.
    pub null_cut_nodes: u64,
    /// The maximum number of moves, including null moves, from the root to a position.
    pub deepest: u32,
}

impl Statistics {
    /// Returns the number of moves tried per list; 0 without lists.
    pub fn branching(&self) -> f64 {
        if self.lists == 0 {
            0.0
        } else {
            self.tried as f64 / self.lists as f64
        }
    }
}

/// Adds the counts of several searches; `deepest` becomes their maximum.
impl std::iter::Sum for Statistics {
    fn sum<I: Iterator<Item = Self>>(searches: I) -> Self {
        searches.fold(Self::default(), |sum, more| Self {
            nodes: sum.nodes + more.nodes,
            null_moves: sum.null_moves + more.null_moves,
            evaluations: sum.evaluations + more.evaluations,
            lists: sum.lists + more.lists,
            tried: sum.tried + more.tried,
            cutoffs: sum.cutoffs + more.cutoffs,
            cut_nodes: sum.cut_nodes + more.cut_nodes,
            null_cut_nodes: sum.null_cut_nodes + more.null_cut_nodes,
            deepest: sum.deepest.max(more.deepest),
        })
    }
}

/// The limits of a search.
///
/// # Example
/// ```
/// use bcp_laboratory::conspiracy::WrittenTree;
/// use bcp_laboratory::game::Game;
/// use bcp_laboratory::{Counted, Limits};
///
/// let tree: WrittenTree = "0(3 4)".parse()?;
/// let mut game = Counted::new(tree, Limits { nodes: 2, stop: None });
/// game.make(0);
/// // The second position is the last; from here, the game is over.
/// assert!(game.interrupted);
/// assert_eq!(game.terminal(), Some(0));
/// # Ok::<(), bcp_laboratory::conspiracy::TreeError>(())
/// ```
#[derive(Clone, Copy, Default, Debug)]
pub struct Limits<'a> {
    /// Maximum number of positions to visit; 0 for no limit.
    pub nodes: u64,
    /// A flag by which another thread stops the search, checked about every thousand positions; `None` if only `nodes`
    /// applies.
    pub stop: Option<&'a AtomicBool>,
}

impl Limits<'_> {
    /// Returns true if a search that has visited this many positions must end. The flag is checked from time to time.
    #[inline]
    pub(crate) fn reached_after(&self, positions: u64) -> bool {
        let is_flagged = || self.stop.is_some_and(|stop| stop.load(Ordering::Relaxed));
        self.nodes != 0 && positions >= self.nodes || positions.is_multiple_of(LOOK_EVERY) && is_flagged()
    }
}

/// Maximum number of moves and null moves from the root to a position. A search without its own limit is ended there,
/// because the computer's stack is limited.
const DEEPEST: usize = 500;

/// Positions between two checks of [`Limits::stop`]; a power of two.
const LOOK_EVERY: u64 = 1024;

/// A game that counts the calls made to it, and ends when a limit is reached.
///
/// Beyond its limits, every position of the game is finished with the value 0, so that any search ends at once without
/// having to know about limits. Its result is then meaningless: check [`Counted::interrupted`], and use the result of
/// the previous iteration.
///
/// # Example
/// ```
/// use bcp_laboratory::conspiracy::WrittenTree;
/// use bcp_laboratory::game::Game;
/// use bcp_laboratory::{Counted, Limits};
///
/// let tree: WrittenTree = "0(3 4)".parse()?;
/// let mut game = Counted::new(tree, Limits::default());
/// game.make(1);
/// // As the side to play there sees it.
/// assert_eq!(game.evaluate(), -4);
/// game.unmake();
/// assert_eq!((game.statistics.nodes, game.statistics.evaluations), (2, 1));
/// # Ok::<(), bcp_laboratory::conspiracy::TreeError>(())
/// ```
#[derive(Debug)]
pub struct Counted<'a, G: Game> {
    /// The game itself, for queries that [`Game`] does not offer. Every move made must be taken back.
    pub game: G,
    limits: Limits<'a>,
    /// The counts so far.
    pub statistics: Statistics,
    /// True once a limit, or a position 500 plies from the root, was reached; later values are meaningless.
    pub interrupted: bool,
    /// The current list of moves of each position from the root to the current one.
    path: Vec<List>,
    /// The record of the calls; `None` unless calls are recorded.
    pub recorder: Option<Recorder<G::Move>>,
}

/// A list of moves, and how far it has been tried.
#[derive(Clone, Copy, Default, Debug)]
struct List {
    /// True once it was requested: a search may try a remembered move before that.
    listed: bool,
    moves: u32,
    tried: u32,
}

impl<'a, G: Game> Counted<'a, G> {
    /// Wraps a game, with all counts at 0.
    pub fn new(game: G, limits: Limits<'a>) -> Self {
        Self {
            game,
            limits,
            statistics: Statistics { nodes: 1, ..Statistics::default() },
            interrupted: false,
            path: vec![List::default()],
            recorder: None,
        }
    }

    /// Returns the same game, which also records up to `most` calls of the search; those of the capture search beyond
    /// the horizon are included only if `captures` is set.
    #[must_use]
    pub fn recording(self, most: usize, captures: bool) -> Self {
        let recorder = Some(Recorder::new(most, captures));
        Self { recorder, ..self }
    }

    fn record(&mut self, what: impl FnOnce(&mut Recorder<G::Move>)) {
        if let Some(recorder) = &mut self.recorder {
            what(recorder);
        }
    }

    fn enter(&mut self) {
        self.path.push(List::default());
        let statistics = &mut self.statistics;
        statistics.nodes += 1;
        statistics.deepest = statistics.deepest.max(self.path.len() as u32 - 1);
        let deeper = self.path.len() > DEEPEST;
        self.interrupted |= deeper || self.limits.reached_after(statistics.nodes);
    }

    fn leave(&mut self) {
        self.record(Recorder::step_back);
        self.close_list();
        self.path.pop();
    }

    fn list(&mut self) -> &mut List {
        self.path.last_mut().expect("the root is never left")
    }

    /// Ends the list of the current position: it was cut off if moves of it are left.
    fn close_list(&mut self) {
        let List { listed, moves, tried } = std::mem::take(self.list());
        let unlisted = !listed && tried > 0;
        self.statistics.tried += u64::from(tried);
        self.statistics.lists += u64::from(unlisted);
        self.statistics.cutoffs += u64::from(unlisted || tried < moves);
    }

    /// Lets the game list moves, and returns their number; beyond the limits, no moves are listed.
    fn listed<M>(&mut self, moves: &mut Vec<M>, list: impl FnOnce(&mut G, &mut Vec<M>)) -> Option<usize> {
        if self.interrupted {
            return None;
        }
        let before = moves.len();
        list(&mut self.game, moves);
        Some(moves.len() - before)
    }

    /// Lets the game list all moves of a kind, as a new list.
    pub(crate) fn list_with<M>(&mut self, moves: &mut Vec<M>, list: impl FnOnce(&mut G, &mut Vec<M>)) {
        if let Some(listed) = self.listed(moves, list) {
            self.open_list(listed);
        }
    }

    /// Begins a new list of `moves` moves for the current position. Searches that do not list all moves of a position
    /// by one call, or that list them only after trying a move, call this once for each position that they list.
    pub fn open_list(&mut self, moves: usize) {
        self.close_list();
        self.add_to_list(moves);
    }

    /// Adds moves to the current list; they start a list if a move was tried before there was one.
    fn add_to_list(&mut self, moves: usize) {
        let list = self.list();
        let new = !list.listed;
        list.listed = true;
        list.moves += moves as u32;
        self.statistics.lists += u64::from(new);
    }
}

impl<G: Game> Game for Counted<'_, G> {
    type Move = G::Move;

    fn moves(&mut self, moves: &mut Vec<G::Move>) {
        self.list_with(moves, G::moves);
    }

    fn make(&mut self, m: G::Move) {
        self.list().tried += 1;
        self.record(|recorder| recorder.step(Step::Move(m)));
        self.enter();
        self.game.make(m);
    }

    fn unmake(&mut self) {
        self.game.unmake();
        self.leave();
    }

    fn make_null(&mut self) -> bool {
        let made = self.game.make_null();
        if made {
            self.statistics.null_moves += 1;
            self.record(|recorder| recorder.step(Step::Null));
            self.enter();
        }
        made
    }

    fn unmake_null(&mut self) {
        self.game.unmake_null();
        self.leave();
    }

    fn has_null(&self) -> bool {
        self.game.has_null()
    }

    fn evaluate(&mut self) -> Value {
        self.statistics.evaluations += 1;
        self.game.evaluate()
    }

    fn terminal(&mut self) -> Option<Value> {
        if self.interrupted {
            return Some(0);
        }
        self.game.terminal()
    }

    fn without_moves(&mut self) -> Value {
        if self.interrupted {
            return 0;
        }
        self.game.without_moves()
    }

    #[inline(always)]
    fn note(&mut self, note: Note) {
        // Beyond the limits, values are meaningless, and calls are not recorded.
        if self.interrupted {
            return;
        }
        if let Some(recorder) = &mut self.recorder {
            recorder.untried = self.path.last().map_or(0, |list| list.moves.saturating_sub(list.tried));
            recorder.note(note);
        }
    }
}

impl<G: ChessLike> ChessLike for Counted<'_, G> {
    const MATES: Value = G::MATES;
    const HISTORY_SIZE: usize = G::HISTORY_SIZE;

    fn key(&self) -> u64 {
        self.game.key()
    }

    fn has_moved(&self) -> bool {
        self.game.has_moved()
    }

    fn in_check(&self) -> bool {
        self.game.in_check()
    }

    fn is_legal(&self, m: G::Move) -> bool {
        self.game.is_legal(m)
    }

    fn mvv_lva(&self, m: G::Move) -> i32 {
        self.game.mvv_lva(m)
    }

    fn history_index(&self, m: G::Move) -> usize {
        self.game.history_index(m)
    }

    fn origin(&self, m: G::Move) -> usize {
        self.game.origin(m)
    }

    fn target(&self, m: G::Move) -> usize {
        self.game.target(m)
    }

    fn material(&self) -> Value {
        self.game.material()
    }

    fn pieces(&self) -> [u32; 2] {
        self.game.pieces()
    }

    fn captures(&mut self, moves: &mut Vec<G::Move>) {
        if let Some(listed) = self.listed(moves, G::captures) {
            if self.list().listed {
                self.close_list();
            }
            self.add_to_list(listed);
        }
    }

    fn quiets(&mut self, moves: &mut Vec<G::Move>) {
        if let Some(listed) = self.listed(moves, G::quiets) {
            self.add_to_list(listed);
        }
    }
}
