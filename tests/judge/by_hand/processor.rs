//! The processor, the default methods of buses, devices and hosts, and runs with all of them.

use std::sync::atomic::AtomicU16;

use z8000::bus::{Bus, Location, Status};
use z8000::cpu::{Cpu, Places, State, Step, Trap, Until};
use z8000::isa::{self, Formula};
use z8000::machine::{
    Access, Address, At, Banks, Channel, Device, Fault, Look, Machine, Physical, Sight, Signal, System, Watcher, World,
};
use z8000::mmu::Z8010;
use z8000::run::{Bank, Banked, Code, Engine, EngineStop, Goal, Host, Marks, NoProbe, Outside, Probe, Runner, Running};
use z8000::save::{Archive, SaveError};
use z8000::trace::{Follow, Number, Slot};

use crate::random::{Any, Random, any};
use crate::{Judge, call};

/// A memory that answers every access, without ports or interrupts.
#[derive(Debug, Clone)]
struct Nothing(Box<[u8; 0x1_0000]>, u32);

impl Any for Nothing {
    fn any(r: &mut Random) -> Self {
        let mut bytes = Box::new([0; 0x1_0000]);
        bytes.iter_mut().take(0x400).for_each(|byte| *byte = r.next() as u8);
        Self(bytes, 0)
    }
}

impl Bus for Nothing {
    fn read_byte(&mut self, _: Status, at: Location) -> u8 {
        self.0[usize::from(at.offset())]
    }

    fn write_byte(&mut self, _: Status, at: Location, value: u8) {
        self.0[usize::from(at.offset())] = value;
    }
}

impl Host for Nothing {
    fn step(&mut self, cpu: &mut Cpu) -> Step {
        cpu.step(self)
    }
}

impl Banked for Nothing {
    fn banks(&self) -> &[Bank] {
        &[]
    }

    fn banks_and_marks(&mut self) -> (&mut [Bank], &[Marks]) {
        (&mut [], &[])
    }

    fn bank(&self, _: Status, _: u8) -> usize {
        0
    }

    fn may_run(&self, _: Location) -> bool {
        true
    }

    fn code(&self) -> Code<'_> {
        Code::Watched
    }
}

impl System for Nothing {
    fn clone_box(&self) -> Box<dyn System> {
        Box::new(self.clone())
    }

    fn trapped(&mut self, _: Trap, _: &mut Cpu, _: &mut World) -> Result<bool, Fault> {
        self.1 += 1;
        Ok(self.1 % 3 > 0)
    }
}

impl Device for Nothing {
    fn kind(&self) -> &'static str {
        "nothing"
    }

    fn archive(&mut self, archive: &mut Archive<'_>) -> Result<(), SaveError> {
        archive.long(&mut self.1)
    }
}

impl Engine for Nothing {
    fn run(&mut self, _: &mut Running<'_>) -> EngineStop {
        EngineStop::Anywhere
    }

    fn clone_box(&self) -> Box<dyn Engine> {
        Box::new(self.clone())
    }
}

impl Look for Nothing {
    fn byte(&self, _: bool, at: Address) -> u8 {
        self.0[usize::from(at.location().offset())]
    }

    fn mode(&self) -> isa::Mode {
        isa::Mode::Segmented
    }
}

impl<H: Host> Probe<H> for Nothing {}

impl Watcher for Nothing {
    fn sees(&mut self, access: Access) {
        self.1 = self.1.wrapping_add(access.number as u32);
    }
}

/// A memory with a program that the interpreter executes step by step.
struct Followed(Nothing, Cpu);

impl Follow for Followed {
    fn segmented(&self) -> bool {
        false
    }

    fn pc(&self) -> (u8, u16) {
        (self.1.pc_segment(), self.1.pc())
    }

    fn word(&self, (_, offset): (u8, u16)) -> u16 {
        u16::from_be_bytes([offset, offset.wrapping_add(1)].map(|at| self.0.0[usize::from(at)]))
    }

    fn depends(&self, _: (u8, u16), _: usize) {}

    fn follows(&self, _: (u8, u16)) -> bool {
        true
    }

    fn watches(&self) -> bool {
        false
    }

    fn step(&mut self) -> bool {
        let _ = self.1.step(&mut self.0);
        true
    }
}

pub fn some(judge: &mut Judge, r: &mut Random) {
    match r.below(6) {
        0 => bus(judge, r),
        1 => device(judge, r),
        2 => host(judge, r),
        3 => runs(judge, r),
        4 => machine(judge, r),
        _ => archives(judge, r),
    }
}

fn bus(judge: &mut Judge, r: &mut Random) {
    let mut bus: Nothing = any(r);
    call!(judge, z8000::bus::Bus::acknowledge(&mut bus, any(r), any(r)));
    call!(judge, z8000::bus::Bus::ends_run(&mut bus));
    call!(judge, z8000::bus::Bus::extended(&mut bus, any(r), any(r)));
    call!(judge, z8000::bus::Bus::input_byte(&mut bus, any(r), any(r)));
    call!(judge, z8000::bus::Bus::input_word(&mut bus, any(r), any(r)));
    call!(judge, z8000::bus::Bus::multi_micro_in(&mut bus));
    call!(judge, z8000::bus::Bus::multi_micro_out(&mut bus, any(r)));
    call!(judge, z8000::bus::Bus::output_byte(&mut bus, any(r), any(r), any(r)));
    call!(judge, z8000::bus::Bus::output_word(&mut bus, any(r), any(r), any(r)));
    call!(judge, z8000::bus::Bus::read_extended(&mut bus));
    call!(judge, z8000::bus::Bus::read_word(&mut bus, any(r), any(r)));
    call!(judge, z8000::bus::Bus::wait_states(&mut bus));
    call!(judge, z8000::bus::Bus::write_extended(&mut bus, any(r)));
    call!(judge, z8000::bus::Bus::write_word(&mut bus, any(r), any(r), any(r)));
    let mut cpu: Cpu = any(r);
    for _ in 0..50 {
        call!(judge, z8000::cpu::Cpu::step(&mut cpu, &mut bus));
    }
    call!(judge, z8000::machine::Look::word(&bus, any(r), any(r)));
    let mut followed = Followed(bus, any(r));
    call!(judge, z8000::trace::record(&mut followed, any::<u32>(r) % 500));
    let number = if r.one_in(2) {
        Number::Known(any(r))
    } else {
        Number::Term(any(r))
    };
    call!(judge, z8000::trace::Number::known(number));
    let slot = if r.one_in(2) {
        Slot::Register(any(r))
    } else {
        Slot::Flag(any(r))
    };
    call!(judge, z8000::trace::Slot::is_flag_of(slot, any(r)));
    let formula = match r.below(4) {
        0 => Formula::Fixed(any(r)),
        1 => Formula::Linear { base: any(r), per: any(r) },
        2 => Formula::Branch { taken: any(r), not_taken: any(r) },
        _ => *r.of(&[Formula::Fixed(7), Formula::Linear { base: u16::MAX, per: u16::MAX }]),
    };
    call!(judge, z8000::isa::Formula::clocks(formula, any(r)));
    let form = <&isa::Form>::any(r);
    let values: Vec<isa::Value> = form.operands.iter().map(|_| any(r)).collect();
    let instruction: isa::Instruction = any(r);
    let whole = instruction.form.encode(instruction.values(), any(r), instruction.mode);
    for words in form.encode(&values, any(r), any(r)).into_iter().chain(whole) {
        judge.call("z8000::isa::Words::bytes", || words.bytes().for_each(drop));
    }
    call!(judge, z8000::machine::Address::target(any(r), any(r), any(r)));
    let mut unit: Z8010 = any(r);
    if let Some(translation) = unit.access(any(r), any(r), any(r)) {
        call!(judge, z8000::mmu::Translation::passed(translation));
    }
}

fn device(judge: &mut Judge, r: &mut Random) {
    let mut device: Nothing = any(r);
    call!(judge, z8000::machine::Device::acknowledge(&mut device));
    judge.call("z8000::machine::Device::channels", || drop(device.channels().to_vec()));
    judge.call("z8000::machine::Device::channels_mut", || {
        drop(device.channels_mut().to_vec())
    });
    call!(judge, z8000::machine::Device::clock(&mut device, any(r), any(r)));
    call!(judge, z8000::machine::Device::due(&device));
    call!(judge, z8000::machine::Device::keep(&mut device));
    call!(judge, z8000::machine::Device::may_request(&device));
    call!(judge, z8000::machine::Device::period(&device, any(r)));
    call!(judge, z8000::machine::Device::press(&mut device, any(r)));
    call!(judge, z8000::machine::Device::read(&mut device, any(r)));
    call!(judge, z8000::machine::Device::read_word(&mut device, any(r)));
    call!(judge, z8000::machine::Device::requests(&device));
    call!(judge, z8000::machine::Device::reset(&mut device));
    call!(judge, z8000::machine::Device::returns(&mut device));
    call!(judge, z8000::machine::Device::serves(&device));
    call!(judge, z8000::machine::Device::signals_return(&device));
    call!(judge, z8000::machine::Device::senses(&device));
    judge.call("z8000::machine::Device::standing", || {
        drop(format!("{:?}", device.standing()))
    });
    call!(judge, z8000::machine::Device::unsaved(&device));
    call!(judge, z8000::machine::Device::write(&mut device, any(r), any(r)));
    call!(judge, z8000::machine::Device::write_word(&mut device, any(r), any(r)));
    let mut machine: Machine = any(r);
    let at = |r: &mut Random| match r.below(6) {
        0 => At::Port(any(r)),
        1 => At::Standard(any(r)),
        2 => At::Special(any(r)),
        3 => At::Memory(any(r)),
        4 => At::System(any(r)),
        _ => At::Normal(any(r)),
    };
    let registers = |r: &mut Random| -> Vec<(At, u16)> { (0..r.below(5)).map(|_| (at(r), any(r))).collect() };
    let (some, others) = (registers(r), registers(r));
    let looking = Box::new(Looking);
    call!(
        judge,
        z8000::machine::Machine::attach(&mut machine, looking, some, any(r))
    );
    let text: String = any(r);
    let table = if r.one_in(2) { "device" } else { &text };
    let device = Box::new(device);
    call!(
        judge,
        z8000::machine::Machine::add(&mut machine, table, any(r), device, others, any(r), any(r))
    );
    NOTED.set(r.next());
    let looks = LOOKS.get();
    call!(judge, z8000::machine::Machine::run(&mut machine, 5_000));
    judge.inside("z8000::machine::Physical::byte", LOOKS.get() - looks);
    judge.inside("z8000::machine::Physical::set_byte", LOOKS.get() - looks);
    let mut channel: Channel = any(r);
    let signal = |r: &mut Random| match r.below(3) {
        0 => Signal::Character(any(r)),
        1 => Signal::Misframed(any(r)),
        _ => Signal::Line(any(r), any(r)),
    };
    let script = (0..r.below(5)).map(|_| (any(r), signal(r))).collect();
    call!(judge, z8000::machine::Channel::follow(&mut channel, script));
    call!(judge, z8000::machine::Channel::next_signal(&channel));
}

/// A device that reads and writes the memory during each of its calls, and counts these.
#[derive(Debug, Clone)]
struct Looking;

thread_local! {
    static NOTED: std::cell::Cell<u64> = const { std::cell::Cell::new(0) };
    static LOOKS: std::cell::Cell<u64> = const { std::cell::Cell::new(0) };
}

impl Device for Looking {
    fn kind(&self) -> &'static str {
        "looking"
    }

    fn due(&self) -> u64 {
        0
    }

    fn look(&mut self, clocks: u64, memory: &mut Physical<'_>) {
        let address = NOTED.get().wrapping_mul(clocks | 1) as u32;
        let byte = memory.byte(address.wrapping_add(1));
        memory.set_byte(address, byte);
        LOOKS.set(LOOKS.get() + 1);
    }

    fn archive(&mut self, _: &mut Archive<'_>) -> Result<(), SaveError> {
        Ok(())
    }
}

/// Returns a save file with one part, of which one byte may have been changed.
fn archived(r: &mut Random, write: impl FnOnce(&mut Archive<'_>) -> Result<(), SaveError>) -> Vec<u8> {
    let Ok(mut file) = z8000::save::seal(*b"PART", 1, write) else {
        return Vec::new();
    };
    if r.one_in(2) {
        file = forged(r, &file);
    }
    file
}

fn opened(file: &[u8], read: impl FnOnce(&mut Archive<'_>) -> Result<(), SaveError>) {
    let _ = z8000::save::open(file, *b"PART", 1, read);
}

/// Returns a save file with changed contents, but a correct checksum.
pub fn forged(r: &mut Random, file: &[u8]) -> Vec<u8> {
    let (header, rest) = file.split_at(14.min(file.len()));
    let mut body = rest[..rest.len().saturating_sub(4)].to_vec();
    for _ in 0..=r.below(4) {
        if !body.is_empty() {
            let most = if r.one_in(2) { 200 } else { usize::MAX };
            let at = r.below(body.len().min(most));
            body[at] = any(r);
        }
    }
    let kind = std::array::from_fn(|at| header.get(4 + at).copied().unwrap_or_default());
    let version = u16::from_be_bytes([8, 9].map(|at| header.get(at).copied().unwrap_or_default()));
    let sealed: Result<_, SaveError> = z8000::save::seal(kind, version, |archive| archive.bytes(&mut body));
    sealed.unwrap_or_default()
}

fn archives(judge: &mut Judge, r: &mut Random) {
    let mut state: State = any(r);
    let file = archived(r, |archive| state.archive(archive));
    judge.call("z8000::cpu::State::archive", || {
        opened(&file, |archive| state.archive(archive))
    });
    let mut unit: Z8010 = any(r);
    let file = archived(r, |archive| unit.archive(archive));
    judge.call("z8000::mmu::Z8010::archive", || {
        opened(&file, |archive| unit.archive(archive))
    });
    let mut channel: Channel = any(r);
    let file = archived(r, |archive| channel.archive(archive));
    judge.call("z8000::machine::Channel::archive", || {
        opened(&file, |archive| channel.archive(archive))
    });
    call!(judge, z8000::machine::Channel::next_signal(&channel));
    let mut bytes: Vec<u8> = any(r);
    let file = archived(r, |archive| archive.bytes(&mut bytes));
    opened(&file, |archive| {
        for _ in 0..20 {
            let (mut byte, mut word, mut long, mut count) = (0, 0, 0, 0);
            let (mut flag, mut list, mut optional, mut bytes) = (false, Vec::new(), None, vec![0; r.below(9)]);
            match r.below(10) {
                0 => drop(call!(judge, z8000::save::Archive::byte(archive, &mut byte))),
                1 => drop(call!(judge, z8000::save::Archive::word(archive, &mut word))),
                2 => drop(call!(judge, z8000::save::Archive::long(archive, &mut long))),
                3 => drop(call!(judge, z8000::save::Archive::count(archive, &mut count))),
                4 => drop(call!(judge, z8000::save::Archive::flag(archive, &mut flag))),
                5 => drop(call!(judge, z8000::save::Archive::list(archive, &mut list))),
                6 => drop(call!(
                    judge,
                    z8000::save::Archive::optional_word(archive, &mut optional)
                )),
                7 => drop(call!(judge, z8000::save::Archive::bytes(archive, &mut bytes))),
                8 => drop(call!(judge, z8000::save::Archive::at(archive))),
                _ => drop(call!(judge, z8000::save::Archive::sense(archive, any(r), any(r)))),
            }
        }
        Ok(())
    });
    // Saves of whole machines and processors, with changed contents.
    let mut machine: Machine = any(r);
    if let Ok(file) = machine.save() {
        let file = forged(r, &file);
        call!(judge, z8000::machine::Machine::restore(&mut machine, &file));
        call!(judge, z8000::machine::Machine::run(&mut machine, 2_000));
        call!(judge, z8000::machine::Machine::save(&machine));
    }
    if let Ok(file) = Cpu::any(r).save()
        && let Some(Ok(mut cpu)) = call!(judge, z8000::cpu::Cpu::load(&forged(r, &file)))
    {
        call!(judge, z8000::cpu::Cpu::run(&mut cpu, &mut Nothing::any(r), &until(r)));
    }
}

fn until(r: &mut Random) -> Until {
    Until {
        clocks: any::<u64>(r) % 20_000,
        instructions: if r.one_in(2) { any(r) } else { u64::MAX },
        code: if r.one_in(2) { any(r) } else { 0..0x1_0000 },
        waits: any(r),
        traps: any(r),
    }
}

static COUNTS: [AtomicU16; z8000::cpu::OFFSETS] = [const { AtomicU16::new(0) }; z8000::cpu::OFFSETS];
static COMPILED: z8000::cpu::Functions<Nothing> = z8000::cpu::Functions::ALL;

fn host(judge: &mut Judge, r: &mut Random) {
    let mut host: Nothing = any(r);
    let mut cpu: Cpu = any(r);
    let places = Places { counts: &COUNTS, often: any(r), weight: any(r) };
    call!(judge, z8000::run::Host::awaited(&host));
    judge.call("z8000::run::Host::banked", || host.banked().is_some());
    call!(judge, z8000::run::Host::code_range(&host, any(r)));
    call!(judge, z8000::run::Host::due(&host));
    call!(judge, z8000::run::Host::look(&mut host, any(r), &mut cpu));
    judge.call("z8000::run::Host::output", || host.output().len());
    call!(judge, z8000::run::Host::run(&mut host, &mut cpu, &until(r)));
    call!(
        judge,
        z8000::run::Host::run_to_place(&mut host, &mut cpu, &until(r), &places)
    );
    call!(judge, z8000::run::Host::waits_for_input(&host));
    call!(judge, z8000::run::Banked::changed(&mut host));
    call!(judge, z8000::run::Banked::unwatch(&mut host));
    call!(judge, z8000::run::Banked::watch(&mut host, any(r), any(r)));
    call!(judge, z8000::run::Engine::work(&host));
    let mut probe: Nothing = any(r);
    judge.call("z8000::run::Probe::watches", || Probe::<World>::watches(&probe));
    call!(judge, z8000::run::Probe::instruction(&mut probe, any(r), &cpu, &host));
    call!(judge, z8000::run::Probe::stops(&mut probe, any(r), &cpu, &host));
    call!(judge, z8000::run::Probe::step(&mut probe, &mut cpu, &mut host));
    call!(judge, z8000::run::Probe::served(&mut probe, &cpu, &mut host));
    let mut world = Machine::any(r).world().clone();
    call!(judge, z8000::machine::System::is_called(&probe));
    call!(judge, z8000::machine::System::answer(&mut probe, &mut cpu, &mut world));
    call!(judge, z8000::cpu::Places::stops(&places, any(r), any(r)));
    call!(judge, z8000::cpu::Cpu::run(&mut cpu, &mut host, &until(r)));
    call!(
        judge,
        z8000::cpu::Cpu::run_with(&mut cpu, &mut host, &until(r), &COMPILED)
    );
    call!(
        judge,
        z8000::cpu::Cpu::run_to_place(&mut cpu, &mut host, &until(r), &COMPILED, &places)
    );
    call!(judge, z8000::cpu::Cpu::step_with(&mut cpu, &mut host, &COMPILED));
}

/// An engine that runs its machine with the interpreter, and queries it before each step.
#[derive(Debug, Clone)]
struct Stepping;

impl Engine for Stepping {
    fn run(&mut self, on: &mut Running<'_>) -> EngineStop {
        let places = Places { counts: &COUNTS, often: 5, weight: 1 };
        for _ in 0..20 {
            let _ = std::hint::black_box((on.is_special(), on.limit()));
            LOOKS.set(LOOKS.get() + 1);
            let stepped = if on.limit().is_multiple_of(3) {
                on.run_to_place(10, &places)
            } else {
                on.step()
            };
            if let Err(stop) = stepped {
                return stop;
            }
        }
        EngineStop::Aside(3)
    }

    fn clone_box(&self) -> Box<dyn Engine> {
        Box::new(self.clone())
    }
}

fn goal(r: &mut Random) -> Goal {
    Goal {
        instructions: any::<u64>(r) % 3_000,
        clocks: any(r),
        exact: any(r),
        slices: any(r),
        lines: any(r),
        traps: any(r),
    }
}

fn runs(judge: &mut Judge, r: &mut Random) {
    let mut runner = Runner::new(any(r));
    if r.one_in(2) {
        (runner.clocks, runner.steps, runner.exceptions, runner.waits) = (any(r), any(r), any(r), any(r));
    }
    let engine: Option<Box<dyn Engine>> = if r.one_in(2) { Some(Box::new(Stepping)) } else { None };
    call!(judge, z8000::run::Runner::set_engine(&mut runner, engine));
    judge.call("z8000::run::Runner::engine", || runner.engine().is_some());
    call!(judge, z8000::run::Runner::instructions(&runner));
    if r.one_in(2) {
        let mut host: Nothing = any(r);
        call!(judge, z8000::run::Runner::run(&mut runner, &mut host, &goal(r)));
        call!(
            judge,
            z8000::run::Runner::run_with(&mut runner, &mut host, &goal(r), &mut NoProbe, &mut ())
        );
    } else {
        let mut world = Machine::any(r).world().clone();
        call!(judge, z8000::run::Runner::run(&mut runner, &mut world, &goal(r)));
        call!(
            judge,
            z8000::run::Runner::run_with(&mut runner, &mut world, &goal(r), &mut Nothing::any(r), &mut ())
        );
    }
    call!(judge, z8000::run::Runner::instructions(&runner));
}

/// A device that sends a character now and then.
struct Sending(u32);

impl Outside<World> for Sending {
    type Error = z8000::machine::RunError;

    fn exchange(&mut self, _: &mut World) -> Result<(), Self::Error> {
        Ok(())
    }

    fn wait(&mut self, _: &mut World) -> Result<bool, Self::Error> {
        self.0 = self.0.saturating_sub(1);
        Ok(self.0 > 0)
    }
}

fn machine(judge: &mut Judge, r: &mut Random) {
    // An engine runs the board.
    let mut machine = Machine::board();
    machine.load_program(0, &[0, 0, 0x40, 0, 0, 8, 0, 0, 0xBD, 0x15, 0xA9, 0x10, 0xE8, 0xFE]);
    machine.reset();
    let looks = LOOKS.get();
    call!(
        judge,
        z8000::machine::Machine::set_engine(&mut machine, Some(Box::new(Stepping)))
    );
    call!(judge, z8000::machine::Machine::run(&mut machine, 3_000));
    judge.inside("z8000::run::Running::is_special", LOOKS.get() - looks);
    judge.inside("z8000::run::Running::limit", LOOKS.get() - looks);
    judge.inside("z8000::run::Running::run_to_place", LOOKS.get() - looks);
    judge.inside("z8000::run::Running::step", LOOKS.get() - looks);
    call!(judge, z8000::machine::Machine::set_engine(&mut machine, None));
    let mut machine: Machine = any(r);
    let mut probe: Nothing = any(r);
    call!(
        judge,
        z8000::machine::Machine::advance(&mut machine, any::<u32>(r) % 2_000, &mut probe)
    );
    let mut system: Nothing = any(r);
    let most = any::<u64>(r) % 2_000;
    call!(
        judge,
        z8000::machine::Machine::advance_hosted(&mut machine, most, any(r), &mut probe, &mut system)
    );
    call!(
        judge,
        z8000::machine::Machine::advance_served(&mut machine, most, any(r))
    );
    let limit = machine.clocks() + any::<u64>(r) % 20_000;
    call!(
        judge,
        z8000::machine::Machine::run_with(&mut machine, limit, false, &mut probe)
    );
    call!(
        judge,
        z8000::machine::Machine::run_connected(&mut machine, limit, &mut probe, &mut Sending(3))
    );
    let mut world = machine.world().clone();
    call!(judge, z8000::machine::World::forbid(&mut world, &any(r)));
    let [_, _] = call!(judge, z8000::machine::World::read(&world, any(r))).unwrap_or_default();
    call!(judge, z8000::machine::World::show_caller(&mut world, any(r), any(r)));
    let mut cpu: Cpu = any(r);
    for _ in 0..20 {
        call!(
            judge,
            z8000::machine::World::watched_step(&mut world, &mut cpu, &mut probe)
        );
        call!(
            judge,
            z8000::machine::World::show_transfers(&mut world, &cpu, &mut probe)
        );
    }
    judge.call("z8000::machine::World::seen_by", || {
        let sight: Sight<'_> = world.seen_by(&cpu);
        sight.word(any(r), any(r))
    });
    let banks: &Banks = world.banks();
    judge.call("z8000::machine::Banks::bytes", || banks.bytes().len());
    call!(judge, z8000::machine::Banks::is_same_code(banks, any(r), any(r)));
    call!(judge, z8000::machine::Banks::is_shared(banks, any(r)));
    let system: Option<Box<dyn System>> = if r.one_in(2) {
        Some(Box::new(Nothing::any(r)))
    } else {
        None
    };
    if let Some(mut hosted) = call!(judge, z8000::machine::Machine::hosted(cpu, world, system)) {
        let hosted: &mut Machine = &mut hosted;
        call!(judge, z8000::machine::Machine::run(hosted, 2_000));
    }
}
