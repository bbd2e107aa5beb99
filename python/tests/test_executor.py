"""Sweeps in folders and on executors: the same bytes as the command line, whatever dies meanwhile."""

from __future__ import annotations

import multiprocessing
import os
import signal
import subprocess
import sys
import threading
import time
from concurrent.futures import BrokenExecutor, Executor, Future, ProcessPoolExecutor, ThreadPoolExecutor
from pathlib import Path
from typing import Any, Callable

import polars as pl
import pytest

from schedscope import ScenarioError, _sweep, sweep
from schedscope._schedscope import _Sweep

NATIVE = os.environ.get("SCHEDSCOPE_NATIVE")

# Cells of unequal length, with a file that is read and a text that looks like a formula.
SWEEP = """replications = 4
policies = ["ps", "psbs", "rank[-age]"]
[workload]
count = 3000
[axes]
"workload.sigma" = [0.0, 1.0]
"workload.load" = [0.5, 0.8, 0.9, 0.95]
"seed" = [1, 2, 3, 4]
"""
CELLS = 2 * 4 * 4

# Processes that are made anew, as on all systems.
SPAWN = multiprocessing.get_context("spawn")


def kill(process: int) -> None:
    os.kill(process, signal.SIGTERM if sys.platform == "win32" else signal.SIGKILL)


def processes() -> Executor:
    return ProcessPoolExecutor(4, mp_context=SPAWN)


def files(folder: Path) -> dict[str, bytes]:
    return {name: (folder / name).read_bytes() for name in ("results.csv", "manifest.json")}


@pytest.fixture(scope="session")
def expected(tmp_path_factory: pytest.TempPathFactory) -> dict[str, bytes]:
    """What the command line writes."""
    folder = tmp_path_factory.mktemp("expected")
    (folder / "sweep.toml").write_text(SWEEP)
    if NATIVE is None:
        sweep(SWEEP, output=folder / "native")
    else:
        subprocess.run([NATIVE, "sweep", str(folder / "sweep.toml"), "--output", str(folder / "native")], check=True, capture_output=True)
    return files(folder / "native")


def records(folder: Path) -> int:
    """Cells in a journal, which begins with what the sweep is."""
    journal = folder / "journal"
    return max(journal.read_bytes().count(b"\n") - 1, 0) if journal.exists() else 0


def when(holds: Callable[[], bool], act: Callable[[], None]) -> threading.Thread:
    """Does something once, as soon as something holds."""

    def watch() -> None:
        end = time.monotonic() + 60
        while not holds():
            assert time.monotonic() < end
            time.sleep(0.005)
        act()

    thread = threading.Thread(target=watch)
    thread.start()
    return thread


def test_the_files_of_the_command_line(tmp_path: Path, expected: dict[str, bytes]) -> None:
    table = sweep(SWEEP, output=tmp_path / "threads", threads=2)
    assert files(tmp_path / "threads") == expected
    assert sorted(path.name for path in (tmp_path / "threads").iterdir()) == ["journal", "manifest.json", "results.csv"]
    assert pl.DataFrame(table).equals(pl.DataFrame(sweep(SWEEP)))
    # Once more, it only reads.
    journal = (tmp_path / "threads" / "journal").read_bytes()
    assert pl.DataFrame(sweep(SWEEP, output=str(tmp_path / "threads"))).equals(pl.DataFrame(table))
    assert (tmp_path / "threads" / "journal").read_bytes() == journal


def test_a_class_has_rows_and_a_text_is_no_formula(tmp_path: Path) -> None:
    asked = (
        'policies = ["sparrow", "hawk"]\nsystem = { kind = "datacenter", workers = 50 }\nworkload = { like = "google", count = 100 }\n'
        "[axes]\n\"policies.hawk.cap\" = [1, 2]\n"
    )
    sweep(asked, output=tmp_path / "python")
    (tmp_path / "sweep.toml").write_text(asked)
    if NATIVE is None:
        pytest.skip("SCHEDSCOPE_NATIVE does not name the command line")
    subprocess.run([NATIVE, "sweep", str(tmp_path / "sweep.toml"), "--output", str(tmp_path / "native")], check=True, capture_output=True)
    assert files(tmp_path / "python") == files(tmp_path / "native")


def test_the_command_line_goes_on_from_here_and_the_other_way_round(tmp_path: Path, expected: dict[str, bytes]) -> None:
    sweep(SWEEP, output=tmp_path / "whole")
    whole = (tmp_path / "whole" / "journal").read_bytes().splitlines(keepends=True)
    (tmp_path / "sweep.toml").write_text(SWEEP)

    def begun(name: str, *damaged: bytes) -> Path:
        folder = tmp_path / name
        folder.mkdir()
        (folder / "journal").write_bytes(b"".join([*whole[:6], *damaged]))
        return folder

    here = begun("here", b"0000 torn\n", b"torn")
    table = sweep(SWEEP, output=here)
    assert files(here) == expected and any("2 damaged records" in warning for warning in table.warnings)
    assert set(whole[:6]) <= set((here / "journal").read_bytes().splitlines(keepends=True))
    if NATIVE is None:
        pytest.skip("SCHEDSCOPE_NATIVE does not name the command line")
    there = begun("there")
    run = subprocess.run([NATIVE, "sweep", str(tmp_path / "sweep.toml"), "--output", str(there)], check=True, capture_output=True, text=True)
    assert files(there) == expected and f"5 of {CELLS} cells are in the journal" in run.stderr


def test_four_processes_one_of_which_is_killed(tmp_path: Path, expected: dict[str, bytes]) -> None:
    made: list[ProcessPoolExecutor] = []

    def make() -> Executor:
        made.append(ProcessPoolExecutor(4, mp_context=SPAWN))
        return made[-1]

    folder = tmp_path / "results"
    killed = when(lambda: records(folder) >= 3, lambda: kill(next(iter(made[0]._processes))))
    sweep(SWEEP, output=folder, executor=make)
    killed.join()
    assert len(made) == 2, "the first broke"
    assert files(folder) == expected


def test_an_executor_that_breaks_leaves_a_journal(tmp_path: Path, expected: dict[str, bytes]) -> None:
    folder = tmp_path / "results"
    with ProcessPoolExecutor(4, mp_context=SPAWN) as executor:
        killed = when(lambda: records(folder) >= 3, lambda: kill(next(iter(executor._processes))))
        with pytest.raises(BrokenExecutor, match="what is done is in the journal of .*results, and the same call goes on from there"):
            sweep(SWEEP, output=folder, executor=executor)
        killed.join()
    assert 3 <= records(folder) < CELLS and not (folder / "results.csv").exists()
    done = records(folder)
    sweep(SWEEP, output=folder, executor=processes)
    assert files(folder) == expected and records(folder) == CELLS and done < CELLS


@pytest.mark.skipif("fork" not in multiprocessing.get_all_start_methods(), reason="there is no fork here")
def test_processes_that_were_forked_do_not_keep_the_folder(tmp_path: Path, expected: dict[str, bytes]) -> None:
    folder = tmp_path / "results"
    with ProcessPoolExecutor(2, mp_context=multiprocessing.get_context("fork")) as executor:
        sweep(SWEEP, output=folder, executor=executor)
        assert files(folder) == expected
        sweep(SWEEP, output=folder, executor=executor, fresh=True)
        assert files(folder) == expected


def test_two_workers_of_dask_one_of_which_is_killed(tmp_path: Path, expected: dict[str, bytes], monkeypatch: pytest.MonkeyPatch) -> None:
    distributed: Any = pytest.importorskip("distributed")
    monkeypatch.chdir(tmp_path)
    folder = tmp_path / "results"
    with distributed.LocalCluster(n_workers=2, threads_per_worker=1, dashboard_address=None) as cluster, distributed.Client(cluster) as client:
        pids = list(client.run(os.getpid).values())
        assert len(set(pids)) == 2 and os.getpid() not in pids
        killed = when(lambda: records(folder) >= 3, lambda: kill(pids[0]))
        sweep(SWEEP, output=folder, executor=client.get_executor())
        killed.join()
        assert set(client.run(os.getpid).values()) != set(pids), "one was killed"
    assert files(folder) == expected


class Unreliable(ThreadPoolExecutor):
    """Loses some tasks, as a cluster does whose workers die."""

    def __init__(self, loses: Callable[[int], bool]) -> None:
        super().__init__(2)
        self.submitted = 0
        self.loses = loses
        self.arguments: list[tuple[Any, ...]] = []

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        self.submitted += 1
        self.arguments.append((*map(str, args),))
        if not self.loses(self.submitted):
            return super().submit(fn, *args, **kwargs)
        future: Future[Any] = Future()
        future.set_exception(OSError("the worker is gone"))
        return future


def test_what_is_lost_is_given_again(tmp_path: Path, expected: dict[str, bytes]) -> None:
    with Unreliable(lambda submitted: submitted % 3 == 0) as executor:
        sweep(SWEEP, output=tmp_path / "results", executor=executor)
        assert files(tmp_path / "results") == expected
        assert executor.submitted > CELLS and len(set(executor.arguments)) == executor.submitted, "no task is that of another time"
    with Unreliable(lambda submitted: submitted > 5) as executor:
        with pytest.raises(RuntimeError, match="a task failed 4 times, with cells [0-9]+ .OSError: the worker is gone.; what is done is in the journal"):
            sweep(SWEEP, output=tmp_path / "other", executor=executor)
    assert records(tmp_path / "other") <= 5
    sweep(SWEEP, output=tmp_path / "other")
    assert files(tmp_path / "other") == expected
    with Unreliable(lambda submitted: True) as executor, pytest.raises(RuntimeError, match="with output=FOLDER what is done would be kept"):
        sweep(SWEEP, executor=executor)


def broken() -> Executor:
    class Broken(ThreadPoolExecutor):
        def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
            raise BrokenExecutor("no workers")

    return Broken()


def test_executors_that_are_broken_again_and_again() -> None:
    with pytest.raises(BrokenExecutor, match="4 executors in a row broke before any task was done .no workers"):
        sweep(SWEEP, executor=broken)


def test_many_cells_are_few_tasks(monkeypatch: pytest.MonkeyPatch, tmp_path: Path, expected: dict[str, bytes]) -> None:
    monkeypatch.setattr(_sweep, "MOST_TASKS", 5)
    with Unreliable(lambda submitted: False) as executor:
        sweep(SWEEP, output=tmp_path / "results", executor=executor, threads=2)
        assert executor.submitted == 5
    assert files(tmp_path / "results") == expected


def test_files_are_found_from_the_folder_of_the_caller(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    asked = 'policies = ["ps"]\nworkload = { kind = "file", path = "jobs.csv" }\n[axes]\n"workload.sigma" = [0.0, 1.0]\n'
    (tmp_path / "jobs.csv").write_text("id,arrival,size\n" + "".join(f"{i},{i},1.5\n" for i in range(100)))
    with ProcessPoolExecutor(2, mp_context=SPAWN) as executor:
        executor.submit(os.getpid).result()  # Its processes are here.
        monkeypatch.chdir(tmp_path)
        sweep(asked, output="elsewhere", executor=executor)
        sweep(asked, output="here")
        assert files(tmp_path / "elsewhere") == files(tmp_path / "here")
        # A new content is read anew, and belongs to another sweep.
        (tmp_path / "jobs.csv").write_text("id,arrival,size\n0,0,1\n1,0,1\n")
        with pytest.raises(ScenarioError, match="another content of its input files; allowed: another folder, or fresh=True") as error:
            sweep(asked, output="elsewhere", executor=executor)
        assert error.value.field == "output"
        assert sweep(asked, output="elsewhere", executor=executor, fresh=True)["jobs"].tolist() == [2, 2]


def test_workers_that_find_other_files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    asked = 'policies = ["ps"]\nworkload = { kind = "file", path = "jobs.csv" }\n'
    monkeypatch.chdir(tmp_path)
    (tmp_path / "jobs.csv").write_text("id,arrival,size\n0,0,1\n")

    class Elsewhere(ThreadPoolExecutor):
        def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
            (tmp_path / "jobs.csv").write_text("id,arrival,size\n0,0,2\n")
            return super().submit(fn, *args, **kwargs)

    with Elsewhere() as executor, pytest.raises(ScenarioError, match="workers have another content of its input files") as error:
        sweep(asked, executor=executor)
    assert error.value.field == "executor"


@pytest.mark.skipif(sys.platform == "win32", reason="signals are sent otherwise there")
@pytest.mark.parametrize("executor", ["None", "ThreadPoolExecutor(2)", "lambda: ProcessPoolExecutor(2)", "ProcessPoolExecutor(2)"])
def test_ctrl_c_leaves_a_journal(executor: str, tmp_path: Path, expected: dict[str, bytes]) -> None:
    folder = tmp_path / "results"
    program = f"""
import sys, time
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor
import schedscope
if __name__ == "__main__":
    asked = open({str(tmp_path / "sweep.toml")!r}).read()
    executor = {executor}
    print("ready", flush=True)
    try:
        schedscope.sweep(asked, threads=1, output={str(folder)!r}, executor=executor)
    except KeyboardInterrupt as error:
        held = error  # As a notebook holds what was raised last.
        # Nothing keeps the folder.
        schedscope.sweep(asked, output={str(tmp_path / "other")!r})
        schedscope._schedscope._Sweep(asked, None, False, {str(folder)!r}, False).close()
        print("interrupted", flush=True)
"""
    (tmp_path / "program.py").write_text(program)
    (tmp_path / "sweep.toml").write_text(SWEEP)
    process = subprocess.Popen([sys.executable, str(tmp_path / "program.py")], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, start_new_session=True)
    assert process.stdout is not None
    assert process.stdout.readline() == "ready\n"
    interrupt = when(lambda: records(folder) >= 3, lambda: process.send_signal(signal.SIGINT))
    out, err = process.communicate(timeout=60)
    interrupt.join()
    assert (process.returncode, out) == (0, "interrupted\n"), err
    assert 3 <= records(folder) < CELLS
    sweep(SWEEP, output=folder)
    assert files(folder) == expected


def test_what_is_no_executor() -> None:
    wrong: list[Any] = [3, "processes", [ThreadPoolExecutor]]
    for executor in wrong:
        with pytest.raises(TypeError, match="executor is one of concurrent.futures"):
            sweep(SWEEP, executor=executor)
    with pytest.raises(TypeError, match="the function of executor makes none"):
        sweep(SWEEP, executor=lambda: 3)  # type: ignore[arg-type, return-value]
    executor = ThreadPoolExecutor()
    executor.shutdown()
    with pytest.raises(RuntimeError, match="after shutdown"):
        sweep(SWEEP, executor=executor)


def test_what_is_wrong_with_a_cell_is_not_given_again() -> None:
    # Of so many cells only the values of axes are looked at before, each with the first of all others.
    seeds = list(range(1, 10_001))
    asked = {"policies": ["ps"], "axes": {"workload.count": [5, 3], "workload.warmup": [0, 4], "seed": seeds}}
    with Unreliable(lambda submitted: False) as executor, pytest.raises(ScenarioError, match="workload.count = 3, workload.warmup = 4"):
        sweep(asked, executor=executor, progress=False)


def test_folders_that_cannot_be_used(tmp_path: Path) -> None:
    small = {"policies": ["ps"], "workload": {"count": 50}, "axes": {"workload.sigma": [0.0, 1.0]}}
    file = tmp_path / "file"
    file.write_text("mine")
    with pytest.raises(OSError, match="file"):
        sweep(small, output=file)
    assert file.read_text() == "mine"
    mine = tmp_path / "mine"
    mine.mkdir()
    (mine / "results.csv").write_text("mine")
    with pytest.raises(ScenarioError, match="results.csv but no journal") as error:
        sweep(small, output=mine)
    assert error.value.field == "output" and (mine / "results.csv").read_text() == "mine"
    sweep(small, output=mine, fresh=True)
    with pytest.raises(ScenarioError, match="a sweep with another scenario; allowed: another folder, or fresh=True"):
        sweep({**small, "seed": 2}, output=mine)
    (mine / "journal").write_bytes(b"spoilt\n")
    with pytest.raises(ScenarioError, match="first line is damaged"):
        sweep(small, output=mine)
    read = {"policies": ["ps"], "workload": {"kind": "file", "path": str(tmp_path / "jobs" / "results.csv")}}
    (tmp_path / "jobs").mkdir()
    (tmp_path / "jobs" / "results.csv").write_text("id,arrival,size\n0,0,1\n")
    with pytest.raises(ScenarioError, match="is read; allowed: another folder") as error:
        sweep(read, output=tmp_path / "jobs", fresh=True)
    assert error.value.field == "output" and (tmp_path / "jobs" / "results.csv").exists()
    wrong: list[Any] = [3, [str(tmp_path)]]
    for output in wrong:
        with pytest.raises(TypeError):
            sweep(small, output=output)


def test_one_at_a_time(tmp_path: Path) -> None:
    small = {"policies": ["ps"], "workload": {"count": 50}}
    under_way = _Sweep(small, None, False, tmp_path, False)
    with pytest.raises(ScenarioError, match="another process is running a sweep in"):
        sweep(small, output=tmp_path)
    under_way.close()
    sweep(small, output=tmp_path)
