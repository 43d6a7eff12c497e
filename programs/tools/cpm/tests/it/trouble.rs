//! What the host cannot write at the end of a program is reported once, and then retried.

use std::io;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use tempfile::TempDir;
use z8000_cpm::Host;
use z8000_cpm::drive::{Attributes, Contents, DriveError, Folder, Geometry, Id, ListedFile, Storage};

use crate::calls::{CLOSE, Calls, DMA, MAKE, WRITE, record};

/// A folder on a disk that may be full, for writing files and for making changes permanent.
#[derive(Clone)]
struct Full {
    folder: Folder,
    files: Arc<AtomicBool>,
    end: Arc<AtomicBool>,
}

fn error(what: &str) -> DriveError {
    DriveError::Io { what: what.to_owned(), error: io::Error::other("full") }
}

impl Storage for Full {
    fn again(&self) -> Box<dyn Storage> {
        Box::new(self.clone())
    }

    fn geometry(&self) -> Geometry {
        self.folder.geometry()
    }

    fn list(&mut self) -> Result<Vec<ListedFile>, DriveError> {
        self.folder.list()
    }

    fn read(&mut self, id: &Id) -> Result<Contents, DriveError> {
        self.folder.read(id)
    }

    fn allows(&self, id: &Id) -> bool {
        self.folder.allows(id)
    }

    fn write(&mut self, file: &ListedFile) -> Result<(), DriveError> {
        if self.files.load(Ordering::Relaxed) {
            return Err(error(&file.id.name.to_string()));
        }
        self.folder.write(file)
    }

    fn remove(&mut self, id: &Id) -> Result<(), DriveError> {
        self.folder.remove(id)
    }

    fn rename(&mut self, from: &Id, to: &Id) -> Result<(), DriveError> {
        self.folder.rename(from, to)
    }

    fn set_attributes(&mut self, id: &Id, attributes: Attributes) -> Result<(), DriveError> {
        self.folder.set_attributes(id, attributes)
    }

    fn finish(&mut self) -> Result<(), DriveError> {
        if self.end.load(Ordering::Relaxed) {
            return Err(error("end"));
        }
        self.folder.finish()
    }
}

/// A program has written A and B, and closed A: what is reported after its end, and which files exist.
#[test]
fn what_cannot_be_written_at_the_end_is_told() {
    for (files, end, told) in [
        (false, false, &[][..]),
        (true, false, &["A"]),
        (false, true, &["end"]),
        (true, true, &["A", "end"]),
    ] {
        let folder = TempDir::new().expect("a folder");
        let full = [files, end].map(|full| Arc::new(AtomicBool::new(full)));
        let [files, end] = full.clone();
        let storage = Full { folder: Folder::new(folder.path()).expect("a folder"), files, end };
        let mut host = crate::calls::host(storage);
        let mut calls = Calls::default();
        let blocks = [b"A          ", b"B          "].map(|name| calls.block(0, name));
        let bytes = calls.bytes(&record(b'x'));
        calls.call(DMA, bytes);
        for block in blocks {
            calls.file(MAKE, block);
            calls.file(WRITE, block);
        }
        calls.file(CLOSE, blocks[0]);
        calls.run(&mut host).expect("it runs");
        let names = |host: &mut Host| {
            let what = |error: &DriveError| error.to_string().split(':').next().unwrap_or_default().to_owned();
            host.take_trouble().iter().map(what).collect::<Vec<_>>()
        };
        assert_eq!(names(&mut host), told);
        assert_eq!(names(&mut host), [""; 0], "it is told once");
        // The disk has room again.
        full.iter().for_each(|full| full.store(false, Ordering::Relaxed));
        host.close();
        assert_eq!(names(&mut host), [""; 0]);
        for name in ["a", "b"] {
            let there = std::fs::read(folder.path().join(name)).expect("the file");
            assert_eq!(there, record(b'x'), "{name}");
        }
    }
}

/// Function 48 immediately reports what it cannot make permanent.
#[test]
fn what_cannot_be_flushed_is_an_error() {
    let folder = TempDir::new().expect("a folder");
    let [files, end] = [false, true].map(|full| Arc::new(AtomicBool::new(full)));
    let storage = Full { folder: Folder::new(folder.path()).expect("a folder"), files, end };
    let mut calls = Calls::default();
    calls.call(48, 0);
    let fault = calls.fault(&mut crate::calls::host(storage));
    assert!(fault.starts_with("end: "), "{fault}");
}
