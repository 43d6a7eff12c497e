//! The settings that the editor sends.

use std::collections::BTreeMap;
use std::path::PathBuf;

use serde::Deserialize;
use z8000_asm::{Options, Processor, Syntax};

use crate::workspace;

/// The settings of the section `z8000`; all are optional.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub(super) struct Settings {
    /// The main file or files of programs.
    main: Paths,
    /// Folders in which included files are searched for.
    include: Vec<PathBuf>,
    /// The files that are linked to form a program.
    link: Vec<PathBuf>,
    /// Symbols that are defined before the first line.
    symbols: BTreeMap<String, i64>,
    /// The processor: `z8001` or `z8002`.
    processor: String,
    /// True if all sections are in one memory.
    one_memory: bool,
    /// The dialect: `gnu`, `asz8k`, `plz` or `asl`.
    syntax: String,
    /// True if clocks are shown after lines.
    pub(super) clocks: bool,
}

#[derive(Deserialize)]
#[serde(untagged)]
enum Paths {
    One(PathBuf),
    Several(Vec<PathBuf>),
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            main: Paths::Several(Vec::new()),
            include: Vec::new(),
            link: Vec::new(),
            symbols: BTreeMap::new(),
            processor: "z8002".to_owned(),
            one_memory: false,
            syntax: Syntax::Gnu.name().to_owned(),
            clocks: true,
        }
    }
}

impl Settings {
    /// Parses the settings in a message: at its top level, or in a section `z8000`.
    ///
    /// # Errors
    ///
    /// The message names the invalid setting.
    pub(super) fn read(value: &serde_json::Value) -> Result<Self, String> {
        let section = value.get("z8000").unwrap_or(value);
        match section.is_null() {
            true => Ok(Self::default()),
            false => Self::deserialize(section).map_err(|error| format!("invalid z8000 settings: {error}")),
        }
    }

    /// Converts the settings to those of the workspace.
    ///
    /// # Errors
    ///
    /// The message names the invalid setting.
    pub(super) fn chosen(self) -> Result<workspace::Settings, String> {
        let processor = match self.processor.as_str() {
            "z8001" => Processor::Z8001,
            "z8002" => Processor::Z8002,
            other => return Err(format!("unknown processor `{other}`: expected z8001 or z8002")),
        };
        Ok(workspace::Settings {
            main: match self.main {
                Paths::One(path) if path.as_os_str().is_empty() => Vec::new(),
                Paths::One(path) => vec![path],
                Paths::Several(paths) => paths,
            },
            folders: self.include,
            link: self.link,
            options: Options {
                processor,
                symbols: self.symbols.into_iter().collect(),
                one_memory: self.one_memory,
                syntax: self.syntax.parse()?,
                ..Options::default()
            },
        })
    }
}
