//! Shared by several tests: the test positions, and random games.

use bcp_chess::Position;

/// Returns the 300 positions of "Win at Chess": number, FEN, solutions.
pub(crate) fn win_at_chess() -> Vec<(String, Position, Vec<String>)> {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../suite/positions/win-at-chess.csv");
    let text = std::fs::read_to_string(path).expect(path);
    let rows: Vec<_> = text.lines().skip(1).map(read_row).collect();
    assert_eq!(rows.len(), 300);
    rows
}

fn read_row(line: &str) -> (String, Position, Vec<String>) {
    let fields: Vec<&str> = line.split(',').collect();
    let position = Position::from_fen(fields[3]).expect(line);
    (
        fields[0].to_string(),
        position,
        fields[4].split(' ').map(String::from).collect(),
    )
}

/// Pseudo-random numbers that are the same in every run (xorshift, Marsaglia 2003).
pub(crate) struct Random(pub(crate) u64);

impl Random {
    /// Returns a number below `limit`.
    pub(crate) fn below(&mut self, limit: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 % limit as u64) as usize
    }
}

/// Returns the positions of a game of random moves, including the first.
pub(crate) fn random_game(start: &Position, plies: usize, random: &mut Random) -> Vec<Position> {
    let mut game = vec![start.clone()];
    while let Some(position) = game.last().filter(|_| game.len() <= plies) {
        let moves = position.legal_moves();
        if moves.is_empty() {
            break;
        }
        let next = position.play(moves[random.below(moves.len())]).expect("a legal move");
        game.push(next);
    }
    game
}
