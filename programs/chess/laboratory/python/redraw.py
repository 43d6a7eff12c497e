"""Draws the tables and plots of the documents again: python3 redraw.py WHAT FILE..."""

import sys

import plots
import tables

WHAT = {
    "nodes": tables.nodes,
    "ablation": tables.ablation,
    "pass": tables.null_is_better,
    "mates": tables.mates,
    "figure4": plots.figure4,
    "ratios": plots.ratios,
    "solved": plots.solved,
    "ablation-plot": plots.ablation,
    "fifteenth": plots.fifteenth,
    "pass-plot": plots.null_is_better,
    "branching": plots.branching,
    "go": plots.go,
    "review": plots.review,
    "match": plots.matches,
    "zugzwang": plots.zugzwang,
    "conspiracy": plots.conspiracy,
    "conspiracy-chess": plots.conspiracy_chess,
    "mate": plots.mate,
    "mtd": plots.mtd,
}

if __name__ == "__main__":
    if len(sys.argv) < 3 or sys.argv[1] not in WHAT:
        sys.exit(f"usage: redraw.py {'|'.join(WHAT)} FILE...")
    print(WHAT[sys.argv[1]](sys.argv[2:]))
