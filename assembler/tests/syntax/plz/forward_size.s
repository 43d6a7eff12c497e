! Sizes and offsets by constants that are defined later, used before. Calculated by hand. !
!= .text 21010006210200066103000c21040008 !
!= .data 0001000000000000000000000000 !
m module
global
p procedure
 entry
	ld	r1,#sizeof a
	ld	r2,#sizeof d
	ld	r3,d.y
	ld	r4,#k
end p
internal
 a array [n word] := [1]
 b array [k-6 byte]
 d record [x array [n byte] y word]
constant
 k := sizeof a + 2
 n := 3
end m
