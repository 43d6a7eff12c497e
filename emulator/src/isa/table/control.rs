//! Program flow and control of the processor.

use super::super::form::forms;

forms! {
    CONTROL:
    Call   "@rd"              "0001 1111 DDDD 0000" "10 15"     "------";
    Call   "address"          "0101 1111 0000 0000" "12 18 20"  "------";
    Call   "address(rd)"      "0101 1111 DDDD 0000" "13 18 21"  "------";
    Calr   "target12"         "1101 pppp pppp pppp" "10 15"     "------";
    // A Z8001 complements H too, whichever flags are named.
    Comflg "flags"            "1000 1101 ffff 0101" "7"         "CZSV-H";
    Dbjnz  "rbd,target7"      "1111 dddd 0ppp pppp" "11"        "------";
    Di     "interrupts"       "0111 1100 0000 00ii" "7"         "------" privileged;
    Djnz   "rd,target7"       "1111 dddd 1ppp pppp" "11"        "------";
    Ei     "interrupts"       "0111 1100 0000 01ii" "7"         "------" privileged;
    Halt   ""                 "0111 1010 0000 0000" "8+3n"      "------" privileged;
    Iret   ""                 "0111 1011 0000 0000" "13 16"     "CZSVDH" privileged;
    Jp     "[cc],@rd"         "0001 1110 DDDD cccc" "10/7 15/7" "------";
    Jp     "[cc],address"     "0101 1110 0000 cccc" "7"         "------";
    Jp     "[cc],address(rd)" "0101 1110 DDDD cccc" "8"         "------";
    Jr     "[cc],target8"     "1110 cccc pppp pppp" "6"         "------";
    Ldctl  "control,rs"       "0111 1101 ssss 1ccc" "7 8"       "CZSVDH" privileged;
    Ldctl  "rd,control"       "0111 1101 dddd 0ccc" "7 9"       "------" privileged;
    Ldctlb "FLAGS,rbs"        "1000 1100 ssss 1001" "7"         "CZSVDH";
    Ldctlb "rbd,FLAGS"        "1000 1100 dddd 0001" "7"         "------";
    Ldps   "@rs"              "0011 1001 SSSS 0000" "12 16"     "CZSVDH" privileged;
    Ldps   "address"          "0111 1001 0000 0000" "16 20 22"  "CZSVDH" privileged;
    Ldps   "address(rs)"      "0111 1001 SSSS 0000" "17 20 23"  "CZSVDH" privileged;
    Mbit   ""                 "0111 1011 0000 1010" "7"         "--S---" privileged;
    Mreq   "rd"               "0111 1011 dddd 1101" "12+7n"     "-ZS---" privileged;
    Mres   ""                 "0111 1011 0000 1001" "5"         "------" privileged;
    Mset   ""                 "0111 1011 0000 1000" "5"         "------" privileged;
    Nop    ""                 "1000 1101 0000 0111" "7"         "------";
    Resflg "flags"            "1000 1101 ffff 0011" "7"         "CZSV--";
    Ret    "[cc]"             "1001 1110 0000 cccc" "10/7 13/7" "------";
    Sc     "#code"            "0111 1111 iiii iiii" "33 39"     "------";
    Setflg "flags"            "1000 1101 ffff 0001" "7"         "CZSV--";
}
