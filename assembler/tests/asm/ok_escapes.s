! Escapes in texts.
        .ascii  "\n\r\t\b\f"
        .ascii  "\\\"\'"
        .ascii  "\x41\x7e"
        .ascii  "\101\0\12"
!= 0a0d09080c5c2227417e41000a
