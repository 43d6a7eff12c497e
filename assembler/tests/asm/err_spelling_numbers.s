! Numbers and strings as MASM, PLZ, asz8k, AS and Motorola write them.
	ld	r1,#100h
	ld	r1,#0ffh
	ld	r1,#&hff
	ld	r1,#%ff
	ld	r1,#x'ff'
	ld	r1,#H'ff'
	ld	r1,#1010b
	ld	r1,#b'1010'
	ld	r1,#17o
	org	100h
	ld	r1,#'AB'
	.ascii	'abc'
	.byte	"abc"
	ld	r1,"a"
	ld r1,#5
	.ascii	“abc”
