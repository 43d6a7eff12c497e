//! A profile of the clocks: a probe that counts them for every routine, every line and every call path.
//!
//! A routine's frame is opened by a call, or where the program jumps or runs into the entry of
//! another routine. It is closed when the stack pointer rises above the place of its return
//! address.

mod counts;
mod report;
mod table;

use std::collections::HashMap;
use std::sync::Arc;

use z8000::board::Memory;
use z8000::cpu::{Cpu, STACK_POINTER};
use z8000::run::Probe;

pub use counts::Counts;
pub use report::{LineRow, Report, RoutineRow};

use crate::machine::{Address, Look, Machine, Observer};
use crate::program::{Flow, Program, Routines};

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

/// A routine that has not returned.
#[derive(Debug, Clone, Copy)]
struct Frame {
    node: u32,
    routine: u32,
    /// The place of its return address on the stack; for the first ones, a number above all addresses.
    slot: u32,
}

/// The cost of an instruction: the number of times it was executed, and its clocks in total.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Cost {
    /// The number of times it was executed.
    pub count: u64,
    /// Clocks that it took.
    pub clocks: u64,
}

/// Keeps account of a run. The run's last instruction counts once [`finish`](Self::finish) is
/// called.
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
/// profiler.finish(board.clocks());
/// // CALL 12, LDK 5, RET 10, HALT 8.
/// assert_eq!(profiler.total(), 35);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone)]
pub struct Profiler {
    routines: Arc<Routines>,
    /// For each even address, 1 and the number of the routine that begins there.
    entries: Vec<u32>,
    flow: &'static [Flow; 0x1_0000],
    nodes: Vec<Node>,
    children: HashMap<(u32, u32), u32>,
    frames: Vec<Frame>,
    costs: Vec<Cost>,
    /// Address and clocks of the instruction before.
    last: Option<(Address, u64)>,
    pending: Flow,
    /// An interrupt came in place of the instruction before.
    interrupted: bool,
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
            entries,
            flow: Flow::table(),
            nodes: Vec::new(),
            children: HashMap::new(),
            frames: Vec::new(),
            costs: vec![Cost::default(); count],
            last: None,
            pending: Flow::Next,
            interrupted: false,
            total: 0,
        }
    }

    /// Counts the last instruction, given the clocks at the end of the run.
    pub fn finish(&mut self, clocks: u64) {
        self.account(clocks);
        self.last = None;
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

    #[inline(always)]
    fn account(&mut self, clocks: u64) {
        let (Some((pc, before)), Some(frame)) = (self.last, self.frames.last()) else {
            return;
        };
        let taken = clocks - before;
        self.total += taken;
        self.nodes[frame.node as usize].clocks += taken;
        let cost = &mut self.costs[pc.linear() / 2];
        cost.clocks += taken;
        cost.count += u64::from(!self.interrupted);
    }

    /// Opens a frame of a routine.
    fn open(&mut self, routine: u32, slot: u32) {
        let parent = self.frames.last().map_or(u32::MAX, |frame| frame.node);
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
        self.frames.push(Frame { node, routine, slot });
    }

    /// Closes frames whose return address is below an address, or at it.
    fn close(&mut self, until: u32) {
        while self.frames.len() > 1 && self.frames.last().is_some_and(|frame| frame.slot <= until) {
            self.frames.pop();
        }
    }

    /// The program came to the entry of a routine without a call.
    #[inline(never)]
    fn arrive(&mut self, routine: u32) {
        let Some(&top) = self.frames.last() else {
            return;
        };
        // A loop through routines that jump to each other is not deeper than its first round.
        let same = self
            .frames
            .iter()
            .rposition(|frame| frame.routine == routine)
            .filter(|&index| self.frames[index].slot == top.slot);
        match same {
            Some(index) => self.frames.truncate(index + 1),
            None => self.open(routine, top.slot),
        }
    }

    /// Handles a return from the routine in which the account began, whose caller was not known.
    fn leave(&mut self, pc: Address) {
        let [first] = self.frames[..] else { return };
        let routine = self.routine(pc);
        let returned = self.last.is_some_and(|(last, _)| pc != last.plus(2));
        if returned && routine != first.routine {
            self.frames.clear();
            self.open(routine, u32::MAX);
        }
    }

    #[inline(never)]
    fn called(&mut self, pc: Address, slot: u32) {
        self.close(slot);
        let routine = self.routine(pc);
        self.open(routine, slot);
    }

    fn routine(&self, pc: Address) -> u32 {
        self.routines.index(pc).map_or(NOWHERE, |index| index as u32)
    }

    #[inline(never)]
    fn begin(&mut self, pc: Address) {
        if self.frames.is_empty() {
            let routine = self.routine(pc);
            self.open(routine, u32::MAX);
        }
    }
}

impl Profiler {
    /// An instruction begins.
    #[inline(always)]
    fn next(&mut self, clocks: u64, cpu: &Cpu, pc: Address, memory: &(impl Look + ?Sized)) {
        let stack = u32::from(cpu.register(STACK_POINTER.into()));
        if self.last.is_none() {
            self.begin(pc);
        }
        self.account(clocks);
        match self.pending {
            Flow::Next => {}
            Flow::Call => self.called(pc, stack),
            // The stack pointer has risen above the return address, if the condition held.
            Flow::Return => {
                let open = self.frames.len();
                self.close(stack.wrapping_sub(1));
                if self.frames.len() == open {
                    self.leave(pc);
                }
            }
        }
        let entry = self.entries[pc.linear() / 2];
        if entry != 0 && self.frames.last().is_some_and(|top| top.routine != entry - 1) {
            self.arrive(entry - 1);
        }
        // An interrupt is a call that no instruction makes.
        self.interrupted = cpu.is_interrupted();
        self.pending = if self.interrupted {
            Flow::Call
        } else {
            self.flow[usize::from(memory.word(true, pc))]
        };
        self.last = Some((pc, clocks));
    }
}

impl Probe<Memory> for Profiler {
    #[inline]
    fn instruction(&mut self, clocks: u64, cpu: &Cpu, memory: &Memory) {
        self.next(clocks, cpu, Address::flat(cpu.pc()), memory);
    }
}

impl Observer for Profiler {
    fn sees(&mut self, machine: &dyn Machine) {
        let cpu = machine.cpu();
        self.next(machine.clocks(), cpu, Address::of_pc(cpu), machine);
    }
}
