//! Where symbols lie, once everything has its place.

use super::placed::Layout;
use super::plan::Plan;
use super::symbols::{Global, State, Symbols};
use super::value::{Base, Val};
use crate::field::Target;
use crate::model::Value;

/// Where a symbol of the objects lies: relative to a section, or a number.
pub(super) fn place(plan: &Plan, symbols: &Symbols, global: Global) -> Option<Val> {
    let in_piece = |piece: usize, offset: u32| {
        let piece = &plan.pieces[piece];
        Some(Val {
            value: piece.offset + u64::from(offset),
            base: Base::Section(piece.output?),
            place: true,
        })
    };
    match symbols.state(global) {
        State::Defined { object, symbol, .. } => match symbols.objects[object].symbols[symbol].value {
            Value::Place { section, offset } => in_piece(*plan.of_object[object].get(section)?, offset),
            Value::Absolute(value) => Some(Val {
                value: value as u64,
                base: Base::Absolute,
                place: false,
            }),
            _ => None,
        },
        State::Common { .. } => {
            let (piece, offset) = plan.commons.get(&global)?;
            in_piece(*piece, *offset)
        }
        State::Undefined | State::WeakUndefined => None,
    }
}

impl Layout {
    /// The address or number of a value of the script.
    pub(super) fn target(&self, val: Val) -> Target {
        let origin = match val.base {
            Base::Section(section) => self.sections[section].area.address,
            Base::Number | Base::Absolute => 0,
        };
        Target {
            value: val.value.wrapping_add(origin) as i64,
            is_address: val.place || matches!(val.base, Base::Section(_)),
        }
    }

    /// The address of a place in a piece, if it is part of the program.
    pub(super) fn address(&self, plan: &Plan, piece: usize, offset: u32) -> Option<i64> {
        let piece = &plan.pieces[piece];
        let section = &self.sections[piece.output?];
        Some((section.area.address + piece.offset + u64::from(offset)) as i64)
    }

    /// What each shared symbol stands for.
    pub(super) fn values(&self, plan: &Plan, symbols: &Symbols) -> Vec<Option<Target>> {
        let globals = 0..symbols.names.len() as Global;
        globals.map(|global| self.resolve(plan, symbols, global)).collect()
    }

    /// What a shared symbol stands for. The script goes before the objects.
    pub(super) fn resolve(&self, plan: &Plan, symbols: &Symbols, global: Global) -> Option<Target> {
        if let Some(val) = self.own.get(symbols.name(global)) {
            return Some(self.target(*val));
        }
        let zero = Target {
            value: 0,
            is_address: false,
        };
        match place(plan, symbols, global) {
            Some(val) => Some(self.target(val)),
            None => (symbols.state(global) == State::WeakUndefined).then_some(zero),
        }
    }
}
