//! Save files: a state as bytes, with a version and a check.
//!
//! All numbers have their highest byte first, as in the memory of a Z8000:
//!
//! | bytes | what |
//! |---|---|
//! | 4 | `Z8KS` |
//! | 4 | what is saved, four letters: `CPU `, `BRD `, of a described machine `MCH ` |
//! | 2 | version of the format of that, from 1 |
//! | 4 | length of the contents |
//! | n | the contents |
//! | 4 | CRC-32 (as in zip files) of everything before |

use alloc::vec::Vec;

use thiserror::Error;

use crate::cpu::{Cpu, Model, Repetition, State, StateError};

const MAGIC: &[u8; 4] = b"Z8KS";
const HEADER: usize = 14;
const CHECK: usize = 4;

/// The reason why bytes are not a save file, or not this one.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
pub enum SaveError {
    /// It does not begin as save files do.
    #[error("this is not a save file: it does not begin with `Z8KS`")]
    NotASave,
    /// Something else was saved.
    #[error("this save file holds `{}`, not `{}`", found.escape_ascii(), expected.escape_ascii())]
    Kind {
        /// The kind that it is.
        found: [u8; 4],
        /// The kind that was asked for.
        expected: [u8; 4],
    },
    /// It has another version.
    #[error("the save file has version {found}; this program reads version {expected}")]
    Version {
        /// That of the file.
        found: u16,
        /// The one that can be read.
        expected: u16,
    },
    /// It is longer or shorter than it says.
    #[error("the save file has {found} bytes, and says that it has {expected}: it was cut, or something follows it")]
    Length {
        /// Its length.
        found: usize,
        /// The length in its header.
        expected: usize,
    },
    /// The check fails.
    #[error("the save file is damaged: its check is {found:08x}, and should be {expected:08x}")]
    Damaged {
        /// The check in the file.
        found: u32,
        /// The check of its bytes.
        expected: u32,
    },
    /// The contents end too early, go on too long, or have a number out of range.
    #[error("the contents of the save file make no sense at byte {at}")]
    Contents {
        /// Offset in the contents.
        at: usize,
    },
    /// No processor can be in the state.
    #[error("the save file has no state of a processor: {0}")]
    State(#[from] StateError),
}

/// The contents of a save file while they are written.
#[derive(Debug, Clone, Default)]
pub struct Writer(Vec<u8>);

impl Writer {
    /// No contents yet.
    #[must_use]
    pub const fn new() -> Self {
        Self(Vec::new())
    }

    /// Adds a byte.
    pub fn byte(&mut self, value: u8) {
        self.0.push(value);
    }

    /// Adds a word.
    pub fn word(&mut self, value: u16) {
        self.0.extend(value.to_be_bytes());
    }

    /// Adds four bytes.
    pub fn long(&mut self, value: u32) {
        self.0.extend(value.to_be_bytes());
    }

    /// Adds eight bytes.
    pub fn count(&mut self, value: u64) {
        self.0.extend(value.to_be_bytes());
    }

    /// Adds a number of bytes that the reader knows.
    pub fn bytes(&mut self, bytes: &[u8]) {
        self.0.extend(bytes);
    }

    /// Adds a list of bytes with its length.
    pub fn list(&mut self, bytes: &[u8]) {
        self.count(bytes.len() as u64);
        self.bytes(bytes);
    }

    /// The save file with these contents.
    #[must_use]
    pub fn seal(self, kind: [u8; 4], version: u16) -> Vec<u8> {
        let mut file = Vec::with_capacity(HEADER + self.0.len() + CHECK);
        file.extend(MAGIC);
        file.extend(kind);
        file.extend(version.to_be_bytes());
        file.extend((self.0.len() as u32).to_be_bytes());
        file.extend(self.0);
        file.extend(crc32(&file).to_be_bytes());
        file
    }
}

/// The contents of a save file while they are read.
#[derive(Debug, Clone)]
pub struct Reader<'b> {
    contents: &'b [u8],
    at: usize,
}

impl<'b> Reader<'b> {
    /// Checks a save file, and begins with its contents.
    ///
    /// # Errors
    ///
    /// If it is not a save file of this kind and version, or was damaged.
    pub fn open(file: &'b [u8], kind: [u8; 4], version: u16) -> Result<Self, SaveError> {
        if !file.starts_with(MAGIC) {
            return Err(SaveError::NotASave);
        }
        let mut header = Reader {
            contents: file,
            at: MAGIC.len(),
        };
        let short = |_| SaveError::Length {
            found: file.len(),
            expected: HEADER + CHECK,
        };
        let (found, found_version) = (header.array().map_err(short)?, header.word().map_err(short)?);
        if found != kind {
            return Err(SaveError::Kind { found, expected: kind });
        }
        if found_version != version {
            return Err(SaveError::Version {
                found: found_version,
                expected: version,
            });
        }
        let length = header.long().map_err(short)? as usize;
        let expected = length.saturating_add(HEADER + CHECK);
        if file.len() != expected {
            return Err(SaveError::Length {
                found: file.len(),
                expected,
            });
        }
        let (body, check) = file.split_at(HEADER + length);
        let found = Reader { contents: check, at: 0 }.long()?;
        let expected = crc32(body);
        if found != expected {
            return Err(SaveError::Damaged { found, expected });
        }
        Ok(Self {
            contents: &body[HEADER..],
            at: 0,
        })
    }

    /// That the contents make no sense where they are read now.
    #[must_use]
    pub const fn nonsense(&self) -> SaveError {
        SaveError::Contents { at: self.at }
    }

    /// The next bytes, as many as asked for.
    ///
    /// # Errors
    ///
    /// If there are fewer.
    pub fn bytes(&mut self, count: usize) -> Result<&'b [u8], SaveError> {
        let rest = self.contents.get(self.at..).unwrap_or_default();
        let bytes = rest.get(..count).ok_or(self.nonsense())?;
        self.at += count;
        Ok(bytes)
    }

    /// The next bytes as an array.
    ///
    /// # Errors
    ///
    /// If there are fewer.
    pub fn array<const N: usize>(&mut self) -> Result<[u8; N], SaveError> {
        let wrong = self.nonsense();
        self.bytes(N)?.try_into().map_err(|_| wrong)
    }

    /// The next byte.
    ///
    /// # Errors
    ///
    /// At the end.
    pub fn byte(&mut self) -> Result<u8, SaveError> {
        Ok(u8::from_be_bytes(self.array()?))
    }

    /// The next byte, 0 or 1.
    ///
    /// # Errors
    ///
    /// If it is another one, and at the end.
    pub fn flag(&mut self) -> Result<bool, SaveError> {
        let wrong = self.nonsense();
        match self.byte()? {
            0 => Ok(false),
            1 => Ok(true),
            _ => Err(wrong),
        }
    }

    /// The next word.
    ///
    /// # Errors
    ///
    /// At the end.
    pub fn word(&mut self) -> Result<u16, SaveError> {
        Ok(u16::from_be_bytes(self.array()?))
    }

    /// The next four bytes.
    ///
    /// # Errors
    ///
    /// At the end.
    pub fn long(&mut self) -> Result<u32, SaveError> {
        Ok(u32::from_be_bytes(self.array()?))
    }

    /// The next eight bytes.
    ///
    /// # Errors
    ///
    /// At the end.
    pub fn count(&mut self) -> Result<u64, SaveError> {
        Ok(u64::from_be_bytes(self.array()?))
    }

    /// A list of bytes with its length before it.
    ///
    /// # Errors
    ///
    /// If there are fewer.
    pub fn list(&mut self) -> Result<&'b [u8], SaveError> {
        let wrong = self.nonsense();
        let length = usize::try_from(self.count()?).map_err(|_| wrong)?;
        self.bytes(length)
    }

    /// That the contents end here.
    ///
    /// # Errors
    ///
    /// If they go on.
    pub fn end(&self) -> Result<(), SaveError> {
        if self.at == self.contents.len() {
            Ok(())
        } else {
            Err(self.nonsense())
        }
    }
}

/// The check of zip files and of Ethernet, IEEE 802.3.
fn crc32(bytes: &[u8]) -> u32 {
    const TABLE: [u32; 256] = {
        let mut table = [0; 256];
        let mut index = 0;
        while index < 256 {
            let mut bits = index as u32;
            let mut round = 0;
            while round < 8 {
                bits = if bits & 1 == 0 {
                    bits >> 1
                } else {
                    bits >> 1 ^ 0xEDB8_8320
                };
                round += 1;
            }
            table[index] = bits;
            index += 1;
        }
        table
    };
    !bytes
        .iter()
        .fold(!0, |crc, byte| crc >> 8 ^ TABLE[usize::from(crc as u8 ^ byte)])
}

const CPU: [u8; 4] = *b"CPU ";
const CPU_VERSION: u16 = 2;

impl State {
    /// Adds the state to the contents of a save file.
    pub fn write(&self, to: &mut Writer) {
        to.byte(match self.model {
            Model::Z8001 => 1,
            Model::Z8002 => 2,
        });
        for &register in self.registers.iter().chain(&self.other_stack) {
            to.word(register);
        }
        to.word(self.fcw);
        to.byte(self.pc_segment);
        to.word(self.pc);
        to.word(self.psap[0]);
        to.word(self.psap[1]);
        to.word(self.refresh);
        to.byte(self.halted.into());
        to.byte(self.repeats.is_some().into());
        if let Some(Repetition { words, iterations }) = self.repeats {
            words.into_iter().chain([iterations]).for_each(|word| to.word(word));
        }
        for request in self.requests {
            to.byte(request.is_some().into());
            to.word(request.unwrap_or(0));
        }
    }

    /// Reads a state from the contents of a save file.
    ///
    /// # Errors
    ///
    /// If they hold something else.
    pub fn read(from: &mut Reader<'_>) -> Result<Self, SaveError> {
        let wrong = from.nonsense();
        let model = match from.byte()? {
            1 => Model::Z8001,
            2 => Model::Z8002,
            _ => return Err(wrong),
        };
        let mut words = [0; 18];
        for word in &mut words {
            *word = from.word()?;
        }
        let mut state = Self {
            model,
            registers: core::array::from_fn(|n| words[n]),
            other_stack: [words[16], words[17]],
            fcw: from.word()?,
            pc_segment: from.byte()?,
            pc: from.word()?,
            psap: [from.word()?, from.word()?],
            refresh: from.word()?,
            halted: from.flag()?,
            repeats: None,
            requests: [None; 4],
        };
        if from.flag()? {
            state.repeats = Some(Repetition {
                words: [from.word()?, from.word()?],
                iterations: from.word()?,
            });
        }
        for request in &mut state.requests {
            let (pending, identifier) = (from.flag()?, from.word()?);
            *request = pending.then_some(identifier);
        }
        Ok(state)
    }
}

impl Cpu {
    /// The processor as a save file.
    #[must_use]
    pub fn save(&self) -> Vec<u8> {
        let mut contents = Writer::new();
        self.state().write(&mut contents);
        contents.seal(CPU, CPU_VERSION)
    }

    /// The processor that was saved.
    ///
    /// # Errors
    ///
    /// If the bytes are not what [`save`](Self::save) has made.
    pub fn load(file: &[u8]) -> Result<Self, SaveError> {
        let mut contents = Reader::open(file, CPU, CPU_VERSION)?;
        let state = State::read(&mut contents)?;
        contents.end()?;
        Ok(Self::with_state(&state)?)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_check_is_that_of_zip_files() {
        // The check value that catalogues of CRCs give for CRC-32/ISO-HDLC.
        assert_eq!(crc32(b"123456789"), 0xCBF4_3926);
    }

    #[test]
    fn every_damaged_byte_and_every_cut_is_noticed() {
        let mut cpu = Cpu::new(Model::Z8001);
        cpu.set_register(3, 0x1234);
        let file = cpu.save();
        assert_eq!(Cpu::load(&file), Ok(cpu));
        for at in 0..file.len() {
            let mut other = file.clone();
            other[at] ^= 0x10;
            assert!(Cpu::load(&other).is_err(), "byte {at}");
            assert!(Cpu::load(&file[..at]).is_err(), "{at} bytes");
        }
        let mut longer = file.clone();
        longer.push(0);
        let expected = file.len();
        let found = expected + 1;
        assert_eq!(Cpu::load(&longer), Err(SaveError::Length { found, expected }));
    }

    #[test]
    fn another_version_is_named() {
        let file = Writer::new().seal(CPU, 9);
        let other = SaveError::Version {
            found: 9,
            expected: CPU_VERSION,
        };
        assert_eq!(Cpu::load(&file), Err(other));
    }

    #[test]
    fn contents_that_lie_are_refused() {
        let mut state = Cpu::new(Model::Z8002).state();
        state.pc = 7;
        let mut contents = Writer::new();
        state.write(&mut contents);
        let file = contents.seal(CPU, CPU_VERSION);
        assert_eq!(Cpu::load(&file), Err(SaveError::State(StateError::OddPc(7))));
        let mut contents = Writer::new();
        contents.count(u64::MAX);
        let file = contents.seal(CPU, 1);
        let mut reader = Reader::open(&file, CPU, 1).expect("a file");
        assert_eq!(reader.list(), Err(SaveError::Contents { at: 8 }));
    }
}
