//! Assembler for the Z8000.
