! JR would do.
start:  nop
        jp      start
        jp      nz,ahead
        .space  200
ahead:  jp      far
        .space  300
far:    nop
