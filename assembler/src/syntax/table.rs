//! The directives and statements of the dialects, one row each: names, arguments, what they do, and the directive of
//! GNU as that they become.

use super::Syntax;

/// A directive or a statement of a dialect.
#[derive(Debug, Clone, Copy)]
pub struct Name {
    /// The dialect that has it.
    pub syntax: Syntax,
    /// Its names, in lower case.
    pub names: &'static [&'static str],
    /// What follows it, as the page of the dialect shows it.
    pub arguments: &'static str,
    /// What it does, in a few words.
    pub help: &'static str,
    /// The directive of GNU as that it becomes; empty if it becomes something else, or nothing.
    pub gnu: &'static str,
    pub(crate) does: Does,
}

/// How a directive is written anew.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Does {
    /// Under the other name, its arguments being expressions.
    Same,
    /// The same, with a string.
    Text,
    /// Not at all.
    Nothing,
    /// Numbers of some bytes.
    Numbers(u8),
    /// Addresses, of 4 bytes in segmented mode and 2 in the other.
    Addresses,
    /// Bytes of space.
    Space,
    /// Alignment.
    Align,
    /// A definition, whose name stands before it.
    Define,
    /// A section, whose name stands before it.
    Section,
    /// A common section, whose name stands before it.
    Common,
    /// A common symbol: `size, name`.
    Shared,
    /// A macro, whose name stands before it.
    Macro,
    /// The end of a macro.
    EndMacro,
    /// Segmented mode, or not.
    Mode(bool),
    /// The section that the next area belongs to.
    Psec,
    /// An area of the section: the text of the directive, and the flags of a section.
    Area(&'static str),
    /// A statement that the parser of the dialect knows.
    Statement,
}

macro_rules! names {
    ($(($syntax:ident $names:tt $arguments:literal $help:literal $gnu:literal $does:expr))*) => {
        &[$(Name {
            syntax: Syntax::$syntax,
            names: &$names,
            arguments: $arguments,
            help: $help,
            gnu: $gnu,
            does: $does,
        },)*]
    };
}

/// Every one, in the order of the pages of the dialects.
static NAMES: &[Name] = names! {
    // asz8k
    (Asz8k [".sect"] "name .sect" "continue in a section: `__text`, `__data`, `__bss` or another" ".section" Does::Section)
    (Asz8k [".common"] "name .common" "a common section: space, by `.block`, that all objects share" ".comm" Does::Common)
    (Asz8k [".abs"] "" "labels are offsets, up to the next section; `.block` leaves room" ".struct" Does::Statement)
    (Asz8k [".org"] "address" "continue at an address of the section" ".org" Does::Same)
    (Asz8k [".align"] "power" "continue at a multiple of 2 to a power" ".align" Does::Align)
    (Asz8k [".equ"] "name .equ value" "a constant; may name symbols that are defined later" ".equ" Does::Define)
    (Asz8k [".set"] "name .set value" "a variable; each use takes the last value before it" ".set" Does::Define)
    (Asz8k [".global"] "name, ..." "other objects see these symbols, or define them" ".global" Does::Same)
    (Asz8k [".byte"] "number or \"text\", ..." "bytes" ".byte" Does::Numbers(1))
    (Asz8k [".word"] "number, ..." "words of 2 bytes, at an even address" ".word" Does::Numbers(2))
    (Asz8k [".long"] "number, ..." "long words of 4 bytes, at an even address" ".long" Does::Numbers(4))
    (Asz8k [".block"] "count" "bytes of space" ".space" Does::Space)
    (Asz8k [".macro"] "name .macro" "a macro, up to `.endm`; `?1` to `?9` are its arguments, `?0` a label, `?#` a number"
        ".macro" Does::Macro)
    (Asz8k [".endm"] "" "ends a macro" ".endm" Does::EndMacro)
    (Asz8k [".exit"] "" "leaves the macro" ".exitm" Does::Same)
    (Asz8k [".repeat"] "count" "repeats lines, up to `.endr`" ".rept" Does::Same)
    (Asz8k [".endr"] "" "ends a repetition" ".endr" Does::Same)
    (Asz8k [".if"] "condition" "lines for a condition whose symbols are defined before it" ".if" Does::Same)
    (Asz8k [".else"] "" "other lines" ".else" Does::Same)
    (Asz8k [".endif"] "" "ends a condition" ".endif" Does::Same)
    (Asz8k [".input"] "\"file\"" "a source in the same dialect" ".include" Does::Text)
    (Asz8k [".end"] "start" "the source ends here; the start address is left out" ".end" Does::Statement)
    (Asz8k [".error"] "\"text\"" "an error" ".error" Does::Text)
    (Asz8k [".warn"] "\"text\"" "a warning" ".warning" Does::Text)
    (Asz8k [".within", ".clist", ".eject", ".list", ".space", ".stitle", ".title"] "..."
        "nothing: for the listing, and for Z8001 segments" "" Does::Nothing)

    // PLZ/ASM
    (Plz ["module"] "name module" "begins a module, up to `end name`" "" Does::Statement)
    (Plz ["procedure"] "name procedure" "a procedure: its label; `entry` and statements follow, up to `end name`" ""
        Does::Statement)
    (Plz ["entry"] "" "the statements of a procedure follow" "" Does::Statement)
    (Plz ["end"] "name" "ends a procedure or the module" "" Does::Statement)
    (Plz ["constant"] "" "constants follow: `name := value`, also of a register" ".equ" Does::Statement)
    (Plz ["type"] "" "types follow: `name type`" "" Does::Statement)
    (Plz ["external"] "" "what other modules define follows: `name procedure`, `name type`" ".extern" Does::Statement)
    (Plz ["global"] "" "data and procedures follow that other modules see" ".global" Does::Statement)
    (Plz ["internal", "local"] "" "data and procedures follow that they do not see" "" Does::Statement)
    (Plz ["byte", "short_integer"] "name byte := value" "a byte" ".byte" Does::Statement)
    (Plz ["word", "integer"] "name word := value" "a word of 2 bytes" ".word" Does::Statement)
    (Plz ["long", "long_integer"] "name long := value" "a long word of 4 bytes" ".long" Does::Statement)
    (Plz ["array"] "name array [count type] := [value ...]" "many of a type; `*` counts the values, `...` repeats the last"
        "" Does::Statement)
    (Plz ["record"] "name record [field type ...]" "fields one after the other; `name.field` is the address of one" ""
        Does::Statement)
    (Plz ["label"] "name label" "a label of another module" ".extern" Does::Statement)
    (Plz ["$section"] "name" "continue in a section of this name" ".section" Does::Statement)
    (Plz ["$sdefault"] "" "continue in the sections of code and data" "" Does::Statement)
    (Plz ["$abs", "$rel"] "address" "continue at an address of the section" ".org" Does::Statement)
    (Plz ["$segmented"] "" "segmented mode" ".z8001" Does::Mode(true))
    (Plz ["$nonsegmented"] "" "non-segmented mode, on a Z8001 too" ".unsegm" Does::Mode(false))
    (Plz ["$page", "$liston", "$listoff", "$title", "$listtty", "$notty", "$tty"] "..." "nothing: for the listing" ""
        Does::Nothing)
    (Plz ["bval"] "number ..." "bytes" ".byte" Does::Numbers(1))
    (Plz ["wval"] "number ..." "words" ".word" Does::Numbers(2))
    (Plz ["lval"] "number ..." "long words" ".long" Does::Numbers(4))
    (Plz ["sval"] "'text' ..." "characters" ".ascii" Does::Numbers(1))
    (Plz ["if", "then", "else", "fi"] "if condition then ... else ... fi" "statements for a condition code, by `jr`" "" Does::Statement)
    (Plz ["do", "od"] "do ... od" "a loop, by `jr`; `exit` leaves it, `repeat` begins it again" "" Does::Statement)
    (Plz ["exit", "repeat"] "from label" "of the innermost loop, or of the one at a label" "" Does::Statement)

    // cas
    (Plz [".seg"] "" "segmented mode" ".z8001" Does::Mode(true))
    (Plz [".nonseg", ".unseg"] "" "non-segmented mode" ".unsegm" Does::Mode(false))
    (Plz [".psec"] "name" "the section that the next `.code`, `.data` or `.bss` continues in" ".section" Does::Psec)
    (Plz [".code", ".text"] "" "instructions of the section" ".text" Does::Area("x"))
    (Plz [".data"] "" "data of the section" ".data" Does::Area("w"))
    (Plz [".bss"] "" "space of the section" ".bss" Does::Area("b"))
    (Plz [".byte"] "number, ..." "bytes" ".byte" Does::Numbers(1))
    (Plz [".word"] "number, ..." "words" ".word" Does::Numbers(2))
    (Plz [".long"] "number, ..." "long words" ".long" Does::Numbers(4))
    (Plz [".addr"] "address, ..." "addresses: long words in segmented mode, words in the other" "" Does::Addresses)
    (Plz [".even"] "" "continue at an even address" ".even" Does::Align)
    (Plz [".comm"] "size, name" "space that all objects share which ask for it; none is asked for with 0" ".comm" Does::Shared)
    (Plz [".extern"] "name, ..." "other objects define these symbols" ".extern" Does::Same)
    (Plz [".global", ".globl"] "name, ..." "other objects see these symbols, or define them" ".global" Does::Same)
    (Plz [".line"] "..." "nothing: for debuggers" "" Does::Nothing)
};

/// The directives and statements of a dialect; none of that of GNU as, which has a table of its own.
pub fn names(syntax: Syntax) -> impl Iterator<Item = &'static Name> {
    NAMES.iter().filter(move |name| name.syntax == syntax)
}

/// The one of a name, in upper or lower case.
pub(super) fn find(syntax: Syntax, name: &str) -> Option<&'static Name> {
    let is_it = |known: &&str| known.eq_ignore_ascii_case(name);
    names(syntax).find(|row| row.names.iter().any(is_it))
}

/// Mnemonics that are written another way in GNU as.
pub(super) const MNEMONICS: [(&str, &str); 2] = [("jpr", "jp"), ("callr", "call")];

#[cfg(test)]
mod tests {
    use super::NAMES;
    use crate::directive::find;

    #[test]
    fn what_names_become_exists() {
        for row in NAMES.iter().filter(|row| !row.gnu.is_empty()) {
            assert!(find(row.gnu).is_some(), "{:?}", row.names);
        }
    }
}
