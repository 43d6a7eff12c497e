//! "Why not that move?": what the search has made of a move, in one answer.
//!
//! [`Why::ask`] reads a move in a session; [`Why::advance`] replays the past of the session piece by piece, and continues
//! beyond the present where the search has not decided yet, until it returns the [`Answer`]. The session does not change.
//! [`Inquiry`] folds the events alone, for callers that have a stream of their own.

mod answer;
mod command;
mod fold;
mod question;
mod words;

pub use answer::{Answer, CutOff, Reason, Reply, Rival};
pub(crate) use command::why;
pub use fold::Inquiry;
pub use question::Why;
