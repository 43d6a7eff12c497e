//! A question about a move in a session, and the part of the session's search that answers it.

use bcp_chess::{Colour, Move, Obstacle, Position, SanError};
use bcp_driver::side_name;
use z8000::machine::World;
use z8000_debugger::command::CommandError;
use z8000_debugger::session::{Replay, Session};

use super::answer::{Answer, Reason};
use super::fold::Inquiry;
use crate::events::{Happening, Places, Watcher};
use crate::notation::{path, root};
use crate::view::SearchView;

/// The first iteration that tests what each move threatens.
const TESTING: u8 = 2;

/// A question that is being answered.
#[derive(Debug, Clone)]
pub struct Why {
    inquiry: Inquiry,
    places: Places,
    replay: Replay,
    /// The moment up to which the inquiry has followed the search, in the session that it replays.
    now: u64,
    present: u64,
    /// The first iteration in which an answer counts.
    iteration: u8,
    /// The moment of the event that the inquiry received last, before it happened.
    seen: Option<u64>,
    answer: Option<Answer>,
    /// True if the program has halted, or waits for input.
    ended: bool,
}

/// Returns true if an answer is final, and from an iteration that counts.
fn counts(answer: &Answer, least: u8) -> bool {
    let is_open = matches!(answer.reason, Reason::Open | Reason::Best { .. });
    answer.iteration >= Some(least) && (answer.over || !is_open && least < TESTING)
}

impl Why {
    /// Asks why the search of a session does not play a move. The move is given in SAN or by its squares, in the
    /// position at a ply of the path: 0 is the root, `None` the current ply. If the search has not begun, the question
    /// is about iteration 2, the first that tests moves.
    ///
    /// # Errors
    ///
    /// The move is ambiguous, is not a move, or belongs to the other side; the ply is not on the path; or the program
    /// is not the chess program.
    pub fn ask(session: &Session, m: &str, ply: Option<usize>) -> Result<Self, CommandError> {
        let view = SearchView::of(session)?;
        let places = Places::of_view(&view)?;
        let root = root(session, &view)?;
        let path = path(&view, &root);
        let last = path.len();
        let ply = ply.unwrap_or(last);
        let path = path.get(..ply).ok_or_else(|| {
            CommandError::Other(format!("ply {ply} is not on the path: expected 0, the root, to {last}"))
        })?;
        let lost = || CommandError::Other("the path of the search cannot be played on its board".to_owned());
        let position = path
            .iter()
            .try_fold(root.clone(), |at, m| at.play(*m))
            .ok_or_else(lost)?;
        let m = named(&position, m, ply)?;
        let begun = view.ply_record().is_some();
        Ok(Self {
            inquiry: Inquiry::new(root, path.to_vec(), m).ok_or_else(lost)?,
            places,
            replay: session.past(0),
            now: 0,
            present: session.now().steps,
            iteration: if begun { 0 } else { TESTING },
            seen: None,
            answer: None,
            ended: false,
        })
    }

    /// Follows the search for at most `most` further instructions. Returns `None` until the past of the session has
    /// been replayed and the current visit (or the next, if there was none) has decided the question, or the search has
    /// ended. An illegal move is answered at once.
    pub fn advance(&mut self, most: u64) -> Option<Answer> {
        if self.now == 0 {
            self.look();
        }
        if self.answer.is_none() && self.now < self.present {
            let Self { inquiry, places, .. } = self;
            let mut take = |told: Happening, _: &_, _: &World| inquiry.take(&told);
            let mut watcher = Watcher::new(places, self.now, &mut take);
            let most = most.min(self.present - self.now);
            self.replay.advance(most, &mut watcher);
            self.now += most;
            if self.now == self.present {
                self.look();
            }
        } else if self.answer.is_none() {
            self.continue_beyond(most);
        }
        self.answer.clone()
    }

    /// Passes the event at the present to the inquiry, and returns the answer if there is one.
    fn look(&mut self) {
        if self.now == self.present
            && let board = self.replay.machine()
            && let Some(told) = self.places.read(self.now, board.cpu(), board.world())
        {
            self.inquiry.take(&told);
            self.seen = Some(self.now);
        }
        let answer = self.inquiry.answer();
        self.answer = answer.filter(|answer| match answer.reason {
            Reason::Illegal { .. } => true,
            _ => self.now == self.present && counts(answer, self.iteration),
        });
    }

    fn continue_beyond(&mut self, most: u64) {
        let (ply, least, seen) = (self.inquiry.ply(), self.iteration, self.seen);
        let Self { inquiry, places, answer, .. } = self;
        let mut take = |told: Happening, _: &_, _: &World| {
            if answer.is_some() || seen == Some(told.instructions) {
                return;
            }
            inquiry.take(&told);
            // Only events in this position, or in the one above it, can decide the question.
            if told.ply == ply || told.ply + 1 == ply {
                *answer = inquiry.answer().filter(|answer| counts(answer, least));
            }
        };
        let mut watcher = Watcher::new(places, self.now, &mut take);
        self.ended = self.replay.continue_beyond(most, &mut watcher);
        self.now += most;
        if self.ended && self.answer.is_none() {
            self.answer = self.inquiry.answer();
        }
    }

    /// Returns true if the search has ended, so no further answer can come.
    pub const fn has_ended(&self) -> bool {
        self.ended
    }
}

/// Parses a move, legal or not.
fn named(position: &Position, text: &str, ply: usize) -> Result<Move, CommandError> {
    let error = match position.move_from_san(text) {
        Ok(m) => return Ok(m),
        Err(error) => error,
    };
    let wrong = |text: String| Err(CommandError::Other(text));
    let side = position.side_to_play();
    let place = if ply == 0 {
        "at the root".to_owned()
    } else {
        format!("at ply {ply}")
    };
    if let SanError::Ambiguous(_) = error {
        let fits = |m: &Move| {
            let san = position.san(*m)?;
            let bare = |text: &str| text.replace(['x', '+', '#'], "");
            let (san_bare, text) = (bare(&san), bare(text));
            let parts = (
                san_bare.chars().next()? == text.chars().next()?,
                san_bare.ends_with(text.get(1..)?),
            );
            (parts == (true, true)).then_some(san)
        };
        let fitting: Vec<String> = position.legal_moves().iter().filter_map(fits).collect();
        return wrong(format!("`{text}` is ambiguous {place}: {}", fitting.join(" or ")));
    }
    let obstacles = position.obstacles(text);
    let mut other = position.clone();
    other.make_null();
    match obstacles[..] {
        // The search also lists moves that leave the king in check.
        [Obstacle::King(m, _)] => return Ok(m),
        [] => return wrong(error.to_string()),
        [Obstacle::Theirs(_) | Obstacle::Absent(..) | Obstacle::Reach(..) | Obstacle::NoneReaches(..)]
            if other.move_from_san(text).is_ok() =>
        {
            let (other, side) = (side_name(other.side_to_play()), side_name(side));
            return wrong(format!(
                "`{text}` is a move of {other}, but {place} it is {side}'s turn"
            ));
        }
        _ => {}
    }
    let because: Vec<String> = obstacles.iter().map(ToString::to_string).collect();
    wrong(format!("`{text}` is not legal {place}: {}", because.join("; ")))
}

/// Returns the other side's name for sentences.
pub(super) const fn other(side: Colour) -> &'static str {
    side_name(side.opponent())
}
