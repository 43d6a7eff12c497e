//! Searches by conspiracy numbers: random trees, evaluators, chess.

use bcp_chess::Position;
use bcp_laboratory::chess::{Chess, Evaluation, MATE};
use bcp_laboratory::conspiracy::{
    Bounds, Captures, Evaluator, Margin, Plain, ROOT, RandomTree, Search, Shape, Strategy, Threat, WrittenTree,
    alpha_beta, best_move, best_successor, deepened, experiment,
};
use bcp_laboratory::game::{Game, INFINITY, Value};

/// Searches to the end of the game by plain minimax.
fn minimax<G: Game>(game: &mut G) -> Value {
    if let Some(value) = game.terminal() {
        return value;
    }
    let mut moves = Vec::new();
    game.moves(&mut moves);
    let mut best = -INFINITY;
    for m in moves {
        game.make(m);
        best = best.max(-minimax(game));
        game.unmake();
    }
    best
}

#[test]
fn all_searches_of_a_whole_tree_find_the_same_value() {
    for number in 0..20 {
        for (branching, depth) in [(3, 5), (5, 4), (1, 3), (7, 2)] {
            for as_drawn in [false, true] {
                let shape = Shape { branching, depth, as_drawn };
                let mut tree = RandomTree::new(7, number, shape);
                let value = minimax(&mut tree);
                assert_eq!(alpha_beta(&mut tree, depth, -INFINITY, INFINITY), value);
                let mut search = Search::new(tree, Plain, usize::MAX);
                while let Some(leaf) = deepened(search.tree(), 0) {
                    search.expand(leaf);
                }
                assert_eq!(search.tree().value(ROOT), value);
            }
        }
    }
}

/// The order in which a tree is visited does not change it.
#[test]
fn random_trees_have_the_same_value_in_any_order() {
    for number in 0..10 {
        let values = [false, true].map(|as_drawn| {
            let shape = Shape { branching: 4, depth: 4, as_drawn };
            minimax(&mut RandomTree::new(3, number, shape))
        });
        assert_eq!(values[0], values[1]);
    }
}

fn chess(fen: &str) -> Chess {
    let position = Position::from_fen(fen).expect("a position");
    Chess::from(&position).with_evaluation(Evaluation::Material)
}

/// The sequences of section 10, for a static value and a margin.
#[test]
fn a_margin_makes_sequences_longer() {
    let mut game: WrittenTree = "3(5)".parse().expect("a tree");
    let root = Margin(2).evaluation(&mut game);
    assert_eq!(root.own, Bounds::stepwise([3, 5]));
    assert_eq!(root.other, Bounds::stepwise([-3, -3, -1]));
    game.make(0);
    // The second player is to play, and has -5; it is more likely to gain than to lose.
    let after = Margin(2).evaluation(&mut game);
    assert_eq!(after.own, Bounds::stepwise([-5, -3]));
    assert_eq!(after.other, Bounds::stepwise([5, 5, 7]));
}

/// The expected values are those of the pieces on the board, counted by hand.
#[test]
fn a_threat_bounds_what_a_conspirator_can_do() {
    let value = |fen: &str| chess(fen).evaluate();
    // The pawn captures the knight if it stays.
    let now = value("4k3/8/8/3p4/4N3/8/8/4K3 w - -");
    let lost = value("4k3/8/8/8/4p3/8/8/4K3 w - -");
    let mut game = chess("4k3/8/8/3p4/4N3/8/8/4K3 w - -");
    let known = Threat.evaluation(&mut game);
    assert_eq!(known.own, Bounds::leaf(now));
    assert_eq!(known.other, Bounds::stepwise([-now, -lost]));
    // No piece is attacked, so the first conspirator can do nothing.
    let mut game = chess("4k3/8/8/8/4N3/8/8/4K3 b - -");
    let known = Threat.evaluation(&mut game);
    let now = value("4k3/8/8/8/4N3/8/8/4K3 b - -");
    assert_eq!(known.other, Bounds::stepwise([-now, -now]));
    // The side to play captures the rook, whatever follows.
    let mut game = chess("4k3/8/8/3r4/4P3/8/8/4K3 w - -");
    let taken = value("4k3/8/8/3P4/8/8/8/4K3 w - -");
    assert_eq!(Captures.evaluation(&mut game).own, Bounds::leaf(taken));
    // In check, passing is impossible.
    let mut game = chess("4k3/8/8/8/4r3/8/8/4K2R w - -");
    let known = Threat.evaluation(&mut game);
    assert_eq!(known.other.at(1), INFINITY);
}

/// Grows a tree until the best move is certain, or it has this number of nodes.
fn grown<G: Game, E: Evaluator<G>>(game: G, evaluator: E, strategy: Strategy) -> Search<G, E> {
    let mut search = Search::new(game, evaluator, usize::MAX);
    while search.tree().len() < 5000
        && let Some(leaf) = best_move(search.tree(), strategy)
    {
        search.expand(leaf);
    }
    search
}

/// Returns the best move whatever values this number of conspirators take.
fn best(search: &Search<Chess, impl Evaluator<Chess>>, conspirators: usize) -> Option<String> {
    let best = best_successor(search.tree(), conspirators)?;
    search.tree().entered_by(best).map(|m| m.to_string())
}

#[test]
fn mates_resist_conspirators() {
    for strategy in [Strategy::ProveBest, Strategy::DisproveRest, Strategy::Further] {
        for (fen, solution) in [
            ("6k1/5ppp/8/8/8/8/5PPP/R5K1 w - -", "a1a8"),
            ("6k1/5ppp/8/8/8/8/r4PPP/1R4K1 w - -", "b1b8"),
            // Position 5 of Win at Chess: a queen sacrifice.
            ("5k2/6pp/p1qN4/1p1p4/3P4/2PKP2Q/PP3r2/3R4 b - -", "c6c4"),
        ] {
            let search = grown(chess(fen), Threat, strategy);
            assert_eq!(best(&search, 2).as_deref(), Some(solution), "{strategy:?}");
        }
    }
}

/// In a finished game there is nothing to decide, and a single move needs no search.
#[test]
fn what_needs_no_search_gets_none() {
    let mated = chess("R5k1/5ppp/8/8/8/8/5PPP/6K1 b - -");
    let search = grown(mated, Plain, Strategy::Further);
    assert_eq!((best(&search, 0), search.tree().len()), (None, 1));
    assert_eq!(search.tree().value(ROOT), -MATE);
    let single = chess("7k/8/8/8/8/8/6q1/7K w - -");
    let search = grown(single, Plain, Strategy::Further);
    assert_eq!(best(&search, 99).as_deref(), Some("h1g2"));
    assert_eq!(search.tree().len(), 2);
}

/// The trees are the same on every machine.
#[test]
fn node_counts_are_the_same_everywhere() {
    let settled: Vec<_> = (0..5)
        .map(|number| {
            let tree = RandomTree::new(1988, number, Shape::PAPER);
            let outcome = experiment(&tree, &[10_000], None).expect("nobody stops it");
            (outcome.value, outcome.alpha_beta.settled, outcome.conspiracy.settled)
        })
        .collect();
    let counts = [
        (2, Some(5392), Some(1521)),
        (0, Some(6360), Some(661)),
        (5, Some(5392), Some(551)),
        (3, Some(7318), Some(1141)),
        (4, Some(5770), Some(1131)),
    ];
    assert_eq!(settled, counts);
}

#[test]
fn values_of_a_random_tree_are_a_bounded_walk() {
    let mut tree = RandomTree::new(5, 0, Shape::PAPER);
    let mut seen = [[false; 13]; 6];
    let mut before = vec![0];
    visit(&mut tree, &mut before, &mut |ply, step| {
        let n = 6 - ply as Value;
        assert!(step.abs() <= n, "{step} at ply {ply}");
        seen[ply][(step + 6) as usize] = true;
    });
    // Every step occurs among this many, but not necessarily among the ten at the root.
    for (ply, steps) in seen.iter().enumerate().skip(2) {
        let different = steps.iter().filter(|&&step| step).count();
        assert_eq!(different, 2 * (6 - ply) + 1, "ply {ply}");
    }
}

/// Calls `step` for every step in the tree, with the ply at which the step begins.
fn visit(tree: &mut RandomTree, before: &mut Vec<Value>, step: &mut impl FnMut(usize, Value)) {
    let mut moves = Vec::new();
    tree.moves(&mut moves);
    assert_eq!(moves.is_empty(), tree.terminal().is_some());
    for m in moves {
        let ply = before.len() - 1;
        tree.make(m);
        // From the point of view of the first player, who is not to play after an odd number of moves.
        let value = if ply.is_multiple_of(2) {
            -tree.evaluate()
        } else {
            tree.evaluate()
        };
        step(ply, value - before[ply]);
        before.push(value);
        visit(tree, before, step);
        before.pop();
        tree.unmake();
    }
}

#[test]
fn moves_of_a_random_tree_are_listed_best_first() {
    let mut tree = RandomTree::new(5, 1, Shape::PAPER);
    tree.make(3);
    let mut moves = Vec::new();
    tree.moves(&mut moves);
    let mut value = |m: &u32| {
        tree.make(*m);
        let value = -tree.evaluate();
        tree.unmake();
        value
    };
    let values: Vec<Value> = moves.iter().map(&mut value).collect();
    assert!(values.is_sorted_by(|a, b| a >= b));
    assert_ne!(values.first(), values.last());
}

#[test]
fn written_trees_are_read() {
    let mut game: WrittenTree = " 0(-5(3 4! ) 2)".parse().expect("a tree");
    game.make(0);
    assert_eq!(game.evaluate(), 5);
    game.make(1);
    assert_eq!((game.evaluate(), game.terminal()), (4, Some(4)));
    game.unmake();
    game.unmake();
    let mut moves = Vec::new();
    game.moves(&mut moves);
    assert_eq!(moves, [0, 1]);
}

#[test]
fn wrong_written_trees_are_refused() {
    for (text, at) in [
        ("", 0),
        ("x", 0),
        ("1 2", 2),
        ("1(2", 3),
        ("1)", 1),
        ("1((2))", 2),
        ("1!(2)", 2),
        ("1000000", 0),
        ("99999999999", 0),
        ("-", 0),
        ("1(2é)", 3),
    ] {
        let error = text.parse::<WrittenTree>().expect_err(text);
        assert_eq!(error.at, at, "{text}: {error}");
    }
}
