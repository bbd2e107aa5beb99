"""Sweeps: on threads of this process, or on the workers of an executor."""

from __future__ import annotations

import os
import uuid
from collections import deque
from concurrent.futures import BrokenExecutor, Executor, Future
from contextlib import suppress
from functools import lru_cache
from queue import Empty, SimpleQueue
from typing import TYPE_CHECKING, Callable, Deque, Dict, List, Optional, Tuple, Union

from ._schedscope import ScenarioError, Table, _Part, _Sweep

if TYPE_CHECKING:
    from ._schedscope import _Scenario

MOST_TASKS = 4096
"""A sweep is given to an executor in at most so many tasks; what a worker that dies had done of its task is lost."""

AGAIN = 3
"""How often a task that failed is given again, and how many executors in a row may break before any task is done."""

LOOK = 0.25
"""Seconds from one look at Ctrl-C and the line of progress to the next."""


def sweep(
    sweep: _Scenario,
    threads: Optional[int] = None,
    progress: bool = True,
    *,
    output: Union[str, os.PathLike[str], None] = None,
    fresh: bool = False,
    executor: Union[Executor, Callable[[], Executor], None] = None,
) -> Table:
    """Simulates a scenario over a grid of values for its fields.

    A sweep is a dict, a text in TOML or the path of a file: a scenario with `axes`, and if wished `until`. A row of the result is a
    policy in a cell; what varies comes first. It runs on so many threads (else on all cores). Where there is a terminal or a notebook,
    a line says how far it is.

    In the folder `output`, each cell that is complete enters a journal at once. The same call, or `schedscope sweep` with the same
    sweep, goes on from there after an interruption, unless `fresh` throws away what the folder holds. At the end `results.csv` and
    `manifest.json` stand there, the same bytes as those of `schedscope sweep`, which also writes Parquet.

    With an `executor` of `concurrent.futures`, such as a pool of processes or Dask's `Client.get_executor()`, cells are run by its
    workers. They need this package in this version, and files under the same paths; each task uses so many threads (else one). A task
    that fails is given again, a few times. An executor that breaks cannot be used again: a function that makes executors, such as
    `lambda: ProcessPoolExecutor(4)`, lets the sweep go on with a new one. It shuts down what this function makes, and nothing else.

    Raises `ScenarioError` if the sweep or a cell cannot be simulated, or the folder holds another sweep; `OSError` if the folder cannot be
    used; `concurrent.futures.BrokenExecutor` if the executor broke, and `RuntimeError` if a task failed again and again.
    """
    makes = None if executor is None else _makes(executor)
    begun = _Sweep(sweep, threads, progress, output, fresh)
    try:
        if makes is None:
            begun.run()
        else:
            _distribute(begun, *makes)
        return begun.table()
    finally:
        begun.close()


def run_cells(sweep: str, folder: str, call: str, threads: int, cells: List[int], given: int) -> bytes:
    """What a worker does: it runs these cells of a sweep whose paths begin in this folder, and gives back their journal.

    The call is that of `sweep`, for which files are read once. A task has another `given` when it is given again: some executors hand out the
    outcome that they have of the same arguments.
    """
    return _part(sweep, folder, call).run(cells, threads)


@lru_cache(maxsize=1)
def _part(sweep: str, folder: str, call: str) -> _Part:
    return _Part(sweep, folder)


class _Task:
    """Cells that one worker runs. They are far from each other in the grid, so that tasks take about the same time."""

    def __init__(self, cells: List[int]) -> None:
        self.cells = cells
        self.given = 0
        self.failed = 0


def _makes(executor: Union[Executor, Callable[[], Executor]]) -> Tuple[Callable[[], Executor], bool]:
    """What gives an executor, and whether it is a new one each time."""
    if hasattr(executor, "submit") and not isinstance(executor, type):
        return lambda: executor, False  # type: ignore[return-value]
    if callable(executor):
        return executor, True
    raise TypeError("executor is one of concurrent.futures, such as ProcessPoolExecutor(), or a function that makes one")


def _distribute(begun: _Sweep, make: Callable[[], Executor], renewed: bool) -> None:
    """Has all cells run by executors: one, or as many as it takes."""
    cells = begun.left()
    count = min(len(cells), MOST_TASKS)
    tasks = [_Task(cells[first::count]) for first in range(count)]
    work = (begun.text, os.getcwd(), uuid.uuid4().hex, begun.threads or 1)
    in_vain = 0
    while tasks:
        executor = make()
        if not hasattr(executor, "submit"):
            raise TypeError("the function of executor makes none of concurrent.futures")
        round = _Round(begun, executor, work)
        ended = False
        try:
            broken = round.run(tasks)
            ended = broken is None
        finally:
            if renewed:
                executor.shutdown(wait=ended)
        if broken is None:
            return
        left = round.left
        in_vain = in_vain + 1 if len(left) == len(tasks) else 0
        if not renewed:
            raise BrokenExecutor(f"the executor is broken ({broken}); {_kept(begun)}, or with a function that makes executors") from broken
        if in_vain > AGAIN:
            raise BrokenExecutor(f"{in_vain} executors in a row broke before any task was done ({broken}); {_kept(begun)}") from broken
        tasks = left


class _Round:
    """Tasks that are given to an executor until all are done, or it is broken."""

    def __init__(self, begun: _Sweep, executor: Executor, work: Tuple[str, str, str, int]) -> None:
        self.begun = begun
        self.executor = executor
        self.work = work
        self.under_way: Dict[Future[bytes], _Task] = {}
        self.ended: SimpleQueue[Future[bytes]] = SimpleQueue()
        self.left: List[_Task] = []

    def run(self, tasks: List[_Task]) -> Optional[BrokenExecutor]:
        """Why the executor is broken, if it is; then some tasks are left."""
        broken: Optional[BrokenExecutor] = None
        to_give: Deque[_Task] = deque(tasks)
        try:
            while to_give or self.under_way:
                while to_give and broken is None:
                    try:
                        self.give(to_give[0])
                        to_give.popleft()
                    except BrokenExecutor as error:
                        broken = error
                if broken is not None:
                    self.left.extend(to_give)
                    to_give.clear()
                    if not self.under_way:
                        break
                self.begun.show()
                try:
                    future = self.ended.get(timeout=LOOK)
                except Empty:
                    continue
                task = self.under_way.pop(future)
                try:
                    part = future.result()
                except ScenarioError:
                    raise
                except BrokenExecutor as error:
                    broken = error
                    self.left.append(task)
                except Exception as error:
                    task.failed += 1
                    if task.failed > AGAIN:
                        numbers = ", ".join(str(cell + 1) for cell in task.cells[:10])
                        said = f"{type(error).__name__}: {error}"
                        raise RuntimeError(f"a task failed {task.failed} times, with cells {numbers} ({said}); {_kept(self.begun)}") from error
                    to_give.append(task)
                else:
                    self.begun.take(part, task.cells)
        except BaseException:
            self.cancel()
            raise
        return broken

    def give(self, task: _Task) -> None:
        future = self.executor.submit(run_cells, *self.work, task.cells, task.given)
        task.given += 1
        self.under_way[future] = task
        future.add_done_callback(self.ended.put)

    def cancel(self) -> None:
        """Takes what is done already, and cancels all else."""
        with suppress(Exception):
            while True:
                future = self.ended.get_nowait()
                task = self.under_way.pop(future)
                if not future.cancelled() and future.exception() is None:
                    self.begun.take(future.result(), task.cells)
        for future in self.under_way:
            future.cancel()


def _kept(begun: _Sweep) -> str:
    """What can be done after a failure."""
    if begun.output is None:
        return "with output=FOLDER what is done would be kept, and the same call would go on from there"
    return f"what is done is in the journal of {os.fspath(begun.output)}, and the same call goes on from there"
