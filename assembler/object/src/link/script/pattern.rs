//! Patterns for names of files and sections: `*`, `?`, `[a-z]`.

/// A pattern, most often a plain name without wildcards.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Pattern(String);

impl Pattern {
    /// Creates a pattern from its text in the script.
    ///
    /// # Example
    ///
    /// ```
    /// use z8000_object::link::script::Pattern;
    ///
    /// let pattern = Pattern::new(".text.*");
    /// assert!(pattern.matches(".text.main") && !pattern.matches(".data"));
    /// ```
    pub fn new(text: &str) -> Self {
        Self(text.to_owned())
    }

    /// Returns the name if the pattern has no wildcards.
    pub(crate) fn only(&self) -> Option<&str> {
        (!self.0.contains(['*', '?', '['])).then_some(&self.0)
    }

    /// Returns true if the pattern matches this name.
    ///
    /// # Example
    ///
    /// ```
    /// use z8000_object::link::script::Pattern;
    ///
    /// assert!(Pattern::new(".text.*").matches(".text.main"));
    /// assert!(!Pattern::new(".text.?").matches(".text.main"));
    /// ```
    pub fn matches(&self, name: &str) -> bool {
        self.0 == "*" || matches(self.0.as_bytes(), name.as_bytes())
    }
}

/// Returns true if a pattern matches a whole name. After a mismatch, the last star is extended by a byte: there is no
/// recursion, and the time is at most proportional to the product of both lengths.
fn matches(pattern: &[u8], name: &[u8]) -> bool {
    let (mut p, mut n) = (0, 0);
    let mut retry = None;
    loop {
        if pattern.get(p) == Some(&b'*') {
            p += 1;
            retry = Some((p, n));
            continue;
        }
        match name.get(n) {
            None if p == pattern.len() => return true,
            None => return false,
            Some(byte) => match one(&pattern[p..], *byte) {
                Some(length) => (p, n) = (p + length, n + 1),
                None => match &mut retry {
                    Some((star, from)) => {
                        *from += 1;
                        (p, n) = (*star, *from);
                    }
                    None => return false,
                },
            },
        }
    }
}

/// Returns the length of the part of a pattern that matches one byte, if it matches this one.
fn one(pattern: &[u8], byte: u8) -> Option<usize> {
    match pattern {
        [] => None,
        [b'?', ..] => Some(1),
        [b'[', set @ ..] => {
            let end = set.iter().skip(1).position(|byte| *byte == b']')? + 1;
            let (set, wanted) = match &set[..end] {
                [b'^' | b'!', set @ ..] => (set, false),
                set => (set, true),
            };
            let mut found = false;
            let mut rest = set;
            while let [first, after @ ..] = rest {
                if let [b'-', last, after @ ..] = after {
                    found |= (*first..=*last).contains(&byte);
                    rest = after;
                } else {
                    found |= *first == byte;
                    rest = after;
                }
            }
            (found == wanted).then_some(end + 2)
        }
        [b'\\', escaped, ..] => (*escaped == byte).then_some(2),
        [plain, ..] => (*plain == byte).then_some(1),
    }
}
