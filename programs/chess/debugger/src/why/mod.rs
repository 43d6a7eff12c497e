//! "Why not that move?" What the search found about a move, in one answer.
//!
//! [`Why::ask`] reads a move in a session; [`Why::advance`] replays the past of the session step by step, and continues
//! beyond the present if the search has not decided yet, until it returns the [`Answer`]. The session is unchanged.
//! [`Inquiry`] only folds the events, for callers that have their own stream.

mod answer;
mod command;
mod fold;
mod question;
mod words;

pub use answer::{Answer, CutOff, Reason, Reply, Rival};
pub(crate) use command::why;
pub use fold::Inquiry;
pub use question::Why;
