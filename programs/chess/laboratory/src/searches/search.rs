//! A search selected by name.

use std::fmt;
use std::str::FromStr;

use bcp_chess::{Move, Position};

use super::kinds::Quiescence;
use super::request::{Request, SearchError, SearchResult};
use super::rows::{ROWS, Run, SearchRow};
use super::run::{self, Task};
use crate::chess::Chess;
use crate::conspiracy::WrittenTree;
use crate::game::ChessLike;
use crate::null_move::Settings;
use crate::trace::{Names, San, Trace, places};

/// A search of the laboratory, found by its name.
///
/// # Example
/// ```
/// use bcp_laboratory::searches::{Request, Search};
///
/// let search: Search = "pvs".parse()?;
/// let found = search.run_tree("0(5(3 4) 2!)", &Request::default())?;
/// assert_eq!((found.value, found.line), (Some(3), vec!["1".to_owned(), "1".to_owned()]));
/// assert!("no-such-search".parse::<Search>().is_err());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Search(Kind);

#[derive(Clone, Copy, Debug)]
enum Kind {
    Row(&'static SearchRow),
    /// A search of `bcp-lab compare`, of which the last iteration is traced.
    Fast(Settings),
}

/// The prefix to the name of a search of `bcp-lab compare`.
const FAST: &str = "fast:";

impl Search {
    /// Returns all names with descriptions, one per line.
    pub fn help() -> String {
        let lines = Self::all().map(|(name, summary)| format!("  {name}: {summary}\n"));
        lines.collect::<String>()
            + "fast:NAME: a search of `bcp-lab compare`, such as fast:r2 or \
               fast:verified+double\n"
    }

    /// Returns all names with descriptions, except those of `bcp-lab compare`.
    pub fn all() -> impl Iterator<Item = (&'static str, &'static str)> {
        ROWS.iter().map(|row| (row.name, row.summary))
    }

    /// Runs the search on a game, given its position as text and names for its moves.
    ///
    /// # Errors
    ///
    /// The search works only for chess; it needs null moves, which the game does not have; or its iterations begin at
    /// depth 1, and depth 0 is requested.
    pub fn run<G: ChessLike>(
        &self,
        game: G,
        position: &str,
        names: impl Names<Move = G::Move>,
        request: &Request<'_>,
    ) -> Result<SearchResult<G::Move>, SearchError> {
        let trace = Trace::new(self.to_string(), self.settings(request, false), position);
        let task = Task { trace, request, names };
        match self.0 {
            Kind::Row(row) => task.any(row, game),
            Kind::Fast(settings) => task.fast(game, settings),
        }
    }

    /// Runs the search on a tree given as text, in the format of [`WrittenTree`].
    ///
    /// # Errors
    ///
    /// The tree is invalid; the search works only for chess; or its iterations begin at depth 1, and depth 0 is
    /// requested.
    pub fn run_tree(&self, text: &str, request: &Request<'_>) -> Result<SearchResult<usize>, SearchError> {
        let tree: WrittenTree = text.parse()?;
        self.run(tree, text, places(), request)
    }

    /// Runs the search on a chess position.
    ///
    /// # Errors
    ///
    /// A mate in 0 moves is requested, or depth 0 of a search whose iterations begin at depth 1.
    ///
    /// # Example
    /// ```
    /// use bcp_chess::Position;
    /// use bcp_laboratory::searches::{Request, Search};
    ///
    /// let search: Search = "pvs".parse()?;
    /// let position = Position::from_fen("6k1/5ppp/8/8/8/8/5PPP/R5K1 w - -")?;
    /// assert_eq!(search.run_chess(&position, &Request::default())?.line, ["Ra8#"]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn run_chess(&self, position: &Position, request: &Request<'_>) -> Result<SearchResult<Move>, SearchError> {
        let mut trace = Trace::new(self.to_string(), self.settings(request, true), position.to_fen());
        trace.unit = self.unit().map(Into::into);
        match self.0 {
            Kind::Row(row) => run::chess(row, trace, position, request),
            Kind::Fast(settings) => {
                let names = San::new(position.clone(), Into::into);
                let found = Task { trace, request, names }.fast(Chess::from(position), settings)?;
                Ok(found.map(Into::into))
            }
        }
    }

    /// Returns the option that the search has in addition to its depth, as the name of a field of [`Request`]; empty if
    /// there is none.
    pub fn option(&self) -> &'static str {
        let Kind::Row(row) = self.0 else {
            return "captures";
        };
        match row.run {
            Run::Windows(_) | Run::Pseudocode { .. } => "captures",
            Run::Quiescence(Quiescence::Nested) => "nested",
            Run::Quiescence(_) => "order",
            Run::Conspiracy => "conspirators",
            Run::Proof(_) => "",
        }
    }

    /// Returns the unit of the search's values in chess; `None` for a search for a proof.
    fn unit(&self) -> Option<&'static str> {
        match self.0 {
            Kind::Row(SearchRow { run: Run::Proof(_), .. }) => None,
            Kind::Row(SearchRow { run: Run::Quiescence(_) | Run::Pseudocode { .. }, .. }) => Some("pawns"),
            Kind::Row(_) | Kind::Fast(_) => Some("hundredths of a pawn"),
        }
    }

    /// Formats the options of the search.
    fn settings(&self, request: &Request, chess: bool) -> String {
        let depth = format!("depth {}", request.depth);
        let Kind::Row(row) = self.0 else {
            return depth;
        };
        match row.run {
            Run::Windows(_) | Run::Pseudocode { .. } => depth,
            Run::Quiescence(search) => search.settings(request, chess),
            Run::Conspiracy => request
                .conspirators
                .map_or_else(|| "deepened".to_owned(), |most| format!("conspirators {most}")),
            Run::Proof(_) if chess => format!("mate in {}", request.depth),
            Run::Proof(_) => format!("won within {} plies", request.depth),
        }
    }
}

impl fmt::Display for Search {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            Kind::Row(row) => f.write_str(row.name),
            Kind::Fast(settings) => write!(f, "{FAST}{settings}"),
        }
    }
}

impl FromStr for Search {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        if let Some(settings) = text.strip_prefix(FAST) {
            let settings: Settings = settings.parse().map_err(|error| format!("{error}"))?;
            return Ok(Self(Kind::Fast(settings)));
        }
        let row = ROWS.iter().find(|row| row.name == text);
        row.map(|row| Self(Kind::Row(row))).ok_or_else(|| {
            if text.parse::<Settings>().is_ok() {
                return format!("`{text}` is a search of `bcp-lab compare`: write {FAST}{text}");
            }
            let letters = |name: &str| name.replace(['-', '(', ')'], "");
            let near = ROWS.iter().find(|row| letters(text).starts_with(&letters(row.name)));
            let near = near.map_or_else(String::new, |row| format!(" (did you mean {}?)", row.name));
            let names: Vec<&str> = ROWS.iter().map(|row| row.name).collect();
            let names = names.join(", ");
            format!("unknown search `{text}`{near}: expected {names}, or {FAST} and a search of `bcp-lab compare`")
        })
    }
}
