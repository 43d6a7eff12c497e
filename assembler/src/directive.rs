//! The directives of all dialects, one row each: names, arguments, help, action. Those of other dialects become directives
//! of GNU as. Pages, completions and messages come from here too.

use std::sync::LazyLock;

use rustc_hash::FxHashMap;
use z8000::isa::Mode;
use z8000_object::Binding;

use crate::section::Section;
use crate::syntax::{Rewrite, Syntax};

/// The way in which a directive is carried out.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Does {
    /// The assembler acts on its arguments.
    Run(Action),
    /// The assembler acts on the text after the name, which need not be tokens.
    Read(Action),
    /// It decides which lines count.
    Decide(Test),
    /// It is rewritten in the dialect of GNU as, as the directive of this name; the name is empty if it becomes
    /// something else, or nothing.
    Becomes(&'static str, Rewrite),
}

/// The action of a directive.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Action {
    /// Switches to segmented or non-segmented mode.
    Mode(Mode),
    /// Continues in a section.
    Enter(Section),
    /// Continues in a section by its name.
    Section,
    Origin,
    Structure,
    Even,
    /// Aligns, with a fill of some bytes.
    Align(Boundary, u32),
    Equate,
    Set,
    Globals(Binding),
    Common,
    LocalCommon,
    /// Numbers of some bytes.
    Numbers(usize),
    /// Numbers as wide as an address of the mode.
    Addresses,
    /// Numbers in groups of 7 bits, with a sign or without.
    Leb128(bool),
    /// Floating-point numbers of some bytes.
    Floats(usize),
    /// Characters of some bytes each, and zeros behind them.
    Text(usize, usize),
    ZilogText,
    Space,
    /// Units of some bytes: a number of them with a value, or space.
    Units(i64, bool),
    Fill,
    /// NOPs in some bytes, or in as many as it says.
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
    /// The message that follows is an error.
    Error,
    /// The message that follows is a warning.
    Warning,
    /// The directive itself is an error.
    Refuse(&'static str),
    Nothing,
}

/// The largest power of two that a section is aligned to.
pub(crate) const LARGEST_POWER: i64 = 16;

/// The multiple of bytes that a number asks for.
pub(crate) type Boundary = fn(i64) -> Result<u32, String>;

/// A number of bytes, which is a power of two.
fn bytes(number: i64) -> Result<u32, String> {
    let bytes = u32::try_from(number).ok().filter(|bytes| bytes.is_power_of_two());
    bytes.ok_or_else(|| format!("cannot align to {number}, which is not a power of two"))
}

/// The exponent of a power of two.
fn power(number: i64) -> Result<u32, String> {
    match number {
        0..=LARGEST_POWER => Ok(1 << number),
        _ => Err(format!(
            "cannot align to 2 to the power of {number}; expected 0 to {LARGEST_POWER}"
        )),
    }
}

/// The question of a directive of conditional assembly.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Test {
    /// Of a number.
    Number(fn(i64) -> bool),
    /// If a symbol is defined, or not.
    Defined(bool),
    /// If there is no text, or some.
    Blank(bool),
    /// If two texts are the same, or not.
    Same(bool),
    ElseIf,
    Else,
    End,
}

/// A directive, or a statement of a dialect that is not an instruction.
#[derive(Debug, Clone, Copy)]
pub struct Directive {
    /// The dialect that has it.
    pub syntax: Syntax,
    /// Its names: the first is the usual one. A name with a dot may also be written without it if the
    /// list has that form too.
    pub names: &'static [&'static str],
    /// The arguments, as the page of the dialect shows them; if a name comes before it, the whole line.
    pub arguments: &'static str,
    /// Its effect, in a few words.
    pub help: &'static str,
    pub(crate) does: Does,
}

impl Directive {
    /// The directive of GNU as that it becomes; empty if it becomes something else, or nothing, or is one already.
    #[must_use]
    pub const fn gnu(&self) -> &'static str {
        match self.does {
            Does::Becomes(gnu, _) => gnu,
            _ => "",
        }
    }

    /// Returns true if it defines the symbol that it begins with.
    #[must_use]
    pub fn defines(&self) -> bool {
        matches!(self.arguments, "name, value" | "name, size, alignment")
    }

    /// The way in which it is rewritten.
    pub(crate) const fn rewrite(&self) -> Rewrite {
        match self.does {
            Does::Becomes(_, rewrite) => rewrite,
            _ => Rewrite::Same,
        }
    }
}

macro_rules! directives {
    ($($syntax:ident { $($names:tt $arguments:literal $help:literal => $does:expr;)* })*) => {
        /// Every directive, in the order of the pages of the dialects.
        static DIRECTIVES: &[Directive] = &[$($(Directive {
            syntax: Syntax::$syntax,
            names: &$names,
            arguments: $arguments,
            help: $help,
            does: $does,
        },)*)*];
    };
}

directives! {
    Gnu {
        // Processor and sections
        [".z8001", ".segm", "segm"] "" "segmented mode: addresses with a segment" => Does::Run(Action::Mode(Mode::Segmented));
        [".z8002", ".unsegm", ".unseg", "unsegm", "unseg"] "" "non-segmented mode, even on a Z8001"
            => Does::Run(Action::Mode(Mode::Nonsegmented));
        [".text"] "subsection" "continue in the code section" => Does::Run(Action::Enter(Section::TEXT));
        [".data"] "subsection" "continue in the data section" => Does::Run(Action::Enter(Section::DATA));
        [".bss"] "" "continue in the section of uninitialised space" => Does::Run(Action::Enter(Section::BSS));
        [".section", ".sect", "sect", ".rsect", "rsect"] "name, \"flags\""
            "continue in a section of this name, with the flags `x` (instructions), `w` (data), `r` (constants) or `b` \
             (space), or with a subsection" => Does::Run(Action::Section);
        [".org"] "address, fill" "continue at an address in the section; a fill value fills the bytes in between"
            => Does::Run(Action::Origin);
        [".struct", ".offset"] "offset" "declare a structure that ends at the next section: labels are offsets, \
                                         `.space` reserves room"
            => Does::Run(Action::Structure);
        [".even", "even"] "" "continue at an even address" => Does::Run(Action::Even);
        [".balign"] "bytes, fill, maximum" "continue at a multiple of a power of two" => Does::Run(Action::Align(bytes, 1));
        [".balignw"] "bytes, fill, maximum" "the same, with a fill of 2 bytes" => Does::Run(Action::Align(bytes, 2));
        [".balignl"] "bytes, fill, maximum" "the same, with a fill of 4 bytes" => Does::Run(Action::Align(bytes, 4));
        [".align", ".p2align"] "power, fill, maximum" "continue at a multiple of a power of two, given its exponent"
            => Does::Run(Action::Align(power, 1));
        [".p2alignw"] "power, fill, maximum" "the same, with a fill of 2 bytes" => Does::Run(Action::Align(power, 2));
        [".p2alignl"] "power, fill, maximum" "the same, with a fill of 4 bytes" => Does::Run(Action::Align(power, 4));

        // Symbols
        [".equ", ".equiv", ".eqv"] "name, value" "a constant, like `name == value`; may use symbols that are defined \
                                                  later" => Does::Run(Action::Equate);
        [".set"] "name, value" "a variable, like `name = value`; each use has the latest value before it" => Does::Run(Action::Set);
        [".global", ".globl", "global"] "name, ..." "make these symbols visible to other objects, or import them" => Does::Run(Action::Globals(Binding::Global));
        [".weak"] "name, ..." "the same, but a definition in another object takes precedence, and the value is 0 if \
                               there is none"
            => Does::Run(Action::Globals(Binding::Weak));
        [".extern"] "name, ..." "declare symbols that other objects define; optional, since every undefined symbol is \
                                 assumed to be one" => Does::Read(Action::Nothing);
        [".comm", ".common"] "name, size, alignment" "space shared by all objects that declare it" => Does::Run(Action::Common);
        [".lcomm"] "name, size, alignment" "space in `.bss`" => Does::Run(Action::LocalCommon);

        // Data
        [".byte", ".dc.b", "data.b", ".data.b", "bval", ".bval"] "number, ..." "bytes" => Does::Run(Action::Numbers(1));
        [".word", ".short", ".hword", ".2byte", ".int", "int", ".dc", ".dc.w", "data.w", ".data.w", "wval", ".wval"] "number, ..."
            "words of 2 bytes; `.` is the address of each" => Does::Run(Action::Numbers(2));
        [".long", ".4byte", ".dc.l", "data.l", ".data.l", "lval", ".lval"] "number, ..." "long words of 4 bytes"
            => Does::Run(Action::Numbers(4));
        [".dc.a"] "number, ..." "addresses: long words in segmented mode, words otherwise" => Does::Run(Action::Addresses);
        [".quad", ".8byte"] "number, ..." "numbers of 8 bytes" => Does::Run(Action::Numbers(8));
        [".octa"] "number, ..." "numbers of 16 bytes" => Does::Run(Action::Numbers(16));
        [".sleb128"] "number, ..." "signed numbers in groups of 7 bits, lowest first" => Does::Run(Action::Leb128(true));
        [".uleb128"] "number, ..." "unsigned numbers in groups of 7 bits, lowest first" => Does::Run(Action::Leb128(false));
        [".float", ".single", ".dc.s"] "number, ..." "floating-point numbers of 4 bytes (IEEE 754)" => Does::Read(Action::Floats(4));
        [".double", ".dc.d"] "number, ..." "floating-point numbers of 8 bytes (IEEE 754)" => Does::Read(Action::Floats(8));
        [".ascii"] "\"text\", ..." "characters" => Does::Run(Action::Text(1, 0));
        [".asciz", ".string", ".string8"] "\"text\", ..." "characters, with a zero after each string" => Does::Run(Action::Text(1, 1));
        [".string16"] "\"text\", ..." "characters of 2 bytes each, with a zero after each string" => Does::Run(Action::Text(2, 1));
        [".string32"] "\"text\", ..." "characters of 4 bytes each, with a zero after each string" => Does::Run(Action::Text(4, 1));
        [".string64"] "\"text\", ..." "characters of 8 bytes each, with a zero after each string" => Does::Run(Action::Text(8, 1));
        ["sval", ".sval"] "'text'" "characters; `%0D` is a character code in hexadecimal" => Does::Read(Action::ZilogText);
        [".space", ".skip", ".block", "block"] "count, fill" "bytes; the default fill is 0" => Does::Run(Action::Space);
        [".zero"] "count" "bytes of 0" => Does::Run(Action::Space);
        [".ds", ".ds.w"] "count, fill" "words" => Does::Run(Action::Units(2, false));
        [".ds.b"] "count, fill" "bytes" => Does::Run(Action::Units(1, false));
        [".ds.l", ".ds.s"] "count, fill" "long words" => Does::Run(Action::Units(4, false));
        [".ds.d"] "count, fill" "units of 8 bytes" => Does::Run(Action::Units(8, false));
        [".ds.p", ".ds.x"] "count, fill" "units of 12 bytes" => Does::Run(Action::Units(12, false));
        [".dcb", ".dcb.w"] "count, value" "a word, repeated" => Does::Run(Action::Units(2, true));
        [".dcb.b"] "count, value" "a byte, repeated" => Does::Run(Action::Units(1, true));
        [".dcb.l"] "count, value" "a long word, repeated" => Does::Run(Action::Units(4, true));
        [".fill"] "count, size, value" "a number of `size` bytes, repeated" => Does::Run(Action::Fill);
        [".nop"] "" "one NOP" => Does::Run(Action::Nops(Some(2)));
        [".nops"] "bytes" "NOPs" => Does::Run(Action::Nops(None));
        [".incbin"] "\"file\", skip, count" "include the bytes of a file" => Does::Run(Action::Binary);

        // Macros and repetitions
        [".macro"] "name a, b=default, c:req, d:vararg" "define a macro, up to `.endm`" => Does::Read(Action::DefineMacro);
        [".endm"] "" "end a macro" => Does::Run(Action::Refuse("no block for `.endm` to end"));
        [".exitm"] "" "leave the macro" => Does::Run(Action::ExitMacro);
        [".purgem"] "name" "remove a macro" => Does::Read(Action::Purge);
        [".rept", ".rep"] "count" "repeat lines up to `.endr`" => Does::Run(Action::Repeat);
        [".irp"] "name, a, b" "repeat lines with `\\name` set to each value" => Does::Read(Action::RepeatFor);
        [".irpc"] "name, string" "repeat lines with `\\name` set to each character" => Does::Read(Action::RepeatForCharacters);
        [".endr"] "" "end a repetition" => Does::Run(Action::Refuse("no block for `.endr` to end"));
        [".altmacro"] "" "allow macro arguments in `< >`, `%expression`, parameters without `\\`, and `LOCAL`" => Does::Run(Action::Alternate(true));
        [".noaltmacro"] "" "restore the normal macro syntax" => Does::Run(Action::Alternate(false));

        // Conditions
        [".if", ".ifne"] "condition" "assemble lines if the value is not 0; its symbols must be defined before" => Does::Decide(Test::Number(|number| number != 0));
        [".ifeq"] "number" "assemble lines if the value is 0" => Does::Decide(Test::Number(|number| number == 0));
        [".ifgt"] "number" "assemble lines if the value is above 0" => Does::Decide(Test::Number(|number| number > 0));
        [".ifge"] "number" "assemble lines if the value is at least 0" => Does::Decide(Test::Number(|number| number >= 0));
        [".iflt"] "number" "assemble lines if the value is below 0" => Does::Decide(Test::Number(|number| number < 0));
        [".ifle"] "number" "assemble lines if the value is at most 0" => Does::Decide(Test::Number(|number| number <= 0));
        [".ifdef"] "name" "assemble lines if a symbol is defined" => Does::Decide(Test::Defined(true));
        [".ifndef", ".ifnotdef"] "name" "assemble lines if a symbol is not defined" => Does::Decide(Test::Defined(false));
        [".ifb"] "text" "assemble lines if there is no argument" => Does::Decide(Test::Blank(true));
        [".ifnb"] "text" "assemble lines if there is an argument" => Does::Decide(Test::Blank(false));
        [".ifc", ".ifeqs"] "a, b" "assemble lines if two strings are equal" => Does::Decide(Test::Same(true));
        [".ifnc", ".ifnes"] "a, b" "assemble lines if two strings differ" => Does::Decide(Test::Same(false));
        [".elseif", ".elsif"] "condition" "assemble other lines under another condition" => Does::Decide(Test::ElseIf);
        [".else"] "" "assemble other lines" => Does::Decide(Test::Else);
        [".endif", ".endc"] "" "end a condition" => Does::Decide(Test::End);

        // Files and messages
        [".include"] "\"file\"" "include a source, from the main file's folder or one given by `-I`" => Does::Run(Action::Include);
        [".end"] "" "end the source" => Does::Run(Action::End);
        [".error"] "\"text\"" "report an error" => Does::Read(Action::Error);
        [".err"] "" "report an error" => Does::Run(Action::Refuse("`.err` was reached"));
        [".abort"] "" "report an error and stop" => Does::Run(Action::Abort);
        [".fail"] "number" "report an error if the value is below 500, otherwise a warning" => Does::Run(Action::Fail);
        [".warning"] "\"text\"" "a warning" => Does::Read(Action::Warning);
        [".print"] "\"text\"" "print a message among the warnings" => Does::Read(Action::Warning);
        [
            ".file", ".ident", ".version", ".title", ".sbttl", ".list", ".nolist", ".eject", ".psize", ".page", "page", ".heading",
            "heading", ".form", "form", ".name", "name", ".import", "import", ".program", "program", ".type", ".size", ".line",
            ".ln", ".loc", ".def", ".endef", ".scl", ".val", ".dim", ".tag", ".lsym", ".lflags", ".mri"
        ] "..." "ignored: for other assemblers' listings and debuggers" => Does::Read(Action::Nothing);
    }
    Asz8k {
        [".sect"] "name .sect" "continue in a section, such as `__text`, `__data` or `__bss`"
            => Does::Becomes(".section", Rewrite::Section);
        [".common"] "name .common" "a common section: space reserved by `.block` and shared by all objects"
            => Does::Becomes(".comm", Rewrite::Common);
        [".abs"] "" "make labels offsets up to the next section; `.block` reserves room" => Does::Becomes(".struct", Rewrite::Statement);
        [".org"] "address" "continue at an address in the section" => Does::Becomes(".org", Rewrite::Same);
        [".align"] "power" "continue at a multiple of a power of two, given its exponent" => Does::Becomes(".align", Rewrite::Align);
        [".equ"] "name .equ value" "a constant; may use symbols that are defined later" => Does::Becomes(".equiv", Rewrite::Define);
        [".set"] "name .set value" "a variable; each use has the latest value before it" => Does::Becomes(".set", Rewrite::Define);
        [".global"] "name, ..." "make these symbols visible to other objects, or import them" => Does::Becomes(".global", Rewrite::Same);
        [".byte"] "number or \"text\", ..." "bytes" => Does::Becomes(".byte", Rewrite::Numbers(1));
        [".word"] "number, ..." "words of 2 bytes, at an even address" => Does::Becomes(".word", Rewrite::Numbers(2));
        [".long"] "number, ..." "long words of 4 bytes, at an even address" => Does::Becomes(".long", Rewrite::Numbers(4));
        [".block"] "count" "bytes of space" => Does::Becomes(".space", Rewrite::Space);
        [".macro"] "name .macro" "define a macro, up to `.endm`; `?1` to `?9` are its arguments, `?0` a label, `?#` a \
                                  number"
            => Does::Becomes(".macro", Rewrite::Macro);
        [".endm"] "" "end a macro" => Does::Becomes(".endm", Rewrite::EndMacro);
        [".exit"] "" "leave the macro" => Does::Becomes(".exitm", Rewrite::Same);
        [".repeat"] "count" "repeat lines up to `.endr`" => Does::Becomes(".rept", Rewrite::Same);
        [".endr"] "" "end a repetition" => Does::Becomes(".endr", Rewrite::Same);
        [".if"] "condition" "assemble lines if the value is not 0; its symbols must be defined before" => Does::Becomes(".if", Rewrite::Same);
        [".else"] "" "assemble other lines" => Does::Becomes(".else", Rewrite::Same);
        [".endif"] "" "end a condition" => Does::Becomes(".endif", Rewrite::Same);
        [".input"] "\"file\"" "include a source in the same dialect" => Does::Becomes(".include", Rewrite::Text);
        [".end"] "start" "end the source; a start address is ignored" => Does::Becomes(".end", Rewrite::Statement);
        [".error"] "\"text\"" "report an error" => Does::Becomes(".error", Rewrite::Text);
        [".warn"] "\"text\"" "a warning" => Does::Becomes(".warning", Rewrite::Text);
        [".within", ".clist", ".eject", ".list", ".space", ".stitle", ".title"] "..." "ignored: for listings and Z8001 \
                                                                                       segments"
            => Does::Becomes("", Rewrite::Nothing);
    }
    Plz {
        // PLZ/ASM
        ["module"] "name module" "begin a module, up to `end name`" => Does::Becomes("", Rewrite::Statement);
        ["procedure"] "name procedure" "declare a procedure: its label, then `entry` and statements, up to `end name`"
            => Does::Becomes("", Rewrite::Statement);
        ["entry"] "" "begin the statements of a procedure" => Does::Becomes("", Rewrite::Statement);
        ["end"] "name" "end a procedure or the module" => Does::Becomes("", Rewrite::Statement);
        ["constant"] "" "begin constants: `name := value`; the value may be a register" => Does::Becomes(".equ", Rewrite::Statement);
        ["type"] "" "begin types: `name type`" => Does::Becomes("", Rewrite::Statement);
        ["external"] "" "begin declarations of what other modules define: `name procedure`, `name type`"
            => Does::Becomes(".extern", Rewrite::Statement);
        ["global"] "" "begin data and procedures that are visible to other modules" => Does::Becomes(".global", Rewrite::Statement);
        ["internal", "local"] "" "begin data and procedures that are private to this module" => Does::Becomes("", Rewrite::Statement);
        ["byte", "short_integer"] "name byte := value" "a byte" => Does::Becomes(".byte", Rewrite::Statement);
        ["word", "integer"] "name word := value" "a word of 2 bytes" => Does::Becomes(".word", Rewrite::Statement);
        ["long", "long_integer"] "name long := value" "a long word of 4 bytes" => Does::Becomes(".long", Rewrite::Statement);
        ["array"] "name array [count type] := [value ...]" "an array of a type; `*` counts the values, `...` repeats \
                                                            the last"
            => Does::Becomes("", Rewrite::Statement);
        ["record"] "name record [field type ...]" "consecutive fields; `name.field` is the address of one"
            => Does::Becomes("", Rewrite::Statement);
        ["label"] "name label" "a label of another module" => Does::Becomes(".extern", Rewrite::Statement);
        ["$section"] "name" "continue in the section of this name" => Does::Becomes(".section", Rewrite::Statement);
        ["$sdefault"] "" "continue in the code and data sections" => Does::Becomes("", Rewrite::Statement);
        ["$abs", "$rel"] "address" "continue at an address in the section" => Does::Becomes(".org", Rewrite::Statement);
        ["$segmented"] "" "segmented mode" => Does::Becomes(".z8001", Rewrite::Mode(true));
        ["$nonsegmented"] "" "non-segmented mode, even on a Z8001" => Does::Becomes(".unsegm", Rewrite::Mode(false));
        ["$page", "$liston", "$listoff", "$title", "$listtty", "$notty", "$tty"] "..." "ignored: for listings"
            => Does::Becomes("", Rewrite::Nothing);
        ["bval"] "number ..." "bytes" => Does::Becomes(".byte", Rewrite::Numbers(1));
        ["wval"] "number ..." "words" => Does::Becomes(".word", Rewrite::Numbers(2));
        ["lval"] "number ..." "long words" => Does::Becomes(".long", Rewrite::Numbers(4));
        ["sval"] "'text' ..." "characters" => Does::Becomes(".ascii", Rewrite::Numbers(1));
        ["if", "then", "else", "fi"] "if condition then ... else ... fi" "execute statements under a condition code, \
                                                                          using `jr`"
            => Does::Becomes("", Rewrite::Statement);
        ["do", "od"] "do ... od" "execute a loop, using `jr`; `exit` leaves it, `repeat` restarts it" => Does::Becomes("", Rewrite::Statement);
        ["exit", "repeat"] "from label" "select the loop of `exit` or `repeat` by its label; the innermost by default" => Does::Becomes("", Rewrite::Statement);

        // cas
        [".seg"] "" "segmented mode" => Does::Becomes(".z8001", Rewrite::Mode(true));
        [".nonseg", ".unseg"] "" "non-segmented mode" => Does::Becomes(".unsegm", Rewrite::Mode(false));
        [".psec"] "name" "select the section in which the next `.code`, `.data` or `.bss` continues"
            => Does::Becomes(".section", Rewrite::Psec);
        [".code", ".text"] "" "continue with instructions in the section" => Does::Becomes(".text", Rewrite::Area("x"));
        [".data"] "" "continue with data in the section" => Does::Becomes(".data", Rewrite::Area("w"));
        [".bss"] "" "continue with space in the section" => Does::Becomes(".bss", Rewrite::Area("b"));
        [".byte"] "number, ..." "bytes" => Does::Becomes(".byte", Rewrite::Numbers(1));
        [".word"] "number, ..." "words" => Does::Becomes(".word", Rewrite::Numbers(2));
        [".long"] "number, ..." "long words" => Does::Becomes(".long", Rewrite::Numbers(4));
        [".addr"] "address, ..." "addresses: long words in segmented mode, words otherwise" => Does::Becomes("", Rewrite::Addresses);
        [".even"] "" "continue at an even address" => Does::Becomes(".even", Rewrite::Align);
        [".comm"] "size, name" "space shared by all objects that declare it; 0 reserves none"
            => Does::Becomes(".comm", Rewrite::Shared);
        [".extern"] "name, ..." "declare symbols that other objects define" => Does::Becomes(".extern", Rewrite::Same);
        [".global", ".globl"] "name, ..." "make these symbols visible to other objects, or import them" => Does::Becomes(".global", Rewrite::Same);
        [".line"] "..." "ignored: for debuggers" => Does::Becomes("", Rewrite::Nothing);
    }
}

/// The directives of a dialect, in the order of its page.
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

/// The longest name of a directive.
const LONGEST: usize = 13;

/// The directive of GNU as with a name, in upper or lower case.
pub(crate) fn find(name: &str) -> Option<&'static Directive> {
    directive(Syntax::Gnu, name)
}

/// The directive of a dialect by one of its names, in upper or lower case.
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
#[must_use]
pub fn directive(syntax: Syntax, name: &str) -> Option<&'static Directive> {
    let mut lower = [0; LONGEST];
    let lower = lower.get_mut(..name.len())?;
    lower.copy_from_slice(name.as_bytes());
    lower.make_ascii_lowercase();
    let name = std::str::from_utf8(lower).ok()?;
    BY_NAME[syntax as usize].get(name).copied()
}
