m module
global
p procedure
 entry
	if eq then
	nop
end p
q procedure
 entry
	od
	if maybe then fi
	exit
end q
end m
