//! A remark on what the search does at a stop.

use z8000_debugger::command::Remark;
use z8000_debugger::session::Session;

use crate::events::{Happening, Places, sentence};
use crate::view::SearchView;

/// The event at which a session stands, in words and for programs.
pub(super) fn remark(session: &Session) -> Option<Remark> {
    let view = SearchView::new(session)?;
    let happening = happening(session, &view)?;
    Some(Remark {
        text: sentence(&happening, &view)?,
        event: happening.to_json(view.root_side()?),
    })
}

fn happening(session: &Session, view: &SearchView<'_>) -> Option<Happening> {
    let memory = session.board()?.memory();
    let places = Places::find(&|name| view.at(name), memory)?;
    places.read(session.now().instructions, session.cpu(), memory)
}
