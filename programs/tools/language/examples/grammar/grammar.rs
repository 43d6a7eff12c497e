//! The TextMate grammar, with which VS Code colours a source before the server has analysed it. Its words come from the
//! instruction table and the table of directives.

use serde_json::json;
use z8000::isa::{Kind, Operation, forms_of, names};
use z8000_asm::{Syntax, directives, registers};

/// Matches before a word that is not the continuation of a name.
const BEGIN: &str = r"(?i)(?<![\w.$\\])";

/// Matches the beginning of a statement: at the beginning of a line, after a label, or after another statement.
const START: &str = r"(?i)(?:^|[:;])\s*";

/// Matches after a word that is not continued as a name.
const END: &str = r"(?![\w.$])";

/// Returns the grammar as JSON.
pub(crate) fn grammar() -> String {
    let conditions = alternatives(names::CONDITIONS.iter().flat_map(|names| names.iter().copied()));
    // A condition is followed by another operand or, for RET, is the only one: a single operand of JP is its target.
    let conditional = |alone: bool| {
        let takes = move |operation: &&Operation| {
            forms_of(**operation).iter().any(|form| {
                let first = form.operands.first();
                first.is_some_and(|first| is_condition(first.kind)) && alone == (form.operands.len() == 1)
            })
        };
        let operations = Operation::ALL.iter().filter(takes);
        alternatives(operations.map(|operation| operation.mnemonic()))
    };
    let conditional = format!(
        r"{START}(?:({})\s+({conditions})(?=\s*,)|({})\s+({conditions}){END})",
        conditional(false),
        conditional(true)
    );
    let dotted = directives(Syntax::Gnu).flat_map(|row| row.names).copied();
    let dotted = words(dotted.filter(|name| name.starts_with('.')));
    let registers: Vec<String> = registers().collect();
    let number = r"(?i)(?<![\w.$])(?:0x[0-9a-f_]+|0b[01_]+|\d+[bf](?!\w)|\d[\d_]*)";
    let grammar = json!({
        "$comment": "Written by `cargo run -p z8000-language --example grammar`; do not edit.",
        "name": "Z8000 assembly",
        "scopeName": "source.z8000",
        "fileTypes": ["s", "z8k"],
        "patterns": [{ "include": "#condition" }, { "include": "#line" }],
        "repository": {
            // In a condition, `!=` is an operator.
            "condition": {
                "begin": format!(r"{BEGIN}(\.if|\.elseif){END}"),
                "beginCaptures": { "1": { "name": "keyword.control.directive.z8000" } },
                "end": "$",
                "patterns": [
                    { "name": "keyword.operator.z8000", "match": "!=" },
                    { "include": "#line" },
                ],
            },
            "line": { "patterns": [
                { "name": "comment.line.number-sign.z8000", "match": r"^\s*#.*$" },
                { "name": "comment.block.z8000", "begin": r"/\*", "end": r"\*/" },
                { "name": "comment.line.exclamation.z8000", "match": "!.*$" },
                {
                    "name": "string.quoted.double.z8000",
                    "begin": "\"",
                    "end": "\"|$",
                    "patterns": [{ "name": "constant.character.escape.z8000", "match": r"\\." }],
                },
                { "name": "constant.character.z8000", "match": r"'(\\.[0-7]*|[^'])'?" },
                {
                    "name": "entity.name.function.label.z8000",
                    "match": r"(?:[\p{L}_.$][\w.$\\@()]*|\d+)(?=:)",
                },
                {
                    "match": format!(r"{BEGIN}(\.macro)\s+([\w.$]+)"),
                    "captures": {
                        "1": { "name": "keyword.control.directive.z8000" },
                        "2": { "name": "entity.name.function.macro.z8000" },
                    },
                },
                {
                    "match": conditional,
                    "captures": {
                        "1": { "name": "keyword.mnemonic.z8000" },
                        "2": { "name": "constant.language.condition.z8000" },
                        "3": { "name": "keyword.mnemonic.z8000" },
                        "4": { "name": "constant.language.condition.z8000" },
                    },
                },
                {
                    "name": "keyword.control.directive.z8000",
                    "match": dotted,
                },
                { "name": "variable.language.register.z8000", "match": words(registers.iter().map(String::as_str)) },
                {
                    "match": format!(
                        "{START}({}){END}",
                        alternatives(Operation::ALL.iter().map(|operation| operation.mnemonic()))
                    ),
                    "captures": { "1": { "name": "keyword.mnemonic.z8000" } },
                },
                { "name": "variable.parameter.z8000", "match": r"\\(?:[\w.$]+|@|\(\))" },
                { "name": "constant.numeric.z8000", "match": number },
                { "name": "keyword.operator.z8000", "match": r"<<|>>|==|<=|>=|&&|\|\||<>|[-+*/%&|^~<>=@#]" },
            ]},
        },
    });
    format!("{grammar:#}\n")
}

const fn is_condition(kind: Kind) -> bool {
    matches!(kind, Kind::Condition | Kind::BranchCondition)
}

/// Returns a pattern for any of these words, but not within a longer word.
fn words<'w>(list: impl IntoIterator<Item = &'w str>) -> String {
    format!("{BEGIN}({}){END}", alternatives(list))
}

/// Returns a pattern for any of these words, sorted so that the file is always the same.
fn alternatives<'w>(list: impl IntoIterator<Item = &'w str>) -> String {
    let mut list: Vec<String> = list.into_iter().map(|word| word.replace('.', r"\.")).collect();
    list.sort();
    list.dedup();
    list.join("|")
}
