//! A probe that measures every run of the routines and macros that make claims.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::ops::Range;
use std::path::Path;

use z8000::cpu::{Cpu, STACK_POINTER};
use z8000::machine::World;
use z8000::run::Probe;
use z8000_asm::{Assembly, Section};

use super::claim::{Claim, Figure, MOST_MARKS, mark};

/// For each mark of a claim, the number of times that a run passed it.
type Passed = [u32; MOST_MARKS];

/// Maximum number of paths through a routine that are recorded.
const MOST_KINDS: usize = 200;

/// The measurements for a claim.
#[derive(Debug, Clone, Default)]
pub(crate) struct Measured {
    pub(crate) runs: u64,
    pub(crate) clocks: u64,
    /// The paths to which exact figures apply, by the marks passed; at most as many as are needed.
    pub(crate) kinds: BTreeSet<Passed>,
    /// Registers that differed at the end of a run, one bit each.
    pub(crate) changed: u16,
    /// Descriptions of the runs that contradict the claim.
    pub(crate) wrong: Vec<String>,
}

/// A place where a routine or an expansion of a macro begins.
struct Site {
    claim: usize,
    /// The addresses of a macro's expansion; `None` for a routine.
    within: Option<Range<u32>>,
}

/// The sites and marks at an address.
#[derive(Clone, Default)]
struct Place {
    /// Indexes of the sites that begin here.
    begin: Vec<usize>,
    /// For each claim the index of the mark at this address, and true if the claim excludes runs that pass it.
    mark: Vec<Option<(usize, bool)>>,
}

impl Place {
    const fn is_noted(&self) -> bool {
        !self.begin.is_empty() || !self.mark.is_empty()
    }
}

/// A run that has not ended.
struct Frame {
    site: usize,
    /// The number of open calls when the run began.
    level: usize,
    stack: u16,
    start: u64,
    own: u64,
    passed: Passed,
    registers: [u16; 16],
}

/// A probe that measures the runs of all claims.
pub(crate) struct Meter<'c> {
    claims: &'c [Claim],
    sites: Vec<Site>,
    /// The places, by address.
    places: Vec<Place>,
    frames: Vec<Frame>,
    /// Address, stack pointer and clocks of the previous instruction.
    last: (u16, u16, u64),
    /// The interrupt that is being handled, if any.
    interrupt: Option<Served>,
    /// Clocks of all earlier interrupts, which count for no other routine.
    served: u64,
    /// For each claim, true if it needs no more measurements.
    checked: &'c [bool],
    measured: Vec<Measured>,
}

/// An interrupt in progress: the interrupted code, and the time.
struct Served {
    pc: u16,
    stack: u16,
    since: u64,
}

/// The routine that handles the interrupts.
const SERVICE: &str = "tick";

impl<'c> Meter<'c> {
    /// Creates a meter for a program whose sources are in `folder`; claims in `checked` are not measured.
    pub(crate) fn new(claims: &'c [Claim], checked: &'c [bool], assembly: &Assembly, folder: &Path) -> Self {
        let mut sites = Vec::new();
        for (index, claim) in claims.iter().enumerate() {
            if claim.is_macro {
                let within = expansions(assembly, &claim.name);
                sites.extend(
                    within
                        .into_iter()
                        .map(|range| Site { claim: index, within: Some(range) }),
                );
            } else if let Some(symbol) = assembly.symbols.get(&claim.name) {
                let defined = symbol
                    .line
                    .map(|(file, line)| (assembly.files[file as usize].as_str(), line));
                if defined == Some((&claim.file, claim.line)) {
                    sites.push(Site { claim: index, within: None });
                }
            }
        }
        let mut places = vec![Place::default(); 0x1_0000];
        for (index, site) in sites.iter().enumerate() {
            let label = || assembly.symbols[&claims[site.claim].name].value as u32;
            let at = site.within.as_ref().map_or_else(label, |range| range.start);
            places[at as usize].begin.push(index);
        }
        let instructions = assembly
            .lines
            .iter()
            .filter(|line| line.section == Section::TEXT && line.length > 0);
        let read = |file: &String| fs::read_to_string(folder.join(file)).expect("a source");
        let texts: Vec<String> = assembly.files.iter().map(read).collect();
        let sources: Vec<Vec<&str>> = texts.iter().map(|text| text.lines().collect()).collect();
        let of_claim = |(claim, checked): (&Claim, &bool), mark: &str| {
            let index = claim.marks.iter().position(|known| known == mark)?;
            (!checked).then(|| (index, claim.excludes(index)))
        };
        for line in instructions {
            if let Some(mark) = mark(sources[line.origin.file as usize][line.origin.line as usize - 1]) {
                let indices = claims.iter().zip(checked).map(|claim| of_claim(claim, mark));
                places[line.address as usize].mark = indices.collect();
            }
        }
        let measured = vec![Measured::default(); claims.len()];
        Self {
            claims,
            sites,
            places,
            frames: Vec::new(),
            last: (0, 0, 0),
            interrupt: None,
            served: 0,
            checked,
            measured,
        }
    }

    /// Returns the measurements since the last call, by claim.
    pub(crate) fn take(&mut self) -> Vec<Measured> {
        let fresh = vec![Measured::default(); self.claims.len()];
        std::mem::replace(&mut self.measured, fresh)
    }

    /// Forgets runs that have not ended, since another board begins.
    pub(crate) fn restart(&mut self) {
        self.frames.clear();
        self.last = (0, 0, 0);
        (self.interrupt, self.served) = (None, 0);
    }

    /// Returns true if an interrupt begins or is being handled, so that the instruction counts for no other routine.
    fn is_serving(&mut self, clocks: u64, cpu: &Cpu, stack: u16) -> bool {
        let Some(served) = &self.interrupt else {
            let comes = cpu.is_interrupted();
            if comes {
                self.interrupt = Some(Served { pc: cpu.pc(), stack, since: clocks });
            }
            return comes;
        };
        // The program has left the interrupted code for good.
        if stack > served.stack {
            self.restart();
            return false;
        }
        if (cpu.pc(), stack) != (served.pc, served.stack) {
            return true;
        }
        let taken = clocks - served.since;
        self.served += taken;
        self.interrupt = None;
        if let Some(index) = self.claims.iter().position(|claim| claim.name == SERVICE) {
            self.measured[index].runs += 1;
            self.measured[index].clocks += taken;
        }
        false
    }

    fn level(&self) -> usize {
        self.frames.last().map_or(0, |frame| frame.level)
    }

    /// Ends the runs whose return address was removed from the stack, and macros that were left other than by a call.
    fn end(&mut self, clocks: u64, cpu: &Cpu, stack: u16, called: bool) {
        let pc = cpu.pc();
        while let Some(frame) = self.frames.pop_if(|frame| frame.stack < stack) {
            self.record(&frame, clocks, cpu);
        }
        if called {
            return;
        }
        let level = self.level();
        let mut index = self.frames.len();
        while let Some(frame) = self.frames[..index].last().filter(|frame| frame.level == level) {
            index -= 1;
            let within = self.sites[frame.site].within.as_ref();
            if within.is_some_and(|range| !range.contains(&pc.into())) {
                let frame = self.frames.remove(index);
                self.record(&frame, clocks, cpu);
            }
        }
    }

    fn record(&mut self, frame: &Frame, clocks: u64, cpu: &Cpu) {
        let index = self.sites[frame.site].claim;
        let (claim, measured) = (&self.claims[index], &mut self.measured[index]);
        if self.checked[index] || (0..MOST_MARKS).any(|mark| frame.passed[mark] > 0 && claim.excludes(mark)) {
            return;
        }
        let total = clocks - frame.start;
        measured.runs += 1;
        measured.clocks += total;
        let changed = (0..16).filter(|&n| frame.registers[n] != cpu.register(n));
        measured.changed |= changed.fold(0, |bits, n| bits | 1 << n);
        for figure in &claim.figures {
            let Figure::Exact { own, base, each, .. } = figure else {
                continue;
            };
            if measured.kinds.len() < MOST_KINDS {
                measured.kinds.insert(frame.passed);
            }
            let expected = each
                .iter()
                .fold(*base, |sum, &(mark, more)| sum + more * i64::from(frame.passed[mark]));
            let taken = if *own { frame.own } else { total };
            if expected != taken.cast_signed() && measured.wrong.len() < 5 {
                let passed: Vec<_> = claim.marks.iter().zip(frame.passed).collect();
                measured
                    .wrong
                    .push(format!("{taken} clocks, not {expected}, with {passed:?}"));
            }
        }
    }

    /// Begins runs at an address, and counts its mark: for runs that are waiting for a call, only if the mark excludes
    /// them.
    #[inline(never)]
    fn note(&mut self, clocks: u64, cpu: &Cpu, stack: u16, called: bool) {
        let pc = cpu.pc();
        let level = self.level() + usize::from(called);
        let place = &self.places[usize::from(pc)];
        for &site in &place.begin {
            let open = |frame: &Frame| frame.site == site && frame.level == level;
            if !self.frames.iter().any(open) {
                self.frames.push(Frame {
                    site,
                    level,
                    stack,
                    start: clocks,
                    own: 0,
                    passed: Passed::default(),
                    registers: std::array::from_fn(|n| cpu.register(n)),
                });
            }
        }
        if place.mark.is_empty() {
            return;
        }
        let level = self.level();
        for frame in &mut self.frames {
            if let Some((index, excludes)) = place.mark[self.sites[frame.site].claim]
                && (excludes || frame.level == level)
            {
                frame.passed[index] += 1;
            }
        }
    }
}

impl Probe<World> for Meter<'_> {
    /// Records when an interrupt is taken, which is not an instruction.
    fn stops(&mut self, clocks: u64, cpu: &Cpu, _: &World) -> bool {
        if !cpu.begins_instruction() {
            self.is_serving(clocks, cpu, cpu.register(STACK_POINTER.into()));
        }
        false
    }

    fn instruction(&mut self, clocks: u64, cpu: &Cpu, memory: &World) {
        let (pc, stack) = (cpu.pc(), cpu.register(STACK_POINTER.into()));
        if self.is_serving(clocks, cpu, stack) {
            return;
        }
        let clocks = clocks - self.served;
        let (last_pc, last_stack, before) = self.last;
        let level = self.level();
        for frame in self.frames.iter_mut().rev().take_while(|frame| frame.level == level) {
            frame.own += clocks - before;
        }
        let pushed = last_stack.wrapping_sub(stack) == 2;
        let noted = self.places[usize::from(pc)].is_noted();
        let called = pushed && matches!(memory.data_word(stack).wrapping_sub(last_pc), 2 | 4) && noted;
        self.end(clocks, cpu, stack, called);
        if noted {
            self.note(clocks, cpu, stack, called);
        }
        self.last = (pc, stack, clocks);
    }
}

/// Returns the addresses of each expansion of a macro.
fn expansions(assembly: &Assembly, name: &str) -> Vec<Range<u32>> {
    let what = format!("macro `{name}`");
    let mut ranges: BTreeMap<u32, Range<u32>> = BTreeMap::new();
    for line in assembly
        .lines
        .iter()
        .filter(|line| line.section == Section::TEXT && line.length > 0)
    {
        let mut within = line.origin.expansion;
        while let Some(index) = within {
            let expansion = &assembly.expansions[index as usize];
            if expansion.what == what {
                let range = ranges.entry(index).or_insert(line.address..line.address);
                range.end = range.end.max(line.address + line.length);
            }
            within = expansion.call.expansion;
        }
    }
    ranges.into_values().collect()
}
