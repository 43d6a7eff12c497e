! A structure: labels are offsets from its beginning.
        .struct 0
next:   .space  2
value:  .space  4
flag:   .space  1
        .balign 2
size:
        .text
        ld      r1,value(r2)
        ld      r3,r4(#next)
        .word   next, value, flag, size
!= 61210002314300000000000200060008
