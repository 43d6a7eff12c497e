! A parameter may demand an argument.
        .macro  fill count:req, value=0
        .space  \count,\value
        .endm
        fill
        fill    ,1
        fill    1, 2, 3
