"""What the documents promise."""

from __future__ import annotations

import doctest
import os
import re
from pathlib import Path

import polars
import pytest

import schedscope

README = Path(__file__).parents[1] / "README.md"


def test_docstring() -> None:
    assert doctest.testmod(schedscope) == (0, 3)


def test_readme(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    text = README.read_text(encoding="utf-8")
    names: dict[str, object] = {"polars": polars}
    session = doctest.DocTestParser().get_doctest(text.replace("```", "\n"), names, "README", str(README), 0)
    assert doctest.DocTestRunner().run(session, clear_globs=False) == (0, 4)
    names.update(session.globs)
    blocks = re.findall(r"```python\n(.*?)```", text, re.DOTALL)
    assert len(blocks) == 6
    for block in blocks:
        exec(block, names)
    assert os.path.getsize("distributions.svg") > 1000
