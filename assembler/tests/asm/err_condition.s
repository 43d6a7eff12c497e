! A condition that there is not.
        jr      z,.
        tcc     gt,r1
        jr      xx,.
        ret     xx
        tcc     gtt,r1
