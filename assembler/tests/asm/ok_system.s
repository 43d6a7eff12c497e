! System calls, waiting, requests between processors, extended instructions.
        sc      #0
        sc      #255
        iret
        halt
        nop
        mbit
        mset
        mres
        mreq    r1
        ext0e   #1
        ext0f   #2
        ext8e   #3
        ext8f   #4
!= 7f007fff7b007a008d077b0a7b087b097b1d0e010f028e038f04
