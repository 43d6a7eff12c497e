! frames.s - what the routines of the search keep on the stack.
!
! The debugger reads these frames by the names below: a routine's frame is directly above the return address of
! the routine it has called, except for the words that it has pushed meanwhile.

! Registers saved by one LDM: R6-R14 by search_child, score_move and near_move; R6-R13 by t2v and search_move of the
! simple version.
        .struct 0
FRAME_DEPTH:    .space  2               ! R6: depth; in near_move what the move gains
FRAME_COLOURS:  .space  2               ! R7
FRAME_LOWER:    .space  2               ! R8: lower bound, and best value so far
FRAME_UPPER:    .space  2               ! R9: upper bound
FRAME_MATERIAL: .space  2               ! R10
FRAME_UNDO:     .space  2               ! R11: undo record of the move before
FRAME_LISTS:    .space  2               ! R12
FRAME_CHILD:    .space  2               ! R13
FRAME_SHORT_SIZE:
FRAME_NODE:     .space  2               ! R14
FRAME_SIZE:

! Bytes pushed below the frame: by score_move and near_move while they make the move; by score_move while it
! evaluates the position after it, the node count if that is not to change.
        .equ    FRAME_MAKING, 2
        .if     COUNT_ORDERING
        .equ    FRAME_SCORING, 0
        .else
        .equ    FRAME_SCORING, 4
        .endif

! What it2v keeps; while an iteration is reported, its value is below.
        .struct 0
ITERATION_DEPTH:        .space  2
ITERATION_TARGET:       .space  2
        .equ    ITERATION_REPORTING, 2

! R8-R14 saved by t1v and by matev.
        .equ    FRAME_CAPTURE_SIZE, FRAME_SIZE-FRAME_LOWER
        .equ    FRAME_MATE_SIZE, FRAME_SIZE-FRAME_LOWER

! Places at which the debugger stops, in addition to routines.
        .global t2v_stand_pat
        .if     SIMPLE
        .global search_better
        .else
        .global near_quiesced
        .endif
