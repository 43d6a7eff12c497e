//! `z8k objdump`

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::io::Write;
use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::Result;
use clap::{ArgAction, Args};
use z8000_asm::disassembly::{Relocatable, is_code};
use z8000_object::{Field, Kind, LineMap, Object, Processor, Relocation, Section, archive, text};

use super::input::{each, number, objects, processor_name};
use super::nm;
use super::objcopy::{Format, flat};

/// Maximum number of bytes in a line of contents.
const LINE: usize = 16;

#[derive(Args)]
#[command(disable_help_flag = true)]
pub(crate) struct Arguments {
    /// Object files, archives and programs to read.
    #[arg(default_value = "a.out")]
    files: Vec<PathBuf>,
    /// Disassemble the code sections.
    #[arg(short, long)]
    disassemble: bool,
    /// Disassemble all sections that have contents.
    #[arg(short = 'D', long)]
    disassemble_all: bool,
    /// Display the file header: processor, flags and entry point.
    #[arg(short = 'f', long)]
    file_headers: bool,
    /// Display all headers, the symbol table and the relocations: -f -h -t -r.
    #[arg(short = 'x', long)]
    all_headers: bool,
    /// Disassemble, with source lines before the instructions that they generated; the sources must be found.
    #[arg(short = 'S', long)]
    source: bool,
    /// Print the file and number of each source line before its instructions.
    #[arg(short, long)]
    line_numbers: bool,
    /// Start the output at this address.
    #[arg(long, value_name = "ADDRESS", value_parser = number)]
    start_address: Option<u32>,
    /// End the output before this address.
    #[arg(long, value_name = "ADDRESS", value_parser = number)]
    stop_address: Option<u32>,
    /// Do not display the bytes of instructions.
    #[arg(long)]
    no_show_raw_insn: bool,
    /// Display the bytes of instructions; this is the default.
    #[arg(long, overrides_with = "no_show_raw_insn")]
    show_raw_insn: bool,
    /// Display the section headers: size, addresses, alignment and kind of contents.
    #[arg(short = 'h', long, visible_alias = "headers")]
    section_headers: bool,
    /// Display the symbol table, in the format of `z8k nm -p`.
    #[arg(short = 't', long)]
    syms: bool,
    /// Display the relocations. With -d or -D, each is shown after the instruction to which it applies.
    #[arg(short, long)]
    reloc: bool,
    /// Display the contents of the sections in hexadecimal and ASCII.
    #[arg(short = 's', long)]
    full_contents: bool,
    /// Processor for which to disassemble; Intel HEX and S-records do not specify one.
    #[arg(short = 'm', long = "architecture", value_name = "PROCESSOR",
        value_parser = processor_name())]
    processor: Option<Processor>,
    /// Format of the files; required only for `binary`, because other formats are recognised.
    #[arg(short = 'b', long, value_name = "FORMAT", value_enum)]
    target: Option<Format>,
    /// Display only this section. May be repeated.
    #[arg(short = 'j', long, value_name = "SECTION")]
    section: Vec<String>,
    /// Print help
    #[arg(long, action = ArgAction::HelpLong)]
    help: Option<bool>,
}

pub(crate) fn objdump(arguments: &Arguments) -> Result<ExitCode> {
    let mut out = cli::Screen::default();
    each(&arguments.files, |path| {
        let bytes = cli::read(path)?;
        if archive::is_archive(&bytes) {
            writeln!(out, "In archive {}:", path.display())?;
        }
        let objects = match arguments.target {
            Some(Format::Binary) => {
                let object = flat(&path.display().to_string(), bytes)?;
                vec![Object { symbols: Vec::new(), ..object }]
            }
            _ => objects(path, &bytes)?,
        };
        for mut object in objects {
            object.processor = arguments.processor.unwrap_or(object.processor);
            dump(&object, arguments, &mut out)?;
        }
        Ok(())
    })
}

/// Writes the requested parts of an object, in the order of GNU objdump.
fn dump(object: &Object, arguments: &Arguments, out: &mut impl Write) -> Result<()> {
    writeln!(out, "\n{}:     for the {}\n", object.name, object.processor)?;
    let wanted = |name: &str| arguments.section.is_empty() || arguments.section.iter().any(|wanted| wanted == name);
    let sections = object.sections.iter().enumerate();
    let sections: Vec<(usize, &Section)> = sections.filter(|(_, section)| wanted(&section.name)).collect();
    let all = arguments.all_headers;
    if arguments.file_headers || all {
        file_header(object, out)?;
    }
    if arguments.section_headers || all {
        writeln!(out, "Sections:\nIdx Name          Size      VMA       LMA       Algn")?;
        for (index, section) in &sections {
            header(*index, section, out)?;
        }
    }
    if arguments.syms || all {
        writeln!(out, "SYMBOL TABLE:")?;
        for symbol in &object.symbols {
            nm::line(object, symbol, out)?;
        }
        writeln!(out)?;
    }
    let with_sources = arguments.source || arguments.line_numbers;
    let disassemble = arguments.disassemble || arguments.disassemble_all || arguments.source;
    let reloc = arguments.reloc || all;
    for (_, section) in sections.iter().filter(|_| reloc && !disassemble) {
        relocations(object, section, out)?;
    }
    for (_, section) in sections.iter().filter(|_| arguments.full_contents) {
        contents(section, arguments, out)?;
    }
    // With -D, every section with contents is disassembled as code; the headers, already printed, are not affected.
    let mut read = Cow::Borrowed(object);
    if arguments.disassemble_all {
        let sections = read.to_mut().sections.iter_mut();
        for section in sections.filter(|section| section.kind != Kind::Space) {
            section.kind = Kind::Code;
        }
    }
    let mut sources = if with_sources {
        Some(Sources::new(object, arguments)?)
    } else {
        None
    };
    for (index, section) in read.sections.iter().enumerate() {
        if disassemble && wanted(&section.name) && section.kind != Kind::Space && is_code(section) {
            statements(&read, index, section, arguments, sources.as_mut(), out)?;
        }
    }
    Ok(())
}

impl Arguments {
    /// Returns true if an address is within the displayed range.
    fn shows(&self, address: u64) -> bool {
        let start = self.start_address.map_or(0, u64::from);
        address >= start && self.stop_address.is_none_or(|stop| address < stop.into())
    }
}

fn file_header(object: &Object, out: &mut impl Write) -> Result<()> {
    let (linked, symbols) = (!object.is_relocatable(), !object.symbols.is_empty());
    let facts = [
        ("EXEC_P", linked),
        ("HAS_RELOC", !linked),
        ("HAS_SYMS", symbols),
        ("HAS_LINES", !object.lines.is_empty()),
    ];
    let facts: Vec<&str> = facts.iter().filter(|(_, has)| *has).map(|(name, _)| *name).collect();
    let entry = object.entry.unwrap_or(0);
    writeln!(out, "{}\nstart address {entry:#010x}\n", facts.join(", "))?;
    Ok(())
}

fn header(index: usize, section: &Section, out: &mut impl Write) -> Result<()> {
    let Section { name, size, address, load, .. } = section;
    let power = section.alignment.trailing_zeros();
    writeln!(
        out,
        "{index:3} {name:13} {size:08x}  {address:08x}  {load:08x}  2**{power}"
    )?;
    let mut holds = match section.kind {
        Kind::Space => vec!["ALLOC"],
        _ => vec!["CONTENTS", "ALLOC", "LOAD"],
    };
    if !section.relocations.is_empty() {
        holds.push("RELOC");
    }
    holds.extend(match section.kind {
        Kind::Code => &["CODE"][..],
        Kind::Constants => &["READONLY", "DATA"],
        Kind::Data => &["DATA"],
        Kind::Space => &[],
    });
    writeln!(out, "{:18}{}", "", holds.join(", "))?;
    Ok(())
}

/// Returns the name of a relocation's type in GNU objdump.
const fn type_name(field: Field) -> &'static str {
    match field {
        Field::Byte => "r_imm8",
        Field::LowNibble => "r_imm4l",
        Field::HighNibble => "r_imm4h",
        Field::Word => "r_da",
        Field::Long | Field::Segmented => "r_imm32",
        Field::Short => "r_short",
        Field::Relative8 => "r_jr",
        Field::Relative7 => "r_disp7",
        Field::Relative12 => "r_callr",
        Field::Relative16 => "r_rel16",
    }
}

fn relocations(object: &Object, section: &Section, out: &mut impl Write) -> Result<()> {
    if section.relocations.is_empty() {
        return Ok(());
    }
    let names = Relocatable::new(object);
    writeln!(
        out,
        "RELOCATION RECORDS FOR [{}]:\nOFFSET   TYPE              VALUE",
        section.name
    )?;
    for relocation in &section.relocations {
        let Relocation { offset, field, .. } = relocation;
        writeln!(
            out,
            "{offset:08x} {:17} {}",
            type_name(*field),
            names.reference(relocation)
        )?;
    }
    writeln!(out, "\n")?;
    Ok(())
}

fn contents(section: &Section, arguments: &Arguments, out: &mut impl Write) -> Result<()> {
    let address = |number: usize| u64::from(section.address) + number as u64;
    let mut places = 0..section.bytes.len();
    let first = places.find(|number| arguments.shows(address(*number)));
    let Some(first) = first else {
        return Ok(());
    };
    let last = places.take_while(|number| arguments.shows(address(*number))).last();
    writeln!(out, "Contents of section {}:", section.name)?;
    let bytes = &section.bytes[first..=last.unwrap_or(first)];
    for (number, line) in bytes.chunks(LINE).enumerate() {
        let address = address(first + LINE * number);
        let shown = |byte: &u8| {
            if matches!(byte, b' '..=b'~') {
                char::from(*byte)
            } else {
                '.'
            }
        };
        let text: String = line.iter().map(shown).collect();
        writeln!(out, " {address:04x} {:35}  {text}", digits(line, 4))?;
    }
    Ok(())
}

/// Formats bytes as hexadecimal digits in groups of `group` bytes.
fn digits(bytes: &[u8], group: usize) -> String {
    let groups = bytes
        .chunks(group)
        .map(|group| group.iter().map(|byte| format!("{byte:02x}")).collect());
    groups.collect::<Vec<String>>().join(" ")
}

/// The source lines of an object.
struct Sources {
    /// Index of the file and line number, by section and address.
    lines: BTreeMap<(String, u32), (usize, u32)>,
    files: Vec<String>,
    /// The lines of each file; empty if the file was not found.
    texts: Vec<Vec<String>>,
    with_names: bool,
}

impl Sources {
    fn new(object: &Object, arguments: &Arguments) -> Result<Self> {
        let map = object.line_map()?;
        let lines = map.lines.iter().map(|line| {
            let place = line.place.asked_for(&map.expansions);
            (
                (line.section.to_string(), line.address),
                (place.file as usize, place.line),
            )
        });
        let lines = lines.collect();
        let texts = map.files.iter().map(|file| {
            let bytes = match arguments.source {
                true => cli::read(file.as_ref()).unwrap_or_default(),
                false => Vec::new(),
            };
            text::source(bytes).lines().map(str::to_owned).collect()
        });
        let texts = texts.collect();
        Ok(Self { lines, texts, files: map.files, with_names: arguments.line_numbers })
    }

    /// Writes the source line that begins at an address, if there is one.
    fn write(&mut self, section: &Section, address: u64, out: &mut impl Write) -> Result<()> {
        let name = LineMap::section_name(&section.name).to_owned();
        let address = u32::try_from(address).unwrap_or(u32::MAX);
        let Some((file, line)) = self.lines.get(&(name, address)) else {
            return Ok(());
        };
        if self.with_names {
            writeln!(out, "{}:{line}", text::escaped(&self.files[*file]))?;
        }
        let text = self.texts[*file].get((*line as usize).wrapping_sub(1));
        if let Some(text) = text {
            writeln!(out, "{}", text::escaped(text))?;
        }
        Ok(())
    }
}

/// Writes the statements of a section, each followed by its relocations on request.
fn statements(
    object: &Object,
    index: usize,
    section: &Section,
    arguments: &Arguments,
    mut sources: Option<&mut Sources>,
    out: &mut impl Write,
) -> Result<()> {
    let names = Relocatable::new(object);
    let with_relocations = arguments.reloc || arguments.all_headers;
    writeln!(out, "\nDisassembly of section {}:", section.name)?;
    for statement in names.statements(index) {
        let start = statement.bytes.start;
        let address = |offset: u32| u64::from(section.address) + u64::from(offset);
        if !arguments.shows(address(start)) {
            continue;
        }
        let label = names.label(index, start).or((start == 0).then_some(&*section.name));
        if let Some(label) = label {
            writeln!(out, "\n{:08x} <{label}>:", address(start))?;
        }
        if let Some(sources) = &mut sources {
            sources.write(section, address(start), out)?;
        }
        let bytes = section
            .bytes
            .get(start as usize..statement.bytes.end as usize)
            .unwrap_or_default();
        let text = statement.text.replacen(' ', "\t", 1);
        match bytes.len() {
            _ if arguments.no_show_raw_insn => writeln!(out, "{:4x}:\t{text}", address(start))?,
            0..=LINE => writeln!(out, "{:4x}:\t{:15}\t{text}", address(start), digits(bytes, 2))?,
            _ => writeln!(out, "{:4x}:\t{:15}\t{text}", address(start), "...")?,
        }
        for relocation in section.relocations_in(&statement.bytes).filter(|_| with_relocations) {
            let (at, name) = (address(relocation.offset), type_name(relocation.field));
            writeln!(out, "\t\t\t{at:x}: {name}\t{}", names.reference(relocation))?;
        }
    }
    Ok(())
}
