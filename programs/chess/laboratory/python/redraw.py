"""Redraw the tables and plots of the documents: python3 redraw.py WHAT FILE..."""

import sys

import plots
import tables

WHAT = {
    "nodes": tables.nodes,
    "parity": tables.parity,
    "mates": tables.mates,
    "figure4": plots.figure4,
    "fifteenth": plots.fifteenth,
    "conspiracy": plots.conspiracy,
    "mate": plots.mate,
}

if __name__ == "__main__":
    if len(sys.argv) < 3 or sys.argv[1] not in WHAT:
        sys.exit(f"usage: redraw.py {'|'.join(WHAT)} FILE...")
    try:
        print(WHAT[sys.argv[1]](sys.argv[2:]))
    except OSError as error:
        sys.exit(f"redraw.py: cannot read {error.filename}: {error.strerror}")
    except (ValueError, LookupError):
        sys.exit("redraw.py: a file has other lines than `bcp-lab` writes for this with --out")
