//! Values of the laboratory.

use bcp_laboratory::chess::{Chess, PackedMove};
use bcp_laboratory::conspiracy::{Bounds, RandomTree, Shape, Side};
use bcp_laboratory::game::INFINITY;
use bcp_laboratory::null_move::Settings;
use bcp_laboratory::proof::{Method, Numbers};
use bcp_laboratory::quiescence::{Branching, Fat, Nested};
use bcp_laboratory::trace::Trace;
use bcp_laboratory::{Limits, Statistics};

use super::{of_fields, one_of};
use crate::random::{Any, Random, any};

one_of! {
    Side: Side::Max, Side::Min;
    Method: Method::Pn, Method::Pn2, Method::DfPn, Method::Exhaustive;
}

of_fields! {
    Branching { lists, tried, eligible, complete, eligible_in_complete }
    Fat { lower, value, upper }
    Nested { outer, inner }
}

impl Any for PackedMove {
    fn any(r: &mut Random) -> Self {
        bcp_chess::Move::any(r).into()
    }
}

impl Any for Chess {
    fn any(r: &mut Random) -> Self {
        Self::from(bcp_reference::game::Game::any(r).position())
    }
}

/// Returns the value of a position, or a limit of the range.
pub fn value(r: &mut Random) -> i32 {
    match r.below(4) {
        0 => INFINITY,
        1 => -INFINITY,
        _ => i32::from(i16::any(r)),
    }
}

impl Any for Bounds {
    fn any(r: &mut Random) -> Self {
        if r.one_in(2) {
            Self::leaf(value(r))
        } else {
            Self::finished(value(r))
        }
    }
}

impl Any for Limits<'_> {
    fn any(r: &mut Random) -> Self {
        Self { nodes: 1 + r.below(500) as u64, stop: None }
    }
}

impl Any for Settings {
    fn any(r: &mut Random) -> Self {
        Self::standard(any(r))
    }
}

impl Any for Numbers {
    fn any(r: &mut Random) -> Self {
        if r.one_in(2) {
            Self::answered(any(r))
        } else {
            Self::leaf(any(r), any(r))
        }
    }
}

impl Any for RandomTree {
    fn any(r: &mut Random) -> Self {
        let shape = Shape { branching: r.below(4) as u32, depth: r.below(5) as u32, as_drawn: any(r) };
        Self::new(any(r), any(r), shape)
    }
}

impl Any for Statistics {
    fn any(r: &mut Random) -> Self {
        Self { nodes: any(r), lists: any(r), ..Self::default() }
    }
}

impl Any for Trace {
    fn any(r: &mut Random) -> Self {
        Self::new(String::any(r), String::any(r), String::any(r))
    }
}
