//! Reports to the client about breakpoints that were set, changed or deleted in the console.

use std::collections::BTreeMap;

use z8000_debugger::breakpoint::{Breakpoint as Known, Kind};

use super::debuggee::{Debuggee, Owner};
use super::protocol::{Breakpoint, Event, Reference};
use super::sources::source_file;

impl Debuggee {
    /// Returns the changes to breakpoints since the client was last informed. From then on, breakpoints in a source
    /// belong to the source: the client lists them when it sets others there.
    pub(super) fn news(&mut self) -> Vec<Event> {
        // Breakpoints that could not be set are in no list.
        let waiting = self.known.iter().filter(|(_, known)| known.unset);
        let mut now: BTreeMap<u32, (Breakpoint, Option<usize>)> =
            waiting.map(|(id, known)| (*id, (known.clone(), None))).collect();
        for one in self.session().breakpoints.list() {
            now.insert(one.id, self.shown_as(one));
        }
        let mut events = Vec::new();
        for (id, known) in &self.known {
            match now.get(id) {
                None => events.push(Event::breakpoint("removed", known)),
                Some((shown, _)) if !same(shown, known) => events.push(Event::breakpoint("changed", shown)),
                Some(_) => {}
            }
        }
        let new = now.iter().filter(|(id, _)| !self.known.contains_key(id));
        events.extend(new.map(|(_, (shown, _))| Event::breakpoint("new", shown)));
        for (id, (_, file)) in &now {
            if let Some(file) = file.filter(|_| !self.is_wanted(*id)) {
                let owner = Owner::Source(Ok(file));
                self.owned.entry(owner).or_default().push(*id);
            }
        }
        self.known = now.into_iter().map(|(id, (shown, _))| (id, shown)).collect();
        events
    }

    fn is_wanted(&self, id: u32) -> bool {
        self.owned.values().any(|ids| ids.contains(&id))
    }

    /// Returns a breakpoint as the client sees it, and the file that contains it.
    fn shown_as(&self, one: &Known) -> (Breakpoint, Option<usize>) {
        let program = self.session().program();
        let at = match &one.kind {
            Kind::Code(addresses) => addresses.first().copied(),
            _ => None,
        };
        // The name of a place is more informative than a line within a macro.
        let named = at.and(one.place.rsplit_once(':')).and_then(|(name, number)| {
            let file = program.file(name).ok()?;
            Some((file, number.parse().ok()?))
        });
        let line = || at.and_then(|at| program.line(at)).map(|line| (line.file, line.line));
        let place: Option<(usize, u32)> = named.or_else(line);
        let shown = Breakpoint {
            verified: one.enabled,
            unset: false,
            id: Some(one.id),
            message: (!one.enabled).then(|| "disabled".to_owned()),
            source: place.and_then(|(file, _)| source_file(program, file)),
            line: place.map(|(_, line)| line.saturating_sub(1) + self.first_line()),
            instruction_reference: at.map(Reference::program),
        };
        (shown, place.map(|(file, _)| file))
    }
}

/// Returns true if a client would see no difference. Fields that the answer did not contain are not compared.
fn same(now: &Breakpoint, known: &Breakpoint) -> bool {
    let moved = known.line.is_some() && now.line != known.line;
    let elsewhere = known.line.is_none()
        && known.instruction_reference.is_some()
        && now.instruction_reference != known.instruction_reference;
    now.verified == known.verified && !moved && !elsewhere
}
