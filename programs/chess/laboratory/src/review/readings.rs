//! The settings of the reference that version 2 shares.

use bcp_reference::search::Readings;

/// The readings of the reference with which it can be compared: like version 2 it tries moves as they are listed, and
/// sees double checks.
#[must_use]
pub fn readings() -> Readings {
    Readings { double_checks: true, list_order: 0, ..Readings::default() }
}
