//! `z8k cpm`

mod calls;
mod debug;
mod input;
mod streams;
mod terminal;

use std::collections::BTreeMap;
#[cfg(unix)]
use std::ffi::OsStr;
use std::ffi::OsString;
use std::io::{self, IsTerminal, stdin, stdout};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::{Context, Result, anyhow, bail, ensure};
use clap::Args;
use clap::builder::{OsStringValueParser, TypedValueParser};
use cli::Output;
use cli::gate;
use cli::interrupt::{self, Interrupt};
use z8000_asm::Options;
use z8000_cpm::command::{Command, LONGEST};
use z8000_cpm::console::{Console, SharedScript};
use z8000_cpm::drive::{Folder, Image, Layout, Storage, Volume};
use z8000_cpm::{Fault, Host, Stop};
use z8000_debugger::command::Interpreter;
use z8000_object::{file, xout};
use z8000_translate::Choice;

use crate::binutils::input::is_made;
use crate::coverage::Coverage;
use crate::files;
use streams::Streams;
use terminal::Terminal;

/// Number of instructions between two checks whether the run must stop.
const SLICE: u64 = 250_000;

#[derive(Args, Default)]
pub(crate) struct Arguments {
    /// Use a folder as a drive, A to P. May be repeated. If neither --drive nor --image is given, the current folder is
    /// drive A.
    #[arg(long, value_name = "A=FOLDER", value_parser = OsStringValueParser::new().try_map(assignment))]
    drive: Vec<(usize, PathBuf)>,
    /// Use a disk image as a drive, A to P. May be repeated.
    #[arg(long, value_name = "B=FILE", value_parser = OsStringValueParser::new().try_map(assignment))]
    image: Vec<(usize, PathBuf)>,
    /// Layout of the disk images. The default is block=4096,entries=512,reserved=32768.
    #[arg(long, value_name = "LAYOUT", default_value = "", hide_default_value = true)]
    layout: Layout,
    /// Write-protect a drive. May be repeated.
    #[arg(long, value_name = "A", value_parser = letter)]
    read_only: Vec<usize>,
    /// Write the output of the list device (printer) to a file.
    #[arg(long, value_name = "FILE")]
    list: Option<Output>,
    /// Write the addresses of all executed instructions of the program to a file for `z8k dis --coverage`.
    #[arg(long, value_name = "FILE")]
    coverage: Option<Output>,
    /// Stop after N clock cycles.
    #[arg(long, value_name = "N", default_value_t = u64::MAX, hide_default_value = true)]
    limit_clocks: u64,
    /// Debug the program in a full-screen view, or with the commands in FILE, as in `z8k debug`. Nothing is written to the
    /// drives.
    #[arg(long, value_name = "FILE", num_args = 0..=1, require_equals = true, conflicts_with_all = ["list", "coverage", "limit_clocks", "stats"])]
    debug: Option<Option<PathBuf>>,
    /// At the end, print the numbers of instructions, clock cycles and operating system calls to standard error.
    #[arg(long)]
    stats: bool,
    /// Program: a file on the host or on a drive, such as hello.z8k or B:HELLO, or a source file (.s), which is
    /// assembled first.
    program: PathBuf,
    /// Command-line arguments for the program.
    #[arg(trailing_var_arg = true, allow_hyphen_values = true)]
    arguments: Vec<String>,
}

/// Parses the letter of a drive.
fn letter(text: &str) -> Result<usize, String> {
    let wrong = || format!("unknown drive `{text}`: expected A to P");
    let &[letter] = text.trim_end_matches(':').as_bytes() else {
        return Err(wrong());
    };
    let index = letter.to_ascii_uppercase().wrapping_sub(b'A');
    if index < 16 { Ok(index.into()) } else { Err(wrong()) }
}

/// Parses `A=PATH`; the path need not be UTF-8.
fn assignment(argument: OsString) -> Result<(usize, PathBuf), String> {
    let text = argument.to_string_lossy();
    let (drive, path) = text.split_once('=').ok_or("expected a drive, `=` and a path")?;
    let drive = letter(drive)?;
    #[cfg(unix)]
    if argument.to_str().is_none() {
        use std::os::unix::ffi::OsStrExt;
        // A drive is a single letter, so the first `=` ends it.
        let path = argument.as_bytes().splitn(2, |byte| *byte == b'=').nth(1);
        return Ok((drive, OsStr::from_bytes(path.unwrap_or_default()).into()));
    }
    Ok((drive, PathBuf::from(path)))
}

pub(crate) fn cpm(arguments: &Arguments) -> Result<ExitCode> {
    if let Some(script) = &arguments.debug {
        let (host, program) = started(arguments)?;
        return debug::debug(host, &program, &arguments.program, script.as_deref());
    }
    let interrupt = Interrupt::listen_on_terminal()?;
    let raw = stdin().is_terminal() && stdout().is_terminal();
    // All errors in the arguments are reported before the terminal is changed.
    let (mut host, _) = started(arguments)?;
    host.set_console(console(raw, interrupt.clone()).context("cannot set up the terminal")?);
    host.set_limit(arguments.limit_clocks);
    let ended = run(&mut host, arguments, &interrupt);
    // The terminal is restored before anything is printed.
    host.set_console(Box::new(SharedScript::default()));
    finish(&mut host, arguments, ended)
}

/// Returns a host that has started a program, and the bytes of the program.
fn started(arguments: &Arguments) -> Result<(Host, Vec<u8>)> {
    let mut host = Host::new(Box::new(SharedScript::default()));
    host.set_engine(Choice::Best.engine()?);
    for (drive, volume) in drives(arguments)? {
        host.mount(drive, volume);
    }
    let (program, drive) = program(&mut host, &arguments.program)?;
    let name = arguments.program.to_string_lossy();
    let command = Command::new(&name, &arguments.arguments);
    ensure!(
        command.tail.len() <= LONGEST,
        "the program's arguments have {} characters; CP/M allows at most {LONGEST}",
        command.tail.len()
    );
    host.start(&program, &command, drive)
        .with_context(|| name.clone().into_owned())?;
    Ok((host, program))
}

/// Creates a debugging session of a program, with drives such as `A=folder` and the arguments of the program.
pub(crate) fn session(program: &Path, drives: &[String], images: &[String], words: &[String]) -> Result<Interpreter> {
    let assigned = |list: &[String]| -> Result<Vec<_>> {
        let assigned = list
            .iter()
            .map(|text| assignment(text.into()).map_err(anyhow::Error::msg));
        assigned.collect()
    };
    let arguments = Arguments {
        drive: assigned(drives)?,
        image: assigned(images)?,
        program: program.to_path_buf(),
        arguments: words.to_vec(),
        ..Arguments::default()
    };
    let (host, bytes) = started(&arguments)?;
    debug::interpreter(host, &bytes, program)
}

fn console(raw: bool, interrupt: Interrupt) -> io::Result<Box<dyn Console>> {
    Ok(if raw {
        Box::new(Terminal::new(interrupt)?)
    } else {
        Box::new(Streams::new(interrupt)?)
    })
}

/// Returns the volumes by drive number; 0 is drive A.
fn drives(arguments: &Arguments) -> Result<BTreeMap<usize, Volume>> {
    let folder = |path: &PathBuf| -> Result<Box<dyn Storage>> { Ok(Box::new(Folder::new(path)?)) };
    let image = |path: &PathBuf| -> Result<Box<dyn Storage>> {
        gate::check_input(path)?;
        Ok(Box::new(Image::open(path, arguments.layout)?))
    };
    for (index, (_, path)) in arguments.image.iter().enumerate() {
        let mut before = arguments.image[..index].iter();
        let again = before.any(|(_, other)| gate::is_same(other, path));
        ensure!(!again, "{}: this image is another drive already", path.display());
    }
    let folders = arguments.drive.iter().map(|(drive, path)| (*drive, folder(path)));
    let images = arguments.image.iter().map(|(drive, path)| (*drive, image(path)));
    let mut storages: BTreeMap<usize, Box<dyn Storage>> = BTreeMap::new();
    for (drive, storage) in folders.chain(images) {
        let is_first = storages.insert(drive, storage?).is_none();
        ensure!(is_first, "duplicate drive {}", char::from(b'A' + drive as u8));
    }
    if storages.is_empty() {
        storages.insert(0, Box::new(Folder::new(Path::new("."))?));
    }
    if let Some(drive) = arguments.read_only.iter().find(|drive| !storages.contains_key(drive)) {
        bail!(
            "--read-only {}: this drive has no folder or image",
            char::from(b'A' + *drive as u8)
        );
    }
    let volumes = storages.into_iter().map(|(drive, storage)| {
        let volume = Volume::new(storage, arguments.read_only.contains(&drive))?;
        Ok((drive, volume))
    });
    volumes.collect()
}

/// Returns the program and the number of its drive: a file of the host if there is one, otherwise a file on a drive.
fn program(host: &mut Host, path: &Path) -> Result<(Vec<u8>, u8)> {
    let name = &cli::name(path);
    let is_here = cli::is_standard(path) || path.exists() && !path.is_dir();
    if is_here && files::is_source(path)? {
        let assembly = files::assembled(path, &Options::default())?;
        let program = xout::write(&assembly.program());
        let hint = || {
            format!(
                "cannot build a CP/M-8000 program from {name}: use `z8k as`, and `z8k ld --oformat xout` with a linker script"
            )
        };
        return Ok((program.with_context(hint)?, 0));
    }
    if is_here {
        let size = path.metadata().map_or(0, |found| found.len());
        ensure!(
            size <= 0x100_0000,
            "{name} is too large for a CP/M-8000 program: it has {size} bytes"
        );
        let bytes = cli::read(path)?;
        is_made(path, &bytes, "asm --format xout", "z8k")?;
        if let Some(format) = file::format(&bytes).filter(|format| *format != file::Format::Xout) {
            bail!(
                "{name} is in {format} format, but CP/M-8000 programs are in x.out format: link with `z8k ld --oformat \
                 xout`"
            );
        }
        return Ok((bytes, 0));
    }
    host.find(name).map_err(|fault| match fault {
        Fault::NoProgram(_) => anyhow!("cannot find {name} on the host or on any drive"),
        fault => fault.into(),
    })
}

/// The way in which a run ended.
enum CpmEnd {
    /// The program ended itself.
    Itself,
    /// The program's input ended.
    Input,
    /// Ctrl-C or a signal interrupted it.
    Interrupted,
    /// The limit of clocks was reached.
    Limit,
}

fn run(host: &mut Host, arguments: &Arguments, interrupt: &Interrupt) -> Result<CpmEnd> {
    let mut coverage = arguments.coverage.as_ref().map(|output| (output, Coverage::new(false)));
    let ended = loop {
        let stop = match &mut coverage {
            Some((_, coverage)) => host.run_with(SLICE, coverage),
            None => host.run(SLICE),
        };
        match stop {
            Err(fault) => break Err(fault.into()),
            Ok(Stop::Ended) => break Ok(CpmEnd::Itself),
            Ok(Stop::InputEnded) => break Ok(CpmEnd::Input),
            Ok(Stop::WantsInput | Stop::Limit) if interrupt.requested() => break Ok(CpmEnd::Interrupted),
            Ok(Stop::Limit) if host.clocks() >= arguments.limit_clocks => break Ok(CpmEnd::Limit),
            Ok(Stop::WantsInput | Stop::Limit) => {}
        }
    };
    if let Some((output, coverage)) = coverage {
        output.make(coverage.text().as_bytes())?;
    }
    ended
}

/// Closes the files and reports how the run ended.
fn finish(host: &mut Host, arguments: &Arguments, ended: Result<CpmEnd>) -> Result<ExitCode> {
    let by_itself = matches!(ended, Ok(CpmEnd::Itself));
    let dropped = if by_itself {
        host.close();
        Vec::new()
    } else {
        host.abandon()
    };
    if let Some(output) = &arguments.list {
        let listing = host.listing();
        output.write(listing.kept())?;
        if listing.dropped() > 0 {
            cli::tell(format_args!(
                "the first {} bytes of output to the list device were discarded",
                listing.dropped()
            ));
        }
    }
    let mut status = ExitCode::SUCCESS;
    let mut failed = None;
    match ended {
        Ok(CpmEnd::Itself) => {}
        Ok(CpmEnd::Input) => cli::tell("the program is waiting for input, but there is no more input"),
        Ok(CpmEnd::Limit) => cli::tell(format_args!("stopped at the limit: {}", host.place()?)),
        Ok(CpmEnd::Interrupted) => {
            cli::tell(format_args!("interrupted: {}", host.place()?));
            status = ExitCode::from(interrupt::status());
        }
        Err(error) => failed = Some(error),
    }
    if host.unit_operands() > 0 {
        cli::tell(
            "the program uses an extended processing unit (floating point), which is not emulated: the results are \
             wrong",
        );
    }
    for name in dropped {
        cli::tell(format_args!("{name} was not closed; its new contents were discarded"));
    }
    if arguments.stats {
        cli::tell(format_args!(
            "{} instructions, {} clocks, {} calls",
            host.instructions(),
            host.clocks(),
            host.calls()
        ));
    }
    for trouble in host.take_trouble() {
        cli::tell(format_args!("z8k: {trouble}"));
        status = ExitCode::FAILURE;
    }
    failed.map_or(Ok(status), Err)
}
