//! Compiles traces to machine code with Cranelift.

use std::sync::LazyLock;

use cranelift_codegen::ir::{AbiParam, InstBuilder, MemFlags, Signature, Value};
use cranelift_codegen::isa::{CallConv, OwnedTargetIsa};
use cranelift_codegen::settings::{self, Configurable};
use cranelift_codegen::{Context as Function, ir};
use cranelift_frontend::{FunctionBuilder, FunctionBuilderContext};
use cranelift_jit::{JITBuilder, JITModule};
use cranelift_module::{Module, ModuleError, default_libcall_names};
use z8000::trace::Trace;

use super::generator::Native;
use super::{Entrance, Memory};
use crate::code::Code;
use crate::context::at;
use crate::emit::{Generator, emit};
use crate::error::NoCompiler;
use crate::tables::{Compiled, Site, Start};

/// The number of parameters of a trace's code.
const PARAMETERS: usize = 4;

impl From<ModuleError> for NoCompiler {
    fn from(error: ModuleError) -> Self {
        Self(error.to_string())
    }
}

/// The number of traces that are copied together. Cranelift gives each trace pages of its own, and code that always
/// starts at a page boundary can use only a part of the host's instruction cache. This many traces fill one or two
/// pages.
const TOGETHER: usize = 16;

/// A trace in pages of its own.
struct Alone {
    start: Start,
    code: Code,
    bytes: Vec<u8>,
}

/// Compiles traces to machine code, which is valid as long as the compiler exists.
pub(crate) struct Compiler {
    memory: Memory,
    function: Function,
    builder: FunctionBuilderContext,
    /// The signature of the code of traces.
    signature: Signature,
    /// Traces that were not copied yet.
    alone: Vec<Alone>,
}

/// Settings of Cranelift. Its optimisations take longer than they save: the recorder has already made the simple ones.
/// Tail calls need frame pointers.
const SETTINGS: [(&str, &str); 5] = [
    ("opt_level", "none"),
    ("enable_verifier", if cfg!(debug_assertions) { "true" } else { "false" }),
    ("preserve_frame_pointers", "true"),
    ("unwind_info", "false"),
    ("is_pic", "false"),
];

impl Compiler {
    /// Returns the host as a target; an error if there is no compiler for it.
    pub(crate) fn host() -> Result<OwnedTargetIsa, NoCompiler> {
        static HOST: LazyLock<Result<OwnedTargetIsa, NoCompiler>> = LazyLock::new(Compiler::find_host);
        HOST.clone()
    }

    fn find_host() -> Result<OwnedTargetIsa, NoCompiler> {
        if cfg!(target_endian = "big") {
            return Err(NoCompiler("this host's byte order is not supported".to_owned()));
        }
        let mut settings = settings::builder();
        for (name, value) in SETTINGS {
            settings
                .set(name, value)
                .map_err(|error| NoCompiler(error.to_string()))?;
        }
        let host = cranelift_native::builder().map_err(|reason| NoCompiler(reason.to_owned()))?;
        host.finish(settings::Flags::new(settings))
            .map_err(|error| NoCompiler(error.to_string()))
    }

    pub(crate) fn new() -> Result<Self, NoCompiler> {
        let module = JITModule::new(JITBuilder::with_isa(Self::host()?, default_libcall_names()));
        let mut signature = Signature::new(CallConv::Tail);
        signature.params = vec![AbiParam::new(ir::types::I64); PARAMETERS];
        Ok(Self {
            function: module.make_context(),
            memory: Memory::new(module),
            builder: FunctionBuilderContext::new(),
            signature,
            alone: Vec::new(),
        })
    }

    /// Code of the trace that begins here.
    pub(crate) fn trace(&mut self, trace: &Trace, site: &Site<'_>, start: Start) -> Result<Compiled, NoCompiler> {
        let code = self.code(|native, parameters| emit(native, parameters, trace, site))?;
        // Traces call nothing and refer only to constant addresses, so there should be no relocations.
        let compiled = self.function.compiled_code();
        let size = compiled.map_or(0, |compiled| compiled.code_buffer().len());
        if let Some(movable) = compiled.filter(|compiled| compiled.buffer.relocs().is_empty()) {
            let bytes = movable.code_buffer().to_vec();
            self.alone.push(Alone { start, code, bytes });
        }
        let mut moved = Vec::new();
        if self.alone.len() == TOGETHER {
            let alone = std::mem::take(&mut self.alone);
            // If there is no room for the copies, the traces stay in place.
            let copies = self.copy(&alone).unwrap_or_default();
            moved.extend(
                alone
                    .iter()
                    .zip(copies)
                    .map(|(alone, copy)| (alone.start, alone.code, copy)),
            );
        }
        Ok(Compiled { code, size, moved })
    }

    /// Copies the code of traces consecutively to one place; returns their new addresses.
    fn copy(&mut self, traces: &[Alone]) -> Result<Vec<Code>, NoCompiler> {
        let module = self.memory.module();
        let alignment = module.isa().function_alignment().preferred;
        let (mut all, mut starts) = (Vec::new(), Vec::new());
        for Alone { bytes, .. } in traces {
            all.resize(all.len().next_multiple_of(alignment as usize), 0);
            starts.push(all.len());
            all.extend_from_slice(bytes);
        }
        let id = module.declare_anonymous_function(&self.signature)?;
        module.define_function_bytes(id, alignment.into(), &all, &[])?;
        module.finalize_definitions()?;
        Ok(self.memory.pieces(id, starts))
    }

    /// Compiles the code for places without a trace: it leaves native code.
    pub(crate) fn missing(&mut self) -> Result<Code, NoCompiler> {
        self.code(|mut native, [context, _, count, place]| {
            native.leave(context, count, place);
            native
        })
    }

    /// Code with the signature of a trace's.
    fn code(&mut self, fill: impl FnOnce(Native<'_>, [Value; PARAMETERS]) -> Native<'_>) -> Result<Code, NoCompiler> {
        let signature = self.signature.clone();
        self.define(signature, |mut builder, signature, parameters| {
            let own = builder.import_signature(signature.clone());
            let parameters = <[Value; PARAMETERS]>::try_from(parameters)
                .unwrap_or_else(|_| unreachable!("the function has these parameters"));
            fill(Native { builder, own }, parameters).builder
        })
    }

    /// Compiles the entrance: a function that the host calls with a context and the code to run.
    pub(crate) fn entrance(&mut self) -> Result<Entrance, NoCompiler> {
        let mut signature = self.memory.module().make_signature();
        signature.params = vec![AbiParam::new(ir::types::I64); 2];
        let own = self.signature.clone();
        let code = self.define(signature, |mut builder, _, parameters| {
            let (context, code) = (parameters[0], parameters[1]);
            let mut load = |offset| builder.ins().load(ir::types::I64, MemFlags::trusted(), context, offset);
            let [memory, count, place] = [at::MEMORY, at::COUNT, at::PLACE].map(&mut load);
            let own = builder.import_signature(own);
            let arguments = [context, memory, count, place];
            builder.ins().call_indirect(own, code, &arguments);
            builder.ins().return_(&[]);
            builder
        })?;
        Ok(Entrance::new(code))
    }

    fn define(
        &mut self,
        signature: Signature,
        fill: impl for<'b> FnOnce(FunctionBuilder<'b>, &Signature, &[Value]) -> FunctionBuilder<'b>,
    ) -> Result<Code, NoCompiler> {
        let module = self.memory.module();
        module.clear_context(&mut self.function);
        let id = module.declare_anonymous_function(&signature)?;
        self.function.func.signature = signature.clone();
        let mut builder = FunctionBuilder::new(&mut self.function.func, &mut self.builder);
        let block = builder.create_block();
        builder.append_block_params_for_function_params(block);
        builder.switch_to_block(block);
        let parameters = builder.block_params(block).to_vec();
        let mut builder = fill(builder, &signature, &parameters);
        builder.seal_all_blocks();
        builder.finalize();
        module.define_function(id, &mut self.function)?;
        module.finalize_definitions()?;
        Ok(self.memory.code(id))
    }
}
