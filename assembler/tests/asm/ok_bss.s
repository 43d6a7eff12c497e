! Variables in .bss take space and have no bytes.
        .bss
counter: .space  2
flag:   .space  1
        .even
buffer: .space  16
after:
        .text
        .word   flag-counter, buffer-counter, after-counter
!= 000200040014
