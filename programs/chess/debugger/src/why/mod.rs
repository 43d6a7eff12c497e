//! Answers the question "Why not that move?" from what the search found.
//!
//! [`Why::ask`] reads a move in a session; [`Why::advance`] replays the past of the session step by step, and continues
//! beyond the present if the search has not decided yet, until it returns the [`Answer`]. The session is unchanged.
//! [`Inquiry`] only folds the events, for callers that have their own event stream.

mod answer;
mod command;
mod fold;
mod question;
mod words;

pub use answer::{Answer, CutOff, Reason, Reply, Rival};
pub(crate) use command::why;
pub use fold::Inquiry;
pub use question::Why;
