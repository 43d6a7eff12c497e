//! Rotations and shifts.

use super::super::form::forms;

forms! {
    ROTATE:
    Rl   "rd,#turn"   "1011 0011 dddd 00n0"                     "5+n"   "CZSV--";
    Rlb  "rbd,#turn"  "1011 0010 dddd 00n0"                     "5+n"   "CZSV--";
    Rlc  "rd,#turn"   "1011 0011 dddd 10n0"                     "5+n"   "CZSV--";
    Rlcb "rbd,#turn"  "1011 0010 dddd 10n0"                     "5+n"   "CZSV--";
    Rldb "rbb,rba"    "1011 1110 aaaa bbbb"                     "9"     "-ZS---";
    Rr   "rd,#turn"   "1011 0011 dddd 01n0"                     "5+n"   "CZSV--";
    Rrb  "rbd,#turn"  "1011 0010 dddd 01n0"                     "5+n"   "CZSV--";
    Rrc  "rd,#turn"   "1011 0011 dddd 11n0"                     "5+n"   "CZSV--";
    Rrcb "rbd,#turn"  "1011 0010 dddd 11n0"                     "5+n"   "CZSV--";
    Rrdb "rbb,rba"    "1011 1100 aaaa bbbb"                     "9"     "-ZS---";
    Sda  "rd,rs"      "1011 0011 dddd 1011 0000 ssss 0000 0000" "15+3n" "CZSV--";
    Sdab "rbd,rs"     "1011 0010 dddd 1011 0000 ssss 0000 0000" "15+3n" "CZSV--";
    Sdal "rrd,rs"     "1011 0011 dddd 1111 0000 ssss 0000 0000" "15+3n" "CZSV--";
    Sdl  "rd,rs"      "1011 0011 dddd 0011 0000 ssss 0000 0000" "15+3n" "CZSV--";
    Sdlb "rbd,rs"     "1011 0010 dddd 0011 0000 ssss 0000 0000" "15+3n" "CZSV--";
    Sdll "rrd,rs"     "1011 0011 dddd 0111 0000 ssss 0000 0000" "15+3n" "CZSV--";
    Sla  "rd,#left"   "1011 0011 dddd 1001 0000 0000 000n nnnn" "13+3n" "CZSV--";
    Slab "rbd,#left"  "1011 0010 dddd 1001 0000 0000 0000 nnnn" "13+3n" "CZSV--";
    Slal "rrd,#left"  "1011 0011 dddd 1101 0000 0000 00nn nnnn" "13+3n" "CZSV--";
    Sll  "rd,#left"   "1011 0011 dddd 0001 0000 0000 000n nnnn" "13+3n" "CZSV--";
    Sllb "rbd,#left"  "1011 0010 dddd 0001 0000 0000 0000 nnnn" "13+3n" "CZSV--";
    Slll "rrd,#left"  "1011 0011 dddd 0101 0000 0000 00nn nnnn" "13+3n" "CZSV--";
    Sra  "rd,#right"  "1011 0011 dddd 1001 1111 1111 111n nnnn" "13+3n" "CZSV--";
    Srab "rbd,#right" "1011 0010 dddd 1001 0000 0000 1111 nnnn" "13+3n" "CZSV--";
    Sral "rrd,#right" "1011 0011 dddd 1101 1111 1111 11nn nnnn" "13+3n" "CZSV--";
    Srl  "rd,#right"  "1011 0011 dddd 0001 1111 1111 111n nnnn" "13+3n" "CZSV--";
    Srlb "rbd,#right" "1011 0010 dddd 0001 0000 0000 1111 nnnn" "13+3n" "CZSV--";
    Srll "rrd,#right" "1011 0011 dddd 0101 1111 1111 11nn nnnn" "13+3n" "CZSV--";
}
