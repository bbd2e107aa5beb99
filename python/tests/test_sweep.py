"""Sweeps."""

from __future__ import annotations

import csv
import io
import os
import subprocess
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import polars as pl
import pytest

from schedscope import ScenarioError, run, sweep

SWEEP: dict[str, Any] = {
    "replications": 3,
    "policies": ["ps", "srpte", "rr"],
    "workload": {"count": 200},
    "axes": {"workload.sigma": [0.0, 1.0], "workload.sizes": ["weibull", {"pareto": {"alpha": 2.0}}], "policies.rr.quantum": [1, 2]},
}

NATIVE = os.environ.get("SCHEDSCOPE_NATIVE")


def test_rows_are_cells_and_policies() -> None:
    table = sweep(SWEEP)
    assert table.rows == 2 * 2 * 2 * 3
    assert table.columns[:4] == ["workload.sigma", "workload.sizes", "policies.rr.quantum", "policy"]
    assert table["workload.sigma"].dtype == np.float64 and table["policies.rr.quantum"].dtype == np.int64
    assert table["workload.sizes"][6] == "{ pareto = { alpha = 2.0 } }"
    alone = run({"replications": 3, "policies": ["ps", "srpte", "rr[quantum=2]"], "workload": {"count": 200, "sigma": 1.0}})
    last_weibull = (table["workload.sigma"] == 1) & (table["workload.sizes"] == "weibull") & (table["policies.rr.quantum"] == 2)
    assert (table["mean_sojourn"][last_weibull] == alone["mean_sojourn"]).all()


def test_the_same_bits_on_any_number_of_threads() -> None:
    one, many = sweep(SWEEP, threads=1), sweep(SWEEP, threads=3, progress=False)
    for title in one:
        assert np.array_equal(one[title], many[title], equal_nan=one[title].dtype == np.float64), title


def test_a_dict_is_what_its_file_says(tmp_path: Path) -> None:
    text = (
        'replications = 3\npolicies = ["ps", "srpte", "rr"]\nworkload.count = 200\n[axes]\n"workload.sigma" = [0.0, 1.0]\n'
        '"workload.sizes" = ["weibull", { pareto = { alpha = 2.0 } }]\n"policies.rr.quantum" = [1, 2]\n'
    )
    file = tmp_path / "sweep.toml"
    file.write_text(text)
    table = sweep(SWEEP)
    frame = pl.DataFrame(table)
    assert frame.equals(pl.DataFrame(sweep(text))) and frame.equals(pl.DataFrame(sweep(file)))
    assert frame.shape == (24, len(table)) and pd.DataFrame(dict(table)).shape == frame.shape
    if NATIVE is None:
        pytest.skip("SCHEDSCOPE_NATIVE does not name the command line")
    folder = tmp_path / "results"
    subprocess.run([NATIVE, "sweep", str(file), "--output", str(folder)], check=True, capture_output=True)
    rows = list(csv.reader(io.StringIO((folder / "results.csv").read_text())))
    assert rows[0] == frame.columns

    def written(value: Any) -> str:
        return "" if value is None else str(value).lower() if isinstance(value, bool) else str(value)

    numbers = [title for title in frame.columns if frame[title].dtype == pl.Float64]
    for title in frame.columns:
        column = [row[rows[0].index(title)] for row in rows[1:]]
        if title in numbers:
            assert [float(text) if text else None for text in column] == frame[title].to_list(), title
        else:
            assert column == [written(value) for value in frame[title]], title


def test_a_stop_rule() -> None:
    table = sweep({**SWEEP, "axes": {"workload.sigma": [0.0]}, "until": {"half_width": 0.5, "max": 40}})
    assert (table["replications"] >= 2).all() and (table["replications"] <= 40).all()


def test_other_worlds_and_classes() -> None:
    table = sweep(
        {
            "system": {"kind": "datacenter", "workers": 50},
            "workload": {"like": "google", "count": 100},
            "policies": ["sparrow", "hawk"],
            "axes": {"workload.load": [0.5, 0.9]},
        }
    )
    assert table.rows == 2 * 2 * 3 and set(table["class"]) == {"short", "long", "all"}


def test_what_is_no_sweep() -> None:
    wrong: list[Any] = [{"axes": {"workload.sigma": []}}, {"axes": {"workload.nothing": [1]}}, {"axes": {"workload.sigma": [1, 1]}}, "[axes]\nx ="]
    for asked in wrong:
        with pytest.raises(ScenarioError):
            sweep(asked)
    with pytest.raises(ScenarioError) as error:
        sweep({"axes": {"workload.sigma": [0.0, -1.0]}})
    assert error.value.field == "workload.sigma" and "cell 2 (workload.sigma = -1.0)" in str(error.value)
    for threads in [0, -1, 10**6]:
        with pytest.raises(ScenarioError, match="threads"):
            sweep(SWEEP, threads=threads)


def test_warnings_are_told() -> None:
    table = sweep({"policies": ["ps"], "workload": {"count": 50}, "axes": {"workload.load": [0.5, 1.2]}})
    assert any(warning.startswith("in 1 of 2 cells: ") for warning in table.warnings)
