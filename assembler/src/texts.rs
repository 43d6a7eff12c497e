//! The texts of all lines, for the listing.

use std::sync::Arc;

use crate::text::Text;

/// Where the text of a line is: a program has so many that each has only the bytes of it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct TextPlace {
    /// True if it is in the text that was made, and not in that of its file.
    made: bool,
    start: u32,
    end: u32,
}

/// The texts of all lines.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(crate) struct Texts {
    /// The files.
    pub(crate) files: Vec<Arc<str>>,
    /// Lines that are not in a file as they are: with the parameters of a macro put in.
    made: String,
}

impl Texts {
    /// Keeps the text of a line of a file.
    pub(crate) fn keep(&mut self, text: &Text, file: u32) -> TextPlace {
        if let Some(range) = self.files.get(file as usize).and_then(|whole| text.range_in(whole)) {
            return TextPlace {
                made: false,
                start: range.start,
                end: range.end,
            };
        }
        let start = self.made.len();
        // More than that is nothing to be read, and not kept.
        if u32::try_from(start + text.len()).is_ok() {
            self.made.push_str(text);
        }
        TextPlace {
            made: true,
            start: start as u32,
            end: self.made.len() as u32,
        }
    }

    /// The text that was kept of a line of a file.
    pub(crate) fn get(&self, place: TextPlace, file: u32) -> &str {
        let whole = match place.made {
            true => &self.made,
            false => &*self.files[file as usize],
        };
        &whole[place.start as usize..place.end as usize]
    }
}
