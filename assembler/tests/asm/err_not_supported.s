! Directives of GNU as that are refused, with the reason.
        .reloc  0,BFD_RELOC_16,a
        .weakref a,b
        .dcb.d  2,1.5
