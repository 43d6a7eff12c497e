//! The host: runs programs one at a time, and answers their calls.

use std::fmt;

use streams::Ring;
use z8000::machine::World;
use z8000::run::Engine;

use crate::base_page::TAIL;
use crate::bdos::state::State;
use crate::command::Command;
use crate::console::{Attached, Console};
use crate::drive::{DRIVES, DriveError, Id, Name, Volume};
use crate::memory::{SEGMENT, pair};
use crate::outcome::{Fault, Stop};
use crate::processor::Processor;
use crate::program::{self, LoadedProgram};

const PROGRAM_TYPE: &str = "Z8K";

/// The number of bytes sent to the list device that are kept.
const MOST_LISTED: usize = 16 << 20;

/// A host that imitates CP/M-8000 for one program at a time.
pub struct Host {
    pub(crate) processor: Processor,
    pub(crate) console: Attached,
    pub(crate) drives: [Option<Volume>; DRIVES],
    pub(crate) bdos: State,
    /// The segment of the last non-segmented program loaded; 80h and above for a segmented one.
    pub(crate) user_segment: u8,
    /// The last part of the output to the list device.
    pub(crate) listing: Ring,
    /// Files that could not be written when they were closed.
    pub(crate) trouble: Vec<DriveError>,
    /// Number of the SC whose call waits for input.
    pub(crate) waiting: Option<u8>,
    pub(crate) calls: u64,
    /// The clock count at which a run ends.
    pub(crate) limit: u64,
    /// The result with which a call has ended the run.
    pub(crate) ended: Option<Result<Stop, Fault>>,
}

impl fmt::Debug for Host {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Host")
            .field("calls", &self.calls)
            .finish_non_exhaustive()
    }
}

impl Host {
    /// Creates a host without drives.
    pub fn new(console: Box<dyn Console>) -> Self {
        Self {
            processor: Processor::new(),
            console: Attached::new(console),
            drives: Default::default(),
            bdos: State::new(),
            user_segment: SEGMENT,
            listing: Ring::new(MOST_LISTED),
            trouble: Vec::new(),
            waiting: None,
            calls: 0,
            limit: u64::MAX,
            ended: None,
        }
    }

    /// Returns a copy with another console and the same drives.
    pub(crate) fn again(&self, console: Box<dyn Console>) -> Self {
        Self {
            processor: self.processor.clone(),
            console: Attached::new(console),
            drives: self.drives.each_ref().map(|drive| drive.as_ref().map(Volume::again)),
            bdos: self.bdos.clone(),
            user_segment: self.user_segment,
            listing: self.listing.clone(),
            trouble: Vec::new(),
            waiting: self.waiting,
            calls: self.calls,
            limit: self.limit,
            ended: None,
        }
    }

    /// Sets the engine that runs programs; `None` runs them instruction by instruction.
    pub fn set_engine(&mut self, engine: Option<Box<dyn Engine>>) {
        self.processor.machine.set_engine(engine);
    }

    /// Sets the count of clocks, since the first program began, at which a run ends. By default there is no limit.
    pub const fn set_limit(&mut self, clocks: u64) {
        self.limit = clocks;
    }

    /// Replaces the console.
    pub fn set_console(&mut self, console: Box<dyn Console>) {
        self.console = Attached::new(console);
    }

    /// Mounts a volume as a drive, 0 for A.
    ///
    /// # Panics
    ///
    /// If there is no such drive.
    pub fn mount(&mut self, drive: usize, volume: Volume) {
        self.drives[drive] = Some(volume);
    }

    /// Starts a program, loaded from a drive (0 for A).
    ///
    /// # Errors
    ///
    /// The program cannot be loaded, for one of the reasons in [`LoadError`](program::LoadError).
    pub fn start(&mut self, program: &[u8], command: &Command, drive: u8) -> Result<(), program::LoadError> {
        self.processor.renew();
        let loaded = self.processor.load(program)?;
        command.write(self.processor.memory_mut(), loaded.page, drive + 1);
        self.begin(&loaded);
        Ok(())
    }

    /// Starts the program that is in memory.
    fn begin(&mut self, loaded: &LoadedProgram) {
        let (drive, user) = (self.bdos.drive, self.bdos.user);
        self.bdos = State {
            dma: loaded.page.plus(TAIL),
            typed: std::mem::take(&mut self.bdos.typed),
            printing: self.bdos.printing,
            drive,
            user,
            // The drive was selected when the command line was read.
            login: 1 << drive,
            limits: (pair(loaded.stack) & 0xFFFF_0000, pair(loaded.stack)),
            ..State::new()
        };
        self.user_segment = if loaded.segmented { 0xFF } else { loaded.start.segment() };
        self.waiting = None;
        self.processor.start(loaded);
    }

    /// Finds a program by a name such as `HELLO` or `B:HELLO`, among the files of the current user and then of user 0.
    /// Returns its bytes and its drive, 0 for A. A name without a type is first tried with the type `Z8K`.
    ///
    /// # Errors
    ///
    /// There is no such program, or it cannot be read.
    pub fn find(&mut self, name: &str) -> Result<(Vec<u8>, u8), Fault> {
        let missing = || Fault::NoProgram(name.to_owned());
        let (drive, file) = match name.split_once(':') {
            Some((letter, file)) => match letter.as_bytes() {
                [letter] if letter.is_ascii_alphabetic() => (letter.to_ascii_uppercase() - b'A', file),
                _ => return Err(missing()),
            },
            None => (self.bdos.drive, name),
        };
        let plain = Name::parse(file).ok_or_else(missing)?;
        let typed = Name::from_parts(&plain.parts().0, PROGRAM_TYPE);
        let user = self.bdos.user;
        let volume = self
            .drives
            .get_mut(usize::from(drive))
            .and_then(Option::as_mut)
            .ok_or_else(missing)?;
        let names = if file.contains('.') {
            [Some(plain), None]
        } else {
            [typed, Some(plain)]
        };
        // All of the user's files come before those of user 0.
        let found = [user, 0]
            .into_iter()
            .flat_map(|user| names.into_iter().flatten().map(move |name| Id { user, name }));
        let mut found = found.filter_map(|id| volume.find(id.user, &id.name));
        let found = found.next();
        let bytes = volume.contents(found.ok_or_else(missing)?)?.bytes();
        Ok((bytes, drive))
    }

    /// Ends a program and starts another.
    pub(crate) fn chain(&mut self, command: &Command) -> Result<(), Fault> {
        self.close();
        self.bdos.user = self.bdos.user.min(15);
        let (bytes, drive) = self.find(&command.program)?;
        self.start(&bytes, command, drive)
            .map_err(|reason| Fault::Load { name: command.program.clone(), reason })
    }

    /// Closes all files and writes all images, after a program has ended by itself. Failed writes are retried;
    /// [`take_trouble`](Self::take_trouble) returns the errors that remain.
    pub fn close(&mut self) {
        self.trouble.clear();
        for volume in self.drives.iter_mut().flatten() {
            let closed = volume.close_all();
            let finished = volume.finish();
            self.trouble.extend(closed.err());
            self.trouble.extend(finished.err());
        }
    }

    /// Writes the closed files and discards the others, after a program was stopped. Returns the names of the discarded
    /// files.
    pub fn abandon(&mut self) -> Vec<String> {
        let mut names = Vec::new();
        for (drive, volume) in self.drives.iter_mut().enumerate() {
            let Some(volume) = volume else { continue };
            let letter = char::from(b'A' + drive as u8);
            names.extend(
                volume
                    .drop_unfinished()
                    .iter()
                    .map(|id| format!("{letter}:{}", id.name)),
            );
            self.trouble.extend(volume.finish().err());
        }
        names
    }

    /// Returns the errors that have occurred while writing files, and forgets them.
    pub fn take_trouble(&mut self) -> Vec<DriveError> {
        std::mem::take(&mut self.trouble)
    }

    /// Returns the output to the list device: at least its last 16 MB.
    pub const fn listing(&self) -> &Ring {
        &self.listing
    }

    /// Returns the clocks since the start of the first program.
    pub const fn clocks(&self) -> u64 {
        self.processor.machine.clocks()
    }

    /// Returns the number of instructions since the start of the first program.
    pub const fn instructions(&self) -> u64 {
        self.processor.machine.instructions()
    }

    /// Returns the number of instructions, since the start of the first program, that move an operand to or from an
    /// extended processing unit. They were skipped, so whatever a program computes with the unit, such as
    /// floating-point numbers, is wrong.
    pub const fn unit_operands(&self) -> u64 {
        self.processor.unit_operands
    }

    /// Returns the number of system calls since the start of the first program.
    pub const fn calls(&self) -> u64 {
        self.calls
    }

    /// Returns the memory of the machine.
    pub const fn memory(&self) -> &World {
        self.processor.memory()
    }
}
