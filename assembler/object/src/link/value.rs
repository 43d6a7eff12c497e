//! Evaluating the expressions of a script.

use super::address;
use super::pass::Pass;
use super::placed::{Base, Val};
use super::script::Expression;

fn number(value: u64) -> Val {
    Val::new(value, Base::Number, false)
}

impl Pass<'_> {
    /// Returns the base of a plain number: an address outside sections, relative to the section inside one.
    fn plain(&self) -> Base {
        if self.section.is_none() {
            Base::Absolute
        } else {
            Base::Number
        }
    }

    /// Returns an address as a value relative to the current section, if there is one.
    fn here(&self, address: u64) -> Val {
        let base = self.section.map_or(Base::Absolute, Base::Section);
        Val::new(address.wrapping_sub(self.origin(base)), base, true)
    }

    /// Returns the value of an expression, or a message about what is undefined or impossible.
    pub(super) fn value(&self, expression: &Expression) -> Result<Val, String> {
        match expression {
            Expression::Number(value) => Ok(Val::new(*value, self.plain(), false)),
            Expression::Symbol(name) if name == "." => Ok(self.here(self.dot)),
            Expression::Symbol(name) => self.symbol(name),
            Expression::Unary(sign, operand) => {
                let mut val = self.value(operand)?;
                val.value = match sign {
                    '-' => val.value.wrapping_neg(),
                    '~' => !val.value,
                    _ => u64::from(val.value == 0),
                };
                Ok(val)
            }
            Expression::Binary(operator, operands) => self.binary(operator, operands),
            Expression::Choice(parts) => {
                let [condition, yes, no] = &**parts;
                let holds = self.value(condition)?.value != 0;
                self.value(if holds { yes } else { no })
            }
            Expression::Of(function, name) => self.of(function, name),
            Expression::Absolute(operand) => {
                let val = self.value(operand)?;
                Ok(Val::new(self.absolute(val), Base::Absolute, false))
            }
            Expression::Align(None, to) => Ok(self.here(align(self.dot, self.value(to)?.value)?)),
            Expression::Align(Some(value), to) => {
                let (value, to, ..) = self.common(value, to)?;
                Ok(Val::new(align(value.value, to.value)?, value.base, value.place))
            }
            Expression::Next(to) => Ok(Val::new(align(self.dot, self.value(to)?.value)?, Base::Absolute, true)),
            Expression::Exponent(operand) => {
                let val = self.value(operand)?;
                let bits = u64::BITS - val.value.saturating_sub(1).leading_zeros();
                Ok(Val::new(bits.into(), val.base, false))
            }
            Expression::Most(operands) => self.choose(operands, |one, other| one > other),
            Expression::Least(operands) => self.choose(operands, |one, other| one < other),
        }
    }

    fn choose(&self, operands: &[Expression; 2], first: fn(u64, u64) -> bool) -> Result<Val, String> {
        let (one, other, ..) = self.common(&operands[0], &operands[1])?;
        let value = if first(one.value, other.value) { one } else { other }.value;
        Ok(Val::new(value, other.base, one.place | other.place))
    }

    fn symbol(&self, name: &str) -> Result<Val, String> {
        if !self.new.asked.borrow().contains(name) {
            self.new.asked.borrow_mut().insert(name.to_owned());
        }
        let of_object = || address::place(self.plan, &self.new, self.symbols, self.symbols.find(name)?);
        let [new, old] = [&self.new, self.old].map(|layout| layout.own.get(name).copied());
        // As in GNU ld, a symbol that the script only changes, such as by `+=`, initially has its value from an object.
        let found = match self.plan.assigned.contains(name) {
            true => new.or(old).or_else(of_object),
            false => new.or_else(of_object).or(old),
        };
        let mut val = found.ok_or_else(|| format!("symbol `{name}` is not defined"))?;
        if val.base == Base::Absolute {
            val.base = self.plain();
        }
        Ok(val)
    }

    /// Returns two operands relative to the same base, and true if one was a plain number: the result is then relative
    /// to the base of the other.
    fn common(&self, one: &Expression, other: &Expression) -> Result<(Val, Val, bool), String> {
        let (mut one, mut other) = (self.value(one)?, self.value(other)?);
        let mut plain = false;
        if one.base != other.base {
            if one.base == Base::Number {
                plain = true;
                one.base = other.base;
            } else if other.base == Base::Number {
                plain = true;
                other.base = one.base;
            } else {
                for val in [&mut one, &mut other] {
                    (val.value, val.base) = (self.absolute(*val), Base::Absolute);
                }
            }
        }
        Ok((one, other, plain))
    }

    fn binary(&self, operator: &str, operands: &[Expression; 2]) -> Result<Val, String> {
        let (left, right, plain) = self.common(&operands[0], &operands[1])?;
        let (one, other) = (left.value, right.value);
        let truth = |holds: bool| Ok(number(u64::from(holds)));
        let shift = |shifted: Option<u64>| shifted.unwrap_or(0);
        let bits = u32::try_from(other).unwrap_or(u32::MAX);
        let value = match operator {
            "||" => return truth(one != 0 || other != 0),
            "&&" => return truth(one != 0 && other != 0),
            "==" => return truth(one == other),
            "!=" => return truth(one != other),
            "<=" => return truth(one <= other),
            ">=" => return truth(one >= other),
            "<" => return truth(one < other),
            ">" => return truth(one > other),
            "|" => one | other,
            "^" => one ^ other,
            "&" => one & other,
            "<<" => shift(one.checked_shl(bits)),
            ">>" => shift(one.checked_shr(bits)),
            "+" => one.wrapping_add(other),
            "-" => one.wrapping_sub(other),
            "*" => one.wrapping_mul(other),
            "/" | "%" if other == 0 => return Err("division by zero".to_owned()),
            "/" => (one as i64).wrapping_div(other as i64) as u64,
            _ => (one as i64).wrapping_rem(other as i64) as u64,
        };
        // The difference of two addresses is a plain number; other results are treated likewise, because they have no
        // better meaning.
        let base = if plain { left.base } else { self.plain() };
        // The difference of two addresses is not an address.
        let place = left.place && !(operator == "-" && right.place) || right.place && operator == "+";
        Ok(Val::new(value, base, place))
    }

    fn of(&self, function: &str, name: &str) -> Result<Val, String> {
        let section = || {
            let found = self.plan.sections.iter().position(|section| section.name == name);
            found.ok_or_else(|| format!("unknown section `{name}`"))
        };
        let region = || {
            let found = self.new.regions.iter().find(|region| region.is_named(name));
            found.ok_or_else(|| format!("unknown memory region `{name}`"))
        };
        match function {
            "ADDR" => Ok(Val::new(0, Base::Section(section()?), true)),
            "LOADADDR" => Ok(Val::new(self.area(section()?).load, Base::Absolute, false)),
            "SIZEOF" => {
                let section = section()?;
                // The size of the current section is known only from the previous pass.
                let area = match self.section == Some(section) {
                    true => self.old.sections[section].area,
                    false => self.area(section),
                };
                Ok(number(area.size))
            }
            "ALIGNOF" => Ok(number(u64::from(self.area(section()?).alignment))),
            "DEFINED" => {
                let is_defined = self.symbols.is_defined(name) || self.new.own.contains_key(name);
                Ok(number(is_defined.into()))
            }
            "ORIGIN" => Ok(self.here(region()?.origin)),
            _ => Ok(number(region()?.length)),
        }
    }
}

/// Returns the next multiple of a number, which need not be a power of two.
pub(super) fn align(value: u64, to: u64) -> Result<u64, String> {
    if to <= 1 {
        return Ok(value);
    }
    value
        .checked_next_multiple_of(to)
        .ok_or_else(|| "the aligned value does not fit in 64 bits".to_owned())
}
