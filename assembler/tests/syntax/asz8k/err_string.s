	.byte	"abc
	.title	5
	.byte	'
