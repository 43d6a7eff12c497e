//! The rules of a game, as a search needs them, and the messages of a search to its game.

use crate::proof::Numbers;

/// The value of a position, in the game's own units, always from the point of view of the side to play.
///
/// Values of finished games may be far outside those of evaluations; all are strictly between -[`INFINITY`] and
/// [`INFINITY`].
pub type Value = i32;

/// Beyond every value, with room to negate it and to add to it.
pub const INFINITY: Value = 1_000_000;

/// A game of two players with perfect information, in which one's gain is the other's loss.
///
/// A `Game` is one position, with the data needed to take moves back. Searches change it and leave it as it was.
pub trait Game {
    /// A move. Two different moves of one position are never equal.
    type Move: Copy + Eq + std::fmt::Debug;

    /// Adds the legal moves of the position to the list, always in the same order. A game in which passing is legal
    /// lists the pass only where its rules allow nothing else, or where it may be good; see [`Game::make_null`].
    fn moves(&mut self, moves: &mut Vec<Self::Move>);

    /// Plays one of the moves of [`Game::moves`].
    fn make(&mut self, m: Self::Move);

    /// Takes back the last [`Game::make`].
    fn unmake(&mut self);

    /// Lets the other side play, without a move and whether or not the rules allow it. Returns false, and changes
    /// nothing, in a position without a null move, such as one in check.
    fn make_null(&mut self) -> bool;

    /// Takes back the last [`Game::make_null`] that returned true.
    fn unmake_null(&mut self) {
        self.unmake();
    }

    /// Returns false if the game has no null moves at all, so that a search made of them cannot be run.
    fn has_null(&self) -> bool {
        true
    }

    /// The value of the position without any search.
    fn evaluate(&mut self) -> Value;

    /// The value of the position if the game has ended before any list of moves is asked for: by repetition, for
    /// example.
    fn terminal(&mut self) -> Option<Value> {
        None
    }

    /// The value of the position if [`Game::moves`] has found nothing: mated or stalemated, for example. Called only
    /// then. In a game without mates it is that of the position.
    fn without_moves(&mut self) -> Value {
        self.evaluate()
    }

    /// Receives a note of a search about itself. A game ignores it; [`Counted`](crate::Counted), which is between a
    /// search and its game, may record it.
    #[inline(always)]
    fn note(&mut self, _note: Note) {}
}

/// A game of captures and checks, such as chess, with what the searches of chess programs need besides the rules.
///
/// [`Game::moves`] lists what [`ChessLike::captures`] and [`ChessLike::quiets`] list. A game that has no captures, no
/// checks and no mates needs only the two functions without a default.
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
    /// Values from here on are mates: [`Game::without_moves`] gives a loser -[`INFINITY`] < value <= -`MATES`,
    /// nearer to 0 by one for each move, null moves included, from the position in which the search began.
    const MATES: Value = INFINITY;

    /// One more than the greatest [`ChessLike::history_index`].
    const HISTORY_SIZE: usize = 1;

    /// A number that positions with the same moves share, and others almost never; [`numbered`](crate::rules::numbered)
    /// makes one that others never share.
    fn key(&self) -> u64;

    /// Returns true behind a move; false behind a null move, and in the position in which the search began.
    fn has_moved(&self) -> bool;

    /// Returns true if the side to play must answer a threat to its king.
    fn in_check(&self) -> bool {
        false
    }

    /// Adds the captures, and the promotions that win material, always in the same order.
    fn captures(&mut self, _moves: &mut Vec<Self::Move>) {}

    /// Adds the other moves, always in the same order.
    fn quiets(&mut self, moves: &mut Vec<Self::Move>) {
        self.moves(moves);
    }

    /// Returns true if a move that was remembered for the same [`ChessLike::key`] can be played here: two positions may
    /// share a key.
    fn is_legal(&self, _m: Self::Move) -> bool {
        true
    }

    /// The place of one of [`ChessLike::captures`] in their order, the greatest first, all above 0: the most valuable
    /// victim, and among equals the least valuable attacker (MVV-LVA). 0 for one of [`ChessLike::quiets`].
    fn mvv_lva(&self, _m: Self::Move) -> i32 {
        0
    }

    /// The number under which experience with one of [`ChessLike::quiets`] is kept, wherever it is played: below
    /// `HISTORY_SIZE`.
    fn history_index(&self, _m: Self::Move) -> usize {
        0
    }

    /// Returns the square that a move leaves.
    fn origin(&self, _m: Self::Move) -> usize {
        0
    }

    /// Returns the square that a move goes to: two threats to one square are the same threat.
    fn target(&self, _m: Self::Move) -> usize {
        0
    }

    /// Returns the lead in material of the side to play, in the units of the values; position does not count.
    fn material(&self) -> Value {
        0
    }

    /// Returns the number of pieces of the side to play and of its opponent; kings and pawns do not count.
    fn pieces(&self) -> [u32; 2] {
        [1, 1]
    }
}

/// A note of a search about the position that the game is in.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Note {
    /// A call of the search begins: values between the bounds are of interest to it.
    Enter {
        /// The lower bound.
        alpha: Value,
        /// The upper bound.
        beta: Value,
        /// Plies left; below 0 if a null move has cost more than there were.
        depth: i32,
    },
    /// A visit of a depth-first proof-number search begins: it ends when one of its numbers reaches these.
    Prove(Numbers),
    /// The reason why the call will end, if not because its moves have been searched.
    Because(Reason),
    /// The least and the greatest value that the call leaves possible.
    Range(Value, Value),
    /// The call ends with a value for the side to play.
    Leave(Value),
    /// The visit ends with these numbers.
    Proved(Numbers),
}

/// The reason why a call has ended without a search of its moves.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Reason {
    /// The game is over.
    GameOver,
    /// There is no move.
    NoMoves,
    /// No plies are left: the position is evaluated. Calls within are a search of captures.
    Horizon,
    /// The null move fails high.
    NullMove,
    /// A rule of pruning without a null move says that the call would fail high.
    Pruned,
    /// The table knows enough about the position.
    Table,
}

/// A call of a search, with a note at its beginning and at its end.
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

/// Says why the call will end.
#[inline(always)]
pub fn because(game: &mut impl Game, reason: Reason) {
    game.note(Note::Because(reason));
}
