//! The directives of all dialects, one row each: names, arguments, help, action. Directives of other dialects, each in
//! the `directives.txt` of its dialect, are converted to directives of GNU as. Reference pages, completions and
//! messages are also generated from these tables.

use std::sync::LazyLock;

use rustc_hash::FxHashMap;
use z8000::isa::Mode;
use z8000_object::Binding;

use crate::section::Section;
use crate::syntax::{Rewrite, Syntax};

/// How a directive is executed.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Does {
    /// The action receives the arguments as tokens.
    Run(Action),
    /// The action receives the text after the name, which need not consist of tokens.
    Read(Action),
    /// The test determines whether lines are assembled.
    Decide(Test),
    /// The directive is converted to the directive of GNU as with this name; the name is empty if it is converted to
    /// something else or to nothing.
    Becomes(&'static str, Rewrite),
}

#[derive(Debug, Clone, Copy)]
pub(crate) enum Action {
    /// Switches to segmented or non-segmented mode.
    Mode(Mode),
    /// Continues in a given section.
    Enter(Section),
    /// Continues in the section whose name follows.
    Section,
    Origin,
    Structure,
    Even,
    /// Aligns, with a fill of this many bytes.
    Align(Boundary, u32),
    Equate,
    Set,
    LocalSymbol,
    Globals(Binding),
    Common,
    LocalCommon,
    /// Stores numbers of this many bytes.
    Numbers(usize),
    /// Stores numbers of the width of an address in the current mode.
    Addresses,
    /// Stores numbers in groups of 7 bits, signed if true.
    Leb128(bool),
    /// Stores floating-point numbers of this many bytes.
    Floats(usize),
    /// Stores strings with this many bytes per character, each followed by this many zeros.
    Text(usize, usize),
    ZilogText,
    Space,
    /// Stores units of this many bytes: with a required value if true, otherwise with an optional one.
    Units(i64, bool),
    Fill,
    /// Stores NOPs of this many bytes; `None` if an argument gives the number.
    Nops(Option<u32>),
    Binary,
    DefineMacro,
    ExitMacro,
    Purge,
    Repeat,
    RepeatFor,
    RepeatForCharacters,
    Alternate(bool),
    Include,
    End,
    Abort,
    Fail,
    /// Reports the message that follows as an error.
    Error,
    /// Reports the message that follows as a warning.
    Warning,
    /// Reports this message as an error.
    Refuse(&'static str),
    /// The directive has no effect, and this is a warning.
    Unsupported(&'static str),
    Nothing,
}

/// The exponent of the largest alignment of a section, as a power of two.
pub(crate) const LARGEST_POWER: i64 = 16;

/// A function that converts an argument to an alignment in bytes.
pub(crate) type Boundary = fn(i64) -> Result<u32, String>;

/// Converts a number of bytes, which must be a power of two.
fn bytes(number: i64) -> Result<u32, String> {
    let bytes = u32::try_from(number).ok().filter(|bytes| bytes.is_power_of_two());
    bytes.ok_or_else(|| format!("cannot align to {number}, which is not a power of two"))
}

/// Converts the exponent of a power of two.
fn power(number: i64) -> Result<u32, String> {
    match number {
        0..=LARGEST_POWER => Ok(1 << number),
        _ => Err(format!(
            "cannot align to 2 to the power of {number}; expected an exponent from 0 to {LARGEST_POWER}"
        )),
    }
}

/// The condition that a directive for conditional assembly tests.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Test {
    /// A number satisfies this function.
    Number(fn(i64) -> bool),
    /// A symbol is defined if true, or not defined if false.
    Defined(bool),
    /// There is no text if true, or some text if false.
    Blank(bool),
    /// Two strings are the same if true, or different if false.
    Same(bool),
    /// Like `Same`, for strings in quotation marks.
    Strings(bool),
    ElseIf,
    Else,
    End,
}

/// What a directive for data stores.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Stored {
    /// Strings of bytes.
    Text {
        /// True if each string ends with a zero byte.
        ends: bool,
    },
    /// Numbers of this many bytes.
    Numbers(usize),
    /// Bytes for an unspecified use.
    Space,
}

/// A directive, or a statement of a dialect that is not an instruction.
///
/// # Example
///
/// ```
/// use z8000_asm::{Syntax, directives};
///
/// for directive in directives(Syntax::Gnu).take(3) {
///     println!("{} {}: {}", directive.names[0], directive.arguments, directive.help);
/// }
/// ```
#[derive(Debug, Clone, Copy)]
pub struct Directive {
    /// The dialect to which the directive belongs.
    pub syntax: Syntax,
    /// All names of the directive, the usual one first. A name may be written without its dot only if the list contains
    /// that form, too.
    pub names: &'static [&'static str],
    /// The arguments, as shown on the dialect's reference page; if a name precedes the directive, this is the whole
    /// line.
    pub arguments: &'static str,
    /// A short description of the directive's effect.
    pub help: &'static str,
    pub(crate) does: Does,
}

impl Directive {
    /// The directive of GNU as to which this directive is converted; empty if it is converted to something else or to
    /// nothing, or already belongs to GNU as.
    ///
    /// # Example
    ///
    /// ```
    /// use z8000_asm::{Syntax, directive};
    ///
    /// let wval = directive(Syntax::Plz, "wval").expect("a directive of PLZ/ASM");
    /// assert_eq!(wval.gnu(), ".word");
    /// ```
    pub const fn gnu(&self) -> &'static str {
        match self.does {
            Does::Becomes(gnu, _) => gnu,
            _ => "",
        }
    }

    /// Returns what the directive stores; `None` if it is not a directive for data, or if this depends on its
    /// arguments.
    ///
    /// # Example
    ///
    /// ```
    /// use z8000_asm::{Stored, Syntax, directive};
    ///
    /// let stored = |name| directive(Syntax::Gnu, name).and_then(|directive| directive.stored());
    /// assert_eq!(stored(".asciz"), Some(Stored::Text { ends: true }));
    /// assert_eq!(stored(".long"), Some(Stored::Numbers(4)));
    /// assert_eq!(stored(".even"), None);
    /// ```
    pub fn stored(&self) -> Option<Stored> {
        match self.does {
            Does::Becomes(gnu, _) if !gnu.is_empty() => find(gnu)?.stored(),
            Does::Run(Action::Text(1, zeros)) => Some(Stored::Text { ends: zeros > 0 }),
            Does::Read(Action::ZilogText) => Some(Stored::Text { ends: false }),
            Does::Run(Action::Numbers(bytes)) => Some(Stored::Numbers(bytes)),
            Does::Run(Action::Space) => Some(Stored::Space),
            Does::Run(Action::Units(bytes, _)) => Some(Stored::Numbers(bytes as usize)),
            _ => None,
        }
    }

    /// Returns true if the directive defines the symbol that it takes as its first argument.
    ///
    /// # Example
    ///
    /// ```
    /// use z8000_asm::{Syntax, directive};
    ///
    /// assert!(directive(Syntax::Gnu, ".equ").is_some_and(|directive| directive.defines()));
    /// assert!(directive(Syntax::Gnu, ".word").is_some_and(|directive| !directive.defines()));
    /// ```
    pub fn defines(&self) -> bool {
        matches!(self.arguments, "name, value" | "name, size, alignment")
    }

    /// Returns how the directive is converted.
    pub(crate) const fn rewrite(&self) -> Rewrite {
        match self.does {
            Does::Becomes(_, rewrite) => rewrite,
            _ => Rewrite::Same,
        }
    }
}

macro_rules! directives {
    ($($names:tt $arguments:literal $help:literal => $does:expr;)*) => {
        /// The directives of GNU as, in the order of their reference page.
        static GNU: &[Directive] = &[$(Directive {
            syntax: Syntax::Gnu,
            names: &$names,
            arguments: $arguments,
            help: $help,
            does: $does,
        },)*];
    };
}

directives! {
    // Processor and sections
    [".z8001", ".segm", "segm"] "" "select segmented mode, in which addresses include a segment" => Does::Run(Action::Mode(Mode::Segmented));
    [".z8002", ".unsegm", ".unseg", "unsegm", "unseg"] "" "select non-segmented mode, even on a Z8001" => Does::Run(Action::Mode(Mode::Nonsegmented));
    [".text"] "subsection" "switch to the code section, or to one of its subsections" => Does::Run(Action::Enter(Section::TEXT));
    [".data"] "subsection" "switch to the data section, or to one of its subsections" => Does::Run(Action::Enter(Section::DATA));
    [".bss"] "" "switch to the section for uninitialised data" => Does::Run(Action::Enter(Section::BSS));
    [".section", ".sect", "sect", ".rsect", "rsect"] "name, \"flags\""
        "switch to the section with this name and these flags: `x` (instructions), `w` (data), `r` (constants) or \
         `b` (uninitialised data); a number instead of the flags selects a subsection"
        => Does::Run(Action::Section);
    [".org"] "address, fill" "continue at this address in the section, and fill the bytes in between with `fill` (0 by default)" => Does::Run(Action::Origin);
    [".struct", ".offset"] "offset" "begin a structure, which ends at the next section directive: labels are offsets, and `.space` reserves space for a field"
        => Does::Run(Action::Structure);
    [".even", "even"] "" "align to an even address" => Does::Run(Action::Even);
    [".balign"] "bytes, fill, maximum" "align to a multiple of `bytes`, a power of two, unless that takes more than `maximum` bytes" => Does::Run(Action::Align(bytes, 1));
    [".balignw"] "bytes, fill, maximum" "the same as `.balign`, with a 2-byte fill value" => Does::Run(Action::Align(bytes, 2));
    [".balignl"] "bytes, fill, maximum" "the same as `.balign`, with a 4-byte fill value" => Does::Run(Action::Align(bytes, 4));
    [".align", ".p2align"] "power, fill, maximum" "align to a multiple of 2 to the power of `power`, unless that takes more than `maximum` bytes"
        => Does::Run(Action::Align(power, 1));
    [".p2alignw"] "power, fill, maximum" "the same as `.p2align`, with a 2-byte fill value" => Does::Run(Action::Align(power, 2));
    [".p2alignl"] "power, fill, maximum" "the same as `.p2align`, with a 4-byte fill value" => Does::Run(Action::Align(power, 4));

    // Symbols
    [".equ", ".equiv"] "name, value" "define a constant, like `name == value`; the value may use symbols that are defined later" => Does::Run(Action::Equate);
    [".eqv"] "name, value" "let a name stand for an expression, which is evaluated at each use" => Does::Run(Action::Equate);
    [".set"] "name, value" "set a variable, like `name = value`; each use takes the value set most recently" => Does::Run(Action::Set);
    [".lsym"] "name, value" "define a constant, whose value must be known" => Does::Run(Action::LocalSymbol);
    [".global", ".globl", ".xdef", "global"] "name, ..." "make these symbols visible to other object files, or import them from other object files" => Does::Run(Action::Globals(Binding::Global));
    [".weak"] "name, ..." "like `.global`, but a definition in another object file takes precedence, and the value is 0 if no object file defines the symbol"
        => Does::Run(Action::Globals(Binding::Weak));
    [".extern", ".xref"] "name, ..." "declare symbols that other object files define; optional, because every undefined symbol is assumed to be external" => Does::Read(Action::Nothing);
    [".comm", ".common", ".xcom"] "name, size, alignment" "reserve space that is shared by all objects that declare the symbol" => Does::Run(Action::Common);
    [".lcomm"] "name, size, alignment" "reserve space in `.bss`" => Does::Run(Action::LocalCommon);

    // Data
    [".byte", ".dc.b", "data.b", ".data.b", "bval", ".bval"] "number, ..." "store bytes" => Does::Run(Action::Numbers(1));
    [".word", ".short", ".hword", ".2byte", ".int", "int", ".dc", ".dc.w", "data.w", ".data.w", "wval", ".wval"] "number, ..."
        "store 2-byte words; `.` is the address of each word"
        => Does::Run(Action::Numbers(2));
    [".long", ".4byte", ".dc.l", "data.l", ".data.l", "lval", ".lval"] "number, ..." "store 4-byte long words" => Does::Run(Action::Numbers(4));
    [".dc.a"] "number, ..." "store addresses: long words in segmented mode, words in non-segmented mode" => Does::Run(Action::Addresses);
    [".quad", ".8byte"] "number, ..." "store 8-byte numbers" => Does::Run(Action::Numbers(8));
    [".octa"] "number, ..." "store 16-byte numbers" => Does::Run(Action::Numbers(16));
    [".sleb128"] "number, ..." "store signed numbers in LEB128 form: groups of 7 bits, lowest first" => Does::Run(Action::Leb128(true));
    [".uleb128"] "number, ..." "store unsigned numbers in LEB128 form: groups of 7 bits, lowest first" => Does::Run(Action::Leb128(false));
    [".float", ".single", ".dc.s"] "number, ..." "store 4-byte floating-point numbers (IEEE 754)" => Does::Read(Action::Floats(4));
    [".double", ".dc.d"] "number, ..." "store 8-byte floating-point numbers (IEEE 754)" => Does::Read(Action::Floats(8));
    [".ascii"] "\"text\", ..." "store the characters of strings" => Does::Run(Action::Text(1, 0));
    [".asciz", ".string", ".string8"] "\"text\", ..." "store null-terminated strings" => Does::Run(Action::Text(1, 1));
    [".string16"] "\"text\", ..." "store null-terminated strings with 2 bytes per character" => Does::Run(Action::Text(2, 1));
    [".string32"] "\"text\", ..." "store null-terminated strings with 4 bytes per character" => Does::Run(Action::Text(4, 1));
    [".string64"] "\"text\", ..." "store null-terminated strings with 8 bytes per character" => Does::Run(Action::Text(8, 1));
    ["sval", ".sval"] "'text'" "store a string, in which `%0D` is a character code in hexadecimal" => Does::Read(Action::ZilogText);
    [".space", ".skip", ".block", "block"] "count, fill" "reserve `count` bytes, filled with `fill` (0 by default)" => Does::Run(Action::Space);
    [".zero"] "count" "store `count` zero bytes" => Does::Run(Action::Space);
    [".ds", ".ds.w"] "count, fill" "reserve `count` words, filled with `fill` (0 by default)" => Does::Run(Action::Units(2, false));
    [".ds.b"] "count, fill" "reserve `count` bytes, filled with `fill` (0 by default)" => Does::Run(Action::Units(1, false));
    [".ds.l", ".ds.s"] "count, fill" "reserve `count` long words, filled with `fill` (0 by default)" => Does::Run(Action::Units(4, false));
    [".ds.d"] "count, fill" "reserve `count` 8-byte units, filled with `fill` (0 by default)" => Does::Run(Action::Units(8, false));
    [".ds.p", ".ds.x"] "count, fill" "reserve `count` 12-byte units, filled with `fill` (0 by default)" => Does::Run(Action::Units(12, false));
    [".dcb", ".dcb.w"] "count, value" "store a word `count` times" => Does::Run(Action::Units(2, true));
    [".dcb.b"] "count, value" "store a byte `count` times" => Does::Run(Action::Units(1, true));
    [".dcb.l"] "count, value" "store a long word `count` times" => Does::Run(Action::Units(4, true));
    [".fill"] "count, size, value" "store a value of `size` bytes `count` times" => Does::Run(Action::Fill);
    [".nop"] "" "store one NOP instruction" => Does::Run(Action::Nops(Some(2)));
    [".nops"] "bytes" "store NOP instructions that occupy `bytes` bytes" => Does::Run(Action::Nops(None));
    [".incbin"] "\"file\", skip, count" "skip `skip` bytes of a file (0 by default), then include `count` bytes (the rest by default)" => Does::Run(Action::Binary);

    // Macros and repetitions
    [".macro"] "name a, b=default, c:req, d:vararg" "define a macro, which ends at `.endm`" => Does::Read(Action::DefineMacro);
    [".endm"] "" "end a macro definition" => Does::Run(Action::Refuse("no block for `.endm` to end"));
    [".exitm"] "" "exit the current macro call" => Does::Run(Action::ExitMacro);
    [".purgem"] "name" "remove a macro definition" => Does::Read(Action::Purge);
    [".rept", ".rep"] "count" "repeat the following lines, up to `.endr`, `count` times" => Does::Run(Action::Repeat);
    [".irp", ".irep"] "name, a, b" "repeat the following lines, up to `.endr`, with `\\name` set to each value in turn" => Does::Read(Action::RepeatFor);
    [".irpc", ".irepc"] "name, string" "repeat the following lines, up to `.endr`, with `\\name` set to each character in turn" => Does::Read(Action::RepeatForCharacters);
    [".endr"] "" "end the repeated lines" => Does::Run(Action::Refuse("no block for `.endr` to end"));
    [".altmacro"] "" "allow macro arguments in `< >`, `%expression`, parameters without `\\`, and `LOCAL`" => Does::Run(Action::Alternate(true));
    [".noaltmacro"] "" "restore the normal macro syntax" => Does::Run(Action::Alternate(false));

    // Conditions
    [".if", ".ifne"] "condition" "assemble the following lines if the value is not 0; its symbols must already be defined" => Does::Decide(Test::Number(|number| number != 0));
    [".ifeq"] "number" "assemble the following lines if the value is 0" => Does::Decide(Test::Number(|number| number == 0));
    [".ifgt"] "number" "assemble the following lines if the value is above 0" => Does::Decide(Test::Number(|number| number > 0));
    [".ifge"] "number" "assemble the following lines if the value is at least 0" => Does::Decide(Test::Number(|number| number >= 0));
    [".iflt"] "number" "assemble the following lines if the value is below 0" => Does::Decide(Test::Number(|number| number < 0));
    [".ifle"] "number" "assemble the following lines if the value is at most 0" => Does::Decide(Test::Number(|number| number <= 0));
    [".ifdef"] "name" "assemble the following lines if the symbol is defined" => Does::Decide(Test::Defined(true));
    [".ifndef", ".ifnotdef"] "name" "assemble the following lines if the symbol is not defined" => Does::Decide(Test::Defined(false));
    [".ifb"] "text" "assemble the following lines if the argument is empty" => Does::Decide(Test::Blank(true));
    [".ifnb"] "text" "assemble the following lines if the argument is not empty" => Does::Decide(Test::Blank(false));
    [".ifc"] "a, b" "assemble the following lines if the strings are equal" => Does::Decide(Test::Same(true));
    [".ifnc"] "a, b" "assemble the following lines if the strings differ" => Does::Decide(Test::Same(false));
    [".ifeqs"] "\"a\", \"b\"" "assemble the following lines if the strings are equal" => Does::Decide(Test::Strings(true));
    [".ifnes"] "\"a\", \"b\"" "assemble the following lines if the strings differ" => Does::Decide(Test::Strings(false));
    [".elseif", ".elsif"] "condition" "assemble the following lines if no earlier condition holds and this one does" => Does::Decide(Test::ElseIf);
    [".else", ".elsec"] "" "assemble the following lines if no earlier condition holds" => Does::Decide(Test::Else);
    [".endif", ".endc"] "" "end the conditional lines" => Does::Decide(Test::End);

    // Files and messages
    [".include"] "\"file\"" "include a source file from the folder of the main file or from a folder given with `-I`" => Does::Run(Action::Include);
    [".end"] "" "end the source" => Does::Run(Action::End);
    [".error"] "\"text\"" "report an error with this message" => Does::Read(Action::Error);
    [".err"] "" "report an error" => Does::Run(Action::Refuse("`.err` was reached"));
    [".reloc"] "..." "refused" => Does::Read(Action::Refuse("not supported: operands and data make relocations"));
    [".weakref"] "..." "refused" => Does::Read(Action::Refuse("not supported: use `.weak`"));
    [".dcb.d", ".dcb.s", ".dcb.x", ".dc.x"] "..." "refused" => Does::Read(Action::Refuse("not supported: use `.rept`"));
    [".abort"] "" "report an error and stop assembling" => Does::Run(Action::Abort);
    [".fail"] "number" "report an error if the value is below 500, and a warning otherwise" => Does::Run(Action::Fail);
    [".warning"] "\"text\"" "report a warning with this message" => Does::Read(Action::Warning);
    [".linkonce"] "..." "ignored, with a warning" => Does::Read(Action::Unsupported("`.linkonce` has no effect: COFF for the Z8000 has no such sections"));
    [".print"] "\"text\"" "print this message as a warning" => Does::Read(Action::Warning);
    [
        ".file", ".ident", ".version", ".title", ".sbttl", ".list", ".nolist", ".eject", ".psize", ".page", "page", ".heading",
        "heading", ".form", "form", ".name", "name", ".import", "import", ".program", "program", ".type", ".size", ".line",
        ".ln", ".loc", ".def", ".endef", ".scl", ".val", ".dim", ".tag", ".lflags", ".mri",
        ".format", ".noformat", ".spc", ".llen", ".plen", ".ttl", ".func", ".endfunc", ".linefile",
        ".stabs", ".stabn", ".stabd", ".xstabs"
    ] "..." "ignored; used by other assemblers for listings and debuggers" => Does::Read(Action::Nothing);
}

/// The tables of the other dialects, in the order of their reference pages.
const OTHERS: [(Syntax, &str); 3] = [
    (Syntax::Asz8k, include_str!("syntax/asz8k/directives.txt")),
    (Syntax::Plz, include_str!("syntax/plz/directives.txt")),
    (Syntax::Asl, include_str!("syntax/asl/directives.txt")),
];

/// All directives. Names from the tables of other dialects exist as long as the process.
static DIRECTIVES: LazyLock<Vec<Directive>> = LazyLock::new(|| {
    let others = OTHERS.iter().flat_map(|&(syntax, table)| {
        let rows = table.lines().filter(|row| !row.starts_with('#'));
        rows.map(move |row| Directive::other(syntax, row))
    });
    GNU.iter().copied().chain(others).collect()
});

impl Directive {
    /// Parses a row of another dialect's table.
    fn other(syntax: Syntax, row: &'static str) -> Self {
        let mut fields = row.split('|').map(str::trim);
        let mut field = || fields.next().unwrap_or_default();
        Self {
            syntax,
            names: field().split(' ').collect::<Vec<_>>().leak(),
            arguments: field(),
            help: field(),
            does: Does::Becomes(field(), Rewrite::named(field())),
        }
    }
}

/// Returns the directives of a dialect, in the order of its reference page.
///
/// # Example
///
/// ```
/// use z8000_asm::{Syntax, directives};
///
/// let mut names = directives(Syntax::Plz).flat_map(|directive| directive.names);
/// assert!(names.any(|name| *name == ".even"));
/// ```
pub fn directives(syntax: Syntax) -> impl Iterator<Item = &'static Directive> {
    DIRECTIVES.iter().filter(move |directive| directive.syntax == syntax)
}

/// The directives of each dialect by their names, in lower case.
static BY_NAME: LazyLock<[FxHashMap<&str, &Directive>; Syntax::ALL.len()]> = LazyLock::new(|| {
    let named = |directive: &'static Directive| directive.names.iter().map(move |name| (*name, directive));
    Syntax::ALL.map(|syntax| directives(syntax).flat_map(named).collect())
});

/// The length of the longest name of a directive.
const LONGEST: usize = 13;

/// Finds a directive of GNU as by its name, ignoring case.
pub(crate) fn find(name: &str) -> Option<&'static Directive> {
    directive(Syntax::Gnu, name)
}

/// Finds a directive of a dialect by its name, ignoring case.
///
/// # Example
///
/// ```
/// use z8000_asm::{Syntax, directive};
///
/// let word = directive(Syntax::Gnu, ".WORD").expect("a directive");
/// assert!(word.names.contains(&".word"));
/// assert!(directive(Syntax::Gnu, ".wrod").is_none());
/// ```
pub fn directive(syntax: Syntax, name: &str) -> Option<&'static Directive> {
    let mut lower = [0; LONGEST];
    let lower = lower.get_mut(..name.len())?;
    lower.copy_from_slice(name.as_bytes());
    lower.make_ascii_lowercase();
    let name = std::str::from_utf8(lower).ok()?;
    BY_NAME[syntax as usize].get(name).copied()
}
