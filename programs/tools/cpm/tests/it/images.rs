//! Disk images: one written by hand, and damaged ones.

use std::fs;

use tempfile::TempDir;
use z8000_cpm::drive::{Attributes, Contents, Id, Image, Layout, ListedFile, Name, Storage, Volume};

use crate::calls::{Calls, host, read, record, small_image};

/// A disk of 32 blocks of 1 KB with two files, entry by entry as the CP/M manual describes them: TWO of user 0 has 130
/// records in extents 0 and 1, ONE of user 3 has one record.
fn by_hand() -> Vec<u8> {
    let mut disk = vec![0xE5; 32 * 1024];
    let entry = |disk: &mut Vec<u8>, slot: usize, bytes: &[u8], blocks: &[u8]| {
        let at = 32 * slot;
        disk[at..at + 32].fill(0);
        disk[at..at + bytes.len()].copy_from_slice(bytes);
        disk[at + 16..at + 16 + blocks.len()].copy_from_slice(blocks);
    };
    let full: Vec<u8> = (10..26).collect();
    entry(&mut disk, 0, b"\0TWO     DAT\x00\0\0\x80", &full);
    entry(&mut disk, 2, b"\0TWO     DAT\x01\0\0\x02", &[4]);
    entry(&mut disk, 5, b"\x03ONE     DAT\x00\0\0\x01", &[7]);
    disk[4 * 1024 + 128..4 * 1024 + 256].fill(b'2');
    disk[7 * 1024..7 * 1024 + 128].fill(b'1');
    disk
}

fn layout() -> Layout {
    "block=1024,entries=32,reserved=0".parse().expect("a layout")
}

#[test]
fn an_image_written_by_hand_is_read() {
    let folder = TempDir::new().expect("a folder");
    let path = folder.path().join("disk");
    fs::write(&path, by_hand()).expect("an image");
    let mut host = host(small_image(&path));
    let mut calls = Calls::default();
    let two = calls.block(0, b"TWO     DAT");
    calls.random(two, 129);
    let one = calls.block(0, b"ONE     DAT");
    let (first, second) = (calls.bytes(&record(0)), calls.bytes(&record(0)));
    calls.call(26, first);
    let random = calls.file(33, two);
    calls.call(32, 3);
    calls.call(26, second);
    let opened = calls.file(15, one);
    calls.file(20, one);
    calls.call(26, first + 64);
    let free = calls.call(46, 0);
    let results = calls.run(&mut host).expect("it runs");
    assert_eq!([random, opened, free].map(|call| results[call]), [0, 0, 0]);
    assert_eq!(read(&host, first, 64), record(b'2')[..64]);
    assert_eq!(read(&host, second, 128), record(b'1'));
    // 31 blocks, of which 18 are used: the remaining 13 KB are 104 records.
    assert_eq!(read(&host, first + 64, 4), [0, 0, 0, 104]);
    // Nothing was written, so the image file is unchanged.
    assert_eq!(fs::read(&path).expect("the image"), by_hand());
}

/// A written file takes the lowest free blocks and the first free entries; the rest stays unchanged.
#[test]
fn a_file_is_written_into_free_blocks() {
    let folder = TempDir::new().expect("a folder");
    let path = folder.path().join("disk");
    fs::write(&path, by_hand()).expect("an image");
    let mut host = host(small_image(&path));
    let mut calls = Calls::default();
    let new = calls.block(0, b"NEW        ");
    let bytes = calls.bytes(&record(b'n'));
    calls.call(26, bytes);
    calls.file(22, new);
    for _ in 0..9 {
        calls.file(21, new);
    }
    calls.file(16, new);
    calls.run(&mut host).expect("it runs");
    let mut expected = by_hand();
    expected[32..64].fill(0);
    expected[32..48].copy_from_slice(b"\0NEW        \0\0\0\x09");
    expected[48..50].copy_from_slice(&[1, 2]);
    expected[1024..2048].fill(b'n');
    expected[2048..2048 + 128].fill(b'n');
    expected[2048 + 128..3072].fill(0);
    let written = fs::read(&path).expect("the image");
    assert_eq!(written[..1024], expected[..1024]);
    assert!(written == expected);
}

/// An image is written only if it has changed since it was last written.
#[test]
fn an_image_is_written_once_for_its_changes() {
    let folder = TempDir::new().expect("a folder");
    let path = folder.path().join("disk");
    let mut image = small_image(&path);
    let id = |name| Id { user: 0, name: Name::parse(name).expect("a name") };
    let attributes = Attributes(Attributes::READ_ONLY);
    let mut is_written = |change: &dyn Fn(&mut Image)| {
        change(&mut image);
        fs::remove_file(&path).expect("the last one");
        image.finish().expect("it is written");
        let written = path.exists();
        fs::write(&path, "").expect("a file");
        written
    };
    let contents = Contents::whole(8, 8, Some(&[1; 1024]));
    let file = ListedFile { id: id("A"), attributes: Attributes::default(), contents };
    assert!(!is_written(&|_| {}));
    assert!(is_written(&|image| image.write(&file).expect("it fits")));
    assert!(!is_written(&|_| {}));
    assert!(is_written(&|image| image.rename(&id("A"), &id("B")).expect("a name")));
    assert!(is_written(&|image| image
        .set_attributes(&id("B"), attributes)
        .expect("attributes")));
    assert!(is_written(&|image| image.remove(&id("B")).expect("it is there")));
    assert!(!is_written(&|image| assert!(
        image.list().expect("a directory").is_empty()
    )));
}

#[test]
fn damaged_images_are_refused_with_the_reason() {
    let image = |bytes: Vec<u8>| Image::new("disk".into(), bytes, layout());
    let listed = |bytes: Vec<u8>| match image(bytes) {
        Ok(image) => Volume::new(Box::new(image), false).err(),
        Err(error) => Some(error),
    };
    let reason = |bytes: Vec<u8>| listed(bytes).map(|error| error.to_string()).unwrap_or_default();
    assert!(
        reason(vec![0; 100]).contains("it is truncated, or has a different layout (specify the layout with --layout)")
    );
    // Cut after block 16: some blocks of TWO are missing.
    let mut cut = by_hand();
    cut.truncate(16 * 1024);
    assert_eq!(
        reason(cut),
        "disk: TWO.DAT uses block 16, but the image has only 16 blocks; it is truncated, or has a different layout \
         (specify the layout with --layout)"
    );
    let mut crossed = by_hand();
    crossed[5 * 32 + 16] = 4;
    assert_eq!(
        reason(crossed),
        "disk: ONE.DAT uses block 4, which also belongs to a different file"
    );
    assert!(reason(vec![0xE5; 300 * 1024]).contains("too many blocks"));
    for text in ["block=1000", "entries=0", "reserved=1", "tracks=3", "block"] {
        assert!(text.parse::<Layout>().is_err(), "{text}");
    }
}

/// Whatever the bytes of a directory are, an image is listed or rejected, and no block appears twice in a listing.
#[test]
fn any_directory_is_listed_or_refused() {
    let mut state = 1_u32;
    let mut random = || {
        state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        (state >> 24) as u8
    };
    let mut refused = 0;
    for _ in 0..500 {
        let mut disk = by_hand();
        for _ in 0..8 {
            let at = usize::from(random()) * 4 % 1024;
            disk[at] = random();
        }
        let listed = Image::new("disk".into(), disk, layout()).and_then(|mut image| image.list());
        refused += u32::from(listed.is_err());
        let blocks = listed
            .unwrap_or_default()
            .into_iter()
            .map(|file| file.contents.block_count());
        assert!(
            blocks.map(u64::from).sum::<u64>() <= 31,
            "one of 32 blocks is the directory"
        );
    }
    assert!((1..500).contains(&refused), "{refused} of 500 are refused");
}

/// 32 blocks, one of which is the directory: a file of 31 blocks fits only on an empty disk.
#[test]
fn a_disk_can_be_filled_to_its_last_block() {
    for (blocks, other, fits) in [
        (31, 0, true),
        (32, 0, false),
        (30, 1, true),
        (31, 1, false),
        (0, 31, true),
    ] {
        let mut image = Image::new("disk".into(), vec![0xE5; 32 * 1024], layout()).expect("an image");
        let mut write = |name: &str, blocks: u32| {
            let data = vec![name.as_bytes()[0]; blocks as usize * 1024];
            let id = Id { user: 0, name: Name::parse(name).expect("a name") };
            let contents = Contents::whole(8 * blocks, 8, Some(&data));
            image.write(&ListedFile { id, attributes: Attributes::default(), contents })
        };
        write("B", other).expect("it fits");
        assert_eq!(write("A", blocks).is_ok(), fits, "{blocks} and {other}");
        let listed = image.list().expect("a directory");
        let sizes = listed.iter().map(|file| file.contents.block_count());
        let expected = if fits { blocks + other } else { other };
        assert_eq!(sizes.sum::<u32>(), expected, "{blocks} and {other}");
    }
}

/// 500 files of one block each, at the last possible extent: their holes are 16 GB.
#[test]
fn holes_take_no_memory() {
    let layout: Layout = "block=4096,entries=512,reserved=0".parse().expect("a layout");
    let mut disk = vec![0xE5; (4 + 500) * 4096];
    for (number, entry) in disk.chunks_mut(32).take(500).enumerate() {
        entry.fill(0);
        entry[1..12].copy_from_slice(format!("F{number:<7}DAT").as_bytes());
        (entry[12], entry[14], entry[15]) = (31, 63, 128);
        entry[16..18].copy_from_slice(&(4 + number as u16).to_le_bytes());
    }
    let size = disk.len() as u64;
    let image = Image::new("disk".into(), disk, layout).expect("an image");
    let mut volume = Volume::new(Box::new(image), false).expect("its directory");
    assert_eq!(volume.files().len(), 500);
    let loaded: u64 = (0..500)
        .map(|file| volume.contents(file).expect("its records").size())
        .sum();
    assert!(loaded < size, "{loaded} bytes of an image of {size}");
    let contents = volume.contents(499).expect("its records");
    assert_eq!((contents.records(), contents.block_count()), (2048 * 128, 1));
}

/// Disk parameter blocks, calculated from the manual: records per track, block shift and mask, extent mask, highest
/// block, highest entry, a bit for each directory block, no checksums, reserved tracks.
#[test]
fn parameters_of_disks_are_those_of_the_manual() {
    let rows = [
        // 32 blocks; 32 entries take 1 KB.
        (
            "block=1024,entries=32,reserved=0,size=32768",
            [128, 0x0307, 0x0000, 31, 31, 0x8000, 0, 0],
        ),
        // 256 blocks have one-byte numbers; one block more needs words, which halves the number of extents.
        (
            "block=4096,entries=128,reserved=0,size=1048576",
            [128, 0x051F, 0x0300, 255, 127, 0x8000, 0, 0],
        ),
        (
            "block=4096,entries=129,reserved=0,size=1052672",
            [128, 0x051F, 0x0100, 256, 128, 0xC000, 0, 0],
        ),
        ("", [128, 0x051F, 0x0100, 2039, 511, 0xF000, 0, 2]),
        (
            "block=2048,entries=512,reserved=16384,size=540672",
            [128, 0x040F, 0x0100, 255, 511, 0xFF00, 0, 1],
        ),
        (
            "block=16384,entries=1024,reserved=16384,size=16777216",
            [128, 0x077F, 0x0700, 1022, 1023, 0xC000, 0, 1],
        ),
        (
            "block=8192,entries=4096,reserved=128,size=2097280",
            [128, 0x063F, 0x0700, 255, 4095, 0xFFFF, 0, 0],
        ),
    ];
    for (layout, expected) in rows {
        let parsed: Layout = layout.parse().expect("a layout");
        let size = parsed.size.unwrap_or(8 << 20) as usize;
        let image = Image::new("disk".into(), vec![0xE5; size], parsed).expect("an image");
        let words = image.geometry().parameter_block();
        let words: Vec<u16> = words
            .chunks(2)
            .map(|pair| u16::from_be_bytes([pair[0], pair[1]]))
            .collect();
        assert_eq!(words, expected, "{layout}");
    }
    let folder = TempDir::new().expect("a folder");
    let words = z8000_cpm::drive::Folder::new(folder.path())
        .expect("a folder")
        .geometry()
        .parameter_block();
    assert_eq!(
        words,
        *b"\x00\x80\x04\x0F\x00\x00\x0F\xFF\x01\xFF\xFF\x00\x00\x00\x00\x00"
    );
}

#[test]
fn layouts_are_parsed_up_to_their_ends() {
    let parsed: Layout = "reserved=256,size=1000000,,entries=7,block=2048"
        .parse()
        .expect("a layout");
    assert_eq!(
        parsed,
        Layout { block: 2048, entries: 7, reserved: 256, size: Some(1_000_000) }
    );
    for (text, error) in [
        ("block=1024", None),
        ("block=16384", None),
        (
            "block=512",
            Some("expected a block size of 1024, 2048, 4096, 8192 or 16384 bytes, found 512"),
        ),
        (
            "block=32768",
            Some("expected a block size of 1024, 2048, 4096, 8192 or 16384 bytes, found 32768"),
        ),
        ("entries=1", None),
        ("entries=65536", None),
        (
            "entries=65537",
            Some("expected 1 to 65536 directory entries, found 65537"),
        ),
        ("entries=0", Some("expected 1 to 65536 directory entries, found 0")),
        ("reserved=128", None),
        (
            "reserved=127",
            Some("expected a multiple of 128 reserved bytes, found 127"),
        ),
        (
            "size=-1",
            Some("unknown layout `size=-1`: expected block=BYTES, entries=NUMBER, reserved=BYTES or size=BYTES"),
        ),
        (
            "sizes=1",
            Some("unknown layout `sizes=1`: expected block=BYTES, entries=NUMBER, reserved=BYTES or size=BYTES"),
        ),
    ] {
        assert_eq!(text.parse::<Layout>().err().as_deref(), error, "{text}");
    }
}

/// The limits on the size of an image: from a directory and one block to 65,536 blocks, or 256 of 1 KB.
#[test]
fn images_have_a_directory_and_a_block_at_least() {
    for (layout, bytes, reason) in [
        ("block=1024,entries=32,reserved=0", 2048, ""),
        (
            "block=1024,entries=32,reserved=0",
            2047,
            "its directory ends at byte 1024",
        ),
        ("block=1024,entries=33,reserved=128", 3200, ""),
        (
            "block=1024,entries=33,reserved=128",
            3199,
            "its directory ends at byte 2176",
        ),
        ("block=1024,entries=32,reserved=0", 256 << 10, ""),
        (
            "block=1024,entries=32,reserved=0",
            257 << 10,
            "too many blocks (257 of 1024 bytes)",
        ),
        ("block=2048,entries=32,reserved=0", 0x1_0000 << 11, ""),
        (
            "block=2048,entries=32,reserved=0",
            0x1_0001 << 11,
            "too many blocks (65537 of 2048 bytes)",
        ),
    ] {
        let layout = layout.parse().expect("a layout");
        let said = Image::new("disk".into(), vec![0xE5; bytes], layout).err();
        let said = said.map(|error| error.to_string()).unwrap_or_default();
        assert!(
            said.contains(reason) && said.is_empty() == reason.is_empty(),
            "{bytes}: {said}"
        );
    }
}

/// Records written in any order, compared with a slow model.
#[test]
fn contents_are_what_was_written() {
    let mut state = 7_u32;
    let mut random = |limit: u32| {
        state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        (state >> 8) % limit
    };
    for block in [8, 16, 32, 64, 128] {
        let mut contents = Contents::empty(block);
        let mut written = std::collections::BTreeMap::new();
        assert_eq!(
            (contents.records(), contents.extents(), contents.block_count()),
            (0, 1, 0)
        );
        for n in 0..60_u8 {
            let number = match random(4) {
                0 => [0, 1, 7, 8, 127, 128, 129, 255, 256, 511][random(10) as usize],
                _ => random(700),
            };
            let needs = !written.keys().any(|other| other / block == number / block);
            assert_eq!(contents.needs_block(number), needs);
            contents.write(number, &record(n));
            written.insert(number, n);
            let count = |extent: u32| {
                let of = written.keys().filter(|number| *number / 128 == extent);
                of.max().map(|last| last % 128 + 1)
            };
            let last = written.keys().next_back().map_or(0, |last| last / 128);
            let extents = last + 1;
            assert_eq!(contents.extents(), extents);
            for extent in 0..extents + 2 {
                // The first extent has existed from the beginning.
                let expected = count(extent).or((extent == 0).then_some(0));
                assert_eq!(contents.extent(extent).map(u32::from), expected);
            }
            let blocks: std::collections::BTreeSet<u32> = written.keys().map(|number| number / block).collect();
            assert_eq!(contents.block_count() as usize, blocks.len());
            let records = last * 128 + count(last).unwrap_or(0);
            assert_eq!(contents.records(), records);
            assert_eq!(contents.records_in(0..1), count(0).unwrap_or(0));
            let bytes = contents.bytes();
            assert_eq!(bytes.len(), records as usize * 128);
            for number in 0..records + 200 {
                let is_there =
                    blocks.contains(&(number / block)) && count(number / 128).is_some_and(|n| number % 128 < n);
                let expected = is_there.then(|| record(written.get(&number).copied().unwrap_or(0)));
                assert_eq!(contents.read(number), expected, "{block} {number}");
                if number < records {
                    let at = number as usize * 128;
                    assert_eq!(bytes[at..at + 128], record(written.get(&number).copied().unwrap_or(0)));
                }
            }
        }
    }
    // Complete contents whose last record is partial.
    for (records, extents) in [(0, 1), (1, 1), (127, 1), (128, 1), (129, 2), (256, 2)] {
        let data: Vec<u8> = (0..records * 128).map(|n| (n / 128 + 1) as u8).collect();
        let contents = Contents::whole(records, 16, Some(&data));
        assert_eq!(
            (contents.records(), contents.extents()),
            (records, extents),
            "{records}"
        );
        assert_eq!(contents.block_count(), records.div_ceil(16));
        assert!(contents.is_loaded() && contents.bytes() == data);
        assert_eq!(contents.size(), data.len() as u64);
        let mut unloaded = contents.clone();
        unloaded.unload();
        assert_eq!(
            (unloaded.is_loaded(), unloaded.records(), unloaded.size()),
            (false, records, 0)
        );
    }
}
