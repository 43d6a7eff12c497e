//! Save files: a state as bytes, with a version and a checksum.
//!
//! All numbers are big-endian, as in the memory of a Z8000:
//!
//! | bytes | contents |
//! |---|---|
//! | 4 | `Z8KS` |
//! | 4 | what is saved, as four letters: `CPU `, `MCH ` for a machine, or `BRD ` for a board of an earlier version, which is refused |
//! | 2 | version of its format, from 1 |
//! | 4 | length of the contents |
//! | n | the contents |
//! | 4 | CRC-32 (as in zip files) of all preceding bytes |

use alloc::vec::Vec;

use thiserror::Error;

use crate::cpu::{Cpu, Model, Repetition, State, StateError};

const MAGIC: &[u8; 4] = b"Z8KS";
const HEADER: usize = 14;
const CHECK: usize = 4;

/// Why bytes are not a save file, or not the expected one.
///
/// # Example
///
/// ```
/// use z8000::cpu::{Cpu, Model};
/// use z8000::save::SaveError;
///
/// assert_eq!(Cpu::load(b"notes"), Err(SaveError::NotASave));
/// let mut file = Cpu::new(Model::Z8002).save()?;
/// file[20] ^= 1;
/// assert!(matches!(Cpu::load(&file), Err(SaveError::Damaged { .. })));
/// # Ok::<(), SaveError>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum SaveError {
    /// The bytes do not begin with the signature of save files.
    #[error("not a save file: it does not begin with `Z8KS`")]
    NotASave,
    /// The file is of a different kind.
    #[error("wrong kind of save file: found {}, expected {}", kind(*found), kind(*expected))]
    Kind {
        /// The kind that the file contains, as four characters.
        found: [u8; 4],
        /// The expected kind, as four characters.
        expected: [u8; 4],
    },
    /// The file has a different version.
    #[error("the save file has version {found}; expected version {expected}")]
    Version {
        /// The file's version.
        found: u16,
        /// The supported version.
        expected: u16,
    },
    /// The length of the file differs from the length in its header.
    #[error("the save file has {found} bytes, but declares {expected}: it is truncated, or has extra data at the end")]
    Length {
        /// The length of the file.
        found: usize,
        /// The length in its header.
        expected: usize,
    },
    /// The checksum is wrong.
    #[error("the save file is damaged: its checksum is {found:08x}; expected {expected:08x}")]
    Damaged {
        /// The checksum in the file.
        found: u32,
        /// The checksum calculated from its bytes.
        expected: u32,
    },
    /// The contents end too early or too late, or contain a number out of range.
    #[error("the save file has invalid contents at byte {at}")]
    Contents {
        /// Offset in the contents.
        at: usize,
    },
    /// The file is of a machine that differs in this respect, such as `memory`.
    #[error(
        "the save file is from a different machine: its {0} differs from that of this description; use the description \
         with which the file was made"
    )]
    OtherMachine(&'static str),
    /// The state is impossible for a processor.
    #[error("the save file has an invalid processor state: {0}")]
    State(#[from] StateError),
}

/// Returns what a kind of save file contains, for messages.
const fn kind(tag: [u8; 4]) -> &'static str {
    match &tag {
        b"CPU " => "a processor",
        b"BRD " => "a Z8002 board",
        b"MCH " => "a machine",
        _ => "an unknown kind",
    }
}

/// Creates a save file. `contents` writes the fields.
///
/// # Errors
///
/// An error of `contents`.
///
/// # Example
///
/// ```
/// use z8000::save::{SaveError, open, seal};
///
/// let mut count = 1986;
/// let file = seal(*b"CNT ", 1, |archive| archive.count(&mut count))?;
/// // A header of 14 bytes, 8 of the count, a check of 4.
/// assert_eq!(file.len(), 26);
/// let mut read = 0;
/// open(&file, *b"CNT ", 1, |archive| archive.count(&mut read))?;
/// assert_eq!(read, 1986);
/// # Ok::<(), SaveError>(())
/// ```
pub fn seal<E>(
    kind: [u8; 4],
    version: u16,
    contents: impl FnOnce(&mut Archive<'_>) -> Result<(), E>,
) -> Result<Vec<u8>, E> {
    let mut archive = Archive::default();
    contents(&mut archive)?;
    let mut file = Vec::with_capacity(HEADER + archive.to.len() + CHECK);
    file.extend(MAGIC);
    file.extend(kind);
    file.extend(version.to_be_bytes());
    file.extend((archive.to.len() as u32).to_be_bytes());
    file.extend(archive.to);
    file.extend(crc32(&file).to_be_bytes());
    Ok(file)
}

/// Checks a save file, and reads its fields with `contents`.
///
/// # Errors
///
/// The file is not a save file of this kind and version, is damaged, or has invalid contents.
pub fn open<E: From<SaveError>>(
    file: &[u8],
    kind: [u8; 4],
    version: u16,
    contents: impl FnOnce(&mut Archive<'_>) -> Result<(), E>,
) -> Result<(), E> {
    let body = body(file, kind, version)?;
    let mut archive = Archive::of(body);
    contents(&mut archive)?;
    Ok(archive.sense(archive.at, archive.at == body.len())?)
}

/// Returns the contents of a save file, which must be of this kind and version.
fn body(file: &[u8], kind: [u8; 4], version: u16) -> Result<&[u8], SaveError> {
    let rest = file.strip_prefix(MAGIC).ok_or(SaveError::NotASave)?;
    let mut header = Archive::of(rest);
    let short = |_| SaveError::Length { found: file.len(), expected: HEADER + CHECK };
    let (mut found, mut found_version, mut length) = ([0; 4], 0, 0);
    header.bytes(&mut found).map_err(short)?;
    header.word(&mut found_version).map_err(short)?;
    if found != kind {
        return Err(SaveError::Kind { found, expected: kind });
    }
    if found_version != version {
        return Err(SaveError::Version { found: found_version, expected: version });
    }
    header.long(&mut length).map_err(short)?;
    let expected = (length as usize).saturating_add(HEADER + CHECK);
    if file.len() != expected {
        return Err(SaveError::Length { found: file.len(), expected });
    }
    let (body, check) = file.split_at(expected - CHECK);
    let (mut found, expected) = (0, crc32(body));
    Archive::of(check).long(&mut found)?;
    if found != expected {
        return Err(SaveError::Damaged { found, expected });
    }
    Ok(&body[HEADER..])
}

/// The contents of a save file while it is written or read. One function lists the fields for both purposes:
/// methods such as [`byte`](Self::byte) either write or read a field.
///
/// # Example
///
/// ```
/// use z8000::save::{Archive, SaveError, open, seal};
///
/// // One function writes and reads.
/// fn fields(archive: &mut Archive<'_>, name: &mut Vec<u8>, on: &mut bool) -> Result<(), SaveError> {
///     archive.list(name)?;
///     archive.flag(on)
/// }
/// let file = seal(*b"DEV ", 1, |archive| fields(archive, &mut b"disk".to_vec(), &mut true))?;
/// let (mut name, mut on) = (Vec::new(), false);
/// open(&file, *b"DEV ", 1, |archive| fields(archive, &mut name, &mut on))?;
/// assert_eq!((&name[..], on), (&b"disk"[..], true));
/// # Ok::<(), SaveError>(())
/// ```
#[derive(Debug, Clone, Default)]
pub struct Archive<'b> {
    /// The contents to read; `None` while a file is written.
    from: Option<&'b [u8]>,
    at: usize,
    to: Vec<u8>,
}

impl<'b> Archive<'b> {
    const fn of(contents: &'b [u8]) -> Self {
        Self { from: Some(contents), at: 0, to: Vec::new() }
    }

    /// Returns the offset in the contents of the next item to read.
    pub const fn at(&self) -> usize {
        self.at
    }

    /// Returns an error if the item read at an offset is invalid, that is, if `makes` is false. Written items are not
    /// checked.
    ///
    /// # Errors
    ///
    /// The item is invalid.
    pub const fn sense(&self, at: usize, makes: bool) -> Result<(), SaveError> {
        match self.from {
            Some(_) if !makes => Err(SaveError::Contents { at }),
            _ => Ok(()),
        }
    }

    /// Writes or reads a fixed number of bytes.
    ///
    /// # Errors
    ///
    /// The contents have fewer bytes left.
    pub fn bytes(&mut self, bytes: &mut [u8]) -> Result<(), SaveError> {
        let Some(contents) = self.from else {
            self.to.extend_from_slice(bytes);
            return Ok(());
        };
        let rest = contents.get(self.at..).unwrap_or_default();
        let next = rest.get(..bytes.len()).ok_or(SaveError::Contents { at: self.at })?;
        bytes.copy_from_slice(next);
        self.at += bytes.len();
        Ok(())
    }

    fn array<const N: usize>(&mut self, mut bytes: [u8; N]) -> Result<[u8; N], SaveError> {
        self.bytes(&mut bytes)?;
        Ok(bytes)
    }

    /// Writes or reads a list of bytes, preceded by its length.
    ///
    /// # Errors
    ///
    /// The contents have fewer bytes left.
    pub fn list(&mut self, list: &mut Vec<u8>) -> Result<(), SaveError> {
        let mut length = list.len() as u64;
        self.count(&mut length)?;
        let rest = self.from.map_or(0, |contents| contents.len() - self.at);
        self.sense(self.at, length <= rest as u64)?;
        list.resize(length as usize, 0);
        self.bytes(list)
    }

    /// Writes or reads a byte.
    ///
    /// # Errors
    ///
    /// The contents have ended.
    pub fn byte(&mut self, byte: &mut u8) -> Result<(), SaveError> {
        [*byte] = self.array([*byte])?;
        Ok(())
    }

    /// Writes or reads a word.
    ///
    /// # Errors
    ///
    /// The contents have ended.
    pub fn word(&mut self, word: &mut u16) -> Result<(), SaveError> {
        *word = u16::from_be_bytes(self.array(word.to_be_bytes())?);
        Ok(())
    }

    /// Writes or reads four bytes.
    ///
    /// # Errors
    ///
    /// The contents have ended.
    pub fn long(&mut self, long: &mut u32) -> Result<(), SaveError> {
        *long = u32::from_be_bytes(self.array(long.to_be_bytes())?);
        Ok(())
    }

    /// Writes or reads eight bytes.
    ///
    /// # Errors
    ///
    /// The contents have ended.
    pub fn count(&mut self, count: &mut u64) -> Result<(), SaveError> {
        *count = u64::from_be_bytes(self.array(count.to_be_bytes())?);
        Ok(())
    }

    /// Writes or reads a truth value as a byte, 0 or 1.
    ///
    /// # Errors
    ///
    /// The byte is another number, or the contents have ended.
    pub fn flag(&mut self, flag: &mut bool) -> Result<(), SaveError> {
        let (at, mut byte) = (self.at, u8::from(*flag));
        self.byte(&mut byte)?;
        *flag = byte == 1;
        self.sense(at, byte <= 1)
    }

    /// Writes or reads a flag and a word, which is used only if the flag is true.
    ///
    /// # Errors
    ///
    /// The flag is invalid, or the contents have ended.
    pub fn optional_word(&mut self, word: &mut Option<u16>) -> Result<(), SaveError> {
        let (mut is_some, mut number) = (word.is_some(), word.unwrap_or(0));
        self.flag(&mut is_some)?;
        self.word(&mut number)?;
        *word = is_some.then_some(number);
        Ok(())
    }
}

/// Writes a number. When reading, returns an error naming `what` if the file has a different number.
#[cfg(feature = "machine")]
pub(crate) fn expect(archive: &mut Archive<'_>, number: usize, what: &'static str) -> Result<(), SaveError> {
    let mut count = number as u64;
    archive.count(&mut count)?;
    if count != number as u64 {
        return Err(SaveError::OtherMachine(what));
    }
    Ok(())
}

/// Returns the CRC-32 of IEEE 802.3, as used in zip files.
pub(crate) fn crc32(bytes: &[u8]) -> u32 {
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
    /// Writes the state to a save file, or reads it from one.
    ///
    /// # Errors
    ///
    /// The file ends too early, or contains an invalid flag or processor model.
    pub fn archive(&mut self, archive: &mut Archive<'_>) -> Result<(), SaveError> {
        let at = archive.at();
        let mut model = match self.model {
            Model::Z8001 => 1,
            Model::Z8002 => 2,
        };
        archive.byte(&mut model)?;
        archive.sense(at, matches!(model, 1 | 2))?;
        self.model = if model == 1 { Model::Z8001 } else { Model::Z8002 };
        for register in self.registers.iter_mut().chain(&mut self.other_stack) {
            archive.word(register)?;
        }
        archive.word(&mut self.fcw)?;
        archive.byte(&mut self.pc_segment)?;
        archive.word(&mut self.pc)?;
        for word in self.psap.iter_mut().chain([&mut self.refresh]) {
            archive.word(word)?;
        }
        archive.flag(&mut self.halted)?;
        let mut repeats = self.repeats.is_some();
        archive.flag(&mut repeats)?;
        self.repeats = repeats.then(|| self.repeats.unwrap_or_default());
        if let Some(Repetition { words, iterations }) = &mut self.repeats {
            for word in words.iter_mut().chain([iterations]) {
                archive.word(word)?;
            }
        }
        for request in &mut self.requests {
            archive.optional_word(request)?;
        }
        Ok(())
    }
}

impl Cpu {
    /// Saves the processor as the bytes of a save file.
    ///
    /// # Errors
    ///
    /// A field cannot be saved.
    pub fn save(&self) -> Result<Vec<u8>, SaveError> {
        seal(CPU, CPU_VERSION, |archive| self.state().archive(archive))
    }

    /// Restores a processor from a save file.
    ///
    /// # Errors
    ///
    /// The bytes are not the output of [`save`](Self::save).
    ///
    /// # Example
    ///
    /// ```
    /// use z8000::cpu::{Cpu, Model};
    ///
    /// let mut cpu = Cpu::new(Model::Z8001);
    /// cpu.set_register(1, 5);
    /// assert_eq!(Cpu::load(&cpu.save()?)?, cpu);
    /// # Ok::<(), z8000::save::SaveError>(())
    /// ```
    pub fn load(file: &[u8]) -> Result<Self, SaveError> {
        let mut state = Self::new(Model::Z8002).state();
        open(file, CPU, CPU_VERSION, |archive| state.archive(archive))?;
        Ok(Self::with_state(&state)?)
    }
}
