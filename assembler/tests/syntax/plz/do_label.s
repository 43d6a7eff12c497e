! A loop that is left from one within it. !
!= .text ab10ed01e804ee01e8fbe8fae8f99e08 !
m module
global
p procedure
 entry

outer: do
	 do
	  dec	r1,#1
	  if mi then exit from outer fi
	  if eq then repeat from outer fi
	 od
	od
	ret
end p
end m
