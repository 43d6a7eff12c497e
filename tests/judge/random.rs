//! Random values, including hostile ones.

use std::collections::BTreeMap;
use std::ops::{Range, RangeInclusive};
use std::path::PathBuf;
use std::sync::Arc;

/// Generates pseudo-random numbers, reproducible from the seed (xorshift, Marsaglia 2003).
#[derive(Clone)]
pub struct Random(u64);

impl Random {
    pub fn new(seed: u64) -> Self {
        let mut random = Self(seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1);
        for _ in 0..8 {
            random.next();
        }
        random
    }

    pub fn next(&mut self) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0.wrapping_mul(0x2545_F491_4F6C_DD1D)
    }

    /// Returns a number below `limit`, which must not be 0.
    pub fn below(&mut self, limit: usize) -> usize {
        (self.next() >> 16) as usize % limit
    }

    /// Returns true in one of `many` cases.
    pub fn one_in(&mut self, many: usize) -> bool {
        self.below(many) == 0
    }

    pub fn of<'l, T>(&mut self, list: &'l [T]) -> &'l T {
        &list[self.below(list.len())]
    }
}

/// A type of which any value can be created by the public interface.
pub trait Any: Sized {
    fn any(r: &mut Random) -> Self;
}

pub fn any<T: Any>(r: &mut Random) -> T {
    T::any(r)
}

/// Numbers at the limits of common ranges, small ones, and any others.
macro_rules! numbers {
    ($($kind:ident)*) => {$(
        impl Any for $kind {
            fn any(r: &mut Random) -> Self {
                match r.below(5) {
                    0 => *r.of(&[0, 1, $kind::MAX, $kind::MIN, $kind::MAX - 1, $kind::MAX / 2, $kind::MAX / 2 + 1]),
                    1 => ((1u128 << r.below(128)) as $kind).wrapping_add(r.below(3) as $kind).wrapping_sub(1),
                    2 | 3 => r.below(20) as $kind,
                    _ => r.next() as $kind,
                }
            }
        }
    )*};
}

numbers!(u8 u16 u32 u64 i8 i16 i32 i64 usize isize);

impl Any for bool {
    fn any(r: &mut Random) -> Self {
        r.one_in(2)
    }
}

impl Any for f64 {
    fn any(r: &mut Random) -> Self {
        match r.below(3) {
            0 => *r.of(&[
                0.0,
                -0.0,
                1.0,
                f64::NAN,
                f64::INFINITY,
                f64::NEG_INFINITY,
                f64::MAX,
                f64::MIN_POSITIVE,
            ]),
            1 => r.below(1000) as f64 / 1000.0,
            _ => f64::from_bits(r.next()),
        }
    }
}

impl Any for char {
    fn any(r: &mut Random) -> Self {
        match r.below(3) {
            0 => *r.of(&[
                '\0',
                '\n',
                '\r',
                '\t',
                '"',
                '\'',
                '\\',
                '\u{7f}',
                '\u{e9}',
                '\u{2028}',
                '\u{1f600}',
                '\u{10ffff}',
            ]),
            _ => char::from(b' ' + r.below(95) as u8),
        }
    }
}

impl Any for () {
    fn any(_: &mut Random) -> Self {}
}

/// Words of the languages that the libraries read.
const WORDS: &str = include_str!("words.txt");

impl Any for String {
    fn any(r: &mut Random) -> Self {
        let words: Vec<&str> = WORDS.lines().collect();
        match r.below(8) {
            0 => (0..r.below(40)).map(|_| char::any(r)).collect(),
            1 => (*r.of(&words)).to_owned(),
            2 => (*r.of(&[
                "",
                " ",
                "\n",
                "((((((((((((((((",
                "----------------",
                "99999999999999999999999999",
            ]))
            .to_owned(),
            3 => r
                .of(&["(", "[", "-", "!", "1+", "{", "\"", "a,"])
                .repeat(1 << r.below(15)),
            _ => {
                let mut text = String::new();
                for _ in 0..r.below(30) {
                    text += r.of(&words).replace("\\n", "\n").as_str();
                    if r.one_in(2) {
                        text.push(*r.of(&[' ', '\n', '\t', ',', '+', '-', '#', ':', '(', ')', ';', '.']));
                    }
                }
                text
            }
        }
    }
}

impl Any for &'static str {
    fn any(r: &mut Random) -> Self {
        String::any(r).leak()
    }
}

impl<T: Any> Any for Vec<T> {
    fn any(r: &mut Random) -> Self {
        let count = if r.one_in(20) { r.below(300) } else { r.below(6) };
        (0..count).map(|_| any(r)).collect()
    }
}

impl<T: Any> Any for Option<T> {
    fn any(r: &mut Random) -> Self {
        (!r.one_in(3)).then(|| any(r))
    }
}

impl<T: Any> Any for Box<T> {
    fn any(r: &mut Random) -> Self {
        Self::new(any(r))
    }
}

impl Any for Arc<str> {
    fn any(r: &mut Random) -> Self {
        String::any(r).into()
    }
}

impl<T: Any, const N: usize> Any for [T; N] {
    fn any(r: &mut Random) -> Self {
        std::array::from_fn(|_| any(r))
    }
}

impl<A: Any, B: Any> Any for (A, B) {
    fn any(r: &mut Random) -> Self {
        (any(r), any(r))
    }
}

impl<A: Any, B: Any, C: Any> Any for (A, B, C) {
    fn any(r: &mut Random) -> Self {
        (any(r), any(r), any(r))
    }
}

impl<T: Any> Any for Range<T> {
    fn any(r: &mut Random) -> Self {
        any(r)..any(r)
    }
}

impl<T: Any> Any for RangeInclusive<T> {
    fn any(r: &mut Random) -> Self {
        any(r)..=any(r)
    }
}

impl<K: Any + Ord, V: Any> Any for BTreeMap<K, V> {
    fn any(r: &mut Random) -> Self {
        (0..r.below(5)).map(|_| any(r)).collect()
    }
}

impl Any for PathBuf {
    fn any(_: &mut Random) -> Self {
        "/nonexistent/judge".into()
    }
}
