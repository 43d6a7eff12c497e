//! `z8k objdump`

use std::borrow::Cow;
use std::io::Write;
use std::path::PathBuf;

use anyhow::Result;
use clap::{ArgAction, Args};
use z8000_asm::disassembly::{Relocatable, is_code};
use z8000_object::{Field, Kind, Object, Processor, Relocation, Section, archive};

use super::input::{objects, processor_name};
use super::nm;

/// The most bytes of a line of contents.
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
    /// Display only this section. May be repeated.
    #[arg(short = 'j', long, value_name = "SECTION")]
    section: Vec<String>,
    /// Print help
    #[arg(long, action = ArgAction::HelpLong)]
    help: Option<bool>,
}

pub(crate) fn objdump(arguments: &Arguments) -> Result<()> {
    let mut out = cli::Screen::default();
    for path in &arguments.files {
        let bytes = cli::read(path)?;
        if archive::is_archive(&bytes) {
            writeln!(out, "In archive {}:", path.display())?;
        }
        for mut object in objects(path, &bytes)? {
            object.processor = arguments.processor.unwrap_or(object.processor);
            dump(&object, arguments, &mut out)?;
        }
    }
    Ok(())
}

/// Writes the requested parts of an object, in the order of GNU objdump.
fn dump(object: &Object, arguments: &Arguments, out: &mut impl Write) -> Result<()> {
    writeln!(out, "\n{}:     for the {}\n", object.name, object.processor)?;
    let wanted = |name: &str| arguments.section.is_empty() || arguments.section.iter().any(|wanted| wanted == name);
    let sections = object.sections.iter().enumerate();
    let sections: Vec<(usize, &Section)> = sections.filter(|(_, section)| wanted(&section.name)).collect();
    if arguments.section_headers {
        writeln!(out, "Sections:\nIdx Name          Size      VMA       LMA       Algn")?;
        for (index, section) in &sections {
            header(*index, section, out)?;
        }
    }
    if arguments.syms {
        writeln!(out, "SYMBOL TABLE:")?;
        for symbol in &object.symbols {
            nm::line(object, symbol, out)?;
        }
        writeln!(out)?;
    }
    let disassemble = arguments.disassemble || arguments.disassemble_all;
    for (_, section) in sections.iter().filter(|_| arguments.reloc && !disassemble) {
        relocations(object, section, out)?;
    }
    for (_, section) in sections.iter().filter(|_| arguments.full_contents) {
        contents(section, out)?;
    }
    // With -D everything with contents is read as code; what was printed about it before stays true.
    let mut read = Cow::Borrowed(object);
    if arguments.disassemble_all {
        let sections = read.to_mut().sections.iter_mut();
        for section in sections.filter(|section| section.kind != Kind::Space) {
            section.kind = Kind::Code;
        }
    }
    for (index, section) in read.sections.iter().enumerate() {
        if disassemble && wanted(&section.name) && section.kind != Kind::Space && is_code(section) {
            statements(&read, index, section, arguments.reloc, out)?;
        }
    }
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

/// The type of a relocation, as GNU objdump calls it.
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

fn contents(section: &Section, out: &mut impl Write) -> Result<()> {
    if section.bytes.is_empty() {
        return Ok(());
    }
    writeln!(out, "Contents of section {}:", section.name)?;
    for (number, line) in section.bytes.chunks(LINE).enumerate() {
        let address = u64::from(section.address) + (LINE * number) as u64;
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

/// Hexadecimal digits in groups of some bytes.
fn digits(bytes: &[u8], group: usize) -> String {
    let groups = bytes
        .chunks(group)
        .map(|group| group.iter().map(|byte| format!("{byte:02x}")).collect());
    groups.collect::<Vec<String>>().join(" ")
}

/// The statements of a section, each followed by its relocations on request.
fn statements(object: &Object, index: usize, section: &Section, relocations: bool, out: &mut impl Write) -> Result<()> {
    let names = Relocatable::new(object);
    writeln!(out, "\nDisassembly of section {}:", section.name)?;
    for statement in names.statements(index) {
        let start = statement.bytes.start;
        let address = |offset: u32| u64::from(section.address) + u64::from(offset);
        let label = names.label(index, start).or((start == 0).then_some(&*section.name));
        if let Some(label) = label {
            writeln!(out, "\n{:08x} <{label}>:", address(start))?;
        }
        let bytes = section
            .bytes
            .get(start as usize..statement.bytes.end as usize)
            .unwrap_or_default();
        let text = statement.text.replacen(' ', "\t", 1);
        match bytes.len() {
            0..=LINE => writeln!(out, "{:4x}:\t{:15}\t{text}", address(start), digits(bytes, 2))?,
            _ => writeln!(out, "{:4x}:\t{:15}\t{text}", address(start), "...")?,
        }
        for relocation in section.relocations_in(&statement.bytes).filter(|_| relocations) {
            let (at, name) = (address(relocation.offset), type_name(relocation.field));
            writeln!(out, "\t\t\t{at:x}: {name}\t{}", names.reference(relocation))?;
        }
    }
    Ok(())
}
