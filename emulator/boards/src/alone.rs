//! A machine with nothing connected to it.

use z8000::cpu::Cpu;
use z8000::run::{Engine, Host, RunEnd, Subject};

use crate::core::Core;
use crate::description::Description;
use crate::error::Error;
use crate::machine::Machine;

/// A machine with nothing connected to it. It can therefore be copied: characters that it sends stay in its serial
/// ports, and it receives none.
///
/// # Example
///
/// ```
/// use std::path::Path;
/// use z8000::run::{Pair, Subject};
/// use z8000_boards::{Alone, Description};
///
/// let text = "[[memory]]\nkind = \"ram\"\nsize = 0x10000\n";
/// let mut machine = Alone::new(Description::read(text, Path::new("."))?)?;
/// // FCW and PC; LDK R1,#5; HALT.
/// machine.put(2, &[0x40, 0, 0, 6, 0xBD, 0x15, 0x7A, 0]);
/// machine.reset();
/// // Its copy goes the same way.
/// let mut pair = Pair::new(machine);
/// assert_eq!(pair.advance(10)?, Ok(true));
/// assert_eq!(pair.engine.cpu().register(1), 5);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone)]
pub struct Alone(Core);

impl Machine {
    /// Returns the machine without its connections.
    #[must_use]
    pub fn alone(self) -> Alone {
        Alone(self.core)
    }
}

impl Alone {
    /// Creates the machine of a description and loads its images. It must still be started.
    ///
    /// # Errors
    ///
    /// Memories or devices overlap, an image does not fit, or a file cannot be used.
    pub fn new(description: Description) -> Result<Self, Error> {
        Ok(Machine::unconnected(description)?.alone())
    }

    /// Writes bytes to program and data memory from an address (segment * 0x10000 + offset), wherever there is memory,
    /// including ROM.
    ///
    /// # Example
    ///
    /// ```
    /// use std::path::Path;
    /// use z8000::run::Subject;
    /// use z8000_boards::{Alone, Description};
    ///
    /// let text = "processor = \"z8001\"\n[[memory]]\nkind = \"ram\"\nsize = 0x20000\n";
    /// let mut machine = Alone::new(Description::read(text, Path::new("."))?)?;
    /// // FCW, and PC with its segment.
    /// machine.put(2, &[0xC0, 0, 0x01, 0, 0x12, 0x34]);
    /// machine.reset();
    /// assert_eq!(machine.cpu().location().to_string(), "<<1>>0x1234");
    /// # Ok::<(), z8000_boards::Error>(())
    /// ```
    pub fn put(&mut self, at: u32, bytes: &[u8]) {
        let banks = &mut self.0.world.banks;
        for program in [false, true] {
            banks.load(program, at, bytes);
        }
    }

    /// Sets the engine, as [`Machine::set_engine`] does.
    pub fn set_engine(&mut self, engine: Option<Box<dyn Engine>>) {
        self.0.runner.set_engine(engine);
    }

    /// Returns true if the program is only waiting for a character.
    pub fn waits_for_input(&self) -> bool {
        self.0.world.waits_for_input()
    }
}

impl Subject for Alone {
    /// True if it has halted, or the reason why it cannot continue.
    type Outcome = Result<bool, String>;

    fn interpret(&mut self) {
        self.0.runner.set_engine(None);
    }

    fn advance(&mut self, instructions: u32) -> Self::Outcome {
        match self.0.run(instructions.into(), u64::MAX) {
            Ok(ran) => Ok(ran == RunEnd::Halted),
            Err(error) => Err(error.to_string()),
        }
    }

    fn goes_on(ended: &Self::Outcome) -> bool {
        *ended == Ok(false)
    }

    fn cpu(&self) -> &Cpu {
        &self.0.runner.cpu
    }

    fn cpu_mut(&mut self) -> &mut Cpu {
        &mut self.0.runner.cpu
    }

    fn reset(&mut self) {
        self.0.reset();
    }

    fn drop_output(&mut self) {
        for channel in self.0.world.channels_mut() {
            channel.take_output();
        }
    }

    fn counts(&self) -> [u64; 2] {
        [self.0.runner.instructions, self.0.runner.clocks]
    }

    fn differs(&self, other: &Self) -> Option<String> {
        let [ours, theirs] = [&self.0, &other.0].map(|core| core.world.banks.bytes());
        if ours != theirs {
            let at = ours.iter().zip(theirs).position(|(a, b)| a != b)?;
            return Some(format!(
                "byte {:04x} of memory bank {} differs",
                at % 0x1_0000,
                at / 0x1_0000
            ));
        }
        (self.0.devices() != other.0.devices()).then(|| "a device differs".to_owned())
    }
}
