//! A folder of the host, used as a drive.
//!
//! User 0 owns the files in the folder itself, and user n (1 to 15) those in its subfolder `n`. Names are compared with
//! the listing of the folder and never used as a path: a program cannot leave its folder. Links, folders, devices,
//! hidden files, files larger than 32 MB and those that the command itself writes are not shown.

use std::collections::BTreeMap;
use std::ffi::OsString;
use std::fs::Metadata;
use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};

use streams::gate::{self, By, Named};

use super::contents::{Contents, MOST_RECORDS, RECORD};
use super::name::is_plain;
use super::{Attributes, DriveError, Geometry, Id, ListedFile, Name, Storage};

/// The filler of a file's last record: the end-of-text character.
const FILL: u8 = 0x1A;
/// The number of user numbers in CP/M.
const USERS: u8 = 16;
/// Names that denote devices on some hosts, with any type.
const DEVICES: [&str; 4] = ["CON", "PRN", "AUX", "NUL"];

/// A folder of the host, used as a drive.
#[derive(Debug, Clone)]
pub struct Folder {
    path: PathBuf,
    /// The host's name for each file.
    names: BTreeMap<Id, OsString>,
}

impl Folder {
    /// Opens an existing folder.
    ///
    /// # Errors
    ///
    /// The folder does not exist, or is a file.
    pub fn new(path: &Path) -> Result<Self, DriveError> {
        let failed = |error| DriveError::at(path, error);
        let path = path.canonicalize().map_err(failed)?;
        if !path.is_dir() {
            return Err(DriveError::at(&path, io::Error::from(ErrorKind::NotADirectory)));
        }
        Ok(Self { path, names: BTreeMap::new() })
    }

    /// Returns the folder of a user.
    fn of_user(&self, user: u8) -> PathBuf {
        match user {
            0 => self.path.clone(),
            user => self.path.join(user.to_string()),
        }
    }

    /// Returns true if a user's folder exists and is not a link.
    fn has_user(&self, user: u8) -> bool {
        user == 0 || self.of_user(user).symlink_metadata().is_ok_and(|found| found.is_dir())
    }

    /// Returns the path at which a file is, or would be.
    fn place(&self, id: &Id) -> PathBuf {
        let folder = self.of_user(id.user);
        match self.names.get(id) {
            Some(name) => folder.join(name),
            None => folder.join(id.name.to_string().to_ascii_lowercase()),
        }
    }

    /// Returns the file with this identity, which must be a regular file.
    fn plain(&self, id: &Id) -> Result<(PathBuf, Metadata), DriveError> {
        let path = self.place(id);
        let found = path.symlink_metadata().map_err(|error| DriveError::at(&path, error))?;
        if !found.is_file() {
            let error = io::Error::new(ErrorKind::InvalidInput, "it is no longer a regular file");
            return Err(DriveError::at(&path, error));
        }
        Ok((path, found))
    }

    /// Returns the regular files of a folder, sorted by name.
    fn files(folder: &Path) -> Result<Vec<(OsString, Metadata)>, DriveError> {
        let failed = |error| DriveError::at(folder, error);
        let mut files = Vec::new();
        for entry in folder.read_dir().map_err(failed)? {
            let entry = entry.map_err(failed)?;
            let name = entry.file_name();
            // For a link, this is the metadata of the link itself. A file that vanishes meanwhile is omitted.
            let Ok(found) = entry.metadata() else { continue };
            let hidden = name.to_string_lossy().starts_with('.');
            let hidden = hidden || gate::is_output(&entry.path());
            if found.is_file() && !hidden && found.len().div_ceil(RECORD as u64) <= u64::from(MOST_RECORDS) {
                files.push((name, found));
            }
        }
        files.sort_by(|one, other| one.0.cmp(&other.0));
        Ok(files)
    }
}

/// Returns the CP/M name that equals a host name, ignoring case; `None` if there is none.
fn exact(name: &str) -> Option<Name> {
    Name::parse(name).filter(|_| !name.ends_with('.'))
}

/// Returns a substitute for a name that is invalid in CP/M: invalid characters become `_`, and the first part ends in a
/// number.
fn shortened(name: &str, taken: impl Fn(&Name) -> bool) -> Option<Name> {
    let (stem, kind) = name.rsplit_once('.').unwrap_or((name, ""));
    let clean = |part: &str, most: usize| -> String {
        let upper = part.chars().map(|letter| letter.to_ascii_uppercase());
        let plain = |letter: char| u8::try_from(letter).is_ok_and(is_plain);
        upper
            .map(|letter| if plain(letter) { letter } else { '_' })
            .take(most)
            .collect()
    };
    let kind = clean(kind, 3);
    (1..1000).find_map(|number: u32| {
        let tail = format!("~{number}");
        let stem = format!("{}{tail}", clean(stem, 8 - tail.len()));
        Name::from_parts(&stem, &kind).filter(|name| name.is_plain() && !taken(name))
    })
}

impl Storage for Folder {
    fn again(&self) -> Box<dyn Storage> {
        Box::new(self.clone())
    }

    fn geometry(&self) -> Geometry {
        Geometry::FOLDER
    }

    fn list(&mut self) -> Result<Vec<ListedFile>, DriveError> {
        let mut listed = Vec::new();
        let mut names = BTreeMap::new();
        for user in 0..USERS {
            if !self.has_user(user) {
                continue;
            }
            let files = Self::files(&self.of_user(user))?;
            let exactly = |name: &OsString| name.to_str().and_then(exact);
            let (short, long): (Vec<_>, Vec<_>) = files.into_iter().partition(|(name, _)| exactly(name).is_some());
            for (host, found) in short.into_iter().chain(long) {
                let taken = |name: &Name| names.contains_key(&Id { user, name: *name });
                let name = exactly(&host).filter(|name| !taken(name));
                let name = name.or_else(|| shortened(&host.to_string_lossy(), taken));
                // There are more than 999 files with the same substitute.
                let Some(name) = name else { continue };
                let id = Id { user, name };
                let records = found.len().div_ceil(RECORD as u64) as u32;
                names.insert(id, host);
                listed.push(ListedFile {
                    id,
                    attributes: Attributes(if found.permissions().readonly() {
                        Attributes::READ_ONLY
                    } else {
                        0
                    }),
                    contents: Contents::whole(records, Geometry::FOLDER.block_records(), None),
                });
            }
        }
        self.names = names;
        listed.sort_by_key(|file| file.id);
        Ok(listed)
    }

    fn read(&mut self, id: &Id) -> Result<Contents, DriveError> {
        let (path, _) = self.plain(id)?;
        let mut bytes = streams::contents(&path).map_err(|error| DriveError::at(&path, error))?;
        bytes.resize(bytes.len().next_multiple_of(RECORD), FILL);
        let records = u32::try_from(bytes.len() / RECORD)
            .unwrap_or(u32::MAX)
            .min(MOST_RECORDS);
        Ok(Contents::whole(records, Geometry::FOLDER.block_records(), Some(&bytes)))
    }

    fn allows(&self, id: &Id) -> bool {
        let (stem, _) = id.name.parts();
        let numbered = |device: &str| stem.starts_with(device) && stem.len() == 4;
        let device = DEVICES.contains(&stem.as_str()) || numbered("COM") || numbered("LPT");
        let free = || self.place(id).symlink_metadata().is_err();
        let folder = self.has_user(id.user) || self.of_user(id.user).symlink_metadata().is_err();
        // A file called `-rf` would be an option of commands on the host.
        let hidden = matches!(id.name.0[0], b'.' | b'-');
        id.user < USERS
            && id.name.is_plain()
            && !hidden
            && !(cfg!(windows) && device)
            && folder
            && (self.names.contains_key(id) || free())
    }

    fn write(&mut self, file: &ListedFile) -> Result<(), DriveError> {
        let id = &file.id;
        if self.names.contains_key(id) {
            match self.plain(id) {
                Err(DriveError::Io { error, .. }) if error.kind() == ErrorKind::NotFound => {}
                other => drop(other?),
            }
        } else if !self.has_user(id.user) {
            let folder = self.of_user(id.user);
            gate::make_folder(&folder).map_err(|error| DriveError::at(&folder, error))?;
        }
        let path = self.place(id);
        if !self.names.contains_key(id) && path.symlink_metadata().is_ok() {
            return Err(DriveError::at(&path, io::Error::from(ErrorKind::AlreadyExists)));
        }
        let bytes = file.contents.bytes();
        gate::replace(by_guest(&path), |out| out.write_all(&bytes))
            .inspect_err(|error| gate::failed(&path, error))
            .map_err(|error| DriveError::at(&path, error))?;
        let name = path.file_name().unwrap_or_default().to_owned();
        self.names.insert(*id, name);
        if file.attributes.read_only() {
            self.set_attributes(id, file.attributes)?;
        }
        Ok(())
    }

    fn remove(&mut self, id: &Id) -> Result<(), DriveError> {
        let (path, _) = self.plain(id)?;
        gate::remove(by_guest(&path)).map_err(|error| DriveError::at(&path, error))?;
        self.names.remove(id);
        Ok(())
    }

    fn rename(&mut self, from: &Id, to: &Id) -> Result<(), DriveError> {
        let (path, _) = self.plain(from)?;
        let target = self.place(to);
        gate::rename(by_guest(&path), by_guest(&target)).map_err(|error| DriveError::at(&target, error))?;
        self.names.remove(from);
        self.names
            .insert(*to, target.file_name().unwrap_or_default().to_owned());
        Ok(())
    }

    /// The host stores only whether a file is writable; the other attributes last for the session.
    fn set_attributes(&mut self, id: &Id, attributes: Attributes) -> Result<(), DriveError> {
        let (path, found) = self.plain(id)?;
        if found.permissions().readonly() != attributes.read_only() {
            gate::set_read_only(&path, attributes.read_only()).map_err(|error| DriveError::at(&path, error))?;
        }
        Ok(())
    }

    fn finish(&mut self) -> Result<(), DriveError> {
        Ok(())
    }
}

/// Marks a path as chosen by a program under CP/M.
const fn by_guest(path: &Path) -> Named<'_> {
    Named { path, by: By::Guest }
}
