//! The tables that `bcp-lab compare` and `bcp-lab tables` make from results.

use std::collections::{BTreeMap, BTreeSet};

use anyhow::{Result, ensure};
use bcp_chess::bootstrap::{Margin, margin, ratio_of_sums};
use bcp_laboratory::Statistics;
use bcp_laboratory::null_move::Settings;
use bcp_suite::Selection;
use bcp_suite::options::Format;
use bcp_suite::results::{csv, sha256};
use cli::grouped;
use serde::Serialize;

use super::papers;
use super::record::{IterationRecord, Provenance, Record};
use super::table::{TitledTable, more, over};
use crate::suites;

/// Searches compared over the positions that all of them have completed.
pub(super) struct Report {
    /// Results by position, then in the order of the searches.
    compared: Vec<Vec<Record>>,
    /// Index of the search with which the others are compared.
    reference: Option<usize>,
    settings: ReportSettings,
}

/// The origin of the tables. Their hash is that of this struct as a JSON object without spaces.
#[derive(Debug, Clone, Serialize)]
struct ReportSettings {
    #[serde(flatten)]
    run: Provenance,
    positions: String,
    searches: Vec<String>,
    depths: Vec<u8>,
}

/// The machine-readable output.
#[derive(Serialize)]
struct Json<'r> {
    /// SHA-256 of the settings.
    hash: String,
    settings: &'r ReportSettings,
    /// Number of positions compared.
    positions: usize,
    totals: Vec<Total>,
    results: Vec<IterationRow<'r>>,
}

/// A search to one depth, summed over all positions.
#[derive(Serialize)]
struct Total {
    search: String,
    depth: u8,
    solved: usize,
    /// Nodes divided by the reference's nodes: of the sums, with a 95% bootstrap interval over the positions; the
    /// geometric mean over positions; and the median.
    ratio: Option<f64>,
    ratio_low: Option<f64>,
    ratio_high: Option<f64>,
    mean_ratio: Option<f64>,
    median_ratio: Option<f64>,
    /// Counts of all iterations up to the depth.
    #[serde(flatten)]
    counts: Statistics,
}

/// A search to one depth in one position.
#[derive(Serialize)]
struct IterationRow<'r> {
    position: u32,
    search: &'r str,
    #[serde(flatten)]
    iteration: &'r IterationRecord,
}

/// Formats one of a search's counts for the table.
type Figure = fn(&Statistics) -> String;

impl Report {
    /// Compares searches at depths, over the positions for which all of them have results. `against` names the search
    /// with which the others are compared; default: verified null-move pruning.
    ///
    /// # Errors
    ///
    /// No position is complete; the results are of several runs, or not as deep; `against` is not among the searches.
    pub(super) fn new(
        records: Vec<Record>,
        searches: Vec<String>,
        depths: Vec<u8>,
        against: Option<&str>,
    ) -> Result<Self> {
        let place = |name: &str| searches.iter().position(|search| search == name);
        let wanted = against.map_or_else(|| Settings::VERIFIED.to_string(), str::to_owned);
        let reference = place(&wanted);
        ensure!(
            against.is_none() || reference.is_some(),
            "--against {wanted}: this search is not among the searches compared"
        );
        let mut positions: BTreeMap<u32, Vec<Option<Record>>> = BTreeMap::new();
        // Our searches, which come first, share one program version; a search of another program has its own bench.
        let mut runs: BTreeMap<String, Provenance> = BTreeMap::new();
        for record in records {
            let own = record.search.parse::<Settings>().is_ok();
            let maker = if own { String::new() } else { record.search.clone() };
            let run = runs.entry(maker).or_insert_with(|| record.run.clone());
            run.check(&record.run)?;
            if let Some(place) = place(&record.search) {
                let row = positions.entry(record.position);
                row.or_insert_with(|| vec![None; searches.len()])[place] = Some(record);
            }
        }
        let whole = |row: Vec<Option<Record>>| row.into_iter().collect();
        let compared: Vec<Vec<Record>> = positions.into_values().filter_map(whole).collect();
        let mut runs = runs.into_values();
        let Some(run) = runs.next().filter(|_| !compared.is_empty()) else {
            anyhow::bail!(
                "no position was searched by all of these searches: {}",
                searches.join(", ")
            );
        };
        let bench = run.bench;
        runs.try_for_each(|other| run.check(&Provenance { bench, ..other }))?;
        if let Some(deepest) = depths.last() {
            ensure!(
                *deepest <= run.depth,
                "the results reach only depth {}; --depth specifies {deepest}",
                run.depth
            );
        }
        let settings = ReportSettings {
            positions: Selection::text(compared.iter().map(|row| row[0].position)),
            searches,
            depths,
            // The version of the sources does not count as a setting.
            run,
        };
        Ok(Self { compared, reference, settings })
    }

    /// Formats our tables with the paper's comparable ones, or as rows for every search of every position.
    pub(super) fn print(&self, format: Format) -> Result<String> {
        match format {
            Format::Json => Ok(serde_json::to_string_pretty(&self.json()?)? + "\n"),
            Format::Csv => csv(self.rows()),
            Format::Text => {
                let mut tables = vec![self.nodes_table(), self.solved_table()];
                tables.extend(self.ratio_table());
                tables.extend(self.growth_table());
                tables.push(self.statistics_table());
                tables.extend(papers::related(
                    self.suite(),
                    &self.settings.searches,
                    &self.settings.depths,
                )?);
                let mut parts: Vec<String> = tables.iter().map(ToString::to_string).collect();
                parts.push(self.footer()?);
                Ok(parts.join("\n"))
            }
        }
    }

    /// Returns the name of the suite if it is a known one.
    fn suite(&self) -> Option<&'static str> {
        suites::named(&self.settings.run.suite).map(|suite| suite.name)
    }

    /// Returns the line below the tables that names the origin of the results.
    fn footer(&self) -> Result<String> {
        let run = &self.settings.run;
        let suite = self.suite().map_or_else(String::new, |name| format!(" ({name})"));
        let margins = match self.compared.len() {
            0 | 1 => "",
            _ => "low..high: 95% bootstrap interval over the positions\n",
        };
        Ok(format!(
            "{margins}settings {}: suite {}{suite}, {} positions, bench {}, bcp {}\n",
            &self.hash()?[..12],
            &run.suite[..run.suite.len().min(12)],
            self.compared.len(),
            run.bench,
            run.bcp
        ))
    }

    fn hash(&self) -> Result<String> {
        Ok(sha256(&serde_json::to_vec(&self.settings)?))
    }

    /// Returns the iterations of a search to a depth, one for each position; `None` where a side is mated.
    fn iterations(&self, search: usize, depth: u8) -> impl Iterator<Item = Option<&IterationRecord>> {
        self.compared.iter().map(move |row| row[search].at(depth))
    }

    fn counts(&self, search: usize, depth: u8) -> Statistics {
        let iterations = self.iterations(search, depth).flatten();
        iterations.map(|iteration| iteration.counts).sum()
    }

    fn solved(&self, search: usize, depth: u8) -> Vec<bool> {
        let iterations = self.iterations(search, depth);
        iterations.map(|one| one.is_some_and(|one| one.solved)).collect()
    }

    /// Returns the nodes of two searches, each to a depth, for each position.
    fn pairs(&self, (search, depth): (usize, u8), (other, its_depth): (usize, u8)) -> Vec<(u64, u64)> {
        let nodes = |one: Option<&IterationRecord>| one.map_or(0, |one| one.counts.nodes);
        let both = self.iterations(search, depth).zip(self.iterations(other, its_depth));
        both.map(|(one, other)| (nodes(one), nodes(other))).collect()
    }

    /// Returns the search with which this one is compared; `None` for the reference itself.
    fn other(&self, search: usize) -> Option<usize> {
        self.reference.filter(|reference| *reference != search)
    }

    /// Returns one of our tables, with a row for each depth and a column for each search.
    fn table(&self, title: String, cell: impl Fn(usize, u8) -> String) -> TitledTable {
        let mut table = TitledTable::new(title, "depth", self.settings.searches.clone());
        for depth in &self.settings.depths {
            table.row(
                depth.to_string(),
                (0..self.settings.searches.len()).map(|search| cell(search, *depth)),
            );
        }
        table
    }

    fn nodes_table(&self) -> TitledTable {
        self.table(format!("Total node count, {}", self.of_positions()), |search, depth| {
            let count = grouped(self.counts(search, depth).nodes);
            let Some(reference) = self.reference else {
                return count;
            };
            if reference == search {
                return over(count, "-");
            }
            let Some((ratio, interval)) = ratio_of_sums(&self.pairs((search, depth), (reference, depth))) else {
                return count;
            };
            let interval = interval.map_or_else(String::new, percents);
            over(over(count, &more(ratio)), &interval)
        })
    }

    fn solved_table(&self) -> TitledTable {
        self.table(format!("Number solved of {}", self.of_positions()), |search, depth| {
            let solved = self.solved(search, depth);
            let count = solved.iter().filter(|solved| **solved).count().to_string();
            let Some(other) = self.other(search) else {
                return count;
            };
            let others = self.solved(other, depth);
            let more = |places: &[usize]| {
                let of = |list: &[bool]| places.iter().filter(|place| list[**place]).count() as f64;
                of(&solved) - of(&others)
            };
            let interval = margin(solved.len(), more);
            let interval = interval.map_or_else(String::new, |margin| format!("{margin:+}"));
            over(count, &interval)
        })
    }

    /// Returns, for a single position, the nodes of each search divided by the reference's nodes; `None` if there is no
    /// reference.
    fn ratio_table(&self) -> Option<TitledTable> {
        let reference = self.reference.filter(|_| self.settings.searches.len() > 1)?;
        let name = &self.settings.searches[reference];
        let title = format!("Nodes relative to {name}: geometric mean over the positions, with the median below");
        Some(self.table(title, |search, depth| {
            let Some(other) = self.other(search) else {
                return "-".to_owned();
            };
            let ratios = ratios(&self.pairs((search, depth), (other, depth)));
            let Some((mean, median)) = mean_and_median(&ratios) else {
                return String::new();
            };
            let interval = margin(ratios.len(), |places| {
                geometric_mean(places.iter().map(|place| ratios[*place]))
            });
            let interval = interval.map_or_else(String::new, |margin| format!(" {margin:.2}"));
            over(format!("{mean:.2}{interval}"), &format!("{median:.2}"))
        }))
    }

    /// Returns the nodes to a depth as a multiple of those to the previous depth; `None` if only depth 1 is compared.
    fn growth_table(&self) -> Option<TitledTable> {
        let title = "Growth per ply: nodes to each depth, as a multiple of the nodes to the previous depth";
        let mut table = TitledTable::new(title.to_owned(), "depth", self.settings.searches.clone());
        let depths = self.settings.depths.iter().filter(|depth| **depth > 1);
        for &depth in depths.clone() {
            let growth = |search| {
                let Some((ratio, interval)) = ratio_of_sums(&self.pairs((search, depth), (search, depth - 1))) else {
                    return String::new();
                };
                format!(
                    "{ratio:.2}{}",
                    interval.map_or_else(String::new, |margin| format!(" {margin:.2}"))
                )
            };
            table.row(depth.to_string(), (0..self.settings.searches.len()).map(growth));
        }
        (depths.count() > 0).then_some(table)
    }

    /// Returns the work of the searches at the maximum depth.
    fn statistics_table(&self) -> TitledTable {
        let depth = self.settings.depths.last().copied().unwrap_or(1);
        let columns = 0..self.settings.searches.len();
        let counts: Vec<Statistics> = columns.map(|search| self.counts(search, depth)).collect();
        let rows: [(&str, Figure); 6] = [
            ("null moves, share of nodes", |of| share(of.null_moves, of.nodes)),
            ("null moves failing high, share of nodes failing high", |of| {
                share(of.null_cut_nodes, of.cut_nodes)
            }),
            ("evaluations, share of nodes", |of| share(of.evaluations, of.nodes)),
            ("cut-offs, share of move lists", |of| share(of.cutoffs, of.lists)),
            ("moves tried per move list", |of| format!("{:.2}", of.branching())),
            ("longest path", |of| of.deepest.to_string()),
        ];
        let title = format!("Search statistics to depth {depth}");
        let mut table = TitledTable::new(title, "", self.settings.searches.clone());
        for (name, figure) in rows {
            table.row(name, counts.iter().map(figure));
        }
        table
    }

    fn of_positions(&self) -> String {
        match self.compared.len() {
            1 => "1 position".to_owned(),
            count => format!("{count} positions"),
        }
    }

    fn json(&self) -> Result<Json<'_>> {
        let total = |(search, depth): (usize, u8)| {
            let pairs = self
                .other(search)
                .map(|other| self.pairs((search, depth), (other, depth)));
            let ratio = pairs.as_deref().and_then(ratio_of_sums);
            let interval = ratio.and_then(|(_, interval)| interval);
            let means = pairs.and_then(|pairs| mean_and_median(&ratios(&pairs)));
            Total {
                search: self.settings.searches[search].clone(),
                depth,
                solved: self.solved(search, depth).into_iter().filter(|solved| *solved).count(),
                ratio: ratio.map(|(ratio, _)| ratio),
                ratio_low: interval.map(|margin| margin.low),
                ratio_high: interval.map(|margin| margin.high),
                mean_ratio: means.map(|means| means.0),
                median_ratio: means.map(|means| means.1),
                counts: self.counts(search, depth),
            }
        };
        Ok(Json {
            hash: self.hash()?,
            settings: &self.settings,
            positions: self.compared.len(),
            totals: self.columns().map(total).collect(),
            results: self.rows().collect(),
        })
    }

    /// Returns each search at each depth.
    fn columns(&self) -> impl Iterator<Item = (usize, u8)> {
        let searches = 0..self.settings.searches.len();
        searches.flat_map(|search| self.settings.depths.iter().map(move |depth| (search, *depth)))
    }

    /// Returns each search at each depth in each position.
    fn rows(&self) -> impl Iterator<Item = IterationRow<'_>> {
        self.columns().flat_map(|(search, depth)| {
            let records = self.compared.iter().map(move |row| &row[search]);
            records.filter_map(move |record| {
                Some(IterationRow {
                    position: record.position,
                    search: &record.search,
                    iteration: record.at(depth)?,
                })
            })
        })
    }
}

/// Returns the names of the searches that have results in order, the standard ones first.
pub(super) fn searches(records: &[Record]) -> Vec<String> {
    let names: BTreeSet<&String> = records.iter().map(|record| &record.search).collect();
    let mut names: Vec<String> = names.into_iter().cloned().collect();
    names.sort_by_key(|name| !name.starts_with('r'));
    names
}

/// Formats a part of a whole in per cent; `-` if the whole is 0.
fn share(part: u64, whole: u64) -> String {
    if whole == 0 {
        return "-".to_owned();
    }
    format!("{:.1} %", 100.0 * part as f64 / whole as f64)
}

/// Formats the margins of a ratio as an increase in per cent.
fn percents(margin: Margin) -> String {
    let percent = |ratio: f64| 100.0 * (ratio - 1.0);
    format!("{:+.0}..{:+.0}%", percent(margin.low), percent(margin.high))
}

/// Returns the ratio of the two node counts of each position for which both are known.
fn ratios(pairs: &[(u64, u64)]) -> Vec<f64> {
    let known = pairs.iter().filter(|(a, b)| *a > 0 && *b > 0);
    known.map(|(a, b)| *a as f64 / *b as f64).collect()
}

fn geometric_mean(ratios: impl Iterator<Item = f64>) -> f64 {
    let (sum, count) = ratios.fold((0.0, 0.0), |(sum, count), ratio| (sum + ratio.ln(), count + 1.0));
    (sum / count).exp()
}

fn mean_and_median(ratios: &[f64]) -> Option<(f64, f64)> {
    let mut ordered = ratios.to_vec();
    ordered.sort_by(f64::total_cmp);
    let (upper, lower) = (ordered.get(ratios.len() / 2)?, ordered[(ratios.len() - 1) / 2]);
    Some((geometric_mean(ratios.iter().copied()), (upper + lower) / 2.0))
}
