; Mnemonics, registers and directives in capitals; labels are what they are.
;= .text 210100ff203aeefc00044162
Start	LD	R1,#0FFH
start	LDB	RL2,@R3
	JR	NZ,Start
	.WORD	start
	.BYTE	"Ab"
