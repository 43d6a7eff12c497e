! The number of a system call has 8 bits without a sign.
        sc      #0
        sc      #255
        sc      #256
        sc      #-1
