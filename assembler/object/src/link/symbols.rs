//! The symbols that objects share, and the objects that archives give for them.

use rustc_hash::FxHashMap;
use std::rc::Rc;

use super::error::{LinkError, Place};
use super::input::{Input, Library};
use crate::file;
use crate::model::{Binding, Object, Value};

/// Number of a shared symbol.
pub(super) type Global = u32;

/// What is known of a shared symbol.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum State {
    Undefined,
    /// Used weakly only: 0 if nothing defines it.
    WeakUndefined,
    Defined {
        object: usize,
        symbol: usize,
        weak: bool,
    },
    Common {
        /// The object that asked first for so many bytes.
        object: usize,
        size: u32,
        alignment: u32,
    },
}

/// A member of an archive, and why it was taken.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Taken {
    pub(super) member: String,
    pub(super) by: Option<String>,
    pub(super) symbol: String,
}

/// The objects of a program and their symbols.
#[derive(Default)]
pub(super) struct Symbols {
    pub(super) objects: Vec<Object>,
    pub(super) names: Vec<Rc<str>>,
    pub(super) states: Vec<State>,
    by_name: FxHashMap<Rc<str>, Global>,
    /// The first object that uses a symbol, of each.
    users: Vec<Option<usize>>,
    /// For each object, what each of its symbols is; none for local ones.
    pub(super) of_object: Vec<Vec<Option<Global>>>,
    pub(super) taken: Vec<Taken>,
    pub(super) errors: Vec<LinkError>,
}

impl Symbols {
    pub(super) fn find(&self, name: &str) -> Option<Global> {
        self.by_name.get(name).copied()
    }

    pub(super) fn state(&self, global: Global) -> State {
        self.states[global as usize]
    }

    pub(super) fn name(&self, global: Global) -> &str {
        &self.names[global as usize]
    }

    /// Asks for a symbol, as an undefined one of an object does.
    pub(super) fn want(&mut self, name: &str) -> Global {
        self.global(name, State::Undefined, None)
    }

    fn global(&mut self, name: &str, state: State, user: Option<usize>) -> Global {
        if let Some(global) = self.by_name.get(name) {
            return *global;
        }
        let global = self.names.len() as Global;
        let name: Rc<str> = name.into();
        self.by_name.insert(Rc::clone(&name), global);
        self.names.push(name);
        self.states.push(state);
        self.users.push(user);
        global
    }

    /// Takes the inputs in their order. Archives give what is missing when their turn comes.
    pub(super) fn load(&mut self, inputs: Vec<Input<'_>>) {
        for input in inputs {
            match input {
                Input::Object(object) => self.add(object),
                Input::Archive(mut library) => {
                    self.search(&mut library);
                }
                Input::Group(inputs) => {
                    let mut libraries = Vec::new();
                    for input in inputs {
                        match input {
                            Input::Archive(library) => libraries.push(library),
                            other => self.load(vec![other]),
                        }
                    }
                    // Around until none of them gives more.
                    while libraries
                        .iter_mut()
                        .fold(false, |more, library| self.search(library) | more)
                    {}
                }
            }
        }
    }

    /// Takes the members that define what is missing, and what these miss, in the order of the index. Whether there
    /// were any.
    fn search(&mut self, library: &mut Library) -> bool {
        let mut any = false;
        loop {
            let mut more = false;
            for index in 0..library.index.len() {
                let (name, member) = &library.index[index];
                let Some(global) = self.find(name) else {
                    continue;
                };
                // A definition takes the place of common space; another request for it does not.
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
                        let file = format!("{}({})", library.name, found.name);
                        self.errors.push(LinkError::Read { file, error });
                        continue;
                    }
                };
                let own = object
                    .symbols
                    .iter()
                    .filter(|symbol| symbol.binding != Binding::Local && symbol.name == *name);
                let own: Vec<Value> = own.map(|symbol| symbol.value).collect();
                let defined = own
                    .iter()
                    .any(|value| matches!(value, Value::Absolute(_) | Value::Place { .. }));
                if let ([Value::Common { size, alignment }, ..], false) = (&own[..], defined) {
                    // What is missing becomes common space; the member stays where it is.
                    let object = self.users[global as usize].unwrap_or(0);
                    let (size, alignment) = (*size, *alignment);
                    let old = &mut self.states[global as usize];
                    let larger = matches!(*old, State::Common { size: known, .. } if known >= size);
                    if !larger {
                        *old = State::Common {
                            object,
                            size,
                            alignment,
                        };
                    }
                }
                if !defined {
                    continue;
                }
                library.taken[*member] = true;
                let user = self.users[global as usize];
                self.taken.push(Taken {
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

    /// Adds an object with its symbols.
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
                Value::Common { size, alignment } => State::Common {
                    object: number,
                    size,
                    alignment,
                },
                Value::Absolute(_) | Value::Place { .. } => State::Defined {
                    object: number,
                    symbol: index,
                    weak,
                },
            };
            let used = (new == State::Undefined).then_some(number);
            let global = self.global(&symbol.name, new, used);
            globals.push(Some(global));
            let user = &mut self.users[global as usize];
            *user = user.or(used);
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
                (first @ State::Defined { .. }, State::Defined { weak: false, .. }) if first != new => {
                    duplicates.push((global, first, index));
                }
                _ => {}
            }
        }
        self.objects.push(object);
        self.of_object.push(globals);
        for (global, first, second) in duplicates {
            self.duplicate(global, first, (number, second));
        }
    }

    /// Two definitions are an error, but for absolute symbols of the same value.
    fn duplicate(&mut self, global: Global, first: State, (object, symbol): (usize, usize)) {
        let State::Defined {
            object: first_object,
            symbol: first_symbol,
            ..
        } = first
        else {
            return;
        };
        let value = |object: usize, symbol: usize| self.objects[object].symbols[symbol].value;
        let (one, other) = (value(first_object, first_symbol), value(object, symbol));
        if matches!(one, Value::Absolute(_)) && one == other {
            return;
        }
        let error = LinkError::Duplicate {
            name: self.name(global).to_owned(),
            first: Box::new(self.place(first_object, first_symbol)),
            second: Box::new(self.place(object, symbol)),
        };
        self.errors.push(error);
    }

    /// Where a symbol is defined.
    pub(super) fn place(&self, object: usize, symbol: usize) -> Place {
        let object = &self.objects[object];
        let symbol = &object.symbols[symbol];
        let mut place = match symbol.value {
            Value::Place { section, offset } => Place::of(object, section, offset),
            _ => Place::object(object),
        };
        if let Some(line) = &symbol.line {
            place.line = Some(line.clone());
        }
        place
    }
}
