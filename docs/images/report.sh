#!/usr/bin/env bash
# Runs Table 1 to target/table1.jsonl, .html and .txt, computes every figure of the report once more, opens it in a browser, and makes
# docs/images/report.png of it, which stands in the README. Needs what tests/browser/run needs.
set -euo pipefail
cd "$(dirname "$0")/../.."
rm -f target/table1.jsonl
cargo run --release --package bcp -- table1 --out target/table1.jsonl --report target/table1.html >target/table1.txt
BCP_RESULTS=$PWD/target/table1.jsonl cargo test --package bcp --test it report
tests/browser/run target/table1.html
node tests/browser/picture.js target/table1.html docs/images/report.png
