#!/usr/bin/env bash
# Builds the page, opens it in a browser, tests it, and makes docs/images/page.png of it, which stands in the README.
# Needs what programs/chess/web/build and tests/browser/run need.
set -euo pipefail
cd "$(dirname "$0")/../.."
programs/chess/web/build
tests/browser/run "${1:-}" target/site/index.html
(cd tests/browser && node page-picture.js ../../target/site/index.html ../../docs/images/page.png)
