//! Counts the work of the highest order, without the searches that it uses as evaluations, through the calls to its
//! game.

use serde::{Deserialize, Serialize};

use super::quiesce::Evaluate;
use super::tactical::Tactical;
use crate::counted::Counted;
use crate::game::{Game, Value};

/// Counts of the moves that must be examined in positions of the highest order.
///
/// A move is *eligible* if the null move does not refute it at the next ply: the moves of the position after it are
/// then listed, too. No null move is made at the horizon, so lists one ply above the horizon reveal nothing and are not
/// counted.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug, Serialize, Deserialize)]
pub struct Branching {
    /// The number of lists of moves.
    pub lists: u64,
    /// The number of moves tried in these lists.
    pub tried: u64,
    /// The number of eligible moves among those tried.
    pub eligible: u64,
    /// The number of lists in which all moves were tried.
    pub complete: u64,
    /// The number of eligible moves in complete lists.
    pub eligible_in_complete: u64,
}

impl Branching {
    /// Returns the number of moves tried per list; 0 without lists.
    pub fn tried_a_list(&self) -> f64 {
        ratio(self.tried, self.lists)
    }

    /// Returns the number of eligible moves per list; 0 without lists.
    pub fn eligible_a_list(&self) -> f64 {
        ratio(self.eligible, self.lists)
    }

    /// Returns the number of eligible moves per complete list; 0 without complete lists.
    pub fn eligible_a_complete_list(&self) -> f64 {
        ratio(self.eligible_in_complete, self.complete)
    }

    /// Returns the sums of both sets of counts.
    #[must_use]
    pub fn plus(self, other: Self) -> Self {
        Self {
            lists: self.lists.saturating_add(other.lists),
            tried: self.tried.saturating_add(other.tried),
            eligible: self.eligible.saturating_add(other.eligible),
            complete: self.complete.saturating_add(other.complete),
            eligible_in_complete: self.eligible_in_complete.saturating_add(other.eligible_in_complete),
        }
    }
}

fn ratio(part: u64, of: u64) -> f64 {
    if of == 0 { 0.0 } else { part as f64 / of as f64 }
}

/// A game wrapped to make the counts of [`Branching`].
#[derive(Debug)]
pub struct Census<G: Game> {
    /// The game itself.
    pub game: G,
    /// The counts for the positions that the search has left.
    pub branching: Branching,
    path: Vec<Spot>,
    /// True if the moves requested next belong to an evaluation, and are not counted.
    aside: bool,
}

/// A position of the highest order on the current path.
#[derive(Clone, Copy, Default, Debug)]
struct Spot {
    null_made: bool,
    /// The number of listed moves; `None` before they are listed.
    listed: Option<usize>,
    tried: usize,
    /// The number of these moves after which the null move was made.
    tested: u64,
    eligible: u64,
}

impl<G: Game> Census<G> {
    /// Wraps a game, with all counts at 0.
    pub fn new(game: G) -> Self {
        Self {
            game,
            branching: Branching::default(),
            path: vec![Spot::default()],
            aside: false,
        }
    }

    fn spot(&mut self) -> &mut Spot {
        self.path.last_mut().expect("the root is never left")
    }

    /// Counts a position whose move is undone.
    fn leave(&mut self) -> Spot {
        let spot = self.path.pop().expect("what is taken back was made");
        let Some(moves) = spot.listed.filter(|_| spot.tested > 0) else {
            return spot;
        };
        let count = &mut self.branching;
        count.lists += 1;
        count.tried += spot.tried as u64;
        count.eligible += spot.eligible;
        if spot.tried == moves {
            count.complete += 1;
            count.eligible_in_complete += spot.eligible;
        }
        spot
    }
}

impl<G: Game> Game for Census<G> {
    type Move = G::Move;

    fn moves(&mut self, moves: &mut Vec<G::Move>) {
        let before = moves.len();
        self.game.moves(moves);
        if !self.aside {
            self.spot().listed = Some(moves.len() - before);
        }
    }

    fn make(&mut self, m: G::Move) {
        self.game.make(m);
        if !self.aside {
            self.path.push(Spot::default());
        }
    }

    fn unmake(&mut self) {
        self.game.unmake();
        if !self.aside {
            let child = self.leave();
            let spot = self.spot();
            spot.tried += 1;
            spot.tested += u64::from(child.null_made);
            spot.eligible += u64::from(child.null_made && child.listed.is_some());
        }
    }

    fn make_null(&mut self) -> bool {
        let made = self.game.make_null();
        if made && !self.aside {
            self.spot().null_made = true;
            self.path.push(Spot::default());
        }
        made
    }

    fn unmake_null(&mut self) {
        self.game.unmake_null();
        if !self.aside {
            self.leave();
        }
    }

    fn evaluate(&mut self) -> Value {
        self.game.evaluate()
    }

    fn terminal(&mut self) -> Option<Value> {
        self.game.terminal()
    }

    fn without_moves(&mut self) -> Value {
        self.game.without_moves()
    }
}

impl<G: Tactical> Tactical for Census<G> {
    fn key(&mut self) -> u64 {
        self.game.key()
    }

    fn captures(&mut self, moves: &mut Vec<(G::Move, Value)>) {
        self.game.captures(moves);
    }

    fn finishers(&mut self, moves: &mut Vec<G::Move>) {
        self.game.finishers(moves);
    }
}

/// An evaluation whose own search is not counted in the census.
#[derive(Clone, Copy, Default, Debug)]
pub struct FirstOrder<E>(pub E);

impl<'l, G: Game, E: Evaluate<Counted<'l, Census<G>>>> Evaluate<Counted<'l, Census<G>>> for FirstOrder<E> {
    fn value(&mut self, game: &mut Counted<'l, Census<G>>, lower: Value, upper: Value) -> Value {
        let outer = std::mem::replace(&mut game.game.aside, true);
        let value = self.0.value(game, lower, upper);
        game.game.aside = outer;
        value
    }
}
