//! Macros, and the values of their parameters.

use std::ops::Range;
use std::rc::Rc;

use super::arguments::{Arguments, Calculate};
use super::scrub::scrubbed;
use crate::fault::{Fault, Rule};
use crate::source::Line;

/// Maximum length of an argument in bytes: a macro that calls itself with its argument doubled would soon fill the
/// memory.
const LONGEST: usize = 0x1_0000;

#[derive(Debug)]
pub(crate) struct Macro {
    pub(crate) name: String,
    parameters: Vec<Parameter>,
    pub(crate) body: Rc<[Line]>,
}

#[derive(Debug)]
struct Parameter {
    name: String,
    default: String,
    kind: Kind,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Kind {
    Optional,
    /// `name:req`: an argument is required.
    Required,
    /// `name:vararg`: the parameter receives all remaining arguments.
    Rest,
}

impl Macro {
    /// Parses the text after a `.macro`, which is at `span` of its line.
    pub(crate) fn new(
        header: &str,
        at: &Range<usize>,
        body: Rc<[Line]>,
        calculate: Option<Calculate<'_>>,
    ) -> Result<Self, Fault> {
        let header = scrubbed(header);
        let mut rest = Arguments::new(&header, calculate);
        let name = rest.name().to_owned();
        if name.is_empty() {
            return Err(Fault::new(at.clone(), "expected a macro name"));
        }
        rest.skip_comma();
        let mut parameters: Vec<Parameter> = Vec::new();
        while !rest.rest.is_empty() {
            let text = rest.rest.to_owned();
            let Some(parameter) = Parameter::read(&mut rest)? else {
                let message = format!("invalid parameter `{text}`: write `name`, `name=default` or `name:req`");
                return Err(Fault::new(at.clone(), message));
            };
            if parameters.iter().any(|known| known.name == parameter.name) {
                let message = format!("duplicate parameter `{}`", parameter.name);
                return Err(Fault::new(at.clone(), message).rule(Rule::Duplicate));
            }
            parameters.push(parameter);
        }
        Ok(Self { name, parameters, body })
    }

    /// Returns the value of each parameter: by name, by position, or its default. The call is at `span` of its line.
    pub(crate) fn values(
        &self,
        given: &str,
        at: &Range<usize>,
        calculate: Option<Calculate<'_>>,
    ) -> Result<Vec<(String, String)>, Fault> {
        let mut values = vec![String::new(); self.parameters.len()];
        let given = scrubbed(given);
        let mut rest = Arguments::new(&given, calculate);
        let (mut position, mut is_named) = (0, false);
        while !rest.rest.is_empty() {
            let index = if rest.is_named() {
                is_named = true;
                let name = rest.name();
                let Some(value) = rest.rest.strip_prefix('=') else {
                    return fault(at, format!("expected the name of a parameter before `{}`", rest.rest));
                };
                rest.rest = value;
                match self.parameters.iter().position(|known| known.name == name) {
                    Some(index) => index,
                    None => return fault(at, format!("macro `{}` has no parameter `{name}`", self.name)),
                }
            } else if is_named {
                return fault(at, "a positional argument cannot follow a named argument".to_owned());
            } else {
                position += 1;
                position - 1
            };
            let Some(parameter) = self.parameters.get(index) else {
                return fault(
                    at,
                    match self.parameters.len() {
                        0 => format!("macro `{}` takes no arguments", self.name),
                        1 => format!("macro `{}` takes at most one argument", self.name),
                        most => format!("macro `{}` takes at most {most} arguments", self.name),
                    },
                );
            };
            let value = if parameter.kind == Kind::Rest && !is_named {
                std::mem::take(&mut rest.rest).to_owned()
            } else {
                rest.argument()?
            };
            if value.len() > LONGEST {
                let bytes = value.len();
                return fault(at, format!("an argument has {bytes} bytes; the maximum is {LONGEST}"));
            }
            values[index] = value;
            rest.skip_comma();
        }
        let value = |(parameter, value): (&Parameter, String)| match (value.is_empty(), parameter.kind) {
            (true, Kind::Required) => fault(
                at,
                format!(
                    "macro `{}` requires a value for parameter `{}`",
                    self.name, parameter.name
                ),
            ),
            // An empty argument is replaced by the default.
            (true, _) => Ok((parameter.name.clone(), parameter.default.clone())),
            (false, _) => Ok((parameter.name.clone(), value)),
        };
        self.parameters.iter().zip(values).map(value).collect()
    }
}

fn fault<T>(at: &Range<usize>, message: String) -> Result<T, Fault> {
    Err(Fault::new(at.clone(), message))
}

impl Parameter {
    /// Parses `name`, `name=default` or `name:req`, and the comma after it; `None` for any other text.
    fn read(rest: &mut Arguments<'_>) -> Result<Option<Self>, Fault> {
        let name = rest.name().to_owned();
        rest.skip_blanks();
        let mut kind = Kind::Optional;
        if let Some(qualifier) = rest.rest.strip_prefix(':') {
            rest.rest = qualifier.trim_start();
            kind = match rest.name() {
                "req" => Kind::Required,
                "vararg" => Kind::Rest,
                _ => return Ok(None),
            };
            rest.skip_blanks();
        }
        let mut default = String::new();
        if let Some(value) = rest.rest.strip_prefix('=') {
            rest.rest = value;
            default = rest.argument()?;
        }
        let before = rest.rest.len();
        rest.skip_comma();
        let ends_with_comma = rest.rest.is_empty() && before > 0;
        let is_last = kind == Kind::Rest && !rest.rest.is_empty();
        let is_wrong = name.is_empty() || ends_with_comma || is_last;
        Ok((!is_wrong).then_some(Self { name, default, kind }))
    }
}
