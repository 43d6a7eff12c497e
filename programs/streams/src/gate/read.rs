//! Files and pipes that are read up to a maximum size.

use std::env;
use std::fs::{self, File, Metadata};
use std::io::{self, Read, Seek, SeekFrom, Write as _, stderr};
use std::path::Path;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::{RecvTimeoutError, sync_channel};
use std::sync::{Arc, LazyLock};
use std::thread;
use std::time::Duration;

use super::place::folder;
use crate::text::{harmless, plain};

/// The path that stands for standard input or output.
pub const STANDARD: &str = "-";

/// Returns true if a path stands for standard input or output.
pub fn is_standard(path: &Path) -> bool {
    path == Path::new(STANDARD)
}

/// The environment variable that sets the bound.
const VARIABLE: &str = "Z8000_INPUT_MB";

/// The bound in megabytes if the variable is unset.
const MEGABYTES: u64 = 256;

/// Returns the maximum size of a file to read, in bytes: the number of megabytes (2^20 bytes) in the environment
/// variable `Z8000_INPUT_MB`, or 256 MB if it is unset or invalid.
pub fn bound() -> u64 {
    megabytes().unwrap_or(MEGABYTES).saturating_mul(1 << 20)
}

/// Returns the maximum size in megabytes: the value of the environment variable `Z8000_INPUT_MB`, or 256 if it is
/// unset.
///
/// # Errors
///
/// The value is not an integer of at least 0; the error quotes it.
pub fn megabytes() -> Result<u64, String> {
    let Some(said) = env::var_os(VARIABLE) else {
        return Ok(MEGABYTES);
    };
    let said = said.to_string_lossy();
    let wrong = |_| format!("{VARIABLE}={said} in the environment: expected a number of megabytes");
    said.parse().map_err(wrong)
}

/// Reads a regular file. The error does not name the file.
///
/// # Errors
///
/// The file cannot be read, is not a regular file, or is larger than [`bound`].
pub fn contents(path: &Path) -> io::Result<Vec<u8>> {
    whole(regular(path)?)
}

/// Reads a file or a pipe to its end, for callers that read it once. The error does not name the file.
///
/// # Errors
///
/// The file cannot be read, is a folder, or is larger than [`bound`]: a device may be endless.
pub fn to_end(path: &Path) -> io::Result<Vec<u8>> {
    whole(opened(path)?)
}

/// Reads a part of a regular file, up to `count` bytes from offset `skip`, and returns it with the length of the file.
///
/// # Errors
///
/// The file cannot be read, or is not a regular file.
pub fn part(path: &Path, skip: u64, count: u64) -> io::Result<(Vec<u8>, u64)> {
    let mut file = regular(path)?;
    let length = file.metadata()?.len();
    let mut bytes = Vec::new();
    file.seek(SeekFrom::Start(skip))?;
    file.take(count).read_to_end(&mut bytes).map_err(plain)?;
    Ok((bytes, length))
}

/// Opens a file or a pipe, for callers that read it once from beginning to end. Waits for a pipe, with a note after a
/// second.
///
/// # Errors
///
/// The file does not exist, or is a folder.
pub fn opened(path: &Path) -> io::Result<File> {
    if about(path)?.is_file() {
        return File::open(path).map_err(plain);
    }
    waited(path, |path| File::open(path))
}

/// Returns the number of the signal that ends this process; 0 before one arrives. Signal handlers set it, and it ends
/// the wait for a pipe.
pub fn signal() -> &'static Arc<AtomicUsize> {
    static SIGNAL: LazyLock<Arc<AtomicUsize>> = LazyLock::new(Arc::default);
    &SIGNAL
}

/// Opens a pipe or a device. Waits until the other end of a pipe is opened, or a [`signal`] arrives, with a note on
/// standard error after a second.
pub(super) fn waited(path: &Path, open: fn(&Path) -> io::Result<File>) -> io::Result<File> {
    const LOOK: Duration = Duration::from_millis(200);
    let (sender, receiver) = sync_channel(1);
    let own = path.to_owned();
    // The thread may wait forever, and ends with the process.
    let Ok(_) = thread::Builder::new().spawn(move || drop(sender.send(open(&own)))) else {
        return open(path).map_err(plain);
    };
    let mut looks = 0;
    loop {
        match receiver.recv_timeout(LOOK) {
            Ok(opened) => return opened.map_err(plain),
            Err(RecvTimeoutError::Disconnected) => return Err(io::ErrorKind::BrokenPipe.into()),
            Err(RecvTimeoutError::Timeout) => looks += 1,
        }
        if signal().load(Ordering::Relaxed) != 0 {
            let message = "interrupted while waiting for the other end of the pipe";
            return Err(io::Error::new(io::ErrorKind::Interrupted, message));
        }
        // After one second.
        if looks == 5 {
            let note = format!("waiting for the other end of the pipe {}", path.display());
            let _ = writeln!(stderr(), "{}", harmless(&note, &[]));
        }
    }
}

/// Opens a regular file, for callers that read it more than once or also write it.
///
/// # Errors
///
/// The file does not exist, or is not a regular file.
pub fn regular(path: &Path) -> io::Result<File> {
    if !about(path)?.is_file() {
        let message = "not a regular file";
        return Err(io::Error::new(io::ErrorKind::InvalidInput, message));
    }
    File::open(path).map_err(plain)
}

/// Returns the metadata of what is at a path, unless it is a folder.
fn about(path: &Path) -> io::Result<Metadata> {
    let about = fs::metadata(path).map_err(|error| match error.kind() {
        io::ErrorKind::NotFound => io::Error::new(error.kind(), missing(path)),
        _ => plain(error),
    })?;
    if about.is_dir() {
        return Err(io::Error::new(
            io::ErrorKind::IsADirectory,
            "it is a folder; specify a file in it",
        ));
    }
    Ok(about)
}

/// Returns the message that a file does not exist, with a similar name that does.
fn missing(path: &Path) -> String {
    let wrong = path.file_name().unwrap_or_default().to_string_lossy();
    let names = fs::read_dir(folder(path)).into_iter().flatten().flatten();
    let names = names.map(|entry| entry.file_name().to_string_lossy().into_owned());
    let near = nearest(&wrong, names).map(|name| path.with_file_name(name));
    let meant = near.map(|near| format!("; did you mean {}?", near.display()));
    format!("no such file{}", meant.unwrap_or_default())
}

/// Returns the name nearest to a wrong one, ignoring case; `None` if none is within an edit distance of 2 and of less
/// than half the length of the wrong name.
pub fn nearest(wrong: &str, names: impl Iterator<Item = String>) -> Option<String> {
    const NEAR: usize = 2;
    let wrong = wrong.to_lowercase();
    let near = names
        .map(|name| (strsim::osa_distance(&wrong, &name.to_lowercase()), name))
        .filter(|(distance, _)| *distance <= NEAR && 2 * distance < wrong.chars().count());
    near.min().map(|(_, name)| name)
}

/// Reads an open file into a buffer of its size: a growing buffer would be copied repeatedly.
fn whole(file: File) -> io::Result<Vec<u8>> {
    let size = file.metadata().map_or(0, |about| about.len());
    limited(file, size)
}

/// Reads to the end of the input, which is expected to have about `size` bytes.
///
/// # Errors
///
/// The input cannot be read, or contains more bytes than [`bound`].
pub fn limited(from: impl Read, size: u64) -> io::Result<Vec<u8>> {
    let most = bound();
    let mut bytes = Vec::new();
    // If the memory cannot be reserved, the bytes may still fit: a file can be shorter than its stated size.
    let _ = bytes.try_reserve_exact(size.min(most) as usize);
    from.take(most.saturating_add(1))
        .read_to_end(&mut bytes)
        .map_err(plain)?;
    if bytes.len() as u64 <= most {
        return Ok(bytes);
    }
    let most = most >> 20;
    let message =
        format!("it is larger than {most} MB; set {VARIABLE}=N in the environment to raise the limit to N MB");
    Err(io::Error::new(io::ErrorKind::FileTooLarge, message))
}
