//! Random macros, repetitions and conditions.

use super::writer::Writer;

/// The macros of a file, each with its arguments.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Macro {
    /// An instruction and a loop with its own label; the arguments are a register, and a number with a default.
    Wait,
    /// Consecutive bytes; any number of arguments.
    Bytes,
    /// Words that count down, written by a recursive call.
    Countdown,
    /// A label that is joined from two parts, and a number.
    Joined,
    /// A string of text.
    Text,
    /// A macro that ends early with `.exitm`.
    Leaves,
    /// A range of registers.
    Registers,
    /// A macro after `.altmacro`.
    Alternate,
}

const MACROS: [Macro; 8] = [
    Macro::Wait,
    Macro::Bytes,
    Macro::Countdown,
    Macro::Joined,
    Macro::Text,
    Macro::Leaves,
    Macro::Registers,
    Macro::Alternate,
];

const REGISTERS: [&str; 5] = ["r0", "r1", "r7", "r11", "r15"];

impl Macro {
    /// Returns true if the macro writes data of any length.
    const fn is_data(self) -> bool {
        matches!(
            self,
            Self::Bytes | Self::Countdown | Self::Joined | Self::Text | Self::Leaves | Self::Alternate
        )
    }
}

impl Writer<'_> {
    /// Writes the definitions of some of the macros.
    pub(super) fn define_macros(&mut self) {
        for it in MACROS {
            if self.chance(2) {
                let definition = self.definition(it);
                self.text += &definition;
                self.macros.push(it);
            }
        }
    }

    fn definition(&mut self, it: Macro) -> String {
        let number = self.below(100);
        match it {
            Macro::Wait => format!(
                ".macro wait reg, count={number}\n\tld \\reg,#\\count\n.Lw\\@:\tinc \\reg,#1\n\tdjnz \\reg,.Lw\\@\n.endm\n"
            ),
            Macro::Bytes => {
                ".macro bytes first, rest:vararg\n\t.byte \\first\n\t.ifnb \\rest\n\tbytes \\rest\n\t.endif\n\t.endm\n"
                    .to_owned()
            }
            Macro::Countdown => {
                ".macro countdown n\n\t.word \\n\n\t.if \\n\n\tcountdown \"(\\n-1)\"\n\t.endif\n.endm\n".to_owned()
            }
            Macro::Joined => format!(
                "\t.macro joined one:req, two=x{number}, value\n\\one\\()_\\two\\()_\\@:\t.long \\one\\()_\\two\\()_\\@, 0\\value\n\t.endm\n"
            ),
            Macro::Text => ".macro text it, end=\n\t.ascii \"\\it\"\n\t.ifb \\end\n\t.byte 0\n\t.else\n\t.byte \\end\n\t.endif\n.endm\n".to_owned(),
            Macro::Leaves => format!(
                ".macro leaves n\n\t.irp v,1,2,{number}\n\t.byte \\v\n\t.if \\v == \\n\n\t.exitm\n\t.endif\n\t.byte 0xee\n\t.endr\n\t.endm\n"
            ),
            Macro::Registers => {
                ".macro registers operation, first, second, third\n\t.irp reg,\\first,\\second,\\third\n\t\\operation \\reg\n\t.endr\n\t.endm\n"
                    .to_owned()
            }
            Macro::Alternate => {
                ".altmacro\n.macro alternate a,b\n\tLOCAL here\nhere:\t.long here\n\t.ascii b\n\t.byte a\n.endm\n.noaltmacro\n".to_owned()
            }
        }
    }

    /// Writes a call of a macro among instructions.
    pub(super) fn call_macro(&mut self) {
        if self.macros.is_empty() {
            return;
        }
        let index = self.below(self.macros.len());
        let it = self.macros[index];
        self.call(it);
        if it.is_data() {
            self.even();
        }
    }

    /// Writes a call of a macro that writes data.
    pub(super) fn call_data_macro(&mut self) {
        let macros: Vec<Macro> = self.macros.iter().copied().filter(|it| it.is_data()).collect();
        if !macros.is_empty() {
            let index = self.below(macros.len());
            self.call(macros[index]);
        }
    }

    fn call(&mut self, it: Macro) {
        let line = match it {
            Macro::Wait => {
                let register = self.pick(&REGISTERS);
                match self.below(4) {
                    0 => format!("wait {register}"),
                    1 => format!("wait {register}, {}", self.below(1000)),
                    2 => format!("wait count={}, reg={register}", self.below(1000)),
                    _ => format!("wait {register} {}", self.below(1000)),
                }
            }
            Macro::Bytes => {
                let values: Vec<String> = (0..1 + self.below(6)).map(|_| self.below(256).to_string()).collect();
                format!("bytes {}", values.join(self.pick(&[",", ", "])))
            }
            Macro::Countdown => format!("countdown {}", self.below(6)),
            Macro::Joined => {
                let name = format!("j{}", self.unique());
                match self.below(3) {
                    0 => format!("joined {name}"),
                    1 => format!("joined {name}, part, 5"),
                    _ => format!("joined {name},,17"),
                }
            }
            Macro::Text => match self.below(4) {
                0 => "text abc".to_owned(),
                1 => "text \"a b, c\"".to_owned(),
                2 => "text \"x;y\", 7".to_owned(),
                _ => "text it=word, end=','".to_owned(),
            },
            Macro::Leaves => format!("leaves {}", 1 + self.below(3)),
            Macro::Registers => {
                let (one, two, three) = (self.pick(&REGISTERS), self.pick(&REGISTERS), self.pick(&REGISTERS));
                format!(
                    "registers {}, {one}, {two}, {three}",
                    self.pick(&["clr", "neg", "test", "com"])
                )
            }
            Macro::Alternate => {
                self.line(".altmacro");
                let value = self.between(1, 99);
                self.line(&format!("alternate %({value}), <\"a, b\">"));
                ".noaltmacro".to_owned()
            }
        };
        self.line(&line);
    }

    /// Writes a repetition of instructions.
    pub(super) fn repetition(&mut self) {
        let head = match self.below(3) {
            0 => {
                let count = self.between(0, 5);
                self.line(&format!(".rept {count}"));
                self.instruction()
            }
            1 => {
                self.line(".irp reg, r1,r2, r13");
                let push = if self.segmented {
                    "push @rr14,\\reg"
                } else {
                    "push @r15,\\reg"
                };
                self.pick(&["ld \\reg,#5", "clr \\reg", "add \\reg,r3", push, "ld r2,\\reg"])
                    .to_owned()
            }
            _ => {
                self.line(".irpc digit,0257");
                self.pick(&[
                    "ld r\\digit,#0x\\digit",
                    "inc r\\digit,#1\\digit-9",
                    ".word \\digit\\()1",
                ])
                .to_owned()
            }
        };
        self.line(&head);
        if self.chance(3) {
            let another = self.instruction();
            self.line(&another);
        }
        self.line(".endr");
    }

    /// Writes a repetition of data.
    pub(super) fn repetition_of_data(&mut self) {
        match self.below(3) {
            0 => {
                self.line(".set n, 0");
                let count = self.between(1, 6);
                self.line(&format!(".rept {count}"));
                let value = self.pick(&[".byte n", ".word n*3", ".long n<<4|1"]);
                self.line(value);
                self.line(".set n, n+1");
            }
            1 => {
                let values = [self.number(), self.number(), self.number()];
                self.line(&format!(".irp value, {}", values.join(",")));
                self.line(".quad \\value*2");
            }
            _ => {
                self.line(".irpc letter,a0Z9");
                self.line(".ascii \"<\\letter>\"");
            }
        }
        self.line(".endr");
    }

    /// Writes instructions under one of several conditions.
    pub(super) fn condition(&mut self) {
        let value = self.free(4);
        let name = match self.known.first() {
            Some(known) => known.clone(),
            None => "K0".to_owned(),
        };
        let line = match self.below(8) {
            0 => format!(".ifdef {name}"),
            1 => ".ifndef not_there".to_owned(),
            2 => format!(".ifeq {value}"),
            3 => format!(".ifge {value}"),
            4 => ".ifc a b,a b".to_owned(),
            5 => format!(".iflt {value}"),
            _ => format!(".if {value}"),
        };
        self.line(&line);
        let one = self.instruction();
        self.line(&one);
        if self.chance(2) {
            if self.chance(2) {
                let other = self.free(3);
                self.line(&format!(".elseif {other}"));
                let two = self.instruction();
                self.line(&two);
            }
            self.line(".else");
            if self.chance(3) {
                self.line(".if 0\n\tthis is never read (\n\t.else");
                let nested = self.instruction();
                self.line(&nested);
                self.line(".endif");
            }
            let three = self.instruction();
            self.line(&three);
        }
        self.line(".endif");
    }
}
