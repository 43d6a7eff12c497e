! The sizes of what another module has: a name's, each of several names, an array's, a record's, a named type's. By hand. !
!= .text 210100022102000421030004210400062105000521060005 !
m module
type
 t record [x long y byte]
external
 a word
 b c long
 d array [3 word]
 e record [x word y word z byte]
 f t
global
p procedure
 entry
	ld	r1,#sizeof a
	ld	r2,#sizeof b
	ld	r3,#sizeof c
	ld	r4,#sizeof d
	ld	r5,#sizeof e
	ld	r6,#sizeof f
end p
end m
