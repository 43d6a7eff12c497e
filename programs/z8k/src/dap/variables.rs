//! Variables and expressions.

use anyhow::{Result, bail};
use z8000_debugger::expression::{Expression, Place};
use z8000_debugger::program::SymbolSection;

use super::debuggee::Debuggee;
use super::protocol::{Body, Evaluate, Evaluated, Reference, Scope, SetExpression, SetVariable, Variable, Variables};

/// References of the scopes.
const REGISTERS: u32 = 1;
const FLAGS: u32 = 2;
const CLOCKS: u32 = 3;
const DATA: u32 = 4;

/// The scopes, which are the same in every stack frame.
pub(super) fn scopes() -> Body {
    let scope = |name, variables_reference, presentation_hint| Scope {
        name,
        variables_reference,
        expensive: false,
        presentation_hint,
    };
    Body::Scopes {
        scopes: vec![
            scope("Registers", REGISTERS, "registers"),
            scope("Flags", FLAGS, "registers"),
            scope("Clocks", CLOCKS, "locals"),
            scope("Data", DATA, "globals"),
        ],
    }
}

impl Debuggee {
    pub(super) fn variables(&self, arguments: &Variables) -> Result<Body> {
        let symbols = self.session().program().symbols();
        let names: Vec<String> = match arguments.variables_reference {
            REGISTERS => (0..16)
                .map(|n| format!("r{n}"))
                .chain(["pc".to_owned(), "fcw".to_owned()])
                .collect(),
            FLAGS => ["c", "z", "s", "v", "da", "h", "system"]
                .map(|flag| format!("fcw.{flag}"))
                .into_iter()
                .chain(self.session().program().has_segments().then(|| "fcw.seg".to_owned()))
                .collect(),
            CLOCKS => vec!["$clocks".to_owned(), "$instructions".to_owned()],
            DATA => symbols
                .iter()
                .filter(|(_, symbol)| symbol.section == SymbolSection::Data)
                .map(|(name, _)| name.clone())
                .collect(),
            other => bail!("there is no scope {other}"),
        };
        let variables = names.into_iter().filter_map(|name| self.variable(name)).collect();
        Ok(Body::Variables { variables })
    }

    fn variable(&self, name: String) -> Option<Variable> {
        let symbol = self.session().program().symbols().get(&name);
        let evaluate_name = match symbol {
            Some(_) => format!("word({name})"),
            None => name.clone(),
        };
        Some(Variable {
            value: self.session().evaluate(&evaluate_name).ok()?.to_string(),
            name,
            variables_reference: 0,
            evaluate_name,
            memory_reference: symbol
                .and_then(|symbol| Some(Reference::data(self.session().program().at(symbol.value)?))),
        })
    }

    pub(super) fn set_variable(&mut self, arguments: &SetVariable) -> Result<Body> {
        let name = &arguments.name;
        if arguments.variables_reference == DATA {
            self.assign(&format!("word({name})"), &arguments.value)
        } else {
            self.assign(name, &arguments.value)
        }
    }

    pub(super) fn set_expression(&mut self, arguments: &SetExpression) -> Result<Body> {
        self.assign(&arguments.expression, &arguments.value)
    }

    fn assign(&mut self, place: &str, value: &str) -> Result<Body> {
        let session = self.session_mut();
        let expression = Expression::new(place, session.program())?;
        let target = expression.place(session.view())?;
        let number = session.evaluate(value)?.number;
        session.set(target, number);
        Ok(Body::Assigned {
            value: expression.value(session.view())?.to_string(),
            variables_reference: 0,
        })
    }

    /// Evaluates an expression; in the console also executes a command of the debugger.
    pub(super) fn evaluate(&mut self, arguments: &Evaluate) -> Result<Body> {
        let line = arguments.expression.trim();
        let word = line.split_whitespace().next().unwrap_or_default();
        if arguments.context.as_deref() == Some("repl") && self.interpreter.command(word).is_ok() {
            let answer = self.interpreter.execute(line, &mut |_| false)?;
            return Ok(Body::Evaluated(Evaluated {
                result: answer.text,
                variables_reference: 0,
                memory_reference: None,
            }));
        }
        let session = self.session();
        let expression = Expression::new(line, session.program())?;
        let memory_reference = match expression.place(session.view()) {
            Ok(Place::Memory { program, address, .. }) => Some(Reference::new(program, address)),
            _ => None,
        };
        Ok(Body::Evaluated(Evaluated {
            result: expression.value(session.view())?.to_string(),
            variables_reference: 0,
            memory_reference,
        }))
    }
}
