//! Files: every test runs in a folder and in a disk image with the same expectations, taken from CP/M's manuals:
//! extents of 128 records, random records, holes, and the results of searching and renaming.

use tempfile::TempDir;
use z8000_cpm::Host;
use z8000_cpm::drive::{Folder, Image, Volume};

use crate::calls::{
    CLOSE, Calls, DMA, FIRST, MAKE, NEXT, OPEN, READ, USER, WRITE, at, host, in_folder, read, record, result,
    small_image,
};

const DELETE: u16 = 19;
const RENAME: u16 = 23;
const ATTRIBUTES: u16 = 30;
const READ_RANDOM: u16 = 33;
const WRITE_RANDOM: u16 = 34;
const SIZE: u16 = 35;
const SET_RANDOM: u16 = 36;
const RECORDS: u16 = 44;
const FREE_SPACE: u16 = 46;
const LOGIN: u16 = 24;
const READ_ONLY: u16 = 29;

/// Runs a test on both kinds of drives.
fn on_both(test: impl Fn(&mut Host)) {
    let folder = TempDir::new().expect("a folder");
    test(&mut in_folder(folder.path()));
    let folder = TempDir::new().expect("a folder");
    test(&mut host(small_image(&folder.path().join("disk"))));
}

#[test]
fn records_are_written_and_read_in_order() {
    on_both(|host| {
        let mut calls = Calls::default();
        let one = calls.block(0, b"A       TXT");
        let two = calls.block(1, b"A       TXT");
        let (first, second, buffer) = (
            calls.bytes(&record(1)),
            calls.bytes(&record(2)),
            calls.bytes(&record(0)),
        );
        let missing = calls.file(OPEN, one);
        let made = calls.file(MAKE, one);
        calls.call(DMA, first);
        let written = calls.file(WRITE, one);
        calls.call(DMA, second);
        calls.file(WRITE, one);
        let closed = calls.file(CLOSE, one);
        let opened = calls.file(OPEN, two);
        calls.call(DMA, buffer);
        calls.file(READ, two);
        let read_second = calls.file(READ, two);
        let end = calls.file(READ, two);
        let again = calls.file(READ, two);
        let results = calls.run(host).expect("it runs");
        assert_eq!(results[missing], 0xFF);
        for call in [made, written, closed, opened, read_second] {
            assert_eq!(results[call], 0);
        }
        assert_eq!((results[end], results[again]), (1, 1));
        assert_eq!(read(host, buffer, 128), record(2));
        // Record count 2, current record 2, extent 0.
        let block = read(host, two.0, 36);
        assert_eq!((block[12], block[15], block[32]), (0, 2, 2));
    });
}

/// Writes 130 records and reads them across the boundary of the extents; then random access before and after it.
#[test]
fn extents_follow_each_other() {
    on_both(|host| {
        let mut calls = Calls::default();
        let file = calls.block(0, b"BIG        ");
        let again = calls.block(0, b"BIG        ");
        let random = calls.block(0, b"BIG        ");
        let behind = calls.block(0, b"BIG        ");
        let buffer = calls.bytes(&record(0));
        let records: Vec<u16> = (0..130).map(|number| calls.bytes(&record(number))).collect();
        calls.file(MAKE, file);
        for at in &records {
            calls.call(DMA, *at);
            calls.file(WRITE, file);
        }
        calls.file(CLOSE, file);
        calls.call(DMA, buffer);
        calls.file(OPEN, again);
        let reads: Vec<usize> = (0..130).map(|_| calls.file(READ, again)).collect();
        let end = calls.file(READ, again);
        calls.file(SIZE, random);
        calls.random(behind, 128);
        let found = calls.file(READ_RANDOM, behind);
        let follows = calls.file(READ, behind);
        let next = calls.file(READ, behind);
        let results = calls.run(host).expect("it runs");
        assert!(reads.iter().all(|call| results[*call] == 0));
        assert_eq!(results[end], 1);
        assert_eq!(read(host, again.0 + 12, 4)[0], 1, "the second extent");
        assert_eq!(read(host, random.0 + 33, 3), [0, 0, 130]);
        // After a random read, a sequential read returns the same record.
        assert_eq!((results[found], results[follows], results[next]), (0, 0, 0));
        assert_eq!(read(host, buffer, 128), record(129));
        assert_eq!(read(host, behind.0 + 12, 1), [1]);
        assert_eq!(read(host, behind.0 + 32, 1), [2]);
    });
}

#[test]
fn a_file_of_exactly_one_extent_can_be_appended_to() {
    on_both(|host| {
        let mut calls = Calls::default();
        let file = calls.block(0, b"FULL       ");
        let block = calls.block(0, b"FULL       ");
        let bytes = calls.bytes(&record(5));
        calls.file(MAKE, file);
        calls.call(DMA, bytes);
        for _ in 0..128 {
            calls.file(WRITE, file);
        }
        // At the end, a read finds nothing, and changes nothing.
        let end = calls.file(READ, file);
        let twice = calls.file(READ, file);
        let more = calls.file(WRITE, file);
        calls.file(CLOSE, file);
        calls.file(SIZE, block);
        let results = calls.run(host).expect("it runs");
        assert_eq!((results[end], results[twice], results[more]), (1, 1, 0));
        assert_eq!(read(host, block.0 + 33, 3), [0, 0, 129]);
    });
}

#[test]
fn random_records_leave_holes() {
    on_both(|host| {
        let mut calls = Calls::default();
        let file = calls.block(0, b"HOLES      ");
        calls.random(file, 300);
        let bytes = calls.bytes(&record(9));
        let buffer = calls.bytes(&record(7));
        let at = |calls: &mut Calls, record: u32| {
            let block = calls.block(0, b"HOLES      ");
            calls.random(block, record);
            block
        };
        let near = at(&mut calls, 296);
        let block = at(&mut calls, 288);
        let before = at(&mut calls, 280);
        let extent = at(&mut calls, 100_000);
        let far = at(&mut calls, 0x4_0000);
        let size = at(&mut calls, 0);
        calls.file(MAKE, file);
        calls.call(DMA, bytes);
        let written = calls.file(WRITE_RANDOM, file);
        calls.file(SET_RANDOM, file);
        calls.call(DMA, buffer);
        let in_block = calls.file(READ_RANDOM, near);
        let _ = calls.file(READ_RANDOM, block);
        let unwritten = calls.file(READ_RANDOM, before);
        let no_extent = calls.file(READ_RANDOM, extent);
        let too_far = calls.file(READ_RANDOM, far);
        let too_far_to_write = calls.file(WRITE_RANDOM, far);
        calls.file(SIZE, size);
        let results = calls.run(host).expect("it runs");
        assert_eq!(results[written], 0);
        // Records 296 to 303 share a block with 300, whatever the block size.
        assert_eq!(results[in_block], 0);
        assert_eq!((results[unwritten], results[no_extent]), (1, 4));
        assert_eq!((results[too_far], results[too_far_to_write]), (6, 6));
        // The directory contains the extent, but not yet its record.
        assert_eq!(read(host, size.0 + 33, 3), [0, 1, 0]);
        // A random write does not advance: extent 2, record 44 is record 300.
        assert_eq!(read(host, file.0 + 33, 3), [0, 1, 0x2C]);
    });
}

#[test]
fn extents_and_random_records_are_where_cp_m_has_them() {
    on_both(|host| {
        let mut calls = Calls::default();
        let mut at = |record: u32| {
            let block = calls.block(0, b"FAR        ");
            calls.random(block, record);
            block
        };
        // Extent 70, and extent 582 with its record 69.
        let (file, further) = (at(70 * 128), at(0x01_2345));
        let (known, last) = (at(0), at(0));
        for (block, place) in [(known, [6, 2, 0]), (last, [6, 18, 69])] {
            for (byte, value) in [12, 14, 32].into_iter().zip(place) {
                calls.set(block, byte, value);
            }
        }
        let bytes = calls.bytes(&record(5));
        calls.file(MAKE, file);
        calls.call(DMA, bytes);
        let written = [file, further].map(|block| calls.file(WRITE_RANDOM, block));
        for block in [known, last] {
            calls.file(SET_RANDOM, block);
        }
        let results = calls.run(host).expect("it runs");
        assert_eq!(written.map(|call| results[call]), [0, 0]);
        for (block, place) in [(file, [6, 2, 0]), (further, [6, 18, 69])] {
            let block = read(host, block.0, 36);
            assert_eq!([block[12], block[14], block[32]], place);
        }
        assert_eq!(read(host, known.0 + 33, 3), [0, 0x23, 0]);
        assert_eq!(read(host, last.0 + 33, 3), [1, 0x23, 0x45]);
    });
}

#[test]
fn several_records_are_transferred_by_one_call() {
    on_both(|host| {
        let mut calls = Calls::default();
        let file = calls.block(0, b"MULTI      ");
        let again = calls.block(0, b"MULTI      ");
        let source = calls.bytes(&[record(1), record(2), record(3)].concat());
        let target = calls.bytes(&[0; 512]);
        calls.file(MAKE, file);
        let wrong = calls.call(RECORDS, 0);
        calls.call(RECORDS, 3);
        calls.call(DMA, source);
        calls.file(WRITE, file);
        calls.file(CLOSE, file);
        calls.call(RECORDS, 4);
        calls.call(DMA, target);
        calls.file(OPEN, again);
        let three = calls.file(READ, again);
        let results = calls.run(host).expect("it runs");
        assert_eq!(results[wrong], 0xFF);
        // Three records were read before the end.
        assert_eq!(results[three], 0x0301);
        assert_eq!(read(host, target + 256, 256), [record(3), record(0)].concat());
    });
}

#[test]
fn directories_are_searched_with_question_marks() {
    on_both(|host| {
        let mut calls = Calls::default();
        for name in [b"ONE     C  ", b"TWO     C  ", b"TWO     H  "] {
            let block = calls.block(0, name);
            calls.file(MAKE, block);
            calls.file(CLOSE, block);
        }
        let all_c = calls.block(0, b"????????C  ");
        let none = calls.block(0, b"X???????C  ");
        let dma = calls.bytes(&[0; 128]);
        calls.call(DMA, dma);
        let found = [calls.file(FIRST, all_c), calls.call(NEXT, 0), calls.call(NEXT, 0)];
        let missing = calls.file(FIRST, none);
        let results = calls.run(host).expect("it runs");
        // The code is the index of the entry among the four in a directory sector.
        assert_eq!(found.map(|call| results[call]), [0, 1, 0xFF]);
        assert_eq!(results[missing], 0xFF);
        let sector = read(host, dma, 128);
        assert_eq!(&sector[..12], b"\0ONE     C  ");
        assert_eq!(&sector[64..76], b"\0TWO     H  ");
        assert_eq!(sector[96], 0xE5);
    });
}

#[test]
fn a_search_may_delete_what_it_finds() {
    on_both(|host| {
        let mut calls = Calls::default();
        for name in [b"A       TMP", b"B       TMP", b"C       TMP"] {
            let block = calls.block(0, name);
            calls.file(MAKE, block);
        }
        let all = calls.block(0, b"????????TMP");
        let first = calls.block(0, b"A       TMP");
        let found = calls.file(FIRST, all);
        calls.file(DELETE, first);
        let rest = [calls.call(NEXT, 0), calls.call(NEXT, 0), calls.call(NEXT, 0)];
        let results = calls.run(host).expect("it runs");
        assert_eq!(results[found], 0);
        assert_eq!(rest.map(|call| results[call]), [1, 2, 0xFF]);
    });
}

#[test]
fn entries_of_all_extents_are_found_when_asked_for() {
    on_both(|host| {
        let mut calls = Calls::default();
        let file = calls.block(0, b"LONG       ");
        let (one, all) = (calls.block(0, b"LONG       "), calls.block(0, b"LONG       "));
        calls.set(all, 12, b'?');
        let dma = calls.bytes(&[0; 128]);
        calls.file(MAKE, file);
        for _ in 0..129 {
            calls.file(WRITE, file);
        }
        calls.file(CLOSE, file);
        calls.call(DMA, dma);
        let single = [calls.file(FIRST, one), calls.call(NEXT, 0)];
        let both = [calls.file(FIRST, all), calls.call(NEXT, 0), calls.call(NEXT, 0)];
        let results = calls.run(host).expect("it runs");
        assert_eq!(single.map(|call| results[call]), [0, 0xFF]);
        assert_eq!(both.map(|call| results[call]), [0, 1, 0xFF]);
        let sector = read(host, dma, 64);
        // Extent 0 has 128 records, and extent 1 has one.
        assert_eq!(
            [sector[12], sector[15], sector[32 + 12], sector[32 + 15]],
            [0, 128, 1, 1]
        );
        assert_eq!(sector[32 + 16..32 + 32].iter().filter(|byte| **byte != 0).count(), 1);
    });
}

#[test]
fn files_are_renamed_and_deleted_with_question_marks() {
    on_both(|host| {
        let mut calls = Calls::default();
        for name in [b"ONE     C  ", b"TWO     C  ", b"TWO     H  "] {
            let block = calls.block(0, name);
            calls.file(MAKE, block);
        }
        let rename = |calls: &mut Calls, from: &[u8; 11], to: &[u8; 11]| {
            let block = calls.block(0, from);
            for (at, byte) in to.iter().enumerate() {
                calls.set(block, 17 + at, *byte);
            }
            calls.file(RENAME, block)
        };
        let all = rename(&mut calls, b"????????C  ", b"????????BAK");
        let taken = rename(&mut calls, b"ONE     BAK", b"TWO     H  ");
        let missing = rename(&mut calls, b"THREE   C  ", b"FOUR    C  ");
        let (new, gone) = (calls.block(0, b"ONE     BAK"), calls.block(0, b"ONE     C  "));
        let (new, gone) = (calls.file(OPEN, new), calls.file(OPEN, gone));
        let backups = calls.block(0, b"????????BAK");
        let deleted = [calls.file(DELETE, backups), calls.file(DELETE, backups)];
        let left = calls.block(0, b"???????????");
        let left = [calls.file(FIRST, left), calls.call(NEXT, 0)];
        let results = calls.run(host).expect("it runs");
        assert_eq!([all, taken, missing].map(|call| results[call]), [0, 0xFF, 0xFF]);
        assert_eq!([new, gone].map(|call| results[call]), [0, 0xFF]);
        assert_eq!(deleted.map(|call| results[call]), [0, 0xFF]);
        assert_eq!(left.map(|call| results[call]), [0, 0xFF]);
    });
}

#[test]
fn users_have_files_of_their_own() {
    on_both(|host| {
        let mut calls = Calls::default();
        let file = calls.block(0, b"MINE       ");
        let other = calls.block(0, b"MINE       ");
        let set = calls.call(USER, 3);
        calls.file(MAKE, file);
        calls.file(CLOSE, file);
        let own = calls.file(OPEN, other);
        calls.call(USER, 0);
        let others = calls.file(OPEN, other);
        let asked = calls.call(USER, 0xFF);
        let results = calls.run(host).expect("it runs");
        assert_eq!([set, own, others, asked].map(|call| results[call]), [3, 0, 0xFF, 0]);
    });
}

#[test]
fn a_file_that_is_read_only_ends_the_program_that_writes_it() {
    on_both(|host| {
        let mut calls = Calls::default();
        let file = calls.block(0, b"KEEP       ");
        let mut marked = *b"KEEP       ";
        marked[8] |= 0x80;
        let marked = calls.block(0, &marked);
        calls.file(MAKE, file);
        calls.file(CLOSE, file);
        let set = calls.file(ATTRIBUTES, marked);
        let opened = calls.file(OPEN, file);
        calls.file(WRITE, file);
        let fault = calls.fault(host);
        assert!(
            fault.starts_with("BDOS error: A:KEEP is read-only (function 21)"),
            "{fault}"
        );
        assert_eq!((result(host, set), result(host, opened)), (0, 0));
        assert_eq!(host.memory().byte(at(file.0 + 9)) & 0x80, 0x80);
        assert!(host.abandon().is_empty());
    });
}

#[test]
fn a_full_disk_and_a_full_directory_are_said() {
    let folder = TempDir::new().expect("a folder");
    let mut host = host(small_image(&folder.path().join("disk")));
    let mut calls = Calls::default();
    let file = calls.block(0, b"FULL       ");
    let dma = calls.bytes(&[0; 128]);
    calls.call(DMA, dma);
    let free = calls.call(FREE_SPACE, 0);
    calls.file(MAKE, file);
    // 32 blocks of 1 KB, one of which is the directory: 248 records.
    let writes: Vec<usize> = (0..249).map(|_| calls.file(WRITE, file)).collect();
    calls.file(CLOSE, file);
    // The file takes two of the 32 entries.
    let names = (0..31_u8).map(|number| {
        let mut name = *b"FILE--     ";
        name[4..6].copy_from_slice(format!("{number:02}").as_bytes());
        name
    });
    let names: Vec<[u8; 11]> = names.collect();
    let made: Vec<usize> = names
        .iter()
        .map(|name| {
            let block = calls.block(0, name);
            calls.file(MAKE, block)
        })
        .collect();
    let results = calls.run(&mut host).expect("it runs");
    assert_eq!(results[free], 0);
    assert!(writes[..248].iter().all(|call| results[*call] == 0));
    assert_eq!(results[writes[248]], 2);
    assert!(made[..30].iter().all(|call| results[*call] == 0));
    assert_eq!(results[made[30]], 0xFF);
}

/// Bit 0 is drive A. The program was loaded from A. A drive is logged in when it is selected, when a file on it is
/// named, or when its free space is requested; a reset logs out all drives, or the named ones, and makes them writable.
#[test]
fn vectors_say_what_was_used_and_what_may_not_be_written() {
    const RESET: u16 = 13;
    const SELECT: u16 = 14;
    const CURRENT: u16 = 25;
    const PROTECT: u16 = 28;
    const RESET_DRIVES: u16 = 37;
    let folder = TempDir::new().expect("a folder");
    let mut host = in_folder(folder.path());
    for drive in 1..16 {
        let volume = Volume::new(Box::new(Folder::new(folder.path()).expect("a folder")), false);
        host.mount(drive, volume.expect("a drive"));
    }
    let mut calls = Calls::default();
    let [on_b, on_p] = [2, 16].map(|drive| calls.block(drive, b"NONE       "));
    let any = calls.block(b'?', b"NONE       ");
    let buffer = calls.bytes(&record(0));
    calls.call(DMA, buffer);
    let mut expected = Vec::new();
    for (function, argument, vectors) in [
        (SIZE, any.0, [1, 0, 0]),
        (SIZE, on_b.0, [3, 0, 0]),
        (SELECT, 3, [0b1011, 3, 0]),
        (PROTECT, 0, [0b1011, 3, 0b1000]),
        (FREE_SPACE, 4, [0b1_1011, 3, 0b1000]),
        (SIZE, on_p.0, [0x801B, 3, 0b1000]),
        (RESET_DRIVES, 0x8001, [0b1_1010, 3, 0b1000]),
        (PROTECT, 0, [0b1_1010, 3, 0b1000]),
        (SELECT, 0, [0b1_1011, 0, 0b1000]),
        (PROTECT, 0, [0b1_1011, 0, 0b1001]),
        (RESET_DRIVES, 8, [0b1_0011, 0, 1]),
        (RESET, 0, [0, 0, 0]),
        (SIZE, any.0, [1, 0, 0]),
    ] {
        calls.call(function, argument);
        let asked = [LOGIN, CURRENT, READ_ONLY].map(|function| calls.call(function, 0));
        expected.push((function, asked, vectors));
    }
    let results = calls.run(&mut host).expect("it runs");
    for (step, (function, asked, vectors)) in expected.into_iter().enumerate() {
        assert_eq!(
            asked.map(|call| results[call]),
            vectors,
            "step {step}, function {function}"
        );
    }
}

/// The results of CP/M-8000 1.1 on a disk with two extents per entry: function 35 counts only what the directory
/// contains: an entry is written when the file is closed or the next entry begins. The record count in a control block
/// is that of its entry's last extent.
#[test]
fn the_size_is_what_the_directory_has() {
    let folder = TempDir::new().expect("a folder");
    let path = folder.path().join("disk");
    std::fs::write(&path, vec![0xE5; 300 * 4096]).expect("an image");
    let layout = "block=4096,entries=128,reserved=0".parse().expect("a layout");
    let mut host = host(Image::open(&path, layout).expect("an image"));
    let mut calls = Calls::default();
    let file = calls.block(0, b"SIZES      ");
    let bytes = calls.bytes(&record(5));
    let mut sizes = Vec::new();
    let size = |calls: &mut Calls| {
        let block = calls.block(0, b"SIZES      ");
        calls.file(SIZE, block);
        block
    };
    calls.file(MAKE, file);
    calls.call(DMA, bytes);
    for (count, close) in [(0x80, false), (0, true), (0x80, false), (1, false), (0, true)] {
        for _ in 0..count {
            calls.file(WRITE, file);
        }
        if close {
            calls.file(CLOSE, file);
        }
        sizes.push(size(&mut calls));
    }
    let opened = calls.block(0, b"SIZES      ");
    calls.file(OPEN, opened);
    calls.run(&mut host).expect("it runs");
    let found = sizes.into_iter().map(|block| read(&host, block.0 + 33, 3));
    let expected: [u16; 5] = [0, 0x80, 0x80, 0x100, 0x101];
    assert!(found.eq(expected.map(|size| vec![0, (size >> 8) as u8, size as u8])));
    assert_eq!(read(&host, opened.0 + 12, 4), [0, 0, 0x80, 0x80]);
}

/// None of these records exists. CP/M-8000 1.1 treats bits 12 to 19 of the number as a signed byte, and rejects only
/// values above 3Fh: a write to 90000h goes to 10000h.
#[test]
fn a_record_beyond_the_largest_file_is_refused_or_another_one() {
    on_both(|host| {
        let mut calls = Calls::default();
        let file = calls.block(0, b"FAR        ");
        let bytes = calls.bytes(&record(5));
        calls.file(MAKE, file);
        calls.call(DMA, bytes);
        calls.file(WRITE, file);
        let mut read_at = |record| {
            let block = calls.block(0, b"FAR        ");
            calls.random(block, record);
            calls.file(READ_RANDOM, block)
        };
        let reads = [0x3_FFFF, 0x4_0000, 0x7_0000, 0x9_0000, 0x14_0000].map(&mut read_at);
        let far = calls.block(0, b"FAR        ");
        calls.random(far, 0x9_0000);
        let written = calls.file(WRITE_RANDOM, far);
        let same = calls.block(0, b"FAR        ");
        calls.random(same, 0x1_0000);
        let found = calls.file(READ_RANDOM, same);
        let results = calls.run(host).expect("it runs");
        assert_eq!(reads.map(|call| results[call]), [4, 6, 6, 4, 6]);
        assert_eq!((results[written], results[found]), (0, 0));
        assert_eq!(read(host, far.0 + 12, 4), [0, 0, 0x10, 1]);
    });
}

/// Closed files are renamed, deleted and protected in the storage; those of a read-only session only in memory.
#[test]
fn stored_files_are_renamed_deleted_and_protected() {
    let (folder, kept) = (TempDir::new().expect("a folder"), TempDir::new().expect("a folder"));
    let make = |host: &mut Host| {
        let mut calls = Calls::default();
        for (number, name) in (1..).zip([b"ONE     C  ", b"TWO     C  ", b"THREE   H  "]) {
            let (block, bytes) = (calls.block(0, name), calls.bytes(&record(number)));
            calls.file(MAKE, block);
            calls.call(DMA, bytes);
            calls.file(WRITE, block);
            calls.file(CLOSE, block);
        }
        calls.run(host).expect("it runs");
    };
    let change = |host: &mut Host| {
        let mut calls = Calls::default();
        let block = calls.block(0, b"ONE     C  ");
        for (at, byte) in b"FOUR    TXT".iter().enumerate() {
            calls.set(block, 17 + at, *byte);
        }
        let renamed = calls.file(RENAME, block);
        let taken = calls.file(RENAME, block);
        let two = calls.block(0, b"TWO     C  ");
        let deleted = calls.file(DELETE, two);
        let three = calls.block(0, b"THREE   \xC8  ");
        let protected = calls.file(ATTRIBUTES, three);
        let (new, buffer) = (calls.block(0, b"FOUR    TXT"), calls.bytes(&record(0)));
        calls.call(DMA, buffer);
        let opened = [calls.file(OPEN, new), calls.file(READ, new)];
        let (all, sector) = (calls.block(0, b"???????????"), calls.bytes(&record(0)));
        calls.call(DMA, sector);
        let found = [calls.file(FIRST, all), calls.call(NEXT, 0), calls.call(NEXT, 0)];
        calls.call(48, 0);
        let results = calls.run(host).expect("it runs");
        assert_eq!(
            [renamed, taken, deleted, protected].map(|call| results[call]),
            [0, 0xFF, 0, 0]
        );
        assert_eq!(
            (opened.map(|call| results[call]), read(host, buffer, 128)),
            ([0, 0], record(1).to_vec())
        );
        assert_eq!(found.map(|call| results[call]), [0, 1, 0xFF]);
        let sector = read(host, sector, 64);
        let mut names = [&sector[..12], &sector[32..44]];
        names.sort_unstable();
        assert_eq!(names, [&b"\0FOUR    TXT"[..], b"\0THREE   \xC8  "]);
        // A protected file is neither deleted nor overwritten.
        for function in [DELETE, RENAME, MAKE] {
            let mut calls = Calls::default();
            let three = calls.block(0, b"THREE   H  ");
            calls.file(function, three);
            let fault = calls.fault(host);
            assert!(fault.contains("A:THREE.H is read-only"), "{function}: {fault}");
        }
    };
    // The names in the folder.
    let names = |folder: &TempDir| {
        let files = std::fs::read_dir(folder.path()).expect("a folder");
        let name = |file: std::io::Result<std::fs::DirEntry>| file.expect("a file").file_name().to_ascii_lowercase();
        let mut names: Vec<_> = files.map(name).map(|name| name.into_string().expect("text")).collect();
        names.sort_unstable();
        names
    };
    make(&mut in_folder(folder.path()));
    assert_eq!(names(&folder), ["one.c", "three.h", "two.c"]);
    change(&mut in_folder(folder.path()));
    assert_eq!(names(&folder), ["four.txt", "three.h"]);

    let path = kept.path().join("disk");
    make(&mut host(small_image(&path)));
    let before = std::fs::read(&path).expect("the image");
    let session = |volume: Volume| {
        let mut host = Host::new(Box::new(z8000_cpm::console::SharedScript::default()));
        host.mount(0, volume.kept().expect("its files"));
        host
    };
    change(&mut session(
        Volume::new(Box::new(small_image(&path)), false).expect("a drive"),
    ));
    assert!(std::fs::read(&path).expect("the image") == before);
    change(&mut host(small_image(&path)));
    assert!(std::fs::read(&path).expect("the image") != before);
    let left = TempDir::new().expect("a folder");
    make(&mut in_folder(left.path()));
    change(&mut session(
        Volume::new(Box::new(Folder::new(left.path()).expect("a folder")), false).expect("a drive"),
    ));
    assert_eq!(names(&left), ["one.c", "three.h", "two.c"]);
}

/// Function 48 writes closed files before the program ends.
#[test]
fn buffers_are_flushed_when_the_program_says_so() {
    let folder = TempDir::new().expect("a folder");
    let path = folder.path().join("disk");
    for (flushes, changed) in [(false, false), (true, true)] {
        let image = small_image(&path);
        let before = std::fs::read(&path).expect("the image");
        let mut calls = Calls::default();
        let block = calls.block(0, b"NEW        ");
        for function in [MAKE, WRITE, CLOSE] {
            calls.file(function, block);
        }
        if flushes {
            calls.call(48, 0);
        }
        let mut host = host(image);
        calls.start(&mut host);
        assert_eq!(host.run(100_000).expect("it runs"), z8000_cpm::Stop::Ended);
        assert_eq!(std::fs::read(&path).expect("the image") != before, changed);
    }
}

/// Entry 70 of the directory is for extent 6 of module 2: a module has 32 extents.
#[test]
fn an_entry_of_a_later_module_is_found() {
    on_both(|host| {
        let mut calls = Calls::default();
        let file = calls.block(0, b"FAR        ");
        calls.random(file, 70 * 128 + 5);
        let all = calls.block(0, b"FAR        ");
        calls.set(all, 12, b'?');
        let dma = calls.bytes(&[0; 128]);
        for function in [MAKE, WRITE_RANDOM, CLOSE] {
            calls.file(function, file);
        }
        calls.call(DMA, dma);
        let found = [calls.file(FIRST, all), calls.call(NEXT, 0), calls.call(NEXT, 0)];
        let results = calls.run(host).expect("it runs");
        let last = found.iter().rposition(|call| results[*call] != 0xFF).expect("an entry");
        let entry = read(host, dma + 32 * last as u16, 32);
        assert_eq!(&entry[..12], b"\0FAR        ");
        assert_eq!([entry[12], entry[14], entry[15]], [6, 2, 6]);
    });
}

/// Blocks of 4 KB: an entry has four extents on a disk of up to 256 blocks, and two on a larger one, whose block
/// numbers are words. The records of a file are in the directory when the next entry begins.
#[test]
fn the_size_of_a_file_is_known_by_whole_entries() {
    for (disk, writes, size) in [
        (0x4_0000, 1, 0),
        (0x4_0000, 129, 0),
        (0x4_0000, 512, 0),
        (0x4_0000, 513, 512),
        (0x4_0000, 514, 512),
        (0x80_0000, 256, 0),
        (0x80_0000, 257, 256),
        (0x80_0000, 513, 512),
    ] {
        let layout = format!("block=4096,entries=32,reserved=0,size={disk}");
        let layout: z8000_cpm::drive::Layout = layout.parse().expect("a layout");
        let image = Image::new("disk".into(), vec![0xE5; 64 * 4096], layout).expect("an image");
        let mut host = host(image);
        let mut calls = Calls::default();
        let (file, size_of) = (calls.block(0, b"LONG       "), calls.block(0, b"LONG       "));
        calls.file(MAKE, file);
        let last = (0..writes).map(|_| calls.file(WRITE, file)).last();
        calls.file(SIZE, size_of);
        calls.start(&mut host);
        assert_eq!(host.run(10_000_000).expect("it runs"), z8000_cpm::Stop::Ended);
        assert_eq!(last.map(|call| result(&host, call)), Some(0), "{writes}");
        let [high, low] = [size >> 8, size & 0xFF].map(|byte: u16| byte as u8);
        assert_eq!(read(&host, size_of.0 + 33, 3), [0, high, low], "{disk:x} {writes}");
    }
}

/// All records of an entry that is left for an earlier one are in the directory.
#[test]
fn the_size_of_a_file_is_known_when_an_entry_is_left() {
    let layout = "block=4096,entries=32,reserved=0,size=262144"
        .parse()
        .expect("a layout");
    let image = Image::new("disk".into(), vec![0xE5; 64 * 4096], layout).expect("an image");
    let mut host = host(image);
    let mut calls = Calls::default();
    let file = calls.block(0, b"LONG       ");
    let sizes = [0; 3].map(|_| calls.block(0, b"LONG       "));
    calls.file(MAKE, file);
    for _ in 0..516 {
        calls.file(WRITE, file);
    }
    calls.file(SIZE, sizes[0]);
    // Record 300 is in the first entry, and so is the next record.
    calls.random(file, 300);
    calls.file(WRITE_RANDOM, file);
    calls.file(SIZE, sizes[1]);
    calls.file(WRITE, file);
    calls.file(SIZE, sizes[2]);
    calls.start(&mut host);
    assert_eq!(host.run(10_000_000).expect("it runs"), z8000_cpm::Stop::Ended);
    let found = sizes.map(|block| read(&host, block.0 + 33, 3));
    assert_eq!(found, [vec![0, 2, 0], vec![0, 2, 4], vec![0, 2, 4]]);
}
