//! Requests that read and write memory or disassemble instructions.

use anyhow::{Context, Result, ensure};
use base64::Engine;
use base64::prelude::BASE64_STANDARD;
use serde_json::{Value as Json, json};
use z8000_debugger::expression::Place;
use z8000_debugger::machine::Address;

use super::debuggee::Debuggee;
use super::effect::Reply;
use super::protocol::{ADDRESSES, Disassemble, Event, Reference, without_null};
use super::sources::source_file;

/// The maximum number of instructions before or after an address: no segment contains more.
const MOST_INSTRUCTIONS: u32 = 0x8000;

/// The maximum number of instructions in a response: those before an address, and those after it.
const MOST_ROWS: u32 = 2 * MOST_INSTRUCTIONS;

/// The maximum number of references to memory that are kept.
const MOST_SHOWN: usize = 64;

impl Debuggee {
    pub(super) fn read_memory(&mut self, reference: Reference, offset: Option<i64>, count: u64) -> Result<Json> {
        let before = -offset
            .map_or(0, |offset| offset.saturating_add(reference.address.into()))
            .min(0);
        if before > 0 {
            // Bytes before address 0 cannot be read; the client may skip them.
            let unreadable = count.min(before.unsigned_abs());
            return Ok(json!({ "address": format!("-{before:#x}"), "unreadableBytes": unreadable }));
        }
        let (program, start) = self.at(reference, offset)?;
        let (room, memory) = (start.room(), self.session().look());
        let bytes: Vec<u8> = (0..count.min(room))
            .map(|n| memory.byte(program, start.plus(n as u16)))
            .collect();
        // Kept in order to report changes of this memory.
        if self.shown.len() >= MOST_SHOWN && !self.shown.contains(&reference) {
            self.shown.pop_first();
        }
        self.shown.insert(reference);
        Ok(json!({
            "address": format!("{:#06x}", start.linear()),
            "data": BASE64_STANDARD.encode(&bytes),
            "unreadableBytes": count.saturating_sub(room),
        }))
    }

    /// Returns the answer to a request that has changed the program.
    pub(super) fn changed(&self, body: Json) -> Reply {
        Reply { events: self.invalidated(), ..body.into() }
    }

    /// Returns the events after which everything that the client shows of the program may have changed.
    pub(super) fn invalidated(&self) -> Vec<Event> {
        let mut events = Vec::new();
        if self.client.supports_invalidated_event {
            events.push(Event::new("invalidated", json!({ "areas": ["all"] })));
        }
        if self.client.supports_memory_event {
            // The event covers all memory from address 0; the client knows which part it shows.
            let event = |reference: &Reference| {
                let first = -i64::from(reference.address);
                let body = json!({ "memoryReference": reference, "offset": first, "count": ADDRESSES });
                Event::new("memory", body)
            };
            events.extend(self.shown.iter().map(event));
        }
        events
    }

    /// Returns the first address of a request for memory or instructions, and true if it is in program memory.
    pub(super) fn at(&self, reference: Reference, offset: Option<i64>) -> Result<(bool, Address)> {
        let at = reference.offset(offset.unwrap_or(0));
        let address = self.address(at.map_or(-1, |at| at.address.into()))?;
        Ok((reference.program, address))
    }

    /// Converts a number to an address.
    pub(super) fn address(&self, number: i64) -> Result<Address> {
        let address = self.session().program().at(number);
        address.context("the address is outside memory")
    }

    /// Changes memory. If `partial` is true, bytes that do not fit are dropped.
    pub(super) fn write_memory(
        &mut self,
        reference: Reference,
        offset: Option<i64>,
        data: &str,
        partial: bool,
    ) -> Result<Reply> {
        let (program, start) = self.at(reference, offset)?;
        let mut bytes = BASE64_STANDARD.decode(data).context("the data is not valid base64")?;
        if bytes.len() as u64 > start.room() {
            ensure!(partial, "the data extends past the end of memory");
            bytes.truncate(start.room() as usize);
        }
        for (byte, n) in bytes.iter().zip(0..=u16::MAX) {
            let address = start.plus(n);
            let place = Place::Memory { program, address, bytes: 1 };
            self.session_mut().set(place, (*byte).into());
        }
        Ok(self.changed(json!({ "bytesWritten": bytes.len() })))
    }

    pub(super) fn disassemble(&self, arguments: &Disassemble) -> Result<Json> {
        let (_, start) = self.at(arguments.memory_reference, arguments.offset)?;
        let start = start.with_offset(start.offset() & 0xFFFE);
        let most = i64::from(MOST_INSTRUCTIONS);
        let offset = arguments.instruction_offset.unwrap_or(0).clamp(-most, most);
        // The protocol requires exactly this number of instructions.
        ensure!(
            arguments.instruction_count <= MOST_ROWS,
            "more than {MOST_ROWS} instructions"
        );
        let count = arguments.instruction_count as usize;
        let (before, ahead) = ((-offset).max(0) as usize, offset.max(0) as usize);
        let (program, memory) = (self.session().program(), self.session().look());
        let list = program.around(memory, start, before, ahead + count);
        let here = list.iter().position(|at| *at == start).unwrap_or(0);
        // The response contains as many instructions as requested, including rows outside the program.
        let missing = before.saturating_sub(here).min(count);
        // Each row has a distinct address, by which a client identifies it; an address below 0 is in decimal.
        let nothing = |address: i64| json!({ "address": address.to_string(), "instruction": "(nothing)", "presentationHint": "invalid" });
        let lowest = list.first().map_or(0, |at| at.linear() as i64) - 2 * (before.saturating_sub(here)) as i64;
        let mut instructions: Vec<Json> = (0..missing as i64).map(|row| nothing(lowest + 2 * row)).collect();
        let first = here.saturating_sub(before) + ahead;
        let known = list.iter().skip(first).take(count - missing);
        instructions.extend(known.map(|at| self.instruction(*at)));
        let end = i64::from(ADDRESSES);
        let rest = (count - instructions.len()) as i64;
        instructions.extend((0..rest).map(|row| nothing(end + 2 * row)));
        Ok(json!({ "instructions": instructions }))
    }

    fn instruction(&self, at: Address) -> Json {
        let program = self.session().program();
        let found = program.disassembled(self.session().look(), at);
        let line = program.line(at);
        without_null(json!({
            "address": format!("{:#06x}", at.linear()),
            "instruction": found.text,
            "instructionBytes": found.hex(),
            "symbol": program.text_labels.get(&at),
            "location": line.and_then(|line| source_file(program, line.file)),
            "line": line.map(|line| line.line - 1 + self.first_line()),
        }))
    }
}
