//! Random programs: the bytes of GNU as and GNU ld are compared with those of this assembler and this linker, and of
//! both toolchains mixed.

use std::fmt::Write;
use std::fs;
use std::path::Path;
use std::thread;
use std::time::Instant;

use z8000_asm::disassembly::Relocatable;
use z8000_asm::{AddressSpace, Memory, Options, Processor, assemble};
use z8000_object::image::flat;
use z8000_object::link::{self, Input, Script, link};
use z8000_object::{Object, coff};
use z8000_tests::Random;

use super::generator::{Program, program};
use super::tools::{run, work};

/// Number of programs that are compared; `Z8000_PROGRAMS` overrides it.
const PROGRAMS: u64 = 300;

/// GNU as rejects some LDR and LDAR instructions whose distances fit.
const OVERFLOW: &str = "Error: relocation overflow";

/// Maximum number of differences that are reported.
const SHOWN: usize = 5;

#[test]
#[ignore = "needs GNU binutils for z8k-coff on the PATH"]
fn random_programs_have_the_bytes_of_gnu() {
    let number = |name: &str| {
        std::env::var(name)
            .ok()
            .map(|text| text.parse::<u64>().expect("a number"))
    };
    let first = number("Z8000_PROGRAM").unwrap_or(1);
    let count = number("Z8000_PROGRAMS").unwrap_or(if first == 1 { PROGRAMS } else { 1 });
    let seeds: Vec<u64> = (first..first + count).collect();
    let threads = thread::available_parallelism().map_or(1, usize::from);
    let start = Instant::now();
    let mut refused = 0;
    let mut wrong: Vec<(u64, String)> = thread::scope(|scope| {
        let share = |number: usize| seeds.iter().copied().skip(number).step_by(threads);
        let start = |number| scope.spawn(move || differences(number, share(number)));
        let running: Vec<_> = (0..threads).map(start).collect();
        running
            .into_iter()
            .flat_map(|thread| thread.join().expect("a thread"))
            .collect()
    });
    wrong.retain(|(_, report)| {
        let is_refused = report.contains(OVERFLOW);
        refused += u64::from(is_refused);
        !is_refused
    });
    wrong.sort();
    let seconds = start.elapsed().as_secs();
    println!(
        "{count} random programs in {seconds} s: {} differ from GNU's, {refused} are refused by GNU as",
        wrong.len()
    );
    assert!(refused <= count / 20, "GNU as refuses too many");
    let shown: Vec<&str> = wrong.iter().take(SHOWN).map(|(_, report)| &**report).collect();
    assert!(wrong.is_empty(), "{}", shown.join("\n"));
}

/// Returns the seeds of programs with different bytes, with reports.
fn differences(thread: usize, seeds: impl Iterator<Item = u64>) -> Vec<(u64, String)> {
    let folder = work(&format!("gnu-programs-{}-{thread}", std::process::id()));
    let report = |seed| {
        let program = program(seed);
        let error = compare(&program, seed, &folder).err()?;
        Some((seed, format!("program {seed}: {error}\n{}", listing(&program))))
    };
    let found = seeds.filter_map(report).collect();
    let _ = fs::remove_dir_all(&folder);
    found
}

fn listing(program: &Program) -> String {
    let mut text = String::new();
    for (number, file) in program.files.iter().enumerate() {
        let _ = write!(text, "--- {}\n{file}", name(number));
    }
    text + "--- script.ld\n" + &program.script
}

fn name(file: usize) -> String {
    format!("file{file}.s")
}

const fn machine(processor: Processor) -> &'static str {
    match processor {
        Processor::Z8001 => "z8001",
        Processor::Z8002 => "z8002",
    }
}

/// Returns the first difference between the two outputs for a program as an error.
fn compare(program: &Program, seed: u64, folder: &Path) -> Result<(), String> {
    for (number, text) in program.files.iter().enumerate() {
        write_file(folder, &name(number), text.as_bytes())?;
        let option = format!("-{}", machine(program.processor));
        let object = format!("gnu{number}.o");
        run(folder, "z8k-coff-as", &[&option, &name(number), "-o", &object])
            .map_err(|error| format!("GNU as: {error}"))?;
    }
    write_file(folder, "script.ld", program.script.as_bytes())?;
    match program.placed {
        true => compare_placed(program, folder),
        false => compare_linked(program, seed, folder),
    }
}

fn write_file(folder: &Path, name: &str, bytes: &[u8]) -> Result<(), String> {
    fs::write(folder.join(name), bytes).map_err(|error| format!("{name}: {error}"))
}

fn read_file(folder: &Path, name: &str) -> Result<Vec<u8>, String> {
    fs::read(folder.join(name)).map_err(|error| format!("{name}: {error}"))
}

/// Compares a program that places itself, assembled in one step.
fn compare_placed(program: &Program, folder: &Path) -> Result<(), String> {
    let link = [
        "--no-check-sections",
        "-e",
        "0",
        "-T",
        "script.ld",
        "-m",
        machine(program.processor),
    ];
    run(
        folder,
        "z8k-coff-ld",
        &[&link[..], &["gnu0.o", "-o", "gnu.out"]].concat(),
    )
    .map_err(|error| format!("GNU ld: {error}"))?;
    let options = Options { processor: program.processor, ..Options::default() };
    let memory = Memory::new([("file0.s", &*program.files[0])]);
    let ours = assemble(&memory, "file0.s", &options).map_err(|errors| format!("ours: {errors}"))?;
    for (section, space) in [(".text", AddressSpace::Program), (".data", AddressSpace::Data)] {
        let ours = ours.image(Some(space)).expect("a small program");
        run(
            folder,
            "z8k-coff-objcopy",
            &["-O", "binary", "-j", section, "gnu.out", "gnu.bin"],
        )?;
        let gnu = read_file(folder, "gnu.bin").unwrap_or_default();
        // GNU as pads a section to its alignment.
        if gnu
            .get(ours.len()..)
            .is_none_or(|rest| rest.iter().any(|byte| *byte != 0))
        {
            return Err(format!("{section} has {} bytes, GNU's {}", ours.len(), gnu.len()));
        }
        same(&format!("{section} of one step"), &ours, &gnu[..ours.len()])?;
    }
    Ok(())
}

/// Compares a program of several objects, made in all four ways.
fn compare_linked(program: &Program, seed: u64, folder: &Path) -> Result<(), String> {
    let files = program.files.len();
    let gnu_objects: Vec<String> = (0..files).map(|number| format!("gnu{number}.o")).collect();
    gnu_link(program, &gnu_objects, folder).map_err(|error| format!("GNU ld: {error}"))?;
    run(folder, "z8k-coff-objcopy", &["-O", "binary", "gnu.out", "gnu.bin"])?;
    let expected = read_file(folder, "gnu.bin")?;

    let mut ours = Vec::new();
    for (number, text) in program.files.iter().enumerate() {
        ours.push(object(program, number, text)?);
    }
    same("ours", &our_link(program, ours.clone())?, &expected)?;

    let again: Result<Vec<Object>, String> = ours
        .iter()
        .enumerate()
        .map(|(number, object_of)| object(program, number, &Relocatable::new(object_of).source()))
        .collect();
    same("ours, disassembled", &our_link(program, again?)?, &expected)?;

    // Each file comes from one of both assemblers; if there are several files, both assemblers are used.
    let mut random = Random(seed);
    let mut is_ours: Vec<bool> = (0..files).map(|_| random.below(2) == 0).collect();
    is_ours[0] = false;
    let mut objects = Vec::new();
    for (number, object) in ours.iter().enumerate() {
        objects.push(match is_ours[number] {
            true => object.clone(),
            false => {
                let name = &gnu_objects[number];
                coff::read(name, &read_file(folder, name)?).map_err(|error| format!("{name}: {error}"))?
            }
        });
    }
    same("GNU's objects in our link", &our_link(program, objects)?, &expected)?;

    let mut names = Vec::new();
    for (number, object) in ours.iter().enumerate() {
        names.push(match is_ours[number] {
            true => gnu_objects[number].clone(),
            false => {
                let bytes = coff::write(object).map_err(|error| error.to_string())?;
                // The script selects files by the end of their names.
                let name = format!("our{number}.o");
                write_file(folder, &name, &bytes)?;
                name
            }
        });
    }
    gnu_link(program, &names, folder).map_err(|error| format!("GNU ld with our objects: {error}"))?;
    run(folder, "z8k-coff-objcopy", &["-O", "binary", "gnu.out", "gnu.bin"])?;
    same("our objects in GNU's link", &read_file(folder, "gnu.bin")?, &expected)
}

fn gnu_link(program: &Program, objects: &[String], folder: &Path) -> Result<(), String> {
    let mut arguments = vec!["-T", "script.ld", "-m", machine(program.processor), "-o", "gnu.out"];
    arguments.extend(objects.iter().map(String::as_str));
    run(folder, "z8k-coff-ld", &arguments)
}

fn object(program: &Program, number: usize, text: &str) -> Result<Object, String> {
    let options = Options { processor: program.processor, for_linker: true, ..Options::default() };
    let name = name(number);
    let assembly = assemble(&Memory::new([(&*name, text)]), &name, &options);
    let assembly = assembly.map_err(|errors| format!("ours: {errors}"))?;
    Ok(assembly.object(&format!("our{number}.o")))
}

fn our_link(program: &Program, objects: Vec<Object>) -> Result<Vec<u8>, String> {
    let options = link::Options {
        script: Script::read("script.ld", &program.script).map_err(|error| error.to_string())?,
        ..link::Options::default()
    };
    let inputs = objects.into_iter().map(Input::Object).collect();
    let linked = link(inputs, &options).map_err(|errors| format!("our linker: {errors}"))?;
    flat::write(&linked.object, 0, None).map_err(|error| error.to_string())
}

fn same(what: &str, ours: &[u8], gnu: &[u8]) -> Result<(), String> {
    let first = ours.iter().zip(gnu).position(|(ours, gnu)| ours != gnu);
    if let Some(first) = first {
        let around = |bytes: &[u8]| format!("{:02x?}", &bytes[first..bytes.len().min(first + 8)]);
        return Err(format!(
            "{what}: byte {first:#x}: {}, GNU's {}",
            around(ours),
            around(gnu)
        ));
    }
    match ours.len() == gnu.len() {
        true => Ok(()),
        false => Err(format!("{what}: {} bytes, GNU's {}", ours.len(), gnu.len())),
    }
}
