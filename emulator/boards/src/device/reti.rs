//! A port through which a program ends the service of a Z80-family interrupt, as RETI does on a Z80 bus.

use z8000::machine::Device;
use z8000::save::{Archive, SaveError};

/// Any write to it signals the end.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Reti;

impl Device for Reti {
    fn kind(&self) -> &'static str {
        "reti"
    }

    fn signals_return(&self) -> bool {
        true
    }

    fn archive(&mut self, _: &mut Archive<'_>) -> Result<(), SaveError> {
        Ok(())
    }
}
