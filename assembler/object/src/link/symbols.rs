//! Shared symbols of objects, and the archive members that define them.

use rustc_hash::{FxHashMap, FxHashSet};
use std::borrow::Cow;
use std::sync::Arc;

use super::error::{self, LinkError, LinkErrors};
use super::input::{Input, Library};
use super::options::Options;
use crate::file;
use crate::model::{Binding, Object, Processor, Symbol, Target, Value};

/// The index of a shared symbol.
pub(super) type Global = u32;

/// The state of a shared symbol.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum State {
    Undefined,
    /// Only weakly used: its value is 0 if nothing defines it.
    WeakUndefined,
    Defined {
        object: usize,
        symbol: usize,
        weak: bool,
    },
    Common {
        /// The first object that requested this size.
        object: usize,
        size: u32,
        alignment: u32,
    },
}

/// An archive member that was linked, and the reason why.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct TakenMember {
    pub(super) member: String,
    pub(super) by: Option<String>,
    pub(super) symbol: String,
}

/// The objects of a program and their symbols.
#[derive(Clone, Default)]
pub(super) struct Symbols {
    pub(super) objects: Vec<Object>,
    pub(super) names: Vec<Arc<str>>,
    pub(super) states: Vec<State>,
    by_name: FxHashMap<Arc<str>, Global>,
    /// The first object that uses each symbol.
    users: Vec<Option<usize>>,
    /// For each object, the shared symbol of each of its symbols; `None` for local symbols.
    pub(super) of_object: Vec<Vec<Option<Global>>>,
    pub(super) taken: Vec<TakenMember>,
    /// True if the first of several definitions is used.
    pub(super) allow_duplicates: bool,
    /// Symbols to be replaced by others, as with `--wrap`.
    pub(super) wrapped: Vec<String>,
    /// Symbols of already linked programs that are addresses: object and symbol.
    fixed: FxHashSet<(usize, usize)>,
    errors: Vec<LinkError>,
    /// Warnings about common symbols.
    pub(super) warnings: Vec<String>,
}

impl State {
    pub(super) const fn is_defined(self) -> bool {
        matches!(self, Self::Defined { .. } | Self::Common { .. })
    }
}

impl Symbols {
    /// Creates a table with only the symbols requested by the options.
    pub(super) fn new(options: &Options) -> Self {
        let mut symbols = Self {
            allow_duplicates: options.allow_duplicates,
            wrapped: options.wrapped.clone(),
            ..Self::default()
        };
        options
            .wanted
            .iter()
            .chain(&options.script.wanted)
            .for_each(|name| _ = symbols.want(name));
        symbols
    }

    pub(super) fn find(&self, name: &str) -> Option<Global> {
        self.by_name.get(name).copied()
    }

    pub(super) fn state(&self, global: Global) -> State {
        self.states[global as usize]
    }

    /// Returns true if an object defines a symbol, or declares it as common.
    pub(super) fn is_defined(&self, name: &str) -> bool {
        self.find(name).is_some_and(|global| self.state(global).is_defined())
    }

    pub(super) fn name(&self, global: Global) -> &str {
        &self.names[global as usize]
    }

    /// Requests a symbol, like an undefined symbol of an object.
    pub(super) fn want(&mut self, name: &str) -> Global {
        self.global(&name.into(), State::Undefined, None)
    }

    fn global(&mut self, name: &Arc<str>, state: State, user: Option<usize>) -> Global {
        if let Some(global) = self.by_name.get(name) {
            return *global;
        }
        let global = self.names.len() as Global;
        self.by_name.insert(Arc::clone(name), global);
        self.names.push(Arc::clone(name));
        self.states.push(state);
        self.users.push(user);
        global
    }

    /// Loads the inputs of a program for a processor; if none is given, that of the first object is used.
    pub(super) fn take(
        &mut self,
        inputs: Vec<Input<'_>>,
        processor: Option<Processor>,
    ) -> Result<Processor, LinkErrors> {
        self.load(inputs);
        let first = self.objects.first().map(|object| object.processor);
        let processor = processor.or(first).unwrap_or_default();
        let mut errors = std::mem::take(&mut self.errors);
        let unfit = |object| unfit(object, processor).map(LinkError::Other);
        errors.extend(self.objects.iter().filter_map(unfit));
        LinkErrors::check(errors)?;
        Ok(processor)
    }

    /// Loads the inputs in order. Each archive is searched for undefined symbols when it is reached.
    fn load(&mut self, inputs: Vec<Input<'_>>) {
        for input in inputs {
            match input {
                Input::Object(object) => self.add(object),
                Input::Archive(mut library) => {
                    self.search(&mut library);
                }
                Input::Symbols(program) => self.add_symbols(program),
                Input::Group(inputs) => {
                    let mut libraries = Vec::new();
                    for input in inputs {
                        match input {
                            Input::Archive(library) => libraries.push(library),
                            other => self.load(vec![other]),
                        }
                    }
                    // Search the group's archives until none of them defines another symbol.
                    while libraries
                        .iter_mut()
                        .fold(false, |more, library| self.search(library) | more)
                    {}
                }
            }
        }
    }

    /// Links the members that define undefined symbols, and those that these require, in the order of the index.
    /// Returns true if there were any.
    fn search(&mut self, library: &mut Library) -> bool {
        let mut any = false;
        loop {
            let mut more = false;
            for index in 0..library.index.len() {
                let (name, member) = &library.index[index];
                let Some(global) = self.find(name) else {
                    continue;
                };
                // A member that defines a common symbol is linked; one that only declares it as common is not.
                let state = self.state(global);
                let wanted = matches!(state, State::Undefined | State::Common { .. });
                if !wanted || library.taken[*member] {
                    continue;
                }
                let found = &library.archive.members[*member];
                let object = match file::read(&found.name, found.bytes) {
                    Ok(object) => object,
                    Err(error) => {
                        library.taken[*member] = true;
                        let message = format!("{}({}): {error}", library.name, found.name);
                        self.errors.push(message.into());
                        continue;
                    }
                };
                let shared = object.symbols.iter().filter(|symbol| symbol.binding != Binding::Local);
                let own = shared.filter(|symbol| *symbol.name == **name);
                let own: Vec<Value> = own.map(|symbol| symbol.value).collect();
                let is_definition = |value: &Value| matches!(value, Value::Absolute(_) | Value::Place { .. });
                let defined = own.iter().any(is_definition);
                if let ([Value::Common { size, alignment }, ..], false) = (&own[..], defined) {
                    // An undefined symbol becomes common, and a common one takes the larger size but keeps its
                    // alignment; the member is not linked.
                    self.states[global as usize] = match state {
                        State::Common { size: known, .. } if known >= *size => state,
                        State::Common { object, alignment, .. } => State::Common { object, size: *size, alignment },
                        _ => State::Common {
                            object: self.users[global as usize].unwrap_or(0),
                            size: *size,
                            alignment: *alignment,
                        },
                    };
                }
                if !defined {
                    continue;
                }
                library.taken[*member] = true;
                let user = self.users[global as usize];
                self.taken.push(TakenMember {
                    member: format!("{}({})", library.name, found.name),
                    by: user.map(|user| self.objects[user].name.clone()),
                    symbol: self.name(global).to_owned(),
                });
                self.add(object);
                (any, more) = (true, true);
            }
            if !more {
                return any;
            }
        }
    }

    /// Adds the shared symbols of a linked program.
    fn add_symbols(&mut self, program: Object) {
        let number = self.objects.len();
        let mut symbols = Vec::new();
        for symbol in program.symbols.iter().filter(|symbol| symbol.binding != Binding::Local) {
            let Some(value) = program.address_of(symbol) else {
                continue;
            };
            if symbol.place().is_some() {
                self.fixed.insert((number, symbols.len()));
            }
            symbols.push(Symbol { value: Value::Absolute(value), ..symbol.clone() });
        }
        self.add(Object {
            name: program.name,
            processor: program.processor,
            symbols,
            ..Object::default()
        });
    }

    /// Returns true if an absolute symbol is an address in an already linked program.
    pub(super) fn is_fixed(&self, object: usize, symbol: usize) -> bool {
        self.fixed.contains(&(object, symbol))
    }

    /// Returns the symbol that an undefined one refers to. As in GNU ld, the underscore that C adds is ignored in
    /// wrapped names.
    fn meant<'n>(&self, name: &'n str) -> Cow<'n, str> {
        let plain = name.strip_prefix('_').unwrap_or(name);
        let prefix = &name[..name.len() - plain.len()];
        let is_wrapped = |name: &str| self.wrapped.iter().any(|wrapped| wrapped == name);
        match plain.strip_prefix("__real_") {
            _ if is_wrapped(plain) => format!("{prefix}__wrap_{plain}").into(),
            Some(real) if is_wrapped(real) => format!("{prefix}{real}").into(),
            _ => name.into(),
        }
    }

    /// Adds a warning if a common symbol is declared again with another size, or also defined.
    fn note_common(&mut self, name: &str, old: State, new: State, object: &str) {
        let place = |index: usize| self.objects.get(index).map_or(object, |known| &known.name);
        let said = match (old, new) {
            (State::Common { object: by, size, .. }, State::Common { size: other, .. }) if other != size => {
                format!(
                    "common symbol `{name}` has size {other}, but size {size} in {}",
                    place(by)
                )
            }
            (State::Common { object: by, .. }, State::Defined { .. }) => {
                format!(
                    "the definition of `{name}` overrides the common symbol in {}",
                    place(by)
                )
            }
            (State::Defined { object: by, .. }, State::Common { .. }) => {
                format!(
                    "common symbol `{name}` is overridden by the definition in {}",
                    place(by)
                )
            }
            _ => return,
        };
        self.warnings.push(format!("{object}: {said}"));
    }

    fn add(&mut self, object: Object) {
        let number = self.objects.len();
        let mut globals = Vec::with_capacity(object.symbols.len());
        let mut duplicates = Vec::new();
        for (index, symbol) in object.symbols.iter().enumerate() {
            if symbol.binding == Binding::Local {
                globals.push(None);
                continue;
            }
            let weak = symbol.binding == Binding::Weak;
            let new = match symbol.value {
                Value::Undefined if weak => State::WeakUndefined,
                Value::Undefined => State::Undefined,
                Value::Common { size, alignment } => State::Common { object: number, size, alignment },
                Value::Absolute(_) | Value::Place { .. } => State::Defined { object: number, symbol: index, weak },
            };
            let used = (new == State::Undefined).then_some(number);
            let is_here = matches!(new, State::Defined { .. });
            let name = if is_here || self.wrapped.is_empty() {
                Arc::clone(&symbol.name)
            } else {
                self.meant(&symbol.name).into()
            };
            let global = self.global(&name, new, used);
            globals.push(Some(global));
            let user = &mut self.users[global as usize];
            *user = user.or(used);
            if !matches!(new, State::Undefined | State::WeakUndefined) {
                self.note_common(&name, self.states[global as usize], new, &object.name);
            }
            let old = &mut self.states[global as usize];
            match (*old, new) {
                (_, State::WeakUndefined) => {}
                (State::WeakUndefined, _) | (State::Undefined, State::Defined { .. } | State::Common { .. }) => {
                    *old = new;
                }
                (_, State::Undefined) => {}
                (State::Common { .. }, State::Defined { weak: false, .. }) => *old = new,
                (State::Defined { weak: true, .. }, State::Defined { weak: false, .. } | State::Common { .. }) => {
                    *old = new;
                }
                (State::Common { size, .. }, State::Common { size: more, .. }) if more > size => *old = new,
                (State::Defined { object, symbol, .. }, State::Defined { weak: false, .. }) if *old != new => {
                    duplicates.push(((object, symbol), index));
                }
                _ => {}
            }
        }
        self.objects.push(object);
        self.of_object.push(globals);
        for (first, second) in duplicates {
            self.duplicate(first, (number, second));
        }
    }

    /// Reports a duplicate definition, except for absolute symbols with the same value.
    fn duplicate(&mut self, first: (usize, usize), second: (usize, usize)) {
        let value = |(object, symbol): (usize, usize)| self.objects[object].symbols[symbol].value;
        let is_number = matches!(value(first), Value::Absolute(_));
        // Definitions in an already linked program do not conflict with others.
        let is_fixed = self.fixed.contains(&first) || self.fixed.contains(&second);
        if is_number && value(first) == value(second) || is_fixed || self.allow_duplicates {
            return;
        }
        let name = &self.objects[first.0].symbols[first.1].name;
        let (first, second) = (self.definition(first), self.definition(second));
        let message = format!("{second}: duplicate definition of `{name}`; first defined at {first}");
        let error = LinkError::Duplicate(name.to_string(), message);
        self.errors.push(error);
    }

    /// Describes the place where a symbol is defined, for a message.
    fn definition(&self, (object, symbol): (usize, usize)) -> String {
        let object = &self.objects[object];
        let symbol = &object.symbols[symbol];
        error::place(object, symbol.place())
    }

    /// Returns the shared symbol that is an object's target; `None` for other targets.
    pub(super) fn global_of(&self, object: usize, target: Target) -> Option<Global> {
        match target {
            Target::Symbol(symbol) => *self.of_object[object].get(symbol)?,
            Target::Section(_) => None,
        }
    }

    /// Returns the place where a shared symbol is defined: object, section and offset.
    pub(super) fn place_of(&self, global: Global) -> Option<(usize, usize, u32)> {
        let State::Defined { object, symbol, .. } = self.state(global) else {
            return None;
        };
        let (section, offset) = self.objects[object].symbols[symbol].place()?;
        Some((object, section, offset))
    }

    /// Returns the place of an object's target: object, section and offset.
    pub(super) fn place_in(&self, object: usize, target: Target) -> Option<(usize, usize, u32)> {
        if let Some(global) = self.global_of(object, target) {
            return self.place_of(global);
        }
        let (section, offset) = match target {
            Target::Section(section) => (section, 0),
            Target::Symbol(symbol) => self.objects[object].symbols.get(symbol)?.place()?,
        };
        Some((object, section, offset))
    }
}

/// Returns the reason why an object cannot be part of a program, if there is one.
fn unfit(object: &Object, processor: Processor) -> Option<String> {
    let name = &object.name;
    // With GNU `ld -r`, an object gets an entry if the symbol `start` is not at 0; it may also have an empty `.ctors`.
    let is_partial = object.is_relocatable() || object.section(".ctors").is_some_and(|section| section.size == 0);
    if object.entry.is_some() && !is_partial {
        return Some(format!("{name} is already linked; expected an object file"));
    }
    let found = object.processor;
    (found != processor).then(|| format!("{name} is for the {found}, but the program is for the {processor}"))
}
