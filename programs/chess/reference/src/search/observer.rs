//! Watching and stopping a search.

use bcp_chess::Move;

/// Who watches a search. Every method does nothing unless it is given a meaning, and what does nothing costs nothing.
///
/// The first four are called when a routine of that name is entered, in the order in which the Z8000 program reaches the
/// labels of the same names. Values are in pawns, for the side to play: `lv` and `uv` the bounds, `mb` the material.
pub trait Observer {
    /// Second-order search of a position to a depth begins.
    fn t2v(&mut self, _depth: u8, _lv: i16, _uv: i16, _mb: i16) {}

    /// A position of the capture tree.
    fn t1v(&mut self, _lv: i16, _uv: i16, _mb: i16) {}

    /// A search for a mate in one begins.
    fn matev(&mut self) {}

    /// A legal check has been given: is it mate?
    fn mated(&mut self) {}

    /// The evaluation of a position behind a null move of version 1 begins: the capture tree, and mates in one.
    fn xt1v(&mut self, _lv: i16, _uv: i16) {}

    /// The search that began last ends with a value: of a position of the capture tree, or of version 1 any of these
    /// three. Not called where the search is stopped.
    fn value(&mut self, _value: i16) {}

    /// A move is made, or none for a null move: in the capture tree, and in version 1.
    fn make(&mut self, _m: Option<Move>) {}

    /// It is taken back.
    fn unmake(&mut self) {}

    /// Asked at every position of the second-order search, with the nodes counted so far: shall the search stop at once,
    /// within the iteration?
    fn stop(&mut self, _nodes: u32) -> bool {
        false
    }
}

/// Nobody watches.
#[derive(Clone, Copy, Default, Debug)]
pub struct Unobserved;

impl Observer for Unobserved {}

/// Stops a search when this many nodes have been counted; the last capture trees may go a little beyond.
#[derive(Clone, Copy, Debug)]
pub struct NodeLimit(pub u32);

impl Observer for NodeLimit {
    fn stop(&mut self, nodes: u32) -> bool {
        nodes >= self.0
    }
}
