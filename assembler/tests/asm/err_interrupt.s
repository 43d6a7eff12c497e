! An interrupt that there is not.
        ei      vi
        di      vi,nvi
        ei      foo
        di      vi,nmi
