//! Temporary files in which new contents are written before they replace a file.
//!
//! A process that is killed leaves its temporary file behind. Its name, such as `.out.bin.4711.a1B2c3.part`, identifies
//! the target file and the process. The next process that writes the same file removes it.

use std::ffi::{OsStr, OsString};
use std::fs::{self, File};
use std::io;
use std::path::Path;
use std::process;

use tempfile::{Builder, NamedTempFile};

use crate::text::plain;

/// The end of their names.
const END: &str = ".part";

/// Letters and digits at random in their names.
const RANDOM: usize = 6;

/// The longest part of the name of a file that is in theirs: a file system takes some 255 bytes.
const NAME: usize = 200;

/// Returns the folder of a file.
pub fn folder(path: &Path) -> &Path {
    let folder = path.parent().filter(|folder| *folder != Path::new(""));
    folder.unwrap_or(Path::new("."))
}

/// Creates a temporary file next to another one, with the permissions of the file that it will replace, or those of a
/// new file. Temporary files that killed processes left for the same file are removed.
pub(crate) fn aside(path: &Path, known: Option<&fs::Metadata>) -> io::Result<NamedTempFile> {
    let folder = folder(path);
    let start = start(path.file_name().unwrap_or_default());
    remove_abandoned(folder, &start);
    let mut prefix = start;
    prefix.push(format!("{}.", process::id()));
    let mut builder = Builder::new();
    builder.prefix(&prefix).suffix(END).rand_bytes(RANDOM);
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        builder.permissions(known.map_or_else(|| fs::Permissions::from_mode(0o666), fs::Metadata::permissions));
    }
    #[cfg(not(unix))]
    let _ = known;
    let aside = builder.tempfile_in(folder).map_err(plain)?;
    // As long as this process lives. A file system without locks is not a reason to stop.
    let _ = aside.as_file().try_lock();
    Ok(aside)
}

/// The beginning of the names of all that are for a file.
fn start(name: &OsStr) -> OsString {
    let mut start = OsString::from(".");
    if name.len() <= NAME {
        start.push(name);
    } else {
        start.push(name.to_string_lossy().chars().take(NAME / 4).collect::<String>());
    }
    start.push(".");
    start
}

/// Removes what killed processes have left. That it cannot be removed is not a reason to stop.
fn remove_abandoned(folder: &Path, start: &OsStr) {
    let entries = fs::read_dir(folder).into_iter().flatten().flatten();
    for entry in entries {
        let is_file = entry.file_type().is_ok_and(|kind| kind.is_file());
        if let Some(process) = process_of(&entry.file_name(), start)
            && is_file
            && is_abandoned(&entry.path(), process)
        {
            let _ = fs::remove_file(entry.path());
        }
    }
}

/// The process that a name is of, if it is one of these.
fn process_of(name: &OsStr, start: &OsStr) -> Option<u32> {
    let rest = name.as_encoded_bytes().strip_prefix(start.as_encoded_bytes())?;
    let rest = str::from_utf8(rest).ok()?.strip_suffix(END)?;
    let (process, random) = rest.split_once('.')?;
    let is_random = random.len() == RANDOM && random.bytes().all(|byte| byte.is_ascii_alphanumeric());
    process.parse().ok().filter(|_| is_random)
}

/// Returns true if no process is still writing a file. The lock shows this for processes of other machines too. A
/// process of this one may have made its file and not yet locked it.
fn is_abandoned(path: &Path, process: u32) -> bool {
    let lives = process == process::id() || Path::new("/proc").join(process.to_string()).exists();
    !lives && File::open(path).is_ok_and(|file| file.try_lock().is_ok())
}
