	.code
{
~a:	nop
}
{
	jr	~a
}
