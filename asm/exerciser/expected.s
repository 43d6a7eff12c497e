! expected.s - the sums of each family: defined, undefined, clocks.
!
! They are those of our emulator after it agreed with every measurement at hand. A sum of ffffffff is that of nothing.
! The last words of a line that is wrong are what stands here; what stands in front of them goes here if it is right.

        tables
        .even
expected:
.ifdef SEGMENTED
        .long   0x7b9f48c7,0xffffffff,0x77ab325e    ! add, sub, cp: bytes
        .long   0x5fc6e8c2,0xffffffff,0x04da8b7a    ! add, sub, cp: words
        .long   0x21248a51,0xffffffff,0xcd3b92de    ! add, sub, cp: long
        .long   0xb4e21dbe,0xffffffff,0xc1288b1a    ! inc, dec, neg
        .long   0x9aada5ed,0xe7962e48,0x0d63103f    ! dab
        .long   0x004b0754,0xffffffff,0x2e285185    ! exts
        .long   0x69734f65,0xffffffff,0xed12e690    ! and, or, xor
        .long   0x2fcfc063,0xffffffff,0x5c4936f4    ! com, test, clr
        .long   0x605079d3,0xffffffff,0x177b4ce2    ! bit, set, res
        .long   0x4e9d599c,0xffffffff,0x24b16f98    ! bit, set, res by reg.
        .long   0x4a6608aa,0xffffffff,0x38a09aa6    ! tset
        .long   0xeacfaf3b,0xffffffff,0xf9896350    ! rl, rr, rlc, rrc
        .long   0xe87e25ea,0xffffffff,0x66f7f1b0    ! rldb, rrdb
        .long   0x9d7c26d3,0xffffffff,0x5fc5d3fb    ! sla, sll, sra, srl
        .long   0xb985968d,0xffffffff,0x2c0fc584    ! sda, sdl
        .long   0xa706567e,0x09a718f3,0xffddade2    ! sda, sdl: 0, beyond
        .long   0xe5102262,0xffffffff,0xdc868f77    ! mult
        .long   0xd6a60d59,0xffffffff,0xe59e72dd    ! multl
        .long   0xdaa64599,0xffffffff,0x139df5fb    ! div
        .long   0xf5c9a2c6,0xffffffff,0xc8cd5c2b    ! div: one bit more
        .long   0xca943276,0xffffffff,0x6669eaf0    ! divl
        .long   0x8efd81db,0x3158ec34,0x4060aacd    ! div, divl: overflow
        .long   0x072dbd02,0xffffffff,0x14828ebc    ! ld
        .long   0x3c678f33,0xffffffff,0x73f0547a    ! ldr
        .long   0x9796f542,0xffffffff,0x5e3cf994    ! lda, ldar
        .long   0xac23eecb,0xffffffff,0x28f64133    ! ldm
        .long   0x5f763312,0xffffffff,0x339264c3    ! ex
        .long   0xcab91055,0xffffffff,0x45e794f5    ! push, pop
        .long   0x64b974fd,0xffffffff,0x71481ed0    ! tcc
        .long   0xa9fbe010,0xffffffff,0xdaf69f7b    ! jr, jp
        .long   0x2098bdbd,0xffffffff,0x9e83f7fd    ! call, calr, ret
        .long   0xa05cb364,0xffffffff,0xc08c2e71    ! djnz, dbjnz
        .long   0xb2e56afc,0xffffffff,0x44b0f183    ! ldi, ldd
        .long   0x5edd8431,0xffffffff,0xcc37777e    ! cpi, cpd
        .long   0xa47dcfd4,0xffffffff,0xfb5e8e6b    ! cpsi, cpsd
        .long   0x2b675984,0xc72e8e21,0x3b47ac96    ! trib, trtib
        .long   0x87261df2,0x45ace040,0xad5d9d3d    ! setflg, resflg, comflg
        .long   0x893548db,0xffffffff,0x0a4d28ea    ! ldctlb, nop
        .long   0xb21cd552,0xffffffff,0xbab44b98    ! open: rldb rl1,rl1
        .long   0x1ddd61c4,0xffffffff,0xe196b9fc    ! open: pop x(r10),@r10
        .long   0xb048130c,0xffffffff,0x0068cbee    ! open: call x(r15)
        .long   0xed5df2e6,0xffffffff,0x2d171f7d    ! open: cpi r6,@r6
        .long   0x412ac676,0xffffffff,0x8cc41e69    ! traps
        .long   0xeff5a9b9,0xffffffff,0x21846456    ! privileged
        .long   0xca413936,0xffffffff,0xa673761e    ! ldctl, ei, di
        .long   0xac1982a2,0xffffffff,0xad401de1    ! ldps, iret
        .long   0x6cfa195c,0xe6b5b5d5,0x48aaafc5    ! in, out
.else
        .long   0x82e71c47,0xffffffff,0xe2cc3986    ! add, sub, cp: bytes
        .long   0x9dc46a84,0xffffffff,0x72f4e8da    ! add, sub, cp: words
        .long   0x8390f113,0xffffffff,0xad7bdc7f    ! add, sub, cp: long
        .long   0x587979ce,0xffffffff,0xf3a593b3    ! inc, dec, neg
        .long   0xec5e084f,0x2711ec53,0xb99e14d1    ! dab
        .long   0x229e5a9f,0xffffffff,0xcb623eef    ! exts
        .long   0x76a0217f,0xffffffff,0x19202a4d    ! and, or, xor
        .long   0x879ff2c3,0xffffffff,0x148d991c    ! com, test, clr
        .long   0xbd4e4658,0xffffffff,0xc57ea538    ! bit, set, res
        .long   0x6d179952,0xffffffff,0x0aad6bb5    ! bit, set, res by reg.
        .long   0x0aed7922,0xffffffff,0x80bfab8e    ! tset
        .long   0x67c8a1c3,0xffffffff,0xb828bfc8    ! rl, rr, rlc, rrc
        .long   0x13fe277e,0xffffffff,0xb5d2d6e4    ! rldb, rrdb
        .long   0x9b3bdfe6,0xffffffff,0xc70f705d    ! sla, sll, sra, srl
        .long   0x2c391b78,0xffffffff,0x077f6413    ! sda, sdl
        .long   0x7b824016,0x9b4e3b20,0x918f7d05    ! sda, sdl: 0, beyond
        .long   0xf0722f27,0xffffffff,0x8d4f3d89    ! mult
        .long   0xe8114368,0xffffffff,0xa78b8d21    ! multl
        .long   0xfa488be1,0xffffffff,0x04f38c86    ! div
        .long   0x7e2eb6a9,0xffffffff,0x327aac69    ! div: one bit more
        .long   0x229b55b0,0xffffffff,0x83abba24    ! divl
        .long   0x3a5253ab,0x82c7b4a7,0xeed6e2f1    ! div, divl: overflow
        .long   0xd069a35f,0xffffffff,0x052c1b98    ! ld
        .long   0xa736d6c1,0xffffffff,0xc919f721    ! ldr
        .long   0xf0feaf57,0xffffffff,0x060d390c    ! lda, ldar
        .long   0x8790a4e4,0xffffffff,0x70174315    ! ldm
        .long   0x43ceee78,0xffffffff,0xe17e731b    ! ex
        .long   0x541519b9,0xffffffff,0x5c62a9d7    ! push, pop
        .long   0xc6567ffb,0xffffffff,0xb72accb6    ! tcc
        .long   0x57ec309b,0xffffffff,0xd5936dda    ! jr, jp
        .long   0xc904f5c3,0xffffffff,0x3b33996b    ! call, calr, ret
        .long   0x73970467,0xffffffff,0x55b05c1d    ! djnz, dbjnz
        .long   0xf93b157c,0xffffffff,0xdd8fded8    ! ldi, ldd
        .long   0x9b56f040,0xffffffff,0x9dd2ec11    ! cpi, cpd
        .long   0xcf709cb4,0xffffffff,0x82b5dbd7    ! cpsi, cpsd
        .long   0xce1467e0,0x4cff543a,0xb8692275    ! trib, trtib
        .long   0x6264b02d,0xb4d05ce5,0x2f2e95a5    ! setflg, resflg, comflg
        .long   0x0254bd6b,0xffffffff,0x9da3a7ca    ! ldctlb, nop
        .long   0xa24c4ee7,0xffffffff,0xec8bb1a6    ! open: rldb rl1,rl1
        .long   0x5eff0d7d,0xffffffff,0x6717b2b1    ! open: pop x(r10),@r10
        .long   0x6f15443d,0xffffffff,0xa35cf14f    ! open: call x(r15)
        .long   0x15389900,0xffffffff,0x5e07e16b    ! open: cpi r6,@r6
        .long   0x49b36cd8,0xffffffff,0xfff9ed2d    ! traps
        .long   0x9d7b5dde,0xffffffff,0xb3090877    ! privileged
        .long   0xb6a4fe21,0xffffffff,0xaee6c971    ! ldctl, ei, di
        .long   0x50eee20f,0xffffffff,0xd2ded407    ! ldps, iret
        .long   0x624e4590,0x42a5b166,0x0682cacd    ! in, out
.endif
