//! A profile of the clocks: a probe that counts them for every routine, every line and every call path.
//!
//! A routine begins where a call or an exception leads, and where one is known to begin: the program may also jump or run
//! into it.

mod counts;
mod report;
mod table;

use std::collections::{BTreeMap, HashMap};
use std::sync::Arc;

use z8000::board::Memory;
use z8000::cpu::{Cpu, Event, Step};
use z8000::run::{Host as _, Probe};

pub use counts::Counts;
pub use report::{LineRow, Report, RoutineRow};

use crate::calls::{Calls, Change, Seen};
use crate::machine::{Address, Fault, Look, Machine, Observer};
use crate::program::{Program, Routines, sub_name};

/// Distinct call paths that are counted, at most; a further one counts for the routine that
/// leads to them.
const MOST_NODES: usize = 1_000_000;

/// The index for code that belongs to no routine.
const NOWHERE: u32 = u32::MAX;

/// A call path: from the start through calls to a routine.
#[derive(Debug, Clone)]
struct Node {
    parent: u32,
    routine: u32,
    calls: u64,
    clocks: u64,
}

/// The call path of a frame: now, and where the frame was opened. The program may have jumped to another routine.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Path {
    node: u32,
    first: u32,
}

/// The cost of an instruction: the number of times it was executed, and its clocks in total.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Cost {
    /// The number of times it was executed.
    pub count: u64,
    /// Clocks that it took.
    pub clocks: u64,
}

/// Keeps account of a run.
///
/// # Example
///
/// ```
/// # use z8000_asm::{Memory, Options, assemble};
/// # use z8000_debugger::program::Program;
/// use z8000_debugger::profile::Profiler;
///
/// let source = "
///         .z8002
///         .word   0, 0x4000, start
/// start:  call    five
///         halt
/// five:   ldk     r1,#5
///         ret
/// ";
/// # let files = Memory::new([("t.s", source)]);
/// # let program = Program::assembled(&assemble(&files, "t.s", &Options::default())?, &files, None)?;
/// let mut profiler = Profiler::new(&program);
/// let mut board = program.board().expect("a program on the board");
/// board.run_with(1_000, false, &mut profiler)?;
/// // CALL 12, LDK 5, RET 10, HALT 8.
/// assert_eq!(profiler.total(), 35);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone)]
pub struct Profiler {
    routines: Arc<Routines>,
    labels: Arc<BTreeMap<Address, String>>,
    /// The names of routines that calls and exceptions have led to, behind those that were known.
    found: Vec<String>,
    /// For each even address, 1 and the number of the routine that begins there.
    entries: Vec<u32>,
    nodes: Vec<Node>,
    children: HashMap<(u32, u32), u32>,
    /// None before the first instruction.
    calls: Option<Calls<Option<Path>>>,
    costs: Vec<Cost>,
    total: u64,
}

impl Profiler {
    /// A profiler for a program.
    pub fn new(program: &Program) -> Self {
        let routines = Arc::clone(&program.routines);
        let count = Address::count(program.has_segments()) / 2;
        let mut entries = vec![0; count];
        for (index, routine) in routines.list.iter().enumerate() {
            entries[routine.start.linear() / 2] = index as u32 + 1;
        }
        Self {
            routines,
            labels: Arc::clone(&program.text_labels),
            found: Vec::new(),
            entries,
            nodes: Vec::new(),
            children: HashMap::new(),
            calls: None,
            costs: vec![Cost::default(); count],
            total: 0,
        }
    }

    /// The clocks that are accounted for.
    pub const fn total(&self) -> u64 {
        self.total
    }

    /// The costs of the instructions that were executed, by address.
    pub(crate) fn executed(&self) -> impl Iterator<Item = (Address, Cost)> + '_ {
        let segmented = self.costs.len() > Address::count(false) / 2;
        let costs = self.costs.iter().enumerate().filter(|(_, cost)| cost.count > 0);
        costs.filter_map(move |(n, cost)| Some((Address::of(2 * n as i64, segmented)?, *cost)))
    }

    /// The call path that leads from another, or from none, to a routine.
    fn child(&mut self, parent: u32, routine: u32) -> u32 {
        let known = self.children.get(&(parent, routine)).copied();
        let node = known.unwrap_or_else(|| {
            if self.nodes.len() >= MOST_NODES && parent != u32::MAX {
                return parent;
            }
            let node = self.nodes.len() as u32;
            self.nodes.push(Node { parent, routine, calls: 0, clocks: 0 });
            self.children.insert((parent, routine), node);
            node
        });
        if node != parent {
            self.nodes[node as usize].calls += 1;
        }
        node
    }

    /// The program came to the entry of a routine without a call.
    #[inline(never)]
    fn arrive(&mut self, path: Path, routine: u32) -> Path {
        // A loop through routines that jump to each other is not deeper than its first round.
        let mut node = path.node;
        while self.nodes[node as usize].routine != routine {
            if node == path.first {
                return Path { node: self.child(path.node, routine), ..path };
            }
            node = self.nodes[node as usize].parent;
        }
        Path { node, ..path }
    }

    /// The number of the routine that begins at an address, from now on if none was known to.
    fn begins(&mut self, at: Address) -> u32 {
        let entry = &mut self.entries[at.linear() / 2];
        if *entry == 0 {
            let name = self.labels.get(&at).cloned().unwrap_or_else(|| sub_name(at));
            self.found.push(name);
            *entry = (self.routines.list.len() + self.found.len()) as u32;
        }
        *entry - 1
    }

    fn name(&self, routine: u32) -> &str {
        let (routine, known) = (routine as usize, self.routines.list.len());
        let known_name = self.routines.list.get(routine).map(|routine| &routine.name);
        let name = known_name.or_else(|| self.found.get(routine.checked_sub(known)?));
        name.map_or("(outside)", String::as_str)
    }

    /// A step begins. Returns what is known of it, and the call path that it belongs to.
    #[inline(always)]
    fn begin(&mut self, cpu: &Cpu, memory: &(impl Look + ?Sized)) -> (Seen, Path) {
        let pc = Address::of_pc(cpu);
        let calls = self.calls.get_or_insert_with(|| Calls::new(cpu));
        let seen = calls.before(pc, memory);
        let entry = self.entries[pc.linear() / 2];
        let path = *calls.kept();
        let path = match path {
            Some(path) if entry == 0 || self.nodes[path.node as usize].routine == entry - 1 => path,
            path => self.come(path, pc, entry),
        };
        (seen, path)
    }

    /// Notes the call path of a routine that was not called.
    #[inline(never)]
    fn come(&mut self, path: Option<Path>, pc: Address, entry: u32) -> Path {
        let path = match path {
            Some(path) => self.arrive(path, entry - 1),
            None => {
                let routine = self.routines.index(pc).map_or(NOWHERE, |index| index as u32);
                let node = self.child(u32::MAX, routine);
                Path { node, first: node }
            }
        };
        if let Some(calls) = &mut self.calls {
            *calls.kept() = Some(path);
        }
        path
    }

    /// Counts a step, and follows it.
    #[inline(always)]
    fn end(&mut self, (seen, path): (Seen, Path), step: Step, cpu: &Cpu, memory: &(impl Look + ?Sized)) {
        let clocks = u64::from(step.clocks);
        self.total += clocks;
        self.nodes[path.node as usize].clocks += clocks;
        let cost = &mut self.costs[seen.pc.linear() / 2];
        cost.clocks += clocks;
        cost.count += u64::from(!matches!(step.event, Event::Interrupted(_)) && !cpu.is_repeating());
        let change = self
            .calls
            .as_mut()
            .map(|calls| calls.after(seen, step.event, cpu, memory));
        if let Some(change) = change.filter(|change| *change != Change::None) {
            self.changed(change, (seen, path), Address::of_pc(cpu));
        }
    }

    #[inline(never)]
    fn changed(&mut self, change: Change, (seen, path): (Seen, Path), pc: Address) {
        let next = match change {
            Change::Entered => {
                let routine = self.begins(pc);
                let node = self.child(path.node, routine);
                Some(Path { node, first: node })
            }
            // From the routine in which the account began, whose caller was not known.
            Change::Returned { closed: false } if pc != seen.pc.plus(2) => {
                let other = self.routines.index(pc).map_or(NOWHERE, |index| index as u32);
                let own = self.nodes[path.first as usize].routine;
                let alone = self.calls.as_ref().is_some_and(|calls| calls.is_outermost());
                if !alone || other == own {
                    return;
                }
                None
            }
            _ => return,
        };
        if let Some(calls) = &mut self.calls {
            *calls.kept() = next;
        }
    }
}

impl Probe<Memory> for Profiler {
    #[inline(always)]
    fn instruction(&mut self, _: u64, _: &Cpu, _: &Memory) {}

    #[inline(always)]
    fn step(&mut self, cpu: &mut Cpu, memory: &mut Memory) -> Step {
        let begun = self.begin(cpu, memory);
        let step = memory.step(cpu);
        self.end(begun, step, cpu, memory);
        step
    }
}

impl Observer for Profiler {
    fn carry_out(&mut self, machine: &mut dyn Machine) -> Result<Event, Fault> {
        let begun = self.begin(machine.cpu(), machine);
        let before = machine.clocks();
        let event = machine.step(None)?;
        let clocks = (machine.clocks() - before) as u32;
        self.end(begun, Step { clocks, event }, machine.cpu(), machine);
        Ok(event)
    }
}
