#!/usr/bin/env bash
# Runs Table 1 and makes docs/images/report.png of its report, which stands in the README. Needs what tests/browser/run needs.
set -euo pipefail
cd "$(dirname "$0")/../.."
cargo run --release --package bcp -- table1 --report target/table1.html >target/table1.txt
tests/browser/run "$PWD/target/table1.html"
node tests/browser/picture.js target/table1.html docs/images/report.png
