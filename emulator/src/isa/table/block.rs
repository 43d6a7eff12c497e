//! Block moves, searches, comparisons and translations.

use super::super::form::forms;

forms! {
    BLOCK:
    Cpd    "rd,@rs,rr,cc"  "1011 1011 SSSS 1000 0000 rrrr dddd cccc" "20"     "CZSV--";
    Cpdb   "rbd,@rs,rr,cc" "1011 1010 SSSS 1000 0000 rrrr dddd cccc" "20"     "CZSV--";
    Cpdr   "rd,@rs,rr,cc"  "1011 1011 SSSS 1100 0000 rrrr dddd cccc" "11+9n"  "CZSV--";
    Cpdrb  "rbd,@rs,rr,cc" "1011 1010 SSSS 1100 0000 rrrr dddd cccc" "11+9n"  "CZSV--";
    Cpi    "rd,@rs,rr,cc"  "1011 1011 SSSS 0000 0000 rrrr dddd cccc" "20"     "CZSV--";
    Cpib   "rbd,@rs,rr,cc" "1011 1010 SSSS 0000 0000 rrrr dddd cccc" "20"     "CZSV--";
    Cpir   "rd,@rs,rr,cc"  "1011 1011 SSSS 0100 0000 rrrr dddd cccc" "11+9n"  "CZSV--";
    Cpirb  "rbd,@rs,rr,cc" "1011 1010 SSSS 0100 0000 rrrr dddd cccc" "11+9n"  "CZSV--";
    Cpsd   "@rd,@rs,rr,cc" "1011 1011 SSSS 1010 0000 rrrr DDDD cccc" "25"     "CZSV--";
    Cpsdb  "@rd,@rs,rr,cc" "1011 1010 SSSS 1010 0000 rrrr DDDD cccc" "25"     "CZSV--";
    Cpsdr  "@rd,@rs,rr,cc" "1011 1011 SSSS 1110 0000 rrrr DDDD cccc" "11+14n" "CZSV--";
    Cpsdrb "@rd,@rs,rr,cc" "1011 1010 SSSS 1110 0000 rrrr DDDD cccc" "11+14n" "CZSV--";
    Cpsi   "@rd,@rs,rr,cc" "1011 1011 SSSS 0010 0000 rrrr DDDD cccc" "25"     "CZSV--";
    Cpsib  "@rd,@rs,rr,cc" "1011 1010 SSSS 0010 0000 rrrr DDDD cccc" "25"     "CZSV--";
    Cpsir  "@rd,@rs,rr,cc" "1011 1011 SSSS 0110 0000 rrrr DDDD cccc" "11+14n" "CZSV--";
    Cpsirb "@rd,@rs,rr,cc" "1011 1010 SSSS 0110 0000 rrrr DDDD cccc" "11+14n" "CZSV--";
    Ldd    "@rd,@rs,rr"    "1011 1011 SSSS 1001 0000 rrrr DDDD 1000" "20"     "-Z-V--";
    Lddb   "@rd,@rs,rr"    "1011 1010 SSSS 1001 0000 rrrr DDDD 1000" "20"     "-Z-V--";
    Lddr   "@rd,@rs,rr"    "1011 1011 SSSS 1001 0000 rrrr DDDD 0000" "11+9n"  "-Z-V--";
    Lddrb  "@rd,@rs,rr"    "1011 1010 SSSS 1001 0000 rrrr DDDD 0000" "11+9n"  "-Z-V--";
    Ldi    "@rd,@rs,rr"    "1011 1011 SSSS 0001 0000 rrrr DDDD 1000" "20"     "-Z-V--";
    Ldib   "@rd,@rs,rr"    "1011 1010 SSSS 0001 0000 rrrr DDDD 1000" "20"     "-Z-V--";
    Ldir   "@rd,@rs,rr"    "1011 1011 SSSS 0001 0000 rrrr DDDD 0000" "11+9n"  "-Z-V--";
    Ldirb  "@rd,@rs,rr"    "1011 1010 SSSS 0001 0000 rrrr DDDD 0000" "11+9n"  "-Z-V--";
    Trdb   "@rd,@rs,rr"    "1011 1000 DDDD 1000 0000 rrrr SSSS 0000" "25"     "-Z-V--";
    Trdrb  "@rd,@rs,rr"    "1011 1000 DDDD 1100 0000 rrrr SSSS 0000" "11+14n" "-Z-V--";
    Trib   "@rd,@rs,rr"    "1011 1000 DDDD 0000 0000 rrrr SSSS 0000" "25"     "-Z-V--";
    Trirb  "@rd,@rs,rr"    "1011 1000 DDDD 0100 0000 rrrr SSSS 0000" "11+14n" "-Z-V--";
    Trtdb  "@ra,@rb,rr"    "1011 1000 AAAA 1010 0000 rrrr BBBB 0000" "25"     "-Z-V--";
    Trtdrb "@ra,@rb,rr"    "1011 1000 AAAA 1110 0000 rrrr BBBB 1110" "11+14n" "-Z-V--";
    Trtib  "@ra,@rb,rr"    "1011 1000 AAAA 0010 0000 rrrr BBBB 0000" "25"     "-Z-V--";
    Trtirb "@ra,@rb,rr"    "1011 1000 AAAA 0110 0000 rrrr BBBB 1110" "11+14n" "-Z-V--";
}
