//! Messages of the Debug Adapter Protocol: only the requests, responses, events and fields that are used.

mod event;
mod reference;
mod request;
mod response;

pub(crate) use event::Event;
pub(crate) use reference::{ADDRESSES, Reference};
pub use request::requests;
pub(crate) use request::*;
pub(crate) use response::*;
