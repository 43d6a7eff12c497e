//! The file in which games are saved, and the date recorded with them.

use std::cell::RefCell;
use std::path::{Path, PathBuf};
use std::time::{SystemTime, UNIX_EPOCH};

use anyhow::{Context, Result, ensure};

/// A file of games, and its contents before the current game.
#[derive(Debug)]
pub(super) struct Archive {
    pub(super) path: PathBuf,
    before: Vec<u8>,
    /// The file's contents as last read or written, by which changes of other programs are noticed.
    saved: RefCell<Vec<u8>>,
}

impl Archive {
    /// Reads the contents of a file, if it exists.
    ///
    /// # Errors
    ///
    /// It cannot be read, it does not begin as a file of games does, or no file can be written there.
    pub(super) fn open(path: &Path) -> Result<Self> {
        cli::check(path)?;
        let before = held(path)?;
        ensure!(
            before.trim_ascii().is_empty() || begins_with_tag(&before),
            "{} does not begin with a PGN tag, so no game is appended: choose another file",
            path.display()
        );
        Ok(Self { path: path.to_owned(), saved: before.clone().into(), before })
    }

    /// Returns true if a path names this file, however it is written.
    pub(super) fn is_at(&self, path: &Path) -> bool {
        cli::gate::is_same(&self.path, path)
    }

    /// Writes the game after the file's contents. The file is replaced completely; a game that was saved before is
    /// replaced by its current state.
    ///
    /// # Errors
    ///
    /// The file cannot be written, or another program has changed it: its games are not replaced.
    pub(super) fn save(&self, game: &str) -> Result<()> {
        let _alone = cli::gate::alone(&self.path);
        let unchanged = !self.path.is_file() || held(&self.path)? == *self.saved.borrow();
        ensure!(unchanged, "another program has changed {}", self.path.display());
        cli::write(&self.path, &self.with(game))?;
        *self.saved.borrow_mut() = self.with(game);
        Ok(())
    }

    /// Saves the game for the last time: the next game is appended.
    ///
    /// # Errors
    ///
    /// The file cannot be written.
    pub(super) fn close(&mut self, game: &str) -> Result<()> {
        self.save(game)?;
        self.before = self.with(game);
        Ok(())
    }

    fn with(&self, game: &str) -> Vec<u8> {
        let mut bytes = self.before.clone();
        while !(bytes.is_empty() || bytes.ends_with(b"\n\n") || bytes.ends_with(b"\n\r\n")) {
            bytes.push(b'\n');
        }
        bytes.extend_from_slice(game.as_bytes());
        bytes
    }
}

/// Returns true if a PGN tag follows the byte order mark and the lines that PGN skips.
fn begins_with_tag(bytes: &[u8]) -> bool {
    let text = bytes.strip_prefix("\u{feff}".as_bytes()).unwrap_or(bytes);
    let mut lines = text.split(|byte| *byte == b'\n').map(<[u8]>::trim_ascii);
    let first = lines.find(|line| !(line.is_empty() || line.starts_with(b"%") || line.starts_with(b";")));
    first.is_some_and(|line| line.starts_with(b"[") && line.contains(&b'"'))
}

/// Returns the contents of a file; empty for one that is not a plain file, such as /dev/stdout.
fn held(path: &Path) -> Result<Vec<u8>> {
    // The same command reads and later writes this file, on purpose.
    let contents = path.is_file().then(|| cli::contents(path)).transpose();
    let contents = contents.with_context(|| format!("cannot read {}", path.display()))?;
    Ok(contents.unwrap_or_default())
}

/// Returns today's date in UTC as PGN writes it, such as `2026.11.22`.
pub(super) fn today() -> String {
    let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    date(since.as_secs() / 86_400)
}

/// Returns the date that is `days` days after 1 January 1970.
fn date(days: u64) -> String {
    const FOUR_CENTURIES: u64 = 146_097;
    // If years begin with March, the leap day is the last, and the lengths of months repeat: 31 30 31 30 31.
    let since = days + 719_468;
    let (era, day) = (since / FOUR_CENTURIES, since % FOUR_CENTURIES);
    let year = (day - day / 1_460 + day / 36_524 - day / 146_096) / 365;
    let day = day - (365 * year + year / 4 - year / 100);
    let month = (5 * day + 2) / 153;
    let day = day - (153 * month + 2) / 5 + 1;
    let (month, next) = if month < 10 { (month + 3, 0) } else { (month - 9, 1) };
    format!("{:04}.{month:02}.{day:02}", era * 400 + year + next)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The days are from GNU `date --date=... +%s`, divided by 86,400.
    #[test]
    fn days_become_dates() {
        for (days, text) in [
            (0, "1970.01.01"),
            (58, "1970.02.28"),
            (59, "1970.03.01"),
            (789, "1972.02.29"),
            (11_016, "2000.02.29"),
            (11_017, "2000.03.01"),
            (20_453, "2025.12.31"),
            (47_540, "2100.02.28"),
            (47_541, "2100.03.01"),
        ] {
            assert_eq!(date(days), text);
        }
    }

    #[test]
    fn a_game_follows_one_empty_line() {
        for (before, with) in [
            ("", "game"),
            ("1", "1\n\ngame"),
            ("1\n", "1\n\ngame"),
            ("1\n\n", "1\n\ngame"),
            ("1\n\n\n", "1\n\n\ngame"),
            ("1\r\n", "1\r\n\ngame"),
            ("1\r\n\r\n", "1\r\n\r\ngame"),
        ] {
            let archive = Archive { path: PathBuf::new(), before: before.into(), saved: RefCell::default() };
            assert_eq!(
                String::from_utf8(archive.with("game")).as_deref(),
                Ok(with),
                "{before:?}"
            );
        }
    }

    #[test]
    fn games_of_another_program_are_not_replaced() {
        let path = std::env::temp_dir().join(format!("bcp-archive-{}.pgn", std::process::id()));
        let [mine, other] = [0, 1].map(|_| Archive::open(&path).expect("an archive"));
        for game in ["begun", "ended"] {
            mine.save(game).expect("it is alone");
        }
        assert!(
            other
                .save("lost")
                .is_err_and(|error| error.to_string().contains("another program"))
        );
        assert_eq!(held(&path).expect("the file"), b"ended");
        // A deleted file is created again.
        cli::gate::remove(path.as_path().into()).expect("it goes");
        other.save("alone").expect("a new file");
        cli::gate::remove(path.as_path().into()).expect("it goes");
    }

    #[test]
    fn a_file_is_known_by_all_its_names_before_it_is_written() {
        let folder = std::env::temp_dir().canonicalize().expect("a folder");
        let name = folder.file_name().expect("a name");
        let path = folder.join("bcp-archive-that-does-not-exist.pgn");
        let archive = Archive { path: path.clone(), before: Vec::new(), saved: RefCell::default() };
        let other_name = folder.join("..").join(name).join("bcp-archive-that-does-not-exist.pgn");
        assert!(archive.is_at(&path) && archive.is_at(&other_name));
        assert!(!archive.is_at(&folder.join("bcp-archive-of-others.pgn")) && !archive.is_at(&folder));
        assert!(!archive.is_at(&folder.join("nowhere/bcp-archive-that-does-not-exist.pgn")));
    }
}
