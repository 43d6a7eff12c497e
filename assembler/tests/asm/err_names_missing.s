! Flags and interrupts are named; a jump needs a target.
        setflg
        ei
        jp      nz
