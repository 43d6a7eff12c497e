//! Proof-number search with one tree in memory, or with two.

use super::line::line;
use super::tree::{NodeId, ProofTree, ROOT};
use super::{Answer, Examined, Numbers, Question};

/// The successors of a leaf: their moves, whether the proving side plays there, and their numbers.
type Successors<M> = Vec<(M, bool, Numbers)>;

/// Finds the successors of the position, which is a leaf of a tree with the given number of nodes.
type Expand<Q> = fn(&mut Examined<'_, Q>, usize) -> Successors<<Q as Question>::Move>;

/// Answers a question by proof-number search: expands the most-proving leaf until the root is answered.
pub fn pn<Q: Question>(question: &mut Examined<'_, Q>) -> Answer<Q::Move> {
    let tree = grown(question, usize::MAX, successors);
    answer(&tree, question)
}

/// Answers a question by PN2: a second search with its own tree, which may become as large as the first and is then
/// discarded, finds the numbers of a leaf's successors. PN2 needs little more memory than the square root of what
/// [`pn`] needs.
pub fn pn2<Q: Question>(question: &mut Examined<'_, Q>) -> Answer<Q::Move> {
    let tree = grown(question, usize::MAX, second);
    answer(&tree, question)
}

/// Returns the successors of the position, with the numbers found by a second tree of a given size.
fn second<Q: Question>(question: &mut Examined<'_, Q>, size: usize) -> Successors<Q::Move> {
    let tree = grown(question, size, successors);
    let of = |id| tree.entered_by(id).map(|m| (m, tree.proves(id), tree.numbers(id)));
    tree.successors(ROOT).filter_map(of).collect()
}

/// Grows a tree below the position until its root is answered, the tree has `most` nodes and an expanded root, or a
/// limit is reached.
fn grown<Q: Question>(question: &mut Examined<'_, Q>, most: usize, expand: Expand<Q>) -> ProofTree<Q::Move> {
    let mut tree = ProofTree::new(question);
    while tree.numbers(ROOT).answer().is_none() && (tree.is_empty() || tree.len() < most && !question.ended) {
        grow(&mut tree, question, expand);
    }
    tree
}

impl<M: Copy + Eq + std::fmt::Debug> ProofTree<M> {
    /// Expands the most-proving leaf in a tree whose root is unanswered, and returns that leaf.
    pub fn grow<Q: Question<Move = M>>(&mut self, question: &mut Examined<'_, Q>) -> NodeId {
        grow(self, question, successors)
    }

    /// Expands the most-proving leaf as [`ProofTree::grow`] does, but finds the numbers of its successors by a second,
    /// temporary tree (PN2).
    pub fn grow_by_search<Q: Question<Move = M>>(&mut self, question: &mut Examined<'_, Q>) -> NodeId {
        grow(self, question, second)
    }
}

/// Expands the most-proving leaf, and returns it.
fn grow<Q: Question>(tree: &mut ProofTree<Q::Move>, question: &mut Examined<'_, Q>, expand: Expand<Q>) -> NodeId {
    let (leaf, path) = tree.most_proving();
    path.iter().for_each(|&m| question.make(m));
    let successors = expand(question, tree.len());
    path.iter().for_each(|_| question.unmake());
    tree.expand(leaf, successors);
    leaf
}

/// Returns the successors of the position, each examined once.
fn successors<Q: Question>(question: &mut Examined<'_, Q>, _size: usize) -> Successors<Q::Move> {
    let mut moves = Vec::new();
    question.look(&mut moves);
    let mut replies = Vec::new();
    let mut of = |m| {
        question.make(m);
        replies.clear();
        let numbers = question.numbers(&mut replies);
        let proves = question.proves();
        question.unmake();
        (m, proves, numbers)
    };
    moves.into_iter().map(&mut of).collect()
}

/// Returns the answer of a tree that was grown from the position. If a leaf was answered by a second tree, which has
/// been discarded, that tree is grown again for the line.
pub(crate) fn answer<Q: Question>(tree: &ProofTree<Q::Move>, question: &mut Examined<'_, Q>) -> Answer<Q::Move> {
    let answer = tree.numbers(ROOT).answer();
    if answer != Some(tree.proves(ROOT)) {
        return Answer { answer, line: Vec::new() };
    }
    let line = line(question, tree.most_proving().1, |question| {
        grown(question, usize::MAX, successors).most_proving().1
    });
    Answer { answer, line }
}
