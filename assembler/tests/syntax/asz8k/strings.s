; Strings among bytes, and two that follow each other.
;= .text 6162630001646566026768
	.byte	"abc", 0, 1, "de", 'f', "", 2
	.byte	"g""h"
