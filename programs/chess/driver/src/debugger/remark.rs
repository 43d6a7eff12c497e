//! A remark on what the search does at a stop.

use z8000_debugger::command::Remark;
use z8000_debugger::session::Session;

use crate::events::{Places, sentence};
use crate::view::SearchView;

/// The event at which a session stands, in words and for programs.
pub(super) fn remark(session: &Session) -> Option<Remark> {
    let view = SearchView::new(session)?;
    let places = Places::of_view(&view).ok()?;
    let happening = places.read(session.now().instructions, session.cpu(), view.memory())?;
    Some(Remark {
        text: sentence(&happening, &view)?,
        event: happening.to_json(view.root_side()?),
    })
}
