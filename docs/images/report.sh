#!/usr/bin/env bash
# Runs Table 1 to target/table1.jsonl, .html and .txt, computes every figure of the report once more, opens it in a browser, and makes
# docs/images/report.png and table1.svg of it. Needs what tests/browser/run needs.
set -euo pipefail
cd "$(dirname "$0")/../.."
rm -f target/table1.jsonl
cargo run --release --bin bcp -- table1 --to-limit --out target/table1.jsonl --report target/table1.html >target/table1.txt
BCP_RESULTS=$PWD/target/table1.jsonl cargo test --package bcp --test it report
tests/browser/run target/table1.html
node tests/browser/picture.js target/table1.html docs/images/report.png
# The table and what is counted below it.
rows=27
head -n "$rows" target/table1.txt |
    node docs/images/screen.js 171 "$rows" "bcp table1: seconds to solution, ours and the paper's" >docs/images/table1.svg
