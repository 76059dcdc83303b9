"""Writes an SVG of a screen: screen.py FILE COLUMNS, with its text and escapes for colors on stdin."""

import io
import re
import sys

from rich._export_format import CONSOLE_SVG_FORMAT
from rich.console import Console
from rich.text import Text

path, columns = sys.argv[1], int(sys.argv[2])
text = sys.stdin.read().rstrip()
console = Console(record=True, width=columns, file=io.StringIO(), force_terminal=True, legacy_windows=False)
console.print(Text.from_ansi(text), overflow="crop", no_wrap=True, highlight=False)
# The template loads a font from another host.
template = re.sub(r"@font-face \{\{.*?\}\}\s*", "", CONSOLE_SVG_FORMAT, flags=re.DOTALL)
console.save_svg(path, title="", code_format=template, unique_id="screen")
