//! Generates the code of a trace through Cranelift.

use cranelift_codegen::ir::condcodes::IntCC;
use cranelift_codegen::ir::types::{I8, I16, I32, I64};
use cranelift_codegen::ir::{AliasRegion, Block, BlockArg, InstBuilder, MemFlags, SigRef, Type, Value};
use cranelift_frontend::FunctionBuilder;

use crate::context::at;
use crate::emit::{Access, Generator, Kind, Memory, Op, Spot};

/// The code of a trace, while it is written.
pub(super) struct Native<'b> {
    pub(super) builder: FunctionBuilder<'b>,
    /// The signature of every trace's code.
    pub(super) own: SigRef,
}

const fn width(kind: Kind) -> Type {
    match kind {
        Kind::Truth => I8,
        Kind::Number => I32,
        Kind::Long | Kind::Pointer => I64,
    }
}

fn flags(memory: Memory) -> MemFlags {
    match memory {
        Memory::Context => MemFlags::trusted().with_alias_region(Some(AliasRegion::Vmctx)),
        Memory::Machine => MemFlags::new().with_notrap().with_alias_region(Some(AliasRegion::Heap)),
        Memory::Tables => MemFlags::trusted().with_alias_region(Some(AliasRegion::Table)),
    }
}

impl Generator for Native<'_> {
    type Value = Value;
    type Label = Block;

    fn is_truth(&self, value: Value) -> bool {
        self.builder.func.dfg.value_type(value) == I8
    }

    fn constant(&mut self, kind: Kind, number: i64) -> Value {
        self.builder.ins().iconst(width(kind), number)
    }

    fn convert(&mut self, value: Value, kind: Kind) -> Value {
        match kind {
            Kind::Truth => self.builder.ins().ireduce(I8, value),
            _ => self.builder.ins().uextend(width(kind), value),
        }
    }

    fn low(&mut self, value: Value, kind: Kind) -> Value {
        let half = self.builder.ins().ireduce(I16, value);
        self.builder.ins().uextend(width(kind), half)
    }

    fn binary(&mut self, op: Op, a: Value, b: Value) -> Value {
        let ins = self.builder.ins();
        match op {
            Op::Add => ins.iadd(a, b),
            Op::Sub => ins.isub(a, b),
            Op::Mul => ins.imul(a, b),
            Op::And => ins.band(a, b),
            Op::Or => ins.bor(a, b),
            Op::Xor => ins.bxor(a, b),
            Op::Shl => ins.ishl(a, b),
            Op::Shr => ins.ushr(a, b),
            Op::Rotl => ins.rotl(a, b),
            Op::Equal => ins.icmp(IntCC::Equal, a, b),
            Op::Below => ins.icmp(IntCC::UnsignedLessThan, a, b),
            Op::AtMost => ins.icmp(IntCC::UnsignedLessThanOrEqual, a, b),
        }
    }

    fn with(&mut self, op: Op, a: Value, b: i64) -> Value {
        let kind = self.builder.func.dfg.value_type(a);
        let b = self.builder.ins().iconst(kind, b);
        self.binary(op, a, b)
    }

    fn below_signed(&mut self, mut a: Value, mut b: Value, bits: u8) -> Value {
        if let Some(narrow) = [(8, I8), (16, I16)].iter().find(|narrow| narrow.0 == bits) {
            a = self.builder.ins().ireduce(narrow.1, a);
            b = self.builder.ins().ireduce(narrow.1, b);
        }
        self.builder.ins().icmp(IntCC::SignedLessThan, a, b)
    }

    fn load(&mut self, access: Access, memory: Memory, (base, offset): Spot<Value>) -> Value {
        let (ins, flags) = (self.builder.ins(), flags(memory));
        match access {
            Access::Truth => ins.load(I8, flags, base, offset),
            Access::Byte => ins.uload8(I32, flags, base, offset),
            Access::Half => ins.uload16(I32, flags, base, offset),
            Access::Word => {
                let word = ins.load(I16, flags, base, offset);
                let word = self.builder.ins().bswap(word);
                self.builder.ins().uextend(I32, word)
            }
            Access::Bank => ins.uload16(I64, flags, base, offset),
            Access::Long | Access::Pointer => ins.load(I64, flags, base, offset),
        }
    }

    fn store(&mut self, access: Access, memory: Memory, mut value: Value, (base, offset): Spot<Value>) {
        let flags = flags(memory);
        if access == Access::Word {
            value = self.builder.ins().ireduce(I16, value);
            value = self.builder.ins().bswap(value);
        }
        match access {
            Access::Byte => self.builder.ins().istore8(flags, value, base, offset),
            Access::Half => self.builder.ins().istore16(flags, value, base, offset),
            _ => self.builder.ins().store(flags, value, base, offset),
        };
    }

    fn begin_aside(&mut self, when: Value, set: bool) -> Block {
        let (aside, after) = (self.builder.create_block(), self.builder.create_block());
        let (first, second) = if set { (aside, after) } else { (after, aside) };
        self.builder.ins().brif(when, first, &[], second, &[]);
        self.builder.set_cold_block(aside);
        self.builder.switch_to_block(aside);
        after
    }

    fn end_aside(&mut self, after: Block) {
        self.builder.switch_to_block(after);
    }

    fn begin_loop(&mut self, values: &mut [Value]) -> Block {
        let start = self.builder.create_block();
        self.builder.ins().jump(start, &arguments(values));
        self.builder.switch_to_block(start);
        for value in values {
            let kind = self.builder.func.dfg.value_type(*value);
            *value = self.builder.append_block_param(start, kind);
        }
        start
    }

    fn repeat(&mut self, start: Block, when: Value, next: &[Value]) {
        let after = self.builder.create_block();
        self.builder.ins().brif(when, start, &arguments(next), after, &[]);
        self.builder.set_cold_block(after);
        self.builder.switch_to_block(after);
    }

    fn leave(&mut self, context: Value, count: Value, place: Value) {
        for (value, offset) in [(count, at::COUNT), (place, at::PLACE)] {
            self.store(Access::Long, Memory::Context, value, (context, offset));
        }
        self.builder.ins().return_(&[]);
    }

    fn next(&mut self, arguments: [Value; 4], entry: Spot<Value>) {
        let code = self.load(Access::Pointer, Memory::Tables, entry);
        self.builder.ins().return_call_indirect(self.own, code, &arguments);
    }
}

fn arguments(values: &[Value]) -> Vec<BlockArg> {
    values.iter().map(|value| (*value).into()).collect()
}
