//! Instructions for extended processing units, which trap unless FCW enables them.

use super::super::form::forms;

// Clocks are those of the trap. BPT and BRK are what debuggers and simulators call a reserved word
// and one of the extended instructions.
forms! {
    EXTENDED:
    Bpt   ""      "0011 0110 0000 0000" "33 39" "------";
    Brk   ""      "0000 1111 0000 1100" "33 39" "------";
    Ext0e "#code" "0000 1110 iiii iiii" "33 39" "------";
    Ext0f "#code" "0000 1111 iiii iiii" "33 39" "------";
    Ext4e "#code" "0100 1110 iiii iiii" "33 39" "------";
    Ext4f "#code" "0100 1111 iiii iiii" "33 39" "------";
    Ext8e "#code" "1000 1110 iiii iiii" "33 39" "------";
    Ext8f "#code" "1000 1111 iiii iiii" "33 39" "------";
}
