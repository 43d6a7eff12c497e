//! The growing tree as the page shows it: the part of up to a million nodes that can be displayed.

use bcp_chess::Colour;
use bcp_debugger::{Branch, Fate, Growth, Level, Order};
use bcp_driver::{Value, side_name};

use crate::chess::line;
use crate::protocol::{self, Ignored, Move, TreeValue};

/// The maximum number of searched moves of a position that are shown although they are not the best: the latest ones.
const SHOWN: usize = 6;

/// Returns the picture of a tree at a moment.
pub(crate) fn picture(growth: &Growth, captures: Option<&Level>, instruction: u64) -> protocol::Growth {
    let root = growth.root().side_to_play();
    protocol::Growth {
        instruction,
        levels: growth
            .levels()
            .iter()
            .enumerate()
            .map(|(ply, one)| level(one, ply, root))
            .collect(),
        captures: captures.map(|one| level(one, growth.levels().len(), root)),
    }
}

/// Returns a position that is `ply` plies after the root.
fn level(level: &Level, ply: usize, root: Colour) -> protocol::TreeNode {
    let searched = |branch: &&Branch| branch.fate == Fate::Worse;
    let more = level.branches.iter().filter(searched).count().saturating_sub(SHOWN);
    let mut left_out = more;
    let mut is_shown = |branch: &Branch| {
        let is_left_out = branch.fate == Fate::Worse && left_out > 0;
        left_out -= usize::from(is_left_out);
        !is_left_out
    };
    let shown = level.branches.iter().filter(|branch| is_shown(branch));
    let ignored = level.branches.iter().filter(|branch| branch.fate == Fate::Ignored);
    protocol::TreeNode {
        side: level.position.side_to_play().into(),
        depth: match level.order {
            Order::Second { depth } => Some(depth),
            Order::First => None,
        },
        pass: level.pass.map(|value| tree_value(value, ply + 1, root)),
        value: level.value,
        enough: level.enough,
        mates: level.mates,
        takes_king: level.takes_king,
        branches: shown.filter_map(|one| branch(level, one, ply, root)).collect(),
        ignored: ignored
            .map(|branch| Ignored { played: named(level, branch), at: branch.at })
            .collect(),
        more,
    }
}

fn branch(level: &Level, branch: &Branch, ply: usize, root: Colour) -> Option<protocol::Branch> {
    let fate = protocol::Fate::of(branch.fate)?;
    let texts: Vec<String> = [branch.m].iter().chain(&branch.line).map(ToString::to_string).collect();
    let mut line = match branch.line.is_empty() {
        true => Vec::new(),
        false => line(&level.position, &texts),
    };
    line.drain(..line.len().min(1));
    Some(protocol::Branch {
        played: named(level, branch),
        at: branch.at,
        work: branch.work,
        fate,
        // Two plies further: the move, and the pass after it.
        score: branch.score.map(|value| tree_value(value, ply + 2, root)),
        value: branch.value.map(|value| tree_value(value, ply, root)),
        line,
        answered_by_mate: branch.answered_by_mate,
    })
}

fn tree_value(value: i16, ply: usize, root: Colour) -> TreeValue {
    let value = Value(value);
    let outcome = match value.winner(root) {
        Some(_) => value.outcome(root, "", ply),
        None => format!("{} for {}", value.printed(), side_name(root)),
    };
    let words = match value.moves(ply) {
        Some(moves) => format!("{} in {moves}", if value.is_mate() { "mate" } else { "mated" }),
        None => value.words(),
    };
    TreeValue {
        value: value.0,
        words,
        outcome,
        winner: value.winner(root).map(Into::into),
    }
}

fn named(level: &Level, branch: &Branch) -> Move {
    Move {
        coordinates: branch.m.to_string(),
        san: branch.name(&level.position).map(str::to_owned),
    }
}
