//! Positions as text: the first four fields of FEN.

use thiserror::Error;

use super::castling::{CASTLING_RIGHTS, CastlingRight, CastlingRights};
use super::piece::{Colour, Kind, Piece, PieceValues};
use super::position::{Cell, PlacedPiece, Position, Side};
use super::square::Square;
use crate::constants::{BOARD_SIZE, MAX_PIECES};

/// The position from which a game begins.
pub const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

/// A field that must follow the placement.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Field {
    /// The side to play.
    Turn,
    /// The castling rights.
    Castling,
    /// The square that a double step has just passed.
    EnPassant,
}

impl Field {
    /// The console's word for the field before this one: the Z8000 program misses the space that ends it.
    fn word_before(self) -> &'static str {
        match self {
            Self::Turn => "board",
            Self::Castling => "side",
            Self::EnPassant => "castling",
        }
    }
}

impl std::fmt::Display for Field {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            Self::Turn => "side to play",
            Self::Castling => "castling",
            Self::EnPassant => "en passant",
        })
    }
}

/// Why a text is not a position.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum FenError {
    /// The text ends before a field.
    #[error("{0}: missing; give placement, side to play, castling and en passant, one space between them")]
    Missing(Field),
    /// The placement does not have eight ranks.
    #[error("placement: {0} ranks; write eight, from rank 8 to rank 1, with '/' between them")]
    Ranks(usize),
    /// A rank does not have eight squares.
    #[error("placement: rank {rank} has {squares} squares; make it eight")]
    RankLength {
        /// The rank, 1 to 8.
        rank: usize,
        /// Its squares.
        squares: usize,
    },
    /// A rank holds something else than a piece or a number of empty squares.
    #[error("placement: {letter:?} on rank {rank} is not a piece; use PNBRQK, pnbrqk and the digits 1 to 8")]
    Letter {
        /// The rank, 1 to 8.
        rank: usize,
        /// The character there.
        letter: char,
    },
    /// A side has no king, or more than one.
    #[error("placement: {} has {count} kings; give it one", .colour.name())]
    Kings {
        /// The side.
        colour: Colour,
        /// Its kings.
        count: usize,
    },
    /// A side has more than sixteen pieces.
    #[error("placement: {} has {count} pieces; leave it at most sixteen", .colour.name())]
    Pieces {
        /// The side.
        colour: Colour,
        /// Its pieces.
        count: usize,
    },
    /// A pawn stands on the first or the eighth rank.
    #[error("placement: a pawn stands on {0}; no pawn can be on the first or the eighth rank")]
    Pawn(Square),
    /// The side to play is neither white nor black.
    #[error("side to play: {0:?}; write w or b")]
    Turn(String),
    /// The castling field is not `-` or letters of `KQkq`.
    #[error("castling: {0:?}; write the letters of KQkq that apply, or -")]
    CastlingText(String),
    /// A castling right without king and rook on their squares.
    #[error(
        "castling: {letter} needs {} king on {king} and rook on {rook}; Chess960 is not supported",
        .colour.name()
    )]
    CastlingHome {
        /// The right's letter.
        letter: char,
        /// Whose right it is.
        colour: Colour,
        /// Where the king must stand.
        king: Square,
        /// Where the rook must stand.
        rook: Square,
    },
    /// A castling letter names a rook that does not begin in a corner.
    #[error("castling: {0:?} names a rook beside the corners; Chess960 is not supported, write the letters of KQkq")]
    Chess960(char),
    /// The en passant field is neither `-` nor a square of the sixth rank as the side to play sees it.
    #[error("en passant: {text:?}; write - or a square of rank {rank}")]
    PassedText {
        /// The field.
        text: String,
        /// The rank on which the square must be.
        rank: u8,
    },
    /// No pawn can just have passed the en passant square.
    #[error("en passant: no pawn has just passed {0}: the pawn must stand before it, nothing on it and behind it")]
    PassedSquare(Square),
    /// The side that is not to play is in check.
    #[error("{} is in check and not to play; give it the move", .0.name())]
    Check(Colour),
}

impl FenError {
    /// The one word with which the console of the Z8000 program refuses the position.
    pub fn console_word(&self) -> &'static str {
        match self {
            Self::Missing(field) => field.word_before(),
            Self::Ranks(_) | Self::RankLength { .. } | Self::Letter { .. } | Self::Pieces { .. } | Self::Pawn(_) => {
                "board"
            }
            Self::Kings { .. } => "kings",
            Self::Turn(_) => "side",
            Self::CastlingText(_) | Self::CastlingHome { .. } | Self::Chess960(_) => "castling",
            Self::PassedText { .. } | Self::PassedSquare(_) => "ep",
            Self::Check(_) => "check",
        }
    }
}

impl Position {
    /// Read a position: placement, side to play, castling, en passant, with single spaces between. Further fields are
    /// ignored. The letters of the castling field may stand in any order. [`Position::from_fen_lenient`] takes more.
    ///
    /// # Errors
    /// The first field that is wrong, and how. The Z8000 program refuses the same texts.
    pub fn from_fen(fen: &str) -> Result<Self, FenError> {
        let mut fields = fen.split(' ');
        let mut position = Self::from_placement(fields.next().unwrap_or_default())?;
        let mut field = |name| fields.next().ok_or(FenError::Missing(name));
        position.turn = read_turn(field(Field::Turn)?)?;
        position.castling = position.read_castling(field(Field::Castling)?)?;
        position.passed = position.read_passed(field(Field::EnPassant)?)?;
        position.balance = position.material(position.turn) - position.material(position.turn.opponent());
        if position.can_capture_king() {
            return Err(FenError::Check(position.turn.opponent()));
        }
        Ok(position)
    }

    /// The first four fields of FEN. The en passant square is given after every double step.
    pub fn to_fen(&self) -> String {
        let ranks: Vec<String> = (0..8).rev().map(|rank| self.rank_text(rank)).collect();
        let turn = match self.turn {
            Colour::White => 'w',
            Colour::Black => 'b',
        };
        let rights: String = CASTLING_RIGHTS
            .iter()
            .filter(|&&right| self.castling.has(right))
            .map(|right| right.letter)
            .collect();
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

    fn from_placement(text: &str) -> Result<Self, FenError> {
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
            values: PieceValues::USUAL,
        })
    }

    pub(crate) fn material(&self, colour: Colour) -> i16 {
        self.pieces(colour).map(|piece| self.values.of(piece.kind)).sum()
    }

    fn read_castling(&self, text: &str) -> Result<CastlingRights, FenError> {
        if text == "-" {
            return Ok(CastlingRights::NONE);
        }
        let broken = || FenError::CastlingText(text.to_string());
        let mut rights = 0;
        for letter in text.chars() {
            let right = CASTLING_RIGHTS
                .into_iter()
                .find(|right| right.letter == letter)
                .ok_or_else(broken)?;
            self.check_home(right)?;
            rights |= right.bit;
        }
        if rights == 0 {
            Err(broken())
        } else {
            Ok(CastlingRights(rights))
        }
    }

    fn check_home(&self, right: CastlingRight) -> Result<(), FenError> {
        if right
            .home()
            .into_iter()
            .all(|(square, piece)| self.piece_on(square) == Some(piece))
        {
            return Ok(());
        }
        let CastlingRight {
            letter,
            colour,
            king,
            rook,
            ..
        } = right;
        Err(FenError::CastlingHome {
            letter,
            colour,
            king,
            rook,
        })
    }

    fn read_passed(&self, text: &str) -> Result<Option<Square>, FenError> {
        if text == "-" {
            return Ok(None);
        }
        let rank = self.turn.relative_rank(5);
        let square = Square::from_name(text)
            .filter(|square| square.rank() == rank)
            .ok_or_else(|| FenError::PassedText {
                text: text.to_string(),
                rank: rank + 1,
            })?;
        let forward = self.turn.forward();
        let pawn = Piece {
            colour: self.turn.opponent(),
            kind: Kind::Pawn,
        };
        let stepped = self.cell(square) == Cell::Empty
            && self.cell(square.step(forward)) == Cell::Empty
            && self.piece_on(square.step(-forward)) == Some(pawn);
        if stepped {
            Ok(Some(square))
        } else {
            Err(FenError::PassedSquare(square))
        }
    }
}

fn push_count(text: &mut String, empty: u8) {
    if empty > 0 {
        text.push((b'0' + empty) as char);
    }
}

fn read_turn(text: &str) -> Result<Colour, FenError> {
    match text {
        "w" => Ok(Colour::White),
        "b" => Ok(Colour::Black),
        _ => Err(FenError::Turn(text.to_string())),
    }
}

/// The pieces of a placement field, by ascending square.
fn read_placement(text: &str) -> Result<Vec<(Square, Piece)>, FenError> {
    let ranks: Vec<&str> = text.split('/').collect();
    if ranks.len() != 8 {
        return Err(FenError::Ranks(ranks.len()));
    }
    let mut pieces = Vec::new();
    for (rank, text) in (0..8).zip(ranks.into_iter().rev()) {
        read_rank(rank, text, &mut pieces)?;
    }
    Ok(pieces)
}

fn read_rank(rank: u8, text: &str, pieces: &mut Vec<(Square, Piece)>) -> Result<(), FenError> {
    let name = usize::from(rank) + 1;
    let mut squares = 0;
    for letter in text.chars() {
        if let Some(empty) = letter.to_digit(9).filter(|&empty| empty > 0) {
            squares += empty as usize;
            continue;
        }
        let piece = Piece::from_letter(letter).ok_or(FenError::Letter { rank: name, letter })?;
        let square = u8::try_from(squares).ok().and_then(|file| Square::new(file, rank));
        pieces.extend(square.map(|square| (square, piece)));
        squares += 1;
    }
    if squares == 8 {
        Ok(())
    } else {
        Err(FenError::RankLength { rank: name, squares })
    }
}

/// One side's pieces in their fixed order: by kind, and within a kind by ascending square.
fn order(pieces: &[(Square, Piece)], colour: Colour) -> Result<Vec<PlacedPiece>, FenError> {
    let mut ordered: Vec<PlacedPiece> = Vec::new();
    for kind in Kind::PIECE_ORDER {
        let same = pieces.iter().filter(|(_, piece)| *piece == Piece { colour, kind });
        ordered.extend(same.map(|&(square, _)| PlacedPiece { kind, square }));
    }
    let kings = ordered.iter().filter(|piece| piece.kind == Kind::King).count();
    if kings != 1 {
        return Err(FenError::Kings { colour, count: kings });
    }
    if ordered.len() > MAX_PIECES {
        return Err(FenError::Pieces {
            colour,
            count: ordered.len(),
        });
    }
    let misplaced = ordered
        .iter()
        .find(|piece| piece.kind == Kind::Pawn && matches!(piece.square.rank(), 0 | 7));
    match misplaced {
        Some(pawn) => Err(FenError::Pawn(pawn.square)),
        None => Ok(ordered),
    }
}

/// A side with its pieces in their places; the king, who is always there, fills the rest.
fn side(pieces: &[PlacedPiece]) -> Side {
    let mut side = Side {
        pieces: [pieces[0]; MAX_PIECES],
        present: 0,
    };
    for (place, piece) in pieces.iter().enumerate() {
        side.pieces[place] = *piece;
        side.present |= 1 << place;
    }
    side
}
