; A name in the first column is a label, with a colon or without.
;= .text 8d078d07e8fde8fd5e0800045e080006
first	nop
second:	nop
third
	jr	first
   fourth:	jr	second
	jp	third
	jp	fourth
