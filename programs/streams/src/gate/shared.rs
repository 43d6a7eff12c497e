//! Files that stay open while they are written, and are locked as long: images, results, outputs of machines.

use std::fs::{File, OpenOptions, TryLockError};
use std::io::{self, Error, ErrorKind, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError, Weak};

use super::known::{Named, check, check_no_input, failed, is_same};
use super::place::target;
use super::read::{regular, waited};
use crate::text::plain;

/// An open file. If it can be written, it is locked: no other process writes it.
#[derive(Debug, Clone)]
pub struct Shared {
    path: PathBuf,
    file: Arc<File>,
    /// The file whose lock covers this one: itself, or one that this process has opened before.
    _lock: Option<Arc<File>>,
}

/// The files that this process has locked.
static LOCKED: Mutex<Vec<(PathBuf, Weak<File>)>> = Mutex::new(Vec::new());

impl Shared {
    /// Opens an image: a regular file.
    ///
    /// # Errors
    ///
    /// The file cannot be opened; it is to be written, and another process has opened it; or another process writes it.
    pub fn open(path: &Path, writable: bool) -> io::Result<Self> {
        let mut file = regular(path)?;
        if writable {
            file = OpenOptions::new().read(true).write(true).open(path).map_err(plain)?;
        }
        Self::locked(path, file, writable)
    }

    fn locked(path: &Path, file: File, exclusive: bool) -> io::Result<Self> {
        let (path, file) = (path.to_owned(), Arc::new(file));
        let mut locked = LOCKED.lock().unwrap_or_else(PoisonError::into_inner);
        locked.retain(|(_, file)| file.strong_count() > 0);
        let lock = if exclusive {
            file.try_lock()
        } else {
            file.try_lock_shared()
        };
        let lock = match lock {
            Err(TryLockError::WouldBlock) => {
                let own = locked.iter().find(|(own, _)| is_same(own, &path));
                let Some(own) = own.and_then(|(_, file)| file.upgrade()) else {
                    let message = format!("{} uses it", user(&file));
                    return Err(Error::new(ErrorKind::ResourceBusy, message));
                };
                own
            }
            // A file system without locks is not a reason to stop.
            Err(TryLockError::Error(_)) => return Ok(Self { path, file, _lock: None }),
            Ok(()) => Arc::clone(&file),
        };
        locked.push((path.clone(), Arc::downgrade(&lock)));
        Ok(Self { path, file, _lock: Some(lock) })
    }

    /// Lets other processes read the file, which is no longer written.
    pub fn release(&self) {
        // Where there are no locks, there is none to change.
        let _ = self.file.unlock();
        let _ = self.file.try_lock_shared();
    }

    /// The path with which the file was opened.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// The length in bytes.
    ///
    /// # Errors
    ///
    /// Those of the system.
    pub fn length(&self) -> io::Result<u64> {
        Ok(self.file.metadata()?.len())
    }

    /// Reads up to `size` bytes from an offset; fewer if the file ends before.
    ///
    /// # Errors
    ///
    /// Those of the system.
    pub fn read_at(&self, start: u64, size: u64) -> io::Result<Vec<u8>> {
        let mut file = &*self.file;
        file.seek(SeekFrom::Start(start))?;
        let mut bytes = Vec::new();
        file.take(size).read_to_end(&mut bytes)?;
        Ok(bytes)
    }

    /// Writes bytes at an offset. What lies between the end of the file and the offset becomes `filler`. A failure is
    /// also recorded for the end of the command, since a guest may ignore it.
    ///
    /// # Errors
    ///
    /// Those of the system.
    pub fn write_at(&self, start: u64, bytes: &[u8], filler: u8) -> io::Result<()> {
        let write = || {
            let mut file = &*self.file;
            let end = file.seek(SeekFrom::End(0))?;
            if let Some(gap) = start.checked_sub(end) {
                io::copy(&mut io::repeat(filler).take(gap), &mut file)?;
            }
            file.seek(SeekFrom::Start(start))?;
            file.write_all(bytes)
        };
        write().inspect_err(|error| failed(&self.path, error))
    }

    /// Cuts the file, and continues at its end.
    ///
    /// # Errors
    ///
    /// Those of the system.
    pub fn cut(&mut self, length: u64) -> io::Result<()> {
        self.file.set_len(length)?;
        (&*self.file).seek(SeekFrom::End(0)).map(drop)
    }

    /// Waits until what was written is on the disk.
    ///
    /// # Errors
    ///
    /// Those of the system.
    pub fn sync(&self) -> io::Result<()> {
        self.file.sync_data()
    }
}

impl Write for Shared {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        (&*self.file).write(bytes).map_err(plain)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// Opens an output at its end, of which `bytes` bytes were written before; what follows them is removed.
///
/// # Errors
///
/// The rules of its origin refuse the output, or it cannot be written.
pub fn append(named: Named<'_>, bytes: u64) -> io::Result<Shared> {
    check(named)?;
    check_no_input(named.path)?;
    let mut options = OpenOptions::new();
    options.write(true).create(true).truncate(false);
    let mut output = Shared::locked(named.path, options.open(named.path).map_err(plain)?, true)?;
    output.cut(bytes)?;
    Ok(output)
}

/// Opens a file of results, to which lines are added: one that exists, if a run is resumed, and otherwise a new one. A
/// pipe is waited for, and a device is written.
///
/// # Errors
///
/// The file cannot be written, or, if the run is not resumed, exists.
pub fn continued(path: &Path, resume: bool) -> io::Result<Shared> {
    if check(path.into())?.is_some_and(|known| !known.is_file()) {
        let file = waited(path, |path| OpenOptions::new().write(true).open(path))?;
        return Ok(Shared { path: path.to_owned(), file: Arc::new(file), _lock: None });
    }
    let mut options = OpenOptions::new();
    options.read(true).append(true).create(resume).create_new(!resume);
    Shared::locked(path, options.open(target(path)?).map_err(plain)?, true)
}

/// The process that has locked a file, where the system reports it.
#[cfg(target_os = "linux")]
fn user(file: &File) -> String {
    use std::os::linux::fs::MetadataExt;
    let place = file.metadata().map(|about| {
        let (device, inode) = (about.st_dev(), about.st_ino());
        let (major, minor) = (device >> 8 & 0xFFF, device & 0xFF | device >> 12 & 0xFFF00);
        format!("{major:02x}:{minor:02x}:{inode}")
    });
    let locks = std::fs::read_to_string("/proc/locks").unwrap_or_default();
    let words = |line: &str| line.split_whitespace().map(str::to_owned).collect::<Vec<_>>();
    let found = locks
        .lines()
        .map(words)
        .find(|words| words.get(5) == place.as_ref().ok());
    found.map_or_else(|| "another process".to_owned(), |words| format!("process {}", words[4]))
}

#[cfg(not(target_os = "linux"))]
fn user(_: &File) -> String {
    "another process".to_owned()
}
