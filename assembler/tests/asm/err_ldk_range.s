! ldk has constants of 0 to 15.
        ldk     r1,#0
        ldk     r1,#15
        ldk     r1,#16
        ldk     r1,#-1
