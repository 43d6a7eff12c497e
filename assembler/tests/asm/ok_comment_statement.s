! What begins a statement with # is a comment.
        nop             ;# so GNU as has it; this is not a statement
        nop ;   # the same ; nop
        jp      5;#
        ret
!= 8d078d075e0800059e08
