//! What a page asks and what it is answered, as JSON. `page/protocol.ts` says the same to TypeScript, with what each
//! field means; a test has its compiler check answers of every kind.

mod answer;
mod chess;
mod game;
mod request;
mod state;

pub use answer::*;
pub use chess::*;
pub use game::*;
pub use request::*;
pub use state::*;
