//! A profile: a probe that counts clocks for every routine, line and call path.
//!
//! A routine is entered by a call or an exception, or when the program jumps or runs into the known start of a routine.

mod report;

use std::collections::{BTreeMap, HashMap};
use std::sync::Arc;

use z8000::cpu::{Cpu, Event, Step};
use z8000::run::{Host as _, Probe};

pub use report::{Counts, LineRow, Report, RoutineRow};

use crate::calls::{Calls, Change, Exception, Frame};
use crate::machine::{Address, Look, World};
use crate::program::{Flow, Program, Routines, sub_name};

/// The maximum number of distinct call paths that are counted; further ones count for the routine that leads to them.
const MOST_NODES: usize = 1_000_000;

/// The index for code that does not belong to a routine.
const NOWHERE: u32 = u32::MAX;

/// The name of what the processor does outside routines: taking exceptions and, below, waiting after a HALT.
const TAKING: &str = "taking ";
const WAITING: &str = "waiting";

/// A call path, from the start through calls to a routine.
#[derive(Debug, Clone)]
struct Node {
    parent: u32,
    routine: u32,
    calls: u64,
    clocks: u64,
}

/// The call path of a frame: the current one, and that with which the frame was opened, since the program may have
/// jumped to another routine.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Path {
    node: u32,
    first: u32,
}

/// The cost of an instruction: how often it was executed, and its total clocks.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Cost {
    /// Number of executions.
    pub count: u64,
    /// Total number of clocks.
    pub clocks: u64,
}

/// A probe that profiles a run.
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
/// let mut machine = program.machine().clone();
/// machine.run_with(1_000, false, &mut profiler)?;
/// // CALL 12, LDK 5, RET 10, HALT 8.
/// assert_eq!(profiler.total(), 35);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone)]
pub struct Profiler {
    routines: Arc<Routines>,
    labels: Arc<BTreeMap<Address, String>>,
    /// The names of routines that were found through calls and exceptions, and follow the known ones.
    found: Vec<String>,
    /// For each even address, one more than the number of the routine that begins there; 0 for none.
    entries: Vec<u32>,
    nodes: Vec<Node>,
    children: HashMap<(u32, u32), u32>,
    /// The frames of the run; `None` before the first instruction.
    calls: Option<Calls<Option<Path>>>,
    /// The call path of the running routine; below, one more than its number.
    path: Path,
    current: u32,
    /// Clocks that are not yet added to the call path.
    spent: u64,
    /// True while the halted processor waits.
    waits: bool,
    costs: Vec<Cost>,
    total: u64,
}

impl Profiler {
    /// Creates a profiler for a program.
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
            path: Path { node: 0, first: 0 },
            current: 0,
            spent: 0,
            waits: false,
            costs: vec![Cost::default(); count],
            total: 0,
        }
    }

    /// Creates a profiler for the rest of a run, from an instruction and with given frames: their routines do not count
    /// as called in it.
    pub(crate) fn within(program: &Program, calls: Calls, pc: Address) -> Self {
        let mut profiler = Self::new(program);
        let chain: Vec<Frame> = calls.chain().into_iter().map(|(frame, _)| frame).rev().collect();
        // The current place in each routine, outermost first: for a caller, its call.
        let mut places = chain.iter().map(|frame| frame.from).chain([pc]);
        let outermost = profiler.root(places.next().unwrap_or(pc));
        let mut path = outermost;
        let mut kept = BTreeMap::new();
        for (frame, place) in chain.iter().zip(places) {
            let routine = profiler.begins(frame.start);
            let node = profiler.child(path.node, routine);
            path = Path { node, first: node };
            // The routine may have jumped to another one.
            if let Some(other) = profiler.routines.index(place).filter(|other| *other as u32 != routine) {
                path = profiler.arrive(path, other as u32);
            }
            kept.insert((frame.slot, frame.start, frame.from), path);
        }
        profiler.nodes.iter_mut().for_each(|node| node.calls = 0);
        let of = |frame: &Frame| kept.get(&(frame.slot, frame.start, frame.from)).copied();
        profiler.calls = Some(calls.keeping(Some(outermost), of));
        profiler.follow(path);
        profiler
    }

    /// Returns the total number of clocks.
    pub const fn total(&self) -> u64 {
        self.total + self.spent
    }

    /// Returns the clocks spent in the last routine of a call path itself.
    fn clocks(&self, node: usize) -> u64 {
        let more = if node == self.path.node as usize { self.spent } else { 0 };
        self.nodes[node].clocks + more
    }

    /// Returns the costs of the executed instructions by address.
    pub(crate) fn executed(&self) -> impl Iterator<Item = (Address, Cost)> + '_ {
        let segmented = self.costs.len() > Address::count(false) / 2;
        let costs = self.costs.iter().enumerate().filter(|(_, cost)| cost.count > 0);
        costs.filter_map(move |(n, cost)| Some((Address::of(2 * n as i64, segmented)?, *cost)))
    }

    /// Returns the call path that extends another, or an empty one, by a routine.
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

    /// Handles an entry of a routine that is reached without a call.
    #[inline(never)]
    fn arrive(&mut self, path: Path, routine: u32) -> Path {
        // A loop through routines that jump to each other does not become deeper than its first round.
        let mut node = path.node;
        while self.nodes[node as usize].routine != routine {
            if node == path.first {
                return Path { node: self.child(path.node, routine), ..path };
            }
            node = self.nodes[node as usize].parent;
        }
        Path { node, ..path }
    }

    /// Returns the number of the routine that begins at an address; a new number if none was known to.
    fn begins(&mut self, at: Address) -> u32 {
        let entry = &mut self.entries[at.linear() / 2];
        if *entry == 0 {
            let name = self.labels.get(&at).cloned().unwrap_or_else(|| sub_name(at));
            self.found.push(name);
            *entry = (self.routines.list.len() + self.found.len()) as u32;
        }
        *entry - 1
    }

    /// Counts clocks in which no instruction was executed, below the current call path.
    #[inline(never)]
    fn beside(&mut self, name: &str, clocks: u64) {
        let known = self.found.iter().position(|found| found == name);
        let index = known.unwrap_or_else(|| {
            self.found.push(name.to_owned());
            self.found.len() - 1
        });
        let node = self.child(self.path.node, (self.routines.list.len() + index) as u32) as usize;
        self.nodes[node].calls = self.nodes[node].calls.saturating_sub(self.waits.into());
        self.nodes[node].clocks += clocks;
        self.total += clocks;
    }

    /// Returns how often the processor took each exception, and waited after a HALT, with the clocks of both: in total,
    /// or in the routine with a number.
    pub(crate) fn besides(&self, within: Option<usize>) -> Vec<(&str, Cost)> {
        let mut rows: BTreeMap<&str, Cost> = BTreeMap::new();
        for node in &self.nodes {
            let name = self.name(node.routine);
            let parent = self.nodes.get(node.parent as usize).map(|node| node.routine as usize);
            if within.is_some() && within != parent {
                continue;
            }
            if name == WAITING || name.starts_with(TAKING) {
                let cost = rows.entry(name).or_default();
                (cost.count, cost.clocks) = (cost.count + node.calls, cost.clocks + node.clocks);
            }
        }
        rows.into_iter().collect()
    }

    fn name(&self, routine: u32) -> &str {
        let (routine, known) = (routine as usize, self.routines.list.len());
        let known_name = self.routines.list.get(routine).map(|routine| &routine.name);
        let name = known_name.or_else(|| self.found.get(routine.checked_sub(known)?));
        name.map_or("(outside)", String::as_str)
    }

    /// Begins a step at an address. Returns the kind of flow of its instruction.
    #[inline(always)]
    fn begin(&mut self, pc: Address, cpu: &Cpu, memory: &(impl Look + ?Sized)) -> Flow {
        let entry = self.entries[pc.linear() / 2];
        if self.calls.is_none() || entry != 0 && entry != self.current {
            self.come(cpu, entry);
        }
        self.costs[pc.linear() / 2].count += u64::from(cpu.begins_instruction());
        let calls = self.calls.get_or_insert_with(|| Calls::new(cpu));
        calls.before(pc, memory)
    }

    /// Handles the beginning of the program, or an entry of a routine that is reached without a call.
    #[inline(never)]
    fn come(&mut self, cpu: &Cpu, entry: u32) {
        let path = match &self.calls {
            Some(_) => self.arrive(self.path, entry - 1),
            None => self.root(Address::of_pc(cpu)),
        };
        self.calls.get_or_insert_with(|| Calls::new(cpu));
        self.follow(path);
    }

    /// Returns the call path of a routine whose caller is unknown.
    fn root(&mut self, pc: Address) -> Path {
        let routine = self.routines.index(pc).map_or(NOWHERE, |index| index as u32);
        let node = self.child(u32::MAX, routine);
        Path { node, first: node }
    }

    /// Continues with another call path.
    fn follow(&mut self, path: Path) {
        if let Some(node) = self.nodes.get_mut(self.path.node as usize) {
            node.clocks += self.spent;
        }
        self.total += std::mem::take(&mut self.spent);
        self.path = path;
        self.current = self.nodes[path.node as usize].routine.wrapping_add(1);
        if let Some(calls) = &mut self.calls {
            *calls.kept() = Some(path);
        }
    }

    /// Counts a completed step, and updates the call path.
    #[inline(always)]
    fn end(&mut self, pc: Address, flow: Flow, step: Step, cpu: &Cpu, memory: &(impl Look + ?Sized)) {
        let clocks = u64::from(step.clocks);
        match step.event {
            Event::Waited => {
                self.beside(WAITING, clocks);
                self.waits = true;
            }
            Event::Interrupted(interrupt) => {
                self.waits = false;
                self.beside(&format!("{TAKING}{}", Exception::Interrupt(interrupt).name()), clocks);
            }
            _ => {
                self.spent += clocks;
                self.costs[pc.linear() / 2].clocks += clocks;
            }
        }
        let Some(calls) = &mut self.calls else { return };
        let change = calls.after(pc, flow, step.event, cpu, memory);
        if change != Change::None {
            self.changed(change, pc, Address::of_pc(cpu));
        }
    }

    #[inline(never)]
    fn changed(&mut self, change: Change, from: Address, pc: Address) {
        let Some(calls) = &mut self.calls else { return };
        let (kept, alone) = (*calls.kept(), calls.is_outermost());
        let path = match (change, kept) {
            (Change::Entered, _) => {
                let routine = self.begins(pc);
                let node = self.child(self.path.node, routine);
                Path { node, first: node }
            }
            // The routine continues after dropping its frame.
            (Change::Dropped, Some(kept)) => Path { first: kept.first, ..self.path },
            // A return from the routine in which the profile began, whose caller was unknown.
            (Change::Returned { closed: false }, Some(kept)) if alone && pc != from.plus(2) => {
                let routine = self.routines.index(pc).map_or(NOWHERE, |index| index as u32);
                if self.nodes[kept.first as usize].routine == routine {
                    kept
                } else {
                    self.root(pc)
                }
            }
            (_, Some(kept)) => kept,
            (_, None) => self.root(pc),
        };
        self.follow(path);
    }
}

impl Probe<World> for Profiler {
    #[inline(always)]
    fn step(&mut self, cpu: &mut Cpu, world: &mut World) -> Step {
        let pc = Address::of_pc(cpu);
        let flow = self.begin(pc, cpu, &world.seen_by(cpu));
        let step = world.step(cpu);
        self.end(pc, flow, step, cpu, &world.seen_by(cpu));
        step
    }
}
