	ld	r1,#1	; far
	  add  r1 ,  #70000  ; here
