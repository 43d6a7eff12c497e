//! Tables, and the numbers that they contain.

use cli::{Column, Table, grouped};

#[test]
fn text_and_markdown() {
    let mut table = Table::new([
        Column::left("depth"),
        Column::right("r2").width(9),
        Column::right("verified"),
        Column::left("").gap(3),
    ]);
    table.row(["9", "150\n(+50.00%)", "100\n-", "é"]);
    table.row(["10", "1234567890", "5|"]);
    let text = "\
depth          r2  verified
9             150       100   é
        (+50.00%)         -
10     1234567890        5|
";
    assert_eq!(table.to_string(), text);
    let markdown = "\
| depth | r2 | verified |  |
| --- | ---: | ---: | --- |
| 9 | 150 (+50.00%) | 100 - | é |
| 10 | 1234567890 | 5\\| |
";
    assert_eq!(table.markdown(), markdown);
    let empty = Table::new([Column::left("a"), Column::right("b").width(3)]);
    assert_eq!(empty.to_string(), "a    b\n");
}

#[test]
fn thousands() {
    for (number, text) in [
        (0, "0"),
        (9, "9"),
        (99, "99"),
        (999, "999"),
        (1_000, "1,000"),
        (99_999, "99,999"),
        (100_000, "100,000"),
        (12_345_678, "12,345,678"),
        (u64::MAX, "18,446,744,073,709,551,615"),
    ] {
        assert_eq!(grouped(number), text);
    }
}
