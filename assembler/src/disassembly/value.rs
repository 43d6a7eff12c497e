//! The contents of a register, as far as they are known.

use z8000::isa::Mode;

use super::program::Space;

/// Numbers below this are probably not addresses.
pub(super) const SMALLEST: u16 = 0x40;

/// The possible contents of a word register.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Value {
    /// One of some numbers.
    Span(Span),
    /// An address that the program names, plus a number that is not known.
    Based {
        /// The address.
        base: u16,
        /// The number is a multiple of this.
        step: u16,
        /// Address of the instruction that names it.
        source: Option<u32>,
    },
    /// The word at one of some addresses.
    Entry(Table),
    /// The return address of the routine plus a number of bytes; `None` if the number is not known.
    Return(Option<i16>),
    /// The stack pointer at the entry of the routine, plus a number of bytes.
    Stack(i16),
    /// FCW, of which the mode is known.
    Status(Mode),
}

/// Numbers in equal steps. A bound that is not known is the minimum or maximum of a word.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Span {
    pub(super) low: i32,
    pub(super) high: i32,
    pub(super) step: u16,
    /// Address of the instruction that a single number is written in.
    pub(super) source: Option<u32>,
}

/// Words in memory, in equal steps.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Table {
    /// The memory that contains it.
    pub(super) space: Space,
    /// Linear address of the first.
    pub(super) start: u32,
    /// Bytes from one to the next.
    pub(super) step: u16,
    /// Their number; `None` if it is not known.
    pub(super) count: Option<u32>,
}

const LEAST: i32 = -0x8000;
const MOST: i32 = 0xFFFF;

impl Span {
    /// Nothing is known.
    pub(super) const ANY: Self = Self { low: LEAST, high: MOST, step: 1, source: None };

    const fn new(low: i32, high: i32, step: u16) -> Self {
        Self { low, high, step, source: None }
    }

    /// Multiples of a number.
    pub(super) const fn multiples(step: u16) -> Self {
        Self::new(LEAST, MOST, step)
    }

    /// The number, if it is the only one.
    pub(super) fn number(self) -> Option<u16> {
        (self.low == self.high).then_some(self.low as u16)
    }

    /// The number of values from the first that is not negative on; `None` if there is no bound.
    pub(super) fn count(self) -> Option<u32> {
        if self.high == MOST {
            return None;
        }
        let low = if self.low == LEAST { 0 } else { self.low };
        let step = i32::from(self.step.max(1));
        Some(((self.high - low).max(0) / step) as u32 + 1)
    }

    /// The first number: 0 if there is no lower bound.
    pub(super) const fn first(self) -> u16 {
        if self.low == LEAST { 0 } else { self.low as u16 }
    }

    const fn is_bounded(self) -> bool {
        self.low != LEAST && self.high != MOST
    }

    /// With a number added to each.
    pub(super) fn plus(self, number: i32) -> Self {
        if !self.is_bounded() {
            // The upper bound of what begins at 0 is kept: a signed comparison leaves no more.
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

    /// Each times a number.
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

    /// The numbers that are at least, or at most, some number; `signed` specifies how they are compared.
    pub(super) fn limited(self, least: Option<i32>, most: Option<i32>, signed: bool) -> Self {
        // Below an unsigned bound there is nothing negative.
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
    /// Nothing is known.
    pub(super) const ANY: Self = Self::Span(Span::ANY);

    /// A number.
    pub(super) const fn number(number: u16) -> Self {
        Self::Span(Span::new(number as i32, number as i32, 1))
    }

    /// A number that is written in an instruction.
    pub(super) const fn written(number: u16, source: u32) -> Self {
        Self::Span(Span { source: Some(source), ..Span::new(number as i32, number as i32, 1) })
    }

    /// One of some numbers from 0.
    pub(super) const fn up_to(high: u16, step: u16) -> Self {
        Self::Span(Span::new(0, high as i32, step))
    }

    /// One of some numbers.
    pub(super) const fn between(low: i32, high: i32, step: u16) -> Self {
        Self::Span(Span::new(low, high, step))
    }

    /// The number, if it is known.
    pub(super) fn known(self) -> Option<u16> {
        match self {
            Self::Span(span) => span.number(),
            _ => None,
        }
    }

    /// With a number added.
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

    /// The sum of two. A number that `is_address` considers one is the base of what is added to it.
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

    /// The words at the addresses that it may be: the first, the distance of the next, and their number, if that is
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
            // Steps count only where both are multiples of them.
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

/// The largest step that both are made of.
const fn common(mut one: u16, mut other: u16) -> u16 {
    while other != 0 {
        (one, other) = (other, one % other);
    }
    if one == 0 { 1 } else { one }
}

/// The segment number in the upper half of an address, if it is known.
pub(super) fn segment(word: Value) -> Option<u8> {
    word.known().map(|word| (word >> 8) as u8 & 0x7F)
}
