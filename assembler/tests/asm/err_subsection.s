! The numbers of subsections.
        .text   -1
        .data   8193
        .section .more, 8192
        .text   later
later:
