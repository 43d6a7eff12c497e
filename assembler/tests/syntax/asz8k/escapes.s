; Escapes in characters and strings.
;= .text 0a0d09080c5c2741610a6209635c64226500664132
	.byte	'\n', '\r', '\t', '\b', '\f', '\\', '\'', '\101'
	.byte	"a\nb\tc\\d\"e\0f\1012"
