//! Shared by the tests of all commands: long runs that Ctrl-C and SIGTERM end.

use std::fs::{self, File};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::thread::sleep;
use std::time::Duration;

use crate::harness::words;

/// The signals, and the exit status for each.
pub(crate) const SIGNALS: [(&str, i32); 2] = [("INT", 130), ("TERM", 143)];

/// A long run: the command line, a file that it writes even when interrupted, and a part of its output after the
/// signal.
pub(crate) type LongRun = (&'static str, &'static str, &'static str);

/// Clock ticks per second in `/proc`.
const SECOND: u64 = 100;

/// The state of a process, read from `/proc`.
struct State {
    /// True if the process has ended and its status has not been requested yet.
    ended: bool,
    /// Processor time of all its threads so far, in clock ticks.
    ticks: u64,
    /// True if the process handles both signals.
    listens: bool,
}

impl State {
    fn of(child: &Child) -> Self {
        let read = |name| fs::read_to_string(format!("/proc/{}/{name}", child.id())).expect("a process");
        let stat = read("stat");
        // The name of the command, in parentheses, may contain anything.
        let fields: Vec<&str> = stat.rsplit(')').next().expect("fields").split_whitespace().collect();
        let status = read("status");
        let caught = status.lines().find_map(|line| line.strip_prefix("SigCgt:"));
        let caught = caught.map_or(0, |mask| u64::from_str_radix(mask.trim(), 16).expect("a mask"));
        let ticks = |at: usize| fields[at].parse::<u64>().expect("a number");
        // SIGINT is 2 and SIGTERM 15; signal 1 has the lowest bit.
        const BOTH: u64 = 1 << 1 | 1 << 14;
        Self {
            ended: fields[0] == "Z",
            ticks: ticks(11) + ticks(12),
            listens: caught & BOTH == BOTH,
        }
    }
}

/// Ends each run by each signal as soon as the run handles signals and works. From then on it may take a second of
/// processor time; it must return the status of the signal, and write its file and output. It runs like a background
/// process of a script, in which SIGINT is ignored from the start.
pub(crate) fn ends_on_signals(binary: &str, folder: &Path, runs: &[LongRun]) {
    for (line, written, part) in runs {
        for (signal, status) in SIGNALS {
            let output = folder.join(written);
            if !written.is_empty() && output.is_file() {
                fs::remove_file(&output).expect("the file of the run before");
            }
            let (ended, ticks, said) = ended_by(binary, folder, line, signal);
            println!("{line}: {signal}, {ticks} ticks");
            assert_eq!(ended, Some(status), "{line}, {signal}: {said}");
            assert!(ticks < SECOND, "{line}, {signal}: {ticks} ticks; {said}");
            assert!(said.contains(part), "{line}, {signal}: {said}");
            let is_there = written.is_empty() || fs::metadata(&output).is_ok_and(|file| file.len() > 0);
            assert!(is_there, "{line}, {signal}: there is no {written}; {said}");
        }
    }
}

/// Returns the exit status of a run that a signal has ended, the processor time after the signal, and the output.
pub(crate) fn ended_by(binary: &str, folder: &Path, line: &str, signal: &str) -> (Option<i32>, u64, String) {
    let said = folder.join("said");
    let out = File::create(&said).expect("a file");
    let mut child = crate::environment::program("sh")
        .args(["-c", "trap '' INT; exec \"$@\"", "sh", binary])
        .args(words(line))
        .current_dir(folder)
        .stdin(Stdio::null())
        .stdout(out.try_clone().expect("the file"))
        .stderr(out)
        .spawn()
        .expect("the command runs");
    let said = || fs::read_to_string(&said).expect("what it said");
    let reach = |is_reached: &dyn Fn(&State) -> bool| loop {
        let state = State::of(&child);
        if is_reached(&state) || state.ended {
            break state;
        }
        sleep(Duration::from_millis(5));
    };
    let listens = reach(&|state| state.listens);
    let works = reach(&|state| state.ticks >= listens.ticks + SECOND / 5);
    assert!(!works.ended, "{line}: it has ended by itself: {}", said());
    let sent = Command::new("kill")
        .arg(format!("-{signal}"))
        .arg(child.id().to_string())
        .status();
    assert!(sent.expect("kill").success());
    let ended = reach(&|state| state.ticks >= works.ticks + SECOND);
    if !ended.ended {
        child.kill().expect("it ends");
    }
    let status = child.wait().expect("it has ended").code();
    (status, ended.ticks - works.ticks, said())
}
