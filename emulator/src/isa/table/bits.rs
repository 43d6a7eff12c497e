//! Single bits.

macro_rules! bits {
    ($next:path $(, $later:path)*; $($rows:tt)*) => { $next! { $($later),*; $($rows)*
    "test bit": Bit, Bitb;
    Bit   "rd,rs"              "0010 0111 0000 ssss 0000 dddd 0000 0000" "10" "-Z----" => test_bit<Word>;
    Bit   "rd,#bit"            "1010 0111 dddd bbbb"                     "4"  "-Z----" => test_bit<Word>;
    Bit   "@rd,#bit"           "0010 0111 DDDD bbbb"                     "8"  "-Z----" => test_bit<Word>;
    Bit   "address,#bit"       "0110 0111 0000 bbbb"                     "10" "-Z----" => test_bit<Word>;
    Bit   "address(rd),#bit"   "0110 0111 DDDD bbbb"                     "11" "-Z----" => test_bit<Word>;
    Bitb  "rbd,rs"             "0010 0110 0000 ssss 0000 dddd 0000 0000" "10" "-Z----" => test_bit<Byte>;
    Bitb  "rbd,#bit8"          "1010 0110 dddd bbbb"                     "4"  "-Z----" => test_bit<Byte>;
    Bitb  "@rd,#bit8"          "0010 0110 DDDD bbbb"                     "8"  "-Z----" => test_bit<Byte>;
    Bitb  "address,#bit8"      "0110 0110 0000 bbbb"                     "10" "-Z----" => test_bit<Byte>;
    Bitb  "address(rd),#bit8"  "0110 0110 DDDD bbbb"                     "11" "-Z----" => test_bit<Byte>;
    "reset bit": Res, Resb;
    Res   "=rd,rs"             "0010 0011 0000 ssss 0000 dddd 0000 0000" "10" "------" => binary<Word, Reset>;
    Res   "=rd,#bit"           "1010 0011 dddd bbbb"                     "4"  "------" => binary<Word, Reset>;
    Res   "=@rd,#bit"          "0010 0011 DDDD bbbb"                     "11" "------" => binary<Word, Reset>;
    Res   "=address,#bit"      "0110 0011 0000 bbbb"                     "13" "------" => binary<Word, Reset>;
    Res   "=address(rd),#bit"  "0110 0011 DDDD bbbb"                     "14" "------" => binary<Word, Reset>;
    Resb  "=rbd,rs"            "0010 0010 0000 ssss 0000 dddd 0000 0000" "10" "------" => binary<Byte, Reset>;
    Resb  "=rbd,#bit8"         "1010 0010 dddd bbbb"                     "4"  "------" => binary<Byte, Reset>;
    Resb  "=@rd,#bit8"         "0010 0010 DDDD bbbb"                     "11" "------" => binary<Byte, Reset>;
    Resb  "=address,#bit8"     "0110 0010 0000 bbbb"                     "13" "------" => binary<Byte, Reset>;
    Resb  "=address(rd),#bit8" "0110 0010 DDDD bbbb"                     "14" "------" => binary<Byte, Reset>;
    "set bit": Set, Setb;
    Set   "=rd,rs"             "0010 0101 0000 ssss 0000 dddd 0000 0000" "10" "------" => binary<Word, Set>;
    Set   "=rd,#bit"           "1010 0101 dddd bbbb"                     "4"  "------" => binary<Word, Set>;
    Set   "=@rd,#bit"          "0010 0101 DDDD bbbb"                     "11" "------" => binary<Word, Set>;
    Set   "=address,#bit"      "0110 0101 0000 bbbb"                     "13" "------" => binary<Word, Set>;
    Set   "=address(rd),#bit"  "0110 0101 DDDD bbbb"                     "14" "------" => binary<Word, Set>;
    Setb  "=rbd,rs"            "0010 0100 0000 ssss 0000 dddd 0000 0000" "10" "------" => binary<Byte, Set>;
    Setb  "=rbd,#bit8"         "1010 0100 dddd bbbb"                     "4"  "------" => binary<Byte, Set>;
    Setb  "=@rd,#bit8"         "0010 0100 DDDD bbbb"                     "11" "------" => binary<Byte, Set>;
    Setb  "=address,#bit8"     "0110 0100 0000 bbbb"                     "13" "------" => binary<Byte, Set>;
    Setb  "=address(rd),#bit8" "0110 0100 DDDD bbbb"                     "14" "------" => binary<Byte, Set>;
    "test and set": Tset, Tsetb;
    Tset  "=rd"                "1000 1101 dddd 0110"                     "7"  "--S---" => unary<Word, TestAndSet>;
    Tset  "=@rd"               "0000 1101 DDDD 0110"                     "11" "--S---" => unary<Word, TestAndSet>;
    Tset  "=address"           "0100 1101 0000 0110"                     "14" "--S---" => unary<Word, TestAndSet>;
    Tset  "=address(rd)"       "0100 1101 DDDD 0110"                     "15" "--S---" => unary<Word, TestAndSet>;
    Tsetb "=rbd"               "1000 1100 dddd 0110"                     "7"  "--S---" => unary<Byte, TestAndSet>;
    Tsetb "=@rd"               "0000 1100 DDDD 0110"                     "11" "--S---" => unary<Byte, TestAndSet>;
    Tsetb "=address"           "0100 1100 0000 0110"                     "14" "--S---" => unary<Byte, TestAndSet>;
    Tsetb "=address(rd)"       "0100 1100 DDDD 0110"                     "15" "--S---" => unary<Byte, TestAndSet>;
    } };
}
pub(crate) use bits;
