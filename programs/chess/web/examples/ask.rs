//! The page's machine on standard input: each line is a request as JSON, and each output line its answer. Long tasks
//! run to their end.

use std::error::Error;
use std::io::{self, Write as _};

use bcp_web::Desk;

/// Maximum number of instructions of a slice.
const SLICE: u32 = 2_000_000;

fn main() -> Result<(), Box<dyn Error>> {
    let mut desk = Desk::new();
    let advance = format!(r#"{{"kind":"advance","instructions":{SLICE}}}"#);
    for request in io::stdin().lines() {
        let mut answer = desk.answer(&request?);
        while answer.starts_with(r#"{"kind":"busy""#) {
            answer = desk.answer(&advance);
        }
        let mut out = io::stdout().lock();
        writeln!(out, "{answer}")?;
        out.flush()?;
    }
    Ok(())
}
