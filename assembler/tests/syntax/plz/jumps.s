! Mnemonics of this dialect. !
!= .text 5e0800005e0e00005f000000 !
m module
global
p procedure
 entry

x:	jpr	x
	jpr	nz,x
	callr	x
end p
end m
