//! Traces of trees grown by conspiracy numbers or by proof numbers.

use super::tree::{Node, NodeState, Trace, bounds, finite};
use super::{Names, Step};
use crate::conspiracy::{Evaluator, NodeId, Search, basic, deepened, undecided};
use crate::game::Game;
use crate::proof::{Examined, ProofTree, Question};

impl Trace {
    /// Returns the same trace with the tree of a conspiracy-number search, which is grown until it has `most` nodes,
    /// its value is certain, or `stop` returns true. If a number of conspirators is given, the tree is grown by the
    /// basic procedure; otherwise, by the deepened procedure. The ranges in the trace are those that this number of
    /// conspirators can cause or, in the deepened procedure, the number that the current step rules out.
    #[must_use]
    pub fn with_conspiracy<G: Game, E: Evaluator<G>>(
        mut self,
        search: &mut Search<G, E>,
        conspirators: Option<usize>,
        most: usize,
        stop: impl Fn() -> bool,
        names: &mut impl Names<Move = G::Move>,
    ) -> Self {
        let (mut time, mut expanded) = (0, None);
        loop {
            let tree = search.tree();
            let against = conspirators.or_else(|| undecided(tree, 0)).unwrap_or(1);
            for id in 0..tree.len() {
                if id >= self.nodes.len() {
                    self.add(expanded, tree.path(id), time, names);
                }
                let range = (tree.v_min(id, against), tree.v_max(id, against));
                self.nodes[id].learn(NodeState {
                    at: time,
                    value: Some(tree.value(id)),
                    range: Some(bounds(range)),
                    ..NodeState::default()
                });
            }
            let next = match conspirators {
                Some(conspirators) => basic(tree, conspirators, 0),
                None => deepened(tree, 0),
            };
            let Some(leaf) = next.filter(|_| tree.len() < most && !stop()) else {
                return self;
            };
            time += 1;
            search.expand(leaf);
            expanded = Some(leaf);
            if search.tree().is_leaf(leaf) {
                self.nodes[leaf].end = Some("no moves".into());
            }
        }
    }

    /// Returns the same trace with the tree of a proof-number search, and that tree. The tree is grown leaf by leaf
    /// until there is an answer or a limit of the question is reached: by [`ProofTree::grow`] or, for PN2, by
    /// [`ProofTree::grow_by_search`]. Only its first `most` nodes are shown, without the temporary second trees of PN2.
    #[must_use]
    pub fn with_proof<'a, Q: Question>(
        mut self,
        question: &mut Examined<'a, Q>,
        most: usize,
        names: &mut impl Names<Move = Q::Move>,
        grow: impl Fn(&mut ProofTree<Q::Move>, &mut Examined<'a, Q>) -> NodeId,
    ) -> (Self, ProofTree<Q::Move>) {
        let mut tree = ProofTree::new(question);
        self.add(None, Vec::new(), 0, names);
        self.prove(&tree, 0, 0);
        let mut paths: Vec<Vec<Q::Move>> = vec![Vec::new()];
        let mut time = 0;
        while tree.numbers(0).answer().is_none() && !question.ended {
            time += 1;
            let expanded = grow(&mut tree, question);
            for id in tree.successors(expanded).take_while(|&id| id < most) {
                let path: Vec<Q::Move> = paths[expanded].iter().copied().chain(tree.entered_by(id)).collect();
                self.add(Some(expanded), path.clone(), time, names);
                self.prove(&tree, id, time);
                paths.push(path);
            }
            let mut above = Some(expanded);
            while let Some(id) = above {
                self.prove(&tree, id, time);
                above = tree.predecessor(id);
            }
        }
        self.left_out = (tree.len() - self.nodes.len()) as u64;
        (self, tree)
    }

    /// Records the numbers of a node, if it is shown.
    fn prove<M: Copy>(&mut self, tree: &ProofTree<M>, id: NodeId, at: u32) {
        if let Some(node) = self.nodes.get_mut(id) {
            let numbers = Some(finite(tree.numbers(id)));
            node.learn(NodeState { at, numbers, ..NodeState::default() });
        }
    }

    fn add<M: Copy>(&mut self, parent: Option<NodeId>, path: Vec<M>, at: u32, names: &mut impl Names<Move = M>) {
        let steps: Vec<Step<M>> = path.into_iter().map(Step::Move).collect();
        let (above, last) = steps.split_at(steps.len().saturating_sub(1));
        let (moves, fen) = names.after(above, last);
        self.nodes.push(Node { parent, moves, fen, at, ..Node::default() });
    }
}

impl Node {
    /// Adds a state, unless it equals the last one.
    fn learn(&mut self, known: NodeState) {
        let parts = |known: &NodeState| (known.value, known.range, known.numbers);
        if self.known.last().map(parts) != Some(parts(&known)) {
            self.known.push(known);
        }
    }
}
