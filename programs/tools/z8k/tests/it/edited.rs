//! Programs that were disassembled, edited and assembled again: they do what they did.

use std::fs;
use std::path::PathBuf;

use super::commands::{folder, says};
use super::cpm::with_input;

/// A Z8001 whose serial output goes to a file.
const Z8001: &str = "processor = \"z8001\"\n[[memory]]\nkind = \"ram\"\nsize = 0x10000\n[[serial]]\noutput = \"out\"\n";

/// Changes its mode by constants in FCW, single bits of FCW, LDPS, a system call, and IRET; copies its program status
/// area to RAM; finds routines in a table that it reads byte by byte, and returns from them to a pushed address.
const BOTH_MODES: &str = "
        .z8001
        .text
        .word   0,0xc000
        .long   start
start:  ldl     rr14,#0x80009000
        clr     r2
        ldctl   psapseg,r2
        ldl     rr4,#area
        ldl     rr6,#0x8000a000
        ld      r1,#32
        ldir    @rr6,@rr4,r1
        ld      r3,#0xa000
        ldctl   psapoff,r3
        ld      r1,#0x4000
        ldctl   fcw,r1
        unsegm
        ld      r2,#hello
        call    print
        sc      #3
        ldps    status
        segm
far:    ldl     rr2,#there
        calr    long_print
        ldctl   r1,fcw
        res     r1,#15
        ldctl   fcw,r1
        unsegm
        ldb     rl0,#'c'
        ld      r1,#3
        lda     r2,letters-1(r1)
        cpdrb   rl0,@r2,r1,eq
        jp      found
letters: .ascii \"abc\"
        .even
status: .word   0xc000,far
found:  addb    rl1,#'0'
        outb    0xff03,rl1
        clr     r5
loop:   push    @r15,#back
        ld      r4,#ways
        add     r4,r5
        ldb     rh1,@r4
        inc     r4,#1
        ldb     rl1,@r4
        push    @r15,r1
        ret
ways:   .word   w,x,y,z
w:      ldb     rl0,#'w'
        jr      send
x:      ldb     rl0,#'x'
        jr      send
y:      ldb     rl0,#'y'
        jr      send
z:      ldb     rl0,#'z'
send:   outb    0xff03,rl0
        ret
back:   inc     r5,#2
        cp      r5,#8
        jr      ne,loop
        push    @r15,#done
        push    @r15,#0xc000
        push    @r15,#0
        iret
print:  ldb     rl0,@r2
        testb   rl0
        ret     z
        outb    0xff03,rl0
        inc     r2,#1
        jr      print
        segm
done:   ldl     rr2,#bye
        calr    long_print
trap:   halt
called: pushl   @rr14,rr2
        ldl     rr2,#call_text
        calr    long_print
        popl    rr2,@rr14
        iret
long_print: ldb rl0,@rr2
        testb   rl0
        ret     z
        outb    0xff03,rl0
        inc     r3,#1
        jr      long_print
area:   .word   0,0,0,0, 0,0xc000
        .long   trap
        .word   0,0xc000
        .long   trap
        .word   0,0xc000
        .long   called
        .word   0,0xc000
        .long   trap
        .word   0,0xc000
        .long   trap
        .word   0,0xc000
        .long   trap
        .word   0,0xc000
        .long   trap
hello:  .asciz  \"hello \"
call_text: .asciz \"called \"
there:  .asciz  \"far \"
bye:    .asciz  \" bye\"
";

#[test]
fn a_program_of_both_modes_can_be_edited() {
    let folder = folder("edited-modes");
    fs::create_dir_all(&folder).expect("a folder");
    fs::write(folder.join("machine.toml"), Z8001).expect("a file");
    fs::write(folder.join("first.s"), BOTH_MODES).expect("a file");
    let runs = |name: &str| {
        says(&folder, &format!("asm {name}.s -o {name}.bin --no-warnings"), 0, "");
        let _ = fs::remove_file(folder.join("out"));
        says(
            &folder,
            &format!("run --machine machine.toml {name}.bin --limit-clocks 1000000"),
            0,
            "",
        );
        let sent = fs::read(folder.join("out")).expect("the output");
        let text = fs::read_to_string(folder.join(format!("{name}.s"))).expect("a source");
        assert_eq!(String::from_utf8_lossy(&sent), "hello called far 2wxyz bye", "{text}");
    };
    runs("first");
    says(&folder, "dis first.bin --z8001 --reset -o again.s", 0, "");
    runs("again");
    let text = fs::read_to_string(folder.join("again.s")).expect("a source");
    assert_eq!(
        fs::read(folder.join("again.bin")).expect("bytes"),
        fs::read(folder.join("first.bin")).expect("bytes"),
        "{text}"
    );
    for distance in [10, 3, 1] {
        fs::write(folder.join("second.s"), spread(&text, distance)).expect("a file");
        runs("second");
    }
}

/// Inserts a NOP after every `distance` instructions. Where this makes a distance too long for a relative jump, a long
/// jump is used.
fn spread(source: &str, distance: usize) -> String {
    let mut text = String::new();
    let mut count = 0;
    for line in source.lines() {
        let line = match line.split_once(' ') {
            Some(("\tjr", rest)) => format!("\tjp {rest}"),
            Some(("\tcalr", rest)) => format!("\tcall {rest}"),
            _ => line.to_owned(),
        };
        let is_code = line.split("! ").nth(1).is_some_and(|comment| comment.contains("  "));
        let counts = is_code && !line.starts_with("\t.") && !line.starts_with("\text");
        count += usize::from(counts);
        text += &line;
        text += if counts && count % distance == 0 {
            "\n\tnop\n"
        } else {
            "\n"
        };
    }
    text
}

/// A segmented monitor with its variables beyond its image. A table has the letter of each command and, after it, the
/// address of its routine.
#[test]
#[ignore = "needs the monitor of the Z8001MB: set Z8001MB"]
fn the_monitor_of_a_board_can_be_edited() {
    let built = PathBuf::from(std::env::var_os("Z8001MB").expect("Z8001MB names the folder of z8kmon.bin"));
    let folder = folder("edited-monitor");
    fs::create_dir_all(&folder).expect("a folder");
    fs::copy(built.join("z8kmon.bin"), folder.join("first.bin")).expect("the monitor");
    let entries = (0x79C..0x7C6).step_by(6);
    let hints: String = entries.map(|at| format!("table {at:#x}..{:#x}\n", at + 4)).collect();
    fs::write(folder.join("hints"), hints).expect("a file");
    let run = |name: &str| {
        fs::copy(folder.join(name), folder.join("z8kmon.bin")).expect("a copy");
        let typed = "h\rs 010000\r9e 08\r01 02 ab\r.\rd 010000 01001f\rs\r7\r.\rd\rg 010000\rx 1\rd\r";
        let (_, said) = with_input(&folder, "run --machine z8001mb --limit-clocks 50000000", typed);
        let end = said.rfind("ran out of input").expect("the end of the input");
        said[..end].to_owned()
    };
    let expected = run("first.bin");
    assert!(expected.contains("01:0000| 9E 08 01 02 AB 00"), "{expected}");
    says(&folder, "dis first.bin --z8001 --reset --hints hints -o first.s", 0, "");
    let text = fs::read_to_string(folder.join("first.s")).expect("a source");
    // All instructions use the variables, which begin at 0920, by labels.
    let uses = text.lines().filter(|line| line.contains(" 8000 09"));
    let (named, numbers): (Vec<&str>, Vec<&str>) =
        uses.partition(|line| line.contains(" D09") || line.contains(",D09"));
    assert!(named.len() == 31 && numbers.is_empty(), "{named:?} {numbers:?}");
    for distance in [10, 3, 1] {
        fs::write(folder.join("second.s"), spread(&text, distance)).expect("a file");
        says(&folder, "asm second.s -o second.bin --no-warnings", 0, "");
        assert_eq!(run("second.bin"), expected, "{distance}");
    }
}
