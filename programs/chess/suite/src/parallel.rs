//! Runs many work items on all cores.

use std::collections::BTreeMap;
use std::io::IsTerminal;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::Duration;

use anyhow::{Context, Error, Result, anyhow};
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

use crate::interrupt::Interrupt;

/// The maximum number of threads. More would only wait for each other.
pub const MAX_JOBS: usize = 1024;

/// How work is distributed, and whether progress is shown.
#[derive(Debug, Clone, Copy, Default)]
#[cfg_attr(feature = "options", derive(clap::Args))]
pub struct Threads {
    /// Number of threads, 0 to 1024. With 0, the environment variable BCP_JOBS sets the number; if it is not set, all
    /// cores are used. The number of threads does not affect the results.
    #[cfg_attr(
        feature = "options",
        arg(short, long, value_name = "N", default_value_t = 0,
            value_parser = clap::builder::RangedU64ValueParser::<usize>::new().range(0..=MAX_JOBS as u64))
    )]
    pub jobs: usize,
    /// Suppress progress output.
    #[cfg_attr(feature = "options", arg(short, long))]
    pub quiet: bool,
}

/// The environment variable that sets the number of threads if the command line does not.
pub const JOBS: &str = "BCP_JOBS";

/// Runs a function for each item on `how.jobs` threads. With 0, the number is taken from `BCP_JOBS` or, without it, is
/// the number of cores. Items are started in order, each as soon as a thread is free. `told` gets each result as soon
/// as it and all results before it are available; the function returns all results. Both follow the order of the items,
/// whatever the number of threads. Items skipped because of Ctrl-C give no result.
///
/// # Errors
///
/// The error of `told`, or else the error of the first item that fails, in order. After an error no further item is
/// started, and work that checks the interrupt ends.
pub fn each<T: Sync, R: Send>(
    items: &[T],
    how: Threads,
    what: &str,
    interrupt: &Interrupt,
    run: impl Fn(&T) -> Result<Option<R>> + Sync,
    told: impl FnMut(&R) -> Result<()> + Send,
) -> Result<Vec<R>> {
    let threads = threads(how.jobs, items.len())?;
    let bar = bar(items.len(), what, how.quiet);
    let next = AtomicUsize::new(0);
    let results = Mutex::new(InOrder { results: BTreeMap::new(), next: 0, told, failure: None });
    let work = || {
        while !interrupt.requested()
            && let at = next.fetch_add(1, Ordering::Relaxed)
            && let Some(item) = items.get(at)
        {
            let result = run(item);
            let is_error = result.is_err();
            bar.inc(1);
            let told = bar.suspend(|| locked(&results).add(at, result));
            if is_error || told.is_err() {
                interrupt.request();
            }
        }
    };
    thread::scope(|scope| {
        let start = |_| thread::Builder::new().spawn_scoped(scope, work).map(drop);
        (0..threads).try_for_each(start).context("cannot start threads")
    })
    .inspect_err(|_| interrupt.request())?;
    bar.finish_and_clear();
    let InOrder { results, failure, .. } = results.into_inner().unwrap_or_else(PoisonError::into_inner);
    failure.map_or(Ok(()), Err)?;
    results.into_values().filter_map(Result::transpose).collect()
}

/// Results that are passed to `told` in the order of their items.
struct InOrder<R, F> {
    results: BTreeMap<usize, Result<Option<R>>>,
    /// Index of the first item whose result is missing.
    next: usize,
    told: F,
    /// The first error returned by `told`.
    failure: Option<Error>,
}

/// The error that a result could not be passed on.
struct NotTold;

impl<R, F: FnMut(&R) -> Result<()>> InOrder<R, F> {
    /// Adds the result of an item, and passes on all results whose turn has come.
    fn add(&mut self, at: usize, result: Result<Option<R>>) -> Result<(), NotTold> {
        self.results.insert(at, result);
        while let Some(result) = self.results.get(&self.next) {
            self.next += 1;
            if let (Ok(Some(result)), None) = (result, &self.failure) {
                self.failure = (self.told)(result).err();
            }
        }
        if self.failure.is_some() { Err(NotTold) } else { Ok(()) }
    }
}

/// Locks state shared by threads, even if one of them has panicked: no thread leaves it in an inconsistent state.
pub fn locked<T>(shared: &Mutex<T>) -> MutexGuard<'_, T> {
    shared.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Returns the number of threads for a number of items, at least one.
fn threads(jobs: usize, items: usize) -> Result<usize> {
    let jobs = match jobs {
        0 => jobs_of(std::env::var(JOBS).ok().as_deref())?,
        jobs => jobs,
    };
    let jobs = match jobs {
        0 => thread::available_parallelism().map_or(1, usize::from),
        jobs => jobs,
    };
    Ok(jobs.min(MAX_JOBS).min(items).max(1))
}

/// Parses the number in the variable; 0 if it is not set.
fn jobs_of(variable: Option<&str>) -> Result<usize> {
    match variable {
        None | Some("") => Ok(0),
        Some(text) => text
            .parse()
            .map_err(|_| anyhow!("{JOBS} is `{text}`; expected a number of threads, or 0 for all cores")),
    }
}

/// Returns a progress bar on standard error if that is a terminal; a hidden one otherwise, or if `quiet` is true.
fn bar(length: usize, what: &str, quiet: bool) -> ProgressBar {
    let target = if std::io::stderr().is_terminal() && !quiet {
        ProgressDrawTarget::stderr()
    } else {
        ProgressDrawTarget::hidden()
    };
    let bar = ProgressBar::with_draw_target(Some(length as u64), target);
    if let Ok(style) = ProgressStyle::with_template("{msg} {wide_bar} {pos}/{len}, {eta} left") {
        bar.set_style(style);
    }
    bar.set_message(what.to_owned());
    bar.enable_steady_tick(Duration::from_millis(500));
    bar
}

#[cfg(test)]
mod tests {
    use super::*;

    fn on(jobs: usize) -> Threads {
        Threads { jobs, ..Threads::default() }
    }

    #[test]
    fn results_have_the_order_of_the_items() {
        let items: Vec<u64> = (0..50).collect();
        for jobs in [0, 1, 2, 7, 100_000] {
            let interrupt = Interrupt::default();
            let slow_first = |item: &u64| {
                thread::sleep(Duration::from_micros(50 - item));
                Ok((!item.is_multiple_of(5)).then_some(item * item))
            };
            let mut told = Vec::new();
            let tell = |number: &u64| {
                told.push(*number);
                Ok(())
            };
            let results = each(&items, on(jobs), "numbers", &interrupt, slow_first, tell).expect("no error");
            assert_eq!(told, results, "{jobs} jobs");
            let expected: Vec<u64> = items
                .iter()
                .filter(|item| !item.is_multiple_of(5))
                .map(|i| i * i)
                .collect();
            assert_eq!(results, expected, "{jobs} jobs");
            assert!(!interrupt.requested());
        }
        let same = |item: &u64| Ok(Some(*item));
        let none: Vec<u64> = each(&[], on(0), "numbers", &Interrupt::default(), same, |_| Ok(())).expect("nothing");
        assert_eq!(none, [0_u64; 0]);
    }

    #[test]
    fn nothing_is_begun_after_an_error() {
        let items: Vec<usize> = (0..100).collect();
        let begun = AtomicUsize::new(0);
        let interrupt = Interrupt::default();
        let run = |item: &usize| {
            begun.fetch_add(1, Ordering::Relaxed);
            if *item == 3 {
                Err(anyhow!("the fourth"))
            } else {
                Ok(Some(*item))
            }
        };
        let error = each(&items, on(1), "numbers", &interrupt, run, |_| Ok(())).expect_err("an error");
        assert_eq!(error.to_string(), "the fourth");
        assert_eq!(begun.into_inner(), 4);
        assert!(interrupt.requested());
    }

    /// The second item ends only after the first result was passed on, and the third after the second.
    #[test]
    fn results_are_told_as_soon_as_those_before_them_are_there() {
        let told = AtomicUsize::new(0);
        let wait = |item: &usize| {
            while told.load(Ordering::SeqCst) < *item {
                thread::yield_now();
            }
            Ok(Some(*item))
        };
        let tell = |item: &usize| {
            told.store(item + 1, Ordering::SeqCst);
            Ok(())
        };
        let results = each(&[0, 1, 2], on(3), "numbers", &Interrupt::default(), wait, tell);
        assert_eq!(results.expect("no error"), [0, 1, 2]);
    }

    #[test]
    fn nothing_is_begun_when_results_cannot_be_told() {
        let items: Vec<usize> = (0..100).collect();
        let begun = AtomicUsize::new(0);
        let run = |item: &usize| {
            begun.fetch_add(1, Ordering::Relaxed);
            Ok(Some(*item))
        };
        let tell = |item: &usize| {
            if *item == 1 {
                Err(anyhow!("nobody reads"))
            } else {
                Ok(())
            }
        };
        let error = each(&items, on(1), "numbers", &Interrupt::default(), run, tell).expect_err("an error");
        assert_eq!(error.to_string(), "nobody reads");
        assert_eq!(begun.into_inner(), 2);
    }

    #[test]
    fn threads_are_not_more_than_items() {
        assert_eq!(threads(100_000, 300).expect("a number"), 300);
        assert_eq!(threads(100_000, 1_000_000).expect("a number"), MAX_JOBS);
        assert_eq!(threads(3, 300).expect("a number"), 3);
        assert_eq!(
            (jobs_of(None).ok(), jobs_of(Some("")).ok(), jobs_of(Some("4")).ok()),
            (Some(0), Some(0), Some(4))
        );
        assert!(
            jobs_of(Some("all"))
                .expect_err("no number")
                .to_string()
                .contains("BCP_JOBS is `all`")
        );
    }
}
