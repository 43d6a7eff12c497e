; Numbers with b, o, q and d at the end, and without.
;= .text 0005f0f0000f00ff0063000affff
	.word	101b, 1111000011110000B, 17o, 377Q, 99d, 010, 65535
