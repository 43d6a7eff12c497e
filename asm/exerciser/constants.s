! constants.s - sizes and fixed addresses.
!
! Results contain addresses: a CALL pushes one. So everything that a tested instruction can see has its own address,
! the same on every machine.

STATUS_AREA = 0x0100            ! program status area of a plain run
TIMED_AREA  = 0x0200            ! and of a timed one
SLOT_A      = 0x1300            ! in program memory, for instructions under test
RESULT      = 0x7fd4            ! in data memory: the results of a test, 26 words; the last 8, the memory that
                                ! tests see, are on both sides of 8000h, so that pointers cross it

CODE_WORDS  = 6                 ! an instruction under test, or a few
SLED_WORDS  = 280

! The state before a test, word by word.
        .struct 0
STATE_CODE:             .space  2*CODE_WORDS
STATE_FCW:              .space  2
STATE_PC:               .space  2
STATE_REGISTERS:        .space  32
STATE_MEMORY:           .space  16
STATE_SIZE:
RESULT_WORDS = 26

! Kinds of records in the list of tests.
END    = 0
GROUP  = 1
FAMILY = 2
CLOSE  = 3
NEEDS  = 4                      ! a family that needs a device
ELSEWHERE = 5                   ! the list continues at another address

! FCW.
SYSTEM = 0x4000
NVIE   = 0x0800
.ifdef SEGMENTED
TEST_FCW = 0x8000               ! FCW of the instruction under test
CODE_OFFSET = 2                 ! which word of an instruction contains the offset of an address
PC_WORDS = 2                    ! words of a saved PC
SLOT_FRONT = 26                 ! from the words for relative loads to slot A
.else
TEST_FCW = 0
CODE_OFFSET = 1
PC_WORDS = 1
SLOT_FRONT = 22
.endif

ALL_FLAGS = 0xfc                ! C Z S P/V D H
C_FLAG = 0x80
Z_FLAG = 0x40
S_FLAG = 0x20
V_FLAG = 0x10

! The timer: the period in units of 16 clocks; any word written to the port after it withdraws the interrupt.
TIMER_PERIOD = 0xff10
TIMER_TAKEN  = 0xff12

! Period of most tests: what the engine needs before the instruction, plus some 50 clocks for the instruction.
USUAL = 10

! Timers with the vectored interrupt, which must give this identifier, and with the non-maskable one.
VECTOR_PERIOD = 0xff14
VECTOR_TAKEN  = 0xff16
VECTOR        = 0x12
VIE           = 0x1000
NMI_PERIOD    = 0xff18
NMI_TAKEN     = 0xff1a

! Sixteen byte ports that read as last written; the even port is the upper half of a word.
LATCHES = 0xff40

! Two Z8010, in the special I/O space: the first lets addresses pass after a reset.
UNIT_A = 0x02
UNIT_B = 0x04
