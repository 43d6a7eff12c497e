//! Formats the answer in words.

use bcp_chess::{Colour, End, Move, Position};
use bcp_driver::{Value, outcome_at, side_name};
use bcp_reference::constants::MATES;
use bcp_reference::search::Listed;

use super::answer::{Answer, CutOff, Reason, Reply, Rival};
use super::question::other;
use crate::notation::written;
use crate::values::{deep, worth};

impl Answer {
    /// Formats the answer in at most three sentences: where, why, and the best move.
    pub fn sentences(&self) -> String {
        let lines = [self.place(), Some(self.because()), self.instead()];
        lines.into_iter().flatten().collect::<Vec<_>>().join("\n")
    }

    /// Describes the visit: iteration, position, depth.
    fn place(&self) -> Option<String> {
        let iteration = self.iteration?;
        let at = match self.line(&self.path) {
            line if line.is_empty() => "at the root".to_owned(),
            line => format!("after {line}"),
        };
        Some(format!(
            "Iteration {iteration}, {at}, {}:",
            deep(self.depth.unwrap_or(0))
        ))
    }

    /// Describes the reason.
    fn because(&self) -> String {
        let (side, other, m) = (side_name(self.side()), other(self.side()), self.san());
        match &self.reason {
            Reason::Illegal { by } => {
                let from = self
                    .behind()
                    .piece_on(by.from)
                    .map_or("piece", |piece| piece.kind.name());
                format!(
                    "{side} cannot play {m}: {other}'s {from} on {} would take the king.",
                    by.from
                )
            }
            Reason::NotListed { listed, gain, needed } => self.not_listed(*listed, *gain, *needed),
            Reason::NotEligible { score, best, by, line, iteration } => {
                let when = match self.iteration {
                    Some(now) if now != *iteration => format!(" in iteration {iteration}"),
                    _ => String::new(),
                };
                let captures = self.captures_after_a_pass(line);
                let nothing = self.nothing(*by, *score, *best);
                let test = format!("{side} tests {m}{when} and does not search it");
                match (self.behind().in_check(), self.behind().end()) {
                    // A side in check cannot pass, and the program does not recognise stalemate.
                    (true, _) => format!("{test}: {nothing}."),
                    (_, Some(_)) => {
                        format!(
                            "{test}, because the program does not recognise stalemate, and has {other} pass: {nothing}."
                        )
                    }
                    _ => format!("{test}, because {other} can pass{captures}: {nothing}."),
                }
            }
            Reason::Worse { value, by, reply, led: false, .. } => {
                format!(
                    "{side} searches {m}, and it is no better than {}: {}.",
                    self.rival(*by),
                    self.finding(reply, *value, Known::AtMost)
                )
            }
            Reason::Worse { value, reply, .. } => {
                format!(
                    "{side} searches {m}, which is the best move for a time: {}.",
                    self.finding(reply, *value, Known::Exactly)
                )
            }
            Reason::NotReached { by, value } => self.not_reached(*by, *value),
            Reason::Best { value, pass, reply, enough } => {
                let so_far = if self.over { "" } else { " so far" };
                let pass = pass.map_or_else(String::new, |pass| self.after_a_pass(pass));
                let enough = if *enough { Known::AtLeast } else { Known::Exactly };
                let finding = self.finding(reply, *value, enough);
                let that = match (enough, self.path.last()) {
                    (Known::AtLeast, Some(_)) => format!(" That is enough: {other} has as much elsewhere."),
                    _ => String::new(),
                };
                format!("{m} is {side}'s best move{so_far}: {finding}{pass}.{that}")
            }
            Reason::Open => format!("The search ended before {side} reached {m}."),
        }
    }

    fn not_listed(&self, listed: Option<Listed>, gain: i16, needed: i16) -> String {
        let (side, m) = (side_name(self.side()), self.san());
        let tries = match listed {
            None => format!("in the capture search {side} tries only captures and promotions to a queen"),
            Some(Listed::All) => format!("one move above the capture search {side} tries moves by what they take"),
            Some(_) => format!("one move above the capture search {side} tries only captures that gain enough"),
        };
        let gains = match gain {
            0 => format!("{m} takes nothing"),
            _ => format!("{m} takes {}", worth(gain)),
        };
        let needed = match needed {
            ..=1 => String::new(),
            _ if needed >= MATES => ", and only a mate would be better".to_owned(),
            _ => format!(", and only {} or more would be enough", worth(needed)),
        };
        format!("{side} does not look at {m}: {tries}; {gains}{needed}.")
    }

    fn not_reached(&self, by: CutOff, value: i16) -> String {
        let (side, other, m) = (side_name(self.side()), other(self.side()), self.san());
        let last = self.last();
        let enough = match &last {
            Some(last) => format!("that is enough, because {other} has as much without {last}"),
            None => "nothing can be better".to_owned(),
        };
        let has = |value| self.has_about(Known::AtLeast, value);
        let first = match by {
            // The other side has a mate elsewhere, so that any value is enough.
            CutOff::Move(by) if self.is_lost(value) => format!("{} came first, and {enough}", self.written(by)),
            CutOff::Pass | CutOff::StandPat if self.is_lost(value) => enough,
            CutOff::Move(by) => format!("{} came first: {}, and {enough}", self.written(by), has(value)),
            CutOff::Pass => format!("{side} can pass: {}, and {enough}", has(value)),
            CutOff::StandPat => format!("{side} can stop taking: {}, and {enough}", has(value)),
            CutOff::Mate(by) => format!("{side} mates by {}", self.written(by)),
            CutOff::King => {
                let last = last.unwrap_or_default();
                format!("{side} takes the king, because {last} was not legal")
            }
            CutOff::Repetition => "the position repeats, which is a draw".to_owned(),
            CutOff::Elsewhere => format!("{side} has a nearer mate elsewhere"),
        };
        format!("{side} never reaches {m}: {first}.")
    }

    /// Describes the best choice, unless it is the move in question.
    fn instead(&self) -> Option<String> {
        let side = side_name(self.side());
        if matches!(self.reason, Reason::Best { .. } | Reason::NotReached { .. }) {
            return None;
        }
        let (best, value) = self.best?;
        let so_far = if self.over { "" } else { " so far" };
        let no_move = format!("No move of {side} is better{so_far} than");
        Some(match best {
            Rival::Move(best) if self.is_lost(value) && self.is_bound => {
                format!("{side}'s best{so_far} is {}, and that is enough.", self.written(best))
            }
            Rival::Move(best) => {
                let known = if self.is_bound { Known::AtLeast } else { Known::Exactly };
                format!(
                    "{side}'s best{so_far} is {}: {}.",
                    self.written(best),
                    self.has_about(known, value)
                )
            }
            Rival::Pass if self.depth.is_none() => {
                format!("Taking nothing is {side}'s best{so_far}: {}.", self.has(value))
            }
            Rival::Pass if self.is_lost(value) => {
                format!("{no_move} passing, and then {}.", self.outcome_after_a_pass(value))
            }
            Rival::Pass => format!("{no_move} passing: {}.", self.has_about(self.of_a_pass(), value)),
            Rival::Elsewhere => {
                format!(
                    "{no_move} what {side} has elsewhere: {}.",
                    Value(value).elsewhere(self.root.side_to_play())
                )
            }
        })
    }

    /// Explains why a tested move is not eligible.
    fn nothing(&self, by: Rival, score: i16, best: i16) -> String {
        let (side, rival) = (side_name(self.side()), self.rival(by));
        match Value(self.own(best)) {
            mate if mate.is_mate() && by == Rival::Elsewhere => {
                let there = Value(best).elsewhere(self.root.side_to_play());
                format!("nothing is better than what {side} has elsewhere, where {there}")
            }
            mate if mate.is_mate() => format!("nothing is better than {rival}, by which {}", self.has(best)),
            mate if mate.is_decided() => format!("{rival} is as good"),
            _ => format!("{}, and {rival} is as good", self.has_about(Known::AtMost, score)),
        }
    }

    /// Describes what the search finds after the move: the answer of the other side, and a value.
    fn finding(&self, reply: &Reply, value: i16, known: Known) -> String {
        let (side, other) = (side_name(self.side()), other(self.side()));
        let line = [&self.path[..], &[self.m], reply.moves()].concat();
        let after = self.line(&[&self.path[..], &[self.m]].concat());
        let behind = self.behind();
        let own = Value(self.own(value));
        // A bound that is a mate by the side that it favours says nothing.
        let says = match known {
            Known::Exactly => true,
            Known::AtMost => !own.is_mate(),
            Known::AtLeast => !own.is_decided() || own.is_mate(),
        };
        let and = |what: &str| match says {
            true => format!("{what}, {}", self.has_at(known, value, &line)),
            false if own.is_mate() => format!("{what}, and {side} does not mate sooner"),
            false => what.to_owned(),
        };
        match reply {
            Reply::Line(_) => and(&format!("after {}", self.line(&line))),
            Reply::Mate(m) => format!("after {after}, {other} mates by {}", written(&behind, *m)),
            Reply::Mated => format!("after {after}, {other} is mated"),
            Reply::Draw => and(&format!("after {after}, the position repeats")),
            Reply::Elsewhere => format!("after {after}, {other} already has a nearer mate elsewhere"),
            Reply::Quiet => and(&format!("after {after}, {other} takes nothing")),
            Reply::Pass if behind.in_check() => and(&format!(
                "after {after}, {other} is in check, and finds no move that saves the king"
            )),
            Reply::Pass if behind.end() == Some(End::Stalemate) => {
                format!("after {after}, {other} is stalemated, but the program has {other} pass")
            }
            Reply::Pass if own.is_mate() && says => {
                let ply = self.path.len() + 2;
                let mut passed = behind.clone();
                passed.make_null();
                let then = outcome_at(Value(value), self.root.side_to_play(), "", ply, &passed);
                format!("after {after}, {other} can do no better than pass, and then {then}")
            }
            Reply::Pass => and(&format!("after {after}, {other} can do no better than pass")),
        }
    }

    /// Describes what would follow a pass by the side that plays the best move.
    fn after_a_pass(&self, value: i16) -> String {
        let (side, other) = (side_name(self.side()), other(self.side()));
        match Value(value) {
            _ if self.depth.is_none() => format!("; if {side} took nothing, {}", self.has(value)),
            _ if self.position.in_check() => format!("; {side} is in check and cannot pass"),
            mate if mate.is_decided() => format!("; {side} must not pass, because {other} would mate"),
            _ => format!("; if {side} passed, {}", self.has_about(self.of_a_pass(), value)),
        }
    }

    /// Returns what is known about the value of a pass: except at the root, it was found when the preceding move was
    /// tested, and the true value may be lower.
    fn of_a_pass(&self) -> Known {
        if self.path.is_empty() {
            Known::Exactly
        } else {
            Known::AtMost
        }
    }

    /// Describes the mate that follows a pass.
    fn outcome_after_a_pass(&self, value: i16) -> String {
        let mut passed = self.position.clone();
        passed.make_null();
        outcome_at(Value(value), self.root.side_to_play(), "", self.path.len() + 1, &passed)
    }

    /// Returns true if a value is a mate by the other side.
    fn is_lost(&self, value: i16) -> bool {
        Value(-self.own(value)).is_mate()
    }

    /// Names the alternative with which a move is compared: "passing", "Nxd5".
    fn rival(&self, by: Rival) -> String {
        match by {
            Rival::Move(by) => self.written(by),
            Rival::Pass if self.depth.is_none() => "taking nothing".to_owned(),
            Rival::Pass => "passing".to_owned(),
            Rival::Elsewhere => format!("what {} has elsewhere", side_name(self.side())),
        }
    }

    /// Converts a value of the root's side to one of the side to play.
    fn own(&self, value: i16) -> i16 {
        if self.is_roots() { value } else { -value }
    }

    /// Describes the captures after a pass: " and White takes Nxd5 exd5".
    fn captures_after_a_pass(&self, line: &[Move]) -> String {
        let mut at = self.behind();
        at.make_null();
        let mut words = Vec::new();
        for m in line {
            words.push(written(&at, *m));
            at.make(*m);
        }
        match words.len() {
            0 => String::new(),
            1 => format!(", and {} follows", words[0]),
            _ => format!(", and {} follow", words.join(" ")),
        }
    }

    /// Returns the position after the move.
    fn behind(&self) -> Position {
        let mut after = self.position.clone();
        after.make(self.m);
        after
    }

    fn san(&self) -> String {
        self.written(self.m)
    }

    fn written(&self, m: Move) -> String {
        written(&self.position, m)
    }

    /// Returns the move that led to the position.
    fn last(&self) -> Option<String> {
        let (last, before) = self.path.split_last()?;
        let mut at = self.root.clone();
        for m in before {
            at.make(*m);
        }
        Some(written(&at, *last))
    }

    /// Formats moves with numbers from the root, such as `1 Nc7+ Kd7 2 Nxa8`.
    fn line(&self, moves: &[Move]) -> String {
        let mut at = self.root.clone();
        let mut words = Vec::new();
        let first = usize::from(at.side_to_play() == Colour::Black);
        for (index, m) in moves.iter().enumerate() {
            let (number, blacks) = ((index + first) / 2 + 1, (index + first) % 2 == 1);
            let san = written(&at, *m);
            words.push(match (blacks, index) {
                (false, _) => format!("{number} {san}"),
                (true, 0) => format!("{number} ... {san}"),
                (true, _) => san,
            });
            at.make(*m);
        }
        words.join(" ")
    }

    fn is_roots(&self) -> bool {
        self.side() == self.root.side_to_play()
    }

    /// Describes a value in the position.
    fn has(&self, value: i16) -> String {
        self.has_about(Known::Exactly, value)
    }

    fn has_about(&self, known: Known, value: i16) -> String {
        self.has_at(known, value, &self.path)
    }

    /// Describes a value after a line from the root.
    fn has_at(&self, known: Known, value: i16, line: &[Move]) -> String {
        let about = match (known, self.is_roots()) {
            (Known::Exactly, _) => "",
            (Known::AtMost, true) => "no more than ",
            (Known::AtMost, false) => "no less than ",
            (Known::AtLeast, true) => "at least ",
            (Known::AtLeast, false) => "at most ",
        };
        let mut at = self.root.clone();
        for m in line {
            at.make(*m);
        }
        outcome_at(Value(value), self.root.side_to_play(), about, line.len(), &at)
    }
}

/// How exact a value is, for the side that plays in the position.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Known {
    Exactly,
    /// An upper bound: a cut-off came first, and the value may be lower.
    AtMost,
    /// A lower bound: it has caused a cut-off, and the value may be higher.
    AtLeast,
}
