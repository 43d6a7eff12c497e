! Loads and stores relative to the program counter.
start:  ldr     r1,value
        ldrb    rl1,value+1
        ldrl    rr2,start
        ldr     value,r1
        ldrb    value,rl1
        ldrl    value,rr2
        ldr     r1,.
value:  .word   1
!= 31010018300900153502fff43301000c32090008370200043101fffc0001
