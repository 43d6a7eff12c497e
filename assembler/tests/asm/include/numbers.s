! Constants for those who include this.
        .equ    WIDTH, 8
        .equ    HEIGHT, WIDTH*2
