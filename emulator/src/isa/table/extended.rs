//! Instructions for extended processing units, and two words that debuggers and simulators use as breakpoints.

macro_rules! extended {
    ($next:path $(, $later:path)*; $($rows:tt)*) => { $next! { $($later),*; $($rows)*
    "debugger breakpoint; the chip treats it as a reserved word": Bpt;
    Bpt   ""      "0011 0110 0000 0000" "33 39" "------" => no_operation;
    "simulator break; the chip treats it as an extended instruction": Brk;
    Brk   ""      "0000 1111 0000 1100" "33 39" "------" => unit_memory;
    "extended instruction": Ext0e, Ext0f, Ext4e, Ext4f, Ext8e, Ext8f;
    Ext0e "#code" "0000 1110 iiii iiii" "33 39" "------" => unit_internal;
    Ext0f "#code" "0000 1111 iiii iiii" "33 39" "------" => unit_memory;
    Ext4e "#code" "0100 1110 iiii iiii" "33 39" "------" => unit_internal;
    Ext4f "#code" "0100 1111 iiii iiii" "33 39" "------" => unit_memory;
    Ext8e "#code" "1000 1110 iiii iiii" "33 39" "CZSVDH" => unit_flags;
    Ext8f "#code" "1000 1111 iiii iiii" "33 39" "------" => unit_registers;
    } };
}
pub(crate) use extended;
