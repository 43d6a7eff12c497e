! A loop goes backwards, 252 bytes at most.
        djnz    r1,.-254
        dbjnz   rl1,end
        nop
end:
