//! Folds the events of a search into an answer about one move.

use bcp_chess::{Colour, End, Move, Position};
use bcp_reference::search::{Event, Listed};

use super::answer::{Answer, CutOff, Reason, Reply, Rival};
use crate::events::Happening;
use crate::growth::{Branch, Fate, Growth, Level};

/// Follows the search from a root, and records what it finds about one move in one position.
#[derive(Debug, Clone)]
pub struct Inquiry {
    growth: Growth,
    root: Position,
    path: Vec<Move>,
    position: Position,
    m: Move,
    /// The last score of the move in this position.
    tested: Option<Tested>,
    /// The last visit to the position.
    visit: Option<Visit>,
}

/// A score that the move got, and when.
#[derive(Debug, Clone)]
struct Tested {
    at: u64,
    iteration: u8,
    score: i16,
    best: i16,
    by: Rival,
    line: Vec<Move>,
}

/// A visit to the position. If the search returns to it at full depth, that is still the same visit.
#[derive(Debug, Clone, Default)]
struct Visit {
    iteration: u8,
    depth: u8,
    /// The bounds of the side to play.
    bounds: [i16; 2],
    /// Material balance for the side to play.
    material: i16,
    listed: Option<Listed>,
    repeats: bool,
    mates: bool,
    /// The result of the move, once its search has ended.
    back: Option<Back>,
    /// Instruction count of the event that ended the visit or, before that, set the best value.
    decided: u64,
    /// The position as it was when the search left it.
    left: Option<Level>,
}

#[derive(Debug, Clone)]
struct Back {
    at: u64,
    value: i16,
    best: i16,
    by: Rival,
    reply: Reply,
    led: bool,
}

impl Inquiry {
    /// Creates an inquiry about a pseudo-legal move in the position after a path; `None` if the path contains an
    /// illegal move.
    pub fn new(root: Position, path: Vec<Move>, m: Move) -> Option<Self> {
        let position = path.iter().try_fold(root.clone(), |at, m| at.play(*m))?;
        let growth = Growth::new(root.clone());
        Some(Self { growth, root, path, position, m, tested: None, visit: None })
    }

    /// Processes the next event of the search. Events must come without gaps from the beginning of the search.
    pub fn take(&mut self, told: &Happening) {
        let event = told.seen_by(self.side());
        if self.is_at() {
            self.before(told, event);
        }
        self.growth.take(told);
        if self.is_at() {
            self.behind(told, event);
        } else if matches!(event, Event::Mate { .. }) && self.is_behind_captures(told) {
            self.visit.iter_mut().for_each(|visit| visit.mates = true);
        }
    }

    /// Returns the answer as far as it is known; `None` if the move is legal and the search has not visited the
    /// position.
    pub fn answer(&self) -> Option<Answer> {
        let mut answer = Answer {
            root: self.root.clone(),
            path: self.path.clone(),
            position: self.position.clone(),
            m: self.m,
            iteration: None,
            depth: None,
            over: true,
            best: None,
            is_bound: false,
            reason: Reason::Open,
            at: None,
        };
        if let Some(by) = self.taker() {
            answer.reason = Reason::Illegal { by };
            return Some(answer);
        }
        let visit = self.visit.as_ref()?;
        let here = self.growth.levels().get(self.path.len()).filter(|_| self.is_at());
        let level = visit.left.as_ref().or(here)?;
        answer.iteration = Some(visit.iteration);
        answer.depth = (visit.depth > 0).then_some(visit.depth);
        answer.over = visit.left.is_some();
        answer.best = self.best(level, visit);
        let judgement = Judgement { inquiry: self, level, visit, best: answer.best };
        answer.is_bound = judgement.is_enough();
        (answer.reason, answer.at) = judgement.reason();
        Some(answer)
    }

    /// Returns the ply of the position.
    pub(super) fn ply(&self) -> u16 {
        self.path.len() as u16
    }

    fn side(&self) -> Colour {
        self.root.side_to_play()
    }

    /// Converts a value of the root's side to one of the side that plays in the position, or back.
    fn own(&self, value: i16) -> i16 {
        if self.position.side_to_play() == self.side() {
            value
        } else {
            -value
        }
    }

    /// Returns the reply that captures the king; `None` if the move is legal.
    fn taker(&self) -> Option<Move> {
        if self.position.play(self.m).is_some() {
            return None;
        }
        let mut after = self.position.clone();
        after.make(self.m);
        let king = after.king(self.position.side_to_play());
        after.moves().into_iter().find(|m| m.to == king)
    }

    /// Returns true if the current path begins with the path to the position.
    fn is_above(&self) -> bool {
        let levels = self.growth.levels();
        levels.len() >= self.path.len()
            && self.path.iter().zip(levels).all(|(m, level)| {
                level
                    .in_hand()
                    .is_some_and(|branch| branch.m == *m && branch.fate == Fate::InHand)
            })
    }

    /// Returns true if the search is in the position, or below it.
    fn is_at(&self) -> bool {
        self.growth.levels().len() > self.path.len() && self.is_above()
    }

    /// Returns true if the search seeks a mate at the horizon, after the captures.
    fn is_behind_captures(&self, told: &Happening) -> bool {
        let ended = self.visit.as_ref().is_some_and(|visit| visit.left.is_some());
        ended
            && usize::from(told.ply) == self.path.len()
            && told.side == self.position.side_to_play()
            && self.growth.levels().len() == self.path.len()
            && self.is_above()
    }

    /// Records what the tree loses with the event; called before the tree processes it.
    fn before(&mut self, told: &Happening, event: Event) {
        let (k, levels) = (self.path.len(), self.growth.levels());
        let ply = usize::from(told.ply);
        match event {
            Event::Value { .. } if ply + 1 == k => self.leave(levels[k].clone()),
            Event::Value { m, value, best } if ply == k && m == self.m => {
                let back = Back {
                    at: told.instructions,
                    value,
                    best,
                    by: self.rival(best),
                    reply: self.reply(levels[k].branches.last()),
                    led: false,
                };
                self.visit.iter_mut().for_each(|visit| visit.back = Some(back.clone()));
            }
            Event::Quiet { value } if levels.len() == k + 1 && k > 0 && levels[k].is_first_order() => {
                let mut level = levels[k].clone();
                level.value = Some(value);
                self.leave(level);
            }
            Event::Quiet { value } if levels.len() == k + 2 => self.captured(told.instructions, value),
            _ => {}
        }
    }

    /// Records the value at which the captures after the move end.
    fn captured(&mut self, at: u64, value: i16) {
        let [level, below] = &self.growth.levels()[self.path.len()..] else {
            return;
        };
        let Some(branch) = level.in_hand().filter(|branch| branch.m == self.m) else {
            return;
        };
        let line = below.line();
        if branch.fate == Fate::Tested {
            if let Some(tested) = &mut self.tested {
                tested.line = line;
            }
        } else if level.is_first_order() {
            let best = self.own(level.floor.max(self.own(level.value.unwrap_or(value))));
            let led = self.own(value) > self.own(best);
            let reply = if line.is_empty() {
                Reply::Quiet
            } else {
                Reply::Line(line)
            };
            let back = Back { at, value, best, by: self.rival(best), reply, led };
            self.visit.iter_mut().for_each(|visit| visit.back = Some(back.clone()));
        }
    }

    /// Records what can be read from the tree only after it has processed the event.
    fn behind(&mut self, told: &Happening, event: Event) {
        let k = self.path.len();
        if usize::from(told.ply) != k {
            return;
        }
        let [level, below @ ..] = &self.growth.levels()[k..] else { return };
        let own = told.side == self.position.side_to_play() && below.is_empty();
        let (iteration, mates) = (
            self.growth.ended().map_or(0, |(depth, _)| depth.saturating_add(1)),
            level.mates,
        );
        if let Event::Test { m } = event
            && m == self.m
        {
            let by = Rival::Pass;
            let line = Vec::new();
            self.tested = Some(Tested { at: told.instructions, iteration, score: 0, best: 0, by, line });
        }
        if let Event::Score { m, score, best } = event
            && m == self.m
        {
            let by = self.rival(best);
            let at = told.instructions;
            self.tested
                .iter_mut()
                .for_each(|tested| (tested.at, tested.score, tested.best, tested.by) = (at, score, best, by));
        }
        if let (Event::Node { .. }, Event::Node { depth, low, high, material }) = (event, told.event) {
            let bounds = [low, high];
            let decided = told.instructions;
            self.visit = Some(Visit { iteration, depth, bounds, material, decided, ..Visit::default() });
        }
        let level = (k == 0 && matches!(event, Event::Iteration { .. })).then(|| self.growth.levels()[0].clone());
        let Some(visit) = &mut self.visit else { return };
        match event {
            Event::List { moves } => visit.listed = Some(moves),
            Event::Repetition => visit.repeats = true,
            Event::Mate { .. } if own && mates => visit.decided = told.instructions,
            Event::Pass { .. } => visit.decided = told.instructions,
            Event::Search { depth, .. } if visit.depth != depth + 1 => {
                (visit.depth, visit.back) = (depth + 1, None);
            }
            Event::Better { m, .. } => {
                visit.decided = told.instructions;
                if let Some(back) = &mut visit.back
                    && m == self.m
                {
                    back.led = true;
                }
            }
            _ => {}
        }
        if let Some(level) = level {
            self.leave(level);
        }
    }

    fn leave(&mut self, level: Level) {
        if let Some(visit) = &mut self.visit {
            visit.left = Some(level);
        }
    }

    /// Returns the alternative that has the best value in the position at this moment.
    fn rival(&self, best: i16) -> Rival {
        let level = &self.growth.levels()[self.path.len()];
        match level.best() {
            Some(branch) => Rival::Move(branch.m),
            None if self.passes(level) && level.pass.is_some_and(|pass| self.own(pass) >= self.own(best)) => {
                Rival::Pass
            }
            None => Rival::Elsewhere,
        }
    }

    /// Returns true if the side to play can pass. A side in check cannot: the program's value of a pass is then a
    /// bound, which is known from elsewhere.
    fn passes(&self, level: &Level) -> bool {
        level.is_first_order() || !self.position.in_check()
    }

    /// Returns the best choice in a position, and its value for the root's side.
    fn best(&self, level: &Level, visit: &Visit) -> Option<(Rival, i16)> {
        if (visit.mates || level.mates)
            && let Some(m) = self.position.mates_in_one().first()
        {
            return Some((Rival::Move(*m), level.value?));
        }
        let low = self.own(visit.bounds[0]);
        Some(match (level.best(), level.pass?, level.value?) {
            (Some(branch), _, value) => (Rival::Move(branch.m), value),
            (None, pass, _) if self.own(pass) < visit.bounds[0] => (Rival::Elsewhere, low),
            (None, pass, _) if !self.passes(level) => (Rival::Elsewhere, pass),
            (None, pass, _) => (Rival::Pass, pass),
        })
    }

    /// Returns the other side's answer to the move, whose search is about to end.
    fn reply(&self, branch: Option<&Branch>) -> Reply {
        let mut after = self.position.clone();
        after.make(self.m);
        if after.end() == Some(End::Checkmate) {
            return Reply::Mated;
        }
        let mate = || after.mates_in_one().first().map_or(Reply::Pass, |m| Reply::Mate(*m));
        let Some(below) = self.growth.levels().get(self.path.len() + 1) else {
            return match branch {
                Some(branch) if branch.answered_by_mate => mate(),
                Some(branch) if !branch.line.is_empty() => Reply::Line(branch.line.clone()),
                _ => Reply::Quiet,
            };
        };
        let line = below.line();
        match below.pass {
            _ if below.mates => mate(),
            _ if !line.is_empty() => Reply::Line(line),
            Some(_) => Reply::Pass,
            None if below.value == Some(0) => Reply::Draw,
            None => Reply::Elsewhere,
        }
    }
}

/// A visit that is being judged.
struct Judgement<'i> {
    inquiry: &'i Inquiry,
    level: &'i Level,
    visit: &'i Visit,
    best: Option<(Rival, i16)>,
}

impl Judgement<'_> {
    /// Returns what happened to the move, and at which instruction.
    fn reason(&self) -> (Reason, Option<u64>) {
        let branch = self.level.branches.iter().rfind(|branch| branch.m == self.inquiry.m);
        let decided = Some(self.visit.decided);
        let own = |value| self.inquiry.own(value);
        if self.mates() && self.inquiry.position.mates(self.inquiry.m) {
            let value = self.level.value.unwrap_or_default();
            return (
                Reason::Best { value, pass: self.level.pass, reply: Reply::Mated, enough: true },
                decided,
            );
        }
        match (branch.map(|branch| branch.fate), &self.visit.back) {
            (Some(Fate::Best), Some(back)) if !self.mates() => {
                let reason = Reason::Best {
                    value: back.value,
                    pass: self.level.pass,
                    reply: back.reply.clone(),
                    enough: self.is_enough(),
                };
                (reason, Some(back.at))
            }
            // The search of the move has ended, and the move is about to become the best.
            (Some(Fate::Worse), Some(back)) if !back.led && own(back.value) > own(back.best) => (Reason::Open, None),
            (Some(Fate::Worse | Fate::Best), Some(back)) => {
                let Back { value, best, by, ref reply, led, at } = *back;
                (Reason::Worse { value, best, by, reply: reply.clone(), led }, Some(at))
            }
            (Some(Fate::Ignored), _) => self.not_eligible(),
            (Some(_), _) => (Reason::Open, None),
            (None, _) => self.left_out(),
        }
    }

    fn mates(&self) -> bool {
        self.visit.mates || self.level.mates
    }

    /// Returns the reason for a move that was not tried in this visit.
    fn left_out(&self) -> (Reason, Option<u64>) {
        let decided = Some(self.visit.decided);
        if let Some((by, value)) = self.cut_off() {
            return (Reason::NotReached { by, value }, decided);
        }
        let is_listed =
            self.level.is_first_order() || matches!(self.visit.listed, Some(Listed::Captures | Listed::All));
        if is_listed && self.visit.left.is_some() {
            let best = self
                .best
                .map_or(self.visit.bounds[0], |(_, value)| self.inquiry.own(value));
            let reason = Reason::NotListed {
                listed: self.visit.listed,
                gain: self.inquiry.position.gain(self.inquiry.m),
                needed: best - self.visit.material + 1,
            };
            return (reason, decided);
        }
        self.not_eligible()
    }

    /// Returns what ended the visit before all moves had been tried.
    fn cut_off(&self) -> Option<(CutOff, i16)> {
        let (level, inquiry) = (self.level, self.inquiry);
        let value = level.value.unwrap_or_default();
        if self.mates() {
            return inquiry
                .position
                .mates_in_one()
                .first()
                .map(|m| (CutOff::Mate(*m), value));
        }
        if level.takes_king {
            return Some((CutOff::King, value));
        }
        if self.visit.repeats {
            return Some((CutOff::Repetition, 0));
        }
        let Some(pass) = level.pass else {
            let elsewhere = (CutOff::Elsewhere, inquiry.own(self.visit.bounds[0]));
            return self.visit.left.as_ref().map(|_| elsewhere);
        };
        match level.best() {
            _ if !self.is_enough() => None,
            Some(branch) => Some((CutOff::Move(branch.m), value)),
            None if level.is_first_order() => Some((CutOff::StandPat, pass)),
            None => Some((CutOff::Pass, pass)),
        }
    }

    /// Returns true if the value of the visit is one that the other side would not allow.
    fn is_enough(&self) -> bool {
        let beyond = |value| self.inquiry.own(value) >= self.visit.bounds[1];
        self.level.enough || self.level.is_first_order() && self.level.value.is_some_and(beyond)
    }

    /// Returns the reason for a move that was scored, in this visit or before, and is not worth a search.
    fn not_eligible(&self) -> (Reason, Option<u64>) {
        let Some(tested) = &self.inquiry.tested else {
            return (Reason::Open, None);
        };
        let own = |value| self.inquiry.own(value);
        // A move of the stored list, whose score has been overtaken by the best value since.
        let (by, best) = match self.best {
            Some((by, best)) if own(tested.score) > own(tested.best) => (by, best),
            _ => (tested.by, tested.best),
        };
        if own(tested.score) > own(best) {
            return (Reason::Open, None);
        }
        let Tested { at, score, iteration, ref line, .. } = *tested;
        (
            Reason::NotEligible { score, best, by, line: line.clone(), iteration },
            Some(at),
        )
    }
}
