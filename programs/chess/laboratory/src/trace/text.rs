//! A trace as text.

use std::fmt::Write as _;

use super::tree::{Node, NodeState, Trace};
use crate::game::Value;

impl Trace {
    /// Formats the trace as text, with a line for each node, indented by its depth: its moves, window and result, and
    /// the reason why the call or node ended.
    ///
    /// # Example
    /// ```
    /// use bcp_laboratory::searches::{Request, Search};
    ///
    /// let search: Search = "pvs".parse()?;
    /// let request = Request { depth: 1, ..Request::default() };
    /// let text = search.run_tree("0(4 3)", &request)?.trace.text();
    /// // A heading, the root, and two moves.
    /// assert_eq!(text.lines().count(), 4);
    /// assert!(text.lines().nth(1).is_some_and(|root| root.starts_with("root  [-inf, inf]  depth 1  = 4")));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn text(&self) -> String {
        let mut out = format!("{}  {}  {}\n", self.search, self.settings, self.position);
        let mut depths: Vec<usize> = Vec::new();
        for node in &self.nodes {
            depths.push(node.parent.map_or(0, |parent| depths[parent] + 1));
        }
        for id in self.order() {
            let node = &self.nodes[id];
            let _ = writeln!(out, "{}{}", "  ".repeat(depths[id]), node.words().join("  "));
        }
        if self.left_out > 0 {
            let _ = writeln!(out, "calls omitted, with all calls below them: {}", self.left_out);
        }
        out
    }

    /// Returns the nodes in preorder: each before those below it, and siblings in order.
    fn order(&self) -> Vec<usize> {
        let mut below: Vec<Vec<usize>> = vec![Vec::new(); self.nodes.len()];
        for (id, node) in self.nodes.iter().enumerate() {
            if let Some(parent) = node.parent {
                below[parent].push(id);
            }
        }
        let mut order = Vec::new();
        // There can be several roots: MTD(f) searches the root several times, and an iteratively deepened search each
        // of its moves.
        let mut next: Vec<usize> = (0..self.nodes.len())
            .rev()
            .filter(|&id| self.nodes[id].parent.is_none())
            .collect();
        while let Some(id) = next.pop() {
            order.push(id);
            next.extend(below[id].iter().rev());
        }
        order
    }
}

impl Node {
    /// Returns the words of the node's line, which describe its state at the end.
    fn words(&self) -> Vec<String> {
        let name = match (self.parent, self.moves.is_empty()) {
            (None, true) => "root".to_owned(),
            (Some(_), true) => "again".to_owned(),
            (_, false) => self.moves.join(" "),
        };
        let mut words = vec![name];
        words.extend(self.window.map(interval));
        words.extend(self.thresholds.map(|limits| format!("until {}", pair(limits))));
        words.extend(self.depth.map(|depth| format!("depth {depth}")));
        words.extend(self.known.last().map(NodeState::text));
        words.extend(self.end.as_ref().map(|end| match self.untried {
            Some(moves) => format!("{end}, {moves} omitted"),
            None => end.to_string(),
        }));
        words
    }
}

impl NodeState {
    fn text(&self) -> String {
        let value = self.value.map(|value| format!("= {value}"));
        let range = self.range.map(interval);
        let numbers = self.numbers.map(pair);
        let words: Vec<String> = [value, range, numbers].into_iter().flatten().collect();
        words.join(" ")
    }
}

/// Formats numbers as `proof 1 disproof inf`.
fn pair(numbers: [Option<u32>; 2]) -> String {
    let [proof, disproof] =
        numbers.map(|count: Option<u32>| count.map_or_else(|| "inf".to_owned(), |count| count.to_string()));
    format!("proof {proof} disproof {disproof}")
}

/// Formats bounds as `[-2, inf]`.
fn interval([lower, upper]: [Option<Value>; 2]) -> String {
    let text =
        |bound: Option<Value>, infinite: &str| bound.map_or_else(|| infinite.to_owned(), |bound| bound.to_string());
    format!("[{}, {}]", text(lower, "-inf"), text(upper, "inf"))
}
