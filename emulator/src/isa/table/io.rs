//! Input and output; all of it privileged.

use super::super::form::forms;

forms! {
    IO:
    In     "rd,@ps"     "0011 1101 ssss dddd"                     "10"     "------" privileged;
    In     "rd,port"    "0011 1011 dddd 0100"                     "12"     "------" privileged;
    Inb    "rbd,@ps"    "0011 1100 ssss dddd"                     "10"     "------" privileged;
    Inb    "rbd,port"   "0011 1010 dddd 0100"                     "12"     "------" privileged;
    Ind    "@rd,@ps,ra" "0011 1011 ssss 1000 0000 aaaa DDDD 1000" "21"     "-Z-V--" privileged;
    Indb   "@rd,@ps,ra" "0011 1010 ssss 1000 0000 aaaa DDDD 1000" "21"     "-Z-V--" privileged;
    Indr   "@rd,@ps,ra" "0011 1011 ssss 1000 0000 aaaa DDDD 0000" "11+10n" "-Z-V--" privileged;
    Indrb  "@rd,@ps,ra" "0011 1010 ssss 1000 0000 aaaa DDDD 0000" "11+10n" "-Z-V--" privileged;
    Ini    "@rd,@ps,ra" "0011 1011 ssss 0000 0000 aaaa DDDD 1000" "21"     "-Z-V--" privileged;
    Inib   "@rd,@ps,ra" "0011 1010 ssss 0000 0000 aaaa DDDD 1000" "21"     "-Z-V--" privileged;
    Inir   "@rd,@ps,ra" "0011 1011 ssss 0000 0000 aaaa DDDD 0000" "11+10n" "-Z-V--" privileged;
    Inirb  "@rd,@ps,ra" "0011 1010 ssss 0000 0000 aaaa DDDD 0000" "11+10n" "-Z-V--" privileged;
    Otdr   "@pd,@rs,ra" "0011 1011 SSSS 1010 0000 aaaa dddd 0000" "11+10n" "-Z-V--" privileged;
    Otdrb  "@pd,@rs,ra" "0011 1010 SSSS 1010 0000 aaaa dddd 0000" "11+10n" "-Z-V--" privileged;
    Otir   "@pd,@rs,ra" "0011 1011 SSSS 0010 0000 aaaa dddd 0000" "11+10n" "-Z-V--" privileged;
    Otirb  "@pd,@rs,ra" "0011 1010 SSSS 0010 0000 aaaa dddd 0000" "11+10n" "-Z-V--" privileged;
    Out    "@pd,rs"     "0011 1111 dddd ssss"                     "10"     "------" privileged;
    Out    "port,rs"    "0011 1011 ssss 0110"                     "12"     "------" privileged;
    Outb   "@pd,rbs"    "0011 1110 dddd ssss"                     "10"     "------" privileged;
    Outb   "port,rbs"   "0011 1010 ssss 0110"                     "12"     "------" privileged;
    Outd   "@pd,@rs,ra" "0011 1011 SSSS 1010 0000 aaaa dddd 1000" "21"     "-Z-V--" privileged;
    Outdb  "@pd,@rs,ra" "0011 1010 SSSS 1010 0000 aaaa dddd 1000" "21"     "-Z-V--" privileged;
    Outi   "@pd,@rs,ra" "0011 1011 SSSS 0010 0000 aaaa dddd 1000" "21"     "-Z-V--" privileged;
    Outib  "@pd,@rs,ra" "0011 1010 SSSS 0010 0000 aaaa dddd 1000" "21"     "-Z-V--" privileged;
    Sin    "rd,port"    "0011 1011 dddd 0101"                     "12"     "------" privileged;
    Sinb   "rbd,port"   "0011 1010 dddd 0101"                     "12"     "------" privileged;
    Sind   "@rd,@ps,ra" "0011 1011 ssss 1001 0000 aaaa DDDD 1000" "21"     "-Z-V--" privileged;
    Sindb  "@rd,@ps,ra" "0011 1010 ssss 1001 0000 aaaa DDDD 1000" "21"     "-Z-V--" privileged;
    Sindr  "@rd,@ps,ra" "0011 1011 ssss 1001 0000 aaaa DDDD 0000" "11+10n" "-Z-V--" privileged;
    Sindrb "@rd,@ps,ra" "0011 1010 ssss 1001 0000 aaaa DDDD 0000" "11+10n" "-Z-V--" privileged;
    Sini   "@rd,@ps,ra" "0011 1011 ssss 0001 0000 aaaa DDDD 1000" "21"     "-Z-V--" privileged;
    Sinib  "@rd,@ps,ra" "0011 1010 ssss 0001 0000 aaaa DDDD 1000" "21"     "-Z-V--" privileged;
    Sinir  "@rd,@ps,ra" "0011 1011 ssss 0001 0000 aaaa DDDD 0000" "11+10n" "-Z-V--" privileged;
    Sinirb "@rd,@ps,ra" "0011 1010 ssss 0001 0000 aaaa DDDD 0000" "11+10n" "-Z-V--" privileged;
    Sotdr  "@pd,@rs,ra" "0011 1011 SSSS 1011 0000 aaaa dddd 0000" "11+10n" "-Z-V--" privileged;
    Sotdrb "@pd,@rs,ra" "0011 1010 SSSS 1011 0000 aaaa dddd 0000" "11+10n" "-Z-V--" privileged;
    Sotir  "@pd,@rs,ra" "0011 1011 SSSS 0011 0000 aaaa dddd 0000" "11+10n" "-Z-V--" privileged;
    Sotirb "@pd,@rs,ra" "0011 1010 SSSS 0011 0000 aaaa dddd 0000" "11+10n" "-Z-V--" privileged;
    Sout   "port,rs"    "0011 1011 ssss 0111"                     "12"     "------" privileged;
    Soutb  "port,rbs"   "0011 1010 ssss 0111"                     "12"     "------" privileged;
    Soutd  "@pd,@rs,ra" "0011 1011 SSSS 1011 0000 aaaa dddd 1000" "21"     "-Z-V--" privileged;
    Soutdb "@pd,@rs,ra" "0011 1010 SSSS 1011 0000 aaaa dddd 1000" "21"     "-Z-V--" privileged;
    Souti  "@pd,@rs,ra" "0011 1011 SSSS 0011 0000 aaaa dddd 1000" "21"     "-Z-V--" privileged;
    Soutib "@pd,@rs,ra" "0011 1010 SSSS 0011 0000 aaaa dddd 1000" "21"     "-Z-V--" privileged;
}
