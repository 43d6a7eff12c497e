//! A program that executes a table of calls, which tests compose in Rust.

use std::path::Path;

use z8000::bus::Location;
use z8000_asm::{AddressSpace, Memory as Sources, Options, assemble};
use z8000_cpm::command::Command;
use z8000_cpm::console::SharedScript;
use z8000_cpm::drive::{Folder, Image, Layout, Storage, Volume};
use z8000_cpm::memory::SPLIT_SEGMENT;
use z8000_cpm::{Fault, Host, Stop};

/// Executes the calls of the table: each entry has a function number, an argument, and space for the result.
const PROGRAM: &str = "
        .z8002
        .text
        ld      r10,#table
1:      ld      r5,@r10
        cp      r5,#-1
        jr      eq,2f
        ld      r7,2(r10)
        sc      #2
        ld      4(r10),r7
        inc     r10,#6
        jr      1b
2:      clr     r5
        sc      #2
        .data
table:
";

// Numbers of BDOS functions.
pub(crate) const OPEN: u16 = 15;
pub(crate) const CLOSE: u16 = 16;
pub(crate) const FIRST: u16 = 17;
pub(crate) const NEXT: u16 = 18;
pub(crate) const READ: u16 = 20;
pub(crate) const WRITE: u16 = 21;
pub(crate) const MAKE: u16 = 22;
pub(crate) const DMA: u16 = 26;
pub(crate) const USER: u16 = 32;

/// Maximum size of the table in bytes.
const TABLE: usize = 0x4000;

/// A table of calls, with the memory that they use.
#[derive(Default)]
pub(crate) struct Calls {
    calls: Vec<(u16, u16)>,
    data: Vec<u8>,
}

/// The address of a file control block in the memory of the calls.
#[derive(Clone, Copy)]
pub(crate) struct Block(pub(crate) u16);

impl Calls {
    /// Puts bytes into the program's memory, and returns their address.
    pub(crate) fn bytes(&mut self, bytes: &[u8]) -> u16 {
        let at = (TABLE + self.data.len()) as u16;
        self.data.extend(bytes);
        at
    }

    /// Adds a file control block with a drive, 0 for the default, and a padded name.
    pub(crate) fn block(&mut self, drive: u8, name: &[u8; 11]) -> Block {
        let mut block = [0; 36];
        block[0] = drive;
        block[1..12].copy_from_slice(name);
        Block(self.bytes(&block))
    }

    /// Adds a call, and returns its index.
    pub(crate) fn call(&mut self, function: u16, argument: u16) -> usize {
        self.calls.push((function, argument));
        self.calls.len() - 1
    }

    /// Adds a call with a file control block.
    pub(crate) fn file(&mut self, function: u16, block: Block) -> usize {
        self.call(function, block.0)
    }

    /// Sets the random record of a block. The block in the table's memory is changed before the program starts.
    pub(crate) fn random(&mut self, block: Block, record: u32) {
        let at = block.0 as usize - TABLE + 33;
        self.data[at..at + 3].copy_from_slice(&record.to_be_bytes()[1..]);
    }

    /// Sets a byte of a block before the program starts.
    pub(crate) fn set(&mut self, block: Block, byte: usize, value: u8) {
        self.data[block.0 as usize - TABLE + byte] = value;
    }

    /// Returns the program with its table.
    pub(crate) fn program(&self) -> Vec<u8> {
        let sources = Sources::new([("calls.s", PROGRAM)]);
        let assembly = assemble(&sources, "calls.s", &Options::default()).expect("the program assembles");
        let code = assembly.image(Some(AddressSpace::Program)).expect("a small program");
        let mut data: Vec<u8> = self
            .calls
            .iter()
            .flat_map(|(function, argument)| [*function, *argument, 0xEEEE].map(u16::to_be_bytes).concat())
            .collect();
        data.extend([0xFF, 0xFF]);
        assert!(data.len() <= TABLE, "too many calls");
        data.resize(TABLE, 0);
        data.extend(&self.data);
        data.resize(data.len().next_multiple_of(2), 0);
        let mut file = vec![0xEE, 0x0B, 0, 2];
        file.extend(((code.len() + data.len()) as u32).to_be_bytes());
        file.extend([0; 8]);
        for (number, kind, bytes) in [(0, 3, &code), (1, 5, &data)] {
            file.extend([number, kind]);
            file.extend((bytes.len() as u16).to_be_bytes());
        }
        file.extend(code);
        file.extend(data);
        file
    }

    /// Runs the calls on a host with drives, and returns their results.
    pub(crate) fn run(&self, host: &mut Host) -> Result<Results, Fault> {
        self.start(host);
        let stop = host.run(10_000_000)?;
        assert_eq!(stop, Stop::Ended);
        host.close();
        Ok(Results((0..self.calls.len()).map(|call| result(host, call)).collect()))
    }

    /// Runs the calls up to the fault that ends them, and returns its message.
    pub(crate) fn fault(&self, host: &mut Host) -> String {
        let fault = self.run(host).err();
        fault.map(|fault| fault.to_string()).unwrap_or_default()
    }

    /// Returns a host that has loaded the calls, and its console.
    pub(crate) fn started(&self) -> (SharedScript, Host) {
        let console = SharedScript::default();
        let mut host = Host::new(Box::new(console.clone()));
        self.start(&mut host);
        (console, host)
    }

    /// Loads the calls into a host.
    pub(crate) fn start(&self, host: &mut Host) {
        let loaded = host.start(&self.program(), &Command::new("CALLS", &[]), 0);
        loaded.expect("the program loads");
    }
}

/// Returns the result of a call, even before all calls have been executed.
pub(crate) fn result(host: &Host, call: usize) -> u16 {
    host.memory().word(at((6 * call + 4) as u16))
}

/// The results of the calls, by index.
pub(crate) struct Results(pub(crate) Vec<u16>);

impl std::ops::Index<usize> for Results {
    type Output = u16;

    fn index(&self, call: usize) -> &u16 {
        &self.0[call]
    }
}

/// Returns the location of an offset in the program's data.
pub(crate) fn at(offset: u16) -> Location {
    Location::new(SPLIT_SEGMENT, offset)
}

/// Returns bytes of the program's data.
pub(crate) fn read(host: &Host, from: u16, count: u16) -> Vec<u8> {
    (0..count)
        .map(|distance| host.memory().byte(at(from + distance)))
        .collect()
}

/// Returns a host with a storage as drive A.
pub(crate) fn host(storage: impl Storage + 'static) -> Host {
    let mut host = Host::new(Box::new(SharedScript::default()));
    let volume = Volume::new(Box::new(storage), false).expect("a drive");
    host.mount(0, volume);
    host
}

/// Returns a host with a folder as drive A.
pub(crate) fn in_folder(path: &Path) -> Host {
    host(Folder::new(path).expect("a folder"))
}

/// Creates a small disk of 32 blocks of 1 KB and 32 entries, as a file in a folder.
pub(crate) fn small_image(path: &Path) -> Image {
    let layout: Layout = "block=1024,entries=32,reserved=0".parse().expect("a layout");
    if !path.exists() {
        std::fs::write(path, vec![0xE5; 32 * 1024]).expect("an image");
    }
    Image::open(path, layout).expect("an image")
}

/// Returns a record filled with one byte.
pub(crate) fn record(byte: u8) -> [u8; 128] {
    [byte; 128]
}
