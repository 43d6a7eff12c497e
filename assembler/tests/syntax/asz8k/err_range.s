	.byte	300
	ldk	r1,#10h+	; nothing
	ld	r1,#10000h
