//! What `objcopy` does with the contents of sections.

use std::path::PathBuf;

use anyhow::{Context, Result, bail, ensure};
use clap::Args;
use cli::gate::{self, By};
use z8000_object::link::script::Pattern;
use z8000_object::{Kind, Object, Section};

use super::input::{pair, section_file};

/// Changes to the contents of sections.
#[derive(Args)]
pub(super) struct Contents {
    /// Copy only those bytes of every NUMBER bytes that `--byte` selects; 4 without a value. For the two ROMs of a
    /// 16-bit bus, `-i 2 -b 0` copies the even bytes and `-i 2 -b 1` the odd bytes.
    #[arg(short, long, value_name = "NUMBER", num_args = 0..=1, default_missing_value = "4",
        requires = "byte")]
    interleave: Option<u32>,
    /// The number of bytes to copy from each group of `--interleave` bytes.
    #[arg(long, value_name = "NUMBER", default_value = "1", requires = "interleave")]
    interleave_width: u32,
    /// The first byte to copy from each group of `--interleave` bytes, from 0.
    #[arg(short, long, value_name = "NUMBER", requires = "interleave")]
    byte: Option<u32>,
    /// Replace the contents of a section with those of a file. May be repeated.
    #[arg(long, value_name = "SECTION=FILE", value_parser = section_file())]
    update_section: Vec<(String, PathBuf)>,
    /// Add a section with the contents of a file. It is only in an object, unless `--set-section-flags` loads it.
    /// May be repeated.
    #[arg(long, value_name = "SECTION=FILE", value_parser = section_file())]
    add_section: Vec<(String, PathBuf)>,
    /// Set flags of sections, in which `*` and `?` are wildcards: `contents` fills space with zeros, `code` and `data`
    /// specify the contents, and a section without `alloc` and `load` is omitted from binary, ihex and srec formats.
    /// Other flags of GNU objcopy have no effect. May be repeated.
    #[arg(long, value_name = "SECTION=FLAGS", value_parser = flags)]
    set_section_flags: Vec<(String, String)>,
    /// Write the contents of a section to a file. May be repeated.
    #[arg(long, value_name = "SECTION=FILE", value_parser = section_file())]
    dump_section: Vec<(String, PathBuf)>,
    /// Reverse the bytes within each group of NUMBER.
    #[arg(long, value_name = "NUMBER")]
    reverse_bytes: Option<u32>,
}

impl Contents {
    /// Returns the flags that are set for a section; `None` if there are none.
    fn flags_of(&self, name: &str) -> Option<&str> {
        let mut set = self.set_section_flags.iter().rev();
        let flags = set.find(|(section, _)| Pattern::new(section).matches(name));
        flags.map(|(_, flags)| &**flags)
    }

    /// Removes the sections that are not loaded, for formats that contain only memory.
    pub(super) fn leave_out(&self, object: &mut Object) {
        object.sections.retain(|section| match self.flags_of(&section.name) {
            Some(flags) => has(flags, "alloc") && has(flags, "load"),
            None => !self.add_section.iter().any(|(added, _)| *added == section.name),
        });
    }

    /// Registers the files to be written before any file is read.
    pub(super) fn note(&self) -> Result<()> {
        let read = self.update_section.iter().chain(&self.add_section);
        read.for_each(|(_, file)| gate::name_input(file));
        cli::note(self.dump_section.iter().map(|(_, file)| file.clone()), By::Option)
    }

    pub(super) fn change(&self, object: &mut Object) -> Result<()> {
        for (name, file) in &self.add_section {
            ensure!(object.section(name).is_none(), "there is a section `{name}` already");
            let bytes = cli::read(file)?;
            u32::try_from(bytes.len()).context("the new section is too large")?;
            object.sections.push(Section::at(name, Kind::Data, 0, bytes));
        }
        for (name, file) in &self.update_section {
            let bytes = cli::read(file)?;
            update(object, name, bytes)?;
        }
        for section in &mut object.sections {
            let Some(flags) = self.flags_of(&section.name) else { continue };
            if section.kind == Kind::Space && has(flags, "contents") {
                (section.kind, section.bytes) = (Kind::Data, vec![0; section.size as usize]);
            }
            section.kind = match section.kind {
                Kind::Code | Kind::Data if has(flags, "code") => Kind::Code,
                Kind::Code if has(flags, "data") => Kind::Data,
                kind => kind,
            };
        }
        for (name, file) in &self.dump_section {
            let section = object.section(name).with_context(|| unknown(object, name))?;
            cli::make(file, &section.bytes)?;
        }
        if let Some(count) = self.reverse_bytes {
            reverse(object, count as usize)?;
        }
        if let (Some(every), Some(first)) = (self.interleave, self.byte) {
            interleave(object, every, first, self.interleave_width)?;
        }
        Ok(())
    }
}

/// `section=flag,flag`
fn flags(text: &str) -> Result<(String, String), String> {
    const FLAGS: &str = "alloc,load,noload,readonly,debug,code,data,rom,exclude,share,contents,merge,strings,large";
    let (section, flags) = pair(text)?;
    let flags = flags.to_ascii_lowercase();
    match flags.split(',').find(|flag| !flag.is_empty() && !has(FLAGS, flag)) {
        Some(flag) => Err(format!("unknown flag `{flag}`; the flags are {FLAGS}")),
        None => Ok((section, flags)),
    }
}

fn has(flags: &str, flag: &str) -> bool {
    flags.split(',').any(|known| known == flag)
}

fn unknown(object: &Object, name: &str) -> String {
    let names: Vec<&str> = object.sections.iter().map(|section| &*section.name).collect();
    format!("there is no section `{name}`, only {}", names.join(", "))
}

fn update(object: &mut Object, name: &str, bytes: Vec<u8>) -> Result<()> {
    let Some(index) = object.sections.iter().position(|section| section.name == name) else {
        bail!(unknown(object, name));
    };
    let size = u32::try_from(bytes.len()).context("the new contents are too large")?;
    let section = &object.sections[index];
    ensure!(
        section.relocations.is_empty(),
        "section `{name}` has relocations: update the linked program"
    );
    let (start, end) = (section.address, u64::from(section.address) + u64::from(size));
    let next = object
        .sections
        .iter()
        .filter(|other| other.address > start && other.size > 0);
    if let Some(next) = next
        .min_by_key(|other| other.address)
        .filter(|next| u64::from(next.address) < end)
    {
        let room = next.address - start;
        bail!(
            "the new contents of `{name}` have {size} bytes, but `{}` begins {room} bytes after it",
            next.name
        );
    }
    let section = &mut object.sections[index];
    if section.kind == Kind::Space {
        section.kind = Kind::Data;
    }
    (section.bytes, section.size) = (bytes, size);
    Ok(())
}

fn reverse(object: &mut Object, count: usize) -> Result<()> {
    ensure!(count > 0, "--reverse-bytes must be at least 1");
    for section in &mut object.sections {
        let (name, length) = (&section.name, section.bytes.len());
        ensure!(
            length.is_multiple_of(count),
            "section `{name}` has {length} bytes, which is no multiple of {count}"
        );
        section.bytes.chunks_mut(count).for_each(<[u8]>::reverse);
    }
    Ok(())
}

/// Keeps `width` bytes, starting with byte `first`, of every `every` bytes of memory, and closes the gaps.
fn interleave(object: &mut Object, every: u32, first: u32, width: u32) -> Result<()> {
    ensure!(every > 0, "--interleave must be at least 1");
    ensure!(first < every, "--byte must be less than --interleave, {every}");
    let fits = width > 0 && width <= every - first;
    ensure!(
        fits,
        "--interleave-width must be from 1 to {}, so that --interleave has room for it",
        every - first
    );
    ensure!(
        !object.is_relocatable(),
        "an object that is not linked cannot be divided: link it first"
    );
    for section in &mut object.sections {
        let load = section.load;
        let is_kept =
            |address: u64| (u64::from(first)..u64::from(first + width)).contains(&(address % u64::from(every)));
        let places = (u64::from(load)..).zip(&section.bytes);
        let bytes: Vec<u8> = places
            .filter(|(address, _)| is_kept(*address))
            .map(|(_, byte)| *byte)
            .collect();
        // Number of kept bytes below this address.
        let before = load / every * width + (load % every).saturating_sub(first).min(width);
        (section.load, section.address, section.size) = (before, before, bytes.len() as u32);
        section.bytes = bytes;
    }
    Ok(())
}
