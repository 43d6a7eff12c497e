#!/usr/bin/env bash
# Builds the page, opens it in a browser, tests it, and makes docs/images/page.png of it, which stands in
# docs/how-to/page.md: the moment at which the root learns of two pawns.
# Needs what programs/chess/web/build and tests/browser/run need.
set -euo pipefail
cd "$(dirname "$0")/../.."
programs/chess/web/build
tests/browser/run "${1:-}" target/site/index.html
moment=$(cargo run --quiet --release --bin bcp -- debug --position 96 --batch - <<'END' | tail -n 1
break report if r6 >= 13
continue
continue
break better if s(r0) == 2 && word(ply) == path
back-continue
END
)
[[ $moment =~ \"instructions\":([0-9]+) ]]
(cd tests/browser && node page-picture.js ../../target/site/index.html "${BASH_REMATCH[1]}" ../../docs/images/page.png)
