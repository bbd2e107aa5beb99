"""Scenarios, in every world."""

from __future__ import annotations

import json
import math
import os
import pickle
import subprocess
import time
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import polars as pl
import pytest

import schedscope
from schedscope import ScenarioError, run

# One of each world, small.
WORLDS: list[dict[str, Any]] = [
    {"replications": 3, "policies": ["ps", "srpte", "fspe+ps", "psbs", "rank[max(est, age)]"], "workload": {"count": 500, "sigma": 1.0}},
    {"system": {"kind": "cluster"}, "workload": {"mix": "dev", "count": 20}},
    {"system": {"kind": "datacenter", "workers": 50}, "workload": {"like": "google", "count": 200}, "replications": 2},
    {"system": {"kind": "ordering"}, "workload": {"graph": "fig-3.11"}},
    {"system": {"kind": "network"}, "workload": {"count": 200}, "policies": "fair, pfabric"},
    {"system": {"kind": "cdn"}, "workload": {"count": 400, "videos": 40}},
]

NATIVE = os.environ.get("SCHEDSCOPE_NATIVE")

# What the native tests wrote: scenarios with every policy of every world, each with its report.
OUTCOMES = os.environ.get("SCHEDSCOPE_OUTCOMES")


def toml_of(scenario: dict[str, Any]) -> str:
    tables = {name: value for name, value in scenario.items() if isinstance(value, dict)}
    lines = [f"{name} = {json.dumps(value.split(', ') if name == 'policies' and isinstance(value, str) else value)}" for name, value in scenario.items() if name not in tables]
    for name, table in tables.items():
        lines += [f"[{name}]", *(f"{key} = {json.dumps(value)}" for key, value in table.items())]
    return "\n".join(lines) + "\n"


@pytest.mark.parametrize("scenario", WORLDS, ids=lambda scenario: scenario.get("system", {}).get("kind", "server"))
def test_the_same_bits_however_it_is_asked(scenario: dict[str, Any], tmp_path: Path) -> None:
    report = run(scenario)
    text = toml_of(scenario)
    file = tmp_path / "scenario.toml"
    file.write_text(text)
    assert report.json() == run(text).json() == run(file).json() == run(str(file)).json()
    assert json.loads(report.json()) == report.to_dict()
    assert report.to_dict()["schema"] == 2
    assert list(report["policy"]) == report.policies or "class" in report
    if NATIVE is None:
        pytest.skip("SCHEDSCOPE_NATIVE does not name the command line")
    for asked in [[str(file)], ["--link", report.link()]]:
        printed = subprocess.run([NATIVE, "run", *asked, "--format", "json"], check=True, capture_output=True).stdout
        assert printed == report.json().encode()


@pytest.mark.skipif(OUTCOMES is None, reason="SCHEDSCOPE_OUTCOMES names no outcomes of the native tests")
def test_every_policy_has_the_bits_of_the_native_tests() -> None:
    assert OUTCOMES is not None
    outcomes = json.loads(Path(OUTCOMES).read_text())
    assert len(outcomes) > 20
    for outcome in outcomes:
        assert run(outcome["scenario"]).json() == outcome["report"]


def test_columns_of_a_table_are_said_as_on_the_command_line(tmp_path: Path) -> None:
    path = tmp_path / "requests.txt"
    path.write_text("TIMESTAMP;tokens\n2023-11-16 18:17:03.5;10\n2023-11-16 18:17:04;5\n")
    columns = "arrival=TIMESTAMP,size=tokens:4/s"
    report = run({"policies": "fifo", "workload": {"path": str(path), "columns": columns}})
    # 2.5 s, then 1.25 s of which 2 s are waited.
    assert report["mean_sojourn"][0] == (2.5 + 3.25) / 2
    with pytest.raises(ScenarioError, match='size is to be "token", which is not there'):
        run({"workload": {"path": str(path), "columns": "arrival=TIMESTAMP,size=token"}})


def test_jobs_of_ones_own_are_those_of_a_file(tmp_path: Path) -> None:
    rng = np.random.default_rng(3)
    jobs = pd.DataFrame({"id": np.arange(500), "arrival": rng.uniform(0, 600, 500), "size": rng.weibull(0.5, 500)})
    jobs["estimate"] = jobs["size"] * rng.lognormal(0, 1, 500)
    path = tmp_path / "jobs.csv"
    jobs.to_csv(path, index=False)
    policies = ["ps", "psbs", "las", "srpte", "gittins"]
    report = run({"policies": policies, "workload": {"kind": "file", "path": path}})
    for policy, mean, p99 in zip(report.policies, report["mean_sojourn"], report["p99_sojourn"]):
        outcome = schedscope.simulate(jobs, policy)
        assert (outcome.mean_sojourn, outcome.quantile(0.99)) == (mean, p99), policy


def test_columns() -> None:
    report = run({"policies": ["ps", "srpt"], "workload": {"count": 200}})
    means = report["mean_sojourn"]
    assert isinstance(means, np.ndarray) and means.dtype == np.float64 and means[1] < means[0]
    assert report["jobs"].dtype == np.int64 and report["mean_misleads"].dtype == np.bool_
    assert np.isnan(np.asarray(report["mean_sojourn_ci95"], dtype=float)).all(), "there is one replication"
    assert report.rows == 2 and len(report) == len(report.columns) == len(list(report)) and "policy" in report
    with pytest.raises(KeyError, match="mean_sojourn"):
        report["mean"]


def test_frames_take_reports() -> None:
    report = run({"policies": ["ps", "srpt"], "workload": {"count": 200}})
    frame = pl.DataFrame(report)
    assert frame.columns == report.columns and frame["mean_sojourn"].to_list() == list(report["mean_sojourn"])
    assert frame["mean_sojourn_ci95"].null_count() == 2
    assert list(pd.DataFrame(dict(report))["policy"]) == ["ps", "srpt"]


def test_classes_have_rows() -> None:
    report = run(WORLDS[2])
    assert set(report["class"]) == {"short", "long", "all"}
    assert report.rows == 3 * len(report.policies)


def test_pictures_and_links() -> None:
    report = run({"policies": ["ps", "rank[max(est, age < 1)]"], "workload": {"count": 300, "sigma": 1}})
    picture = report.plot(width=700, height=300)
    assert str(picture).startswith("<svg") and 'width="700"' in str(picture)
    assert picture._repr_svg_() == str(picture)
    html = report._repr_html_()
    assert "<svg" in html and "<table>" in html and "age&lt;1" in html
    assert "<svg" not in run(WORLDS[3])._repr_html_(), "an order has no jobs"
    assert report.link().startswith("http://127.0.0.1:8080/#compare?v=1&policies=ps,rank[")
    assert report.link("https://a.b/c/#watch").startswith("https://a.b/c/#compare?v=1&")
    for size in [(0, 100), (100, 10**6)]:
        with pytest.raises(ValueError):
            report.plot(*size)


def test_a_picture_is_saved(tmp_path: Path) -> None:
    picture = run("policies = ['ps']\nworkload.count = 100").plot()
    picture.save(tmp_path / "picture.svg")
    assert (tmp_path / "picture.svg").read_text() == str(picture)
    with pytest.raises(OSError):
        picture.save(tmp_path / "nowhere" / "picture.svg")


def test_dotted_names_and_values_of_numpy() -> None:
    plain = {"seed": 3, "workload": {"count": 100, "sigma": 0.5, "sizes": {"pareto": {"alpha": 2.5}}}, "policies": ["ps"]}
    dotted = {
        "seed": np.int64(3),
        "workload.count": np.uint8(100),
        "workload.sigma": np.float32(0.5),
        "workload": {"sizes": {"pareto": {"alpha": np.float64(2.5)}}, "shape": None},
        "policies": np.array(["ps"]),
    }
    assert run(plain).json() == run(dotted).json()
    listed = run({"policies": ("fifo",), "workload": {"jobs": [{"arrival": 0.0, "size": 2.0}, {"arrival": np.int8(1), "size": 1.0}]}})
    assert listed["mean_sojourn"][0] == 2


@pytest.mark.parametrize(
    ("scenario", "field"),
    [
        ({"workload": {"sigma": math.nan}}, "workload.sigma"),
        ({"workload": {"sigma": -1.0}}, "workload.sigma"),
        ({"workload": {"load": math.inf}}, "workload.load"),
        ({"workload": {"load": 0.0}}, "workload.load"),
        ({"workload": {"count": 0}}, "workload.count"),
        ({"workload": {"count": -5}}, "workload.count"),
        ({"workload": {"count": 1.5}}, "workload.count"),
        ({"workload": {"count": 2**70}}, "workload.count"),
        ({"workload": {"sigma": "much"}}, "workload.sigma"),
        ({"workload": {"shpae": 1.0}}, "workload.shpae"),
        ({"workload": {"mix": "dev"}}, "workload.mix"),
        ({"workload": {"sizes": object()}}, "workload.sizes"),
        ({"workload": 3}, "workload"),
        ({"system": {"kind": "clutser"}}, "system.kind"),
        ({"system": {"servers": 0}}, "system.servers"),
        ({"replications": 0}, "replications"),
        ({"seed": -1}, "seed"),
        ({"policies": []}, "policies"),
        ({"policies": ["prst"]}, "policies"),
        ({"policies": ["ps", "ps"]}, "policies"),
        ({"policies": ["hfsp"]}, "policies"),
        ({"workload": {"path": "nowhere.csv"}}, "workload.path"),
        ({"wrokload": {}}, "wrokload"),
        ({3: 4}, "scenario"),
    ],
)
def test_errors_name_their_field(scenario: Any, field: str) -> None:
    start = time.monotonic()
    with pytest.raises(ScenarioError) as error:
        run(scenario)
    assert time.monotonic() - start < 1
    assert error.value.field == field, str(error.value)


def test_errors_say_what_was_found_and_what_is_allowed() -> None:
    with pytest.raises(ScenarioError) as raised:
        run({"workload": {"sigma": -1.0}})
    error = raised.value
    assert error.value == "-1" and error.allowed and f"is {error.value}; allowed: {error.allowed}" in str(error)
    again = pickle.loads(pickle.dumps(error))
    assert (str(again), again.field, again.value, again.allowed) == (str(error), error.field, error.value, error.allowed)


def test_texts_and_paths(tmp_path: Path) -> None:
    with pytest.raises(ScenarioError, match="line 2"):
        run("[workload]\nshpae = 1")
    with pytest.raises(FileNotFoundError, match="nowhere.toml"):
        run("nowhere.toml")
    file = tmp_path / "mine.toml"
    file.write_text("workload.sigma = -1\n")
    with pytest.raises(ScenarioError) as error:
        run(file)
    assert error.value.field == "workload.sigma"
    file.write_text("workload.shpae = 1\n")
    with pytest.raises(ScenarioError, match="mine.toml: line 1"):
        run(file)
    for wrong in [None, 3, [1]]:
        with pytest.raises(TypeError, match="expected a dict"):
            run(wrong)  # type: ignore[arg-type]


def test_parquet_is_left_to_others(tmp_path: Path) -> None:
    path = tmp_path / "jobs.parquet"
    pl.DataFrame({"arrival": [0.0, 1.0], "size": [1.0, 1.0]}).write_parquet(path)
    with pytest.raises(ScenarioError, match="Parquet"):
        run({"workload": {"path": str(path)}})
    assert schedscope.simulate(pl.read_parquet(path), "fifo").mean_sojourn == 1


def test_threads_change_nothing() -> None:
    assert run(WORLDS[0], threads=1).json() == run(WORLDS[0], threads=3).json() == run(WORLDS[0]).json()
    for wrong in [0, -1, 100_000]:
        with pytest.raises(ScenarioError) as refused:
            run(WORLDS[0], threads=wrong)
        assert refused.value.field == "threads"


def test_pictures_are_saved_as_their_names_say(tmp_path: Path) -> None:
    picture = run(WORLDS[0]).plot(600, 300)
    picture.save(tmp_path / "x.svg")
    assert (tmp_path / "x.svg").read_text() == str(picture)
    picture.save(str(tmp_path / "x.PNG"))
    png = (tmp_path / "x.PNG").read_bytes()
    assert png[:8] == b"\x89PNG\r\n\x1a\n" and png[16:24] == bytes([0, 0, 1200 >> 8, 1200 & 255, 0, 0, 600 >> 8, 600 & 255])
    for wrong in ["x.pdf", "x"]:
        with pytest.raises(ScenarioError, match="ends in .svg or .png"):
            picture.save(tmp_path / wrong)
        assert not (tmp_path / wrong).exists()
