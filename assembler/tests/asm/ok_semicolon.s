! A semicolon parts statements, but not in texts and characters.
        nop; ldb rl0,#';'; ret
        .ascii  ";" ; .byte 1
!= 8d07c83b9e083b01
