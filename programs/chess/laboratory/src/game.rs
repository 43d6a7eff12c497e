//! The rules of a game as a search needs them, and the notes that a search sends to its game.

use crate::proof::Numbers;

/// The value of a position, in the game's own units, always from the point of view of the side to play.
///
/// Values of finished games may be far outside the range of evaluations; all values are strictly between -[`INFINITY`]
/// and [`INFINITY`].
pub type Value = i32;

/// Greater than every value, with room for negation and addition.
pub const INFINITY: Value = 1_000_000;

/// A two-player zero-sum game with perfect information.
///
/// A `Game` is one position, with the data needed to take moves back. Searches change it and restore it.
pub trait Game {
    /// A move. Two different moves of one position are never equal.
    type Move: Copy + Eq + std::fmt::Debug;

    /// Adds the legal moves of the position to the list, always in the same order. A game in which passing is legal
    /// lists the pass only if its rules allow nothing else, or if passing may be good; see [`Game::make_null`].
    fn moves(&mut self, moves: &mut Vec<Self::Move>);

    /// Plays one of the moves listed by [`Game::moves`].
    fn make(&mut self, m: Self::Move);

    /// Takes back the last [`Game::make`].
    fn unmake(&mut self);

    /// Passes the turn to the other side, whether or not the rules allow it. Returns false, and changes nothing, in a
    /// position without a null move, such as a check in some games.
    fn make_null(&mut self) -> bool;

    /// Takes back the last [`Game::make_null`] that returned true.
    fn unmake_null(&mut self) {
        self.unmake();
    }

    /// Returns false if the game has no null moves at all, so that a search that relies on them cannot be run.
    fn has_null(&self) -> bool {
        true
    }

    /// Returns the value of the position without any search.
    fn evaluate(&mut self) -> Value;

    /// Returns the value of the position if the game has ended before any list of moves is requested, for example by
    /// repetition; otherwise, `None`.
    fn terminal(&mut self) -> Option<Value> {
        None
    }

    /// Returns the value of the position if [`Game::moves`] found nothing, for example in a mate or a stalemate. Called
    /// only then. Default: the evaluation, for a game without mates.
    fn without_moves(&mut self) -> Value {
        self.evaluate()
    }

    /// Receives a note from a search about its progress. A game ignores it; [`Counted`](crate::Counted), which sits
    /// between a search and its game, may record it.
    #[inline(always)]
    fn note(&mut self, _note: Note) {}
}

/// A game of captures and checks, such as chess, with what the searches of chess programs need in addition to the
/// rules.
///
/// [`Game::moves`] lists what [`ChessLike::captures`] and [`ChessLike::quiets`] list. A game without captures, checks
/// and mates needs only the two functions that have no default.
///
/// # Example
/// ```
/// use bcp_chess::Position;
/// use bcp_laboratory::chess::Chess;
/// use bcp_laboratory::game::ChessLike;
///
/// let mut chess = Chess::from(&Position::from_fen("4k3/8/8/3q1n2/4P3/8/8/4K3 w - -")?);
/// let mut captures = Vec::new();
/// chess.captures(&mut captures);
/// let mut order: Vec<_> = captures.iter().map(|&m| (chess.mvv_lva(m), bcp_chess::Move::from(m).to_string())).collect();
/// order.sort();
/// // The queen is worth more than the knight.
/// assert_eq!(order.into_iter().map(|(_, m)| m).collect::<Vec<_>>(), ["e4f5", "e4d5"]);
/// # Ok::<(), bcp_chess::FenError>(())
/// ```
pub trait ChessLike: Game {
    /// The minimum value of a mate. [`Game::without_moves`] gives the loser a value above -[`INFINITY`] and at most
    /// -`MATES`, nearer to 0 by one for each move, including null moves, since the position in which the search began.
    const MATES: Value = INFINITY;

    /// One more than the maximum of [`ChessLike::history_index`].
    const HISTORY_SIZE: usize = 1;

    /// Returns a number that is equal for positions with the same moves and almost never for others;
    /// [`numbered`](crate::rules::numbered) makes numbers that are never equal for others.
    fn key(&self) -> u64;

    /// Returns true after a move; false after a null move and in the position in which the search began.
    fn has_moved(&self) -> bool;

    /// Returns true if the side to play is in check.
    fn in_check(&self) -> bool {
        false
    }

    /// Adds the captures, and the promotions that win material, always in the same order.
    fn captures(&mut self, _moves: &mut Vec<Self::Move>) {}

    /// Adds the other moves, always in the same order.
    fn quiets(&mut self, moves: &mut Vec<Self::Move>) {
        self.moves(moves);
    }

    /// Returns true if a move remembered for the same [`ChessLike::key`] can be played here, since two positions may
    /// share a key.
    fn is_legal(&self, _m: Self::Move) -> bool {
        true
    }

    /// Returns the rank of one of the [`ChessLike::captures`], always above 0; the move with the maximum rank is tried
    /// first. The most valuable victim ranks first and, among equals, the least valuable attacker (MVV-LVA). Returns 0
    /// for one of the [`ChessLike::quiets`].
    fn mvv_lva(&self, _m: Self::Move) -> i32 {
        0
    }

    /// Returns the index, below `HISTORY_SIZE`, under which the history heuristic keeps its score for one of the
    /// [`ChessLike::quiets`], in whichever position that move is played.
    fn history_index(&self, _m: Self::Move) -> usize {
        0
    }

    /// Returns the square that a move leaves.
    fn origin(&self, _m: Self::Move) -> usize {
        0
    }

    /// Returns the square to which a move goes. Two threats to the same square are considered the same threat.
    fn target(&self, _m: Self::Move) -> usize {
        0
    }

    /// Returns the material lead of the side to play, in the units of values, without positional terms.
    fn material(&self) -> Value {
        0
    }

    /// Returns the number of pieces of the side to play and of its opponent, without kings and pawns.
    fn pieces(&self) -> [u32; 2] {
        [1, 1]
    }
}

/// A note from a search about the current position of the game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Note {
    /// A call of the search begins. Only values between the bounds matter to it.
    Enter {
        /// The lower bound.
        alpha: Value,
        /// The upper bound.
        beta: Value,
        /// The plies left; negative if the reduction after a null move exceeded them.
        depth: i32,
    },
    /// A visit of a depth-first proof-number search begins. It ends when either of the position's numbers reaches the
    /// corresponding number here.
    Prove(Numbers),
    /// The reason why the call will end, unless it ends because its moves have been searched.
    Because(Reason),
    /// The minimum and maximum values that the call leaves possible.
    Range(Value, Value),
    /// The call ends with a value for the side to play.
    Leave(Value),
    /// The visit ends with these proof and disproof numbers.
    Proved(Numbers),
}

/// The reason why a call ends without searching its moves.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Reason {
    /// The game is over.
    GameOver,
    /// There are no moves.
    NoMoves,
    /// No plies are left, so the position is evaluated. The calls below it search only captures.
    Horizon,
    /// The null move fails high.
    NullMove,
    /// A pruning rule other than the null move predicts that the call would fail high.
    Pruned,
    /// The table knows enough about the position.
    Table,
}

/// Runs a call of a search, and sends a note at its beginning and another at its end.
///
/// # Example
/// ```
/// use bcp_laboratory::conspiracy::WrittenTree;
/// use bcp_laboratory::game::{Game, INFINITY};
/// use bcp_laboratory::trace::{Trace, call, places};
/// use bcp_laboratory::{Counted, Limits};
///
/// let tree: WrittenTree = "7(3 4)".parse()?;
/// let mut game = Counted::new(tree, Limits::default()).recording(10, false);
/// assert_eq!(call(&mut game, -INFINITY, INFINITY, 0, |game| game.evaluate()), 7);
/// let record = game.recorder.expect("it was asked for");
/// let trace = Trace::new("static", "", "").with_calls(record, &mut places());
/// assert_eq!((trace.nodes.len(), trace.nodes[0].depth), (1, Some(0)));
/// # Ok::<(), bcp_laboratory::conspiracy::TreeError>(())
/// ```
#[inline(always)]
pub fn call<G: Game>(
    game: &mut G,
    alpha: Value,
    beta: Value,
    depth: i32,
    search: impl FnOnce(&mut G) -> Value,
) -> Value {
    game.note(Note::Enter { alpha, beta, depth });
    let value = search(game);
    game.note(Note::Leave(value));
    value
}

/// Sends a note with the reason why the call will end.
#[inline(always)]
pub fn because(game: &mut impl Game, reason: Reason) {
    game.note(Note::Because(reason));
}
