//! Block moves, searches, comparisons and translations.

macro_rules! block {
    ($next:path $(, $later:path)*; $($rows:tt)*) => { $next! { $($later),*; $($rows)*
    "compare and decrement": Cpd, Cpdb;
    Cpd    "rd,@rs-,=rr,cc"   "1011 1011 SSSS 1000 0000 rrrr dddd cccc" "20"     "CZSV--" => once<Word, Search>;
    Cpdb   "rbd,@rs-,=rr,cc"  "1011 1010 SSSS 1000 0000 rrrr dddd cccc" "20"     "CZSV--" => once<Byte, Search>;
    "compare, decrement and repeat": Cpdr, Cpdrb;
    Cpdr   "rd,@rs-,=rr,cc"   "1011 1011 SSSS 1100 0000 rrrr dddd cccc" "11+9n"  "CZSV--" => repeat<Word, Search>;
    Cpdrb  "rbd,@rs-,=rr,cc"  "1011 1010 SSSS 1100 0000 rrrr dddd cccc" "11+9n"  "CZSV--" => repeat<Byte, Search>;
    "compare and increment": Cpi, Cpib;
    Cpi    "rd,@rs+,=rr,cc"   "1011 1011 SSSS 0000 0000 rrrr dddd cccc" "20"     "CZSV--" => once<Word, Search>;
    Cpib   "rbd,@rs+,=rr,cc"  "1011 1010 SSSS 0000 0000 rrrr dddd cccc" "20"     "CZSV--" => once<Byte, Search>;
    "compare, increment and repeat": Cpir, Cpirb;
    Cpir   "rd,@rs+,=rr,cc"   "1011 1011 SSSS 0100 0000 rrrr dddd cccc" "11+9n"  "CZSV--" => repeat<Word, Search>;
    Cpirb  "rbd,@rs+,=rr,cc"  "1011 1010 SSSS 0100 0000 rrrr dddd cccc" "11+9n"  "CZSV--" => repeat<Byte, Search>;
    "compare strings and decrement": Cpsd, Cpsdb;
    Cpsd   "@rd-,@rs-,=rr,cc" "1011 1011 SSSS 1010 0000 rrrr DDDD cccc" "25"     "CZSV--" => once<Word, Compare>;
    Cpsdb  "@rd-,@rs-,=rr,cc" "1011 1010 SSSS 1010 0000 rrrr DDDD cccc" "25"     "CZSV--" => once<Byte, Compare>;
    "compare strings, decrement and repeat": Cpsdr, Cpsdrb;
    Cpsdr  "@rd-,@rs-,=rr,cc" "1011 1011 SSSS 1110 0000 rrrr DDDD cccc" "11+14n" "CZSV--" => repeat<Word, Compare>;
    Cpsdrb "@rd-,@rs-,=rr,cc" "1011 1010 SSSS 1110 0000 rrrr DDDD cccc" "11+14n" "CZSV--" => repeat<Byte, Compare>;
    "compare strings and increment": Cpsi, Cpsib;
    Cpsi   "@rd+,@rs+,=rr,cc" "1011 1011 SSSS 0010 0000 rrrr DDDD cccc" "25"     "CZSV--" => once<Word, Compare>;
    Cpsib  "@rd+,@rs+,=rr,cc" "1011 1010 SSSS 0010 0000 rrrr DDDD cccc" "25"     "CZSV--" => once<Byte, Compare>;
    "compare strings, increment and repeat": Cpsir, Cpsirb;
    Cpsir  "@rd+,@rs+,=rr,cc" "1011 1011 SSSS 0110 0000 rrrr DDDD cccc" "11+14n" "CZSV--" => repeat<Word, Compare>;
    Cpsirb "@rd+,@rs+,=rr,cc" "1011 1010 SSSS 0110 0000 rrrr DDDD cccc" "11+14n" "CZSV--" => repeat<Byte, Compare>;
    "load and decrement": Ldd, Lddb;
    Ldd    "=@rd-,@rs-,=rr"   "1011 1011 SSSS 1001 0000 rrrr DDDD 1000" "20"     "-Z-V--" => once<Word, Move>;
    Lddb   "=@rd-,@rs-,=rr"   "1011 1010 SSSS 1001 0000 rrrr DDDD 1000" "20"     "-Z-V--" => once<Byte, Move>;
    "load, decrement and repeat": Lddr, Lddrb;
    Lddr   "=@rd-,@rs-,=rr"   "1011 1011 SSSS 1001 0000 rrrr DDDD 0000" "11+9n"  "-Z-V--" => repeat<Word, Move>;
    Lddrb  "=@rd-,@rs-,=rr"   "1011 1010 SSSS 1001 0000 rrrr DDDD 0000" "11+9n"  "-Z-V--" => repeat<Byte, Move>;
    "load and increment": Ldi, Ldib;
    Ldi    "=@rd+,@rs+,=rr"   "1011 1011 SSSS 0001 0000 rrrr DDDD 1000" "20"     "-Z-V--" => once<Word, Move>;
    Ldib   "=@rd+,@rs+,=rr"   "1011 1010 SSSS 0001 0000 rrrr DDDD 1000" "20"     "-Z-V--" => once<Byte, Move>;
    "load, increment and repeat": Ldir, Ldirb;
    Ldir   "=@rd+,@rs+,=rr"   "1011 1011 SSSS 0001 0000 rrrr DDDD 0000" "11+9n"  "-Z-V--" => repeat<Word, Move>;
    Ldirb  "=@rd+,@rs+,=rr"   "1011 1010 SSSS 0001 0000 rrrr DDDD 0000" "11+9n"  "-Z-V--" => repeat<Byte, Move>;
    "translate and decrement": Trdb;
    Trdb   "=@rd-,@rs,=rr"    "1011 1000 DDDD 1000 0000 rrrr SSSS 0000" "25"     "-Z-V--" => once<Byte, Translate>;
    "translate, decrement and repeat": Trdrb;
    Trdrb  "=@rd-,@rs,=rr"    "1011 1000 DDDD 1100 0000 rrrr SSSS 0000" "11+14n" "-Z-V--" => repeat<Byte, Translate>;
    "translate and increment": Trib;
    Trib   "=@rd+,@rs,=rr"    "1011 1000 DDDD 0000 0000 rrrr SSSS 0000" "25"     "-Z-V--" => once<Byte, Translate>;
    "translate, increment and repeat": Trirb;
    Trirb  "=@rd+,@rs,=rr"    "1011 1000 DDDD 0100 0000 rrrr SSSS 0000" "11+14n" "-Z-V--" => repeat<Byte, Translate>;
    "translate, test and decrement": Trtdb;
    Trtdb  "@ra-,@rb,=rr"     "1011 1000 AAAA 1010 0000 rrrr BBBB 0000" "25"     "-Z-V--" => once<Byte, ScanLate>;
    "translate, test, decrement and repeat": Trtdrb;
    Trtdrb "@ra-,@rb,=rr"     "1011 1000 AAAA 1110 0000 rrrr BBBB 1110" "11+14n" "-Z-V--" => repeat<Byte, Scan>;
    "translate, test and increment": Trtib;
    Trtib  "@ra+,@rb,=rr"     "1011 1000 AAAA 0010 0000 rrrr BBBB 0000" "25"     "-Z-V--" => once<Byte, Scan>;
    "translate, test, increment and repeat": Trtirb;
    Trtirb "@ra+,@rb,=rr"     "1011 1000 AAAA 0110 0000 rrrr BBBB 1110" "11+14n" "-Z-V--" => repeat<Byte, Scan>;
    } };
}
pub(crate) use block;
