//! A program in the debugger: its state, its past, and why it stops.

mod back;
mod course;
mod followed;
mod origin;
mod recording;
mod replay;
mod run;
mod stack;
mod state;
mod stop;
mod unit;

pub use course::{Goal, Hunt, Moment};
pub use origin::{Interrupted, Origin, Remarks, Trail, Writer};
pub use recording::{Recording, RecordingError};
pub use replay::Replay;
pub use stack::Frame;
pub use state::{Session, Tick};
pub use stop::Reason;
