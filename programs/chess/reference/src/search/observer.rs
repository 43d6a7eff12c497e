//! Watching and stopping a search.

use std::cell::Cell;

use bcp_chess::Move;

use super::event::Event;

/// Who watches a search. Every method does nothing unless it is given a meaning. What is noted stands in cells, so that it
/// can be read, and a limit changed, between two iterations.
pub trait Observer {
    /// An event, in the order in which the Z8000 program comes to them. Version 1 tells its nodes, captures and mates.
    fn event(&self, _event: Event) {}

    /// The evaluation of a position behind a null move of version 1 begins: the capture tree, and mates in one.
    fn xt1v(&self, _lv: i16, _uv: i16) {}

    /// The search that began last ends with a value: of a position of the capture tree, or of version 1 any of these
    /// three. Not called where the search is stopped.
    fn value(&self, _value: i16) {}

    /// A move is made, or none for a null move: in the capture tree, and in version 1.
    fn make(&self, _m: Option<Move>) {}

    /// It is taken back.
    fn unmake(&self) {}

    /// Asked at every position of the second-order search, with the nodes counted so far: shall the search stop at once,
    /// within the iteration?
    fn stop(&self, _nodes: u32) -> bool {
        false
    }
}

/// Nobody watches.
pub(super) struct Unobserved;

impl Observer for Unobserved {}

/// Stops a search when this many nodes have been counted; the last capture trees may go a little beyond.
#[derive(Clone, Debug)]
pub struct NodeLimit(pub Cell<u32>);

impl Observer for NodeLimit {
    fn stop(&self, nodes: u32) -> bool {
        nodes >= self.0.get()
    }
}
