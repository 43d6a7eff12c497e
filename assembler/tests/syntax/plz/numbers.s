! Numbers: hexadecimal, with a radix, decimal. !
!= .text 00ff001f000a000a000ffffe000721010010 !
m module
global
p procedure
 entry

	wval	%FF %1f, 10, %(2)1010, %(8)17, %(16)FFFE, 007
	ld	r1,#%0010
end p
end m
