//! Data breakpoints.

use std::fmt;
use std::str::FromStr;

use anyhow::{Context, Result, anyhow};
use serde_json::{Value as Json, json};
use z8000_debugger::breakpoint::{Kind, On};
use z8000_debugger::expression::{Expression, Place};

use super::breakpoints::PlacedBreakpoint;
use super::debuggee::Debuggee;
use super::protocol::{AccessType, Breakpoint, Reference, WatchedData};

impl Debuggee {
    pub(super) fn at_data(&self, wanted: &WatchedData) -> Result<PlacedBreakpoint> {
        let session = self.session();
        let kind = match wanted.data_id.parse()? {
            DataId::Value(name) => {
                let expression = Expression::new(&name, session.program())?;
                return Ok((Kind::Changes(expression), name, Breakpoint::default()));
            }
            DataId::Area { start, last } => Kind::Access {
                program: start.program,
                from: self.address(start.address.into())?,
                to: self.address(last.into())?,
                on: match wanted.access_type {
                    Some(AccessType::Read) => On::Read,
                    Some(AccessType::ReadWrite) => On::Access,
                    Some(AccessType::Write) | None => On::Write,
                },
            },
        };
        Ok((kind, wanted.data_id.clone(), Breakpoint::default()))
    }

    /// Determines whether a name can be watched, and returns the identifier of its data.
    pub(super) fn data_breakpoint_info(&self, name: &str, bytes: Option<u64>) -> Json {
        let id = match self.data_id(name, bytes) {
            Ok(id) => id,
            Err(error) => return json!({ "dataId": null, "description": format!("{error:#}") }),
        };
        let (description, access_types) = match &id {
            DataId::Area { start, last } => {
                let bytes = last - start.address + 1;
                let description = format!("{bytes} bytes at {name}");
                (description, json!(["read", "write", "readWrite"]))
            }
            DataId::Value(name) => (name.clone(), json!(["write"])),
        };
        json!({ "dataId": id.to_string(), "description": description, "accessTypes": access_types })
    }

    fn data_id(&self, name: &str, wanted: Option<u64>) -> Result<DataId> {
        let program = self.session().program();
        let (start, bytes) = match program.datum(name) {
            Some(datum) => {
                let start = Reference::new(datum.program, datum.address);
                (start, wanted.unwrap_or(datum.bytes.into()))
            }
            None => match Expression::new(name, program)?.place(self.session().view())? {
                Place::Memory { program, address, bytes } => {
                    (Reference::new(program, address), wanted.unwrap_or(bytes.into()))
                }
                _ => return Ok(DataId::Value(name.to_owned())),
            },
        };
        DataId::area(start, bytes).with_context(|| format!("cannot watch {bytes} bytes at {name}"))
    }
}

/// The data that a data breakpoint watches; the client stores it as a string.
enum DataId {
    /// The value of an expression.
    Value(String),
    /// The memory from `start` to `last`, inclusive.
    Area { start: Reference, last: u32 },
}

impl DataId {
    /// Returns an area; `None` if it has no bytes, or extends beyond the memory.
    fn area(start: Reference, bytes: u64) -> Option<Self> {
        let last = u64::from(start.address).checked_add(bytes.checked_sub(1)?)?;
        let last = u32::try_from(last).ok()?;
        // An area must be within one segment.
        (last >> 16 == start.address >> 16).then_some(())?;
        Some(Self::Area { start, last })
    }
}

impl FromStr for DataId {
    type Err = anyhow::Error;

    fn from_str(text: &str) -> Result<Self> {
        if let Some(name) = text.strip_prefix("value:") {
            return Ok(Self::Value(name.to_owned()));
        }
        let area = || {
            let (start, bytes) = text.rsplit_once(':')?;
            Self::area(start.parse().ok()?, bytes.parse().ok()?)
        };
        area().ok_or_else(|| anyhow!("unknown dataId `{text}`"))
    }
}

impl fmt::Display for DataId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Value(name) => write!(f, "value:{name}"),
            Self::Area { start, last } => write!(f, "{start}:{}", last - start.address + 1),
        }
    }
}
