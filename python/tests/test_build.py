"""What building the package says where something is missing."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path


def test_without_rust_one_sentence_says_how_to_get_it(tmp_path: Path) -> None:
    backend = Path(__file__).parents[1] / "build_backend"
    told = subprocess.run([sys.executable, "-c", "import with_rust"], cwd=backend, env={"PATH": str(tmp_path)}, capture_output=True, text=True)
    assert told.returncode == 1
    assert told.stderr == "schedscope is compiled here, which needs Rust 1.95 or newer: install it as https://rustup.rs says, and run pip again.\n"
