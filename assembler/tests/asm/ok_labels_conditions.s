! Names of conditions and flags can be labels.
z:      jr      z,z
nz:     jr      nz,nz
c:      call    c
ov:     jp      ov,ov
        jp      eq,z
!= e6ffeeff5f0000045e0400085e060000
