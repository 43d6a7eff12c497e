//! `z8k size`: the sizes of code, data and space.

use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::Result;
use clap::{Args, ValueEnum};
use cli::{Column, Table};
use z8000_object::{Kind, Object, Value};

use super::input::{each, objects};

#[derive(Args)]
pub(crate) struct Arguments {
    /// Object files, archives and programs to read.
    #[arg(default_value = "a.out")]
    files: Vec<PathBuf>,
    /// Output format: the sizes of text, data and bss on one line (berkeley), or the size and address of each section
    /// (sysv).
    #[arg(short, long, value_enum, default_value = "berkeley", ignore_case = true)]
    format: Format,
    /// Equivalent to `--format sysv`.
    #[arg(short = 'A', overrides_with = "format")]
    sections: bool,
    /// Equivalent to `--format berkeley`.
    #[arg(short = 'B', overrides_with_all = ["sections", "format"])]
    berkeley: bool,
    /// Add a line with the totals of all files, in berkeley format only.
    #[arg(short = 't', long)]
    totals: bool,
    /// Count common symbols as space, in berkeley format only.
    #[arg(long, hide = true)]
    common: bool,
    /// Print sizes and addresses in hexadecimal.
    #[arg(short = 'x', overrides_with_all = ["decimal", "octal", "radix"])]
    hexadecimal: bool,
    /// Print sizes and addresses in decimal; this is the default.
    #[arg(short = 'd', overrides_with_all = ["octal", "radix"])]
    decimal: bool,
    /// Print sizes and addresses in octal.
    #[arg(short = 'o', overrides_with = "radix")]
    octal: bool,
    /// Print sizes and addresses in octal (8), decimal (10) or hexadecimal (16).
    #[arg(long, value_name = "RADIX", value_parser = ["8", "10", "16"])]
    radix: Option<String>,
}

/// The output formats, as GNU size names them.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Format {
    Berkeley,
    Sysv,
}

pub(crate) fn size(arguments: &Arguments) -> Result<ExitCode> {
    let format = if arguments.sections {
        Format::Sysv
    } else {
        arguments.format
    };
    let radix = arguments.radix.as_deref();
    let is_octal = arguments.octal || radix == Some("8");
    let number = |value: u64| match radix {
        _ if arguments.hexadecimal || radix == Some("16") => format!("{value:#x}"),
        _ if is_octal => format!("0{value:o}"),
        _ => value.to_string(),
    };
    let sum = if is_octal { "oct" } else { "dec" };
    let numbers = ["text", "data", "bss", sum, "hex"].map(|heading| Column::right(heading).width(7));
    let mut table = Table::new(numbers.into_iter().chain([Column::left("filename")]));
    let mut totals = [0; 3];
    let status = each(&arguments.files, |path| {
        let shown = path.display().to_string();
        for object in objects(path, &cli::read(path)?)? {
            let member = (object.name != shown).then(|| object.name.clone());
            let name = match &member {
                None => shown.clone(),
                Some(member) => format!("{member} (ex {shown})"),
            };
            let mut sums = sums(&object);
            if arguments.common {
                sums[2] += commons(&object);
            }
            match format {
                Format::Sysv => cli::print_line(format_args!(
                    "{name}{}:\n{}\n",
                    if member.is_none() { "  " } else { "" },
                    sections(&object, &number)
                ))?,
                Format::Berkeley => row(&mut table, sums, &name, is_octal, &number),
            }
            for (total, sum) in totals.iter_mut().zip(sums) {
                *total += sum;
            }
        }
        Ok(())
    })?;
    if format == Format::Berkeley {
        if arguments.totals {
            row(&mut table, totals, "(TOTALS)", is_octal, &number);
        }
        cli::print_line(table)?;
    }
    Ok(status)
}

/// Returns the number of bytes of common symbols.
fn commons(object: &Object) -> u64 {
    let sizes = object.symbols.iter().map(|symbol| match symbol.value {
        Value::Common { size, .. } => size.into(),
        _ => 0,
    });
    sizes.sum()
}

/// Returns the number of bytes of code, of data, and of zeroed space.
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

fn row(table: &mut Table, sums: [u64; 3], name: &str, octal: bool, number: &impl Fn(u64) -> String) {
    let total: u64 = sums.iter().sum();
    let sum = if octal { format!("{total:o}") } else { total.to_string() };
    let more = [sum, format!("{total:x}"), name.to_owned()];
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
