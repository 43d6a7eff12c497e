//! Random data, strings, space and alignment.

use super::writer::Writer;

/// Strings with every element that strings may contain.
const STRINGS: [&str; 10] = [
    "",
    "text",
    "a;b!c#d",
    "tab\\tend\\n",
    "\\\"quoted\\\" \\\\",
    "\\101\\0\\x41",
    "/* no comment */",
    "it's",
    "\\r\\b\\f\\377",
    "<<0>>%0D",
];

impl Writer<'_> {
    /// Writes some lines of data.
    pub(super) fn data(&mut self) {
        for _ in 0..1 + self.below(5) {
            match self.below(12) {
                0 => self.repetition_of_data(),
                1 => self.alignment(),
                2 => self.call_data_macro(),
                3 => self.variable(),
                _ => {
                    let datum = self.datum();
                    self.line(&datum);
                }
            }
        }
    }

    /// Writes some lines that reserve space.
    pub(super) fn space(&mut self) {
        for _ in 0..1 + self.below(2) {
            let count = self.below(30);
            let line = match self.below(6) {
                0 => format!(".skip {count}"),
                1 => format!(".zero {count}"),
                2 => format!(".ds.l {count}"),
                3 => format!("block {count}"),
                4 => format!(
                    ".lcomm own{}, {}",
                    self.unique(),
                    1 + if self.plan.aligned { count } else { count % 3 }
                ),
                _ => format!(".space {count}"),
            };
            self.line(&line);
        }
    }

    pub(super) fn alignment(&mut self) {
        let kind = if self.plan.aligned { self.below(8) } else { 7 };
        let line = match kind {
            0 => format!(".balign {}", 1 << self.below(5)),
            1 => format!(".balign {},", 1 << self.below(4)),
            2 => format!(".p2align {}", self.below(5)),
            3 => format!(".balign {},,{}", 1 << self.below(4), 1 + self.below(6)),
            4 if self.holds_contents() => format!(".balign {}, {:#x}", 1 << self.below(5), self.below(256)),
            5 if self.holds_contents() => format!(".p2align {}, {}", self.below(5), self.below(256)),
            6 if self.holds_contents() => format!(".p2align {}, {}, {}", self.below(5), self.below(256), self.below(9)),
            _ => return self.even(),
        };
        self.line(&line);
    }

    fn holds_contents(&self) -> bool {
        let section = self.plan.chunks[self.file][self.number].section;
        self.plan.sections[section].holds != super::plan::Holds::Space
    }

    /// Returns a line of data.
    pub(super) fn datum(&mut self) -> String {
        match self.below(20) {
            0..=1 => self.list(&[".byte", "bval", ".dc.b", "data.b"], 0xff),
            2..=4 => self.list(
                &[".word", ".short", ".2byte", "wval", ".int", ".hword", ".dc.w", "data.w"],
                0xffff,
            ),
            5..=6 => self.list(&[".long", ".4byte", "lval", ".dc.l", "data.l"], 0xffff_ffff),
            7 => {
                let values: Vec<String> = (0..1 + self.below(3)).map(|_| self.free(6)).collect();
                format!("{} {}", self.pick(&[".quad", ".8byte"]), values.join(","))
            }
            8..=9 => self.strings(),
            10 => {
                let count = self.below(20);
                match self.below(3) {
                    0 => format!(".space {count}, {}", self.masked_now(0xff)),
                    1 => format!(".skip {count}"),
                    _ => format!(".zero {count}"),
                }
            }
            11 => format!(
                ".fill {}, {}, {}",
                self.below(6),
                self.below(9),
                self.masked_now(0x7fff_ffff)
            ),
            12 => {
                let values: Vec<String> = (0..1 + self.below(3)).map(|_| self.number()).collect();
                match self.below(2) {
                    0 => format!(".uleb128 {}", values.join(",")),
                    _ => format!(".sleb128 -{}", values.join(", ")),
                }
            }
            13 => {
                let values = ["1", "-1.5", "3.14159265358979", "1e10", "-2.5e-8", "0"];
                let value = self.pick(&values);
                format!("{} {value}", self.pick(&[".float", ".double", ".single", ".dc.d"]))
            }
            14 => format!(".octa {:#x}", self.random.bits() >> 1),
            15 => match self.distance() {
                Some(distance) => format!(".word {distance}, ({distance})+2, 7*({distance})+1"),
                None => ".word 0".to_owned(),
            },
            16 => match self.label(true) {
                Some(label) => format!(".word {label}, {label}+2"),
                None => ".word 1".to_owned(),
            },
            17..=18 => match self.label(false) {
                Some(label) => format!(".long {label}, {label} - 2 + 9 , 4+{label}"),
                None => ".long 1".to_owned(),
            },
            _ => match self.below(4) {
                0 => format!(".dcb.w {}, {}", self.below(5), self.masked_now(0xffff)),
                1 => format!(".dcb.b {}, {}", self.below(5), self.masked_now(0xff)),
                2 => format!(".ds.w {}", self.below(5)),
                _ => format!(".dcb.l {}, {}", self.below(5), self.masked_now(0xffff_ffff)),
            },
        }
    }

    fn list(&mut self, names: &[&str], mask: u64) -> String {
        let name = self.pick(names);
        let values: Vec<String> = (0..1 + self.below(4))
            .map(|_| match self.below(6) {
                0 => format!("-{}", self.random.bits() & (mask >> 1)),
                _ => self.masked(mask),
            })
            .collect();
        let separator = self.pick(&[",", ", ", " , "]);
        format!("{name} {}", values.join(separator))
    }

    fn strings(&mut self) -> String {
        let name = self.pick(&[".ascii", ".asciz", ".string", ".string8", ".string16"]);
        let strings: Vec<String> = (0..1 + self.below(3))
            .map(|_| format!("\"{}\"", self.pick(&STRINGS)))
            .collect();
        format!("{name} {}", strings.join(", "))
    }
}
