//! Many items of work on all cores.

use std::io::IsTerminal;
use std::time::Duration;

use anyhow::{Context, Result};
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use rayon::prelude::*;

use crate::interrupt::Interrupt;

/// Runs a function for each item, on `jobs` threads (0 for all cores). Results come in the order
/// of the items, whatever the number of threads; items that Ctrl-C left out give none.
///
/// # Errors
///
/// The first error of the function, in the order of the items.
pub fn each<T: Sync, R: Send>(
    items: &[T],
    jobs: usize,
    what: &str,
    interrupt: &Interrupt,
    run: impl Fn(&T) -> Result<Option<R>> + Sync,
) -> Result<Vec<R>> {
    let pool = rayon::ThreadPoolBuilder::new()
        .num_threads(jobs)
        .build()
        .context("cannot start threads")?;
    let bar = bar(items.len(), what);
    let results: Vec<Result<Option<R>>> = pool.install(|| {
        // One by one, so that a slow position does not hold up others behind it.
        items
            .par_iter()
            .with_max_len(1)
            .map(|item| {
                let result = if interrupt.requested() { Ok(None) } else { run(item) };
                bar.inc(1);
                result
            })
            .collect()
    });
    bar.finish_and_clear();
    results.into_iter().filter_map(Result::transpose).collect()
}

/// A progress bar on a terminal's standard error; nothing elsewhere.
fn bar(length: usize, what: &str) -> ProgressBar {
    let target = if std::io::stderr().is_terminal() {
        ProgressDrawTarget::stderr()
    } else {
        ProgressDrawTarget::hidden()
    };
    let bar = ProgressBar::with_draw_target(Some(length as u64), target);
    let template = "{msg} {wide_bar} {pos}/{len}, {eta} left";
    if let Ok(style) = ProgressStyle::with_template(template) {
        bar.set_style(style);
    }
    bar.set_message(what.to_owned());
    bar.enable_steady_tick(Duration::from_millis(500));
    bar
}
