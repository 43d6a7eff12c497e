//! A queue of work in a folder that many machines share: each takes the next item that nobody has taken.
//!
//! The folder has `run.json`, which says what results are made from; `5.claim` while somebody works on item 5; `5.jsonl`,
//! its result. A claim is a file that is made only where there is none, which also network file systems do in one step.
//! Whoever works on an item writes its claim anew from time to time. A claim that is too old is taken by somebody else:
//! at worst an item is done twice, with the same result.

use std::collections::BTreeSet;
use std::fs::{self, File, OpenOptions};
use std::io::{ErrorKind, Write as _};
use std::path::{Path, PathBuf};
use std::sync::mpsc::{RecvTimeoutError, Sender, channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::{Duration, SystemTime};

use anyhow::{Context, Result};
use serde::Serialize;
use serde::de::DeserializeOwned;

use super::lines::{Line, Lines};

/// What the results of a queue are made from.
const RUN: &str = "run.json";

/// How often a claim is written anew while it lasts.
const BEATS: u32 = 10;

/// A folder of work.
#[derive(Debug)]
pub struct Queue {
    folder: PathBuf,
    /// How old a claim has to be before it is somebody else's.
    lease: Duration,
    /// What a claim of this process says.
    owner: String,
    held: Held,
    /// Ends the thread that writes claims anew, when it is dropped.
    _alive: Sender<()>,
}

/// The claims of this process.
type Held = Arc<Mutex<BTreeSet<PathBuf>>>;

impl Queue {
    /// Opens a folder for a run, or makes it. `check` says of what the results in it are made from why it is not this run.
    ///
    /// # Errors
    ///
    /// The folder cannot be made or written to, or is that of another run.
    pub fn open<R: Serialize + DeserializeOwned>(
        folder: &Path,
        lease: Duration,
        run: &R,
        check: impl FnOnce(&R) -> Result<()>,
    ) -> Result<Self> {
        let name = || format!("the queue {}", folder.display());
        fs::create_dir_all(folder).with_context(name)?;
        let path = folder.join(RUN);
        if !path.exists() {
            let text = serde_json::to_string_pretty(run)? + "\n";
            // Somebody else may have been faster.
            cli::create(&path, text.as_bytes())
                .or_else(|error| if path.exists() { Ok(()) } else { Err(error) })
                .with_context(name)?;
        }
        let text = fs::read(&path).with_context(name)?;
        let known: R = serde_json::from_slice(&text).with_context(|| path.display().to_string())?;
        check(&known).with_context(name)?;
        let held = Held::default();
        let owner = format!("{} {}\n", host(), std::process::id());
        Ok(Self {
            _alive: beat(Arc::clone(&held), owner.clone(), lease / BEATS)?,
            folder: folder.to_owned(),
            lease,
            owner,
            held,
        })
    }

    /// Does the work of an item, if nobody has done it and nobody is doing it. Nothing is left of work without a result.
    ///
    /// # Errors
    ///
    /// That of the work; the folder cannot be written to.
    pub fn take<L: Line>(&self, item: &str, work: impl FnOnce() -> Result<Option<L>>) -> Result<Option<L>> {
        let result = self.folder.join(format!("{item}.jsonl"));
        if result.exists() {
            return Ok(None);
        }
        let Some(_claim) = self.claim(item)? else {
            return Ok(None);
        };
        // It may have been finished before it was claimed.
        if result.exists() {
            return Ok(None);
        }
        let record = work()?;
        if let Some(record) = &record {
            cli::write(&result, record.line()?.as_bytes())?;
        }
        Ok(record)
    }

    /// Claims an item, if nobody has a claim to it that lasts.
    fn claim(&self, item: &str) -> Result<Option<Claim<'_>>> {
        let path = self.folder.join(format!("{item}.claim"));
        for _ in 0..2 {
            match OpenOptions::new().write(true).create_new(true).open(&path) {
                Ok(mut file) => {
                    let written = file.write_all(self.owner.as_bytes());
                    self.held().insert(path.clone());
                    let claim = Claim { queue: self, path };
                    written.with_context(|| format!("cannot write {}", claim.path.display()))?;
                    return Ok(Some(claim));
                }
                Err(error) if error.kind() == ErrorKind::AlreadyExists => {
                    if !self.has_lapsed(&path)? {
                        return Ok(None);
                    }
                    self.clear(&path)?;
                }
                Err(error) => return Err(error).with_context(|| format!("cannot write {}", path.display())),
            }
        }
        Ok(None)
    }

    /// Whether a claim is of a process that has ended, or that has given no sign of life for too long.
    fn has_lapsed(&self, claim: &Path) -> Result<bool> {
        // Gone in the meantime: it is free.
        let Ok(written) = fs::metadata(claim).and_then(|claim| claim.modified()) else {
            return Ok(true);
        };
        if fs::read_to_string(claim).is_ok_and(|owner| has_ended(&owner)) {
            return Ok(true);
        }
        let age = self.now()?.duration_since(written).unwrap_or_default();
        Ok(age > self.lease)
    }

    /// The time by the clock of the file system, which claims have as well.
    fn now(&self) -> Result<SystemTime> {
        let file = tempfile::tempfile_in(&self.folder);
        let written = file.and_then(|mut file| {
            file.write_all(b".")?;
            file.metadata()?.modified()
        });
        written.with_context(|| format!("cannot write to {}", self.folder.display()))
    }

    /// Takes a claim away: under a name of our own first, so that of several processes one alone has it.
    fn clear(&self, claim: &Path) -> Result<()> {
        let own = claim.with_extension(format!("lapsed-{}", self.owner.trim().replace(' ', "-")));
        match fs::rename(claim, &own).and_then(|()| fs::remove_file(&own)) {
            Err(error) if error.kind() != ErrorKind::NotFound => {
                Err(error).with_context(|| format!("cannot remove {}", claim.display()))
            }
            _ => Ok(()),
        }
    }

    fn held(&self) -> std::sync::MutexGuard<'_, BTreeSet<PathBuf>> {
        self.held.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// A claim, which ends when it is dropped.
struct Claim<'q> {
    queue: &'q Queue,
    path: PathBuf,
}

impl Drop for Claim<'_> {
    fn drop(&mut self) {
        // Under the lock, so that it is not written anew after it was removed.
        let mut held = self.queue.held();
        held.remove(&self.path);
        // What cannot be removed lapses.
        let _ = fs::remove_file(&self.path);
    }
}

/// Writes claims anew, as long as the sender lives.
fn beat(held: Held, owner: String, every: Duration) -> Result<Sender<()>> {
    let (alive, ended) = channel();
    let work = move || {
        while ended.recv_timeout(every) == Err(RecvTimeoutError::Timeout) {
            for path in held.lock().unwrap_or_else(PoisonError::into_inner).iter() {
                // A claim that somebody has taken is theirs.
                let _ = OpenOptions::new()
                    .write(true)
                    .open(path)
                    .and_then(|mut file| file.write_all(owner.as_bytes()).and_then(|()| file.sync_all()));
            }
        }
    };
    let thread = thread::Builder::new().name("claims".to_owned());
    thread.spawn(work).context("cannot start a thread")?;
    Ok(alive)
}

/// Whether a claim is of a process of this machine that is there no longer.
fn has_ended(owner: &str) -> bool {
    let processes = Path::new("/proc");
    match owner.split_once(' ') {
        Some((machine, process)) if machine == host() && processes.join("self").exists() => {
            !processes.join(process.trim()).exists()
        }
        _ => false,
    }
}

/// The name of this machine.
fn host() -> String {
    let name = fs::read_to_string("/proc/sys/kernel/hostname").ok();
    let name = name.or_else(|| std::env::var("COMPUTERNAME").ok()).unwrap_or_default();
    let word: String = name.trim().chars().filter(|letter| !letter.is_whitespace()).collect();
    if word.is_empty() { "machine".to_owned() } else { word }
}

/// All results of a queue, in the order of their keys.
///
/// # Errors
///
/// The folder or one of its files cannot be read; it is no queue.
pub fn results<L: Line>(folder: &Path) -> Result<Vec<L>> {
    let name = || format!("the queue {}", folder.display());
    File::open(folder.join(RUN)).context(RUN).with_context(name)?;
    let mut records = Vec::new();
    for entry in fs::read_dir(folder).with_context(name)? {
        let path = entry.with_context(name)?.path();
        if path.extension().is_some_and(|extension| extension == "jsonl") {
            records.extend(Lines::read(&path)?.records.into_values());
        }
    }
    records.sort_by_key(L::key);
    Ok(records)
}

#[cfg(test)]
mod tests {
    use serde::Deserialize;
    use tempfile::TempDir;

    use super::*;

    #[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
    struct Square {
        number: u32,
        square: u32,
    }

    impl Line for Square {
        type Key = u32;

        const SCHEMA: u32 = 2;

        fn key(&self) -> u32 {
            self.number
        }

        fn name(&self) -> String {
            format!("number {}", self.number)
        }
    }

    fn open(folder: &TempDir, lease: u64) -> Queue {
        let path = folder.path().join("queue");
        Queue::open(&path, Duration::from_secs(lease), &7, |_| Ok(())).expect("a queue")
    }

    fn square(number: u32) -> Result<Option<Square>> {
        Ok(Some(Square {
            number,
            square: number * number,
        }))
    }

    #[test]
    fn many_do_each_item_once() {
        let folder = TempDir::new().expect("a folder");
        let done = Mutex::new(Vec::new());
        thread::scope(|scope| {
            for _ in 0..8 {
                scope.spawn(|| {
                    let queue = open(&folder, 60);
                    for number in (1..=40).rev() {
                        if queue
                            .take(&number.to_string(), || square(number))
                            .expect("work")
                            .is_some()
                        {
                            done.lock().expect("a list").push(number);
                        }
                    }
                });
            }
        });
        let mut done = done.into_inner().expect("a list");
        done.sort_unstable();
        assert_eq!(done, (1..=40).collect::<Vec<_>>());
        let path = folder.path().join("queue");
        let results: Vec<Square> = results(&path).expect("results");
        let squares: Vec<u32> = results.iter().map(|result| result.square).collect();
        assert_eq!(squares, (1..=40).map(|number| number * number).collect::<Vec<_>>());
        // Results and what they are made from, no claims.
        assert_eq!(fs::read_dir(&path).expect("the folder").count(), 41);
    }

    #[test]
    fn what_is_claimed_is_left_alone_until_it_lapses() {
        let folder = TempDir::new().expect("a folder");
        let queue = open(&folder, 60);
        let claim = queue.folder.join("3.claim");
        fs::write(&claim, "elsewhere 17\n").expect("a claim");
        assert_eq!(queue.take("3", || square(3)).expect("no work"), None);
        // A process of this machine that has ended: its number is above the largest that Linux gives.
        if Path::new("/proc/self").exists() {
            fs::write(&claim, format!("{} 99999999\n", host())).expect("a claim");
            assert!(queue.take("3", || square(3)).expect("work").is_some());
            assert!(!claim.exists());
        }
        let soon = open(&folder, 0);
        let claim = soon.folder.join("4.claim");
        fs::write(&claim, "elsewhere 17\n").expect("a claim");
        thread::sleep(Duration::from_millis(30));
        assert!(soon.take("4", || square(4)).expect("work").is_some());
    }

    #[test]
    fn nothing_is_left_of_work_without_a_result() {
        let folder = TempDir::new().expect("a folder");
        let queue = open(&folder, 60);
        assert_eq!(queue.take::<Square>("5", || Ok(None)).expect("interrupted"), None);
        assert!(queue.take::<Square>("5", || anyhow::bail!("no")).is_err());
        assert_eq!(fs::read_dir(&queue.folder).expect("the folder").count(), 1);
    }

    #[test]
    fn a_claim_that_is_worked_on_does_not_lapse() {
        let folder = TempDir::new().expect("a folder");
        let queue =
            Queue::open(&folder.path().join("queue"), Duration::from_millis(600), &7, |_| Ok(())).expect("a queue");
        let other = TempDir::new().expect("a folder");
        let worker = queue.take("6", || {
            let path = queue.folder.join("6.claim");
            // As another machine sees it.
            queue.held().insert(other.path().join("none"));
            for _ in 0..8 {
                thread::sleep(Duration::from_millis(200));
                let owner = fs::read_to_string(&path).expect("a claim");
                assert!(!has_ended(&owner));
                assert!(!queue.has_lapsed(&path).expect("a time"));
            }
            square(6)
        });
        assert!(worker.expect("work").is_some());
    }

    #[test]
    fn another_run_has_another_queue() {
        let folder = TempDir::new().expect("a folder");
        drop(open(&folder, 60));
        let path = folder.path().join("queue");
        let check = |known: &u32| {
            anyhow::ensure!(*known == 8, "it is of run {known}");
            Ok(())
        };
        let error = Queue::open(&path, Duration::from_secs(60), &8, check).expect_err("another run");
        assert!(format!("{error:#}").contains("it is of run 7"), "{error:#}");
        assert!(results::<Square>(folder.path()).is_err(), "no queue");
    }
}
