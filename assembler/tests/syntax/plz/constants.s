! Constants, one of them by others, and arithmetic. !
!= .text 21010003210201803aa6ff01 !
m module
constant
 base := %100
 offs := base/4 three := 3
 port := %FF00
global
p procedure
 entry

	ld	r1,#three
	ld	r2,#base+offs*2
	outb	port+1,rl2
end p
end m
