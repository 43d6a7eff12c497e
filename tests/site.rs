//! Generates the source of the book, and checks the built site; called by `docs/site/build`.

use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::{Result, ensure};
use clap::Parser;
use z8000_tests::documents::book::Book;
use z8000_tests::documents::site::check;
use z8000_tests::repository;

/// The documents as a book, and the links of the site
#[derive(Parser)]
enum Command {
    /// Write the documents and their table of contents into a new folder, as mdBook reads them
    Book {
        /// The folder, which must not exist
        folder: PathBuf,
    },
    /// Check that the links of a built site lead somewhere, and that nothing is fetched from elsewhere
    Check {
        /// The site
        folder: PathBuf,
    },
}

fn main() -> ExitCode {
    match run(&Command::parse()) {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(error) => {
            eprintln!("error: {error:#}");
            ExitCode::FAILURE
        }
    }
}

fn run(command: &Command) -> Result<bool> {
    match command {
        Command::Book { folder } => {
            ensure!(
                !folder.exists(),
                "{} exists: it may hold other documents",
                folder.display()
            );
            let book = Book::collect(&repository("."))?;
            book.write(folder)?;
            println!("{} documents", book.pages().len());
            Ok(true)
        }
        Command::Check { folder } => {
            let checked = check(folder)?;
            for fault in &checked.faults {
                eprintln!("{fault}");
            }
            let (pages, links, wrong) = (checked.pages, checked.links, checked.faults.len());
            println!("{pages} pages and {links} links within the site, {wrong} wrong");
            Ok(wrong == 0)
        }
    }
}
