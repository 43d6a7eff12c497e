! memory.s - variables, and the part of memory that tests see.

        tables
        .even
saved:          .space  18              ! R6-R14 during a test
saved_stack:    .space  2
.ifdef CPM
saved_port:     .space  28
.endif
defined_flags:  .space  2
hidden:         .space  2
period:         .space  2
lines:          .space  2
has_timer:      .space  2
family_wrong:   .space  2
wrong_families: .space  2
next_expected:  .space  2
crc_defined:    .space  4
crc_undefined:  .space  4
crc_clocks:     .space  4
.ifndef CPM
has_vectored:   .space  2
has_requests:   .space  2
has_latches:    .space  2
call_before:    .word   nothing
call_behind:    .word   nothing
log_end:        .space  2               ! the end of the logged interrupts, 0 without a log
logged:         .space  LOG_SIZE
log_saved:      .space  12
log_times:      .space  6               ! one for each interrupt
told:           .space  16
.ifdef SEGMENTED
                .space  250
has_units:      .space  2
.endif
phase:          .space  2
at_interrupt:   .space  30              ! R0-R14
interrupted:    .space  2
timed_status:   .word   0,prologue_b
.endif
extra:          .space  34
state:          .space  STATE_SIZE

        .org    RESULT
came:           .space  4               ! how the test returned; FCW
registers:      .space  32
memory:         .space  16

        .org    0x8100
translation:    .space  256
crc_upper:      .space  512
crc_lower:      .space  512
.ifndef CPM
unseen:         .space  16              ! memory that tests do not see, for input and stacks
.endif
                .space  256
stack_top:
