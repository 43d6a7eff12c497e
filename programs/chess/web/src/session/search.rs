//! The search of a session as the page shows it.

use bcp_chess::Position;
use bcp_debugger::{CHESS, PlyKind, SearchView};
use z8000_debugger::session::Frame;

use super::{Root, Session};
use crate::chess::{line, played};
use crate::protocol::{self, Chess, Fill, Ply};

impl Session {
    /// Returns the search at this moment; `None` in a program without a board.
    pub(super) fn search(&self, root: &Root, frames: &[Frame]) -> Option<Chess> {
        let session = &self.interpreter.session;
        let view = SearchView::new(session)?;
        let now = session.now();
        let began = root.lines.search_began(now.steps);
        let best_line = view.best_line().unwrap_or_default();
        Some(Chess {
            root: protocol::Root {
                fen: root.fen.clone(),
                side: root.position.side_to_play().into(),
                ending: root.ending.clone(),
            },
            board: view.board()?,
            side: view.side().map(Into::into),
            iteration: view.iteration(frames),
            nodes: view.nodes().unwrap_or(0),
            clocks: began.map(|began| now.clocks - began),
            tree: view.fill().map(|(used, capacity)| Fill { used, capacity }),
            best_line: line(&root.position, &best_line),
            iterations: root.lines.iterations(now.steps),
            plies: plies(&view, frames, &root.position),
            told: (CHESS.remark)(session).map(|remark| remark.text),
            growth: root.growing.as_ref().map(|growing| growing.picture(session)),
            solved: root
                .problem
                .as_ref()
                .and_then(|problem| root.lines.solved(problem, session)),
            done: root.lines.done(now.steps),
        })
    }
}

fn plies(view: &SearchView<'_>, frames: &[Frame], root: &Position) -> Vec<Ply> {
    let mut at = Some(root.clone());
    // The page draws the moves on the path; captures after a null move do not belong to its position.
    let on_path = |ply: &bcp_debugger::Ply| !matches!(ply.played, PlyKind::Behind { .. });
    let plies = view.plies(frames).into_iter().filter(on_path);
    plies
        .map(|ply| {
            let (text, record) = match &ply.played {
                PlyKind::Move { m, record, .. } => (Some(m), Some(*record)),
                PlyKind::Scored { m, .. } => (Some(m), None),
                PlyKind::Behind { .. } | PlyKind::Null | PlyKind::Within(_) => (None, None),
            };
            Ply {
                played: text.map(|text| played(&mut at, text)),
                text: ply.played.coordinates(),
                depth: ply.depth,
                alpha: ply.alpha,
                beta: ply.beta,
                best: ply.best,
                record,
                frame: ply.frame,
            }
        })
        .collect()
}
