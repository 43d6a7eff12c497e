! Procedures, their names and labels. !
!= .text e8ff5f0000089e08d0059e08 !
m module
external
 other procedure
internal
 first procedure
  entry
l1:	jr	l1
	call	second
	ret
 end first
global
 second procedure
  entry
	calr	first
	ret
 end second
end m
