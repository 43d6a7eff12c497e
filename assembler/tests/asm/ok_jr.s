! Relative jumps, to the limits of their reach.
start:  jr      start
        jr      z,start
        jr      end
        jr      .
        jr      .-254
        jr      nz,.+256
end:
!= e8ffe6fee803e8ffe880ee7f
