! + - * / %: the quotient is rounded towards zero.
        .word   7+3, 7-10, 7*3
        .word   7/3, -7/3, 7/-3
        .word   7%3, -7%3
        .word   10-4-3, 100/10/2
!= 000afffd00150002fffefffe0001ffff00030005
