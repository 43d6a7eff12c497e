//! Traces of trees that are grown: by conspiracy numbers, and by proof numbers.

use super::tree::{Node, NodeState, Trace, bounds, finite};
use super::{Names, Step};
use crate::conspiracy::{Evaluator, NodeId, Search, basic, deepened, undecided};
use crate::game::Game;
use crate::proof::{Examined, ProofTree, Question};

impl Trace {
    /// The same with the tree of a conspiracy search, which is grown to `most` nodes or until its value is certain:
    /// against a number of conspirators by the basic procedure, or else by the deepened one. Its ranges are those that
    /// this number can bring about; for the deepened one, as many as the step rules out.
    #[must_use]
    pub fn with_conspiracy<G: Game, E: Evaluator<G>>(
        mut self,
        search: &mut Search<G, E>,
        conspirators: Option<usize>,
        most: usize,
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
            let Some(leaf) = next.filter(|_| tree.len() < most) else {
                return self;
            };
            time += 1;
            search.expand(leaf);
            expanded = Some(leaf);
            if search.tree().is_leaf(leaf) {
                self.nodes[leaf].end = Some("no moves");
            }
        }
    }

    /// The same with the tree of a proof-number search, which is grown leaf by leaf to `most` nodes or until there is an
    /// answer: by [`ProofTree::grow`], or for PN2 by [`ProofTree::grow_by_search`]. The second trees of PN2, which are
    /// thrown away, are not shown.
    #[must_use]
    pub fn with_proof<'a, Q: Question>(
        mut self,
        question: &mut Examined<'a, Q>,
        most: usize,
        names: &mut impl Names<Move = Q::Move>,
        grow: impl Fn(&mut ProofTree<Q::Move>, &mut Examined<'a, Q>) -> NodeId,
    ) -> Self {
        let mut tree = ProofTree::new(question);
        let (mut time, mut expanded) = (0, None);
        let mut paths: Vec<Vec<Q::Move>> = Vec::new();
        loop {
            for id in 0..tree.len() {
                if id >= self.nodes.len() {
                    let above = expanded.map_or_else(Vec::new, |above: NodeId| paths[above].clone());
                    let path: Vec<Q::Move> = above.into_iter().chain(tree.entered_by(id)).collect();
                    self.add(expanded, path.clone(), time, names);
                    paths.push(path);
                }
                let numbers = Some(finite(tree.numbers(id)));
                self.nodes[id].learn(NodeState { at: time, numbers, ..NodeState::default() });
            }
            if tree.numbers(0).answer().is_some() || tree.len() >= most || question.ended {
                return self;
            }
            time += 1;
            expanded = Some(grow(&mut tree, question));
        }
    }

    /// The answer at the root of a search for a proof.
    pub(crate) fn answer(&self) -> Option<bool> {
        match self.nodes.first()?.known.last()?.numbers? {
            [Some(0), _] => Some(true),
            [_, Some(0)] => Some(false),
            _ => None,
        }
    }

    /// Returns the moves that explain the value at the root, or the answer yes: at each node the first with the same.
    pub(crate) fn grown_line(&self) -> Vec<String> {
        let mut line = Vec::new();
        let mut above = 0;
        let wanted = |known: &NodeState| (known.value, known.numbers.map(|[proof, _]| proof));
        let of = |node: &Node| {
            node.known
                .last()
                .map(wanted)
                .filter(|(_, proof)| proof.is_none_or(|proof| proof == Some(0)))
        };
        while let Some(node) = self.nodes.get(above).and_then(of) {
            let same = |id: &usize| self.nodes[*id].parent == Some(above) && of(&self.nodes[*id]) == Some(node);
            let Some(next) = (above + 1..self.nodes.len()).find(same) else {
                break;
            };
            line.extend_from_slice(&self.nodes[next].moves);
            above = next;
        }
        line
    }

    fn add<M: Copy>(&mut self, parent: Option<NodeId>, path: Vec<M>, at: u32, names: &mut impl Names<Move = M>) {
        let steps: Vec<Step<M>> = path.into_iter().map(Step::Move).collect();
        let (above, last) = steps.split_at(steps.len().saturating_sub(1));
        let (moves, fen) = names.after(above, last);
        self.nodes.push(Node { parent, moves, fen, at, ..Node::default() });
    }
}

impl Node {
    /// Adds new knowledge, unless it is known already.
    fn learn(&mut self, known: NodeState) {
        let parts = |known: &NodeState| (known.value, known.range, known.numbers);
        if self.known.last().map(parts) != Some(parts(&known)) {
            self.known.push(known);
        }
    }
}
