//! The tables that `bcp lab compare` and `bcp lab tables` make of results.

use std::collections::{BTreeMap, BTreeSet};

use anyhow::{Result, ensure};
use bcp_laboratory::Statistics;
use bcp_laboratory::null_move::Settings;
use bcp_suite::Selection;
use bcp_suite::results::sha256;
use cli::grouped;
use serde::Serialize;

use super::super::margin::{Margin, margin};
use super::super::printing::{Format, csv};
use super::super::suites;
use super::papers;
use super::record::{IterationRecord, Provenance, Record};
use super::table::{Titled, more, over};

/// Searches compared over the positions that all of them have completed.
pub(super) struct Report {
    searches: Vec<String>,
    depths: Vec<u8>,
    /// By position, then in the order of the searches.
    compared: Vec<Vec<Record>>,
    /// The search that the others are compared with, by its place.
    reference: Option<usize>,
    settings: Compared,
}

/// The origin of the tables. Their hash is that of this as a JSON object without blanks.
#[derive(Debug, Clone, Serialize)]
struct Compared {
    #[serde(flatten)]
    run: Provenance,
    positions: String,
    searches: Vec<String>,
    depths: Vec<u8>,
}

/// The output for programs.
#[derive(Serialize)]
struct Json<'r> {
    /// SHA-256 of what follows it.
    hash: String,
    settings: &'r Compared,
    /// Positions compared.
    positions: usize,
    totals: Vec<Total>,
    results: Vec<Row<'r>>,
}

/// A search to a depth, over all positions.
#[derive(Serialize)]
struct Total {
    search: String,
    depth: u8,
    solved: usize,
    /// Of the nodes, the ratio to those of the search that is compared with: of the sums, and what 95 of 100 samples of
    /// the positions lie between; the geometric mean over positions, and the median.
    ratio: Option<f64>,
    ratio_low: Option<f64>,
    ratio_high: Option<f64>,
    mean_ratio: Option<f64>,
    median_ratio: Option<f64>,
    /// Of all iterations up to the depth.
    #[serde(flatten)]
    counts: Statistics,
}

/// A search to a depth in one position.
#[derive(Serialize)]
struct Row<'r> {
    position: u32,
    search: &'r str,
    #[serde(flatten)]
    iteration: &'r IterationRecord,
}

/// The counts of a search that are shown.
type Figure = fn(&Statistics) -> String;

impl Report {
    /// Compares searches at depths, over the positions for which there are results of all of them. `against` is the
    /// search that the others are compared with; verified null-move pruning if it is left out.
    ///
    /// # Errors
    ///
    /// No position is complete; the results are of several runs, or not as deep; `against` is not among the searches.
    pub(super) fn new(
        records: Vec<Record>,
        searches: Vec<String>,
        depths: Vec<u8>,
        against: Option<&Settings>,
    ) -> Result<Self> {
        let reference = match against {
            Some(against) => {
                let against = against.to_string();
                let place = searches.iter().position(|search| *search == against);
                ensure!(place.is_some(), "--against {against}: it is not among the searches");
                place
            }
            None => searches
                .iter()
                .position(|search| *search == Settings::VERIFIED.to_string()),
        };
        let mut positions: BTreeMap<u32, Vec<Option<Record>>> = BTreeMap::new();
        let mut run: Option<Provenance> = None;
        for record in records {
            // The sources were compared where the files were put together.
            run.get_or_insert_with(|| record.run.clone()).check(&record.run)?;
            let Some(place) = searches.iter().position(|search| *search == record.search) else {
                continue;
            };
            let row = positions
                .entry(record.position)
                .or_insert_with(|| vec![None; searches.len()]);
            row[place] = Some(record);
        }
        let rows = positions
            .into_values()
            .map(|row| row.into_iter().collect::<Option<Vec<_>>>());
        let compared: Vec<Vec<Record>> = rows.flatten().collect();
        let Some(run) = run.filter(|_| !compared.is_empty()) else {
            anyhow::bail!("no position was searched by all of {}", searches.join(", "));
        };
        if let Some(deepest) = depths.last() {
            ensure!(
                *deepest <= run.depth,
                "the results go to depth {}, not to {deepest}",
                run.depth
            );
        }
        let settings = Compared {
            positions: Selection::text(compared.iter().map(|row| row[0].position)),
            searches: searches.clone(),
            depths: depths.clone(),
            // The sources that computed it are not a setting of a comparison.
            run,
        };
        Ok(Self {
            searches,
            depths,
            compared,
            reference,
            settings,
        })
    }

    /// Positions compared.
    pub(super) fn positions(&self) -> usize {
        self.compared.len()
    }

    /// Our tables and those of the paper that they can stand beside; or every search of every position.
    pub(super) fn print(&self, format: Format) -> Result<String> {
        match format {
            Format::Json => Ok(serde_json::to_string_pretty(&self.json()?)? + "\n"),
            Format::Csv => csv(self.rows()),
            Format::Text | Format::Markdown => {
                let ours = [Some(self.nodes_table()), Some(self.solved_table())];
                let ours = ours
                    .into_iter()
                    .chain([self.ratio_table(), Some(self.statistics_table())]);
                let paper = papers::related(self.suite(), &self.searches, &self.depths);
                let tables = ours.flatten().chain(paper);
                let mut tables: Vec<String> = tables.map(|table| table.print(format)).collect();
                tables.push(self.footer()?);
                Ok(tables.join("\n"))
            }
        }
    }

    /// The name of the suite, if it is a known one.
    fn suite(&self) -> Option<&'static str> {
        suites::named(&self.settings.run.suite).map(|suite| suite.name)
    }

    /// Returns the origin of the tables.
    fn footer(&self) -> Result<String> {
        let run = &self.settings.run;
        let suite = self.suite().map_or_else(String::new, |name| format!(" ({name})"));
        let margins = match self.reference {
            Some(_) if self.positions() > 1 => "low..high: 95 % of bootstrap samples of the positions\n",
            _ => "",
        };
        Ok(format!(
            "{margins}settings {}: suite {}{suite}, {} positions, bench {}, bcp {}\n",
            &self.hash()?[..12],
            &run.suite[..run.suite.len().min(12)],
            self.positions(),
            run.bench,
            run.bcp
        ))
    }

    fn hash(&self) -> Result<String> {
        Ok(sha256(&serde_json::to_vec(&self.settings)?))
    }

    /// The iterations of a search to a depth, by position. One in which a side is mated has none.
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

    /// The nodes of a search by position.
    fn nodes(&self, search: usize, depth: u8) -> Vec<u64> {
        let iterations = self.iterations(search, depth);
        iterations.map(|one| one.map_or(0, |one| one.counts.nodes)).collect()
    }

    /// The search that one is compared with; none for itself.
    fn other(&self, search: usize) -> Option<usize> {
        self.reference.filter(|reference| *reference != search)
    }

    /// A table of ours: a row for each depth, and in it a cell for each search.
    fn table(&self, title: String, cell: impl Fn(usize, u8) -> String) -> Titled {
        let mut table = Titled::new(title, "depth", self.searches.clone());
        for depth in &self.depths {
            table.row(
                depth.to_string(),
                (0..self.searches.len()).map(|search| cell(search, *depth)),
            );
        }
        table
    }

    fn nodes_table(&self) -> Titled {
        self.table(format!("Total node count, {}", self.of_positions()), |search, depth| {
            let nodes = self.nodes(search, depth);
            let count = grouped(nodes.iter().sum::<u64>());
            let Some(reference) = self.reference else {
                return count;
            };
            if reference == search {
                return over(count, "-");
            }
            let others = self.nodes(reference, depth);
            let below = more(nodes.iter().sum(), others.iter().sum());
            let interval = ratio_margin(&nodes, &others).map_or_else(String::new, percents);
            over(over(count, &below), &interval)
        })
    }

    fn solved_table(&self) -> Titled {
        self.table(format!("Solved of {}", self.of_positions()), |search, depth| {
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

    /// Returns the nodes of each search as a multiple of those of the one that it is compared with, in the single
    /// position; none where there is no such search.
    fn ratio_table(&self) -> Option<Titled> {
        let reference = self.reference.filter(|_| self.searches.len() > 1)?;
        let name = &self.searches[reference];
        let title =
            format!("Nodes as a multiple of those of {name}: geometric mean over the positions; below, the median");
        Some(self.table(title, |search, depth| {
            let Some(other) = self.other(search) else {
                return "-".to_owned();
            };
            let ratios = ratios(&self.nodes(search, depth), &self.nodes(other, depth));
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

    /// Returns the work of the searches at the greatest depth.
    fn statistics_table(&self) -> Titled {
        let depth = self.depths.last().copied().unwrap_or(1);
        let columns = 0..self.searches.len();
        let counts: Vec<Statistics> = columns.map(|search| self.counts(search, depth)).collect();
        let rows: [(&str, Figure); 5] = [
            ("null moves, of the nodes", |counts| {
                share(counts.null_moves, counts.nodes)
            }),
            ("evaluations, of the nodes", |counts| {
                share(counts.evaluations, counts.nodes)
            }),
            ("cut off, of the lists", |counts| share(counts.cutoffs, counts.lists)),
            ("moves tried of a list", |counts| {
                format!("{:.2}", counts.tried as f64 / counts.lists.max(1) as f64)
            }),
            ("longest path", |counts| counts.deepest.to_string()),
        ];
        let title = format!("What they did, to depth {depth}");
        let mut table = Titled::new(title, "", self.searches.clone());
        for (name, figure) in rows {
            table.row(name, counts.iter().map(figure));
        }
        table
    }

    fn of_positions(&self) -> String {
        let count = self.positions();
        let positions = if count == 1 { "position" } else { "positions" };
        format!("{count} {positions}")
    }

    fn json(&self) -> Result<Json<'_>> {
        let total = |(search, depth): (usize, u8)| {
            let nodes = self.nodes(search, depth);
            let others = self.other(search).map(|other| self.nodes(other, depth));
            let interval = others.as_ref().and_then(|others| ratio_margin(&nodes, others));
            let means = others
                .as_ref()
                .and_then(|others| mean_and_median(&ratios(&nodes, others)));
            let counts = self.counts(search, depth);
            Total {
                search: self.searches[search].clone(),
                depth,
                solved: self.solved(search, depth).into_iter().filter(|solved| *solved).count(),
                ratio: others.map(|others| counts.nodes as f64 / others.iter().sum::<u64>() as f64),
                ratio_low: interval.map(|margin| margin.low),
                ratio_high: interval.map(|margin| margin.high),
                mean_ratio: means.map(|means| means.0),
                median_ratio: means.map(|means| means.1),
                counts,
            }
        };
        Ok(Json {
            hash: self.hash()?,
            settings: &self.settings,
            positions: self.positions(),
            totals: self.columns().map(total).collect(),
            results: self.rows().collect(),
        })
    }

    /// Each search at each depth.
    fn columns(&self) -> impl Iterator<Item = (usize, u8)> {
        let searches = 0..self.searches.len();
        searches.flat_map(|search| self.depths.iter().map(move |depth| (search, *depth)))
    }

    /// Each search at each depth in each position.
    fn rows(&self) -> impl Iterator<Item = Row<'_>> {
        self.columns().flat_map(|(search, depth)| {
            let records = self.compared.iter().map(move |row| &row[search]);
            records.filter_map(move |record| {
                Some(Row {
                    position: record.position,
                    search: &record.search,
                    iteration: record.at(depth)?,
                })
            })
        })
    }
}

/// The searches of which there are results, in their order by name: standard ones first.
pub(super) fn searches(records: &[Record]) -> Vec<String> {
    let names: BTreeSet<&String> = records.iter().map(|record| &record.search).collect();
    let mut names: Vec<String> = names.into_iter().cloned().collect();
    names.sort_by_key(|name| !name.starts_with('r'));
    names
}

/// A part of a whole in per cent.
fn share(part: u64, whole: u64) -> String {
    format!("{:.1} %", 100.0 * part as f64 / whole.max(1) as f64)
}

/// The margins of the ratio of two sums over the same positions.
fn ratio_margin(nodes: &[u64], others: &[u64]) -> Option<Margin> {
    margin(nodes.len(), |places| {
        let sum = |list: &[u64]| places.iter().map(|place| list[*place]).sum::<u64>() as f64;
        sum(nodes) / sum(others)
    })
}

/// Margins of a ratio, as per cent more than one.
fn percents(margin: Margin) -> String {
    let percent = |ratio: f64| 100.0 * (ratio - 1.0);
    format!("{:+.0}..{:+.0}%", percent(margin.low), percent(margin.high))
}

/// The ratios of nodes by position, where both are known.
fn ratios(nodes: &[u64], others: &[u64]) -> Vec<f64> {
    let pairs = nodes.iter().zip(others).filter(|(a, b)| **a > 0 && **b > 0);
    pairs.map(|(a, b)| *a as f64 / *b as f64).collect()
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
