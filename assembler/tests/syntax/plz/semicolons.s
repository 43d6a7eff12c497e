! Several statements on a line. !
!= .text 8d079e088d07e8fe !
m module
global
p procedure
 entry

	nop; ret; x: nop ; jr x
end p
end m
