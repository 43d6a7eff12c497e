//! What `objcopy` does with the addresses of sections.

use anyhow::{Result, bail};
use clap::Args;
use z8000_object::Object;
use z8000_object::link::script::Pattern;

use super::input::number;

/// Changes to the addresses of sections.
#[derive(Args)]
pub(super) struct Places {
    /// Add a number, which may be negative, to the addresses of all sections and to the entry point.
    #[arg(long, alias = "adjust-vma", value_name = "NUMBER", value_parser = difference, allow_hyphen_values = true)]
    change_addresses: Option<i64>,
    /// Set both addresses of a section, or with `+` or `-` instead of `=`, change them. May be repeated.
    #[arg(long, alias = "adjust-section-vma", value_name = "SECTION=ADDRESS", value_parser = change)]
    change_section_address: Vec<Change>,
    /// Set or change the load address of a section: where its bytes are stored. May be repeated.
    #[arg(long, value_name = "SECTION=ADDRESS", value_parser = change)]
    change_section_lma: Vec<Change>,
    /// Set or change the address of a section, but not its load address. May be repeated.
    #[arg(long, value_name = "SECTION=ADDRESS", value_parser = change)]
    change_section_vma: Vec<Change>,
}

/// An address of the sections that a pattern names, or the difference to it.
#[derive(Clone)]
struct Change {
    section: String,
    is_address: bool,
    number: i64,
}

fn difference(text: &str) -> Result<i64, String> {
    match text.strip_prefix('-') {
        Some(text) => number(text).map(|number| -i64::from(number)),
        None => number(text.strip_prefix('+').unwrap_or(text)).map(i64::from),
    }
}

/// `section=address`, `section+number` or `section-number`.
fn change(text: &str) -> Result<Change, String> {
    let at = text.find('=').or_else(|| text.rfind(['+', '-']));
    let at = at.ok_or("expected SECTION=ADDRESS, SECTION+NUMBER or SECTION-NUMBER")?;
    let (section, rest) = text.split_at(at);
    let is_address = rest.starts_with('=');
    let number = if is_address {
        number(&rest[1..])?.into()
    } else {
        difference(rest)?
    };
    Ok(Change { section: section.to_owned(), is_address, number })
}

impl Places {
    /// Moves sections, and the entry. The options for single sections take precedence over the one for all.
    pub(super) fn change(&self, object: &mut Object) -> Result<()> {
        let both = &self.change_section_address;
        for change in both
            .iter()
            .chain(&self.change_section_lma)
            .chain(&self.change_section_vma)
        {
            let pattern = Pattern::new(&change.section);
            if !object.sections.iter().any(|section| pattern.matches(&section.name)) {
                cli::tell(format_args!(
                    "z8k objcopy: warning: there is no section `{}`",
                    change.section
                ));
            }
        }
        for section in &mut object.sections {
            let name = &section.name;
            let own = [
                (&mut section.address, &self.change_section_vma),
                (&mut section.load, &self.change_section_lma),
            ];
            for (place, own) in own {
                let mut own = own.iter().chain(both).rev();
                let address = match own.find(|change| Pattern::new(&change.section).matches(name)) {
                    Some(Change { is_address: true, number, .. }) => *number,
                    Some(change) => i64::from(*place) + change.number,
                    None => i64::from(*place) + self.change_addresses.unwrap_or(0),
                };
                let Ok(moved) = u32::try_from(address) else {
                    bail!("section `{name}` at {place:#x} would be moved out of the address space, to {address}");
                };
                *place = moved;
            }
        }
        let change = self.change_addresses.unwrap_or(0);
        object.entry = object.entry.map(|entry| entry.wrapping_add(change as u32));
        Ok(())
    }
}
