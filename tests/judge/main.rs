//! Calls the public functions of the libraries with random and hostile values, and reports which of them panic.
//!
//! The folder `surface` lists the public items found in the sources, so that reviews show changes; `--write` updates
//! it. The build writes calls of the functions whose arguments can all be created at random (`generate.rs`),
//! `by_hand.rs` calls others, and `reasons.txt` states why the rest is not called. A function that is in none of them
//! is an error, and so is a reason for one that is called.

mod by_hand;
mod random;
mod values;

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::panic::{AssertUnwindSafe, catch_unwind, set_hook, take_hook};
use std::path::Path;
use std::process::ExitCode;
use std::sync::Mutex;
use std::time::{Duration, Instant};

use random::{Random, any};

/// The calls that the build wrote.
mod calls {
    use super::{Judge, Random, any, touch};

    include!(concat!(env!("OUT_DIR"), "/calls.rs"));
}

const SURFACE: &str = include_str!(concat!(env!("OUT_DIR"), "/surface.txt"));
const BY_HAND: &str = include_str!(concat!(env!("OUT_DIR"), "/by_hand.txt"));

/// Calls a function by its path and records the call, so that the recorded path is the one called.
#[macro_export]
macro_rules! call {
    ($judge:expr, $first:ident $(:: $path:ident)+ ($($argument:expr),* $(,)?)) => {
        $judge.call(
            concat!(stringify!($first) $(, "::", stringify!($path))+),
            || std::hint::black_box($first $(:: $path)+ ($($argument),*)),
        )
    };
}

/// Does the same for a function whose result is not used.
#[macro_export]
macro_rules! touch {
    ($judge:expr, $first:ident $(:: $path:ident)+ ($($argument:expr),* $(,)?)) => {
        $judge.call(concat!(stringify!($first) $(, "::", stringify!($path))+), || {
            let _ = std::hint::black_box($first $(:: $path)+ ($($argument),*));
        })
    };
}

/// The calls made so far, and those that panicked.
#[derive(Default)]
pub struct Judge {
    seed: u64,
    calls: BTreeMap<&'static str, u64>,
    panics: BTreeMap<&'static str, (u64, String)>,
    slowest: (Duration, &'static str, u64),
}

impl Judge {
    /// Calls a function; returns `None` if it panics.
    pub fn call<T>(&mut self, path: &'static str, function: impl FnOnce() -> T) -> Option<T> {
        *self.calls.entry(path).or_default() += 1;
        let began = Instant::now();
        let before = NOW
            .lock()
            .ok()
            .and_then(|mut now| now.replace((began, path, self.seed)));
        let result = catch_unwind(AssertUnwindSafe(function));
        if let Ok(mut now) = NOW.lock() {
            *now = before;
        }
        self.slowest = self.slowest.max((began.elapsed(), path, self.seed));
        if result.is_err() {
            let text = PLACE.with_borrow_mut(std::mem::take);
            self.panics.entry(path).or_insert((self.seed, text));
        }
        result.ok()
    }

    /// Records calls that a device or an engine makes within another call.
    pub fn inside(&mut self, path: &'static str, count: u64) {
        if count > 0 {
            *self.calls.entry(path).or_default() += count;
        }
    }
}

/// The current call, and when it began.
static NOW: Mutex<Option<(Instant, &str, u64)>> = Mutex::new(None);

/// Ends the process if a call does not return.
fn watch() {
    std::thread::spawn(|| {
        loop {
            std::thread::sleep(Duration::from_secs(1));
            let Ok(now) = NOW.lock() else { continue };
            if let Some((began, path, seed)) = *now
                && began.elapsed() > PATIENCE
            {
                println!("ENDLESS {path}, seed {seed}: more than {} s", PATIENCE.as_secs());
                std::process::exit(1);
            }
        }
    });
}

/// Maximum number of functions that are not called.
const NOT_CALLED: u32 = 90;

/// Maximum duration of a call, even on a busy machine.
const PATIENCE: Duration = Duration::from_secs(120);

thread_local! {
    static PLACE: std::cell::RefCell<String> = const { std::cell::RefCell::new(String::new()) };
}

/// The reasons why functions are not called: a path or its beginning, and the reason.
struct Reasons(Vec<(String, String)>);

impl Reasons {
    fn read(text: &str) -> Self {
        let (mut reason, mut list) = ("", Vec::new());
        for line in text.lines().filter(|line| !line.starts_with('#') && !line.is_empty()) {
            match line.strip_prefix("    ") {
                Some(path) => list.push((path.to_owned(), reason.to_owned())),
                None => reason = line.trim_end_matches(':'),
            }
        }
        Self(list)
    }

    fn of(&self, path: &str) -> Option<&str> {
        let fits = |start: &str| path == start || start.strip_suffix('*').is_some_and(|start| path.starts_with(start));
        let found = self.0.iter().find(|(start, _)| fits(start))?;
        Some(&found.1)
    }
}

/// Compares the surface with that in the repository, one file per crate; with `write`, updates the files.
fn is_same_surface(here: &Path, write: bool) -> bool {
    let mut crates: BTreeMap<&str, String> = BTreeMap::new();
    for line in SURFACE.lines() {
        let of = line.split([':', ' ']).next().unwrap_or(line);
        *crates.entry(of).or_default() += &format!("{line}\n");
    }
    crates.into_iter().fold(true, |same, (name, text)| {
        let file = here.join(format!("surface/{name}.txt"));
        if write {
            fs::write(&file, &text).expect("the folder `surface`");
        }
        same & (fs::read_to_string(file).unwrap_or_default() == text)
    })
}

/// Prints how many functions of each crate are called, and how many are not, by reason. Returns false if a function is
/// in no list, or a reason applies to no function.
fn is_complete(reasons: &Reasons) -> bool {
    let called: BTreeSet<&str> = BY_HAND.lines().chain(calls::PATHS.iter().copied()).collect();
    let (mut crates, mut by_reason) = (BTreeMap::<&str, [u32; 2]>::new(), BTreeMap::<&str, u32>::new());
    let mut complete = true;
    let functions: Vec<&str> = SURFACE
        .lines()
        .filter_map(|line| Some(line.split_once(": ")?.0))
        .collect();
    for path in &functions {
        let counts = crates.entry(path.split("::").next().unwrap_or(path)).or_default();
        counts[0] += 1;
        match (called.contains(path), reasons.of(path)) {
            (true, _) => counts[1] += 1,
            (false, Some(reason)) => *by_reason.entry(reason).or_default() += 1,
            (false, None) => {
                eprintln!("missed: {path}");
                complete = false;
            }
        }
    }
    for (path, _) in &reasons.0 {
        let fits = |function: &&str| {
            !called.contains(*function)
                && (path == *function || path.strip_suffix('*').is_some_and(|start| function.starts_with(start)))
        };
        if !functions.iter().any(fits) {
            eprintln!("a reason without a function: {path}");
            complete = false;
        }
    }
    for (name, [all, called]) in &crates {
        println!("{name}: {all} functions, {called} called");
    }
    let not: u32 = by_reason.values().sum();
    if not > NOT_CALLED {
        eprintln!("at most {NOT_CALLED} functions may have a reason");
        complete = false;
    }
    println!(
        "all: {} functions, {} called, {not} not called:",
        functions.len(),
        called.len()
    );
    by_reason
        .iter()
        .for_each(|(reason, count)| println!("{count:6}  {reason}"));
    complete
}

fn main() -> ExitCode {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let write = arguments.first().is_some_and(|argument| argument == "--write");
    let same = is_same_surface(here, write);
    let reasons = fs::read_to_string(here.join("reasons.txt")).expect("reasons.txt");
    let complete = is_complete(&Reasons::read(&reasons));
    if !same {
        eprintln!("other functions are public than tests/judge/surface says: `tests/judge/run --write` makes it anew");
    }
    if !complete {
        eprintln!("tests/judge/by_hand.rs must call what is missed, or reasons.txt say why not");
    }
    if write || !same || !complete {
        return if same && complete {
            ExitCode::SUCCESS
        } else {
            ExitCode::FAILURE
        };
    }
    let number = |at: usize, default: u64| {
        arguments
            .get(at)
            .map_or(default, |text| text.parse().expect("SECONDS [SEED [ROUNDS]]"))
    };
    run(Duration::from_secs(number(0, 60)), number(1, 1), number(2, u64::MAX))
}

/// Calls functions with random values for some time.
fn run(time: Duration, first: u64, rounds: u64) -> ExitCode {
    let hook = take_hook();
    set_hook(Box::new(|info| {
        PLACE.with_borrow_mut(|place| *place = info.to_string())
    }));
    watch();
    let (began, mut judge, mut seed) = (Instant::now(), Judge::default(), first);
    let listed = || BY_HAND.lines().chain(calls::PATHS.iter().copied());
    let never = |judge: &Judge| {
        listed()
            .filter(|path| !judge.calls.contains_key(path))
            .collect::<Vec<_>>()
    };
    // On a busy machine, the run continues until all functions have been called.
    let goes_on = |judge: &Judge| began.elapsed() < time || began.elapsed() < 5 * time && !never(judge).is_empty();
    while goes_on(&judge) && seed - first < rounds {
        judge.seed = seed;
        let mut r = Random::new(seed);
        // Each function is called once, then at random; the order is the same for the same seed.
        let number = seed.saturating_sub(1) as usize;
        let (once, all) = (number < calls::PATHS.len(), calls::PATHS.len());
        let outside = catch_unwind(AssertUnwindSafe(|| {
            calls::one(if once { number } else { r.below(all) }, &mut judge, &mut r);
            if !once {
                by_hand::some(&mut judge, &mut r);
            }
        }));
        if outside.is_err() {
            judge
                .panics
                .entry("a value")
                .or_insert((seed, PLACE.with_borrow_mut(std::mem::take)));
        }
        seed += 1;
    }
    set_hook(hook);
    let made: u64 = judge.calls.values().sum();
    let (slowest, path, at) = judge.slowest;
    println!(
        "{made} calls of {} functions in {} s",
        judge.calls.len(),
        began.elapsed().as_secs()
    );
    println!("the slowest call took {slowest:.1?}: {path}, seed {at}");
    for (path, (seed, text)) in &judge.panics {
        println!("PANIC {path}, seed {seed}: {text}");
    }
    let never = never(&judge);
    never.iter().for_each(|path| println!("NEVER CALLED {path}"));
    if judge.panics.is_empty() && never.is_empty() {
        ExitCode::SUCCESS
    } else {
        ExitCode::FAILURE
    }
}
