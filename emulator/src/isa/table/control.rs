//! Program flow and processor control.

macro_rules! control {
    ($next:path $(, $later:path)*; $($rows:tt)*) => { $next! { $($later),*; $($rows)*
    "call subroutine": Call;
    Call   "@rd"              "0001 1111 DDDD 0000" "10 15"     "------"   => call;
    Call   "address"          "0101 1111 0000 0000" "12 18 20"  "------"   => call;
    Call   "address(rd)"      "0101 1111 DDDD 0000" "13 18 21"  "------"   => call;
    "call subroutine relative": Calr;
    Calr   "target12"         "1101 pppp pppp pppp" "10 15"     "------"   => call;
    "complement flags": Comflg;
    // A Z8001 also complements H, regardless of the named flags.
    Comflg "flags"            "1000 1101 ffff 0101" "7"         "CZSV-H"   => complement_flags;
    "decrement and jump if not zero": Dbjnz, Djnz;
    Dbjnz  "=rbd,target7"     "1111 dddd 0ppp pppp" "11"        "------"   => decrement_and_jump<Byte>;
    "disable interrupts": Di;
    Di     "interrupts"       "0111 1100 0000 00ii" "7"         "------" P => disable_interrupts;
    Djnz   "=rd,target7"      "1111 dddd 1ppp pppp" "11"        "------"   => decrement_and_jump<Word>;
    "enable interrupts": Ei;
    Ei     "interrupts"       "0111 1100 0000 01ii" "7"         "------" P => enable_interrupts;
    "halt": Halt;
    Halt   ""                 "0111 1010 0000 0000" "8+3n"      "------" P => halt;
    "return from interrupt": Iret;
    Iret   ""                 "0111 1011 0000 0000" "13 16"     "CZSVDH" P => return_from_interrupt;
    "jump": Jp;
    Jp     "[cc],@rd"         "0001 1110 DDDD cccc" "10/7 15/7" "------"   => jump;
    Jp     "[cc],address"     "0101 1110 0000 cccc" "7"         "------"   => jump;
    Jp     "[cc],address(rd)" "0101 1110 DDDD cccc" "8"         "------"   => jump;
    "jump relative": Jr;
    Jr     "[cc],target8"     "1110 cccc pppp pppp" "6"         "------"   => jump;
    "load control register": Ldctl, Ldctlb;
    Ldctl  "=control,rs"      "0111 1101 ssss 1ccc" "7 8"       "CZSVDH" P => store_control;
    Ldctl  "=rd,control"      "0111 1101 dddd 0ccc" "7 9"       "------" P => load_control;
    Ldctlb "=FLAGS,rbs"       "1000 1100 ssss 1001" "7"         "CZSVDH"   => store_flags;
    Ldctlb "=rbd,FLAGS"       "1000 1100 dddd 0001" "7"         "------"   => load_flags;
    "load program status": Ldps;
    Ldps   "@rs"              "0011 1001 SSSS 0000" "12 16"     "CZSVDH" P => load_program_status;
    Ldps   "address"          "0111 1001 0000 0000" "16 20 22"  "CZSVDH" P => load_program_status;
    Ldps   "address(rs)"      "0111 1001 SSSS 0000" "17 20 23"  "CZSVDH" P => load_program_status;
    "test multi-micro bit": Mbit;
    Mbit   ""                 "0111 1011 0000 1010" "7"         "--S---" P => multi_micro_test;
    "multi-micro request": Mreq;
    Mreq   "=rd"              "0111 1011 dddd 1101" "12+7n"     "-ZS---" P => multi_micro_request;
    "multi-micro reset": Mres;
    Mres   ""                 "0111 1011 0000 1001" "5"         "------" P => multi_micro_reset;
    "multi-micro set": Mset;
    Mset   ""                 "0111 1011 0000 1000" "5"         "------" P => multi_micro_set;
    "no operation": Nop;
    Nop    ""                 "1000 1101 0000 0111" "7"         "------"   => no_operation;
    "reset flags": Resflg;
    Resflg "flags"            "1000 1101 ffff 0011" "7"         "CZSV--"   => reset_named_flags;
    "return from subroutine": Ret;
    Ret    "[cc]"             "1001 1110 0000 cccc" "10/7 13/7" "------"   => return_from_subroutine;
    "system call": Sc;
    Sc     "#code"            "0111 1111 iiii iiii" "33 39"     "------"   => no_operation;
    "set flags": Setflg;
    Setflg "flags"            "1000 1101 ffff 0001" "7"         "CZSV--"   => set_named_flags;
    } };
}
pub(crate) use control;
