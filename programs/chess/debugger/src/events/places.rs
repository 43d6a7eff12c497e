//! The places in the program at which its search can be observed.

use z8000::machine::World;
use z8000_debugger::command::CommandError;

use crate::view::SearchView;
use bcp_driver::SearchPath;
use bcp_driver::StoredTree;
use bcp_driver::Symbols;

/// A place in the program, named after the event that is about to happen, or has just happened, there.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Place {
    /// The routine `t2v`, the second-order search of a node, begins.
    Node,
    /// The routine `xt1v`, a capture search that also sees mates, begins. The position is a node only if the call
    /// evaluates a move at the horizon.
    Horizon,
    /// The position has occurred on the path before, so it is a draw.
    Repetition,
    /// The null-move value is known.
    Pass,
    /// The root's null move is about to be evaluated.
    RootPass,
    /// The list of eligible moves is about to be built, or continued.
    Build,
    /// Moves are about to be listed one ply from the horizon.
    Near,
    /// A move is about to be scored.
    Test,
    /// The move has been scored and is still on the board.
    Score,
    /// A move that has an entry in the stored tree is about to be searched.
    Search,
    /// A move is about to be tried one ply from the horizon, or to be searched by the simple version.
    Try,
    /// A move has been searched and its value is known.
    Value,
    /// The move is the best so far.
    Better,
    /// The capture search, `t1v`, begins.
    Captures,
    /// A capture is about to be tried.
    Capture,
    /// The king can be taken, or a capture has reached the upper bound.
    King,
    /// The capture search ends with the upper bound as its value.
    Upper,
    /// The capture search ends with the best value.
    Best,
    /// The search for a mate, `matev`, begins.
    MateSearch,
    /// A check is about to be tested for mate.
    Check,
    /// The search for a mate has returned to `xt1v`.
    Mated,
    /// The side to play at a node can mate.
    Mate,
    /// An entry of the stored tree was requested for an eligible move.
    Kept,
    /// The children of an entry of the stored tree are about to be freed.
    Dropped,
    /// An iteration is about to be reported.
    Iteration,
}

/// Places at labels.
const LABELS: [(&str, Place); 20] = [
    ("t2v", Place::Node),
    ("xt1v", Place::Horizon),
    ("t2v_draw", Place::Repetition),
    ("score_root", Place::RootPass),
    ("t2v_build", Place::Build),
    ("near", Place::Near),
    ("score_move", Place::Test),
    ("search_child", Place::Search),
    ("near_move", Place::Try),
    ("search_move", Place::Try),
    ("better", Place::Better),
    ("search_better", Place::Better),
    ("t1v", Place::Captures),
    ("t1v_try", Place::Capture),
    ("king_was_taken", Place::King),
    ("t1v_upper", Place::Upper),
    ("t1v_best", Place::Best),
    ("matev", Place::MateSearch),
    ("mated", Place::Check),
    ("t2v_mate", Place::Mate),
];

/// Places at the calls of a routine between two labels: at the instruction after the call, or at the call itself for
/// `free_children`. The columns are: first label, end label, routine, place.
const CALLS: [(&str, &str, &str, Place); 6] = [
    ("t2v", "better", "search_child", Place::Value),
    ("near", "near_move", "near_move", Place::Value),
    ("score_move", "unpack", "xt1v", Place::Score),
    ("xt1v", "", "matev", Place::Mated),
    ("t2v_build", "better", "allocate", Place::Kept),
    ("t2v", "better", "free_children", Place::Dropped),
];

/// The limit on the length of a routine whose range has no end label.
const LONGEST_ROUTINE: u16 = 64;

/// The addresses of the places in a program, and the layout of its memory.
#[derive(Debug, Clone)]
pub struct Places {
    /// The place at each even address, if there is one.
    at: Box<[Option<Place>; 0x8000]>,
    pub(super) layout: Layout,
}

/// Addresses and offsets through which the events are read.
#[derive(Debug, Clone, Copy)]
pub(super) struct Layout {
    pub(super) white: u16,
    pub(super) placed: u16,
    pub(super) path: SearchPath,
    pub(super) mate_value: u16,
    pub(super) undo_from: u16,
    pub(super) frame_lower: u16,
    /// Layout of the stored tree; `None` in the simple version.
    pub(super) stored: Option<StoredLayout>,
}

/// The part of the layout that exists only in the version with a stored tree.
#[derive(Debug, Clone, Copy)]
pub(super) struct StoredLayout {
    /// The return address of the call that evaluates a move at the horizon.
    pub(super) near_quiesced: Option<u16>,
    pub(super) frame_scoring: u16,
    pub(super) tree: StoredTree,
}

impl Places {
    /// Locates the places in a program; `None` if the program is not the chess program.
    pub fn find(symbols: Symbols<'_>, memory: &World) -> Option<Self> {
        let mut places = Self { at: Box::new([None; 0x8000]), layout: Layout::find(symbols)? };
        for (label, place) in LABELS {
            places.put(symbols(label), place);
        }
        // The paths join after the single instruction that takes the value of standing pat.
        places.put(symbols("t2v_stand_pat").map(|at| at.wrapping_add(2)), Place::Pass);
        // At `cp r0,r8`, before `ret le`: the simple version has no call there that is followed only by a value.
        places.put(symbols("search_better").map(|at| at.wrapping_sub(4)), Place::Value);
        // The console that plays games has another routine of this name.
        places.put(
            symbols("report").filter(|_| symbols("it2v").is_some()),
            Place::Iteration,
        );
        for (from, to, called, place) in CALLS {
            let (Some(from), Some(called)) = (symbols(from), symbols(called)) else {
                continue;
            };
            let to = symbols(to).unwrap_or(from.saturating_add(LONGEST_ROUTINE));
            for (at, behind) in calls(memory, from, to, called) {
                places.put(Some(if place == Place::Dropped { at } else { behind }), place);
            }
        }
        Some(places)
    }

    /// Locates the places of a debugged program, for a command that needs them.
    ///
    /// # Errors
    ///
    /// The program is not the chess program.
    pub(crate) fn of_view(view: &SearchView<'_>) -> Result<Self, CommandError> {
        let missing = || CommandError::Other("this is not the chess program, so it has no search events".to_owned());
        Self::find(&|name| view.at(name), view.memory()).ok_or_else(missing)
    }

    fn put(&mut self, at: Option<u16>, place: Place) {
        if let Some(at) = at {
            self.at[usize::from(at / 2)] = Some(place);
        }
    }

    /// Returns the place at an address; `None` if there is none.
    #[inline]
    pub fn at(&self, address: u16) -> Option<Place> {
        self.at[usize::from(address / 2)]
    }

    /// Returns the addresses that belong to a place.
    pub fn of(&self, place: Place) -> impl Iterator<Item = u16> + '_ {
        let here = (0..).zip(self.at.iter()).filter(move |(_, at)| **at == Some(place));
        here.map(|(index, _): (u16, _)| 2 * index)
    }
}

impl Layout {
    fn find(symbols: Symbols<'_>) -> Option<Self> {
        Some(Self {
            white: symbols("WHITE")?,
            placed: symbols("placed")?,
            path: SearchPath::find(symbols)?,
            mate_value: symbols("mate_value")?,
            undo_from: symbols("UNDO_FROM")?,
            frame_lower: symbols("FRAME_LOWER")?,
            stored: StoredLayout::find(symbols),
        })
    }
}

impl StoredLayout {
    fn find(symbols: Symbols<'_>) -> Option<Self> {
        Some(Self {
            near_quiesced: symbols("near_quiesced"),
            frame_scoring: symbols("FRAME_SCORING")?,
            tree: StoredTree::find(symbols)?,
        })
    }
}

/// Returns the calls of a routine between two addresses: the address of each call, and of the instruction after it.
fn calls(memory: &World, from: u16, to: u16, called: u16) -> impl Iterator<Item = (u16, u16)> + '_ {
    (from..to).step_by(2).filter_map(move |at| {
        let word = memory.program_word(at);
        if word == 0x5F00 && memory.program_word(at.wrapping_add(2)) == called {
            return Some((at, at.wrapping_add(4)));
        }
        // The low 12 bits of CALR are a signed distance in words, subtracted from the next instruction's address.
        let back = ((word << 4).cast_signed() >> 4).cast_unsigned();
        let behind = at.wrapping_add(2);
        (word >> 12 == 0xD && behind.wrapping_sub(back.wrapping_mul(2)) == called).then_some((at, behind))
    })
}
