	.code
	sval	'abc
	sval	'%ZZ'
	.byte	"abc
