! A name that is nearly the one of a macro.
        .macro  delay n
        .space  \n
        .endm
        delai   3
