//! Moves as people write them: standard algebraic notation.

use thiserror::Error;

use super::moves::{Move, Special};
use super::piece::Kind;
use super::position::Position;
use super::square::Square;

/// Why a text does not name a move of a position.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum SanError {
    /// It is not written as a move.
    #[error("{0:?} is not a move in algebraic notation; write it as Nf3, exd5, e8=Q or O-O")]
    Syntax(String),
    /// No legal move has this description.
    #[error("{0:?} is not a legal move here")]
    Illegal(String),
    /// More than one legal move has this description.
    #[error("{0:?} fits several moves; name the file or the rank from which the piece comes")]
    Ambiguous(String),
}

/// What a text says about a move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Description {
    kind: Kind,
    from_file: Option<u8>,
    from_rank: Option<u8>,
    to: Square,
    promotion: Option<Kind>,
}

const SHORT: &str = "O-O";
const LONG: &str = "O-O-O";

impl Position {
    /// The legal move that a text such as `Qxh7+`, `Rfxe8`, `axb8=Q` or `O-O` names. The marks for captures, check and
    /// mate and the comments `!` and `?` may be there or not; they are not compared with the position.
    ///
    /// # Errors
    /// The text is not a move, not a legal one here, or fits several.
    pub fn move_from_san(&self, text: &str) -> Result<Move, SanError> {
        let bare = text.trim_end_matches(['+', '#', '!', '?']);
        let mut candidates = self.legal_moves();
        match bare {
            SHORT | "0-0" => candidates.retain(|m| is_castling(*m, 6)),
            LONG | "0-0-0" => candidates.retain(|m| is_castling(*m, 2)),
            _ => {
                let wanted = describe(bare).ok_or_else(|| SanError::Syntax(text.to_string()))?;
                candidates.retain(|m| self.fits(*m, wanted));
            }
        }
        match candidates[..] {
            [m] => Ok(m),
            [] => Err(SanError::Illegal(text.to_string())),
            _ => Err(SanError::Ambiguous(text.to_string())),
        }
    }

    /// The text of a legal move, with `+` for check and `#` for mate; none if the move is not legal here.
    pub fn san(&self, m: Move) -> Option<String> {
        let next = self.play(m)?;
        let mate = next.legal_moves().is_empty();
        let mark = match (next.in_check(), mate) {
            (true, true) => "#",
            (true, false) => "+",
            (false, _) => "",
        };
        Some(self.bare_san(m)? + mark)
    }

    fn bare_san(&self, m: Move) -> Option<String> {
        if m.special == Special::Castling {
            return Some(if m.to.file() == 6 { SHORT } else { LONG }.to_string());
        }
        let kind = self.piece_on(m.from)?.kind;
        let captures = self.piece_on(m.to).is_some() || m.special == Special::EnPassant;
        let mut text = String::new();
        if kind == Kind::Pawn {
            if captures {
                text.push(file_letter(m.from));
            }
        } else {
            text.push(kind.letter());
            text += &self.origin(m, kind);
        }
        if captures {
            text.push('x');
        }
        text += &m.to.to_string();
        if let Special::Promotion(kind) = m.special {
            text.push('=');
            text.push(kind.letter());
        }
        Some(text)
    }

    /// As little of a piece's origin as distinguishes it from others that can go to the same square: file, rank, or both.
    fn origin(&self, m: Move, kind: Kind) -> String {
        let mut rivals = self.legal_moves();
        rivals.retain(|other| {
            other.to == m.to
                && other.from != m.from
                && self.piece_on(other.from).is_some_and(|piece| piece.kind == kind)
        });
        let square = m.from.to_string();
        if rivals.is_empty() {
            String::new()
        } else if rivals.iter().all(|other| other.from.file() != m.from.file()) {
            square[..1].to_string()
        } else if rivals.iter().all(|other| other.from.rank() != m.from.rank()) {
            square[1..].to_string()
        } else {
            square
        }
    }

    fn fits(&self, m: Move, wanted: Description) -> bool {
        let promotion = match m.special {
            Special::Promotion(kind) => Some(kind),
            _ => None,
        };
        m.to == wanted.to
            && m.special != Special::Castling
            && promotion == wanted.promotion
            && wanted.from_file.is_none_or(|file| file == m.from.file())
            && wanted.from_rank.is_none_or(|rank| rank == m.from.rank())
            && self.piece_on(m.from).is_some_and(|piece| piece.kind == wanted.kind)
    }
}

fn is_castling(m: Move, file: u8) -> bool {
    m.special == Special::Castling && m.to.file() == file
}

fn file_letter(square: Square) -> char {
    (b'a' + square.file()) as char
}

/// Take a text without check marks apart, from its end: promotion, target, capture mark, origin, piece.
fn describe(text: &str) -> Option<Description> {
    let (rest, promotion) = split_promotion(text)?;
    let (rest, to) = rest.split_at_checked(rest.len().checked_sub(2)?)?;
    let to = Square::from_name(to)?;
    let rest = rest.strip_suffix('x').unwrap_or(rest);
    let (kind, origin) = match rest.chars().next().and_then(Kind::from_letter) {
        Some(kind) => (kind, &rest[1..]),
        None => (Kind::Pawn, rest),
    };
    let (from_file, from_rank) = match *origin.as_bytes() {
        [] => (None, None),
        [file @ b'a'..=b'h'] => (Some(file - b'a'), None),
        [rank @ b'1'..=b'8'] => (None, Some(rank - b'1')),
        [file @ b'a'..=b'h', rank @ b'1'..=b'8'] => (Some(file - b'a'), Some(rank - b'1')),
        _ => return None,
    };
    Some(Description {
        kind,
        from_file,
        from_rank,
        to,
        promotion,
    })
}

/// Split `=Q` or `Q` off the end.
fn split_promotion(text: &str) -> Option<(&str, Option<Kind>)> {
    let last = text.chars().next_back()?;
    match Kind::from_letter(last).filter(|kind| Kind::PROMOTIONS.contains(kind)) {
        None => Some((text, None)),
        promotion => {
            let rest = &text[..text.len() - 1];
            Some((rest.strip_suffix('=').unwrap_or(rest), promotion))
        }
    }
}
