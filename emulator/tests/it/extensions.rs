//! The processor with extended processing units, and with other processors that share a resource. Expected values are
//! calculated by hand from the manual.

use crate::ram::Ram;
use z8000::bus::{Bus, Location, Status};
use z8000::cpu::{Cpu, Event, Fcw, Model};

/// Memory, a unit that sends 1000h, 1001h and so on and keeps the words that it receives, and the lines MI and MO.
struct Board {
    ram: Ram,
    seen: Vec<(u16, u16)>,
    given: u16,
    taken: Vec<u16>,
    /// The state of MI, true for active: before the processor requests the resource, and during the request.
    line_in: [bool; 2],
    line_out: bool,
}

impl Bus for Board {
    fn read_byte(&mut self, status: Status, at: Location) -> u8 {
        self.ram.read_byte(status, at)
    }
    fn read_word(&mut self, status: Status, at: Location) -> u16 {
        self.ram.read_word(status, at)
    }
    fn write_byte(&mut self, status: Status, at: Location, value: u8) {
        self.ram.write_byte(status, at, value);
    }
    fn write_word(&mut self, status: Status, at: Location, value: u16) {
        self.ram.write_word(status, at, value);
    }
    fn input_byte(&mut self, _: u16, _: bool) -> u8 {
        0
    }
    fn input_word(&mut self, _: u16, _: bool) -> u16 {
        0
    }
    fn output_byte(&mut self, _: u16, _: bool, _: u8) {}
    fn output_word(&mut self, _: u16, _: bool, _: u16) {}

    fn multi_micro_in(&mut self) -> bool {
        self.line_in[usize::from(self.line_out)]
    }
    fn multi_micro_out(&mut self, active: bool) {
        self.line_out = active;
    }
    fn extended(&mut self, instruction: u16, template: u16) {
        self.seen.push((instruction, template));
    }
    fn read_extended(&mut self) -> u16 {
        self.given += 1;
        0x0FFF + self.given
    }
    fn write_extended(&mut self, word: u16) {
        self.taken.push(word);
    }
}

/// Runs one instruction at 0200h with R2 = 3000h, R3 = 5 and the changes made by `prepare`.
fn run(code: &[u16], prepare: impl Fn(&mut Cpu, &mut Board)) -> (Cpu, Board, u32) {
    let mut board = Board {
        ram: Ram::new(),
        seen: Vec::new(),
        given: 0,
        taken: Vec::new(),
        line_in: [false; 2],
        line_out: false,
    };
    board.ram.set(0x0200, code);
    board.ram.set(0x3000, &[0xAAAA, 0xBBBB, 0xCCCC]);
    let mut cpu = Cpu::new(Model::Z8002);
    cpu.set_fcw((Fcw::SYSTEM | Fcw::EPA).bits());
    cpu.set_pc(0x0200);
    cpu.set_register(2, 0x3000);
    cpu.set_register(3, 5);
    prepare(&mut cpu, &mut board);
    let step = cpu.step(&mut board);
    assert_eq!(step.event, Event::Retired);
    assert_eq!(cpu.pc(), 0x0200 + 2 * code.len() as u16);
    (cpu, board, step.clocks)
}

fn nothing(_: &mut Cpu, _: &mut Board) {}

#[test]
fn a_unit_loads_from_memory() {
    let (_, board, clocks) = run(&[0x0F24, 0x5A02], nothing);
    assert_eq!(board.taken, [0xAAAA, 0xBBBB, 0xCCCC]);
    assert_eq!(board.seen, [(0x0F24, 0x5A02)]);
    assert_eq!(clocks, 11 + 3 * 3);
    // The address follows the template: 3002h, and 2FFDh indexed by R3.
    let (_, board, clocks) = run(&[0x4F04, 0x0000, 0x3002], nothing);
    assert_eq!((board.taken, clocks), (vec![0xBBBB], 14 + 3));
    let (_, board, clocks) = run(&[0x4F34, 0x0000, 0x2FFD], nothing);
    assert_eq!((board.taken, clocks), (vec![0xBBBB], 15 + 3));
}

#[test]
fn memory_loads_from_a_unit() {
    let (_, mut board, _) = run(&[0x0F2C, 0x0001], nothing);
    assert_eq!(board.ram.words(0x3000), [0x1000, 0x1001, 0xCCCC]);
}

#[test]
fn registers_load_from_a_unit_and_a_unit_from_registers() {
    let (cpu, _, clocks) = run(&[0x8F00, 0x0F01], nothing);
    assert_eq!((cpu.register(15), cpu.register(0)), (0x1000, 0x1001));
    assert_eq!(clocks, 11 + 4 * 2);
    let (_, board, _) = run(&[0x8F08, 0x0201], nothing);
    assert_eq!(board.taken, [0x3000, 5]);
}

#[test]
fn flags_load_from_a_unit_and_a_unit_from_flags() {
    // The unit sends 1000h, whose lower half is used.
    let (cpu, _, clocks) = run(&[0x8E00, 0x0000], |cpu, _| {
        cpu.set_fcw(cpu.fcw().bits() | 0xFC);
    });
    assert_eq!((cpu.fcw(), clocks), (Fcw::SYSTEM | Fcw::EPA, 15));
    let (_, board, _) = run(&[0x8E08, 0x0000], |cpu, _| {
        cpu.set_fcw(cpu.fcw().bits() | 0x84);
    });
    assert_eq!(board.taken, [0x84]);
}

#[test]
fn an_operation_within_a_unit_transfers_nothing() {
    for word in [0x8E04, 0x8E0C, 0x0E00, 0x8F04] {
        let (_, board, _) = run(&[word, 0x1234], nothing);
        assert_eq!(board.seen, [(word, 0x1234)]);
        assert!(board.taken.is_empty() && board.given == 0);
    }
}

#[test]
fn the_multi_micro_output_is_set_reset_and_the_input_tested() {
    let (_, board, _) = run(&[0x7B08], nothing);
    assert!(board.line_out);
    let (_, board, _) = run(&[0x7B09], |_, board| board.line_out = true);
    assert!(!board.line_out);
    for busy in [false, true] {
        let (cpu, _, _) = run(&[0x7B0A], |_, board| board.line_in = [busy; 2]);
        assert_eq!(cpu.fcw().contains(Fcw::S), !busy);
    }
}

#[test]
fn a_resource_is_busy_granted_or_refused() {
    // MI before and after the request; Z, S, MO, R3 and clocks of MREQ R3.
    for (line_in, zero, sign, out, register, clocks) in [
        ([true, true], false, false, false, 5, 12),
        ([false, true], true, true, true, 0, 12 + 7 * 5),
        ([false, false], true, false, false, 0, 12 + 7 * 5),
    ] {
        let (cpu, board, took) = run(&[0x7B3D], |_, board| board.line_in = line_in);
        let flags = (cpu.fcw().contains(Fcw::Z), cpu.fcw().contains(Fcw::S));
        assert_eq!(flags, (zero, sign), "{line_in:?}");
        assert_eq!((board.line_out, cpu.register(3)), (out, register));
        assert_eq!(took, clocks);
    }
}
