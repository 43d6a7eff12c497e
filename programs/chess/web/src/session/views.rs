//! Parts of a session that the page requests: sources, memory, the stored tree, instructions, a profile.

use std::collections::HashSet;
use std::fmt::Write as _;

use anyhow::{Context, Result, ensure};
use bcp_chess::Position;
use bcp_driver::{Behind, StoredTree, squares_text};
use z8000::machine::World;
use z8000_debugger::machine::Address;
use z8000_debugger::profile::Profiler;
use z8000_debugger::program::Program;

use super::Session;
use crate::chess::played;
use crate::protocol::{Answer, CodeLine, CostlyLine, Routine, SourceFile, Space, Symbol, TreeEntry, Way};

/// Size of each memory in bytes.
const MEMORY: usize = 0x1_0000;

/// Maximum number of lines in a profile.
const MOST_LINES: usize = 500;

impl Session {
    /// Returns source files, symbols and routines.
    pub(crate) fn sources(&self) -> Answer {
        let program = self.interpreter.session.program();
        let files = program.files.iter();
        let mut files: Vec<SourceFile> = files
            .map(|file| SourceFile { name: file.name.clone(), lines: file.lines.clone(), code: Vec::new() })
            .collect();
        for address in (0..=0xFFFE_u16).step_by(2) {
            note_line(program, address, &mut files);
        }
        let symbol = |(name, symbol): (&String, &z8000_debugger::program::Symbol)| Symbol {
            name: name.clone(),
            value: symbol.value,
            section: symbol.section.name(),
        };
        let routines = program.routines.list.iter();
        Answer::Sources {
            session: self.number,
            files,
            symbols: program.symbols.iter().map(symbol).collect(),
            routines: routines
                .map(|routine| Routine {
                    name: routine.name.clone(),
                    start: routine.start.offset(),
                    end: routine.end,
                })
                .collect(),
        }
    }

    /// Returns part of a memory.
    ///
    /// # Errors
    ///
    /// The length is 0, or more than the size of a memory.
    pub(crate) fn memory(&self, space: Space, address: u16, length: u32) -> Result<Answer> {
        let length = length as usize;
        ensure!(
            (1..=MEMORY).contains(&length),
            "cannot show {length} bytes; expected 1 to {MEMORY}"
        );
        let look = self.interpreter.session.look();
        let mut bytes = String::with_capacity(2 * length);
        for at in (address..=u16::MAX).take(length) {
            let byte = look.byte(space == Space::Program, Address::flat(at));
            let _ = write!(bytes, "{byte:02x}");
        }
        Ok(Answer::Memory { space, address, bytes })
    }

    /// Returns the moves that the stored tree contains after an entry, by default the root.
    ///
    /// # Errors
    ///
    /// The program has no tree, or the address is not that of an entry.
    pub(crate) fn tree(&self, entry: Option<u16>) -> Result<Answer> {
        let session = &self.interpreter.session;
        let tree = StoredTree::find(&|name| session.program().address(name).ok());
        let tree = tree.context("this program has no stored tree")?;
        let root = self.root.as_ref().context("this program has no stored tree")?;
        let memory = session.machine().world();
        let entry = entry.unwrap_or(tree.root);
        let path = path_to(&tree, memory, entry)
            .with_context(|| format!("{entry:04x} is not an entry of the current tree"))?;
        let mut at = Some(root.position.clone());
        for node in path {
            played(&mut at, &tree.entry(memory, node).coordinates());
        }
        let children = tree.children(memory, entry);
        Ok(Answer::Tree {
            entry,
            complete: tree.entry(memory, entry).complete,
            children: children.map(|child| stored(&tree, memory, child, at.clone())).collect(),
        })
    }

    /// Returns a profile as the page shows it.
    pub(super) fn profiled(&self, profiler: &Profiler) -> Answer {
        let program = self.interpreter.session.program();
        let folded = profiler.folded();
        let way = |text: &str| {
            let (routines, clocks) = text.rsplit_once(' ')?;
            Some(Way {
                routines: routines.split(';').map(str::to_owned).collect(),
                clocks: clocks.parse().ok()?,
            })
        };
        let report = profiler.report();
        let lines = profiler.lines(program).into_iter().take(MOST_LINES);
        Answer::Profile {
            clocks: report.clocks,
            stacks: folded.lines().filter_map(way).collect(),
            routines: report.routines,
            lines: lines
                .map(|row| {
                    let line = program.line(row.address);
                    CostlyLine {
                        file: line.map(|line| line.file),
                        line: line.map(|line| line.line),
                        address: row.address.offset(),
                        text: row.text,
                        count: row.count,
                        clocks: row.clocks,
                    }
                })
                .collect(),
        }
    }
}

/// Adds a word of code to the line that generated it.
fn note_line(program: &Program, address: u16, files: &mut [SourceFile]) {
    let Some(line) = program.line(address) else { return };
    let Some(file) = files.get_mut(line.file) else { return };
    if let Some(last) = file.code.last_mut()
        && last.line == line.line
        && u32::from(last.address) + last.length == u32::from(address)
    {
        last.length += 2;
        return;
    }
    file.code.push(CodeLine {
        line: line.line,
        address,
        length: 2,
        clocks: line.clocks.map(str::to_owned),
    });
}

/// Returns the entries from the root to `entry`, inclusive; `None` if it is not in the tree.
fn path_to(tree: &StoredTree, memory: &World, entry: u16) -> Option<Vec<u16>> {
    let mut seen = HashSet::new();
    let mut waiting = vec![(tree.root, Vec::new())];
    while let Some((node, path)) = waiting.pop() {
        if node == entry {
            return Some(path);
        }
        // A user may have changed the memory, so that links form a ring.
        if !seen.insert(node) {
            continue;
        }
        for child in tree.children(memory, node) {
            let mut longer = path.clone();
            longer.push(child);
            waiting.push((child, longer));
        }
    }
    None
}

fn stored(tree: &StoredTree, memory: &World, child: u16, mut at: Option<Position>) -> TreeEntry {
    let entry = tree.entry(memory, child);
    let children = tree.children(memory, child).count();
    let (hint, [lower, upper]) = match entry.behind {
        Behind::Hint(numbers) => (Some(squares_text(numbers)), [None; 2]),
        Behind::Bounds(bounds) => (None, bounds.map(Some)),
    };
    TreeEntry {
        entry: child,
        played: played(&mut at, &entry.coordinates()),
        score: entry.score,
        lower,
        upper,
        hint,
        complete: entry.complete,
        mates: entry.mates,
        children,
    }
}
