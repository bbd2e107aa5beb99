"""The page of the book about every function and type, which is made from their docstrings: `SCHEDSCOPE_DOCS=write` makes it anew."""

from __future__ import annotations

import ast
import os
from pathlib import Path

import pytest

import schedscope

PACKAGE = Path(__file__).parents[1] / "schedscope"
PAGE = Path(__file__).parents[2] / "docs" / "python.md"

HEAD = """# Functions and types of Python

<!-- Made by python/tests/test_reference.py from the docstrings of the package: change those. -->

What the package `schedscope` has. [Its own page](../python/README.md) says how it is used.

"""


def definitions() -> dict[str, ast.ClassDef | ast.FunctionDef]:
    """Classes and functions by name; of overloads the first, which has the words."""
    found: dict[str, ast.ClassDef | ast.FunctionDef] = {}
    for file in ["_schedscope.pyi", "_sweep.py"]:
        for node in ast.parse((PACKAGE / file).read_text(encoding="utf-8")).body:
            if isinstance(node, (ast.ClassDef, ast.FunctionDef)):
                found.setdefault(node.name, node)
    return found


def signature(function: ast.FunctionDef, of: str = "") -> str:
    """How it is called, without types."""
    arguments = function.args
    defaults = [None] * (len(arguments.args) - len(arguments.defaults)) + list(arguments.defaults)
    positional = [argument.arg + ("" if default is None else f"={ast.unparse(default)}") for argument, default in zip(arguments.args, defaults)]
    named = [argument.arg + ("" if default is None else f"={ast.unparse(default)}") for argument, default in zip(arguments.kwonlyargs, arguments.kw_defaults)]
    shown = [name for name in positional if name != "self"] + (["*", *named] if named else [])
    return f"{of}{function.name}({', '.join(shown)})"


def words(node: ast.ClassDef | ast.FunctionDef) -> str:
    text = ast.get_docstring(node)
    assert text, f"{node.name} has no docstring"
    return text + "\n\n"


def members(node: ast.ClassDef) -> str:
    rows = []
    seen = set()
    for place, member in enumerate(node.body):
        if isinstance(member, ast.FunctionDef) and not member.name.startswith("_") and member.name not in seen:
            seen.add(member.name)
            is_value = any(isinstance(decorator, ast.Name) and decorator.id == "property" for decorator in member.decorator_list)
            rows.append((f"`{member.name}`" if is_value else f"`{signature(member)}`", words(member)))
        if isinstance(member, ast.AnnAssign) and isinstance(member.target, ast.Name):
            told = node.body[place + 1]
            assert isinstance(told, ast.Expr) and isinstance(told.value, ast.Constant)
            rows.append((f"`{member.target.id}`", str(told.value.value)))
    lines = [f"| {name} | {' '.join(text.split())} |\n" for name, text in rows]
    return "".join(["| | |\n|---|---|\n", *lines, "\n"]) if rows else ""


def page() -> str:
    known = definitions()
    public = [known[name] for name in schedscope.__all__ if not name.startswith("__")]
    functions = [node for node in public if isinstance(node, ast.FunctionDef)]
    types = [node for node in public if isinstance(node, ast.ClassDef)]
    text = HEAD + "## Functions\n\n"
    for function in functions:
        text += f"### {function.name}\n\n`{signature(function, 'schedscope.')}`\n\n{words(function)}"
    text += "## Types\n\n"
    for node in types:
        text += f"### {node.name}\n\n{words(node)}{members(node)}"
    return text.rstrip() + "\n"


def test_the_page_is_what_docstrings_say() -> None:
    if os.environ.get("SCHEDSCOPE_DOCS") == "write":
        PAGE.write_text(page(), encoding="utf-8")
    if not PAGE.exists() or PAGE.read_text(encoding="utf-8") != page():
        pytest.fail("docs/python.md is not what docstrings say: run this again with SCHEDSCOPE_DOCS=write")


def test_everything_public_is_on_it() -> None:
    text = page()
    assert all(f"### {name}\n" in text for name in schedscope.__all__ if not name.startswith("__"))
