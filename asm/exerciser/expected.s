! expected.s - the sums of each family: defined, undefined, clocks.
!
! They are the sums of our emulator, which agrees with every available measurement. The sum of nothing is ffffffff.
! If a computed sum differs, the one given here is printed after it; the computed one replaces it if it is right.

        tables
        .even
expected:
.ifdef SEGMENTED
        .long   0x73206402,0xffffffff,0x4714cf16    ! add, sub, cp: bytes
        .long   0x9bc1da72,0xffffffff,0xf975f18d    ! add, sub, cp: words
        .long   0xaf409a9c,0xffffffff,0xf204cfc3    ! add, sub, cp: long
        .long   0x0e51bf8d,0xffffffff,0xcfc51ce5    ! inc, dec, neg
        .long   0x139381b3,0xe7962e48,0x2658e875    ! dab
        .long   0x39b2e5f3,0xffffffff,0xd9bee47a    ! exts
        .long   0x43af22c5,0xffffffff,0x6059660b    ! and, or, xor
        .long   0xbee76d2a,0xffffffff,0x118c29af    ! com, test, clr
        .long   0x1e4aa5ac,0xffffffff,0xeb941e46    ! bit, set, res
        .long   0xd5829212,0xffffffff,0xf2e768db    ! bit, set, res by reg.
        .long   0x1cbd0aa3,0xffffffff,0x526fb03c    ! tset
        .long   0x0f9580da,0xffffffff,0x77617c15    ! rl, rr, rlc, rrc
        .long   0x919cc6d3,0xffffffff,0xc81c377e    ! rldb, rrdb
        .long   0xfd9cef28,0xffffffff,0x867d69d8    ! sla, sll, sra, srl
        .long   0x4c3b5e3d,0xffffffff,0x0d1ef231    ! sda, sdl
        .long   0x1cfc5c7f,0x09a718f3,0xa5703ed7    ! sda, sdl: 0, beyond
        .long   0x180dba67,0xffffffff,0x92948e48    ! mult
        .long   0xf2919d40,0xffffffff,0xef48f337    ! multl
        .long   0xec939b30,0xffffffff,0x6848b3f3    ! div
        .long   0x0b875998,0xffffffff,0x84e4fa55    ! div: one bit more
        .long   0xdaeb3e0f,0xffffffff,0x7ee3bbcd    ! divl
        .long   0xff7f9731,0x20b82c6b,0x118a3445    ! div, divl: overflow
        .long   0x0ba14ee2,0xffffffff,0x236126e4    ! ld
        .long   0x81c537ae,0xffffffff,0x037d4446    ! ldr
        .long   0x9db9a4d6,0xffffffff,0x3ab7e4bb    ! lda, ldar
        .long   0xafe4ef0e,0xffffffff,0xe1094001    ! ldm
        .long   0x25d855df,0xffffffff,0x858af4b8    ! ex
        .long   0xe43e2d2a,0xffffffff,0x4a238965    ! push, pop
        .long   0x1a06af98,0xffffffff,0xc111384d    ! tcc
        .long   0xed6d42a7,0xffffffff,0xfe88cb82    ! jr, jp
        .long   0x5e19a061,0xffffffff,0xcb346bd4    ! call, calr, ret
        .long   0x5613c4b7,0xffffffff,0x3e44f5c5    ! djnz, dbjnz
        .long   0x24fd2408,0xffffffff,0x727c20e0    ! ldi, ldd
        .long   0x639a85ed,0xffffffff,0x5d216add    ! cpi, cpd
        .long   0x3118dd9f,0xffffffff,0xf9a7398f    ! cpsi, cpsd
        .long   0x15e53d98,0x14c72442,0x99daf189    ! trib, trtib
        .long   0x427871aa,0x7daeb4bc,0x5971c16c    ! setflg, resflg, comflg
        .long   0x0278dce7,0xffffffff,0x0de68623    ! ldctlb, nop
        .long   0x136a408b,0xffffffff,0x9e7a30f2    ! open: rldb rl1,rl1
        .long   0x868a1c36,0xffffffff,0x3988e3ab    ! open: pop x(r10),@r10
        .long   0x1fa9780a,0xffffffff,0x3cb1a9a9    ! open: call x(r15)
        .long   0xa32e58a0,0xffffffff,0x4b462131    ! open: cpi r6,@r6
        .long   0x5d15b172,0xffffffff,0x24d2593c    ! traps
        .long   0x2e7cf703,0xffffffff,0xaa09029a    ! privileged
        .long   0x323a3864,0xffffffff,0x7a51e593    ! ldctl, ei, di
        .long   0x97013baa,0xffffffff,0x27a69f2e    ! ldps, iret
        .long   0xcfe0f67d,0xffffffff,0xf5ac357b    ! interrupted
        .long   0x9d13a424,0xe6b5b5d5,0x23d89ef1    ! in, out
        .long   0xae8ccaee,0xffffffff,0xffffffff    ! vectored interrupt
        .long   0x5952be4a,0xffffffff,0xffffffff    ! interrupts, halt
        .long   0x703c0eb9,0xffffffff,0x51e0f359    ! ports
        .long   0x8a1a3878,0xffffffff,0xffffffff    ! z8010: commands
        .long   0xbbd9197e,0xffffffff,0xffffffff    ! z8010: accesses
.else
        .long   0x445b3827,0xffffffff,0x11e73589    ! add, sub, cp: bytes
        .long   0x734420fe,0xffffffff,0x26454cf0    ! add, sub, cp: words
        .long   0x1c8535dd,0xffffffff,0x12a187fd    ! add, sub, cp: long
        .long   0x4a04dabc,0xffffffff,0x5b8e87b0    ! inc, dec, neg
        .long   0x65602c11,0x2711ec53,0x960425f5    ! dab
        .long   0x1b67b838,0xffffffff,0x419fa919    ! exts
        .long   0x6773f565,0xffffffff,0x9e5aee20    ! and, or, xor
        .long   0x8d572121,0xffffffff,0x3f377d22    ! com, test, clr
        .long   0x1ad87b6c,0xffffffff,0x157201d9    ! bit, set, res
        .long   0xf60852dc,0xffffffff,0xd2506bf3    ! bit, set, res by reg.
        .long   0xbc7fc4ed,0xffffffff,0xb1bd7e71    ! tset
        .long   0x82928e22,0xffffffff,0xe74663cd    ! rl, rr, rlc, rrc
        .long   0x6a1cc447,0xffffffff,0x1c875d04    ! rldb, rrdb
        .long   0xfbdb161d,0xffffffff,0xa4ea184a    ! sla, sll, sra, srl
        .long   0xd987d3c8,0xffffffff,0x047de7e9    ! sda, sdl
        .long   0xc0784a17,0x9b4e3b20,0x8f916621    ! sda, sdl: 0, beyond
        .long   0x3f7ccc01,0xffffffff,0xfe47779a    ! mult
        .long   0x101e7e44,0xffffffff,0x55a1c8a8    ! multl
        .long   0x5d6d4df1,0xffffffff,0x673ece2a    ! div
        .long   0x80604df7,0xffffffff,0xc9b62b9c    ! div: one bit more
        .long   0xa9598356,0xffffffff,0x25367b1a    ! divl
        .long   0x56c3ceb6,0x8b0ff501,0xbb8d3e39    ! div, divl: overflow
        .long   0x9354a1e4,0xffffffff,0x0187cc2d    ! ld
        .long   0x1a946e5c,0xffffffff,0x78000aeb    ! ldr
        .long   0xcfd233d8,0xffffffff,0xe94d3ca0    ! lda, ldar
        .long   0xcd009e95,0xffffffff,0xde147321    ! ldm
        .long   0xb4a70472,0xffffffff,0xab9bb308    ! ex
        .long   0x92c14250,0xffffffff,0x3d5cdb5d    ! push, pop
        .long   0xb8e9a49e,0xffffffff,0xe016ddf5    ! tcc
        .long   0x3a6ae035,0xffffffff,0xb71a221d    ! jr, jp
        .long   0x6acbc7ce,0xffffffff,0x32747b20    ! call, calr, ret
        .long   0xcaf44919,0xffffffff,0xaeb01bd7    ! djnz, dbjnz
        .long   0xb8850c33,0xffffffff,0x8f7bf250    ! ldi, ldd
        .long   0x3af373ac,0xffffffff,0xe3b1ec36    ! cpi, cpd
        .long   0xd46bea79,0xffffffff,0xd2227234    ! cpsi, cpsd
        .long   0xa680af6c,0x9f16fe59,0xd259afd6    ! trib, trtib
        .long   0xfa3ddd76,0x21b42594,0x711bef89    ! setflg, resflg, comflg
        .long   0x89192957,0xffffffff,0x9b30211e    ! ldctlb, nop
        .long   0x033adb3e,0xffffffff,0x7a48f31c    ! open: rldb rl1,rl1
        .long   0xcbba44fc,0xffffffff,0xa5540d5a    ! open: pop x(r10),@r10
        .long   0xe4456c66,0xffffffff,0xee7228ce    ! open: call x(r15)
        .long   0x274cc4cc,0xffffffff,0xcc7e1b3f    ! open: cpi r6,@r6
        .long   0xf506cb00,0xffffffff,0xac6de1e6    ! traps
        .long   0xf518dfe1,0xffffffff,0x8b6a9904    ! privileged
        .long   0xd365b1b8,0xffffffff,0x1ee38fb1    ! ldctl, ei, di
        .long   0x4369933d,0xffffffff,0xdac29383    ! ldps, iret
        .long   0x122ab642,0xffffffff,0x18535bab    ! interrupted
        .long   0x2eda8cfa,0x42a5b166,0x2a25f165    ! in, out
        .long   0x68446b5e,0xffffffff,0xffffffff    ! vectored interrupt
        .long   0xd0bf67fc,0xffffffff,0xffffffff    ! interrupts, halt
        .long   0x339f83c3,0xffffffff,0xfca15a2e    ! ports
.endif
