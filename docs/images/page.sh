#!/usr/bin/env bash
# Builds the page, and makes two pictures for docs/how-to/page.md: page.png, position 1 solved, and tour.png, the
# fork of the tour. Needs what programs/chess/web/build needs, and what tests/browser/run installs.
set -euo pipefail
cd "$(dirname "$0")/../.."
programs/chess/web/build
for name in page tour; do
    (cd tests/browser && node page-picture.js ../../target/site/index.html $name ../../docs/images/$name.png)
done
