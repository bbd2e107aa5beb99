"""Jobs of one's own."""

from __future__ import annotations

import math
import threading
import time
from typing import Any

import numpy as np
import pandas as pd
import polars as pl
import pytest

import schedscope
from schedscope import ScenarioError, simulate

JOBS: dict[str, Any] = {"arrival": [0.0, 1.0, 2.0], "size": [10.0, 2.0, 2.0], "estimate": [1.0, 2.0, 2.0]}


def many(count: int) -> dict[str, Any]:
    rng = np.random.default_rng(1)
    size = rng.weibull(0.5, count) + 1e-9
    return {"arrival": np.cumsum(rng.exponential(size.mean() / 0.9, count)), "size": size, "estimate": size * rng.lognormal(0, 1, count)}


def test_worked_example() -> None:
    assert simulate(JOBS, "srpte").sojourn.tolist() == [10, 11, 12]
    assert simulate(JOBS, "srpt").sojourn.tolist() == [14, 2, 3]
    outcome = simulate(JOBS, "fifo")
    assert outcome.slowdown.tolist() == [1, 5.5, 6]
    assert outcome.mean_sojourn == 11 and outcome.quantile(0.5) == 11 and outcome.quantile(1) == 12
    assert outcome.ids.tolist() == [0, 1, 2] and outcome.policy == "fifo"
    assert [key for key in outcome] == ["id", "sojourn", "slowdown"]


@pytest.mark.parametrize("frame", [pd.DataFrame, pl.DataFrame])
def test_frames(frame: Any) -> None:
    jobs = frame({**JOBS, "user": ["a", "b", "c"]})
    assert simulate(jobs, "srpte").sojourn.tolist() == [10, 11, 12]
    assert simulate(jobs, "srpte", estimate=JOBS["size"]).sojourn.tolist() == [14, 2, 3]
    assert frame(dict(simulate(jobs, "fifo"))).shape == (3, 3)


def test_lazy_frames_arrow_tables_and_lists_of_dicts() -> None:
    rows = [dict(zip(JOBS, row)) for row in zip(*JOBS.values())]
    expected = [10, 11, 12]
    lazy = pl.LazyFrame({**JOBS, "user": ["a", "b", "c"]})
    # Columns that nobody reads are not computed.
    failing = lazy.with_columns(user=pl.col("user").map_elements(lambda _: 1 / 0, return_dtype=pl.Float64))
    forms: list[Any] = [rows, lazy, failing]
    for jobs in forms:
        assert simulate(jobs, "srpte").sojourn.tolist() == expected
    assert simulate(lazy, "srpte", estimate=JOBS["size"]).sojourn.tolist() == [14, 2, 3]
    assert simulate([{**row, "id": name} for row, name in zip(rows, "abc")], "fifo").ids.tolist() == ["a", "b", "c"]
    with pytest.raises(ScenarioError) as missing:
        simulate([rows[0], {"arrival": 1, "size": 2}], "srpte")
    assert (missing.value.field, missing.value.value) == ("jobs[1].estimate", "missing")
    with pytest.raises(TypeError, match="a list of dicts"):
        simulate([1, 2], "srpte")  # type: ignore[list-item]
    with pytest.raises(ScenarioError):
        simulate([], "srpte")


def test_arrow_tables() -> None:
    arrow: Any = pytest.importorskip("pyarrow")
    table = arrow.table(JOBS)
    assert simulate(table, "srpte").sojourn.tolist() == [10, 11, 12]
    assert simulate(table.to_batches()[0], "srpte").sojourn.tolist() == [10, 11, 12]
    parts = arrow.concat_tables([table.slice(0, 1), table.slice(1)])
    assert simulate(parts, "srpte").sojourn.tolist() == [10, 11, 12]


def test_quantiles_of_arrays() -> None:
    outcome = simulate(JOBS, "fifo")
    found = outcome.quantile([0, 0.5, 1])
    assert found.tolist() == [10, 11, 12] and found.dtype == np.float64
    assert outcome.quantile(np.array([[0.5], [1.0]])).tolist() == [[11], [12]]
    assert outcome.quantile([]).tolist() == []
    assert isinstance(outcome.quantile(0.5), float) and outcome.quantile(np.float64(0.5)) == 11
    for wrong in [[0.5, 2], -1, float("nan"), "median"]:
        with pytest.raises(ScenarioError, match="a number from 0 to 1"):
            outcome.quantile(wrong)  # type: ignore[call-overload]


def test_jobs_come_back_in_the_order_in_which_they_were_given() -> None:
    forwards = simulate(many(1000), "psbs")
    backwards = simulate({name: column[::-1] for name, column in many(1000).items()}, "psbs")
    assert (forwards.sojourn == backwards.sojourn[::-1]).all()


def test_arrays_that_are_not_in_one_piece_or_of_other_numbers() -> None:
    jobs = many(500)
    expected = simulate(jobs, "las").sojourn
    apart = {name: np.repeat(column, 2)[::2] for name, column in jobs.items()}
    assert not apart["size"].flags.c_contiguous
    assert (simulate(apart, "las").sojourn == expected).all()
    whole = simulate(arrival=np.array([0, 1], dtype=np.int32), size=[2, 1], policy="srpt")
    assert whole.sojourn.tolist() == [2, 2]


def test_what_is_given_back_is_whole_and_constant() -> None:
    outcome = simulate(JOBS, "ps")
    with pytest.raises(ValueError):
        outcome.sojourn[0] = 0
    assert outcome.sojourn is outcome["sojourn"]
    with pytest.raises(KeyError, match="sojourn"):
        outcome["sojuorn"]


def test_ids() -> None:
    jobs = {**JOBS, "id": ["nightly", "ana", "bob"]}
    assert simulate(jobs, "srpte").ids.tolist() == ["nightly", "ana", "bob"]
    # Of jobs that tie, the one of the smaller number goes first.
    tied = {"arrival": [0, 0], "size": [1, 1]}
    assert simulate({**tied, "id": [7, 3]}, "fifo").sojourn.tolist() == [2, 1]
    assert simulate({**tied, "id": ["b", "a"]}, "fifo").sojourn.tolist() == [1, 2]
    assert simulate({**tied, "id": np.array([7, 3], dtype=np.uint64)}, "fifo").sojourn.tolist() == [2, 1]


def test_many_servers() -> None:
    assert simulate(JOBS, "fifo", servers=2).sojourn.tolist() == [20, 4, 7]


def test_policies_by_formula() -> None:
    jobs = many(2000)
    by_name, by_formula = simulate(jobs, "srpte"), simulate(jobs, "rank[est - age]")
    assert np.allclose(by_name.sojourn, by_formula.sojourn)
    assert simulate(jobs, "rr[quantum=0.5]").mean_sojourn > 0


def test_ranks_of_ones_own() -> None:
    jobs = many(300)
    own = simulate(jobs, lambda job: lambda age: job.size - age)
    assert np.allclose(own.sojourn, simulate(jobs, "srpt").sojourn)

    def shortest(job: schedscope.Job) -> float:
        return job.size

    constant = simulate(jobs, shortest)
    assert np.allclose(constant.sojourn, simulate(jobs, "rank[size]").sojourn) and constant.policy == "shortest"
    seen: list[schedscope.Job] = []
    simulate({**JOBS, "id": ["x", "y", "z"], "weight": [1, 2, 3]}, lambda job: seen.append(job) or 0.0)  # type: ignore[func-returns-value]
    assert [(job.id, job.arrival, job.estimate, job.weight) for job in seen] == [("x", 0, 1, 1), ("y", 1, 2, 2), ("z", 2, 2, 3)]


def test_what_a_rank_raises_is_raised() -> None:
    def broken(job: schedscope.Job) -> float:
        raise LookupError("no rank")

    with pytest.raises(LookupError, match="no rank"):
        simulate(JOBS, broken)
    with pytest.raises(ZeroDivisionError):
        simulate(JOBS, lambda job: lambda age: 1 / 0)
    with pytest.raises(TypeError):
        simulate(JOBS, lambda job: "first")  # type: ignore[arg-type, return-value]
    with pytest.raises(ScenarioError, match="NaN"):
        simulate(JOBS, lambda job: math.nan)
    with pytest.raises(ScenarioError) as error:
        simulate(JOBS, lambda job: 0.0, servers=2)
    assert error.value.field == "servers"


HOSTILE = [math.nan, math.inf, -math.inf, -1.0, 1e300]


@pytest.mark.parametrize("field", ["arrival", "size", "estimate", "weight"])
@pytest.mark.parametrize("value", [*HOSTILE, 0.0])
def test_hostile_numbers(field: str, value: float) -> None:
    if value == 0 and field in ("arrival", "estimate"):
        return
    jobs: dict[str, Any] = {"arrival": [0.0, 1.0], "size": [1.0, 1.0], "estimate": [1.0, 1.0], "weight": [1.0, 1.0], "id": ["first", "second"]}
    jobs[field][1] = value
    policies: list[Any] = ["gps", lambda job: 0.0]
    for policy in policies:
        start = time.monotonic()
        with pytest.raises(ScenarioError, match="of job second is ") as error:
            simulate(jobs, policy)
        assert time.monotonic() - start < 1
        assert error.value.field == field and error.value.value and error.value.allowed


@pytest.mark.parametrize(
    ("jobs", "field"),
    [
        ({"arrival": [], "size": []}, "jobs"),
        ({"arrival": [0, 1], "size": [1]}, "size"),
        ({"arrival": [0, 1], "size": [1, 1], "estimate": [1]}, "estimate"),
        ({"arrival": [0, 1], "size": [1, 1], "weight": [1, 1, 1]}, "weight"),
        ({"arrival": [0, 1], "size": [1, 1], "id": [1]}, "id"),
        ({"arrival": [0, 1], "size": [1, 1], "id": [4, 4]}, "id"),
        ({"arrival": [0, 1], "size": [1, 1], "id": [0, -1]}, "id"),
        ({"arrival": [0, 1], "size": [1, 1], "id": ["a", "a"]}, "id"),
        ({"arrival": [0, 1], "size": [1, 1], "id": [1.0, 2.0]}, "id"),
        ({"arrival": [0, 1]}, "size"),
        ({"size": [1, 1]}, "arrival"),
        ({"arrival": [0, 1], "size": [1, 1], "estimates": [1, 1]}, "estimates"),
        ({"arrival": [0, 1], "size": ["1", "2"]}, "size"),
        ({"arrival": [0, 1], "size": [1, None]}, "size"),
        ({"arrival": [0, 1], "size": [1, [2]]}, "size"),
        ({"arrival": [[0, 1]], "size": [1, 1]}, "arrival"),
        ({"arrival": 0.0, "size": 1.0}, "arrival"),
        ({"arrival": [0, 1], "size": [1j, 2]}, "size"),
        ({"arrival": np.array(["2026-01-01", "2026-01-02"], dtype="datetime64[s]"), "size": [1, 1]}, "arrival"),
    ],
)
def test_what_is_no_table_of_jobs(jobs: Any, field: str) -> None:
    with pytest.raises(ScenarioError) as error:
        simulate(jobs, "fifo")
    assert error.value.field == field
    assert isinstance(error.value, ValueError)


def test_huge_weights() -> None:
    jobs = {"arrival": np.zeros(1000), "size": np.ones(1000), "weight": np.full(1000, 1e9)}
    assert simulate(jobs, "gps").sojourn.max() == pytest.approx(1000)


def test_what_is_no_policy() -> None:
    with pytest.raises(ScenarioError) as error:
        simulate(JOBS, "prst")
    assert error.value.field == "policies" and error.value.value == "prst" and "psbs" in (error.value.allowed or "")
    for policy in ["rank[", "rank[est -]", "rr[quantum=-1]", "rr[quantum=nan]", "hfsp", ""]:
        with pytest.raises(ScenarioError):
            simulate(JOBS, policy)
    for wrong in [None, 3, ["ps"]]:
        with pytest.raises(TypeError, match="policy"):
            simulate(JOBS, wrong)  # type: ignore[call-overload]
    for jobs in [[1, 2], 5, "jobs.csv"]:
        with pytest.raises(TypeError, match="columns"):
            simulate(jobs, "ps")  # type: ignore[call-overload]
    for servers in [0, -1, 2**40]:
        with pytest.raises(ScenarioError, match="servers"):
            simulate(JOBS, "fifo", servers=servers)
    with pytest.raises(ScenarioError, match="one server only"):
        simulate(JOBS, "psbs", servers=2)
    for p in [-0.1, 1.1, math.nan]:
        with pytest.raises(ScenarioError):
            simulate(JOBS, "fifo").quantile(p)


def test_other_threads_go_on() -> None:
    jobs = many(200_000)
    counted = 0
    ended = threading.Event()

    def count() -> None:
        nonlocal counted
        while not ended.is_set():
            counted += 1
            time.sleep(0.001)

    thread = threading.Thread(target=count)
    thread.start()
    start = time.monotonic()
    simulate(jobs, "fspe+ps")
    took = time.monotonic() - start
    ended.set()
    thread.join()
    assert counted > 100 * took, f"{counted} in {took} s"
