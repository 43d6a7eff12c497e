#!/usr/bin/env bash
# Makes docs/images/vscode.png, which stands in docs/how-to/editors.md, by the session that tests the extension.
set -euo pipefail
cd "$(dirname "$0")/../.."
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
PICTURES=$folder tests/editors/code/run
mv "$folder/why.png" docs/images/vscode.png
