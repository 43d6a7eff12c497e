//! The known contents of a register.

use z8000::isa::Mode;

use super::program::Space;

/// Numbers below this are probably not addresses.
pub(super) const SMALLEST: u16 = 0x40;

/// The possible contents of a word register.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Value {
    /// One of the numbers in a span.
    Span(Span),
    /// An address that the program contains, plus an unknown number.
    Based {
        /// The address.
        base: u16,
        /// The unknown number is a multiple of this.
        step: u16,
        /// The address of the instruction that contains the base.
        source: Option<u32>,
    },
    /// The word at one of several addresses.
    Entry(Table),
    /// The routine's return address plus a number of bytes; `None` if the number is not known.
    Return(Option<i16>),
    /// The stack pointer at the routine's entry, plus a number of bytes.
    Stack(i16),
    /// A value of FCW with a known mode.
    Status(Mode),
}

/// Numbers at equal intervals. An unknown bound is the minimum or maximum of a word.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Span {
    pub(super) low: i32,
    pub(super) high: i32,
    pub(super) step: u16,
    /// The address of the instruction that contains the number, if the span is a single one.
    pub(super) source: Option<u32>,
}

/// Words in memory at equal intervals.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Table {
    /// The memory that contains it.
    pub(super) space: Space,
    /// The linear address of the first word.
    pub(super) start: u32,
    /// The number of bytes from one word to the next.
    pub(super) step: u16,
    /// The number of words; `None` if it is not known.
    pub(super) count: Option<u32>,
}

const LEAST: i32 = -0x8000;
const MOST: i32 = 0xFFFF;

impl Span {
    pub(super) const ANY: Self = Self { low: LEAST, high: MOST, step: 1, source: None };

    const fn new(low: i32, high: i32, step: u16) -> Self {
        Self { low, high, step, source: None }
    }

    pub(super) const fn multiples(step: u16) -> Self {
        Self::new(LEAST, MOST, step)
    }

    /// Returns the number if it is the only one.
    pub(super) fn number(self) -> Option<u16> {
        (self.low == self.high).then_some(self.low as u16)
    }

    /// Returns the number of values, counted from the first that is not negative; `None` if there is no upper bound.
    pub(super) fn count(self) -> Option<u32> {
        if self.high == MOST {
            return None;
        }
        let low = if self.low == LEAST { 0 } else { self.low };
        let step = i32::from(self.step.max(1));
        Some(((self.high - low).max(0) / step) as u32 + 1)
    }

    /// Returns the first number: 0 if there is no lower bound.
    pub(super) const fn first(self) -> u16 {
        if self.low == LEAST { 0 } else { self.low as u16 }
    }

    const fn is_bounded(self) -> bool {
        self.low != LEAST && self.high != MOST
    }

    /// Returns the span with a number added to each value.
    pub(super) fn plus(self, number: i32) -> Self {
        if !self.is_bounded() {
            // An upper bound without a lower one is kept: it remains after a signed comparison.
            return match (self.low, self.high) {
                (LEAST, high) if high != MOST && number == 0 => self,
                (LEAST, high) if high != MOST && number < 0 => Self::new(LEAST, high + number, self.step),
                _ if number % i32::from(self.step.max(1)) == 0 => Self::multiples(self.step),
                _ => Self::ANY,
            };
        }
        let (mut low, mut high) = (self.low + number, self.high + number);
        if low > MOST {
            (low, high) = (low - 0x1_0000, high - 0x1_0000);
        } else if high < LEAST || (low < LEAST && high < 0) {
            (low, high) = (low + 0x1_0000, high + 0x1_0000);
        }
        if low < LEAST || high > MOST {
            return Self::multiples(self.step);
        }
        Self::new(low, high, self.step)
    }

    /// Returns the span with each value multiplied by a number.
    pub(super) fn times(self, number: u16) -> Self {
        let factor = i64::from(number);
        let step = (u32::from(self.step) * u32::from(number)).min(0x8000) as u16;
        let (low, high) = (i64::from(self.low) * factor, i64::from(self.high) * factor);
        let fits = |bound: i64| (i64::from(LEAST)..=i64::from(MOST)).contains(&bound);
        match self.is_bounded() {
            true if fits(low) && fits(high) => Self::new(low as i32, high as i32, step),
            false if self.low == LEAST && self.high != MOST && fits(high) => Self::new(LEAST, high as i32, step),
            _ => Self::multiples(step),
        }
    }

    /// Returns the values of at least `least` and at most `most`; `signed` specifies how they are compared.
    pub(super) fn limited(self, least: Option<i32>, most: Option<i32>, signed: bool) -> Self {
        // No value below an unsigned bound is negative.
        let lowest = if signed { self.low } else { self.low.max(0) };
        let low = least.map_or(lowest, |least| least.max(lowest));
        let high = most.map_or(self.high, |most| most.min(self.high));
        if low > high {
            return self;
        }
        Self { low, high, source: None, ..self }
    }
}

impl Value {
    /// Unknown contents.
    pub(super) const ANY: Self = Self::Span(Span::ANY);

    pub(super) const fn number(number: u16) -> Self {
        Self::Span(Span::new(number as i32, number as i32, 1))
    }

    /// Returns a number that the instruction at `source` contains.
    pub(super) const fn written(number: u16, source: u32) -> Self {
        Self::Span(Span { source: Some(source), ..Span::new(number as i32, number as i32, 1) })
    }

    /// Returns one of the numbers from 0 to `high`.
    pub(super) const fn up_to(high: u16, step: u16) -> Self {
        Self::Span(Span::new(0, high as i32, step))
    }

    /// Returns one of the numbers from `low` to `high`.
    pub(super) const fn between(low: i32, high: i32, step: u16) -> Self {
        Self::Span(Span::new(low, high, step))
    }

    pub(super) fn known(self) -> Option<u16> {
        match self {
            Self::Span(span) => span.number(),
            _ => None,
        }
    }

    /// Returns the value with a number added.
    pub(super) fn plus(self, number: i32) -> Self {
        let near = number as i16;
        match self {
            Self::Span(span) => {
                let sum = span.plus(number);
                let source = if sum.number().is_some() { span.source } else { None };
                Self::Span(Span { source, ..sum })
            }
            Self::Based { base, step, source } => {
                Self::Based { base: base.wrapping_add(near.cast_unsigned()), step, source }
            }
            Self::Return(distance) => Self::Return(distance.and_then(|distance| distance.checked_add(near))),
            Self::Stack(distance) => distance.checked_add(near).map_or(Self::ANY, Self::Stack),
            Self::Entry(_) | Self::Status(_) => Self::ANY,
        }
    }

    /// Returns the sum of two values. A number for which `is_address` returns true becomes the base of the sum.
    pub(super) fn sum(self, other: Self, is_address: impl Fn(u16) -> bool) -> Self {
        match (self, other) {
            (value, Self::Span(span)) | (Self::Span(span), value) if span.number().is_some() => {
                let number = span.low;
                match value {
                    Self::Span(many) if many.number().is_none() && !many.is_bounded() && is_address(number as u16) => {
                        match many.count() {
                            Some(_) => Self::Span(Span::new(number, (number + many.high).min(MOST - 1), many.step)),
                            None => Self::Based { base: number as u16, step: many.step, source: span.source },
                        }
                    }
                    Self::Entry(_) if number >= SMALLEST.into() && is_address(number as u16) => {
                        Self::Based { base: number as u16, step: 1, source: span.source }
                    }
                    _ => value.plus(if number > 0x7FFF && !matches!(value, Self::Span(_)) {
                        number - 0x1_0000
                    } else {
                        number
                    }),
                }
            }
            (Self::Span(one), Self::Span(other)) if one.is_bounded() && other.is_bounded() => {
                let sum = Span::new(one.low + other.low, one.high + other.high, common(one.step, other.step));
                if sum.low >= LEAST && sum.high <= MOST {
                    Self::Span(sum)
                } else {
                    Self::ANY
                }
            }
            (Self::Based { base, step, source }, Self::Span(span))
            | (Self::Span(span), Self::Based { base, step, source }) => {
                Self::Based { base, step: common(step, span.step), source }
            }
            _ => Self::ANY,
        }
    }

    /// Returns where the word may be: the first address, the distance to the next, and the number of addresses, if
    /// known.
    pub(super) fn words(self) -> Option<(u16, u16, Option<u32>)> {
        match self {
            Self::Span(span) if span.number().is_some() => Some((span.low as u16, 2, Some(1))),
            Self::Span(span) => Some((span.first(), span.step, Some(span.count()?))),
            Self::Based { base, step, .. } => Some((base, step, None)),
            _ => None,
        }
    }

    /// Joins two values, either of which may be the actual one.
    pub(super) fn join(self, other: Self) -> Self {
        match (self, other) {
            _ if self == other => self,
            (Self::Span(one), Self::Span(two)) if one.number().is_some() && one.number() == two.number() => {
                Self::Span(Span { source: None, ..one })
            }
            // The step is kept only if both spans consist of its multiples.
            (Self::Span(one), Self::Span(two)) => match common(one.step, two.step) {
                step if aligned(one, step) && aligned(two, step) => Self::Span(Span::multiples(step)),
                _ => Self::ANY,
            },
            (Self::Return(_), Self::Return(_)) => Self::Return(None),
            (Self::Based { base, step, .. }, Self::Based { base: same, step: other, .. }) if base == same => {
                Self::Based { base, step: common(step, other), source: None }
            }
            _ => Self::ANY,
        }
    }
}

const fn aligned(span: Span, step: u16) -> bool {
    step <= 1 || span.low == LEAST || span.low % step as i32 == 0
}

/// Returns the greatest common divisor of two steps.
const fn common(mut one: u16, mut other: u16) -> u16 {
    while other != 0 {
        (one, other) = (other, one % other);
    }
    if one == 0 { 1 } else { one }
}

/// Returns the segment number in the upper word of an address, if it is known.
pub(super) fn segment(word: Value) -> Option<u8> {
    word.known().map(|word| (word >> 8) as u8 & 0x7F)
}
