#!/usr/bin/env bash
# Builds the page, opens it in a browser, tests it, and makes two pictures for docs/how-to/page.md: page.png, position 96 six
# moves deep, and tour.png, the fork of the tour.
# Needs what programs/chess/web/build and tests/browser/run need.
set -euo pipefail
cd "$(dirname "$0")/../.."
programs/chess/web/build
tests/browser/run "${1:-}" target/site/index.html
picture() { (cd tests/browser && node page-picture.js ../../target/site/index.html "$1" "$2" "../../docs/images/$3"); }
picture "#position=96&instruction=2000000" "instruction 2,000,000" page.png
picture "#tour&stop=5" "White looks at Nxa8, which takes a rook" tour.png
