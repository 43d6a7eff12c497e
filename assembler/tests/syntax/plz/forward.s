! Counts, sizes and values by constants that are defined later. Calculated by hand. !
!= .text 210100032102000c !
!= .data 00010002000000000000000000000000000000060003ff !
m module
internal
 a array [n word] := [1 2]
 b array [k n byte]
 d record [x array [n byte] y word]
 e word := sizeof d
 f array [k-1 word] := n
 g byte := last
 h array [0 byte]
global
p procedure
 entry
	ld	r1,#n
	ld	r2,#n*4
end p
constant
 n := 3 k := 2
 last := %FF
end m
