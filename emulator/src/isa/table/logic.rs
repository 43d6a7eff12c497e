//! Logical instructions, tests and TCC.

use super::super::form::forms;

forms! {
    LOGIC:
    And   "rd,rs"           "1000 0111 ssss dddd" "4"  "-ZS---";
    And   "rd,#data16"      "0000 0111 0000 dddd" "7"  "-ZS---";
    And   "rd,@rs"          "0000 0111 SSSS dddd" "7"  "-ZS---";
    And   "rd,address"      "0100 0111 0000 dddd" "9"  "-ZS---";
    And   "rd,address(rs)"  "0100 0111 SSSS dddd" "10" "-ZS---";
    Andb  "rbd,rbs"         "1000 0110 ssss dddd" "4"  "-ZSP--";
    Andb  "rbd,#data8"      "0000 0110 0000 dddd" "7"  "-ZSP--";
    Andb  "rbd,@rs"         "0000 0110 SSSS dddd" "7"  "-ZSP--";
    Andb  "rbd,address"     "0100 0110 0000 dddd" "9"  "-ZSP--";
    Andb  "rbd,address(rs)" "0100 0110 SSSS dddd" "10" "-ZSP--";
    Com   "rd"              "1000 1101 dddd 0000" "7"  "-ZS---";
    Com   "@rd"             "0000 1101 DDDD 0000" "12" "-ZS---";
    Com   "address"         "0100 1101 0000 0000" "15" "-ZS---";
    Com   "address(rd)"     "0100 1101 DDDD 0000" "16" "-ZS---";
    Comb  "rbd"             "1000 1100 dddd 0000" "7"  "-ZSP--";
    Comb  "@rd"             "0000 1100 DDDD 0000" "12" "-ZSP--";
    Comb  "address"         "0100 1100 0000 0000" "15" "-ZSP--";
    Comb  "address(rd)"     "0100 1100 DDDD 0000" "16" "-ZSP--";
    Or    "rd,rs"           "1000 0101 ssss dddd" "4"  "-ZS---";
    Or    "rd,#data16"      "0000 0101 0000 dddd" "7"  "-ZS---";
    Or    "rd,@rs"          "0000 0101 SSSS dddd" "7"  "-ZS---";
    Or    "rd,address"      "0100 0101 0000 dddd" "9"  "-ZS---";
    Or    "rd,address(rs)"  "0100 0101 SSSS dddd" "10" "-ZS---";
    Orb   "rbd,rbs"         "1000 0100 ssss dddd" "4"  "-ZSP--";
    Orb   "rbd,#data8"      "0000 0100 0000 dddd" "7"  "-ZSP--";
    Orb   "rbd,@rs"         "0000 0100 SSSS dddd" "7"  "-ZSP--";
    Orb   "rbd,address"     "0100 0100 0000 dddd" "9"  "-ZSP--";
    Orb   "rbd,address(rs)" "0100 0100 SSSS dddd" "10" "-ZSP--";
    Tcc   "cc,rd"           "1010 1111 dddd cccc" "5"  "------";
    Tccb  "cc,rbd"          "1010 1110 dddd cccc" "5"  "------";
    Test  "rd"              "1000 1101 dddd 0100" "7"  "-ZS---";
    Test  "@rd"             "0000 1101 DDDD 0100" "8"  "-ZS---";
    Test  "address"         "0100 1101 0000 0100" "11" "-ZS---";
    Test  "address(rd)"     "0100 1101 DDDD 0100" "12" "-ZS---";
    Testb "rbd"             "1000 1100 dddd 0100" "7"  "-ZSP--";
    Testb "@rd"             "0000 1100 DDDD 0100" "8"  "-ZSP--";
    Testb "address"         "0100 1100 0000 0100" "11" "-ZSP--";
    Testb "address(rd)"     "0100 1100 DDDD 0100" "12" "-ZSP--";
    Testl "rrd"             "1001 1100 dddd 1000" "13" "-ZS---";
    Testl "@rd"             "0001 1100 DDDD 1000" "13" "-ZS---";
    Testl "address"         "0101 1100 0000 1000" "16" "-ZS---";
    Testl "address(rd)"     "0101 1100 DDDD 1000" "17" "-ZS---";
    Xor   "rd,rs"           "1000 1001 ssss dddd" "4"  "-ZS---";
    Xor   "rd,#data16"      "0000 1001 0000 dddd" "7"  "-ZS---";
    Xor   "rd,@rs"          "0000 1001 SSSS dddd" "7"  "-ZS---";
    Xor   "rd,address"      "0100 1001 0000 dddd" "9"  "-ZS---";
    Xor   "rd,address(rs)"  "0100 1001 SSSS dddd" "10" "-ZS---";
    Xorb  "rbd,rbs"         "1000 1000 ssss dddd" "4"  "-ZSP--";
    Xorb  "rbd,#data8"      "0000 1000 0000 dddd" "7"  "-ZSP--";
    Xorb  "rbd,@rs"         "0000 1000 SSSS dddd" "7"  "-ZSP--";
    Xorb  "rbd,address"     "0100 1000 0000 dddd" "9"  "-ZSP--";
    Xorb  "rbd,address(rs)" "0100 1000 SSSS dddd" "10" "-ZSP--";
}
