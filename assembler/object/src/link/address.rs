//! The addresses of symbols, once everything has been placed.

use super::placed::{Base, Layout, Val};
use super::plan::Plan;
use super::symbols::{Global, State, Symbols};
use crate::field::Target;
use crate::model::Value;

/// Returns the value of a symbol defined by an object: relative to a section, or an absolute number.
pub(super) fn place(plan: &Plan, layout: &Layout, symbols: &Symbols, global: Global) -> Option<Val> {
    let (piece, offset) = match symbols.state(global) {
        State::Defined { object, symbol, .. } => match symbols.objects[object].symbols[symbol].value {
            Value::Place { section, offset } => (*plan.of_object[object].get(section)?, offset),
            Value::Absolute(value) => {
                let is_address = symbols.is_fixed(object, symbol);
                return Some(Val::new(value as u64, Base::Absolute, is_address));
            }
            _ => return None,
        },
        State::Common { .. } => *plan.commons.get(&global)?,
        State::Undefined | State::WeakUndefined => return None,
    };
    let base = Base::Section(plan.pieces[piece].output?);
    Some(Val::new(layout.offsets[piece] + u64::from(offset), base, true))
}

/// The objects of a program, with the addresses assigned to them.
pub(super) struct Program<'a> {
    pub(super) symbols: &'a Symbols,
    pub(super) plan: &'a Plan,
    pub(super) layout: &'a Layout,
    /// The value of each shared symbol. Definitions in the script take precedence over those in objects.
    pub(super) values: Vec<Option<Target>>,
}

impl<'a> Program<'a> {
    pub(super) fn new(symbols: &'a Symbols, plan: &'a Plan, layout: &'a Layout) -> Self {
        let mut program = Self { symbols, plan, layout, values: Vec::new() };
        let value = |(global, name): (Global, &std::sync::Arc<str>)| {
            let val = layout.own.get(&**name).copied();
            let val = val.or_else(|| place(plan, layout, symbols, global));
            let is_zero = symbols.state(global) == State::WeakUndefined;
            let val = val.or(is_zero.then_some(Val::new(0, Base::Absolute, false)));
            val.map(|val| program.target(val))
        };
        program.values = (0..).zip(&symbols.names).map(value).collect();
        program
    }

    /// Converts a value of the script to an address or an absolute number.
    pub(super) fn target(&self, val: Val) -> Target {
        let origin = match val.base {
            Base::Section(section) => self.layout.sections[section].area.address,
            Base::Number | Base::Absolute => 0,
        };
        Target {
            value: val.value.wrapping_add(origin) as i64,
            is_address: val.place || matches!(val.base, Base::Section(_)),
        }
    }

    /// Returns the address of an offset in a piece; `None` if the piece is not part of the program.
    pub(super) fn address(&self, piece: usize, offset: u32) -> Option<i64> {
        let section = &self.layout.sections[self.plan.pieces[piece].output?];
        Some((section.area.address + self.layout.offsets[piece] + u64::from(offset)) as i64)
    }
}
