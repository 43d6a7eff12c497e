! A warning of the source's own.
        .ifndef SIZE
        .warning "SIZE is not given, 16 is taken"
        .equ    SIZE,16
        .endif
        .byte   SIZE
