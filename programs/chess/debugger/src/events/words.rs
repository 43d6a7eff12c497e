//! Describes events in chess terms.

use bcp_chess::{Colour, Move};
use bcp_driver::{Value, outcome_at, side_name};
use bcp_reference::constants::WIN;
use bcp_reference::search::{Event, Listed};

use super::{Happening, Line};
use crate::values::{deep, worth};
use crate::view::SearchView;

/// Describes an event in one or two sentences; `None` if the program has no board. Values are for the side that plays
/// at the root, as in "White has +3".
pub(crate) fn sentence(happening: &Happening, view: &SearchView<'_>) -> Option<String> {
    let root = view.root_side()?;
    let teller = Teller {
        root,
        side: happening.side,
        line: Line::read(view, happening.side)?,
        told: happening,
        bounds: view.bounds(),
    };
    Some(teller.sentence(happening.seen_by(root), view))
}

/// The facts from which sentences are made.
struct Teller<'h> {
    root: Colour,
    /// The side to play.
    side: Colour,
    line: Line,
    /// The event, with its values for the side to play.
    told: &'h Happening,
    /// The best value so far and the upper bound, for the side to play.
    bounds: [i16; 2],
}

impl Teller<'_> {
    /// Formats an event, whose values are for the root's side.
    fn sentence(&self, event: Event, view: &SearchView<'_>) -> String {
        let (side, other) = self.sides();
        let last = || self.line.last().unwrap_or("the last move");
        match event {
            Event::Repetition => format!("After {}, the position repeats: a draw.", self.line),
            Event::RootPass => format!("What if {side} passes?"),
            Event::List { moves } => match moves {
                Listed::Eligible => format!("{side} lists its moves: which of them threaten something?"),
                Listed::Captures => {
                    format!(
                        "One move above the capture search, {side} tries only captures that gain enough to beat a pass."
                    )
                }
                Listed::All => {
                    format!(
                        "One move above the capture search, {side} tries every move, because passing would lose \
                         something."
                    )
                }
            },
            Event::Test { m } if !self.line.is_legal(self.side, m) => {
                format!("{side} tests {}, which is not legal.", self.san(m))
            }
            Event::Try { m, .. } if !self.line.is_legal(self.side, m) => {
                format!("{side} tries {}, which is not legal.", self.san(m))
            }
            Event::Test { m } => format!("What does {side} gain by {} if {other} passes?", self.san(m)),
            Event::Search { m, depth, .. } => format!("{side} searches {}, {}.", self.san(m), deep(depth)),
            Event::Try { m, .. } => format!("{side} tries {}{}.", self.san(m), self.line.taking(m)),
            Event::Captures { material, .. } => format!("{side} can stop capturing here: {}.", self.has(material)),
            Event::Capture { m, .. } => format!("{side} looks at {}{}.", self.san(m), self.line.taking(m)),
            Event::King if self.line.ends_with_a_pass() => format!("{side} takes the king: {other} cannot pass."),
            Event::King => format!("{side} takes the king: {other}'s {} was not legal.", last()),
            Event::Quiet { .. } if self.line.position(self.side).is_none() => {
                format!("{side}'s captures end: {other}'s king could be taken.")
            }
            Event::Quiet { value } if Value(value).moves(0).is_some() => {
                format!("{side}'s captures end and change nothing: {}.", self.elsewhere(value))
            }
            Event::Quiet { value } => format!("{side}'s captures end: {}.", self.quiet(value, view.material())),
            Event::MateSearch => format!("Does {side} mate in one?"),
            Event::Check { .. } => format!("{other}'s {} gives check: is it mate?", last()),
            Event::Mate { .. } => {
                let by = self.line.mate(self.side);
                let by = by.map_or(" in one".to_owned(), |m| format!(" by {m}"));
                match self.line.to_string().as_str() {
                    "" => format!("{side} mates{by}."),
                    line => format!("After {line}, {side} mates{by}."),
                }
            }
            Event::Dropped => {
                format!("{side}'s moves stored here are discarded, because their scores are no longer valid.")
            }
            Event::Iteration { depth, value } => format!("Iteration {depth} ends: {}.", self.has(value)),
            Event::Node { depth, low, high, .. } => self.node(depth, low, high),
            Event::Pass { value, .. } => self.pass(value, view),
            Event::Score { score, best, .. } => self.score(score, best),
            Event::Value { m, value, best } => self.value(m, value, Some(best)),
            Event::Better { m, value, .. } => self.value(m, value, None),
            Event::Kept { stored } => self.kept(stored, view.fill()),
        }
    }

    /// Describes a position, with the values that each side has elsewhere.
    fn node(&self, depth: u8, low: i16, high: i16) -> String {
        let (side, _) = self.sides();
        let line = self.line.to_string();
        let place = match line.as_str() {
            "" => String::new(),
            line => format!("After {line}: "),
        };
        let other = side_name(self.root.opponent());
        let has = (low > -WIN).then(|| self.elsewhere(low));
        let allows = (high < WIN).then(|| match Value(high) {
            mate if mate.is_decided() => format!("{other} allows that {}", mate.elsewhere(self.root)),
            pawns => format!("{other} allows no more than {}", pawns.symbol()),
        });
        let bounds: Vec<String> = has.into_iter().chain(allows).collect();
        let bounds = match &bounds[..] {
            [] => String::new(),
            bounds => format!(" {}.", bounds.join(", ")),
        };
        format!("{place}{side} to play, {}.{bounds}", deep(depth))
    }

    /// Describes the value at which captures end: it is a bound if it has reached the upper bound, or if it may be the
    /// value that the side has elsewhere.
    fn quiet(&self, value: i16, material: i16) -> String {
        let [best, high] = self.bounds;
        let is_upper = matches!(self.told.event, Event::Quiet { value } if value >= high);
        match best == material {
            _ if is_upper => self.has_about(self.bound(true), value),
            true => self.has(value),
            false => self.has_about(self.bound(false), value),
        }
    }

    /// Returns the words for a lower or upper bound of the side to play, as they apply to the root's side.
    fn bound(&self, least: bool) -> &'static str {
        match least == (self.side == self.root) {
            true => "at least ",
            false => "at most ",
        }
    }

    /// Describes the null move at a node.
    fn pass(&self, value: i16, view: &SearchView<'_>) -> String {
        let material = view.material();
        let (side, other) = self.sides();
        if self.line.in_check(self.side) {
            return format!("{side} is in check and cannot pass.");
        }
        let Event::Pass { value: own, .. } = self.told.event else {
            return String::new();
        };
        if let Some(low) = view.low().filter(|low| own <= *low) {
            let low = if self.side == self.root {
                low
            } else {
                low.saturating_neg()
            };
            let has = Value(low).elsewhere(self.root);
            return format!("{side} passes, but has as much elsewhere: {has}.");
        }
        let gain = match material.saturating_sub(own) {
            _ if Value(-own).is_mate() => self.has_after_a_pass(value),
            gain @ 1.. => format!("{other} wins {}", worth(gain)),
            _ => format!("{other} gains nothing"),
        };
        let least = self.bound(true);
        let has = match Value(value) {
            _ if Value(-own).is_mate() => String::new(),
            mate if mate.is_decided() => format!(" {}.", self.elsewhere(value)),
            pawns => format!(" {}.", pawns.outcome(self.root, least, 0)),
        };
        format!("{side} passes: {gain}.{has}{}", self.enough())
    }

    /// Describes a move that was just scored and is eligible.
    fn kept(&self, stored: bool, fill: Option<(u16, u16)>) -> String {
        let (side, _) = self.sides();
        match fill {
            _ if !stored => format!("The stored tree is full: {side}'s move is discarded once it has its value."),
            Some((used, all)) => {
                format!("{side}'s move goes into the stored tree: {used} of {all} entries are in use.")
            }
            None => format!("{side}'s move goes into the stored tree."),
        }
    }

    /// Describes the score of a move, which is on the board, and whether it makes the move eligible.
    fn score(&self, score: i16, best: i16) -> String {
        let (side, other) = self.sides();
        let m = self.line.last().unwrap_or_default();
        let most = match self.side == self.root {
            true => "no more than ",
            false => "still ",
        };
        let m = format!("{side}'s {m}");
        match (self.told.event, self.line.in_check(self.side.opponent())) {
            (event, _) if !event.is_eligible() && Value(best).is_decided() => {
                format!(
                    "{m} is not searched: if {other} passes, it changes nothing. {}.",
                    self.elsewhere(best)
                )
            }
            // A move that gives check never gets here: after a pass it would capture the king.
            (event, _) if !event.is_eligible() => format!(
                "{m} is not searched, because if {other} passes, {}, as without it (a null-move cut-off).",
                Value(best).outcome(self.root, most, 0)
            ),
            (_, true) => format!("{m} gives check, so {other} cannot pass; the move is eligible, and is searched."),
            _ => format!(
                "{m} threatens something: if {other} passes, {}. The move is eligible, and is searched.",
                self.has_about(self.scored(), score)
            ),
        }
    }

    /// Returns the words for a score that has reached the upper bound, and so is only a bound.
    fn scored(&self) -> &'static str {
        match self.told.event {
            Event::Score { score, .. } if score >= self.bounds[1] => self.bound(true),
            _ => "",
        }
    }

    /// Describes the value of a move that has been taken back.
    fn value(&self, m: Move, value: i16, best: Option<i16>) -> String {
        let (side, _) = self.sides();
        let is_legal = self.line.is_legal(self.side, m);
        let m = format!("{side}'s {}", self.san(m));
        let least = match self.told.event.is_cut_off() {
            false => "",
            true => self.bound(true),
        };
        match (self.told.event, best) {
            // A cut-off leaves a bound, which says nothing if it is a mate by the other side.
            (Event::Better { value: own, .. }, _) if Value(-own).is_mate() && self.told.event.is_cut_off() => {
                format!("{m} is the best so far.{}", self.enough())
            }
            (Event::Better { .. }, _) => format!(
                "{m} is the best so far: {}.{}",
                self.has_about(least, value),
                self.enough()
            ),
            _ if !is_legal => format!("{m} has no value, because it is not legal."),
            (Event::Value { value: own, best: own_best, .. }, Some(best)) if own <= own_best => {
                format!(
                    "{m} is no better than the best so far: {}.",
                    Value(best).elsewhere(self.root)
                )
            }
            _ => format!("{m} is better than the best so far: {}.", self.has(value)),
        }
    }

    /// Gives the reason for a cut-off, if there is one.
    fn enough(&self) -> String {
        let (_, other) = self.sides();
        match self.line.last() {
            _ if !self.told.event.is_cut_off() => String::new(),
            Some(last) => format!(" That is enough: {other} has as much without {last}."),
            None => " That is enough.".to_owned(),
        }
    }

    /// Returns the names of the side to play, and of the other side.
    fn sides(&self) -> (&'static str, &'static str) {
        (side_name(self.side), side_name(self.side.opponent()))
    }

    fn san(&self, m: Move) -> String {
        self.line.san(self.side, m)
    }

    /// Describes a value for the root's side, after the moves and passes on the board.
    fn has(&self, value: i16) -> String {
        self.has_about("", value)
    }

    /// Describes a value for the root's side, once the side to play has passed.
    fn has_after_a_pass(&self, value: i16) -> String {
        let (value, ply) = (Value(value), self.line.plies() + 1);
        match self.line.position(self.side) {
            Some(mut position) => {
                position.make_null();
                outcome_at(value, self.root, "", ply, &position)
            }
            None => value.outcome(self.root, "", ply),
        }
    }

    fn has_about(&self, about: &str, value: i16) -> String {
        let (value, ply) = (Value(value), self.line.plies());
        match self.line.position(self.side) {
            Some(position) => outcome_at(value, self.root, about, ply, &position),
            None => value.outcome(self.root, about, ply),
        }
    }

    /// Describes a value that the root's side has in another part of the tree.
    fn elsewhere(&self, value: i16) -> String {
        format!("{} elsewhere", Value(value).elsewhere(self.root))
    }
}
