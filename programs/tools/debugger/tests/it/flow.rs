//! How each instruction continues, determined from its first word by the manual.

use z8000_debugger::program::Flow;

#[test]
fn each_first_word_has_its_flow() {
    for word in 0..=u16::MAX {
        let expected = match word {
            // CALR; SC; CALL to an address, which a register in bits 4 to 7 may index.
            0xD000..=0xDFFF | 0x7F00..=0x7FFF => Flow::Call,
            word if word & 0xFF0F == 0x5F00 => Flow::Call,
            // CALL @R, where R is not R0.
            word if word & 0xFF0F == 0x1F00 && word & 0xF0 != 0 => Flow::Call,
            // RET cc; IRET.
            0x9E00..=0x9E0F | 0x7B00 => Flow::Return,
            _ => Flow::Next,
        };
        assert_eq!(Flow::of(word), expected, "{word:04x}");
    }
}
