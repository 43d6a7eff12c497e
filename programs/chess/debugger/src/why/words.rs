//! Formats the answer in words.

use bcp_chess::{Colour, Kind, Move, Position};
use bcp_driver::side_name;
use bcp_reference::constants::MATES;
use bcp_reference::search::Listed;

use super::answer::{Answer, CutOff, Reason, Reply, Rival};
use super::question::other;
use crate::values::{deep, outcome, worth};

impl Answer {
    /// Formats the answer in at most three sentences: where, why, and the best move.
    #[must_use]
    pub fn sentences(&self) -> String {
        let lines = [self.place(), Some(self.because()), self.instead()];
        lines.into_iter().flatten().collect::<Vec<_>>().join("\n")
    }

    /// The visit: iteration, position, depth.
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

    /// The reason.
    fn because(&self) -> String {
        let (side, other, m) = (side_name(self.side()), other(self.side()), self.san());
        match &self.reason {
            Reason::Illegal { by } => {
                let from = self
                    .behind()
                    .piece_on(by.from)
                    .map_or("piece", |piece| name(piece.kind));
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
                let rival = self.rival(*by);
                let nothing = match self.own(*best) {
                    MATES.. => format!("nothing is better than {rival}, by which {}", self.has(*best)),
                    own if own <= -MATES => format!("{side} is mated anyway"),
                    _ => format!("{}, and {rival} is as good", self.has_about(self.bound(), *score)),
                };
                format!("{side} tests {m}{when} and does not search it, because {other} can pass{captures}: {nothing}.")
            }
            Reason::Worse { value, by, reply, led: false, .. } => {
                let (rival, reply) = (self.rival(*by), self.reply(reply));
                format!(
                    "{side} searches {m}, and it is no better than {rival}: {reply}, {}.",
                    self.has_about(self.bound(), *value)
                )
            }
            Reason::Worse { value, reply, .. } => {
                let reply = self.reply(reply);
                format!(
                    "{side} searches {m}, which is the best move for a time: {reply}, {}.",
                    self.has(*value)
                )
            }
            Reason::NotReached { by, value } => self.not_reached(*by, *value),
            Reason::Best { value, pass, reply, enough } => {
                let so_far = if self.over { "" } else { " so far" };
                let pass = match pass {
                    Some(pass) if pass.abs() < MATES => format!("; if {side} passed, {}", self.has(*pass)),
                    Some(_) => format!("; {side} must not pass, because {other} would mate or take the king"),
                    None => String::new(),
                };
                let has = self.has_about(if *enough { self.least() } else { "" }, *value);
                let enough = match (enough, self.path.last()) {
                    (true, Some(_)) => format!(" That is enough: {other} has as much elsewhere."),
                    _ => String::new(),
                };
                format!(
                    "{m} is {side}'s best move{so_far}: {}, {has}{pass}.{enough}",
                    self.reply(reply)
                )
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
        let has = self.has_about(self.least(), value);
        let first = match by {
            CutOff::Move(by) => format!("{} came first: {has}, and {enough}", self.written(by)),
            CutOff::Pass => format!("{side} can pass: {has}, and {enough}"),
            CutOff::StandPat => format!("{side} can stop taking: {has}, and {enough}"),
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

    /// The best move, where it is another one.
    fn instead(&self) -> Option<String> {
        let side = side_name(self.side());
        if matches!(self.reason, Reason::Best { .. } | Reason::NotReached { .. }) {
            return None;
        }
        let (best, value) = self.best?;
        let so_far = if self.over { "" } else { " so far" };
        Some(match best {
            Rival::Move(best) => format!("{side}'s best{so_far} is {}: {}.", self.written(best), self.has(value)),
            Rival::Pass if self.depth.is_none() => {
                format!("Taking nothing is {side}'s best{so_far}: {}.", self.has(value))
            }
            Rival::Pass => format!("No move of {side} is better{so_far} than passing: {}.", self.has(value)),
            Rival::Elsewhere => {
                format!(
                    "No move of {side} is better{so_far} than what {side} has elsewhere: {}.",
                    self.has(value)
                )
            }
        })
    }

    /// "passing", "Nxd5", as what a move is compared with.
    fn rival(&self, by: Rival) -> String {
        match by {
            Rival::Move(by) => self.written(by),
            Rival::Pass if self.depth.is_none() => "taking nothing".to_owned(),
            Rival::Pass => "passing".to_owned(),
            Rival::Elsewhere => format!("what {} has elsewhere", side_name(self.side())),
        }
    }

    /// A value that a bound has cut off, which is the best that the side to play can have.
    fn bound(&self) -> &'static str {
        if self.is_roots() {
            "no more than "
        } else {
            "no less than "
        }
    }

    /// A value that a bound has cut off, which the side to play has at least.
    fn least(&self) -> &'static str {
        if self.is_roots() { "at least " } else { "at most " }
    }

    /// A value for the side to play.
    fn own(&self, value: i16) -> i16 {
        if self.is_roots() { value } else { -value }
    }

    /// The answer of the other side, as the beginning of a sentence about its value.
    fn reply(&self, reply: &Reply) -> String {
        let other = other(self.side());
        let after = self.line(&[&self.path[..], &[self.m]].concat());
        match reply {
            Reply::Line(line) => format!("after {}", self.line(&[&self.path[..], &[self.m], line].concat())),
            Reply::Mate(m) => format!("after {after}, {other} mates by {}", written(&self.behind(), *m)),
            Reply::Pass => format!("after {after}, {other} can do no better than pass"),
            Reply::Quiet => format!("after {after}, {other} takes nothing"),
            Reply::Mated => format!("after {after}, {other} is mated"),
            Reply::Draw => format!("after {after}, the position repeats"),
            Reply::Elsewhere => format!("after {after}, {other} already has a nearer mate elsewhere"),
        }
    }

    /// " and White takes Nxd5 exd5".
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

    /// The position after the move.
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

    /// The move that has led to the position.
    fn last(&self) -> Option<String> {
        let (last, before) = self.path.split_last()?;
        let mut at = self.root.clone();
        for m in before {
            at.make(*m);
        }
        Some(written(&at, *last))
    }

    /// `1 Nc7+ Kd7 2 Nxa8`, from the root.
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

    /// A value of the root's side.
    fn has(&self, value: i16) -> String {
        self.has_about("", value)
    }

    fn has_about(&self, about: &str, value: i16) -> String {
        outcome(self.root.side_to_play(), about, value)
    }
}

/// A move as players write it; by its squares where the rules forbid it.
fn written(position: &Position, m: Move) -> String {
    position.san(m).unwrap_or_else(|| {
        let letter = position
            .piece_on(m.from)
            .map(|piece| piece.kind)
            .filter(|kind| *kind != Kind::Pawn);
        let takes = if position.gain(m) > 0 { "x" } else { "-" };
        format!(
            "{}{}{takes}{}",
            letter.map_or(String::new(), |kind| kind.letter().to_string()),
            m.from,
            m.to
        )
    })
}

const fn name(kind: Kind) -> &'static str {
    match kind {
        Kind::Pawn => "pawn",
        Kind::Knight => "knight",
        Kind::Bishop => "bishop",
        Kind::Rook => "rook",
        Kind::Queen => "queen",
        Kind::King => "king",
    }
}
