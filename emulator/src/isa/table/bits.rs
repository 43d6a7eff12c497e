//! Single bits.

use super::super::form::forms;

forms! {
    BITS:
    Bit   "rd,rs"             "0010 0111 0000 ssss 0000 dddd 0000 0000" "10" "-Z----";
    Bit   "rd,#bit"           "1010 0111 dddd bbbb"                     "4"  "-Z----";
    Bit   "@rd,#bit"          "0010 0111 DDDD bbbb"                     "8"  "-Z----";
    Bit   "address,#bit"      "0110 0111 0000 bbbb"                     "10" "-Z----";
    Bit   "address(rd),#bit"  "0110 0111 DDDD bbbb"                     "11" "-Z----";
    Bitb  "rbd,rs"            "0010 0110 0000 ssss 0000 dddd 0000 0000" "10" "-Z----";
    Bitb  "rbd,#bit8"         "1010 0110 dddd bbbb"                     "4"  "-Z----";
    Bitb  "@rd,#bit8"         "0010 0110 DDDD bbbb"                     "8"  "-Z----";
    Bitb  "address,#bit8"     "0110 0110 0000 bbbb"                     "10" "-Z----";
    Bitb  "address(rd),#bit8" "0110 0110 DDDD bbbb"                     "11" "-Z----";
    Res   "rd,rs"             "0010 0011 0000 ssss 0000 dddd 0000 0000" "10" "------";
    Res   "rd,#bit"           "1010 0011 dddd bbbb"                     "4"  "------";
    Res   "@rd,#bit"          "0010 0011 DDDD bbbb"                     "11" "------";
    Res   "address,#bit"      "0110 0011 0000 bbbb"                     "13" "------";
    Res   "address(rd),#bit"  "0110 0011 DDDD bbbb"                     "14" "------";
    Resb  "rbd,rs"            "0010 0010 0000 ssss 0000 dddd 0000 0000" "10" "------";
    Resb  "rbd,#bit8"         "1010 0010 dddd bbbb"                     "4"  "------";
    Resb  "@rd,#bit8"         "0010 0010 DDDD bbbb"                     "11" "------";
    Resb  "address,#bit8"     "0110 0010 0000 bbbb"                     "13" "------";
    Resb  "address(rd),#bit8" "0110 0010 DDDD bbbb"                     "14" "------";
    Set   "rd,rs"             "0010 0101 0000 ssss 0000 dddd 0000 0000" "10" "------";
    Set   "rd,#bit"           "1010 0101 dddd bbbb"                     "4"  "------";
    Set   "@rd,#bit"          "0010 0101 DDDD bbbb"                     "11" "------";
    Set   "address,#bit"      "0110 0101 0000 bbbb"                     "13" "------";
    Set   "address(rd),#bit"  "0110 0101 DDDD bbbb"                     "14" "------";
    Setb  "rbd,rs"            "0010 0100 0000 ssss 0000 dddd 0000 0000" "10" "------";
    Setb  "rbd,#bit8"         "1010 0100 dddd bbbb"                     "4"  "------";
    Setb  "@rd,#bit8"         "0010 0100 DDDD bbbb"                     "11" "------";
    Setb  "address,#bit8"     "0110 0100 0000 bbbb"                     "13" "------";
    Setb  "address(rd),#bit8" "0110 0100 DDDD bbbb"                     "14" "------";
    Tset  "rd"                "1000 1101 dddd 0110"                     "7"  "--S---";
    Tset  "@rd"               "0000 1101 DDDD 0110"                     "11" "--S---";
    Tset  "address"           "0100 1101 0000 0110"                     "14" "--S---";
    Tset  "address(rd)"       "0100 1101 DDDD 0110"                     "15" "--S---";
    Tsetb "rbd"               "1000 1100 dddd 0110"                     "7"  "--S---";
    Tsetb "@rd"               "0000 1100 DDDD 0110"                     "11" "--S---";
    Tsetb "address"           "0100 1100 0000 0110"                     "14" "--S---";
    Tsetb "address(rd)"       "0100 1100 DDDD 0110"                     "15" "--S---";
}
