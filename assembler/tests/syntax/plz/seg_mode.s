! Segmented mode: addresses are long. !
!= .text 61018000000014425e088000000076168000000031800004140e3e00fffe !
m module
$SEGMENTED
internal
p procedure
 entry
x:	ld	r1,x
	ldl	rr2,@rr4
	jp	x
	lda	rr6,x(r1)
	ld	r0,rr8(#4)
	ldl	rr14,#%3e00fffe
end p
end m
