; One of each construct, for the fuzz test as well. The bytes are those of AS 1.42.
        cpu     z8002
        supmode on
        page    0

step    equ     0Fh
limit   =       step*2+1
count   :=      0
sum     function a,b,(a)+(b)
acc     reg     r5
name    equ     "text"

fill    macro   value,times=2
        rept    times
        db      value
        endm
        endm

wait    macro   port
again:  inb     rl0,@port
        jr      z,again
        endm

point   struct
x       dw      ?
y       db      ?
        endstruct

        org     10h
start:  ld      acc,#sum(step,1)
.loop:  add     rr2,@acc
        djnz    r1,.loop
        wait    r3
        wait    r4
        fill    1
        fill    value=2,times=4
        irp     reg,r1,r2
        clr     reg
        endm
        irpc    letter,"ab"
        db      "letter"
        endm
        while   count<4
        db      count
count   :=      count+1
        endm
-       test    @acc
        jr      nz,-
        if      (limit>30)&&(name="text")
        db      name,strlen(name)
        elseif  limit=0
        db      0
        else
        db      9
        endif
        switch  limit
        case    1,2
        db      1
        elsecase
        db      2
        endcase
        align   2
        dw      3 dup (point_y,point_len),$
        phase   8000h
moved:  calr    moved
        dw      moved,$
        dephase
here:   point
        dw      here_y,start
        end
;= .text 210500101652f1823c38e6fe3c48e6fe0101020202028d188d286162000102030d54eefe746578740402000200030002
;= .text 000300020003003ad0018000800200000000500010
