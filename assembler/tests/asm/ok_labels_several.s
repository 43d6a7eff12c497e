! Labels before one another, on a separate line, and names with . _ $ and digits.
a: b:   nop
c:
.Lx: _y: z$1: nop
        .word   a, b, c, .Lx, _y, z$1
!= 8d078d07000000000002000200020002
