//! An object, independent of the format of its file: sections, symbols and relocations.

use std::fmt;
use std::ops::Range;
use std::sync::Arc;

use crate::bytes::FormatError;
use crate::lines::{LineMap, Lines, MapSection, MapSymbol};

/// The processor that a program is for.
///
/// # Example
///
/// ```
/// use z8000_object::Processor;
///
/// let processor = Processor::default();
/// assert_eq!(processor, Processor::Z8002);
/// assert_eq!(processor.to_string(), "Z8002");
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Processor {
    /// 23-bit addresses: segment and offset. As a number, an address is `segment * 0x10000 + offset`.
    Z8001,
    /// 16-bit addresses.
    #[default]
    Z8002,
}

/// A relocatable object, or a linked program.
///
/// # Example
///
/// ```
/// use z8000_object::{Binding, Kind, Object, Section, Symbol, Value};
///
/// let text = Section::at(".text", Kind::Code, 0x100, vec![0x8D, 0x07, 0x9E, 0x08]);
/// let value = Value::Place { section: 0, offset: 2 };
/// let back = Symbol { name: "back".into(), value, binding: Binding::Global };
/// let program = Object { sections: vec![text], symbols: vec![back], ..Object::default() };
/// assert_eq!(program.address_of(&program.symbols[0]), Some(0x102));
/// ```
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Object {
    /// Name of the file or archive member.
    pub name: String,
    /// The processor for which the object was assembled.
    pub processor: Processor,
    /// The sections. Relocations and symbols refer to a section by its index.
    pub sections: Vec<Section>,
    /// The symbols. Relocations refer to a symbol by its index.
    pub symbols: Vec<Symbol>,
    /// The address at which a linked program starts; `None` for a relocatable object.
    pub entry: Option<u32>,
    /// The source lines at each address, with clocks, packed.
    pub lines: Lines,
    /// True if the linker may shorten [`Field::Segmented`]. Every distance in the object's code and data is then a
    /// relocation, and no part of a section requires a larger alignment than the section itself.
    pub relaxable: bool,
}

/// The contents of a section, which determine where it may be placed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Kind {
    /// Instructions.
    Code,
    /// Read-only data.
    Constants,
    /// Data that the program may change.
    Data,
    /// Reserved space without contents.
    Space,
}

/// A section: contiguous bytes of the same kind.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Section {
    /// Name of the section, including a leading dot if there is one.
    pub name: String,
    /// What the section contains.
    pub kind: Kind,
    /// Address of the section's first byte; 0 in a relocatable object.
    pub address: u32,
    /// The address at which the section's bytes are stored, for example in a ROM, until the program copies them to
    /// `address`; usually equal to `address`.
    pub load: u32,
    /// Alignment of the section's address: a power of two, at least 1.
    pub alignment: u32,
    /// Number of bytes that the section occupies.
    pub size: u32,
    /// The bytes: `size` of them, or none for [`Kind::Space`].
    pub bytes: Vec<u8>,
    /// The fields that the linker must fill in, ordered by offset.
    pub relocations: Vec<Relocation>,
}

/// A name and its value.
///
/// # Example
///
/// ```
/// use z8000_object::{Binding, Symbol, Value};
///
/// // `.equ limit,7`, for all objects.
/// let limit = Symbol { name: "limit".into(), value: Value::Absolute(7), binding: Binding::Global };
/// assert_eq!(&*limit.name, "limit");
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Symbol {
    /// Name of the symbol, stored once for all copies.
    pub name: Arc<str>,
    /// The value of the symbol, or why it has none.
    pub value: Value,
    /// The objects that can refer to the symbol. An undefined or common symbol is never local.
    pub binding: Binding,
}

/// The objects that can refer to a symbol.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Binding {
    /// Only the object that defines it.
    Local,
    /// All objects; two definitions are an error.
    Global,
    /// All objects. A global definition in another object takes precedence over a weak one; a weak symbol that is
    /// defined nowhere is 0.
    Weak,
}

/// The value of a symbol, or the reason why it has none in this object.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Value {
    /// The symbol is not defined in this object.
    Undefined,
    /// Space shared by all objects that request it, with a size and an alignment.
    Common {
        /// The largest size that any object requests, in bytes.
        size: u32,
        /// The alignment, a power of two.
        alignment: u32,
    },
    /// A number that is not an address.
    Absolute(i64),
    /// A place in a section, given by the section's index and an offset.
    Place {
        /// Index of the section in [`Object::sections`].
        section: usize,
        /// Offset from the beginning of the section, in bytes.
        offset: u32,
    },
}

/// What a relocation refers to, without its addend.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Target {
    /// A symbol, by its index in [`Object::symbols`].
    Symbol(usize),
    /// The beginning of a section, by its index.
    Section(usize),
}

/// A field into which the linker must write an address or another value.
///
/// # Example
///
/// ```
/// use z8000_object::{Field, Kind, Relocation, Section, Target};
///
/// // LD R1,counter: the second word is the address of the symbol with the index 0.
/// let mut text = Section::at(".text", Kind::Code, 0, vec![0x61, 0x01, 0, 0]);
/// let counter = Relocation { offset: 2, field: Field::Word, target: Target::Symbol(0), addend: 0 };
/// text.relocations.push(counter);
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Relocation {
    /// The offset of the field in its section.
    pub offset: u32,
    /// The width and the encoding of the value in the section's bytes.
    pub field: Field,
    /// The symbol or section to which the value is relative.
    pub target: Target,
    /// The number added to the address of the target.
    pub addend: i64,
}

/// The form of an address in the bytes of a program.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Field {
    /// A byte: 8 bits of a number or an address.
    Byte,
    /// The lower four bits of a byte.
    LowNibble,
    /// The upper four bits of a byte.
    HighNibble,
    /// A word: a 16-bit address, or the offset of a segmented address.
    Word,
    /// A long word of data. An address is written as `0x80000000 + segment * 0x1000000 + offset`, the value of an
    /// absolute symbol as it is.
    Long,
    /// The address of an instruction's operand in its long form, with the same bits as `Long`. The linker may shorten
    /// it if [`Object::relaxable`] is set.
    Segmented,
    /// The address of an instruction's operand in its short form: a word with the segment in bits 8 to 14 and an offset
    /// up to 255 in bits 0 to 7.
    Short,
    /// JR: a signed number of words in a byte, from the end of the instruction.
    Relative8,
    /// DJNZ and DBJNZ: an unsigned number of words in seven bits, backwards from the end of the instruction.
    Relative7,
    /// CALR: a signed number of words in twelve bits, backwards from the end of the instruction.
    Relative12,
    /// LDR and LDAR: a signed number of bytes in a word, from the end of the instruction.
    Relative16,
}

impl Section {
    /// Creates a section of bytes at an address, aligned to words.
    ///
    /// # Example
    ///
    /// ```
    /// use z8000_object::{Kind, Section};
    ///
    /// let section = Section::at(".data", Kind::Data, 0x1000, vec![0, 37]);
    /// assert_eq!((section.size, section.load, section.alignment), (2, 0x1000, 2));
    /// ```
    pub fn at(name: &str, kind: Kind, address: u32, bytes: Vec<u8>) -> Self {
        Self {
            name: name.to_owned(),
            kind,
            address,
            load: address,
            alignment: 2,
            size: u32::try_from(bytes.len()).unwrap_or(u32::MAX),
            bytes,
            relocations: Vec::new(),
        }
    }

    /// Returns the relocations whose fields begin within a range of offsets.
    ///
    /// # Example
    ///
    /// ```
    /// use z8000_object::{Field, Kind, Relocation, Section, Target};
    ///
    /// let mut section = Section::at(".text", Kind::Code, 0, vec![0; 8]);
    /// let at = |offset| Relocation { offset, field: Field::Word, target: Target::Symbol(0), addend: 0 };
    /// section.relocations = vec![at(2), at(6)];
    /// let offsets: Vec<u32> = section.relocations_in(&(4..8)).map(|relocation| relocation.offset).collect();
    /// assert_eq!(offsets, [6]);
    /// ```
    pub fn relocations_in(&self, range: &Range<u32>) -> impl Iterator<Item = &Relocation> + use<'_> {
        let Range { start, end } = *range;
        let first = self.relocations.partition_point(|relocation| relocation.offset < start);
        let rest = &self.relocations[first..];
        rest.iter().take_while(move |relocation| relocation.offset < end)
    }
}

impl Object {
    /// Finds a section by name.
    ///
    /// # Example
    ///
    /// ```
    /// use z8000_object::{Kind, Object, Section};
    ///
    /// let text = Section::at(".text", Kind::Code, 0x100, vec![0x8D, 0x07, 0x9E, 0x08]);
    /// let program = Object { sections: vec![text], ..Object::default() };
    /// assert_eq!(program.section(".text").map(|section| section.size), Some(4));
    /// assert_eq!(program.section(".data"), None);
    /// ```
    pub fn section(&self, name: &str) -> Option<&Section> {
        self.sections.iter().find(|section| section.name == name)
    }

    /// Returns true if a linker must still fill in addresses.
    ///
    /// # Example
    ///
    /// ```
    /// use z8000_object::{Field, Kind, Object, Relocation, Section, Target};
    ///
    /// let mut text = Section::at(".text", Kind::Code, 0, vec![0; 4]);
    /// let program = Object { sections: vec![text.clone()], ..Object::default() };
    /// assert!(!program.is_relocatable());
    /// text.relocations.push(Relocation { offset: 2, field: Field::Word, target: Target::Section(0), addend: 0 });
    /// assert!(Object { sections: vec![text], ..Object::default() }.is_relocatable());
    /// ```
    pub fn is_relocatable(&self) -> bool {
        self.sections.iter().any(|section| !section.relocations.is_empty())
    }

    /// Returns the line map, including the sections of the object and the symbols that it defines. Addresses are offsets into the named
    /// section or, in a linked program, absolute.
    ///
    /// # Errors
    ///
    /// The object's lines are damaged.
    pub fn line_map(&self) -> Result<LineMap, FormatError> {
        let name = |section: &Section| LineMap::section_name(&section.name).to_owned();
        let sections = self
            .sections
            .iter()
            .map(|section| MapSection { name: name(section), code: section.kind == Kind::Code });
        let symbols = self.symbols.iter().filter_map(|symbol| {
            let section = match symbol.value {
                Value::Place { section, .. } => name(self.sections.get(section)?),
                Value::Absolute(_) => "abs".to_owned(),
                Value::Undefined | Value::Common { .. } => return None,
            };
            Some(MapSymbol { name: symbol.name.to_string(), value: self.address_of(symbol)?, section })
        });
        let map = self.lines.map();
        let map = map.map_err(|error| FormatError(format!("invalid line map after the string table: {error}")))?;
        Ok(LineMap { sections: sections.collect(), symbols: symbols.collect(), ..map })
    }

    /// Returns the index of the section that has this name in a line map.
    pub(crate) fn section_of_map(&self, name: &str) -> Option<usize> {
        let is_named = |section: &Section| LineMap::section_name(&section.name) == name;
        self.sections.iter().position(is_named)
    }
}

impl Symbol {
    /// Creates a local symbol with the value 0, as the target of relocations to absolute addresses.
    ///
    /// # Example
    ///
    /// ```
    /// use z8000_object::{Symbol, Value};
    ///
    /// assert_eq!(Symbol::zero().value, Value::Absolute(0));
    /// ```
    pub fn zero() -> Self {
        Self { name: "*ABS*".into(), value: Value::Absolute(0), binding: Binding::Local }
    }

    /// Returns the section that contains the symbol, and its offset there.
    pub(crate) const fn place(&self) -> Option<(usize, u32)> {
        match self.value {
            Value::Place { section, offset } => Some((section, offset)),
            _ => None,
        }
    }
}

impl Field {
    /// Returns the length of the field in bytes.
    ///
    /// # Example
    ///
    /// ```
    /// use z8000_object::Field;
    ///
    /// assert_eq!([Field::Byte, Field::Short, Field::Segmented].map(Field::length), [1, 2, 4]);
    /// ```
    pub const fn length(self) -> u32 {
        match self {
            Self::Byte | Self::LowNibble | Self::HighNibble | Self::Relative8 | Self::Relative7 => 1,
            Self::Word | Self::Short | Self::Relative12 | Self::Relative16 => 2,
            Self::Long | Self::Segmented => 4,
        }
    }

    /// Returns true if the field contains a distance from the end of its instruction, which is also the end of the
    /// field.
    ///
    /// # Example
    ///
    /// ```
    /// use z8000_object::Field;
    ///
    /// assert!(Field::Relative8.is_relative());
    /// assert!(!Field::Word.is_relative());
    /// ```
    pub const fn is_relative(self) -> bool {
        matches!(
            self,
            Self::Relative8 | Self::Relative7 | Self::Relative12 | Self::Relative16
        )
    }
}

impl Processor {
    /// Returns the Z8001 if `segmented` is true, otherwise the Z8002.
    ///
    /// # Example
    ///
    /// ```
    /// use z8000_object::Processor;
    ///
    /// assert_eq!(Processor::of(true).to_string(), "Z8001");
    /// ```
    pub const fn of(segmented: bool) -> Self {
        if segmented { Self::Z8001 } else { Self::Z8002 }
    }
}

impl fmt::Display for Processor {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Z8001 => "Z8001",
            Self::Z8002 => "Z8002",
        })
    }
}

/// Returns true for the usual names of symbols that a script defines as the end of the stack, such as `stack` or
/// `__stack_top`.
///
/// # Example
///
/// ```
/// use z8000_object::is_stack;
///
/// assert!(is_stack("__stack_top") && !is_stack("check_stack"));
/// ```
pub fn is_stack(name: &str) -> bool {
    matches!(name.trim_matches('_'), "stack" | "stack_top" | "stacktop" | "stack_end")
}

impl Kind {
    /// Returns the default kind of a section with this name: code for `.text`, `.init` and `.fini`; constants for
    /// `.rodata` and `.rdata`; space for `.bss`; data for all others.
    ///
    /// # Example
    ///
    /// ```
    /// use z8000_object::Kind;
    ///
    /// assert_eq!([".text", ".rodata", ".bss", ".other"].map(Kind::of), [Kind::Code, Kind::Constants, Kind::Space, Kind::Data]);
    /// ```
    pub fn of(name: &str) -> Self {
        match name {
            ".text" | ".init" | ".fini" => Self::Code,
            ".rodata" | ".rdata" => Self::Constants,
            ".bss" => Self::Space,
            _ => Self::Data,
        }
    }
}
