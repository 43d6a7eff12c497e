//! Leaves of the tree of legal moves, compared with the counts commonly used to check move generators.

use bcp_chess::Position;
use bcp_chess::perft;

#[test]
fn leaves_are_as_published() {
    let mut counted = 0;
    for line in include_str!("../../../suite/positions/perft.csv").lines().skip(1) {
        let fields: Vec<&str> = line.split(',').collect();
        let [name, fen, counts] = fields[..] else {
            panic!("three fields: {line}")
        };
        let position = Position::from_fen(fen).expect(name);
        for (depth, leaves) in (1..).zip(counts.split(' ')) {
            assert_eq!(perft(&position, depth).to_string(), leaves, "{name}, depth {depth}");
            counted += 1;
        }
    }
    assert_eq!(counted, 30);
}
