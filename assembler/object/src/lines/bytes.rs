//! The line map as it stands in an object: a few bytes for a line.
//!
//! Numbers are written in groups of seven bits, the lowest first, as ULEB128 of DWARF; a difference with its sign in the
//! lowest bit. A list is its count and its items, a text its count of bytes and the bytes. The fields are the version, a
//! list of texts that others name by their number from 1, files, expansions (what, file, line, expansion), sections
//! (name, 1 for code), lines and symbols (name, value, section). A line has its section, the difference of its offset to
//! the end of the line before, its length, the differences of its file and line to those of the line before, its
//! expansion plus 1, and its clocks; the last two are 0 where there is none.

use std::sync::Arc;

use rustc_hash::FxHashMap;

use super::map::{LineMap, MapExpansion, MapLine, MapPlace, MapSection, MapSymbol, only_known};

/// Texts, each written once.
#[derive(Debug, Default)]
struct Texts<'m> {
    list: Vec<&'m str>,
    numbers: FxHashMap<&'m str, u64>,
}

impl<'m> Texts<'m> {
    /// The number of a text, from 1.
    fn number(&mut self, text: &'m str) -> u64 {
        *self.numbers.entry(text).or_insert_with(|| {
            self.list.push(text);
            self.list.len() as u64
        })
    }
}

/// The place of the line before, and the address behind it: the next line is near.
#[derive(Debug, Default)]
struct Last {
    end: u32,
    file: u32,
    line: u32,
}

impl Last {
    fn behind(address: u32, length: u32, place: MapPlace) -> Self {
        Self {
            end: address.wrapping_add(length),
            file: place.file,
            line: place.line,
        }
    }
}

#[derive(Debug, Default)]
struct Writer(Vec<u8>);

impl Writer {
    fn number(&mut self, mut number: u64) {
        while number >= 0x80 {
            self.0.push(number as u8 | 0x80);
            number >>= 7;
        }
        self.0.push(number as u8);
    }

    fn difference(&mut self, from: u32, to: u32) {
        self.signed(i64::from(to) - i64::from(from));
    }

    fn signed(&mut self, number: i64) {
        self.number((number << 1 ^ number >> 63).cast_unsigned());
    }

    fn text(&mut self, text: &str) {
        self.number(text.len() as u64);
        self.0.extend(text.as_bytes());
    }

    /// A list: how many, and each.
    fn list<'l, T>(&mut self, list: &'l [T], mut write: impl FnMut(&mut Self, &'l T)) {
        self.number(list.len() as u64);
        for item in list {
            write(self, item);
        }
    }

    fn expansion(&mut self, place: MapPlace) {
        self.number(place.expansion.map_or(0, |number| u64::from(number) + 1));
    }
}

impl LineMap {
    /// The bytes of the map in an object.
    pub(crate) fn to_bytes(&self) -> Vec<u8> {
        let mut texts = Texts::default();
        let mut lines = Writer::default();
        let mut last = Last::default();
        lines.list(&self.lines, |lines, line| {
            let MapLine {
                address, length, place, ..
            } = *line;
            lines.number(texts.number(&line.section));
            lines.difference(last.end, address);
            lines.number(length.into());
            lines.difference(last.file, place.file);
            lines.difference(last.line, place.line);
            lines.expansion(place);
            lines.number(line.clocks.as_deref().map_or(0, |clocks| texts.number(clocks)));
            last = Last::behind(address, length, place);
        });
        let mut symbols = Writer::default();
        symbols.list(&self.symbols, |symbols, symbol| {
            symbols.text(&symbol.name);
            symbols.signed(symbol.value);
            symbols.number(texts.number(&symbol.section));
        });
        let mut file = Writer::default();
        file.number(self.version.into());
        file.list(&texts.list, |file, text| file.text(text));
        file.list(&self.files, |file, name| file.text(name));
        file.list(&self.expansions, |file, expansion| {
            file.text(&expansion.what);
            file.number(expansion.call.file.into());
            file.number(expansion.call.line.into());
            file.expansion(expansion.call);
        });
        file.list(&self.sections, |file, section| {
            file.text(&section.name);
            file.number(section.code.into());
        });
        file.0.extend(lines.0);
        file.0.extend(symbols.0);
        file.0
    }
}

/// The bytes of a map that are left.
struct Reader<'b> {
    bytes: &'b [u8],
    texts: Vec<Arc<str>>,
}

impl Reader<'_> {
    fn number(&mut self) -> Result<u64, String> {
        let mut number = 0;
        for shift in (0..64).step_by(7) {
            let Some((&byte, rest)) = self.bytes.split_first() else {
                return Err("it ends too early".to_owned());
            };
            self.bytes = rest;
            number |= u64::from(byte & 0x7F) << shift;
            if byte < 0x80 {
                return Ok(number);
            }
        }
        Err("a number has more than 64 bits".to_owned())
    }

    fn number32(&mut self) -> Result<u32, String> {
        let number = self.number()?;
        u32::try_from(number).map_err(|_| format!("{number} has more than 32 bits"))
    }

    fn signed(&mut self) -> Result<i64, String> {
        let number = self.number()?;
        Ok((number >> 1).cast_signed() ^ -(number & 1).cast_signed())
    }

    fn after(&mut self, from: u32) -> Result<u32, String> {
        let number = self.signed()?.checked_add(from.into());
        number
            .and_then(|number| u32::try_from(number).ok())
            .ok_or_else(|| "a difference leads out of 32 bits".to_owned())
    }

    fn text(&mut self) -> Result<&str, String> {
        let length = usize::try_from(self.number()?).unwrap_or(usize::MAX);
        let (text, rest) = self.bytes.split_at_checked(length).ok_or("a text ends too late")?;
        self.bytes = rest;
        std::str::from_utf8(text).map_err(|error| error.to_string())
    }

    fn list<T>(&mut self, mut read: impl FnMut(&mut Self) -> Result<T, String>) -> Result<Vec<T>, String> {
        let count = self.number()?;
        // Every item has a byte at least: no count is believed before that.
        if count > self.bytes.len() as u64 {
            return Err(format!("{count} items do not fit into {} bytes", self.bytes.len()));
        }
        (0..count).map(|_| read(self)).collect()
    }

    fn expansion(&mut self) -> Result<Option<u32>, String> {
        Ok(self.number32()?.checked_sub(1))
    }

    /// A text by its number; none for 0.
    fn known_text(&mut self) -> Result<Option<Arc<str>>, String> {
        let number = self.number32()?;
        let Some(index) = number.checked_sub(1) else {
            return Ok(None);
        };
        let text = self.texts.get(index as usize).cloned();
        text.map(Some).ok_or_else(|| format!("there is no text {number}"))
    }

    fn section(&mut self) -> Result<Arc<str>, String> {
        Ok(self.known_text()?.unwrap_or_default())
    }
}

impl LineMap {
    /// Reads a map as it stands in an object.
    pub(crate) fn from_bytes(bytes: &[u8]) -> Result<Self, String> {
        let mut file = Reader {
            bytes,
            texts: Vec::new(),
        };
        let version = file.number32()?;
        only_known(version)?;
        file.texts = file.list(|file| file.text().map(Arc::from))?;
        let files = file.list(|file| file.text().map(str::to_owned))?;
        let expansions = file.list(|file| {
            let what = file.text()?.to_owned();
            let call = MapPlace {
                file: file.number32()?,
                line: file.number32()?,
                expansion: file.expansion()?,
            };
            Ok(MapExpansion { what, call })
        })?;
        let sections = file.list(|file| {
            let name = file.text()?.to_owned();
            let code = file.number()? != 0;
            Ok(MapSection { name, code })
        })?;
        let mut last = Last::default();
        let lines = file.list(|file| {
            let section = file.section()?;
            let address = file.after(last.end)?;
            let length = file.number32()?;
            let place = MapPlace {
                file: file.after(last.file)?,
                line: file.after(last.line)?,
                expansion: file.expansion()?,
            };
            last = Last::behind(address, length, place);
            Ok(MapLine {
                section,
                address,
                length,
                place,
                clocks: file.known_text()?,
            })
        })?;
        let symbols = file.list(|file| {
            Ok(MapSymbol {
                name: file.text()?.to_owned(),
                value: file.signed()?,
                section: file.section()?.to_string(),
            })
        })?;
        Ok(Self {
            version,
            files,
            expansions,
            sections,
            lines,
            symbols,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn map() -> LineMap {
        let line = |section: &str, address, line, expansion, clocks: Option<&str>| MapLine {
            section: section.into(),
            address,
            length: 4,
            place: MapPlace {
                file: 0,
                line,
                expansion,
            },
            clocks: clocks.map(Arc::from),
        };
        LineMap {
            version: LineMap::VERSION,
            files: vec!["a.s".to_owned(), "ä.s".to_owned()],
            expansions: vec![MapExpansion {
                what: "macro `m`".to_owned(),
                call: MapPlace {
                    file: 1,
                    line: 7,
                    expansion: None,
                },
            }],
            sections: vec![MapSection {
                name: ".vec".to_owned(),
                code: true,
            }],
            lines: vec![
                line("text", 0, 1, None, Some("11+9n")),
                line("data", 0xFFFF_FFF0, 400, Some(0), None),
                line("text", 4, 2, None, Some("11+9n")),
            ],
            symbols: vec![MapSymbol {
                name: "x".to_owned(),
                value: -70_000,
                section: "abs".to_owned(),
            }],
        }
    }

    #[test]
    fn what_is_written_is_read() {
        assert_eq!(LineMap::from_bytes(&map().to_bytes()), Ok(map()));
    }

    #[test]
    fn numbers_by_hand() {
        let mut file = Writer::default();
        file.number(300);
        file.signed(-2);
        // 300 = 2 * 128 + 44; -2 is 3 with its sign below.
        assert_eq!(file.0, [0xAC, 0x02, 0x03]);
    }

    #[test]
    fn no_beginning_of_a_map_is_one() {
        let bytes = map().to_bytes();
        for length in 0..bytes.len() {
            assert!(LineMap::from_bytes(&bytes[..length]).is_err(), "{length}");
        }
        assert!(LineMap::from_bytes(&[1, 0xFF, 0xFF, 0xFF, 0x7F]).is_err());
    }
}
