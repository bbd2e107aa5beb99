"""Baselines."""

from __future__ import annotations

import json
import os
import subprocess
from pathlib import Path
from typing import Any

import pytest

from schedscope import ScenarioError, check

NATIVE = os.environ.get("SCHEDSCOPE_NATIVE")

BASELINE: dict[str, Any] = {
    "schema": 1,
    "cases": [
        {
            "name": "three jobs",
            "scenario": {
                "policies": ["fifo", "ps"],
                "workload": {"jobs": [{"arrival": 0.0, "size": 30.0}, {"arrival": 10.0, "size": 10.0}, {"arrival": 15.0, "size": 10.0}]},
            },
            "metrics": ["mean_sojourn", "p99_sojourn"],
            "tolerances": {"p99_sojourn": {"absolute": 0.5}},
            "values": {"fifo": {"mean_sojourn": 31.666666666666668, "p99_sojourn": 34.9}, "ps": {"mean_sojourn": 35.0, "p99_sojourn": 49.5}},
        }
    ],
}


def written(path: Path, **changes: Any) -> Path:
    path.write_text(json.dumps({**BASELINE, "cases": [{**BASELINE["cases"][0], **changes}]}))
    return path


def moved(path: Path) -> Path:
    return written(path, values={"fifo": {"mean_sojourn": 31.0, "p99_sojourn": 34.9}, "las": {"mean_sojourn": 1.0}, "ps": BASELINE["cases"][0]["values"]["ps"]})


def test_what_is_as_it_was(tmp_path: Path) -> None:
    checked = check(written(tmp_path / "baseline.json"))
    assert checked and checked.differences == [] and checked.compared == 4
    assert repr(checked) == "<schedscope.Check of 4 values, of which 0 differ>"


def test_what_moved_is_told(tmp_path: Path) -> None:
    checked = check(str(moved(tmp_path / "baseline.json")))
    assert not checked and checked.compared == 6
    first, second = checked.differences
    assert (first.case, first.policy, first.metric, first.expected, first.found) == ("three jobs", "fifo", "mean_sojourn", 31.0, 31.666666666666668)
    assert (second.policy, second.metric, second.expected, second.found) == ("las", "mean_sojourn", 1.0, None)
    assert "fifo: mean_sojourn rose from 31 to 31.666666666666668, by 2.2 %" in str(checked) and "is gone; it was 1" in repr(second)


def test_what_moved_is_taken_over(tmp_path: Path) -> None:
    for path in [moved(tmp_path / "moved.json"), written(tmp_path / "new.json", values={})]:
        before = path.read_bytes()
        assert not check(path) and path.read_bytes() == before
        assert not check(path, update=True)
        assert check(path) and path.read_bytes() != before
        after = path.read_bytes()
        assert check(path, update=True) and path.read_bytes() == after
    values = json.loads((tmp_path / "moved.json").read_text())["cases"][0]["values"]
    assert "las" not in values and values["ps"]["p99_sojourn"] == 49.5, "what agrees within its tolerance stays"


@pytest.mark.skipif(NATIVE is None, reason="SCHEDSCOPE_NATIVE does not name the command line")
def test_the_words_and_files_of_the_command_line(tmp_path: Path) -> None:
    assert NATIVE is not None
    shipped = Path(__file__).parents[2] / "assets" / "baselines" / "datacenter.json"
    for path in [written(tmp_path / "same.json"), moved(tmp_path / "moved.json"), shipped]:
        native = subprocess.run([NATIVE, "check", str(path)], capture_output=True, text=True)
        checked = check(path)
        assert native.stdout == f"{checked}\n" and (native.returncode == 0) == bool(checked)
    ours, theirs = moved(tmp_path / "ours.json"), moved(tmp_path / "theirs.json")
    check(ours, update=True)
    subprocess.run([NATIVE, "check", "--update", str(theirs)], check=True, capture_output=True)
    assert ours.read_bytes() == theirs.read_bytes()


def test_what_is_no_baseline(tmp_path: Path) -> None:
    path = tmp_path / "baseline.json"
    for text, words in [
        ("", "expected a baseline in JSON"),
        ("[1]", "baseline.json: "),
        (json.dumps({**BASELINE, "schema": 2}), "schema is 2; allowed: 1"),
        (json.dumps({**BASELINE, "cases": []}), "cases is empty"),
    ]:
        path.write_text(text)
        with pytest.raises(ScenarioError, match=words):
            check(path)
    with pytest.raises(ScenarioError, match="no metric \"p98\"; allowed: "):
        check(written(path, metrics=["p98"], tolerances={}))
    with pytest.raises(ScenarioError, match="case \"three jobs\"") as error:
        check(written(path, scenario={"policies": ["prst"]}))
    assert error.value.field == "policies"
    path.write_bytes(b"\xff")
    with pytest.raises(OSError, match="cannot read .*baseline.json: it is not text"):
        check(path)
    with pytest.raises(FileNotFoundError, match="nowhere.json"):
        check(tmp_path / "nowhere.json")
    for wrong in [None, 3, BASELINE]:
        with pytest.raises(TypeError):
            check(wrong)  # type: ignore[arg-type]
