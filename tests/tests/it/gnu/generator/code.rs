//! Random instructions, and other lines between them.

use z8000::isa::names::{CONDITIONS, CONTROLS};
use z8000::isa::{FORMS, Form, Kind, Operation};

use super::writer::Writer;

/// Returns true if GNU as knows a form; some mnemonics have a meaning only for other assemblers.
fn is_known(form: &Form) -> bool {
    let operation = form.operation;
    let extended = operation.mnemonic().starts_with("ext0") || operation.mnemonic().starts_with("ext4");
    !extended && !operation.mnemonic().starts_with("ext8") && ![Operation::Bpt, Operation::Brk].contains(&operation)
}

impl Writer<'_> {
    /// Writes some statements of a code section. They begin and end at even addresses.
    pub(super) fn code(&mut self) {
        for _ in 0..2 + self.below(6) {
            match self.below(40) {
                0..=1 => self.backward(),
                2..=3 => self.forward(),
                4..=6 => self.call_macro(),
                7..=8 => self.repetition(),
                9..=10 => self.condition(),
                11 => {
                    self.data();
                    self.even();
                }
                12 => {
                    self.alignment();
                    self.even();
                }
                13 => {
                    let count = 2 * self.below(20);
                    let line = match self.below(4) {
                        0 => format!(".org .+{count}"),
                        1 => format!(". = . + {count}"),
                        2 => format!(".space {count}, 0x5a"),
                        _ => format!(".skip {count}"),
                    };
                    self.line(&line);
                }
                14 if self.plan.processor == z8000_asm::Processor::Z8001 => self.mode(!self.segmented),
                15 => {
                    let (one, two) = (self.instruction(), self.instruction());
                    self.line(&format!("{one} ; {two}"));
                }
                16 => self.variable(),
                _ => {
                    let instruction = self.instruction();
                    self.line(&instruction);
                }
            }
        }
    }

    pub(super) fn even(&mut self) {
        let line = self.pick(&[".even", "even", ".balign 2", ".p2align 1", ".align 1"]);
        self.line(line);
    }

    /// Writes a backward branch to a local label.
    fn backward(&mut self) {
        let label = 1 + self.below(3);
        self.text += &format!("{label}:");
        for _ in 0..1 + self.below(8) {
            let instruction = self.instruction();
            self.line(&instruction);
        }
        let line = match self.below(4) {
            0 => format!("djnz r{},{label}b", self.below(16)),
            1 => format!("dbjnz rl{},{label}b", self.below(8)),
            2 => format!("jr {label}b"),
            _ => format!("jr {},{label}b", self.condition_code()),
        };
        self.line(&line);
    }

    /// Writes a forward branch to a local label, or to one that does not appear in any symbol table.
    fn forward(&mut self) {
        let (definition, reference) = match self.below(2) {
            0 => {
                let label = 4 + self.below(3);
                (label.to_string(), format!("{label}f"))
            }
            _ => {
                let label = format!(".Lskip{}", self.unique());
                (label.clone(), label)
            }
        };
        let branch = self.pick(&["jr", "calr", "jr nz,", "jr eq,", "jp", "ldr r3,", "ldar"]);
        let branch = match (branch, self.segmented) {
            ("ldar", true) => "ldar rr2,",
            ("ldar", false) => "ldar r2,",
            // A 16-bit address would have to be in segment 0.
            ("jp", false) => "jr",
            (branch, _) => branch,
        };
        self.line(&format!("{branch} {reference}"));
        for _ in 0..1 + self.below(8) {
            let instruction = self.instruction();
            self.line(&instruction);
        }
        self.text += &format!("{definition}:\n");
    }

    /// Writes a symbol that changes its value.
    pub(super) fn variable(&mut self) {
        let value = self.free(2);
        let name = "variable";
        let line = match self.below(3) {
            0 => format!(".set {name}, {value}"),
            1 => format!("{name} = {value}"),
            _ if self.known.iter().any(|known| known == name) => format!(".set {name}, {name} + 1"),
            _ => format!(".set {name}, 7"),
        };
        self.line(&line);
        if !self.known.iter().any(|known| known == name) {
            self.known.push(name.to_owned());
        }
    }

    fn condition_code(&mut self) -> &'static str {
        let names = CONDITIONS[self.below(16)];
        names[self.below(names.len())]
    }

    /// Returns an instruction of any form.
    pub(super) fn instruction(&mut self) -> String {
        loop {
            let form = &FORMS[self.below(FORMS.len())];
            if !is_known(form) {
                continue;
            }
            let operands: Option<Vec<String>> = form
                .operands
                .iter()
                .map(|operand| self.operand(form, operand.kind))
                .collect();
            if let Some(operands) = operands {
                let list: Vec<String> = operands.into_iter().filter(|operand| !operand.is_empty()).collect();
                let separator = self.pick(&[",", ",", ", "]);
                return format!("{} {}", form.operation.mnemonic(), list.join(separator))
                    .trim_end()
                    .to_owned();
            }
        }
    }

    /// Returns a register that can contain an address.
    fn pointer(&mut self) -> String {
        match self.segmented {
            true => format!("rr{}", 2 * (1 + self.below(7))),
            false => format!("r{}", 1 + self.below(15)),
        }
    }

    /// Returns an operand; `None` if the program has no suitable label.
    fn operand(&mut self, form: &Form, kind: Kind) -> Option<String> {
        let width = match form.operation.mnemonic().as_bytes() {
            [.., b'b'] => 8,
            [.., b'l'] if form.operation.mnemonic().len() == 4 => 32,
            _ => 16,
        };
        Some(match kind {
            Kind::Byte => format!("r{}{}", ["h", "l"][self.below(2)], self.below(8)),
            Kind::Word => format!("r{}", self.below(16)),
            Kind::Long => format!("rr{}", 2 * self.below(8)),
            Kind::Quad => format!("rq{}", 4 * self.below(4)),
            Kind::Pointer if self.segmented => format!("rr{}", 2 * self.below(8)),
            Kind::Pointer => format!("r{}", self.below(16)),
            Kind::Indirect => format!("@{}", self.pointer()),
            Kind::PortIndirect => format!("@r{}", 1 + self.below(15)),
            Kind::Direct => self.address(),
            Kind::Indexed => format!("{}(r{})", self.address(), 1 + self.below(15)),
            Kind::Base => format!("{}(#{})", self.pointer(), self.masked(0x7fff)),
            Kind::BaseIndex => format!("{}(r{})", self.pointer(), 1 + self.below(15)),
            Kind::Immediate8 | Kind::ImmediateByte => match self.below(6) {
                0 => format!("#-{}", self.below(128)),
                1 => "#'q'".to_owned(),
                _ => format!("#{}", self.masked(0xff)),
            },
            Kind::Immediate16 => match self.below(6) {
                0 => format!("#{}", self.label(true)?),
                1 => format!("#-{}", self.below(0x8000)),
                2 => format!("#{}", self.external_constant()?),
                _ => format!("#{}", self.masked(0xffff)),
            },
            Kind::Immediate32 => match self.below(5) {
                0 => format!("#{}", self.label(false)?),
                _ => format!("#{}", self.masked(0xffff_ffff)),
            },
            Kind::Code => format!("#{}", self.masked(0xff)),
            Kind::Nibble => match self.below(3) {
                0 => format!("#{}", self.external_constant()?),
                _ => format!("#{}", self.masked(15)),
            },
            Kind::Count => format!("#{}", self.between(1, 16)),
            Kind::ByteBit => format!("#{}", self.masked(7)),
            Kind::Rotation => format!("#{}", self.between(1, 2)),
            Kind::ShiftLeft => format!("#{}", self.between(0, width)),
            Kind::ShiftRight => format!("#{}", self.between(1, width)),
            Kind::Relative8 => format!(".+{}", 2 * self.below(100)),
            Kind::Relative7 => ".".to_owned(),
            Kind::Relative12 => self.near(1)?,
            Kind::Relative16 => self.near(9)?,
            Kind::Port => format!("#{}", self.masked(0xffff)),
            Kind::Condition => self.condition_code().to_owned(),
            Kind::BranchCondition if self.chance(2) => String::new(),
            Kind::BranchCondition => self.condition_code().to_owned(),
            Kind::Flags => self
                .pick(&["c", "z", "s", "p", "v", "c,z", "z,s,p", "c,s,v", "c,z,s,p"])
                .to_owned(),
            Kind::Interrupts => self.pick(&["vi", "nvi", "vi,nvi"]).to_owned(),
            Kind::Control => CONTROLS[self.below(CONTROLS.len())].0.to_owned(),
            Kind::ControlByte => "flags".to_owned(),
        })
    }

    /// Returns a constant that another file may define.
    fn external_constant(&mut self) -> Option<String> {
        let constants = &self.plan.constants;
        (!constants.is_empty()).then(|| constants[self.below(constants.len())].name.clone())
    }
}
