//! The BDOS, called by SC #2 with a function number in R5 and an argument in RR6. The result is returned in R7.

mod console;
mod directory;
mod file;
pub(crate) mod state;
mod system;

use crate::drive::DRIVES;
use crate::host::Host;
use crate::outcome::{Answer, Fault, Stop};
use file::Direction::{Read, Write};
use file::Order::{Random, Sequential};
use file::transfer;

/// The implementation of a BDOS function.
type Run = fn(&mut Host) -> Result<Answer, Fault>;

/// A function of the BDOS.
#[derive(Clone, Copy)]
pub struct Function {
    /// Number of the function, passed in R5.
    pub number: u16,
    /// Name of the function in the CP/M manuals.
    pub name: &'static str,
    run: Run,
}

const fn row(number: u16, name: &'static str, run: Run) -> Function {
    Function { number, name, run }
}

/// The version number of CP/M-8000, whose file functions are those of CP/M 2.2.
const VERSION: u16 = 0x3022;

/// Returns the answer that leaves a word in R7.
const fn word(word: u16) -> Result<Answer, Fault> {
    Ok(Answer::Word(word))
}

/// All functions. No auxiliary device is connected: reading from it returns the end-of-file character 1Ah, and output
/// to it is discarded.
pub const FUNCTIONS: &[Function] = &[
    row(0, "system reset", |_| Ok(Answer::Stop(Stop::Ended))),
    row(1, "console input", console::input),
    row(2, "console output", console::output),
    row(3, "auxiliary input", |_| word(0x1A)),
    row(4, "auxiliary output", |_| word(0)),
    row(5, "list output", console::list_output),
    row(6, "direct console I/O", console::direct),
    row(7, "get I/O byte", |host| word(host.bdos.io_byte.into())),
    row(8, "set I/O byte", system::set_io_byte),
    row(9, "print string", console::print),
    row(10, "read console buffer", console::read_line),
    row(11, "get console status", console::status),
    row(12, "return version number", |_| word(VERSION)),
    row(13, "reset disk system", system::reset_disks),
    row(14, "select disk", system::select_disk),
    row(15, "open file", directory::open),
    row(16, "close file", directory::close),
    row(17, "search for first", directory::search_first),
    row(18, "search for next", directory::search_next),
    row(19, "delete file", directory::delete),
    row(20, "read sequential", |host| transfer(host, Read, Sequential)),
    row(21, "write sequential", |host| transfer(host, Write, Sequential)),
    row(22, "make file", directory::make),
    row(23, "rename file", directory::rename),
    row(24, "return login vector", |host| word(host.bdos.login)),
    row(25, "return current disk", |host| word(host.bdos.drive.into())),
    row(26, "set DMA address", system::set_dma),
    row(28, "write protect disk", system::protect_disk),
    row(29, "get read-only vector", system::read_only_vector),
    row(30, "set file attributes", directory::set_attributes),
    row(31, "get disk parameters", system::disk_parameters),
    row(32, "get or set user code", system::user),
    row(33, "read random", |host| transfer(host, Read, Random)),
    row(34, "write random", |host| transfer(host, Write, Random)),
    row(35, "compute file size", file::size),
    row(36, "set random record", file::set_random),
    row(37, "reset drive", system::reset_drives),
    // As with function 34, the unwritten part of a new block consists of zeros.
    row(40, "write random with zero fill", |host| transfer(host, Write, Random)),
    row(44, "set multi-sector count", file::set_records),
    row(46, "get disk free space", system::free_space),
    row(47, "chain to program", system::chain),
    row(48, "flush buffers", system::flush),
    row(50, "direct BIOS call", system::direct_bios),
    row(59, "program load", system::load),
    row(61, "set exception vector", system::set_exception),
    row(63, "get or set TPA limits", system::limits),
];

/// Executes a BDOS call.
pub(crate) fn call(host: &mut Host) -> Result<Answer, Fault> {
    let number = host.processor.register(5);
    let function = FUNCTIONS.iter().find(|function| function.number == number);
    let function = function.ok_or_else(|| host.lacks(format!("BDOS function {number}")))?;
    let answer = (function.run)(host)?;
    if let Answer::Word(word) = answer {
        host.processor.machine.cpu_mut().set_register(7, word);
    }
    Ok(answer)
}

impl Host {
    /// Returns the fault for a call that CP/M-8000 has but this host does not.
    pub(crate) fn lacks(&self, call: String) -> Fault {
        let registers = self.processor.registers();
        Fault::NotImplemented { call, registers }
    }

    /// Returns the fault for an error that CP/M would display before ending the program.
    pub(crate) fn refuse(&self, reason: String) -> Fault {
        Fault::Bdos {
            reason,
            function: self.processor.register(5),
            registers: self.processor.registers(),
        }
    }

    /// Returns the index of a block's drive, 0 for A.
    pub(crate) fn drive_of(&mut self, drive: u8) -> Result<usize, Fault> {
        let drive = match drive {
            0 | b'?' => self.bdos.drive,
            drive => drive - 1,
        };
        self.select(drive)
    }

    /// Logs a drive in, and returns its index.
    pub(crate) fn select(&mut self, drive: u8) -> Result<usize, Fault> {
        let index = usize::from(drive);
        if index >= DRIVES || self.drives[index].is_none() {
            let letter = char::from(b'A'.wrapping_add(drive));
            let name = if index < DRIVES {
                letter.to_string()
            } else {
                format!("number {drive}")
            };
            return Err(self.refuse(format!("drive {name} does not exist")));
        }
        self.bdos.login |= 1 << drive;
        Ok(index)
    }
}
