//! Files that stay open and locked while they are written: images, results, outputs of machines.

use std::fs::{File, Metadata, OpenOptions, TryLockError};
use std::io::{self, Error, ErrorKind, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError, Weak};

use super::known::{Named, check, check_no_input, failed, is_same};
use super::place::target;
use super::read::{regular, waited};
use crate::text::plain;

/// An open file. If it is writable, it is locked, so that no other process writes it.
#[derive(Debug, Clone)]
pub struct Shared {
    path: PathBuf,
    file: Arc<File>,
    /// The file whose lock covers this one: this file, or an earlier handle of this process.
    _lock: Option<Arc<File>>,
}

/// The files that this process has locked.
static LOCKED: Mutex<Vec<(PathBuf, Weak<File>)>> = Mutex::new(Vec::new());

impl Shared {
    /// Opens an image: a regular file.
    ///
    /// # Errors
    ///
    /// The file cannot be opened; it is writable, and another process has opened it; or another process writes it.
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
            // A file system without locks does not prevent opening.
            Err(TryLockError::Error(_)) => return Ok(Self { path, file, _lock: None }),
            Ok(()) => Arc::clone(&file),
        };
        locked.push((path.clone(), Arc::downgrade(&lock)));
        Ok(Self { path, file, _lock: Some(lock) })
    }

    /// Lets other processes read the file, which this process no longer writes.
    pub fn release(&self) {
        // Without locks, there is nothing to release.
        let _ = self.file.unlock();
        let _ = self.file.try_lock_shared();
    }

    /// Returns the path with which the file was opened.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Returns the length in bytes.
    ///
    /// # Errors
    ///
    /// The system reports an error.
    pub fn length(&self) -> io::Result<u64> {
        Ok(self.file.metadata()?.len())
    }

    /// Reads up to `size` bytes from an offset; fewer at the end of the file.
    ///
    /// # Errors
    ///
    /// The system reports an error.
    pub fn read_at(&self, start: u64, size: u64) -> io::Result<Vec<u8>> {
        let mut file = &*self.file;
        file.seek(SeekFrom::Start(start))?;
        let mut bytes = Vec::new();
        file.take(size).read_to_end(&mut bytes)?;
        Ok(bytes)
    }

    /// Writes bytes at an offset. A gap between the end of the file and the offset is filled with `filler`. A failure
    /// is also recorded for the end of the command, since a guest may ignore it.
    ///
    /// # Errors
    ///
    /// The system reports an error.
    pub fn write_at(&self, start: u64, bytes: &[u8], filler: u8) -> io::Result<()> {
        let write = || {
            let mut file = &*self.file;
            let end = file.seek(SeekFrom::End(0))?;
            if let Some(gap) = start.checked_sub(end) {
                io::copy(&mut io::repeat(filler).take(gap), &mut file)?;
            }
            file.seek(SeekFrom::Start(start))?;
            file.write_all(bytes)?;
            self.check_kept()
        };
        write().inspect_err(|error| failed(&self.path, error))
    }

    /// Checks that the file still has its name: a file that was removed or replaced would be lost.
    fn check_kept(&self) -> io::Result<()> {
        if is_removed(&self.file.metadata()?) {
            return Err(Error::new(ErrorKind::NotFound, "it was removed while it was written"));
        }
        Ok(())
    }

    /// Truncates the file to `length` bytes, and continues at its end.
    ///
    /// # Errors
    ///
    /// The system reports an error.
    pub fn cut(&mut self, length: u64) -> io::Result<()> {
        self.file.set_len(length)?;
        (&*self.file).seek(SeekFrom::End(0)).map(drop)
    }

    /// Waits until all written data is on disk.
    ///
    /// # Errors
    ///
    /// The system reports an error.
    pub fn sync(&self) -> io::Result<()> {
        self.file.sync_data()
    }
}

impl Write for Shared {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let count = (&*self.file).write(bytes).map_err(plain)?;
        self.check_kept().map(|()| count)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// Opens an output after its first `bytes` bytes, which were written before; what follows these is removed.
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

/// Opens a results file, to which lines are added: an existing one if a run is resumed, otherwise a new one. Waits for
/// a pipe; a device is simply written.
///
/// # Errors
///
/// The file cannot be written, or it exists and the run is not resumed.
pub fn continued(path: &Path, resume: bool) -> io::Result<Shared> {
    if check(path.into())?.is_some_and(|known| !known.is_file()) {
        let file = waited(path, |path| OpenOptions::new().write(true).open(path))?;
        return Ok(Shared { path: path.to_owned(), file: Arc::new(file), _lock: None });
    }
    let mut options = OpenOptions::new();
    options.read(true).append(true).create(resume).create_new(!resume);
    Shared::locked(path, options.open(target(path)?).map_err(plain)?, true)
}

/// Returns true if the file no longer has a name.
#[cfg(unix)]
fn is_removed(file: &Metadata) -> bool {
    use std::os::unix::fs::MetadataExt;
    file.is_file() && file.nlink() == 0
}

#[cfg(not(unix))]
fn is_removed(_: &Metadata) -> bool {
    false
}

/// Describes the process that has locked a file, if the system reports it.
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
