//! `z8k size`

use anyhow::Result;
use clap::Args;
use cli::{Column, Table};
use z8000_object::{Kind, Object};

use super::input::objects;

#[derive(Args)]
pub(crate) struct Arguments {
    /// Objects, archives and programs to read.
    #[arg(default_value = "a.out")]
    files: Vec<String>,
    /// List each section, with its address.
    #[arg(short = 'A')]
    sections: bool,
    /// List text, data and bss on one line; this is the default.
    #[arg(short = 'B')]
    berkeley: bool,
    /// Add a line with the totals.
    #[arg(short = 't', long)]
    totals: bool,
    /// Print hexadecimal numbers.
    #[arg(short = 'x')]
    hexadecimal: bool,
    /// Print decimal numbers; this is the default.
    #[arg(short = 'd')]
    decimal: bool,
}

pub(crate) fn size(arguments: &Arguments) -> Result<()> {
    let number = |value: u64| match arguments.hexadecimal {
        true => format!("{value:#x}"),
        false => value.to_string(),
    };
    let numbers = ["text", "data", "bss", "dec", "hex"].map(|heading| Column::right(heading).width(7));
    let mut table = Table::new(numbers.into_iter().chain([Column::left("filename")]));
    let mut totals = [0; 3];
    for path in &arguments.files {
        for object in objects(path)? {
            let name = match object.name == *path {
                true => path.clone(),
                false => format!("{} (ex {path})", object.name),
            };
            if arguments.sections {
                cli::print_line(format_args!("{name}:\n{}\n", sections(&object, &number)))?;
                continue;
            }
            let sums = sums(&object);
            row(&mut table, sums, &name, &number);
            for (total, sum) in totals.iter_mut().zip(sums) {
                *total += sum;
            }
        }
    }
    if arguments.totals {
        row(&mut table, totals, "(TOTALS)", &number);
    }
    if !arguments.sections {
        cli::print_line(table)?;
    }
    Ok(())
}

/// Bytes of code, of data, and of space.
fn sums(object: &Object) -> [u64; 3] {
    let sum = |wanted: &[Kind]| {
        let sections = object.sections.iter().filter(|section| wanted.contains(&section.kind));
        sections.map(|section| u64::from(section.size)).sum()
    };
    [
        sum(&[Kind::Code]),
        sum(&[Kind::Data, Kind::Constants]),
        sum(&[Kind::Space]),
    ]
}

fn row(table: &mut Table, sums: [u64; 3], name: &str, number: &impl Fn(u64) -> String) {
    let total: u64 = sums.iter().sum();
    let more = [total.to_string(), format!("{total:x}"), name.to_owned()];
    table.row(sums.map(number).into_iter().chain(more));
}

fn sections(object: &Object, number: &impl Fn(u64) -> String) -> Table {
    let columns = [
        Column::left("section"),
        Column::right("size").width(8),
        Column::right("addr").width(8),
    ];
    let mut table = Table::new(columns);
    for section in &object.sections {
        table.row([
            section.name.clone(),
            number(section.size.into()),
            number(section.address.into()),
        ]);
    }
    let total = object.sections.iter().map(|section| u64::from(section.size)).sum();
    table.row(["Total".to_owned(), number(total)]);
    table
}
