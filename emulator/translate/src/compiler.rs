//! Compiles traces to machine code with Cranelift.

use std::sync::LazyLock;

use cranelift_codegen::ir::{AbiParam, InstBuilder, MemFlags, Signature};
use cranelift_codegen::isa::{CallConv, OwnedTargetIsa};
use cranelift_codegen::settings::{self, Configurable};
use cranelift_codegen::{Context as Function, ir};
use cranelift_frontend::{FunctionBuilder, FunctionBuilderContext};
use cranelift_jit::{JITBuilder, JITModule};
use cranelift_module::{Module, ModuleError, default_libcall_names};
use z8000::trace::Trace;

use crate::context::at;
use crate::emit::{PARAMETERS, emit, leave};
use crate::error::NoCompiler;
use crate::native::{Code, Entrance, Memory};
use crate::tables::Site;

impl From<ModuleError> for NoCompiler {
    fn from(error: ModuleError) -> Self {
        Self(error.to_string())
    }
}

/// The code of a trace.
#[derive(Debug)]
pub(crate) struct Compiled {
    pub(crate) code: Code,
    /// The number of its bytes.
    pub(crate) size: usize,
    /// Its bytes, if they are the same code wherever they stand.
    pub(crate) bytes: Option<Vec<u8>>,
}

/// Makes machine code, which lives as long as the compiler does.
pub(crate) struct Compiler {
    memory: Memory,
    function: Function,
    builder: FunctionBuilderContext,
    /// Of the code of traces.
    signature: Signature,
}

/// Settings of Cranelift. Its optimisations take longer than they save: the recorder has done the simple ones. Calls at
/// the end of functions need frame pointers.
const SETTINGS: [(&str, &str); 5] = [
    ("opt_level", "none"),
    ("enable_verifier", if cfg!(debug_assertions) { "true" } else { "false" }),
    ("preserve_frame_pointers", "true"),
    ("unwind_info", "false"),
    ("is_pic", "false"),
];

impl Compiler {
    /// The host, if there is a compiler for it.
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
        signature.params = PARAMETERS.map(AbiParam::new).to_vec();
        Ok(Self {
            function: module.make_context(),
            memory: Memory::new(module),
            builder: FunctionBuilderContext::new(),
            signature,
        })
    }

    /// Code of a trace.
    pub(crate) fn trace(&mut self, trace: &Trace, site: &Site<'_>) -> Result<Compiled, NoCompiler> {
        let signature = self.signature.clone();
        let code = self.define(signature, |builder, signature| emit(builder, signature, trace, site))?;
        // Traces call nothing and name only constant addresses: there should be nothing to relocate.
        let compiled = self.function.compiled_code();
        let size = compiled.map_or(0, |compiled| compiled.code_buffer().len());
        let movable = compiled.filter(|compiled| compiled.buffer.relocs().is_empty());
        Ok(Compiled {
            code,
            size,
            bytes: movable.map(|compiled| compiled.code_buffer().to_vec()),
        })
    }

    /// Copies the code of traces to one place, consecutively; returns where each is there.
    pub(crate) fn copy<'b>(&mut self, traces: impl Iterator<Item = &'b [u8]>) -> Result<Vec<Code>, NoCompiler> {
        let module = self.memory.module();
        let alignment = module.isa().function_alignment().preferred;
        let (mut all, mut starts) = (Vec::new(), Vec::new());
        for bytes in traces {
            all.resize(all.len().next_multiple_of(alignment as usize), 0);
            starts.push(all.len());
            all.extend_from_slice(bytes);
        }
        let id = module.declare_anonymous_function(&self.signature)?;
        module.define_function_bytes(id, alignment.into(), &all, &[])?;
        module.finalize_definitions()?;
        Ok(self.memory.pieces(id, starts))
    }

    /// The code where no trace begins: it leaves.
    pub(crate) fn missing(&mut self) -> Result<Code, NoCompiler> {
        let signature = self.signature.clone();
        self.define(signature, |mut builder, _| {
            let block = builder.create_block();
            builder.append_block_params_for_function_params(block);
            builder.switch_to_block(block);
            let parameters = builder.block_params(block);
            let kept = [parameters[0], parameters[2], parameters[3]];
            leave(&mut builder, kept);
            builder.seal_all_blocks();
            builder.finalize();
        })
    }

    /// The way in: a function that the host calls with a context and code.
    pub(crate) fn entrance(&mut self) -> Result<Entrance, NoCompiler> {
        let mut signature = self.memory.module().make_signature();
        signature.params = vec![AbiParam::new(ir::types::I64); 2];
        let own = self.signature.clone();
        let code = self.define(signature, |mut builder, _| {
            let block = builder.create_block();
            builder.append_block_params_for_function_params(block);
            builder.switch_to_block(block);
            let parameters = builder.block_params(block);
            let (context, code) = (parameters[0], parameters[1]);
            let mut load = |offset| builder.ins().load(ir::types::I64, MemFlags::trusted(), context, offset);
            let [memory, count, place] = [at::MEMORY, at::COUNT, at::PLACE].map(&mut load);
            let own = builder.import_signature(own);
            let arguments = [context, memory, count, place];
            builder.ins().call_indirect(own, code, &arguments);
            builder.ins().return_(&[]);
            builder.seal_all_blocks();
            builder.finalize();
        })?;
        Ok(Entrance::new(code))
    }

    fn define(
        &mut self,
        signature: Signature,
        fill: impl FnOnce(FunctionBuilder<'_>, &Signature),
    ) -> Result<Code, NoCompiler> {
        let module = self.memory.module();
        module.clear_context(&mut self.function);
        let id = module.declare_anonymous_function(&signature)?;
        self.function.func.signature = signature.clone();
        fill(
            FunctionBuilder::new(&mut self.function.func, &mut self.builder),
            &signature,
        );
        module.define_function(id, &mut self.function)?;
        module.finalize_definitions()?;
        Ok(self.memory.code(id))
    }
}
