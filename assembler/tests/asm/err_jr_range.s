! The reach of a relative jump.
        jr      nz,.+256
        jr      nz,.-254
        jr      nz,.+258
        jr      nz,.-256
