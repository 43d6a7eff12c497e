//! Messages of the Debug Adapter Protocol: only the requests, responses and events that are in use, and of each only
//! the fields that are.

mod event;
mod reference;
mod request;
mod response;

pub(crate) use event::Event;
pub(crate) use reference::{ADDRESSES, Reference};
pub use request::requests;
pub(crate) use request::*;
pub(crate) use response::*;
