//! `fuzz::image` of the tests, on inputs that libFuzzer makes.

#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| z8000_tests::fuzz::image(bytes));
