; Names of flags and of interrupts.
;= .text 8dc18d238d157c017c04
	setflg	c,z
	resflg	s
	comflg	p,v
	di	vi
	ei	vi,nvi
