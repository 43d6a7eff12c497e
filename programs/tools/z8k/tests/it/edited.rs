//! Programs that were run, disassembled, edited and assembled again: they do what they did.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use super::commands::{folder, says};
use super::cpm::with_input;

/// Prints what is pointed to by a table, by arguments on the stack and in registers, alone and several at once, by
/// memory, and up to an end; and goes where a table leads. 0x202 and 0x4e in the data are not addresses, though code is
/// there, or data.
const POINTING: &str = "
        .z8002
        .text
start:  ld      r8,#0
1:      push    @r15,list(r8)
        call    print
        inc     r15,#2
        inc     r8,#2
        cp      r8,#6
        jr      lt,1b
        push    @r15,#four
        push    @r15,#print
        call    twice
        inc     r15,#4
        ld      r7,#five
        call    pass
        ld      kept,#six
        ld      r7,kept
        calr    show
        lda     r9,letters
2:      ldb     rl7,@r9
        ld      r5,#2
        sc      #2
        inc     r9,#1
        cp      r9,#last
        jr      ne,2b
        ld      r10,#copied
        ld      r11,#list
        ld      r1,#3
        ldir    @r10,@r11,r1
        ld      r7,copied+4
        calr    show
        ld      r1,number
        sub     r1,#0x4c
        ld      r2,ways(r1)
        jp      @r2
one_way: ld     r14,#two
        ldm     r12,pair,#2
        ld      r7,r12
        calr    show
        ld      r7,r13
        calr    show
        ld      r7,r14
        calr    show
        ldm     copied,r12,#2
        ld      r7,copied+2
        calr    show
        clr     r5
        sc      #2
other:  ld      r3,#odd+2
        ld      r7,0xfffe(r3)
        calr    show
        jr      one_way
twice:  ld      r1,2(r15)
        push    @r15,4(r15)
        call    @r1
        inc     r15,#2
        ret
print:  ld      r7,2(r15)
pass:   calr    show
        ret
show:   ld      r6,r7
        testb   @r6
        ret     z
        ld      r5,#9
        sc      #2
        ret
rest:
        DATA
one:    .asciz  \"one $\"
        .even
two:    .asciz  \"two $\"
        .even
three:  .asciz  \"three $\"
        .even
four:   .asciz  \"four $\"
        .even
five:   .asciz  \"five $\"
        .even
six:    .asciz  \"six $\"
        .even
seven:  .asciz  \"seven $\"
        .even
list:   .word   one,two,three
odd:    .word   seven
number: .word   0x4e
        .word   0x202,0x4e
ways:   .word   one_way,other
pair:   .word   four,five
letters: .ascii \"abcd \"
last:
        .bss
        SPACE
kept:   .space  2
copied: .space  6
";

/// A Z8001 whose serial output is a file.
const Z8001: &str = "processor = \"z8001\"\n[[memory]]\nkind = \"ram\"\nsize = 0x10000\n[[serial]]\noutput = \"out\"\n";

/// Changes its mode by constants in FCW, single bits of FCW, LDPS, a system call, and IRET; has its program status area
/// copied to RAM; finds routines in a table that it reads byte by byte, and returns from them to a pushed address.
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

/// A NOP after every `distance` instructions. Where that makes a distance too long, a jump is a long one.
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

/// The files of a folder.
fn contents(folder: &Path) -> BTreeMap<PathBuf, Vec<u8>> {
    let entries = fs::read_dir(folder).expect("a folder").flatten();
    let read = |path: PathBuf| {
        (
            PathBuf::from(path.file_name().expect("a name")),
            fs::read(path).expect("a file"),
        )
    };
    entries.map(|entry| read(entry.path())).collect()
}

/// Runs a program, disassembles it and edits the source: the program does the same for the same input.
fn stays(folder: &Path, program: &str, arguments: &str, input: &str, distances: &[usize]) -> String {
    let drive = |name: &str, files: &Path| {
        let drive = folder.join(name);
        let _ = fs::remove_dir_all(&drive);
        fs::create_dir(&drive).expect("a folder");
        for (name, bytes) in contents(files) {
            fs::write(drive.join(name), bytes).expect("a file");
        }
    };
    let files = folder.join("files");
    fs::create_dir_all(&files).expect("a folder");
    drive("first", &files);
    let run = format!("cpm --drive A=first --coverage run.cov {program}.z8k {arguments}");
    let expected = with_input(folder, &run, input);
    let (_, text) = with_input(folder, &format!("dis {program}.z8k --coverage run.cov"), "");
    let (text, found) = text.split_at(
        text.rfind("\n")
            .map_or(0, |end| text[..end].rfind('\n').map_or(0, |at| at + 1)),
    );
    assert!(found.contains("(100.00%)"), "{found}");
    for &distance in distances {
        fs::write(folder.join("second.s"), spread(text, distance)).expect("a file");
        says(folder, "asm second.s --format xout --no-warnings -o second.z8k", 0, "");
        drive("second", &files);
        let run = format!("cpm --drive A=second second.z8k {arguments}");
        assert_eq!(
            with_input(folder, &run, input),
            expected,
            "{program}, {distance}\n{text}"
        );
    }
    expected.1
}

#[test]
fn a_disassembly_can_be_edited() {
    let folder = folder("edited");
    for (data, space) in [(".org rest", ".org last+1"), (".data", "")] {
        let source = POINTING.replace("DATA", data).replace("SPACE", space);
        fs::write(folder.join("first.s"), source).expect("a file");
        says(&folder, "asm first.s --format xout --no-warnings -o first.z8k", 0, "");
        let said = stays(&folder, "first", "", "", &[10, 3, 1]);
        assert_eq!(said, "one two three four five six abcd three seven four five two five ");
    }
}

#[test]
#[ignore = "needs a disk of CP/M-8000: set CPM8000"]
fn programs_of_a_disk_can_be_edited() {
    let disk = PathBuf::from(std::env::var_os("CPM8000").expect("CPM8000 names a folder"));
    let folder = folder("edited-disk");
    fs::create_dir_all(folder.join("files")).expect("a folder");
    for name in ["wump.c", "zork1.dat"] {
        let _ = fs::copy(disk.join(name), folder.join("files").join(name));
    }
    let game = "n\nm\n7\ns\n2\n7\nm\n9\nm\n1\nm\n2\ns\n1\n5\nm\n3\nm\n4\nm\n12\nn\n";
    let story = "open mailbox\nread leaflet\ndrop leaflet\nnorth\neast\nopen window\nenter\ntake all\nwest\ntake lamp\n\
                 inventory\nlook\nturn on lamp\nscore\nquit\ny\n";
    let calls = [
        ("wump", "", game),
        ("stat", "", ""),
        ("stat", "*.*", ""),
        ("pip", "copy.c=wump.c", ""),
        ("pip", "", "con:=wump.c\n\n"),
        ("zork", "", story),
    ];
    for (program, arguments, input) in calls {
        let name = format!("{program}.z8k");
        // The story is on another disk.
        if program != "zork" || disk.join(&name).exists() {
            fs::copy(disk.join(&name), folder.join(&name)).expect("a program");
            stays(&folder, program, arguments, input, &[10, 3]);
        }
    }
}
