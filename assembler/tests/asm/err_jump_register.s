! A register as a target is written with @.
        jp      @r2
        call    @r2
        jp      r2
        call    r2
