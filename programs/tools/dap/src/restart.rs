//! Restarts the program, which is assembled again and keeps its breakpoints.

use anyhow::Result;
use serde_json::Value as Json;
use z8000_debugger::breakpoint::Breakpoint;
use z8000_debugger::program::SourceFile;

use super::Launch;
use super::debuggee::{Debuggee, Set, Wish};
use super::protocol::Event;
use super::sources::source_of;

impl Debuggee {
    /// Launches again, possibly with new attributes. Breakpoints keep their numbers and are placed again.
    pub(super) fn restarted(&self, attributes: Option<Json>, launch: &Launch<'_>) -> Result<(Self, Vec<Event>)> {
        let attributes = attributes.unwrap_or_else(|| self.attributes.0.clone());
        let mut new = Self::launch(attributes, self.client.clone(), launch)?;
        let mut events = new.loaded_sources_events(Some(&self.session().program().files));
        for Set { wish, ids } in self.owned.values() {
            // Breakpoints in a source without a wish, or with an empty one, were typed in the console.
            match wish {
                None => {}
                Some(Wish::Source(request)) if request.breakpoints.is_empty() => {}
                // In a source without a name, nothing is set.
                Some(wish) => drop(new.set(wish.clone(), Some(ids))),
            }
        }
        for Breakpoint { id, line, .. } in self.session().breakpoints.list() {
            let Some(line) = line else { continue };
            new.session_mut().breakpoints.number_from(*id);
            if let Err(error) = new.interpreter.execute(line, &mut |_| true) {
                let text = format!("cannot restore `{line}`: {error}\n");
                events.push(Event::output("stderr", &text));
            }
        }
        let next = self.session().breakpoints.next();
        new.session_mut().breakpoints.number_from(next);
        // The client knows the old ones. Those that no longer have a place are in no list.
        let answers = std::mem::replace(&mut new.known, self.known.clone());
        for (id, breakpoint) in answers.into_iter().filter(|(_, answer)| !answer.verified) {
            let known = new.known.insert(id, breakpoint.clone());
            if known.is_some_and(|known| known.verified) {
                events.push(Event::breakpoint("changed", &breakpoint));
            }
        }
        events.extend(new.news());
        Ok((new, events))
    }

    /// The events for sources that were added, changed or removed since others were loaded.
    pub(super) fn loaded_sources_events(&self, before: Option<&[SourceFile]>) -> Vec<Event> {
        let (before, now) = (before.unwrap_or_default(), &self.session().program().files);
        let named = |files: &'_ [SourceFile], name: &str| files.iter().position(|file| file.name == name);
        let event = |reason, file: &SourceFile, index| Event::source(reason, &source_of(file, index));
        let here = now.iter().enumerate().filter_map(|(index, file)| {
            let reason = match named(before, &file.name) {
                None => "new",
                Some(old) if before[old].lines != file.lines => "changed",
                Some(_) => return None,
            };
            Some(event(reason, file, index))
        });
        let gone = before.iter().enumerate();
        let gone = gone.filter(|(_, file)| named(now, &file.name).is_none());
        here.chain(gone.map(|(index, file)| event("removed", file, index)))
            .collect()
    }
}
