//! A user's own game in every search by name, and the expected lines.

use bcp_laboratory::searches::{Request, Search, SearchError, SearchResult};
use bcp_laboratory::trace::Each;
use bcp_laboratory::{Rules, RulesGame};

/// The squares of the side to play, and of the other side, as bits.
#[derive(Clone, PartialEq, Eq, Hash)]
struct TicTacToe {
    own: u16,
    other: u16,
    passes: bool,
}

impl Rules for TicTacToe {
    type Move = u16;

    fn moves(&self) -> Vec<u16> {
        let free = |square: &u16| (self.own | self.other) & square == 0 && self.evaluate() == 0;
        (0..9).map(|place| 1 << place).filter(free).collect()
    }

    fn play(&self, square: u16) -> Self {
        let (own, other) = (self.other, self.own | square);
        Self { own, other, ..*self }
    }

    fn evaluate(&self) -> i32 {
        let rows = [0o7, 0o70, 0o700, 0o111, 0o222, 0o444, 0o421, 0o124];
        -i32::from(rows.iter().any(|row| self.other & row == *row))
    }

    fn pass(&self) -> Option<Self> {
        let (own, other) = (self.other, self.own);
        self.passes.then_some(Self { own, other, ..*self })
    }
}

/// Corner against edge: the side to play wins by a double threat in five plies, not in three.
const WON: TicTacToe = TicTacToe { own: 1, other: 2, passes: false };

fn found(search: &str, game: TicTacToe, depth: i32) -> Result<SearchResult<u16>, SearchError> {
    let search: Search = search.parse().expect(search);
    let names = Each::new(|square: u16| square.trailing_zeros().to_string());
    let request = Request { depth, ..Request::default() };
    search.run(RulesGame::new(game), "", names, &request)
}

/// Without null moves, null-move pruning cannot prune, and all searches find the winner.
#[test]
fn every_search_to_a_depth_knows_who_wins() {
    let names = Search::all().map(|(name, _)| name);
    let to_a_depth = names.filter(|name| !name.starts_with("version") && !name.starts_with("quiesce"));
    let fast = ["fast:none", "fast:r2", "fast:verified"];
    for name in to_a_depth.chain(fast) {
        if ["nested", "conspiracy", "pn", "pn2", "df-pn"].contains(&name) {
            continue;
        }
        let won = found(name, WON, 5).expect(name);
        assert_eq!(won.value, Some(1), "{name}");
        assert!(!won.line.is_empty() && !won.ended, "{name}: {won:?}");
        let drawn = TicTacToe { own: 0, other: 1 << 4, passes: false };
        let corner = found(name, TicTacToe { own: 0, ..drawn }, 8).expect(name);
        assert_eq!(corner.value, Some(0), "{name}");
    }
}

/// At depth 0, the searches of `bcp-lab compare` have no move; at depth 1, they have a value.
#[test]
fn a_search_with_moves_needs_a_ply() {
    for name in ["fast:none", "fast:r2", "fast:verified"] {
        assert_eq!(
            found(name, WON, 0).map(|found| found.value),
            Err(SearchError::NoMoves),
            "{name}"
        );
        assert_eq!(found(name, WON, 1).map(|found| found.value), Ok(Some(0)), "{name}");
    }
}

#[test]
fn proofs_are_found_in_five_plies_and_not_in_three() {
    for name in ["pn", "pn2", "df-pn"] {
        let won = found(name, WON, 5).expect(name);
        assert!(won.answer == Some(true) && !won.line.is_empty(), "{name}: {won:?}");
        assert_eq!(found(name, WON, 3).expect(name).answer, Some(false), "{name}");
    }
    let conspiracy = found("conspiracy", WON, 5).expect("a search");
    assert!(conspiracy.ended || conspiracy.value == Some(1), "{conspiracy:?}");
}

/// One move before the end, a side that may pass still sees its immediate win.
#[test]
fn quiescence_needs_a_pass() {
    let two = TicTacToe { own: 0b11, other: 0o60, passes: true };
    for name in ["quiesce", "quiesce-d", "nested"] {
        let refused = found(name, WON, 2).expect_err(name);
        assert!(refused.to_string().contains("in which a side can pass"), "{refused}");
    }
    assert_eq!(found("quiesce-d", two, 1).expect("a search").line, ["2"]);
}

#[test]
fn chess_alone_is_refused() {
    let refused = found("version1", WON, 2).expect_err("another game");
    assert_eq!(refused, SearchError::ChessAlone("version1"));
}

/// By hand: the first move yields the minimum of 3 and 4, the second at most 2. If the first move is the worse one, the
/// line comes from the second search of the better move.
#[test]
fn lines_explain_the_value() {
    let searches = [
        "minimax",
        "pvs",
        "late",
        "alpha-beta",
        "alpha-beta-memory",
        "mtd",
        "sss",
        "dual",
        "fast:none",
    ];
    for name in searches {
        let search: Search = name.parse().expect(name);
        let request = Request::default();
        for (tree, value, line) in [
            ("0(0(3 4) 0(2 9))", 3, ["1", "1"]),
            ("0(0(2 9) 0(4 3) 0(1 1))", 3, ["2", "2"]),
        ] {
            let found = search.run_tree(tree, &request).expect(name);
            assert_eq!(found.value, Some(value), "{name} {tree}");
            assert_eq!(found.line, line, "{name} {tree}");
        }
    }
    let search: Search = "pn".parse().expect("a search");
    let found = search
        .run_tree("0(0(2! 9!) 0(-4! 3!))", &Request::default())
        .expect("a tree");
    assert_eq!(
        (found.answer, found.line),
        (Some(true), vec!["1".to_owned(), "1".to_owned()])
    );
}
