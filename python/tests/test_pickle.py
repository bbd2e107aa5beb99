"""What functions give back goes to other processes, and is there what it was here."""

from __future__ import annotations

import copy
import multiprocessing
import pickle
from concurrent.futures import ProcessPoolExecutor
from typing import Any

import numpy as np
import pytest

import schedscope
from test_run import WORLDS

SCENARIOS: list[dict[str, Any]] = [
    {"seed": seed, "replications": 2, "policies": ["ps", "psbs"], "workload": {"count": 200, "sigma": 1.0}} for seed in (1, 2)
]


def same_columns(a: Any, b: Any) -> bool:
    return list(a) == list(b) and all(a[title].dtype == b[title].dtype and (str(a[title].tolist()) == str(b[title].tolist())) for title in a)


@pytest.mark.parametrize("scenario", WORLDS, ids=lambda scenario: scenario.get("system", {}).get("kind", "server"))
def test_reports(scenario: dict[str, Any]) -> None:
    report = schedscope.run(scenario)
    for again in [pickle.loads(pickle.dumps(report)), copy.copy(report), copy.deepcopy(report)]:
        assert type(again) is schedscope.Report and repr(again) == repr(report)
        assert again.json() == report.json() and again.link() == report.link()
        assert again.policies == report.policies and again.warnings == report.warnings
        assert again._repr_html_() == report._repr_html_()
        assert same_columns(again, report)


def test_tables() -> None:
    table = schedscope.sweep({"replications": 2, "policies": ["ps", "srpte"], "workload": {"count": 100}, "axes": {"workload.sigma": [0, 1]}}, progress=False)
    for again in [pickle.loads(pickle.dumps(table)), copy.copy(table), copy.deepcopy(table)]:
        assert type(again) is schedscope.Table and again.rows == table.rows == 4
        assert same_columns(again, table) and again.warnings == table.warnings


def test_outcomes() -> None:
    jobs = {"id": ["a", "b", "c"], "arrival": [0, 1, 2], "size": [10, 2, 2]}
    outcome = schedscope.simulate(jobs, "psbs")
    for again in [pickle.loads(pickle.dumps(outcome)), copy.copy(outcome), copy.deepcopy(outcome)]:
        assert type(again) is schedscope.Outcome and repr(again) == repr(outcome)
        assert same_columns(again, outcome) and again.quantile(0.5) == outcome.quantile(0.5)
        with pytest.raises(ValueError):
            again.sojourn[0] = 1


def test_a_pickle_of_another_version_says_so() -> None:
    state = schedscope.run(SCENARIOS[0]).__reduce__()[1][0]
    assert isinstance(state, bytes)
    ours = schedscope.__version__
    other = bytes([len(ours)]) + ours.replace("0", "9").encode() + state[1 + len(ours):]
    make: Any = schedscope.run(SCENARIOS[0]).__reduce__()[0]
    with pytest.raises(ValueError, match="the pickle is of schedscope"):
        make(other)
    with pytest.raises(ValueError, match="the pickle is damaged"):
        make(state[:-9])


def test_runs_on_processes() -> None:
    expected = [schedscope.run(scenario).json() for scenario in SCENARIOS]
    with ProcessPoolExecutor(2, mp_context=multiprocessing.get_context("spawn")) as executor:
        assert [report.json() for report in executor.map(schedscope.run, SCENARIOS)] == expected
        jobs = {"arrival": np.arange(5.0), "size": np.full(5, 2.0)}
        outcome = executor.submit(schedscope.simulate, jobs, "srpt").result()
        assert (outcome.sojourn == schedscope.simulate(jobs, "srpt").sojourn).all()


def test_runs_on_dask() -> None:
    distributed: Any = pytest.importorskip("distributed")
    with distributed.LocalCluster(n_workers=2, threads_per_worker=1, dashboard_address=None) as cluster, distributed.Client(cluster) as client:
        found = client.gather(client.map(schedscope.run, SCENARIOS, threads=1))
        assert [report.json() for report in found] == [schedscope.run(scenario).json() for scenario in SCENARIOS]
        outcome = client.submit(schedscope.simulate, {"arrival": [0, 1], "size": [2, 1]}, "srpt").result()
        assert outcome.sojourn.tolist() == [2, 2]
