//! The directives of all dialects, one row each: names, arguments, help, action. Those of other dialects become directives
//! of GNU as.
//!
//! Pages, completions and messages come from here too.

use z8000::isa::Mode;
use z8000_object::Binding;

use super::action::{Action, Boundary, Does, Number, Test};
use crate::section::Section;
use crate::syntax::{Rewrite, Syntax};

/// A directive, or a statement of a dialect that is not an instruction.
#[derive(Debug, Clone, Copy)]
pub struct Directive {
    /// The dialect that has it.
    pub syntax: Syntax,
    /// Its names: the first is the usual one. A name that stands with a dot may also be written without it where the
    /// list has that too.
    pub names: &'static [&'static str],
    /// The arguments, as the page of the dialect shows them; where a name stands before it, the whole line.
    pub arguments: &'static str,
    /// Its effect, in a few words.
    pub help: &'static str,
    pub(crate) does: Does,
}

const fn run(action: Action) -> Does {
    Does::Run(action)
}

/// The same, where the text after the name need not be tokens.
const fn read(action: Action) -> Does {
    Does::Read(action)
}

const fn decide(test: Test) -> Does {
    Does::Decide(test)
}

const fn becomes(gnu: &'static str, rewrite: Rewrite) -> Does {
    Does::Becomes(gnu, rewrite)
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

    /// How it is written anew.
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
        [".z8001", ".segm", "segm"] "" "segmented mode: addresses with a segment" => run(Action::Mode(Mode::Segmented));
        [".z8002", ".unsegm", ".unseg", "unsegm", "unseg"] "" "non-segmented mode, on a Z8001 too"
            => run(Action::Mode(Mode::Nonsegmented));
        [".text"] "" "continue in the section of instructions" => run(Action::Enter(Section::TEXT));
        [".data"] "" "continue in the section of data" => run(Action::Enter(Section::DATA));
        [".bss"] "" "continue in the section of space without contents" => run(Action::Enter(Section::BSS));
        [".section", ".sect", "sect", ".rsect", "rsect"] "name, \"flags\""
            "continue in a section of this name; flags `x` instructions, `w` data, `r` constants, `b` space" => run(Action::Section);
        [".org"] "address, fill" "continue at an address of the section; with a fill, the bytes in between belong to it"
            => run(Action::Origin);
        [".struct", ".offset"] "offset" "declare a structure, up to the next section: labels are offsets, `.space` leaves room"
            => run(Action::Structure);
        [".even", "even"] "" "continue at an even address" => run(Action::Even);
        [".balign"] "bytes, fill, most" "continue at a multiple of a power of two" => run(Action::Align(Boundary::Bytes, 1));
        [".balignw"] "bytes, fill, most" "the same with a fill of 2 bytes" => run(Action::Align(Boundary::Bytes, 2));
        [".balignl"] "bytes, fill, most" "the same with a fill of 4 bytes" => run(Action::Align(Boundary::Bytes, 4));
        [".align", ".p2align"] "power, fill, most" "continue at a multiple of 2 to a power"
            => run(Action::Align(Boundary::Power, 1));
        [".p2alignw"] "power, fill, most" "the same with a fill of 2 bytes" => run(Action::Align(Boundary::Power, 2));
        [".p2alignl"] "power, fill, most" "the same with a fill of 4 bytes" => run(Action::Align(Boundary::Power, 4));

        // Symbols
        [".equ", ".equiv", ".eqv"] "name, value" "a constant, as `name == value`; may name symbols that are defined later" => run(Action::Equate);
        [".set"] "name, value" "a variable, as `name = value`; each use takes the last value before it" => run(Action::Set);
        [".global", ".globl", "global"] "name, ..." "other objects see these symbols, or define them" => run(Action::Globals(Binding::Global));
        [".weak"] "name, ..." "the same, but a definition in another object comes first, and without any the value is 0"
            => run(Action::Globals(Binding::Weak));
        [".extern"] "name, ..." "other objects define these symbols; needless, as every undefined one is taken so" => read(Action::Externs);
        [".comm", ".common"] "name, size, alignment" "space that all objects share which ask for it" => run(Action::Common);
        [".lcomm"] "name, size, alignment" "space in `.bss`" => run(Action::LocalCommon);

        // Data
        [".byte", ".dc.b", "data.b", ".data.b", "bval", ".bval"] "number, ..." "bytes" => run(Action::Numbers(Number::Byte));
        [".word", ".short", ".hword", ".2byte", ".int", "int", ".dc", ".dc.w", "data.w", ".data.w", "wval", ".wval"] "number, ..."
            "words of 2 bytes; `.` is the address of each" => run(Action::Numbers(Number::Word));
        [".long", ".4byte", ".dc.l", "data.l", ".data.l", "lval", ".lval"] "number, ..." "long words of 4 bytes"
            => run(Action::Numbers(Number::Long));
        [".dc.a"] "number, ..." "addresses: long words in segmented mode, words otherwise" => run(Action::Numbers(Number::Address));
        [".quad", ".8byte"] "number, ..." "numbers of 8 bytes" => run(Action::Numbers(Number::Quad));
        [".octa"] "number, ..." "numbers of 16 bytes" => run(Action::Numbers(Number::Octa));
        [".sleb128"] "number, ..." "numbers with a sign in groups of 7 bits, the lowest first" => run(Action::Leb128(true));
        [".uleb128"] "number, ..." "numbers without a sign in groups of 7 bits, the lowest first" => run(Action::Leb128(false));
        [".float", ".single", ".dc.s"] "number, ..." "floating-point numbers of 4 bytes (IEEE 754)" => read(Action::Floats(4));
        [".double", ".dc.d"] "number, ..." "floating-point numbers of 8 bytes (IEEE 754)" => read(Action::Floats(8));
        [".ascii"] "\"text\", ..." "characters" => run(Action::Text(1, 0));
        [".asciz", ".string", ".string8"] "\"text\", ..." "characters, with a zero after each text" => run(Action::Text(1, 1));
        [".string16"] "\"text\", ..." "characters in 2 bytes each, with a zero" => run(Action::Text(2, 1));
        [".string32"] "\"text\", ..." "characters in 4 bytes each, with a zero" => run(Action::Text(4, 1));
        [".string64"] "\"text\", ..." "characters in 8 bytes each, with a zero" => run(Action::Text(8, 1));
        ["sval", ".sval"] "'text'" "characters; `%0D` is one in hexadecimal" => read(Action::ZilogText);
        [".space", ".skip", ".block", "block"] "count, fill" "bytes; the fill is 0 unless it is given" => run(Action::Space);
        [".zero"] "count" "bytes of 0" => run(Action::Space);
        [".ds", ".ds.w"] "count, fill" "words" => run(Action::Units(2, false));
        [".ds.b"] "count, fill" "bytes" => run(Action::Units(1, false));
        [".ds.l", ".ds.s"] "count, fill" "long words" => run(Action::Units(4, false));
        [".ds.d"] "count, fill" "units of 8 bytes" => run(Action::Units(8, false));
        [".ds.p", ".ds.x"] "count, fill" "units of 12 bytes" => run(Action::Units(12, false));
        [".dcb", ".dcb.w"] "count, value" "a word, many times" => run(Action::Units(2, true));
        [".dcb.b"] "count, value" "a byte, many times" => run(Action::Units(1, true));
        [".dcb.l"] "count, value" "a long word, many times" => run(Action::Units(4, true));
        [".fill"] "count, size, value" "a number of `size` bytes, many times" => run(Action::Fill);
        [".nop"] "" "one NOP" => run(Action::Nops(Some(2)));
        [".nops"] "bytes" "NOPs" => run(Action::Nops(None));
        [".incbin"] "\"file\", skip, count" "bytes of a file" => run(Action::Binary);

        // Macros and repetitions
        [".macro"] "name a, b=default, c:req, d:vararg" "a macro, up to `.endm`" => read(Action::DefineMacro);
        [".endm"] "" "ends a macro" => run(Action::Refuse("`.endm` has no block to end"));
        [".exitm"] "" "leaves the macro" => run(Action::ExitMacro);
        [".purgem"] "name" "forgets a macro" => read(Action::Purge);
        [".rept", ".rep"] "count" "repeats lines, up to `.endr`" => run(Action::Repeat);
        [".irp"] "name, a, b" "repeats lines with `\\name` set to each value" => read(Action::RepeatFor);
        [".irpc"] "name, text" "repeats lines with `\\name` set to each character" => read(Action::RepeatForCharacters);
        [".endr"] "" "ends a repetition" => run(Action::Refuse("`.endr` has no block to end"));
        [".altmacro"] "" "macro arguments in `< >`, `%expression`, parameters without `\\`, `LOCAL`" => run(Action::Alternate(true));
        [".noaltmacro"] "" "macros as usual" => run(Action::Alternate(false));

        // Conditions
        [".if", ".ifne"] "condition" "lines for a condition whose symbols are defined before it" => decide(Test::NotZero);
        [".ifeq"] "number" "lines if it is 0" => decide(Test::Zero);
        [".ifgt"] "number" "lines if it is above 0" => decide(Test::Above);
        [".ifge"] "number" "lines if it is 0 or above" => decide(Test::NotBelow);
        [".iflt"] "number" "lines if it is below 0" => decide(Test::Below);
        [".ifle"] "number" "lines if it is 0 or below" => decide(Test::NotAbove);
        [".ifdef"] "name" "lines if a symbol is defined" => decide(Test::Defined);
        [".ifndef", ".ifnotdef"] "name" "lines if it is not" => decide(Test::NotDefined);
        [".ifb"] "text" "lines if there is none" => decide(Test::Blank);
        [".ifnb"] "text" "lines if there is some" => decide(Test::NotBlank);
        [".ifc", ".ifeqs"] "a, b" "lines if two texts are the same" => decide(Test::Same);
        [".ifnc", ".ifnes"] "a, b" "lines if they differ" => decide(Test::Different);
        [".elseif", ".elsif"] "condition" "other lines, for another condition" => decide(Test::ElseIf);
        [".else"] "" "other lines" => decide(Test::Else);
        [".endif", ".endc"] "" "ends a condition" => decide(Test::End);

        // Files and messages
        [".include"] "\"file\"" "a source: from the folder of the main file, or one that `-I` names" => run(Action::Include);
        [".end"] "" "the source ends here" => run(Action::End);
        [".error"] "\"text\"" "an error" => read(Action::Error);
        [".err"] "" "an error" => run(Action::Refuse("`.err` was reached"));
        [".abort"] "" "an error that ends the run" => run(Action::Abort);
        [".fail"] "number" "an error below 500, or else a warning" => run(Action::Fail);
        [".warning"] "\"text\"" "a warning" => read(Action::Warning);
        [".print"] "\"text\"" "a message among the warnings" => read(Action::Warning);
        [
            ".file", ".ident", ".version", ".title", ".sbttl", ".list", ".nolist", ".eject", ".psize", ".page", "page", ".heading",
            "heading", ".form", "form", ".name", "name", ".import", "import", ".program", "program", ".type", ".size", ".line",
            ".ln", ".loc", ".def", ".endef", ".scl", ".val", ".dim", ".tag", ".lsym", ".lflags", ".mri"
        ] "..." "nothing: for listings and debuggers of other assemblers" => read(Action::Nothing);
    }
    Asz8k {
        [".sect"] "name .sect" "continue in a section: `__text`, `__data`, `__bss` or another"
            => becomes(".section", Rewrite::Section);
        [".common"] "name .common" "a common section: space, by `.block`, that all objects share"
            => becomes(".comm", Rewrite::Common);
        [".abs"] "" "labels are offsets, up to the next section; `.block` leaves room" => becomes(".struct", Rewrite::Statement);
        [".org"] "address" "continue at an address of the section" => becomes(".org", Rewrite::Same);
        [".align"] "power" "continue at a multiple of 2 to a power" => becomes(".align", Rewrite::Align);
        [".equ"] "name .equ value" "a constant; may name symbols that are defined later" => becomes(".equ", Rewrite::Define);
        [".set"] "name .set value" "a variable; each use takes the last value before it" => becomes(".set", Rewrite::Define);
        [".global"] "name, ..." "other objects see these symbols, or define them" => becomes(".global", Rewrite::Same);
        [".byte"] "number or \"text\", ..." "bytes" => becomes(".byte", Rewrite::Numbers(1));
        [".word"] "number, ..." "words of 2 bytes, at an even address" => becomes(".word", Rewrite::Numbers(2));
        [".long"] "number, ..." "long words of 4 bytes, at an even address" => becomes(".long", Rewrite::Numbers(4));
        [".block"] "count" "bytes of space" => becomes(".space", Rewrite::Space);
        [".macro"] "name .macro" "a macro, up to `.endm`; `?1` to `?9` are its arguments, `?0` a label, `?#` a number"
            => becomes(".macro", Rewrite::Macro);
        [".endm"] "" "ends a macro" => becomes(".endm", Rewrite::EndMacro);
        [".exit"] "" "leaves the macro" => becomes(".exitm", Rewrite::Same);
        [".repeat"] "count" "repeats lines, up to `.endr`" => becomes(".rept", Rewrite::Same);
        [".endr"] "" "ends a repetition" => becomes(".endr", Rewrite::Same);
        [".if"] "condition" "lines for a condition whose symbols are defined before it" => becomes(".if", Rewrite::Same);
        [".else"] "" "other lines" => becomes(".else", Rewrite::Same);
        [".endif"] "" "ends a condition" => becomes(".endif", Rewrite::Same);
        [".input"] "\"file\"" "a source in the same dialect" => becomes(".include", Rewrite::Text);
        [".end"] "start" "the source ends here; the start address is left out" => becomes(".end", Rewrite::Statement);
        [".error"] "\"text\"" "an error" => becomes(".error", Rewrite::Text);
        [".warn"] "\"text\"" "a warning" => becomes(".warning", Rewrite::Text);
        [".within", ".clist", ".eject", ".list", ".space", ".stitle", ".title"] "..." "nothing: for the listing, and for Z8001 segments"
            => becomes("", Rewrite::Nothing);
    }
    Plz {
        // PLZ/ASM
        ["module"] "name module" "begins a module, up to `end name`" => becomes("", Rewrite::Statement);
        ["procedure"] "name procedure" "a procedure: its label; `entry` and statements follow, up to `end name`"
            => becomes("", Rewrite::Statement);
        ["entry"] "" "the statements of a procedure follow" => becomes("", Rewrite::Statement);
        ["end"] "name" "ends a procedure or the module" => becomes("", Rewrite::Statement);
        ["constant"] "" "constants follow: `name := value`, also of a register" => becomes(".equ", Rewrite::Statement);
        ["type"] "" "types follow: `name type`" => becomes("", Rewrite::Statement);
        ["external"] "" "what other modules define follows: `name procedure`, `name type`"
            => becomes(".extern", Rewrite::Statement);
        ["global"] "" "data and procedures follow that other modules see" => becomes(".global", Rewrite::Statement);
        ["internal", "local"] "" "data and procedures follow that they do not see" => becomes("", Rewrite::Statement);
        ["byte", "short_integer"] "name byte := value" "a byte" => becomes(".byte", Rewrite::Statement);
        ["word", "integer"] "name word := value" "a word of 2 bytes" => becomes(".word", Rewrite::Statement);
        ["long", "long_integer"] "name long := value" "a long word of 4 bytes" => becomes(".long", Rewrite::Statement);
        ["array"] "name array [count type] := [value ...]" "many of a type; `*` counts the values, `...` repeats the last"
            => becomes("", Rewrite::Statement);
        ["record"] "name record [field type ...]" "fields one after the other; `name.field` is the address of one"
            => becomes("", Rewrite::Statement);
        ["label"] "name label" "a label of another module" => becomes(".extern", Rewrite::Statement);
        ["$section"] "name" "continue in a section of this name" => becomes(".section", Rewrite::Statement);
        ["$sdefault"] "" "continue in the sections of code and data" => becomes("", Rewrite::Statement);
        ["$abs", "$rel"] "address" "continue at an address of the section" => becomes(".org", Rewrite::Statement);
        ["$segmented"] "" "segmented mode" => becomes(".z8001", Rewrite::Mode(true));
        ["$nonsegmented"] "" "non-segmented mode, on a Z8001 too" => becomes(".unsegm", Rewrite::Mode(false));
        ["$page", "$liston", "$listoff", "$title", "$listtty", "$notty", "$tty"] "..." "nothing: for the listing"
            => becomes("", Rewrite::Nothing);
        ["bval"] "number ..." "bytes" => becomes(".byte", Rewrite::Numbers(1));
        ["wval"] "number ..." "words" => becomes(".word", Rewrite::Numbers(2));
        ["lval"] "number ..." "long words" => becomes(".long", Rewrite::Numbers(4));
        ["sval"] "'text' ..." "characters" => becomes(".ascii", Rewrite::Numbers(1));
        ["if", "then", "else", "fi"] "if condition then ... else ... fi" "statements for a condition code, by `jr`"
            => becomes("", Rewrite::Statement);
        ["do", "od"] "do ... od" "a loop, by `jr`; `exit` leaves it, `repeat` begins it again" => becomes("", Rewrite::Statement);
        ["exit", "repeat"] "from label" "of the innermost loop, or of the one at a label" => becomes("", Rewrite::Statement);

        // cas
        [".seg"] "" "segmented mode" => becomes(".z8001", Rewrite::Mode(true));
        [".nonseg", ".unseg"] "" "non-segmented mode" => becomes(".unsegm", Rewrite::Mode(false));
        [".psec"] "name" "the section that the next `.code`, `.data` or `.bss` continues in"
            => becomes(".section", Rewrite::Psec);
        [".code", ".text"] "" "instructions of the section" => becomes(".text", Rewrite::Area("x"));
        [".data"] "" "data of the section" => becomes(".data", Rewrite::Area("w"));
        [".bss"] "" "space of the section" => becomes(".bss", Rewrite::Area("b"));
        [".byte"] "number, ..." "bytes" => becomes(".byte", Rewrite::Numbers(1));
        [".word"] "number, ..." "words" => becomes(".word", Rewrite::Numbers(2));
        [".long"] "number, ..." "long words" => becomes(".long", Rewrite::Numbers(4));
        [".addr"] "address, ..." "addresses: long words in segmented mode, words in the other" => becomes("", Rewrite::Addresses);
        [".even"] "" "continue at an even address" => becomes(".even", Rewrite::Align);
        [".comm"] "size, name" "space that all objects share which ask for it; none is asked for with 0"
            => becomes(".comm", Rewrite::Shared);
        [".extern"] "name, ..." "other objects define these symbols" => becomes(".extern", Rewrite::Same);
        [".global", ".globl"] "name, ..." "other objects see these symbols, or define them" => becomes(".global", Rewrite::Same);
        [".line"] "..." "nothing: for debuggers" => becomes("", Rewrite::Nothing);
    }
}

/// The directives of a dialect, in the order of its page.
pub fn directives(syntax: Syntax) -> impl Iterator<Item = &'static Directive> {
    DIRECTIVES.iter().filter(move |directive| directive.syntax == syntax)
}

#[cfg(test)]
mod tests {
    use super::DIRECTIVES;
    use crate::directive::{find, find_in};

    #[test]
    fn every_name_is_found() {
        for row in DIRECTIVES {
            for name in row.names {
                let found = find_in(row.syntax, &name.to_uppercase()).map(|found| found.names);
                assert_eq!(found, Some(row.names), "{name}");
            }
        }
    }

    #[test]
    fn what_names_become_exists() {
        for row in DIRECTIVES.iter().filter(|row| !row.gnu().is_empty()) {
            assert!(find(row.gnu()).is_some(), "{:?}", row.names);
        }
    }
}
