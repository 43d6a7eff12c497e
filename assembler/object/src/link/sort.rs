//! Sorting the sections selected by an input statement of the script, if it requests an order.

use std::cmp::Ordering;

use super::script::Key;

/// A piece that matches a pattern, with the values of its sort keys.
pub(super) struct Candidate<'c> {
    pub(super) piece: usize,
    /// The sort keys of the pattern.
    pub(super) keys: &'c [Key],
    pub(super) file: &'c str,
    pub(super) name: &'c str,
    pub(super) alignment: u32,
}

/// A node of a binary tree: a candidate, and the nodes before and after it.
struct Node<'c> {
    own: Candidate<'c>,
    sides: [Option<usize>; 2],
}

/// Sorts candidates, given in the order of the files: with `by_file`, first by file name; then by their keys.
///
/// If an input statement has sorted and unsorted patterns, GNU ld inserts both into a binary tree, which affects their
/// order. Only the same tree gives the same order.
pub(super) fn sorted(candidates: Vec<Candidate>, by_file: bool) -> Vec<usize> {
    if !by_file && candidates.iter().all(|candidate| candidate.keys.is_empty()) {
        return candidates.into_iter().map(|candidate| candidate.piece).collect();
    }
    let mut nodes: Vec<Node> = Vec::with_capacity(candidates.len());
    for own in candidates {
        let new = nodes.len();
        let mut at = (new > 0).then_some(0);
        while let Some(node) = at {
            let found = &mut nodes[node];
            // Equal candidates keep their order.
            let side = usize::from(order(&own, &found.own, by_file) != Ordering::Less);
            at = found.sides[side];
            found.sides[side].get_or_insert(new);
        }
        let sides = [None; 2];
        nodes.push(Node { own, sides });
    }
    in_order(&nodes)
}

/// Returns the pieces of a tree from left to right. It does not recurse, because a tree can be as deep as there are
/// pieces.
fn in_order(nodes: &[Node]) -> Vec<usize> {
    let mut order = Vec::with_capacity(nodes.len());
    let mut open = Vec::new();
    let mut at = (!nodes.is_empty()).then_some(0);
    loop {
        while let Some(node) = at {
            open.push(node);
            at = nodes[node].sides[0];
        }
        let Some(node) = open.pop() else {
            return order;
        };
        order.push(nodes[node].own.piece);
        at = nodes[node].sides[1];
    }
}

/// Compares a new candidate with an existing one.
fn order(one: &Candidate, other: &Candidate, by_file: bool) -> Ordering {
    let files = if by_file {
        one.file.cmp(other.file)
    } else {
        Ordering::Equal
    };
    let keys = one.keys.iter().map(|key| match key {
        Key::Name => one.name.cmp(other.name),
        Key::Alignment => other.alignment.cmp(&one.alignment),
        Key::Priority => {
            let priorities = priority(one.name).zip(priority(other.name));
            let order = priorities.map_or(Ordering::Equal, |(one, other)| one.cmp(&other));
            order.then_with(|| one.name.cmp(other.name))
        }
    });
    keys.fold(files, Ordering::then)
}

/// Returns the priority in the name of a constructor section; in `.ctors` and `.dtors`, it decreases with the number.
fn priority(name: &str) -> Option<u32> {
    let number = |prefix| {
        name.strip_prefix(prefix)
            .and_then(|digits: &str| digits.parse::<u32>().ok())
    };
    let up = [".init_array.", ".fini_array."].into_iter().find_map(number);
    let down = [".ctors.", ".dtors."].into_iter().find_map(number);
    up.or(down.map(|down| 65535_u32.saturating_sub(down)))
}
