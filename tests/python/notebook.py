"""Runs a notebook, and checks that each cell with code has drawn or printed its last value."""

import sys

import nbclient
import nbformat

notebook = nbformat.read(sys.argv[1], as_version=4)
nbformat.validate(notebook)
nbclient.NotebookClient(notebook, timeout=120).execute()
data = [output.get("data", {}) for cell in notebook.cells for output in cell.get("outputs", [])]
drawn = [html for one in data if "<iframe" in (html := one.get("text/html", ""))]
assert len(drawn) == 2, f"{len(drawn)} trees are drawn"
assert all("bcp-lab-trace" in html for html in drawn)
print(f"the notebook: {len(drawn)} trees")
