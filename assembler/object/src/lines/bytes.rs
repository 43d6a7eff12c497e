//! Encoding numbers, strings and lists as bytes.
//!
//! A number is written in groups of seven bits, the lowest first, like ULEB128 in DWARF. A list is its length followed
//! by its items; a string is its length in bytes followed by the bytes.

#[derive(Debug, Clone, Default)]
pub(super) struct Writer(pub(super) Vec<u8>);

impl Writer {
    pub(super) fn number(&mut self, mut number: u32) {
        while number >= 0x80 {
            self.0.push(number as u8 | 0x80);
            number >>= 7;
        }
        self.0.push(number as u8);
    }

    pub(super) fn numbers<const N: usize>(&mut self, numbers: [u32; N]) {
        numbers.into_iter().for_each(|number| self.number(number));
    }

    pub(super) fn bytes(&mut self, bytes: &[u8]) {
        self.number(bytes.len() as u32);
        self.0.extend(bytes);
    }

    /// Writes a list: the number of items, and each item.
    pub(super) fn list<T>(&mut self, list: &[T], mut write: impl FnMut(&mut Self, &T)) {
        self.number(list.len() as u32);
        for item in list {
            write(self, item);
        }
    }
}

/// The bytes that have not been read.
pub(super) struct Reader<'b>(pub(super) &'b [u8]);

impl<'b> Reader<'b> {
    pub(super) fn number(&mut self) -> Result<u32, String> {
        let mut number = 0;
        for shift in (0..32).step_by(7) {
            let Some((&byte, rest)) = self.0.split_first() else {
                return Err("the data is truncated".to_owned());
            };
            self.0 = rest;
            number |= u32::from(byte & 0x7F) << shift;
            if byte < 0x80 {
                return Ok(number);
            }
        }
        Err("a number does not fit in 32 bits".to_owned())
    }

    pub(super) fn numbers<const N: usize>(&mut self) -> Result<[u32; N], String> {
        let mut numbers = [0; N];
        for number in &mut numbers {
            *number = self.number()?;
        }
        Ok(numbers)
    }

    pub(super) fn bytes(&mut self) -> Result<&'b [u8], String> {
        let length = self.number()?;
        let (bytes, rest) = self
            .0
            .split_at_checked(length as usize)
            .ok_or("a string extends past the end of the data")?;
        self.0 = rest;
        Ok(bytes)
    }

    pub(super) fn text(&mut self) -> Result<&'b str, String> {
        str::from_utf8(self.bytes()?).map_err(|error| error.to_string())
    }

    pub(super) fn list<T>(&mut self, mut read: impl FnMut(&mut Self) -> Result<T, String>) -> Result<Vec<T>, String> {
        let count = self.number()?;
        // Every item has at least one byte, so a larger count is an error.
        if count as usize > self.0.len() {
            return Err(format!(
                "a list of {count} items does not fit in the remaining {} bytes",
                self.0.len()
            ));
        }
        (0..count).map(|_| read(self)).collect()
    }
}
