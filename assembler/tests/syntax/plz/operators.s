! Operators with names bind as times and plus do. !
!= .text 00ff003c00fe001010000002ffff0003000a000e0007ffff !
m module
global
p procedure
 entry

	wval	%F0 lor %0F, %FF land %3C, %FF lxor 1
	wval	1 shl 4, %8000 shr 3, 17 mod 5, lnot 0 land %FFFF
	wval	1 + 2 land 6, 8 lor 1 shl 1, 2 * (3 + 4)
	wval	1 lor 2 + 4, -1
end p
end m
