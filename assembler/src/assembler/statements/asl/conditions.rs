//! Conditional assembly in sources for AS.

use super::parts::{Parts, file_name};
use crate::assembler::program::{Condition, Program};
use crate::fault::Fault;
use crate::syntax::asl::arguments;

/// Directives for conditional assembly, which are also evaluated in skipped lines.
pub(super) const DECIDING: [&str; 14] = [
    "if", "ifdef", "ifndef", "ifb", "ifnb", "ifexist", "ifnexist", "elseif", "else", "endif", "switch", "case",
    "elsecase", "endcase",
];

impl Program<'_> {
    /// Executes a directive for conditional assembly.
    pub(super) fn decide_asl(&mut self, it: Parts<'_>, name: &str) -> Result<(), Fault> {
        let span = it.fields.operation.clone();
        let open = self.conditions.last().is_some_and(|condition| !condition.done);
        match name {
            "elseif" | "else" | "case" | "elsecase" => {
                let last = name == "elsecase" || matches!(name, "else" | "elseif") && it.rest().is_empty();
                let holds = open
                    && (last
                        || if name == "case" {
                            self.is_case(it)?
                        } else {
                            self.holds_asl(it, "if")?
                        });
                let own = |fault: Fault| Fault { message: fault.message.replace("`.", "`"), ..fault };
                self.branch(span, holds, last).map_err(own)
            }
            "endif" | "endcase" => {
                if name == "endcase" {
                    self.names.switches.pop();
                }
                match self.conditions.pop() {
                    Some(_) => Ok(()),
                    None => Err(it.fault(format!("`{name}` without a beginning"))),
                }
            }
            _ => {
                let outer = self.is_active();
                let holds = if name == "switch" {
                    let choice = if outer { self.choices(it) } else { Ok(Vec::new()) };
                    let first = choice.as_ref().ok().and_then(|list| list.first().cloned());
                    let switch = (self.conditions.len(), first.unwrap_or_default());
                    self.names.switches.push(switch);
                    choice.map(|_| false)
                } else if outer {
                    self.holds_asl(it, name)
                } else {
                    Ok(false)
                };
                let active = matches!(holds, Ok(true));
                let line = it.line.clone();
                self.conditions
                    .push(Condition { active, done: active || !outer, last: false, line, span });
                holds.map(|_| ())
            }
        }
    }

    fn holds_asl(&self, it: Parts<'_>, name: &str) -> Result<bool, Fault> {
        let is_defined = || {
            let symbol = self.names.symbol(it.rest());
            let lower = it.rest().to_ascii_lowercase();
            self.symbols.mention(&symbol);
            self.symbols.is_defined(&symbol)
                || self.names.strings.contains_key(&lower)
                || self.names.registers.contains_key(&lower)
        };
        let is_blank = || arguments(it.rest()).iter().all(String::is_empty);
        let exists = || {
            self.reader
                .part(file_name(it.rest()), &it.fields.rest, 0, Some(0))
                .is_ok()
        };
        Ok(match name {
            "ifdef" => is_defined(),
            "ifndef" => !is_defined(),
            "ifb" => is_blank(),
            "ifnb" => !is_blank(),
            "ifexist" => exists(),
            "ifnexist" => !exists(),
            _ => self.values(it)?.first() != Some(&0),
        })
    }

    /// Returns the arguments of `SWITCH` and `CASE` as text: numbers or strings.
    fn choices(&self, it: Parts<'_>) -> Result<Vec<String>, Fault> {
        self.arguments_of(it, 0, |cursor, grammar| {
            let mut list = Vec::new();
            loop {
                list.push(match grammar.text(cursor) {
                    Some(text) => format!("{:?}", text?),
                    None => {
                        let code = cursor.expression(grammar)?;
                        self.value_of(it, &code)?.to_string()
                    }
                });
                if cursor.take(",").is_none() {
                    return Ok(list);
                }
            }
        })
    }

    fn is_case(&self, it: Parts<'_>) -> Result<bool, Fault> {
        let Some((_, value)) = self.names.switches.last() else {
            return Err(it.fault("`case` outside a `switch`"));
        };
        Ok(self.choices(it)?.contains(value))
    }
}
