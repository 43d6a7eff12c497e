! .space with a fill.
        .space  3, 0xff
        .space  2, 'x'
        .space  2, -1
!= ffffff7878ffff
