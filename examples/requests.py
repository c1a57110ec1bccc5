#!/usr/bin/env python3
"""Writes a request for `wakari score --worker` for each SGF file below some folders, one a line.

    examples/requests.py archive/ > games.jsonl

The id is the path. Files that are not UTF-8 are decoded by the character set of CA, or as Latin-1.
"""
import json
import re
import sys
from pathlib import Path


def text_of(path):
    data = path.read_bytes()
    named = re.search(rb"CA\s*\[([\w:.-]+)\]", data)
    for charset in ("utf-8", named[1].decode() if named else "latin-1", "latin-1"):
        try:
            return data.decode(charset)
        except (UnicodeDecodeError, LookupError):
            continue


for folder in sys.argv[1:] or sys.exit(__doc__):
    for path in sorted(Path(folder).rglob("*.sgf")):
        print(json.dumps({"id": str(path), "sgf": text_of(path)}))
