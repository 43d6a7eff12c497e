//! Compares the claims of a header with the measurements.

use super::claim::{Claim, Figure};
use super::meter::Measured;

/// R0 to R14, one bit each.
const ALL_BUT_THE_STACK: u16 = 0x7FFF;

/// Returns the parts of a claim that the searches and the commands have shown to be false; `allowed` are the registers
/// that the routine may change.
pub(crate) fn faults(claim: &Claim, allowed: u16, [searched, commanded]: [&Measured; 2]) -> Vec<String> {
    let mut faults = Vec::new();
    let extra = (searched.changed | commanded.changed) & !allowed & ALL_BUT_THE_STACK;
    if extra != 0 && !claim.is_macro {
        faults.push(format!("it changes {} too", names(extra).join(", ")));
    }
    for figure in &claim.figures {
        match figure {
            Figure::Exact { each, .. } => {
                faults.extend(searched.wrong.iter().chain(&commanded.wrong).cloned());
                let kinds = searched.kinds.union(&commanded.kinds);
                let rows = kinds.map(|kind| {
                    std::iter::once(1)
                        .chain(each.iter().map(|&(mark, _)| kind[mark]))
                        .collect()
                });
                if rank(rows.collect()) <= each.len() {
                    faults.push("the runs pass too few ways to determine its figures".to_owned());
                }
            }
            Figure::Mean(mean) => {
                let measured = if searched.runs > 0 { searched } else { commanded };
                let is = measured.clocks as f64 / measured.runs as f64;
                if (is - *mean as f64).abs() > is / 100.0 {
                    faults.push(format!("the mean of {} runs is {is:.0}, not {mean}", measured.runs));
                }
            }
        }
    }
    faults
}

/// Formats registers, one bit each, as names.
fn names(registers: u16) -> Vec<String> {
    let set = (0..16).filter(|n| registers & 1 << n != 0);
    set.map(|n| format!("R{n}")).collect()
}

/// Returns the rank of a matrix of small numbers.
fn rank(rows: Vec<Vec<u32>>) -> usize {
    let mut rows: Vec<Vec<f64>> = rows
        .iter()
        .map(|row| row.iter().copied().map(f64::from).collect())
        .collect();
    let mut rank = 0;
    for column in 0..rows.first().map_or(0, Vec::len) {
        let Some(at) = (rank..rows.len()).find(|&at| rows[at][column].abs() > 1e-6) else {
            continue;
        };
        rows.swap(rank, at);
        let pivot = rows[rank].clone();
        for row in &mut rows[rank + 1..] {
            let factor = row[column] / pivot[column];
            row.iter_mut()
                .zip(&pivot)
                .for_each(|(cell, pivot)| *cell -= factor * pivot);
        }
        rank += 1;
    }
    rank
}
