! Interrupts allowed and forbidden; flags set, cleared, complemented.
        ei      vi
        ei      nvi
        ei      vi,nvi
        di      vi
        di      nvi
        di      nvi,vi
        setflg  c
        setflg  z,s
        setflg  p
        setflg  v
        resflg  c,z,s,v
        comflg  c
        comflg  z,v
!= 7c057c067c047c017c027c008d818d618d118d118df38d858d55
