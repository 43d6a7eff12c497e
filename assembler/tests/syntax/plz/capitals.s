! Words and mnemonics in capitals; names are what they are. !
!= .text 21010005203aeefce8fd !
!= .data 00050006 !
M MODULE
CONSTANT
 N := 5
GLOBAL
P PROCEDURE
 ENTRY
a:	LD	R1,#N
A:	LDB	RL2,@R3
	JR	NZ,a
	JR	A
END P
INTERNAL
 X ARRAY [2 WORD] := [N 6]
END M
