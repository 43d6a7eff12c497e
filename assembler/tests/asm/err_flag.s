! A flag that there is not.
        setflg  c
        resflg  c,z,s,p
        setflg  q
        resflg  c,z,q
