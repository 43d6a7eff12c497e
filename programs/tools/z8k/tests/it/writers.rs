//! Errors in writing every output of every command: each row of a table in `outputs.txt` is run with an output in a
//! read-only folder, over a file with unusual permissions, beyond the largest file size that the system permits, on a
//! full device and a full disk, and after an error in the input.

use std::collections::BTreeSet;
use std::ffi::OsString;
use std::fs;
use std::os::unix::fs::{PermissionsExt, symlink};
use std::path::Path;
use std::process::{Command, Output, Stdio};

use crate::harness::{fed, rows, words};

/// Commands that remove an old output after an error, as the GNU tools do.
const REMOVES: [&str; 3] = ["as ", "ld ", "objcopy "];

/// Commands that continue a file only on request: otherwise an existing file is kept.
const STAYS: [&str; 2] = ["conspiracy --out OUT", "match --depth 1 --out OUT"];

/// Checks all rows. Returns the commands that fail with any output; for these, only the absence of changes is checked.
pub(crate) fn meet_hazards(folder: &Path, table: &str, binary: &str) -> Vec<String> {
    let mut failing = Vec::new();
    for (input, command) in rows(table).filter(|(_, command)| command.contains("OUT")) {
        if !(Writer { folder, binary, command }).meets_hazards(input) {
            failing.push(command.to_owned());
        }
    }
    failing
}

struct Writer<'t> {
    folder: &'t Path,
    binary: &'t str,
    command: &'t str,
}

impl Writer<'_> {
    /// Runs the command with an output, in a shell that has set limits. Returns what it printed, too.
    fn run(&self, limits: &str, out: &str) -> (Output, String) {
        let mut command = crate::environment::program("bash");
        command.args(["-c", &format!("{limits} \"$0\" \"$@\""), self.binary]);
        command.args(words(&self.command.replace("OUT", out)));
        // The commands that read standard input play games.
        let output = fed(command.current_dir(self.folder), "e4\nquit\n", Stdio::piped());
        let said = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(!said.contains("panicked"), "{}: {said}", self.command);
        (output, said)
    }

    /// Checks the file after it has filled its disk, which is visible only to the command and its shell.
    fn meets_a_full_disk(&self) {
        let disk = self.folder.join("disk");
        fs::create_dir_all(&disk).expect("a folder");
        let fills =
            "mount -t tmpfs -o size=1m none disk && cp out disk || exit 77; cat /dev/zero >disk/full 2>/dev/null";
        let looks = "ls disk >left; cmp out disk/out >&2 && echo same >>left";
        let runs = format!("{fills}; \"$0\" \"$@\"; status=$?; {looks}; exit $status");
        let mut command = crate::environment::program("unshare");
        command.args(["--map-root-user", "--mount", "bash", "-c", &runs, self.binary]);
        command.args(words(&self.command.replace("OUT", "disk/out")));
        let output = fed(command.current_dir(self.folder), "e4\nquit\n", Stdio::piped());
        let said = String::from_utf8_lossy(&output.stderr).into_owned();
        let left = fs::read_to_string(self.folder.join("left"));
        let _ = fs::remove_file(self.folder.join("left"));
        fs::remove_dir(disk).expect("the empty folder");
        let Ok(left) = left else {
            println!(
                "{}: a full disk is NOT tried, none can be mounted here: {said}",
                self.command
            );
            return;
        };
        let says = said.contains("No space left") || self.leaves(&said);
        assert!(output.status.code() == Some(1) && says, "{}: {said}", self.command);
        let goes = REMOVES.iter().any(|removes| self.command.starts_with(removes));
        let stays = left == "full\nout\nsame\n" || goes && left == "full\n";
        assert!(stays, "{}: {left}", self.command);
    }

    /// Checks that a run fails, and that it reports one of `texts` unless the command fails with any output.
    fn fails(&self, works: bool, limits: &str, out: &str, texts: &[&str]) {
        let (output, said) = self.run(limits, out);
        assert_eq!(
            output.status.code(),
            Some(1),
            "{} with {out} {limits}: {said}",
            self.command
        );
        let says = texts.iter().any(|text| said.contains(text)) || self.leaves(&said);
        assert!(!works || says, "{} with {out} {limits}: {said}", self.command);
    }

    /// Checks a device, a full one, a link to a missing file, and a pipe without a reader, for which no command waits
    /// after a signal. Only CP/M-8000 handles SIGHUP.
    fn meets_streams(&self, works: bool) {
        self.fails(works, "", "/dev/full", &["No space left"]);
        if !works {
            return;
        }
        self.clear();
        let (loose, pipe) = (self.folder.join("loose"), self.folder.join("pipe"));
        symlink("out", &loose).expect("a link");
        for out in ["/dev/null", "loose"] {
            let (output, said) = self.run("", out);
            assert!(output.status.success(), "{} with {out}: {said}", self.command);
        }
        assert!(
            self.folder.join("out").is_file() && loose.is_symlink(),
            "{}",
            self.command
        );
        fs::remove_file(loose).expect("the link");
        let made = Command::new("mkfifo").arg(&pipe).status().expect("mkfifo runs");
        assert!(made.success());
        let signals = [("TERM", 143), ("INT", 130), ("HUP", 129)];
        let count = if self.command.starts_with("cpm ") { 3 } else { 1 };
        for (signal, status) in &signals[..count] {
            let limits = format!("exec timeout --preserve-status --kill-after 20 --signal {signal} 0.6");
            let (output, said) = self.run(&limits, "pipe");
            assert_eq!(
                output.status.code(),
                Some(*status),
                "{}, {signal}: {said}",
                self.command
            );
        }
        fs::remove_file(pipe).expect("the pipe");
        self.clear();
        let (output, said) = self.run("", "out");
        assert!(output.status.success(), "{}: {said}", self.command);
    }

    /// Returns true if the command reports that it did not replace an existing file.
    fn leaves(&self, said: &str) -> bool {
        STAYS.contains(&self.command) && said.contains("exists: use --resume")
    }

    fn clear(&self) {
        for name in ["out", "new"] {
            let _ = fs::remove_file(self.folder.join(name));
        }
    }

    /// Checks that the output is unchanged or, where this is the rule, removed.
    fn stays(&self, before: &[u8]) {
        let now = fs::read(self.folder.join("out"));
        let goes = REMOVES.iter().any(|removes| self.command.starts_with(removes));
        let stays = now.as_ref().map_or(goes, |now| now == before);
        assert!(stays, "{}: {now:?}", self.command);
    }

    /// Returns false if the command fails with any output.
    fn meets_hazards(&self, input: &str) -> bool {
        let out = self.folder.join("out");
        let names = || -> BTreeSet<OsString> {
            let entries = fs::read_dir(self.folder).expect("the folder");
            entries.map(|entry| entry.expect("an entry").file_name()).collect()
        };
        self.clear();
        let before = names();
        let (first, said) = self.run("", "out");
        let works = first.status.success();
        assert!(!works || out.exists(), "{}: {said}", self.command);
        let is_empty = fs::metadata(&out).is_ok_and(|out| out.len() == 0);

        let closed = self.folder.join("closed");
        fs::create_dir_all(&closed).expect("a folder");
        fs::set_permissions(&closed, fs::Permissions::from_mode(0o555)).expect("rights");
        // An administrator may write to a read-only folder.
        if fs::write(closed.join("out"), "").is_err() {
            self.fails(works, "", "closed/out", &["closed/out"]);
            assert!(!closed.join("out").exists(), "{}", self.command);
        } else {
            println!("{}: a closed folder is NOT tried by this user", self.command);
        }
        fs::remove_dir_all(&closed).expect("the folder");
        if !is_empty {
            // A device cannot be resumed.
            let command = &self.command.replace("--resume ", "");
            Writer { command, ..*self }.meets_streams(works);
        }

        if works {
            let mode = |mode: u32| fs::set_permissions(&out, fs::Permissions::from_mode(mode)).expect("rights");
            mode(0o664);
            let (output, said) = self.run("umask 022;", "out");
            assert!(
                output.status.success() || self.leaves(&said),
                "{}: {said}",
                self.command
            );
            // The linker makes its output executable.
            let kept = fs::metadata(&out).expect("the output").permissions().mode() & 0o666;
            assert_eq!(kept, 0o664, "{}: {kept:o}", self.command);
            if !is_empty {
                self.meets_a_full_disk();
            }
            let written = fs::read(&out).expect("the output");
            let _ = fs::remove_file(self.folder.join("new"));
            self.fails(works, "trap '' XFSZ; ulimit -f 0;", "out", &["File too large"]);
            self.stays(&written);
        }
        if input != "-" {
            self.meets_an_error(input);
        }
        self.clear();
        assert_eq!(names(), before, "{} has left a file", self.command);
        works
    }

    /// Checks the output after an error in reading the input.
    fn meets_an_error(&self, input: &str) {
        self.clear();
        fs::write(self.folder.join("out"), "old\n").expect("a file");
        let read = self.folder.join(input);
        let right = fs::read(&read).expect("the input");
        fs::write(&read, "\u{1} {[ nothing that can be read\n").expect("a file");
        let (output, said) = self.run("", "out");
        fs::write(&read, right).expect("the input");
        // A command that takes any bytes finds no errors in them.
        assert!(
            !output.status.success() || input == "in.bin",
            "{}: {said}",
            self.command
        );
        if !output.status.success() {
            self.stays(b"old\n");
        }
    }
}
