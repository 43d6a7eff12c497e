//! The dialect of AS, Alfred Arnold's macro assembler, for the Z8001 to Z8004.
//!
//! A name in the first column, or before a colon, is a label. Macros replace text, and conditions need values, so lines
//! are converted one by one while the assembler reads them. This module handles individual lines;
//! `assembler::statements::asl` handles their sequence.

mod functions;
mod grammar;
mod instruction;
mod line;
mod names;

pub(crate) use grammar::{Expressions, RULES};
pub(crate) use instruction::{is_instruction, is_privileged, operands};
pub(crate) use line::{Body, Fields, Put, arguments, local_labels, replaced, section_names};
pub(crate) use names::{Function, Macro, Names, Phase, Structure};
