//! Positions as the first four fields of FEN.

use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

use thiserror::Error;

use super::castling::{CASTLING_RIGHTS, CastlingRight, CastlingRights};
use super::piece::{Colour, Kind, Piece};
use super::position::{Cell, PlacedPiece, Position, Side};
use super::square::Square;
use crate::constants::{BOARD_SIZE, MAX_PIECES};

/// The initial position of a game, in FEN.
pub const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

/// The reason why a string is not a position.
///
/// # Example
/// ```
/// use bcp_chess::Position;
///
/// let error = Position::from_fen("4k3/8/8/8/8/8/8/4K3 white - -").unwrap_err();
/// assert_eq!(error.console_word, "side");
/// assert_eq!(error.to_string(), "side to play: \"white\"; expected w or b");
/// ```
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("{message}")]
pub struct FenError {
    /// The single word with which the console of the Z8000 program rejects the position. The console does not read the
    /// counters of a full FEN, for which the word is empty.
    pub console_word: &'static str,
    message: String,
}

impl FenError {
    pub(crate) fn new(console_word: &'static str, message: impl Into<String>) -> Self {
        let message = message.into();
        Self { console_word, message }
    }
}

impl Position {
    /// Reads a position: placement, side to play, castling and en passant, separated by single spaces. Further fields
    /// are ignored. The letters of the castling field may be in any order. [`Position::from_fen_lenient`] accepts more.
    ///
    /// # Errors
    /// A field is invalid; the error names the first one and gives the reason. The Z8000 program rejects the same
    /// strings.
    ///
    /// # Example
    /// ```
    /// use bcp_chess::{Colour, Position};
    ///
    /// let position = Position::from_fen("4k3/8/8/8/8/8/4P3/4K3 b - -")?;
    /// assert_eq!(position.side_to_play(), Colour::Black);
    /// // A pawn less.
    /// assert_eq!(position.balance(), -1);
    /// # Ok::<(), bcp_chess::FenError>(())
    /// ```
    pub fn from_fen(fen: &str) -> Result<Self, FenError> {
        let mut fields = fen.split(' ');
        let mut position = Self::from_placement(fields.next().unwrap_or_default())?;
        // The Z8000 program blames the preceding field, after which a space is missing.
        let mut field = |before, name| {
            let fields_needed = "expected placement, side to play, castling and en passant, separated by single spaces";
            let missing = || FenError::new(before, format!("{name}: missing; {fields_needed}"));
            fields.next().ok_or_else(missing)
        };
        position.turn = read_turn(field("board", "side to play")?)?;
        position.castling = position.read_castling(field("side", "castling")?)?;
        position.passed = position.read_passed(field("castling", "en passant")?)?;
        position.checked()
    }

    /// Checks a position whose fields have been read, and computes its material balance.
    pub(crate) fn checked(mut self) -> Result<Self, FenError> {
        self.balance = self.material(self.turn) - self.material(self.turn.opponent());
        if self.can_capture_king() {
            let other = self.turn.opponent().name();
            let message = format!("{other} is in check, but it is not {other}'s turn; make {other} the side to play");
            return Err(FenError::new("check", message));
        }
        Ok(self)
    }

    /// Formats the position as the first four fields of FEN. The en passant square is given after every double step.
    ///
    /// # Example
    /// ```
    /// use bcp_chess::{Position, START};
    ///
    /// let position = Position::from_fen(START)?;
    /// let next = position.move_from_text("e2e4").and_then(|m| position.play(m)).expect("a legal move");
    /// assert_eq!(next.to_fen(), "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3");
    /// # Ok::<(), bcp_chess::FenError>(())
    /// ```
    pub fn to_fen(&self) -> String {
        let ranks: Vec<String> = (0..8).rev().map(|rank| self.rank_text(rank)).collect();
        let turn = &self.turn.name()[..1];
        let rights = CASTLING_RIGHTS.iter().filter(|&&right| self.castling.has(right));
        let rights: String = rights.map(|right| right.letter).collect();
        let castling = if rights.is_empty() { "-" } else { &rights };
        let passed = self.passed.map_or("-".to_string(), |square| square.to_string());
        format!("{} {turn} {castling} {passed}", ranks.join("/"))
    }

    fn rank_text(&self, rank: u8) -> String {
        let mut text = String::new();
        let mut empty = 0;
        for square in (0..8).filter_map(|file| Square::new(file, rank)) {
            match self.piece_on(square) {
                None => empty += 1,
                Some(piece) => {
                    push_count(&mut text, empty);
                    empty = 0;
                    text.push(piece.letter());
                }
            }
        }
        push_count(&mut text, empty);
        text
    }

    pub(crate) fn from_placement(text: &str) -> Result<Self, FenError> {
        let pieces = read_placement(text)?;
        let black = order(&pieces, Colour::Black)?;
        let white = order(&pieces, Colour::White)?;
        let mut cells = [Cell::Border; BOARD_SIZE];
        for square in Square::all() {
            cells[square.index()] = Cell::Empty;
        }
        for (colour, pieces) in [(Colour::White, &white), (Colour::Black, &black)] {
            for (place, piece) in (0..).zip(pieces) {
                cells[piece.square.index()] = Cell::Piece(colour, place);
            }
        }
        Ok(Self {
            cells,
            sides: [side(&white), side(&black)],
            turn: Colour::White,
            castling: CastlingRights::NONE,
            passed: None,
            balance: 0,
        })
    }

    fn material(&self, colour: Colour) -> i16 {
        self.pieces(colour).map(|piece| piece.kind.value()).sum()
    }

    /// Returns true if king and rook are on the squares that a castling right requires.
    pub(crate) fn may_have(&self, right: CastlingRight) -> bool {
        self.king(right.colour) == right.king && self.piece_on(right.rook) == Some(right.rook_piece())
    }

    fn read_castling(&self, text: &str) -> Result<CastlingRights, FenError> {
        if text == "-" {
            return Ok(CastlingRights::NONE);
        }
        let refused = |message| Err(FenError::new("castling", message));
        let mut rights = 0;
        for letter in text.chars() {
            let Some(right) = CASTLING_RIGHTS.into_iter().find(|right| right.letter == letter) else {
                rights = 0;
                break;
            };
            if !self.may_have(right) {
                return refused(format!("castling: {}; Chess960 is not supported", right.needs()));
            }
            rights |= right.bit;
        }
        if rights == 0 {
            return refused(format!(
                "castling: {text:?}; expected the letters of KQkq that apply, or -"
            ));
        }
        Ok(CastlingRights(rights))
    }

    pub(crate) fn read_passed(&self, text: &str) -> Result<Option<Square>, FenError> {
        if text == "-" {
            return Ok(None);
        }
        let rank = self.turn.relative_rank(5);
        let refused = |message| Err(FenError::new("ep", message));
        let Some(square) = Square::from_name(text).filter(|square| square.rank() == rank) else {
            return refused(format!(
                "en passant: {text:?}; expected - or a square on rank {}",
                rank + 1
            ));
        };
        let forward = self.turn.forward();
        let stepped = self.cell(square) == Cell::Empty
            && self.cell(square.step(forward)) == Cell::Empty
            && self.kind_on(square.step(-forward), self.turn.opponent()) == Some(Kind::Pawn);
        if !stepped {
            let place =
                "that square and the one that the pawn left must be empty, and the pawn must be directly beyond them";
            return refused(format!("en passant: no pawn can have just passed {square}; {place}"));
        }
        Ok(Some(square))
    }
}

fn push_count(text: &mut String, empty: u8) {
    if empty > 0 {
        text.push((b'0' + empty) as char);
    }
}

pub(crate) fn read_turn(text: &str) -> Result<Colour, FenError> {
    match text {
        "w" => Ok(Colour::White),
        "b" => Ok(Colour::Black),
        _ => Err(FenError::new(
            "side",
            format!("side to play: {text:?}; expected w or b"),
        )),
    }
}

/// Returns an error about the placement.
fn misplaced<T>(message: impl core::fmt::Display) -> Result<T, FenError> {
    Err(FenError::new("board", format!("placement: {message}")))
}

/// Parses the placement field, and returns the pieces by ascending square.
fn read_placement(text: &str) -> Result<Vec<(Square, Piece)>, FenError> {
    let ranks: Vec<&str> = text.split('/').collect();
    if ranks.len() != 8 {
        let (found, plural) = (ranks.len(), if ranks.len() == 1 { "" } else { "s" });
        return misplaced(format!(
            "{found} rank{plural}; expected eight, from rank 8 to rank 1, separated by '/'"
        ));
    }
    let mut pieces = Vec::new();
    for (rank, text) in (0..8).zip(ranks.into_iter().rev()) {
        read_rank(rank, text, &mut pieces)?;
    }
    Ok(pieces)
}

fn read_rank(rank: u8, text: &str, pieces: &mut Vec<(Square, Piece)>) -> Result<(), FenError> {
    let name = rank + 1;
    let mut squares = 0;
    for letter in text.chars() {
        if let Some(empty) = letter.to_digit(9).filter(|&empty| empty > 0) {
            squares += empty as usize;
            continue;
        }
        let Some(piece) = Piece::from_letter(letter) else {
            let known = "expected PNBRQK, pnbrqk or the digits 1 to 8";
            return misplaced(format!("unexpected {letter:?} on rank {name}; {known}"));
        };
        let square = u8::try_from(squares).ok().and_then(|file| Square::new(file, rank));
        pieces.extend(square.map(|square| (square, piece)));
        squares += 1;
    }
    if squares != 8 {
        return misplaced(format!("rank {name} has {squares} squares; expected eight"));
    }
    Ok(())
}

/// Returns one side's pieces in their fixed order: by kind, and within a kind by ascending square.
fn order(pieces: &[(Square, Piece)], colour: Colour) -> Result<Vec<PlacedPiece>, FenError> {
    let mut ordered: Vec<PlacedPiece> = Vec::new();
    for kind in Kind::PIECE_ORDER {
        let same = pieces.iter().filter(|(_, piece)| *piece == Piece { colour, kind });
        ordered.extend(same.map(|&(square, _)| PlacedPiece { kind, square }));
    }
    let kings = ordered.iter().filter(|piece| piece.kind == Kind::King).count();
    if kings != 1 {
        let message = format!("placement: {} has {kings} kings; expected one", colour.name());
        return Err(FenError::new("kings", message));
    }
    let count = ordered.len();
    if count > MAX_PIECES {
        return misplaced(format!(
            "{} has {count} pieces; expected at most sixteen",
            colour.name()
        ));
    }
    let on_edge = |piece: &&PlacedPiece| piece.kind == Kind::Pawn && matches!(piece.square.rank(), 0 | 7);
    if let Some(pawn) = ordered.iter().find(on_edge) {
        let rule = "no pawn can be on the first or the eighth rank";
        return misplaced(format!("a pawn is on {}; {rule}", pawn.square));
    }
    Ok(ordered)
}

/// Returns a side with its pieces in their places; unused places repeat the king, which is always present.
fn side(pieces: &[PlacedPiece]) -> Side {
    let mut side = Side { pieces: [pieces[0]; MAX_PIECES], present: 0 };
    for (place, piece) in pieces.iter().enumerate() {
        side.pieces[place] = *piece;
        side.present |= 1 << place;
    }
    side
}
