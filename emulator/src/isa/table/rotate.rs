//! Rotations and shifts.

macro_rules! rotate {
    ($next:path $(, $later:path)*; $($rows:tt)*) => { $next! { $($later),*; $($rows)*
    "rotate left": Rl, Rlb;
    Rl   "=rd,#turn"   "1011 0011 dddd 00n0"                     "5+n"   "CZSV--" => rotate<Word, Left>;
    Rlb  "=rbd,#turn"  "1011 0010 dddd 00n0"                     "5+n"   "CZSV--" => rotate<Byte, Left>;
    "rotate left through carry": Rlc, Rlcb;
    Rlc  "=rd,#turn"   "1011 0011 dddd 10n0"                     "5+n"   "CZSV--" => rotate<Word, LeftThroughCarry>;
    Rlcb "=rbd,#turn"  "1011 0010 dddd 10n0"                     "5+n"   "CZSV--" => rotate<Byte, LeftThroughCarry>;
    "rotate digit left": Rldb;
    Rldb "=rbb,=rba"   "1011 1110 aaaa bbbb"                     "9"     "-ZS---" => rotate_digit_left;
    "rotate right": Rr, Rrb;
    Rr   "=rd,#turn"   "1011 0011 dddd 01n0"                     "5+n"   "CZSV--" => rotate<Word, Right>;
    Rrb  "=rbd,#turn"  "1011 0010 dddd 01n0"                     "5+n"   "CZSV--" => rotate<Byte, Right>;
    "rotate right through carry": Rrc, Rrcb;
    Rrc  "=rd,#turn"   "1011 0011 dddd 11n0"                     "5+n"   "CZSV--" => rotate<Word, RightThroughCarry>;
    Rrcb "=rbd,#turn"  "1011 0010 dddd 11n0"                     "5+n"   "CZSV--" => rotate<Byte, RightThroughCarry>;
    "rotate digit right": Rrdb;
    Rrdb "=rbb,=rba"   "1011 1100 aaaa bbbb"                     "9"     "-ZS---" => rotate_digit_right;
    "shift arithmetic by a register": Sda, Sdab, Sdal;
    Sda  "=rd,rs"      "1011 0011 dddd 1011 0000 ssss 0000 0000" "15+3n" "CZSV--" => shift_by_register<Word, Arithmetic>;
    Sdab "=rbd,rs"     "1011 0010 dddd 1011 0000 ssss 0000 0000" "15+3n" "CZSV--" => shift_by_register<Byte, Arithmetic>;
    Sdal "=rrd,rs"     "1011 0011 dddd 1111 0000 ssss 0000 0000" "15+3n" "CZSV--" => shift_by_register<Long, Arithmetic>;
    "shift logical by a register": Sdl, Sdlb, Sdll;
    Sdl  "=rd,rs"      "1011 0011 dddd 0011 0000 ssss 0000 0000" "15+3n" "CZSV--" => shift_by_register<Word, Logical>;
    Sdlb "=rbd,rs"     "1011 0010 dddd 0011 0000 ssss 0000 0000" "15+3n" "CZSV--" => shift_by_register<Byte, Logical>;
    Sdll "=rrd,rs"     "1011 0011 dddd 0111 0000 ssss 0000 0000" "15+3n" "CZSV--" => shift_by_register<Long, Logical>;
    "shift left arithmetic": Sla, Slab, Slal;
    Sla  "=rd,#left"   "1011 0011 dddd 1001 0000 0000 000n nnnn" "13+3n" "CZSV--" => shift<Word, Arithmetic>;
    Slab "=rbd,#left"  "1011 0010 dddd 1001 0000 0000 0000 nnnn" "13+3n" "CZSV--" => shift<Byte, Arithmetic>;
    Slal "=rrd,#left"  "1011 0011 dddd 1101 0000 0000 00nn nnnn" "13+3n" "CZSV--" => shift<Long, Arithmetic>;
    "shift left logical": Sll, Sllb, Slll;
    Sll  "=rd,#left"   "1011 0011 dddd 0001 0000 0000 000n nnnn" "13+3n" "CZSV--" => shift<Word, Logical>;
    Sllb "=rbd,#left"  "1011 0010 dddd 0001 0000 0000 0000 nnnn" "13+3n" "CZSV--" => shift<Byte, Logical>;
    Slll "=rrd,#left"  "1011 0011 dddd 0101 0000 0000 00nn nnnn" "13+3n" "CZSV--" => shift<Long, Logical>;
    "shift right arithmetic": Sra, Srab, Sral;
    Sra  "=rd,#right"  "1011 0011 dddd 1001 1111 1111 111n nnnn" "13+3n" "CZSV--" => shift<Word, Arithmetic>;
    Srab "=rbd,#right" "1011 0010 dddd 1001 0000 0000 1111 nnnn" "13+3n" "CZSV--" => shift<Byte, Arithmetic>;
    Sral "=rrd,#right" "1011 0011 dddd 1101 1111 1111 11nn nnnn" "13+3n" "CZSV--" => shift<Long, Arithmetic>;
    "shift right logical": Srl, Srlb, Srll;
    Srl  "=rd,#right"  "1011 0011 dddd 0001 1111 1111 111n nnnn" "13+3n" "CZSV--" => shift<Word, Logical>;
    Srlb "=rbd,#right" "1011 0010 dddd 0001 0000 0000 1111 nnnn" "13+3n" "CZSV--" => shift<Byte, Logical>;
    Srll "=rrd,#right" "1011 0011 dddd 0101 1111 1111 11nn nnnn" "13+3n" "CZSV--" => shift<Long, Logical>;
    } };
}
pub(crate) use rotate;
