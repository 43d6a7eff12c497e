//! Compiles traces to WebAssembly.
//!
//! Each trace has a slot in the table of functions. Its first module contains only this trace. A module of many traces
//! runs several times faster: every few new traces get one, and all get one whenever their number has doubled. It fills
//! the same slots, and nothing then refers to the earlier modules.

use std::borrow::Cow;
use std::collections::HashMap;
use std::sync::{LazyLock, Mutex, PoisonError};

use wasm_encoder::{
    CodeSection, ConstExpr, ElementSection, Elements, EntityType, FunctionSection, ImportSection, MemoryType, Module,
    RefType, TableType, TypeSection,
};
use z8000::trace::Trace;

use super::generator::{PARAMETERS, Web, val_type};
use super::{Entered, Entrance, compile, grow, missing};
use crate::code::Code;
use crate::emit::{Generator, emit};
use crate::error::NoCompiler;
use crate::tables::{Compiled, Site, Start};

/// The number of traces that first get one module.
const GROUP: usize = 64;

/// The number of traces that get one module meanwhile.
const ALONE: usize = 16;

/// By how many slots the table grows.
const GROWTH: u32 = 256;

/// Slots that no trace has.
static FREE: Mutex<Vec<u32>> = Mutex::new(Vec::new());

/// The compiled code of a trace.
struct Function {
    slot: u32,
    /// The address of the table's entry that refers to it.
    entry: i32,
    code: Web,
}

/// Makes code, which lives as long as the compiler does.
pub(crate) struct Compiler {
    functions: Vec<Function>,
    /// Their number at which all get one module.
    group: usize,
    /// The number of traces that have modules of their own, the last ones.
    alone: usize,
}

impl Compiler {
    /// Whether the host compiles such code.
    pub(crate) fn host() -> Result<(), NoCompiler> {
        static HOST: LazyLock<Result<(), NoCompiler>> = LazyLock::new(|| {
            let mut code = Web::default();
            let parameters = Web::parameters();
            let entry = code.constant(crate::emit::Kind::Pointer, 0);
            code.next(parameters, (entry, 0));
            let slot = slot()?;
            let tried = load(&[Function { slot, entry: 0, code }], false);
            free(slot);
            tried
        });
        HOST.clone()
    }

    pub(crate) fn new() -> Result<Self, NoCompiler> {
        Self::host()?;
        Ok(Self { functions: Vec::new(), group: GROUP, alone: 0 })
    }

    /// Compiles the code for places without a trace: it leaves native code.
    pub(crate) fn missing(&mut self) -> Result<Code, NoCompiler> {
        Ok(Code::new(missing as Entered as usize))
    }

    /// The way in.
    pub(crate) fn entrance(&mut self) -> Result<Entrance, NoCompiler> {
        Ok(Entrance)
    }

    /// Code of the trace that begins here.
    pub(crate) fn trace(&mut self, trace: &Trace, site: &Site<'_>, start: Start) -> Result<Compiled, NoCompiler> {
        let code = emit(Web::default(), Web::parameters(), trace, site);
        let entry = site.tables.of(start.1.0).entry(start.1.1) as i32;
        let function = Function { slot: slot()?, entry, code };
        let (slot, size) = (function.slot, function.code.size());
        if let Err(reason) = load(std::slice::from_ref(&function), false) {
            free(slot);
            return Err(reason);
        }
        self.functions.push(function);
        self.alone += 1;
        let together = if self.functions.len() >= self.group {
            self.group = 2 * self.functions.len();
            &self.functions[..]
        } else if self.alone >= ALONE {
            &self.functions[self.functions.len().saturating_sub(self.alone)..]
        } else {
            &[]
        };
        if !together.is_empty() {
            self.alone = 0;
            // Where there is no room for it, the traces keep their modules. Only what is never forgotten is linked.
            let _ = load(together, site.layout.is_fixed());
        }
        Ok(Compiled { code: Code::new(slot as usize), size, moved: Vec::new() })
    }

    /// Code to which no entry refers any more.
    pub(crate) fn forget(&mut self, code: Code) {
        self.functions.retain(|function| {
            let kept = function.slot as usize != code.address();
            if !kept {
                free(function.slot);
            }
            kept
        });
    }
}

impl Drop for Compiler {
    fn drop(&mut self) {
        self.functions.iter().for_each(|function| free(function.slot));
    }
}

/// A slot for a trace.
fn slot() -> Result<u32, NoCompiler> {
    let mut slots = FREE.lock().unwrap_or_else(PoisonError::into_inner);
    if slots.is_empty() {
        let first = u32::try_from(grow(GROWTH));
        let first = first.map_err(|_| NoCompiler("the table of functions cannot grow".to_owned()))?;
        slots.extend((first..first + GROWTH).rev());
    }
    slots.pop().ok_or_else(|| unreachable!())
}

fn free(slot: u32) {
    FREE.lock().unwrap_or_else(PoisonError::into_inner).push(slot);
}

/// Has one module made of functions, which fills their slots.
fn load(functions: &[Function], linked: bool) -> Result<(), NoCompiler> {
    let (mut types, mut imports, mut module) = (TypeSection::new(), ImportSection::new(), Module::new());
    types.ty().function(PARAMETERS.map(val_type), []);
    let memory = MemoryType {
        minimum: 0,
        maximum: None,
        memory64: false,
        shared: false,
        page_size_log2: None,
    };
    imports.import("", "memory", EntityType::Memory(memory));
    let table = TableType {
        element_type: RefType::FUNCREF,
        table64: false,
        minimum: 0,
        maximum: None,
        shared: false,
    };
    imports.import("", "table", EntityType::Table(table));
    let (mut own, mut slots, mut code) = (FunctionSection::new(), ElementSection::new(), CodeSection::new());
    let known: HashMap<i32, u32> = (functions.iter().filter(|_| linked).map(|function| function.entry))
        .zip(0..)
        .collect();
    for (index, function) in (0..).zip(functions) {
        own.function(0);
        let slot = ConstExpr::i32_const(function.slot.cast_signed());
        slots.active(None, &slot, Elements::Functions(Cow::Owned(vec![index])));
        code.function(&function.code.function(|entry| known.get(&entry).copied()));
    }
    module
        .section(&types)
        .section(&imports)
        .section(&own)
        .section(&slots)
        .section(&code);
    if compile(module.as_slice()) {
        Ok(())
    } else {
        Err(NoCompiler(
            "WebAssembly with tail calls is not compiled here".to_owned(),
        ))
    }
}
