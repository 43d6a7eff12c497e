//! Machines from a description: a processor, a memory map, devices.
//!
//! [`Description`] is the text file, checked; [`Machine`] is what it describes, which runs. The keys are in
//! `docs/reference/machine.md`.
//!
//! ```
//! use std::path::Path;
//! use z8000_boards::{Description, Ended, Machine, Part, Space};
//!
//! // Files that a description names are looked for in the folder.
//! let text = "processor = \"z8002\"\n[[memory]]\nkind = \"ram\"\nsize = 0x10000\n";
//! let mut machine = Machine::new(Description::read(text, Path::new("."))?)?;
//! // FCW and PC; LDK R1,#5; HALT.
//! let bytes = vec![0x40, 0, 0, 6, 0xBD, 0x15, 0x7A, 0];
//! machine.load(&[Part { name: "five".to_owned(), at: 2, bytes, space: Space::Program }])?;
//! machine.start();
//! assert_eq!(machine.run(1_000)?, Ended::Halted);
//! assert_eq!(machine.cpu().register(1), 5);
//! # Ok::<(), z8000_boards::Error>(())
//! ```

mod alone;
mod banks;
mod core;
mod debug;
mod description;
mod device;
mod error;
mod image;
mod load;
mod machine;
mod save;
mod world;

pub use alone::Alone;
pub use banks::Banks;
pub use debug::Lines;
pub use description::{Description, Processor, Start};
pub use error::Error;
pub use image::{Part, Space};
pub use machine::{Ended, Machine};
