//! Null-move quiescence compared with trees followed by hand, with plain definitions, and with the 1986 search.

use bcp_laboratory::game::{Game, INFINITY, Value};
use bcp_laboratory::quiescence::{
    AsListed, BestMoves, Captures, Census, Deepening, Evaluate, Fat, FirstOrder, FullWidth, NestedQuiesceD, Quiesce,
    QuiesceD, SeeFinish, Static, Tactics, Verdict, order,
};
use bcp_laboratory::{Counted, Limits};
use bcp_reference::constants::MATES;

use crate::common::{Random, win_at_chess};
use crate::review::VERSION_1;
use crate::trees::{Node, Tree, leaf, node};

fn full<G: Game>(mut evaluation: impl Evaluate<G>, game: &mut G) -> Value {
    evaluation.value(game, -INFINITY, INFINITY)
}

fn limited<O>(ordering: O) -> QuiesceD<Static, O> {
    QuiesceD::new(Static, ordering)
}

/// Returns the values of QUIESCE-D at successive depths, even after they are definite.
fn fats(root: &Node, depth: u32) -> Vec<Fat> {
    let mut game = Counted::new(Tree::new(root.clone()), Limits::default());
    let mut deepening = Deepening::new(&mut game, limited(AsListed), depth);
    deepening.early = false;
    deepening.map(|iteration| iteration.fat).collect()
}

fn fat(lower: Value, value: Value, upper: Value) -> Fat {
    Fat { lower, value, upper }
}

/// Fig. 4: the null move yields 0, and each of three moves is refuted by the other side's null move.
fn smallest() -> Node {
    let reply = || node(0, [leaf(0)]);
    node(0, [reply(), reply(), reply()])
}

#[test]
fn the_smallest_tree_needs_eight_positions() {
    let mut game = Counted::new(Tree::new(smallest()), Limits::default());
    assert_eq!(full(Quiesce(Static), &mut game), 0);
    let statistics = game.statistics;
    // The root and its null move, three moves and their null moves; only positions after null moves are evaluated, and
    // moves are listed only at the root.
    assert_eq!((statistics.nodes, statistics.null_moves), (8, 4));
    assert_eq!((statistics.evaluations, statistics.lists), (4, 1));
    // At depth 1 the moves lead to the horizon; at depth 2 their null moves determine the value.
    assert_eq!(
        fats(&smallest(), 2),
        [Fat::guess(0), fat(0, 0, INFINITY), Fat::definite(0)]
    );
}

/// Fig. 1: a capture that wins a pawn and then loses two more. White need not make it.
#[test]
fn nobody_has_to_capture() {
    let root = node(0, [node(1, [leaf(-2)])]);
    assert_eq!(full(Quiesce(Static), &mut Tree::new(root.clone())), 0);
    let mut wide = FullWidth::new(Static, AsListed);
    let forced = wide.search(&mut Tree::new(root), -INFINITY, INFINITY, 2);
    assert_eq!(forced, -2);
}

/// A move threatens 5, and there is one defence: the first order does not see the threat. The second order finds that
/// the other side cannot afford to pass, and that the defence costs 1.
#[test]
fn the_second_order_sees_a_threat() {
    let threat = node(0, [leaf(1)]).passing_to(node(0, [leaf(5)]));
    let root = node(0, [threat]);
    let tree = || Tree::new(root.clone());
    assert_eq!(full(order(Static, 0), &mut tree()), 0);
    assert_eq!(full(order(Static, 1), &mut tree()), 0);
    assert_eq!(full(order(Static, 2), &mut tree()), 1);
}

/// Fig. 6: the value is unknown, but the choice is certain. The first move yields at least 3, because the only answer
/// is met by passing, and perhaps more; the second yields at most 2, because the other side can pass.
fn choice_settled() -> Node {
    let further = node(3, [node(9, [node(9, [leaf(9)])])]);
    let good = node(5, [further]);
    let other = node(2, [leaf(2)]);
    node(0, [good, other])
}

#[test]
fn a_settled_choice_ends_the_search() {
    let mut game = Counted::new(Tree::new(choice_settled()), Limits::default());
    let iterations: Vec<_> = Deepening::new(&mut game, limited(AsListed), 9).collect();
    let last = iterations.last().expect("depth 0 at least");
    assert_eq!(last.verdict(), Verdict::Settled);
    assert_eq!((last.depth, last.best), (3, Some(0)));
    let known: Vec<Fat> = last.choices.iter().map(|choice| choice.fat).collect();
    assert_eq!(known, [fat(3, 5, 5), fat(-INFINITY, 2, 2)]);
    assert_eq!(last.fat, fat(3, 5, 5));
    assert!(
        iterations[..3]
            .iter()
            .all(|iteration| iteration.verdict() == Verdict::Open)
    );
}

/// Fig. 7: a safe move, [0,0], and an uncertain one that may yield a gain or a loss, [-2,3].
fn safe_or_uncertain() -> Node {
    let safe = node(0, [leaf(0)]);
    let uncertain = node(3, [node(-2, [node(2, [node(1, [leaf(1)])])])]);
    // Passing loses 5.
    node(0, [safe, uncertain]).passing_to(leaf(-5))
}

#[test]
fn a_safe_move_and_an_uncertain_one_leave_the_choice_open() {
    let mut game = Counted::new(Tree::new(safe_or_uncertain()), Limits::default());
    let mut deepening = Deepening::new(&mut game, limited(AsListed), 3);
    deepening.wide = true;
    let last = deepening.last().expect("depth 0 at least");
    assert_eq!((last.depth, last.verdict()), (3, Verdict::Open));
    assert_eq!((last.best, last.fat), (Some(1), fat(0, 2, 3)));
    let mut known: Vec<_> = last.choices.iter().map(|c| (c.m, c.fat)).collect();
    known.sort_by_key(|&(m, _)| m);
    assert_eq!(known, [(0, Fat::definite(0)), (1, fat(-2, 2, 3))]);
}

/// Every move does harm: passing is best, though a tree that omits it from the upper bound would say -1.
#[test]
fn a_zugzwang_has_a_range_that_holds_its_value() {
    let root = node(0, [node(-1, [leaf(-1)]), node(-2, [leaf(-2)])]);
    assert_eq!(fats(&root, 2).last(), Some(&Fat::definite(0)));
}

/// Returns a tree of a few plies with values that vary a little, as evaluations do.
fn random_tree(random: &mut Random, depth: u32, value: Value) -> Node {
    let around = |random: &mut Random| value + random.below(5) as Value - 2;
    if depth == 0 {
        return leaf(value);
    }
    let moves = random.below(4);
    let moves: Vec<Node> = (0..moves)
        .map(|_| {
            let value = around(random);
            random_tree(random, depth - 1, value)
        })
        .collect();
    let passed = match random.below(3) {
        0 => leaf(value),
        _ => {
            let value = around(random);
            random_tree(random, depth / 2, value)
        }
    };
    node(value, moves).passing_to(passed)
}

/// Returns the value of QUIESCE of any order by its definition, without bounds.
fn plain(game: &mut Tree, order: u32) -> Value {
    if order == 0 {
        return game.evaluate();
    }
    game.make_null();
    let mut best = -plain(game, order - 1);
    game.unmake_null();
    let mut moves = Vec::new();
    game.moves(&mut moves);
    if moves.is_empty() {
        best = best.max(game.without_moves());
    }
    for m in moves {
        game.make(m);
        best = best.max(-plain(game, order));
        game.unmake();
    }
    best
}

/// Returns the value of a full-width search by its definition, without bounds.
fn plain_full_width(game: &mut Tree, depth: u32) -> Value {
    let mut moves = Vec::new();
    game.moves(&mut moves);
    if depth == 0 || moves.is_empty() {
        return game.evaluate();
    }
    let mut best = -INFINITY;
    for m in moves {
        game.make(m);
        best = best.max(-plain_full_width(game, depth - 1));
        game.unmake();
    }
    best
}

/// Returns random trees, the same in every run.
pub(crate) fn forest() -> impl Iterator<Item = Node> {
    let mut random = Random(1990);
    (0..400).map(move |_| random_tree(&mut random, 6, 0))
}

#[test]
fn bounds_change_no_value() {
    for root in forest() {
        for times in 0..=4 {
            let exact = plain(&mut Tree::new(root.clone()), times);
            let mut evaluation = order(Static, times);
            let mut game = Tree::new(root.clone());
            assert_eq!(evaluation.value(&mut game, -INFINITY, INFINITY), exact);
            for lower in -3..3 {
                let value = evaluation.value(&mut game, lower, lower + 1);
                assert_eq!(value <= lower, exact <= lower, "{root:?} order {times}");
                // Beyond a bound, a result may be less precise than the exact value, but never wrong. Order 0 has no
                // bounds.
                let honest = if value <= lower { exact <= value } else { exact >= value };
                assert!(honest, "{root:?} order {times}: {value} for {exact}");
            }
        }
    }
}

#[test]
fn full_width_has_the_values_of_minimax() {
    for root in forest() {
        for depth in 0..=5 {
            let mut game = Tree::new(root.clone());
            let exact = plain_full_width(&mut game, depth);
            let mut wide = FullWidth::new(Static, AsListed);
            assert_eq!(wide.search(&mut game, -INFINITY, INFINITY, depth), exact);
        }
    }
}

/// The bounds at each depth contain the value of an unlimited search, and get closer.
#[test]
fn fat_values_hold_the_value_without_a_limit() {
    let mut definite = 0;
    for root in forest() {
        let exact = plain(&mut Tree::new(root.clone()), 1);
        let fats = fats(&root, 7);
        for fat in &fats {
            assert!(fat.lower <= exact && exact <= fat.upper, "{fat:?}, {exact}");
            assert!(fat.lower <= fat.value && fat.value <= fat.upper, "{fat:?}");
        }
        assert_eq!(fats.last(), Some(&Fat::definite(exact)));
        definite += usize::from(fats[..4].contains(&Fat::definite(exact)));
    }
    assert!(definite > 100, "{definite} are known before the end");
}

/// Once a choice is settled, no deeper search finds a better move.
#[test]
fn a_settled_choice_is_never_regretted() {
    let mut settled = 0;
    for root in forest() {
        let mut game = Counted::new(Tree::new(root.clone()), Limits::default());
        let Some(last) = Deepening::new(&mut game, limited(AsListed), 7).last() else {
            panic!("depth 0 is always complete")
        };
        if let (Verdict::Settled, Some(best)) = (last.verdict(), last.best) {
            settled += 1;
            let mut game = Tree::new(root);
            let value = |m| {
                game.make(m);
                let value = -plain(&mut game, 1);
                game.unmake();
                value
            };
            let values: Vec<Value> = last.choices.iter().map(|choice| choice.m).map(value).collect();
            let at = last.choices.iter().position(|choice| choice.m == best);
            assert_eq!(at.map(|at| values[at]), values.iter().copied().max());
        }
    }
    assert!(settled > 5, "{settled} choices were settled early");
}

fn nested(first_depth: u32) -> NestedQuiesceD<Static, AsListed, AsListed> {
    NestedQuiesceD { first: limited(AsListed), first_depth, ordering: AsListed }
}

#[test]
fn nested_values_lie_in_each_other_and_hold_the_second_order() {
    for root in forest() {
        let exact = plain(&mut Tree::new(root.clone()), 2);
        for (first_depth, depth) in [(0, 2), (1, 1), (1, 3), (2, 2), (3, 3), (2, 7), (9, 7)] {
            let mut game = Tree::new(root.clone());
            let found = nested(first_depth).search(&mut game, -INFINITY, INFINITY, depth);
            let (outer, inner) = (found.outer, found.inner);
            let chain = [outer.lower, inner.lower, found.value(), inner.upper, outer.upper];
            assert!(chain.is_sorted(), "{found}");
            assert!(outer.lower <= exact && exact <= outer.upper, "{found}, {exact}");
            if (first_depth, depth) == (9, 7) {
                assert_eq!((outer.lower, outer.upper), (exact, exact), "{found}");
            }
        }
    }
}

/// If the first order is definite, only two levels remain, those of Fig. 5.
#[test]
fn nesting_a_definite_first_order_adds_nothing() {
    for root in forest() {
        for depth in 0..=6 {
            let mut game = Tree::new(root.clone());
            let found = nested(9).search(&mut game, -INFINITY, INFINITY, depth);
            let mut single = QuiesceD::new(Quiesce(Static), AsListed);
            let fat = single.search(&mut game, -INFINITY, INFINITY, depth);
            assert_eq!(found.value(), fat.value, "{found} {fat}");
            assert_eq!((found.outer.lower, found.outer.upper), (fat.lower, fat.upper));
            assert_eq!(found.inner, Fat::definite(fat.value));
        }
    }
}

/// Three levels in one position: the outer range says that no pawn can be lost, the inner that one is won.
#[test]
fn three_levels_by_hand() {
    // After the only move, the first order one ply deep finds a gain of 2, which a second ply reduces to 1.
    let reply = node(2, [leaf(1)]);
    let root = node(0, [node(2, [reply])]);
    let found = nested(1).search(&mut Tree::new(root), -INFINITY, INFINITY, 1);
    assert_eq!(found.to_string(), "[0 [0,2,2] ]");
}

/// Chess in which a position without moves is not special, exactly as in Fig. 3.
struct NoEnd(Tactics);

impl Game for NoEnd {
    type Move = <Tactics as Game>::Move;
    fn moves(&mut self, moves: &mut Vec<Self::Move>) {
        self.0.moves(moves);
    }
    fn make(&mut self, m: Self::Move) {
        self.0.make(m);
    }
    fn unmake(&mut self) {
        self.0.unmake();
    }
    fn make_null(&mut self) -> bool {
        self.0.make_null()
    }
    fn unmake_null(&mut self) {
        self.0.unmake_null();
    }
    fn evaluate(&mut self) -> Value {
        self.0.evaluate()
    }
    fn terminal(&mut self) -> Option<Value> {
        self.0.terminal()
    }
    fn without_moves(&mut self) -> Value {
        self.0.evaluate()
    }
}

/// "A special case of a general algorithm": QUIESCE over material is the capture tree.
#[test]
fn quiesce_over_material_is_the_capture_tree() {
    for (number, position, _) in win_at_chess() {
        let mut game = Tactics::new(position.clone());
        let captures = full(Captures, &mut game);
        assert_eq!(full(Quiesce(Static), &mut NoEnd(game)), captures, "{number}");
    }
}

fn double_quiescence() -> FirstOrder<SeeFinish<Captures>> {
    FirstOrder(SeeFinish(Captures))
}

/// The pseudocode of 2006 computes the same values; it does not distinguish mates.
#[test]
fn depth_limited_values_are_those_of_the_pseudocode() {
    for (number, position, theirs) in VERSION_1.iter() {
        let mut game = Counted::new(Census::new(Tactics::new(position.clone())), Limits::default());
        let search = QuiesceD::new(double_quiescence(), BestMoves::default());
        let ours = Deepening::new(&mut game, search, 3);
        for (ours, theirs) in ours.zip(theirs) {
            let (ours, theirs) = (ours.fat.value, Value::from(theirs.value));
            let mates = Value::from(MATES);
            assert!(
                ours == theirs || ours >= mates && theirs >= mates || ours <= -mates && theirs <= -mates,
                "position {number}: {ours}, {theirs}"
            );
        }
    }
}

/// A definite or settled value in chess remains so when the search continues.
#[test]
fn what_is_definite_in_chess_stays() {
    let mut definite = 0;
    for (number, position, _) in win_at_chess().into_iter().take(60) {
        let mut game = Counted::new(Census::new(Tactics::new(position)), Limits::default());
        let search = QuiesceD::new(double_quiescence(), BestMoves::default());
        let mut known: Option<Fat> = None;
        let mut deepening = Deepening::new(&mut game, search, 5);
        deepening.early = false;
        for iteration in deepening {
            if let Some(known) = known {
                assert_eq!(iteration.fat, known, "position {number}");
            }
            known = known.or(iteration.fat.is_definite().then_some(iteration.fat));
        }
        definite += usize::from(known.is_some());
    }
    assert!(definite >= 5, "{definite}");
}

/// A stopped search reports the completed iterations, and leaves the root on the board.
#[test]
fn a_limit_of_nodes_ends_a_search() {
    let (_, position, _) = win_at_chess().swap_remove(0);
    let search = || QuiesceD::new(double_quiescence(), BestMoves::default());
    let run = |nodes| {
        let limits = Limits { nodes, stop: None };
        let mut game = Counted::new(Census::new(Tactics::new(position.clone())), limits);
        let iterations: Vec<_> = Deepening::new(&mut game, search(), 4).collect();
        assert_eq!(game.game.game.position(), &position);
        assert!(nodes == 0 || game.statistics.nodes < nodes + 100);
        iterations
    };
    let (all, some) = (run(0), run(3000));
    assert_eq!((all.len(), some.len()), (5, 3));
    assert_eq!(all[..3], some[..]);
}
