//! Data files: disk images, machines and their saves, positions, games, results.

use std::path::{Path, PathBuf};

use bcp_chess::pgn::Reader;
use bcp_suite::Suite;
use bcp_suite::results::{Line, Lines};
use serde::{Deserialize, Serialize};
use z8000::machine::Machine;
use z8000_boards::{Connected, Description};
use z8000_cpm::drive::{Image, Layout, Volume};

use super::{bounded, text};

/// Any bytes are a CP/M disk image whose files can be read, or are rejected. The first byte selects the layout.
///
/// # Panics
///
/// A file of a valid image cannot be read.
pub fn image(bytes: &[u8]) {
    let Some((choice, rest)) = bytes.split_first() else {
        return;
    };
    let layout = Layout {
        block: 1024 << (choice & 3),
        entries: 32 << (choice >> 2 & 3),
        reserved: 128 * u32::from(choice >> 4),
        size: None,
    };
    let Ok(image) = Image::new(PathBuf::from("fuzz.img"), rest.to_vec(), layout) else {
        return;
    };
    let Ok(mut volume) = Volume::new(Box::new(image), true) else {
        return;
    };
    for file in 0..volume.files().len() {
        let contents = volume.contents(file).unwrap_or_else(|error| panic!("{error}"));
        for record in (0..0x4_0000).step_by(997) {
            let _ = contents.read(record);
        }
    }
    let _ = (volume.free_blocks(), volume.entries());
}

/// Description of a machine with every device that needs no file.
pub const DESCRIPTION: &str = "processor = \"z8002\"\n[[memory]]\nkind = \"ram\"\nsize = 0x1000\n\
                               [[serial]]\n[[timer]]\nperiod = 1000\n";

/// Any text describes a machine, or has an error, which can be printed. A machine that needs neither a file nor a
/// connection is created and saved.
///
/// # Panics
///
/// Creating or saving the machine fails.
pub fn machine(bytes: &[u8]) {
    let text = text(bytes);
    match Description::read(&text, Path::new("/nonexistent")) {
        Err(error) => assert!(!error.to_string().is_empty()),
        Ok(_)
            if ["image", "put", "listen", "connect"]
                .iter()
                .any(|word| text.contains(word)) => {}
        Ok(description) => {
            if let Ok(machine) = Connected::new(description.clone()) {
                let save = machine.save().unwrap_or_else(|error| panic!("{error}"));
                let again = Connected::restore(description, &save).unwrap_or_else(|error| panic!("{error}"));
                let saved = again.save().unwrap_or_else(|error| panic!("{error}"));
                assert!(saved == save, "a machine is saved as it was: {text}");
            }
        }
    }
}

/// Any bytes, with a corrected checksum, are a save of the machine [`DESCRIPTION`] or of the board, or are rejected. A
/// restored machine is saved identically, and runs.
///
/// # Panics
///
/// The second save differs, or the machine cannot run.
pub fn save(bytes: &[u8]) {
    let mut file = bytes.to_vec();
    if let Some(end) = file.len().checked_sub(4) {
        let check = crc32(&file[..end]);
        file[end..].copy_from_slice(&check.to_be_bytes());
    }
    let mut board = Machine::board();
    if board.restore(&file).is_ok() {
        let saved = board.save().unwrap_or_else(|error| panic!("{error}"));
        let mut again = Machine::board();
        again.restore(&saved).unwrap_or_else(|error| panic!("{error}"));
        let again = again.save().unwrap_or_else(|error| panic!("{error}"));
        assert!(again == saved, "a board is saved as it was");
        let _ = board.run(1_000);
    }
    let description = Description::read(DESCRIPTION, Path::new("")).unwrap_or_else(|error| panic!("{error}"));
    if let Ok(mut machine) = Connected::restore(description, &file) {
        drop(machine.run(1_000));
    }
}

/// Returns the checksum of a save, CRC-32 of IEEE 802.3.
fn crc32(bytes: &[u8]) -> u32 {
    let shifted = |sum: u32| (sum >> 1) ^ (0xEDB8_8320 * (sum & 1));
    !bytes.iter().fold(!0, |sum: u32, byte| {
        (0..8).fold(sum ^ u32::from(*byte), |sum, _| shifted(sum))
    })
}

/// Any bytes are positions in EPD or CSV, or are rejected.
///
/// # Panics
///
/// The reason for a rejected position is empty.
pub fn positions(bytes: &[u8]) {
    if let Ok(suite) = Suite::read(bounded(bytes).to_vec()) {
        assert!(suite.broken.iter().all(|broken| !broken.reason.is_empty()));
    }
}

/// Any bytes are games in PGN, possibly with errors between them. A game that was read is written and read again.
///
/// # Panics
///
/// A game has changed after writing and reading.
pub fn games(bytes: &[u8]) {
    for game in Reader::new(bounded(bytes)) {
        match game {
            Err(error) => assert!(!error.to_string().is_empty()),
            Ok(game) => {
                let text = game.to_string();
                let again = Reader::new(text.as_bytes()).next().expect("a game");
                let again = again.unwrap_or_else(|error| panic!("{error}\n{text}"));
                assert_eq!(again.to_string(), text);
            }
        }
    }
}

/// A line of a results file.
#[derive(Debug, Serialize, Deserialize)]
struct Result {
    number: u32,
    name: String,
    seconds: Option<u64>,
}

impl Line for Result {
    type Key = u32;
    const SCHEMA: u32 = 2;

    fn key(&self) -> u32 {
        self.number
    }

    fn name(&self) -> String {
        self.name.clone()
    }
}

/// Any bytes are lines of results, or are rejected. Lines that were read are written and read again.
///
/// # Panics
///
/// A line has changed after writing and reading.
pub fn results(bytes: &[u8]) {
    let Ok(lines) = Lines::<Result>::parse(bounded(bytes)) else {
        return;
    };
    let text: anyhow::Result<String> = lines.records.values().map(Line::line).collect();
    let text = text.unwrap_or_else(|error| panic!("{error}"));
    let again = Lines::<Result>::parse(text.as_bytes()).unwrap_or_else(|error| panic!("{error}\n{text}"));
    assert_eq!(again.records.len(), lines.records.len());
}
