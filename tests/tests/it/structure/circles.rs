//! Modules that depend on each other in a cycle, which is forbidden.

use std::collections::{BTreeMap, VecDeque};

use super::modules::{Crate, Name, Need};
use super::workspace;

/// The dependencies of the modules of a crate.
type Needs<'a> = BTreeMap<&'a Name, Vec<Need>>;

/// Returns the cycles of a crate, the shortest first, omitting those with a module of an earlier one.
fn circles(read: &Crate) -> Vec<String> {
    let mut needs: Needs<'_> = read.modules.keys().map(|name| (name, read.needs(name))).collect();
    let mut found = Vec::new();
    let shortest = |needs: &Needs<'_>| {
        let circles = needs.keys().filter_map(|start| circle_from(needs, start));
        circles.min_by_key(Vec::len)
    };
    while let Some(circle) = shortest(&needs) {
        let step = |(from, need): &(Name, Need)| {
            let file = read.modules[from].file.display();
            let (from, to, line) = (text(from), text(&need.of), need.line);
            format!("  {from} -> {to}: {file}:{line}: {}\n", need.path)
        };
        found.push(circle.iter().map(step).collect());
        needs.retain(|name, _| circle.iter().all(|(from, _)| from != *name));
    }
    found
}

fn text(name: &Name) -> String {
    if name.is_empty() {
        "crate".to_owned()
    } else {
        name.join("::")
    }
}

/// Returns the shortest path from a module back to itself: each module on it with its dependency on the next.
fn circle_from(needs: &Needs<'_>, start: &Name) -> Option<Vec<(Name, Need)>> {
    let mut came: BTreeMap<&Name, (&Name, &Need)> = BTreeMap::new();
    let mut queue = VecDeque::from([start]);
    while let Some(from) = queue.pop_front() {
        for need in needs.get(from).into_iter().flatten() {
            if !came.contains_key(&need.of) {
                came.insert(&need.of, (from, need));
                queue.push_back(&need.of);
            }
        }
    }
    let mut steps = vec![*came.get(start)?];
    while let Some((from, _)) = steps.last().filter(|(from, _)| *from != start) {
        steps.push(came[from]);
    }
    let circle = steps.into_iter().rev();
    Some(circle.map(|(from, need)| (from.clone(), need.clone())).collect())
}

#[test]
fn modules_do_not_need_each_other_in_a_circle() {
    let mut found = Vec::new();
    for member in workspace() {
        for root in member.roots {
            let circles = circles(&Crate::read(&root));
            found.extend(circles.into_iter().map(|circle| format!("{}:\n{circle}", member.name)));
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
