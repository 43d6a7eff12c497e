! The size of a variable, also of a later one. !
!= .text 210100402102000321030005 !
!= .data 000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000 !
!= .data 0000000000000000000000000000000061626364656600000000 !
m module
global
p procedure
 entry
	ld	r1,#sizeof buffer
	ld	r2,#(sizeof text)/2
	ld	r3,#sizeof one+1
end p
internal
 buffer array [%20 word]
 text array [* byte] := 'abcdef'
 one long
end m
