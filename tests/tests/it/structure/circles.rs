//! Modules that need each other in a circle. There are none.

use std::collections::BTreeMap;
use std::path::PathBuf;

use petgraph::algo::tarjan_scc;
use petgraph::graph::{DiGraph, NodeIndex};

use super::modules::{Crate, Name};
use super::workspace;

/// The circles of a crate: for each set of modules that need each other, the shortest way round.
fn circles(read: &Crate) -> Vec<String> {
    let mut graph: DiGraph<&Name, (String, usize)> = DiGraph::new();
    let nodes: BTreeMap<&Name, NodeIndex> = read.modules.keys().map(|name| (name, graph.add_node(name))).collect();
    for (name, from) in &nodes {
        for need in read.needs(name) {
            graph.add_edge(*from, nodes[&need.of], (need.path, need.line));
        }
    }
    let groups = tarjan_scc(&graph).into_iter().filter(|group| group.len() > 1);
    groups
        .map(|group| format!("{} modules:\n{}", group.len(), shortest(read, &graph, &group)))
        .collect()
}

/// The shortest circle in a group, a line for each step: where it is written, and what.
fn shortest(read: &Crate, graph: &DiGraph<&Name, (String, usize)>, group: &[NodeIndex]) -> String {
    let circle = group
        .iter()
        .map(|start| circle_from(graph, *start))
        .min_by_key(Vec::len)
        .unwrap_or_default();
    let step = |edge: &petgraph::graph::EdgeIndex| {
        let (from, to) = graph.edge_endpoints(*edge).expect("an edge");
        let (path, line) = &graph[*edge];
        let file: &PathBuf = &read.modules[graph[from]].file;
        format!(
            "  {} -> {}: {}:{line}: {path}\n",
            text(graph[from]),
            text(graph[to]),
            file.display()
        )
    };
    circle.iter().map(step).collect()
}

fn text(name: &Name) -> String {
    if name.is_empty() {
        "crate".to_owned()
    } else {
        name.join("::")
    }
}

/// The shortest way from a module back to itself, as edges.
fn circle_from(graph: &DiGraph<&Name, (String, usize)>, start: NodeIndex) -> Vec<petgraph::graph::EdgeIndex> {
    use petgraph::visit::EdgeRef;
    let mut came: BTreeMap<NodeIndex, petgraph::graph::EdgeIndex> = BTreeMap::new();
    let mut queue = std::collections::VecDeque::from([start]);
    while let Some(node) = queue.pop_front() {
        for edge in graph.edges(node) {
            if came.contains_key(&edge.target()) {
                continue;
            }
            came.insert(edge.target(), edge.id());
            queue.push_back(edge.target());
        }
    }
    let mut circle = Vec::new();
    let mut node = start;
    while let Some(edge) = came.get(&node) {
        circle.push(*edge);
        node = graph.edge_endpoints(*edge).expect("an edge").0;
        if node == start {
            break;
        }
    }
    circle.reverse();
    circle
}

#[test]
fn modules_do_not_need_each_other_in_a_circle() {
    let mut found = Vec::new();
    for member in workspace() {
        for root in member.roots {
            let circles = circles(&Crate::read(&root));
            found.extend(circles.into_iter().map(|circle| format!("{}: {circle}", member.name)));
        }
    }
    assert!(found.is_empty(), "{} circles\n{}", found.len(), found.join("\n"));
}

#[test]
fn a_circle_is_found_however_it_is_written() {
    for source in [
        "mod a { use crate::b::B; pub struct A(B); } mod b { pub fn f() -> Option<crate::a::A> { None } pub struct B; }",
        "mod a { pub fn a() { super::b::b() } } mod b { use super::a; pub fn b() { a::a() } }",
        "pub use a::A; mod a { pub struct A; fn f() { crate::b::b() } } mod b { pub fn b() -> Option<crate::A> { None } }",
        "mod a { pub fn a() { vec![crate::b::b()]; } } mod b { pub fn b() { println!(\"{:?}\", super::a::a()) } }",
        "mod a { pub struct A; pub mod c { pub fn c(_: super::A) {} } fn f() { c::c(A) } }",
        "mod a { macro_rules! m { () => { $crate::b::b() } } pub(crate) use m; } mod b { use crate::a::m; pub fn b() { m!() } }",
    ] {
        assert_eq!(circles(&Crate::of(source)).len(), 1, "{source}");
    }
}

#[test]
fn what_is_exported_again_or_tested_is_not_a_circle() {
    for source in [
        "pub mod a; pub use a::A;".replace(
            "pub mod a;",
            "pub mod a { pub struct A; pub fn f() -> crate::B { crate::B } } pub struct B;",
        ),
        "mod a { #[cfg(test)] mod tests { use crate::b::B; } pub struct A; } mod b { pub struct B(crate::a::A); }"
            .to_owned(),
        "mod a { pub fn value() {} } mod b { use crate::a::value; pub fn f() { value() } }".to_owned(),
    ] {
        assert_eq!(circles(&Crate::of(&source)), Vec::<String>::new(), "{source}");
    }
}
