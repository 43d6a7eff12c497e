//! Moves given as arguments of commands.

use bcp_chess::{Kind, Move, Special, Square};

use crate::events::Line;
use crate::view::SearchView;
use bcp_driver::special_number;

/// Returns the conditions under which a move record of three words is this move.
pub(crate) fn squares_are(record: &str, m: Move) -> Vec<String> {
    let mut all = vec![
        format!("word({record}) == {}", m.from.number()),
        format!("word({record} + 2) == {}", m.to.number()),
    ];
    if matches!(m.special, Special::Promotion(_)) {
        all.push(format!("word({record} + 4) == {}", special_number(m)));
    }
    all
}

/// Returns the conditions under which an entry of the stored tree is this move.
pub(crate) fn entry_is(entry: &str, m: Move) -> Vec<String> {
    let mut all = vec![
        format!("byte({entry} + ENTRY_FROM) == {}", m.from.number()),
        format!("byte({entry} + ENTRY_TO) == {}", m.to.number()),
    ];
    if matches!(m.special, Special::Promotion(_)) {
        all.push(format!("byte({entry} + ENTRY_SPECIAL) == {}", special_number(m)));
    }
    all
}

/// Parses a move given by its squares, such as `h4d8` or `Qh4d8`, or in algebraic notation.
pub(crate) fn named(view: &SearchView<'_>, word: &str) -> Option<Move> {
    let bare = word.trim_start_matches(|c: char| "KQRBN".contains(c));
    squares(bare).or_else(|| Line::read(view, view.side()?)?.named(word))
}

/// Parses a move given by two squares, such as `e7e8q`. Except for a promotion, its side effects are unknown.
pub(crate) fn squares(word: &str) -> Option<Move> {
    let (from, rest) = word.split_at_checked(2)?;
    let (to, promotion) = rest.split_at_checked(2)?;
    let (from, to) = (Square::from_name(from)?, Square::from_name(to)?);
    let special = match promotion {
        "" => Special::None,
        "n" => Special::Promotion(Kind::Knight),
        "b" => Special::Promotion(Kind::Bishop),
        "r" => Special::Promotion(Kind::Rook),
        "q" => Special::Promotion(Kind::Queen),
        _ => return None,
    };
    Some(Move::new(from, to, special))
}
