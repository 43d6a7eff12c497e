//! SSS* as Stockman published it (Artificial Intelligence 12, 1979): a search with a list of states, the best of which
//! is always developed next.

use std::cmp::Reverse;

use bcp_laboratory::game::{Game, INFINITY, Value};

/// A position of the complete tree, which is recorded before the search begins.
#[derive(Debug)]
struct Node {
    parent: usize,
    /// True if the side that plays at the root is to play.
    max: bool,
    /// Index among the moves of the parent.
    place: usize,
    children: Vec<usize>,
    /// The value for the side that plays at the root; used only if there are no children.
    value: Value,
}

/// A state: a position, whether it is solved, and a bound on the root's value if the solution goes through this
/// position.
#[derive(Clone, Copy, Debug)]
struct State {
    node: usize,
    solved: bool,
    merit: Value,
}

/// Returns the value of the position, searched to a depth, and the leaves in the order in which SSS* evaluates them,
/// each given by the indices of the moves that lead to it. States of equal merit are taken from the left.
pub(crate) fn stockman<G: Game>(game: &mut G, depth: u32) -> (Value, Vec<Vec<usize>>) {
    let mut nodes = Vec::new();
    write_down(game, depth, 0, 0, &mut nodes);
    let mut leaves = Vec::new();
    let mut open = vec![State { node: 0, solved: false, merit: INFINITY }];
    loop {
        let State { node, solved, merit } = take_best(&mut open);
        let here = &nodes[node];
        let mut insert = |node, solved, merit| open.push(State { node, solved, merit });
        match (solved, here.children.first()) {
            (true, _) if node == 0 => return (merit, leaves),
            (false, None) => {
                leaves.push(path(&nodes, node));
                insert(node, true, merit.min(here.value));
            }
            (false, Some(_)) if here.max => here.children.iter().for_each(|&child| insert(child, false, merit)),
            (false, Some(&first)) => insert(first, false, merit),
            (true, _) if here.max => match nodes[here.parent].children.get(here.place + 1) {
                Some(&next) => insert(next, false, merit),
                None => insert(here.parent, true, merit),
            },
            (true, _) => {
                let parent = here.parent;
                open.retain(|state| !is_below(&nodes, state.node, parent));
                open.push(State { node: parent, solved: true, merit });
            }
        }
    }
}

/// Appends the position and everything below it to the list.
fn write_down<G: Game>(game: &mut G, depth: u32, parent: usize, place: usize, nodes: &mut Vec<Node>) -> usize {
    let id = nodes.len();
    let max = id == 0 || !nodes[parent].max;
    let over = game.terminal();
    let mut moves = Vec::new();
    if over.is_none() && depth > 0 {
        game.moves(&mut moves);
    }
    let value = match over {
        Some(value) => value,
        None if depth > 0 && moves.is_empty() => game.without_moves(),
        None => game.evaluate(),
    };
    nodes.push(Node {
        parent,
        max,
        place,
        children: Vec::new(),
        value: if max { value } else { -value },
    });
    for (place, m) in moves.into_iter().enumerate() {
        game.make(m);
        let child = write_down(game, depth - 1, id, place, nodes);
        game.unmake();
        nodes[id].children.push(child);
    }
    id
}

/// Removes the state of maximum merit from the list, the leftmost of equals: positions are numbered from left to right,
/// and no state is below another.
fn take_best(open: &mut Vec<State>) -> State {
    let best = (0..open.len()).max_by_key(|&at| (open[at].merit, Reverse(open[at].node)));
    open.swap_remove(best.expect("the root's solution is never purged"))
}

fn is_below(nodes: &[Node], mut node: usize, above: usize) -> bool {
    while node > above {
        node = nodes[node].parent;
    }
    node == above
}

fn path(nodes: &[Node], mut node: usize) -> Vec<usize> {
    let mut path = Vec::new();
    while node != 0 {
        path.push(nodes[node].place);
        node = nodes[node].parent;
    }
    path.reverse();
    path
}
