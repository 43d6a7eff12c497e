//! The styles of the view, by their purpose.

use Color::{Blue, Cyan, DarkGray, Gray, Green, LightCyan, LightGreen, LightMagenta, Magenta, Red, Yellow};
use ratatui::style::{Color, Modifier, Style};

/// A colour scheme.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Scheme {
    /// No colours: only bold, dim, reverse and underline.
    Plain,
    /// Light letters on a dark background.
    Dark,
    /// Dark letters on a light background.
    Light,
}

impl Scheme {
    /// Returns the scheme that the environment requests: no colours for `NO_COLOR` and `TERM=dumb`; light or dark by
    /// `COLORFGBG`, which some terminals set to the numbers of their colours, such as `0;15`. The default is dark.
    pub fn of(variable: impl Fn(&str) -> Option<String>) -> Self {
        if variable("NO_COLOR").is_some_and(|set| !set.is_empty())
            || variable("TERM").is_some_and(|term| term == "dumb")
        {
            return Self::Plain;
        }
        let colours = variable("COLORFGBG").unwrap_or_default();
        match colours.rsplit(';').next().and_then(|ground| ground.parse::<u8>().ok()) {
            Some(7 | 9..=15) => Self::Light,
            _ => Self::Dark,
        }
    }
}

/// The style for each purpose.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Theme {
    /// The next instruction, the chosen row, the title.
    pub(crate) mark: Style,
    /// Text of less importance.
    pub(crate) faint: Style,
    /// The line that keys act on.
    pub(crate) strong: Style,
    /// Text that has changed since the last stop.
    pub(crate) changed: Style,
    /// The frame around the part that has the focus, and the commands of the user.
    pub(crate) focus: Style,
    /// A breakpoint.
    pub(crate) stop: Style,
    /// Text that matches the search.
    pub(crate) found: Style,
    pub(crate) comment: Style,
    pub(crate) label: Style,
    pub(crate) mnemonic: Style,
    pub(crate) string: Style,
}

impl Theme {
    pub(crate) fn of(scheme: Scheme) -> Self {
        let plain = Style::new();
        let strong = plain.add_modifier(Modifier::BOLD);
        let faint = plain.add_modifier(Modifier::DIM);
        let mark = plain.add_modifier(Modifier::REVERSED);
        let base = Self {
            mark,
            faint,
            strong,
            changed: mark.add_modifier(Modifier::BOLD),
            focus: strong,
            stop: strong,
            found: strong.add_modifier(Modifier::UNDERLINED),
            comment: faint,
            label: strong,
            mnemonic: plain,
            string: plain,
        };
        let [focus, changed, label, mnemonic, string, comment] = match scheme {
            Scheme::Plain => return base,
            Scheme::Dark => [Cyan, Yellow, LightMagenta, LightCyan, LightGreen, Gray],
            Scheme::Light => [Blue, Red, Magenta, Blue, Green, DarkGray],
        };
        Self {
            focus: strong.fg(focus),
            changed: strong.fg(changed),
            stop: strong.fg(Red),
            found: strong.fg(focus).add_modifier(Modifier::UNDERLINED),
            label: plain.fg(label),
            mnemonic: plain.fg(mnemonic),
            string: plain.fg(string),
            comment: plain.fg(comment),
            ..base
        }
    }
}
