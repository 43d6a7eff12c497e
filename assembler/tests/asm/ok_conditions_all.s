! Each condition for numbers below, at and above 0, for symbols, and for strings.
!= 01020607ff01020607ff030507ff01020405ff01020405ff080b0c0d10111415171a1d232500
	.irp n,-2,-1,0,1,2
	.if \n
	.byte 1
	.endif
	.ifne \n
	.byte 2
	.endif
	.ifeq \n
	.byte 3
	.endif
	.ifgt \n
	.byte 4
	.endif
	.ifge \n
	.byte 5
	.endif
	.iflt \n
	.byte 6
	.endif
	.ifle \n
	.byte 7
	.endif
	.byte 0xff
	.endr
	.equ known,5
	.ifdef known
	.byte 8
	.endif
	.ifdef unknown
	.byte 9
	.endif
	.ifndef known
	.byte 10
	.endif
	.ifndef unknown
	.byte 11
	.endif
	.ifnotdef unknown
	.byte 12
	.endif
	.ifb
	.byte 13
	.endif
	.ifb x
	.byte 14
	.endif
	.ifnb
	.byte 15
	.endif
	.ifnb x
	.byte 16
	.endif
	.ifc a,a
	.byte 17
	.endif
	.ifc a,b
	.byte 18
	.endif
	.ifnc a,a
	.byte 19
	.endif
	.ifnc a,b
	.byte 20
	.endif
	.ifeqs "a b","a b"
	.byte 21
	.endif
	.ifeqs "a","b"
	.byte 22
	.endif
	.ifnes "a","b"
	.byte 23
	.endif
	.if 0
	.byte 24
	.elseif 0
	.byte 25
	.elseif 1
	.byte 26
	.elseif 1
	.byte 27
	.else
	.byte 28
	.endif
	.if 1
	.byte 29
	.elseif 1
	.byte 30
	.else
	.byte 31
	.endif
	.if 0
	.if 1
	.byte 32
	.else
	.byte 33
	.endif
	.elseif 0
	.byte 34
	.else
	.byte 35
	.if 0
	.byte 36
	.else
	.byte 37
	.endif
	.endif
	.even
