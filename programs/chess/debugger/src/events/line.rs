//! The moves on the board, from the root of the search, in algebraic notation.

use bcp_chess::{Colour, Move, Position, Special, Square};

use crate::view::SearchView;

/// 64 letters from a8 to h1, `.` for an empty square.
type Letters = Vec<char>;

/// The moves on the board: those on the path, a move that is scored and the pass after it, captures, and checks.
#[derive(Debug, Clone)]
pub(crate) struct Line {
    /// The side to move of each ply, and its move with notation; `None` for a pass.
    moves: Vec<(Colour, Option<(Move, String)>)>,
    letters: Letters,
    root: (Letters, Colour),
    side: Colour,
}

impl Line {
    /// Reads the line at a moment; `None` if the program has no board. `side` is the side to play there.
    pub(crate) fn read(view: &SearchView<'_>, side: Colour) -> Option<Self> {
        let letters: Letters = view.board()?.chars().collect();
        let mut before = letters.clone();
        let mut made = Vec::new();
        for (m, [taken, _]) in view.made() {
            // The letter now on the target square: a promotion may have changed the piece since.
            let moved = before[index(m.to)];
            let (mover_side, pawn) = if moved.is_uppercase() {
                (Colour::White, 'P')
            } else {
                (Colour::Black, 'p')
            };
            let mover = match m.special {
                Special::Promotion(_) => pawn,
                _ => moved,
            };
            take_back(&mut before, m, taken, mover);
            made.push((mover_side, m, written(&before, mover_side, m)));
        }
        let mut moves: Vec<(Colour, Option<(Move, String)>)> = Vec::new();
        let root = view.root_side()?;
        let mut turn = root;
        for (mover, m, text) in made.into_iter().rev() {
            if mover != turn {
                moves.push((turn, None));
            }
            moves.push((mover, Some((m, text))));
            turn = mover.opponent();
        }
        if turn != side {
            moves.push((turn, None));
        }
        Some(Self { moves, letters, root: (before, root), side })
    }

    /// Returns the root, without castling and en passant rights; `None` if it is not a legal position.
    pub(crate) fn root(&self) -> Option<Position> {
        position(&self.root.0, self.root.1, None)
    }

    /// Parses a move in algebraic notation, in the root or in the position on the board.
    pub(crate) fn named(&self, text: &str) -> Option<Move> {
        let of = |letters, side| position(letters, side, None)?.move_from_san(text).ok();
        of(&self.root.0, self.root.1).or_else(|| of(&self.letters, self.side))
    }

    /// Formats a move in the position on the board, such as `Nxd6+`.
    pub(crate) fn san(&self, side: Colour, m: Move) -> String {
        written(&self.letters, side, m)
    }

    /// Returns true if a move is legal in the position on the board. Castling is legal once it is listed.
    pub(crate) fn is_legal(&self, side: Colour, m: Move) -> bool {
        let position = position(&self.letters, side, passed(m));
        m.special == Special::Castling || position.is_some_and(|position| position.play(m).is_some())
    }

    /// Names the piece that a move captures, as in ", which takes a knight"; empty if it captures nothing.
    pub(crate) fn taking(&self, m: Move) -> &'static str {
        if m.special == Special::EnPassant {
            return ", which takes a pawn";
        }
        match self.letters[index(m.to)].to_ascii_uppercase() {
            'P' => ", which takes a pawn",
            'N' => ", which takes a knight",
            'B' => ", which takes a bishop",
            'R' => ", which takes a rook",
            'Q' => ", which takes the queen",
            _ => "",
        }
    }

    /// Returns a move that mates at once, in algebraic notation, if the side has one.
    pub(crate) fn mate(&self, side: Colour) -> Option<String> {
        let position = position(&self.letters, side, None)?;
        position.san(*position.mates_in_one().first()?)
    }

    /// Returns the last move on the board, without a pass after it.
    pub(crate) fn last(&self) -> Option<&str> {
        self.made().last().map(|(_, text)| text.as_str())
    }

    /// Returns the moves without the passes, with their notation.
    pub(crate) fn made(&self) -> impl DoubleEndedIterator<Item = &(Move, String)> {
        self.moves.iter().filter_map(|(_, made)| made.as_ref())
    }

    /// Returns the number of moves and passes from the root to the board.
    pub(crate) fn plies(&self) -> usize {
        self.moves.len()
    }

    /// Returns true if the line ends with a pass.
    pub(crate) fn ends_with_a_pass(&self) -> bool {
        matches!(self.moves.last(), Some((_, None)))
    }

    /// Returns the position on the board with a side to play, without castling and en passant rights; `None` if that
    /// side can capture the king.
    pub(crate) fn position(&self, side: Colour) -> Option<Position> {
        position(&self.letters, side, None)
    }

    /// Returns true if a side is in check on the board.
    pub(crate) fn in_check(&self, side: Colour) -> bool {
        position(&self.letters, side, None).is_some_and(|position| position.in_check())
    }
}

impl std::fmt::Display for Line {
    /// `1 Nc7+ Kd7 2 Nxa8`, `1 ... Qxb2+`; empty at the root.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let first = usize::from(self.moves.first().is_some_and(|(side, _)| *side == Colour::Black));
        let words = self.moves.iter().enumerate().map(|(index, (_, made))| {
            let text = made.as_ref().map_or("pass", |(_, text)| text);
            let (number, blacks) = ((index + first) / 2 + 1, (index + first) % 2 == 1);
            match (blacks, index) {
                (false, _) => format!("{number} {text}"),
                (true, 0) => format!("{number} ... {text}"),
                (true, _) => text.to_owned(),
            }
        });
        f.write_str(&words.collect::<Vec<_>>().join(" "))
    }
}

fn index(square: Square) -> usize {
    usize::from(7 - square.rank()) * 8 + usize::from(square.file())
}

/// Undoes a move, given the letters of the captured piece and of the piece that moved.
fn take_back(letters: &mut Letters, m: Move, taken: char, mover: char) {
    letters[index(m.to)] = taken;
    letters[index(m.from)] = mover;
    let beside = |file, rank| Square::new(file, rank).map_or(0, index);
    match m.special {
        Special::EnPassant => {
            letters[index(m.to)] = '.';
            letters[beside(m.to.file(), m.from.rank())] = taken;
        }
        Special::Castling => {
            let (corner, stands) = if m.to.file() == 6 { (7, 5) } else { (0, 3) };
            letters.swap(beside(corner, m.to.rank()), beside(stands, m.to.rank()));
        }
        _ => {}
    }
}

/// Converts 64 letters from a8 to h1 to the first field of a FEN.
pub(crate) fn placement(letters: &[char]) -> String {
    let rows: Vec<String> = letters.chunks(8).map(|row| row.iter().collect()).collect();
    (1..=8).rev().fold(rows.join("/"), |text, empty: usize| {
        text.replace(&".".repeat(empty), &empty.to_string())
    })
}

/// Returns the position that the letters describe; `None` if the side to play can capture the king.
fn position(letters: &Letters, side: Colour, passed: Option<Square>) -> Option<Position> {
    let passed = passed.map_or_else(|| "-".to_owned(), |square| square.to_string());
    Position::from_fen(&format!("{} {} - {passed}", placement(letters), &side.name()[..1])).ok()
}

/// Returns the square on which a pawn can be captured en passant after a move, if there is one.
fn passed(m: Move) -> Option<Square> {
    (m.special == Special::EnPassant).then_some(m.to)
}

/// Formats a move in algebraic notation; with both squares if the rules forbid it, such as one that captures a king.
fn written(letters: &Letters, side: Colour, m: Move) -> String {
    let san = position(letters, side, passed(m)).and_then(|position| position.san(m));
    let takes = letters[index(m.to)] != '.' || m.special == Special::EnPassant;
    san.unwrap_or_else(|| by_its_squares(letters[index(m.from)], m, takes))
}

/// Formats a move that the rules forbid, with the letter of its piece and both squares: `Kd6xf4`; or castling.
pub(crate) fn by_its_squares(piece: char, m: Move, takes: bool) -> String {
    let becomes = match m.special {
        Special::Castling => return if m.to.file() == 6 { "O-O" } else { "O-O-O" }.to_owned(),
        Special::Promotion(kind) => format!("={}", kind.letter()),
        _ => String::new(),
    };
    let piece = Some(piece.to_ascii_uppercase()).filter(|piece| *piece != 'P');
    let piece = piece.map_or_else(String::new, String::from);
    format!("{piece}{}{}{}{becomes}", m.from, if takes { "x" } else { "-" }, m.to)
}
