//! Generates the code of a trace as WebAssembly.

use wasm_encoder::{BlockType, Function, InstructionSink, MemArg, MemArgTarget, ValType};

use crate::context::at;
use crate::emit::{Access, Generator, Kind, Memory, Op, Spot};

/// The parameters of a trace's code: context, memory, the count of clocks and instructions, and the place.
pub(super) const PARAMETERS: [Kind; 4] = [Kind::Pointer, Kind::Pointer, Kind::Long, Kind::Long];

/// The index of the type of a trace's code, and of the table, in each module.
const OWN: u32 = 0;

/// A value: in a local variable, or a constant.
#[derive(Debug, Clone, Copy)]
pub(super) enum Value {
    Local(u32, Kind),
    Constant(i64, Kind),
}

impl Value {
    const fn kind(self) -> Kind {
        match self {
            Self::Local(_, kind) | Self::Constant(_, kind) => kind,
        }
    }
}

/// The code of a trace, while it is written.
#[derive(Debug, Default)]
pub(super) struct Web {
    code: Vec<u8>,
    /// The types of the local variables that are not parameters.
    locals: Vec<ValType>,
    /// Where code continues with that of a known entry, by its address: the instruction is missing there.
    links: Vec<(usize, i32)>,
    /// The variable that the last instruction sets, and where that instruction begins and ends.
    last: Option<(u32, usize, usize)>,
    /// Set if there is a loop.
    repeats: bool,
}

pub(super) const fn val_type(kind: Kind) -> ValType {
    match kind {
        Kind::Truth | Kind::Number | Kind::Pointer => ValType::I32,
        Kind::Long => ValType::I64,
    }
}

const fn at(offset: i32) -> MemArg {
    MemArg {
        offset: offset.cast_unsigned() as u64,
        align: 0,
        target: MemArgTarget::Memory(0),
        ordering: None,
    }
}

impl Web {
    /// The parameters.
    pub(super) fn parameters() -> [Value; 4] {
        let mut number = 0..;
        PARAMETERS.map(|kind| Value::Local(number.next().unwrap_or_default(), kind))
    }

    fn sink(&mut self) -> InstructionSink<'_> {
        InstructionSink::new(&mut self.code)
    }

    fn get(&mut self, value: Value) {
        match (value, self.last) {
            (Value::Local(local, _), Some((last, start, end))) if local == last && end == self.code.len() => {
                self.code.truncate(start);
                self.sink().local_tee(local);
                self.last = None;
            }
            (Value::Local(local, _), _) => drop(self.sink().local_get(local)),
            (Value::Constant(number, Kind::Long), _) => drop(self.sink().i64_const(number)),
            (Value::Constant(number, _), _) => drop(self.sink().i32_const(number as i32)),
        }
    }

    /// Keeps what was computed.
    fn set(&mut self, kind: Kind) -> Value {
        let local = (PARAMETERS.len() + self.locals.len()) as u32;
        self.locals.push(val_type(kind));
        let start = self.code.len();
        self.sink().local_set(local);
        self.last = Some((local, start, self.code.len()));
        Value::Local(local, kind)
    }

    /// The code as a function; what is known where it continues is the index of the function there.
    pub(super) fn function(&self, known: impl Fn(i32) -> Option<u32>) -> Function {
        let mut function = Function::new_with_locals_types(self.locals.iter().copied());
        let mut before = 0;
        for &(place, entry) in &self.links {
            function.raw(self.code[before..place].iter().copied());
            before = place;
            let mut sink = function.instructions();
            match known(entry) {
                Some(index) => sink.return_call(index),
                None => sink.i32_const(entry).i32_load(at(0)).return_call_indirect(OWN, OWN),
            };
        }
        function.raw(self.code[before..].iter().copied());
        let mut sink = function.instructions();
        if self.repeats {
            sink.end();
        }
        sink.end();
        function
    }

    /// The number of bytes.
    pub(super) const fn size(&self) -> usize {
        self.code.len()
    }
}

impl Generator for Web {
    type Value = Value;
    /// The variables of the loop.
    type Label = Vec<u32>;

    fn is_truth(&self, value: Value) -> bool {
        value.kind() == Kind::Truth
    }

    fn constant(&mut self, kind: Kind, number: i64) -> Value {
        Value::Constant(number, kind)
    }

    fn convert(&mut self, value: Value, kind: Kind) -> Value {
        match value {
            Value::Constant(number, _) => Value::Constant(number, kind),
            Value::Local(..) if kind == Kind::Long => {
                self.get(value);
                self.sink().i64_extend_i32_u();
                self.set(kind)
            }
            Value::Local(local, _) => Value::Local(local, kind),
        }
    }

    fn low(&mut self, value: Value, kind: Kind) -> Value {
        let low = self.with(Op::And, value, 0xFFFF);
        self.convert(low, kind)
    }

    fn binary(&mut self, op: Op, a: Value, b: Value) -> Value {
        let long = a.kind() == Kind::Long;
        self.get(a);
        self.get(b);
        let mut sink = self.sink();
        match op {
            Op::Add if long => sink.i64_add(),
            Op::Add => sink.i32_add(),
            Op::Sub if long => sink.i64_sub(),
            Op::Sub => sink.i32_sub(),
            Op::Mul if long => sink.i64_mul(),
            Op::Mul => sink.i32_mul(),
            Op::And if long => sink.i64_and(),
            Op::And => sink.i32_and(),
            Op::Or if long => sink.i64_or(),
            Op::Or => sink.i32_or(),
            Op::Xor if long => sink.i64_xor(),
            Op::Xor => sink.i32_xor(),
            Op::Shl if long => sink.i64_shl(),
            Op::Shl => sink.i32_shl(),
            Op::Shr if long => sink.i64_shr_u(),
            Op::Shr => sink.i32_shr_u(),
            Op::Rotl if long => sink.i64_rotl(),
            Op::Rotl => sink.i32_rotl(),
            Op::Equal if long => sink.i64_eq(),
            Op::Equal => sink.i32_eq(),
            Op::Below if long => sink.i64_lt_u(),
            Op::Below => sink.i32_lt_u(),
            Op::AtMost if long => sink.i64_le_u(),
            Op::AtMost => sink.i32_le_u(),
        };
        let compares = matches!(op, Op::Equal | Op::Below | Op::AtMost);
        self.set(if compares { Kind::Truth } else { a.kind() })
    }

    fn with(&mut self, op: Op, a: Value, b: i64) -> Value {
        self.binary(op, a, Value::Constant(b, a.kind()))
    }

    fn below_signed(&mut self, a: Value, b: Value, bits: u8) -> Value {
        for value in [a, b] {
            self.get(value);
            match bits {
                8 => drop(self.sink().i32_extend8_s()),
                16 => drop(self.sink().i32_extend16_s()),
                _ => {}
            }
        }
        self.sink().i32_lt_s();
        self.set(Kind::Truth)
    }

    fn load(&mut self, access: Access, _: Memory, (base, offset): Spot<Value>) -> Value {
        self.get(base);
        let (mut sink, from) = (self.sink(), at(offset));
        match access {
            Access::Truth | Access::Byte => drop(sink.i32_load8_u(from)),
            Access::Half | Access::Bank => drop(sink.i32_load16_u(from)),
            Access::Word => {
                sink.i32_load8_u(from).i32_const(8).i32_shl();
                self.get(base);
                self.sink().i32_load8_u(at(offset + 1)).i32_or();
            }
            Access::Long => drop(sink.i64_load(from)),
            Access::Pointer => drop(sink.i32_load(from)),
        }
        self.set(match access {
            Access::Truth => Kind::Truth,
            Access::Byte | Access::Half | Access::Word => Kind::Number,
            Access::Bank | Access::Pointer => Kind::Pointer,
            Access::Long => Kind::Long,
        })
    }

    fn store(&mut self, access: Access, _: Memory, value: Value, (base, offset): Spot<Value>) {
        self.get(base);
        self.get(value);
        let (mut sink, to) = (self.sink(), at(offset));
        match access {
            Access::Truth | Access::Byte => drop(sink.i32_store8(to)),
            Access::Half | Access::Bank => drop(sink.i32_store16(to)),
            Access::Word => {
                sink.i32_const(8).i32_shr_u().i32_store8(to);
                self.get(base);
                self.get(value);
                self.sink().i32_store8(at(offset + 1));
            }
            Access::Long => drop(sink.i64_store(to)),
            Access::Pointer => drop(sink.i32_store(to)),
        }
    }

    fn begin_aside(&mut self, when: Value, set: bool) -> Vec<u32> {
        self.get(when);
        if !set {
            self.sink().i32_eqz();
        }
        self.sink().if_(BlockType::Empty);
        Vec::new()
    }

    fn end_aside(&mut self, _: Vec<u32>) {
        self.sink().end();
    }

    fn begin_loop(&mut self, values: &mut [Value]) -> Vec<u32> {
        let mut variables = Vec::new();
        for value in values {
            self.get(*value);
            variables.push((PARAMETERS.len() + self.locals.len()) as u32);
            *value = self.set(value.kind());
        }
        self.sink().loop_(BlockType::Empty);
        self.repeats = true;
        variables
    }

    fn repeat(&mut self, start: Vec<u32>, when: Value, next: &[Value]) {
        self.get(when);
        self.sink().if_(BlockType::Empty);
        for value in next {
            self.get(*value);
        }
        for variable in start.into_iter().rev() {
            self.sink().local_set(variable);
        }
        self.sink().br(1).end();
    }

    fn leave(&mut self, context: Value, count: Value, place: Value) {
        for (value, offset) in [(count, at::COUNT), (place, at::PLACE)] {
            self.store(Access::Long, Memory::Context, value, (context, offset));
        }
        self.sink().return_();
    }

    fn next(&mut self, arguments: [Value; 4], (base, offset): Spot<Value>) {
        arguments.iter().for_each(|value| self.get(*value));
        match base {
            Value::Constant(table, _) => self.links.push((self.code.len(), table as i32 + offset)),
            Value::Local(..) => {
                self.get(base);
                self.sink().i32_load(at(offset)).return_call_indirect(OWN, OWN);
            }
        }
    }
}
