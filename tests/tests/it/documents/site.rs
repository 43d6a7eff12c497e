//! The links of small test sites, and the tags of pages.

use std::fs;
use std::path::PathBuf;

use z8000_tests::documents::html::tags;
use z8000_tests::documents::site::check;

/// Checks a site with the page `a/page.html` and other files; returns the number of links and the faults.
fn faults(name: &str, page: &str) -> (usize, Vec<String>) {
    let root = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("sites").join(name);
    let files = [
        ("a/page.html", page),
        ("a/my picture.svg", "<svg/>"),
        ("index.html", "<p id=there>"),
        ("b/index.html", "<p id='é'>"),
        ("style.css", "p { background: url('a/my picture.svg') }"),
    ];
    for (path, text) in files {
        let path = root.join(path);
        fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
        fs::write(path, text).expect("a file");
    }
    let checked = check(&root).expect("a site");
    assert_eq!(checked.pages, 3);
    let faults = checked.faults.into_iter();
    let texts = faults.map(|fault| fault.replacen("a/page.html: ", "", 1));
    (checked.links, texts.collect())
}

#[test]
fn links_that_lead_somewhere_are_counted() {
    let page = "<a href='../index.html#there'><a href='../b#%C3%A9'><a href='../b/'><img src='my%20picture.svg'><a href=#me id=me>\
                <a href='../index.html#position=5&amp;instruction=6'><a href='https://example.org'><link rel=icon href='data:,'>\
                <style>a { b: url(\"../style.css\"); c: url(#d) }</style><script>'<a href=no>'</script>";
    // One of the links is in the style sheet.
    assert_eq!(faults("good", page), (8, Vec::new()));
}

#[test]
fn each_fault_is_named() {
    let page = "<a href='none.html'><a href='../index.html#none'><a href='/index.html'><a href='../../x.html'>\
                <script src='https://example.org/x.js'></script><link rel=stylesheet href='//example.org/x.css'>\
                <img srcset='http://example.org/1.png 2x'><p style='c: url(https://example.org/f)'>\
                <style>@import 'https://example.org/y.css';</style>";
    assert_eq!(
        faults("bad", page).1,
        [
            "none.html: no such file",
            "../index.html#none: there is no such place in that page",
            "/index.html: works at the top of a host only",
            "../../x.html: leads out of the site",
            "https://example.org/x.js: is fetched from elsewhere",
            "//example.org/x.css: is fetched from elsewhere",
            "http://example.org/1.png: is fetched from elsewhere",
            "https://example.org/f: is fetched from elsewhere",
            "https://example.org/y.css: is fetched from elsewhere",
        ]
    );
}

fn names(html: &str) -> Vec<String> {
    tags(html).into_iter().map(|tag| tag.name).collect()
}

#[test]
fn attributes_are_read_however_they_are_written() {
    let html = "<a href=\"x.html?a=1&amp;b\" ID=one disabled title='a > b'>t</a>";
    let found = tags(html);
    assert_eq!(found.len(), 1);
    let tag = &found[0];
    assert_eq!((&*tag.name, tag.get("href")), ("a", Some("x.html?a=1&b")));
    assert_eq!((tag.get("id"), tag.get("disabled")), (Some("one"), Some("")));
    assert_eq!((tag.get("title"), tag.get("src")), (Some("a > b"), None));
}

#[test]
fn scripts_comments_and_text_have_no_tags() {
    let html = "<!doctype html><!-- <a> --><script src=s.js>if (1 <a) '<b>' </ScripT><p/><br>1 < 2</p><i";
    assert_eq!(names(html), ["script", "p", "br", "i"]);
    assert_eq!(tags(html)[0].raw, "if (1 <a) '<b>' ");
}

#[test]
fn damaged_pages_have_an_end() {
    for html in [
        "<",
        "<a",
        "<a href",
        "<a href=",
        "<a href=\"",
        "<a =",
        "<a ==>",
        "<a/",
        "<!--",
        "<style>",
        "<a é=é",
        "<title></",
    ] {
        assert!(tags(html).len() < 2, "{html}");
    }
}
