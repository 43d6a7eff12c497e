! .space: bytes of 0, or of a fill.
        .byte   1
        .space  3
        .byte   2
        .equ    SIZE, 4
        .space  SIZE*2
        .byte   3
        .space  3, 0xff
        .space  2, 'x'
        .space  2, -1
!= 0100000002000000000000000003ffffff7878ffff
