//! Finds the first event at which the searches of the Z8000 and of the reference differ.

use std::cell::RefCell;

use bcp_chess::Position;
use bcp_debugger::{Happening, Places, Watcher};
use bcp_driver::{Limits, Program, Progress, Search, SearchPath};
use bcp_reference::search::{Event, Observer, Readings, Searcher, Version};
use bcp_suite::{find, suite};
use z8000::machine::World;

/// Collects the events of the reference.
#[derive(Default)]
struct Collector(RefCell<Vec<Event>>);

impl Observer for Collector {
    fn event(&self, event: Event) {
        self.0.borrow_mut().push(event);
    }
}

/// Returns true if both searches report an event. In the simple version the reference reports less.
const fn is_told(event: Event, version: Version) -> bool {
    let told = !matches!(
        event,
        Event::Try { .. } | Event::Better { .. } | Event::Pass { .. } | Event::Repetition
    );
    told || matches!(version, Version::Stored)
}

/// Returns the number of equal events at the start of both searches, and a description of the first that differs.
fn first_difference(program: &Program, version: Version, position: &Position, depth: u8) -> (usize, Option<String>) {
    let collector = Collector::default();
    let mut searcher = Searcher::new(position.clone()).version(version).observed(&collector);
    searcher.search(depth).for_each(drop);
    let expected = collector.0.take();
    let limits = Limits { depth, ..Limits::default() };
    let mut search = Search::start(program, position, limits).expect("a search");
    let symbols = |name: &str| program.symbol(name);
    let places = Places::find(&symbols, search.memory()).expect("the places of a search");
    let path = SearchPath::find(&symbols).expect("a path");
    let (mut seen, mut difference) = (0, None);
    let mut compare = |happening: Happening, _: &_, memory: &World| {
        let event = happening.event;
        if difference.is_some() || !is_told(event, version) {
        } else if expected.get(seen) == Some(&event) {
            seen += 1;
        } else {
            difference = Some((event, path.moves(memory).join(" ")));
        }
    };
    let mut watcher = Watcher::new(&places, search.instructions(), &mut compare);
    while matches!(search.next_with(&mut watcher).expect("it runs"), Progress::Iteration(_)) {}
    let equal = difference.is_none() && seen == expected.len();
    (seen, (!equal).then(|| report(seen, difference, expected.get(seen))))
}

fn report(seen: usize, difference: Option<(Event, String)>, expected: Option<&Event>) -> String {
    let end = || "the end of the search".to_owned();
    let (event, moves) = difference.map_or_else(
        || (end(), String::new()),
        |(event, moves)| (format!("{event:?}"), moves),
    );
    let expected = expected.map_or_else(end, |event| format!("{event:?}"));
    format!(
        "  the first difference is at event {}, after the moves [{moves}]:\n    Z8000      {event}\n    reference  \
         {expected}",
        seen + 1
    )
}

/// Nodes, passes, eligible moves, captures, mates, cut-offs and tree entries: the Z8000's are read from registers and
/// memory, the others are reported by the reference.
fn tells_the_same(version: Version, numbers: impl Iterator<Item = u32>, depth: u8) -> usize {
    let program = Program::new(None, version == Version::Simple, &Readings::default()).expect("the program");
    let suite = suite(None).expect("the suite");
    let events = numbers.map(|number| {
        let position = &find(&suite, number).expect("a position").position;
        let (events, difference) = first_difference(&program, version, position, depth);
        assert_eq!(difference, None, "position {number}");
        events
    });
    events.sum()
}

#[test]
fn the_z8000_and_the_reference_tell_the_same_events_in_twenty_positions() {
    let events = tells_the_same(Version::Stored, (1..=300).step_by(15), 4);
    assert!(events > 100_000, "{events}");
}

#[test]
fn so_they_do_of_the_simple_version() {
    let events = tells_the_same(Version::Simple, (1..=300).step_by(60), 2);
    assert!(events > 10_000, "{events}");
}
