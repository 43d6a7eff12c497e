//! A storage on top of another, which is never changed: writes are kept in memory, separately for each copy.

use std::collections::BTreeMap;
use std::io;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use super::{Attributes, Contents, DriveError, Geometry, Id, ListedFile, Storage};

/// The files of another storage, and the changes to them.
#[derive(Clone)]
pub struct Overlay {
    below: Arc<Mutex<Below>>,
    geometry: Geometry,
    /// The current files. Each has its name in the lower storage if its contents are still those in that storage.
    files: Vec<(ListedFile, Option<Id>)>,
}

/// The lower storage, and the contents that any copy has read from it: each file is read only once.
struct Below {
    storage: Box<dyn Storage>,
    read: BTreeMap<Id, Contents>,
}

impl Overlay {
    /// Creates an overlay over a storage.
    ///
    /// # Errors
    ///
    /// The storage cannot be listed.
    pub fn new(mut storage: Box<dyn Storage>) -> Result<Self, DriveError> {
        let files = storage.list()?.into_iter().map(|file| {
            let id = file.id;
            (file, Some(id))
        });
        Ok(Self {
            files: files.collect(),
            geometry: storage.geometry(),
            below: Arc::new(Mutex::new(Below { storage, read: BTreeMap::new() })),
        })
    }

    fn below(&self) -> MutexGuard<'_, Below> {
        self.below.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn file(&mut self, id: &Id) -> Option<&mut (ListedFile, Option<Id>)> {
        self.files.iter_mut().find(|(file, _)| file.id == *id)
    }
}

impl Below {
    /// Returns the contents of a file as it was listed.
    fn contents(&mut self, id: &Id, listed: &Contents) -> Result<Contents, DriveError> {
        if let Some(contents) = self.read.get(id) {
            return Ok(contents.clone());
        }
        let contents = self.storage.read(id)?;
        if contents.records() != listed.records() {
            let error = io::Error::other("it has changed since the session began; start the session again");
            return Err(DriveError::Io { what: id.name.to_string(), error });
        }
        self.read.insert(*id, contents.clone());
        Ok(contents)
    }
}

impl Storage for Overlay {
    fn again(&self) -> Box<dyn Storage> {
        Box::new(self.clone())
    }

    fn geometry(&self) -> Geometry {
        self.geometry
    }

    fn list(&mut self) -> Result<Vec<ListedFile>, DriveError> {
        Ok(self.files.iter().map(|(file, _)| file.clone()).collect())
    }

    fn read(&mut self, id: &Id) -> Result<Contents, DriveError> {
        let found = self.files.iter().find(|(file, _)| file.id == *id);
        match found {
            Some((file, Some(below))) => self.below().contents(below, &file.contents),
            Some((file, None)) => Ok(file.contents.clone()),
            None => Ok(Contents::empty(self.geometry.block_records())),
        }
    }

    fn allows(&self, id: &Id) -> bool {
        self.files.iter().any(|(file, _)| file.id == *id) || self.below().storage.allows(id)
    }

    fn write(&mut self, file: &ListedFile) -> Result<(), DriveError> {
        match self.file(&file.id) {
            Some(kept) => *kept = (file.clone(), None),
            None => self.files.push((file.clone(), None)),
        }
        Ok(())
    }

    fn remove(&mut self, id: &Id) -> Result<(), DriveError> {
        self.files.retain(|(file, _)| file.id != *id);
        Ok(())
    }

    fn rename(&mut self, from: &Id, to: &Id) -> Result<(), DriveError> {
        if let Some((file, _)) = self.file(from) {
            file.id = *to;
        }
        Ok(())
    }

    fn set_attributes(&mut self, id: &Id, attributes: Attributes) -> Result<(), DriveError> {
        if let Some((file, _)) = self.file(id) {
            file.attributes = attributes;
        }
        Ok(())
    }

    fn finish(&mut self) -> Result<(), DriveError> {
        Ok(())
    }
}
