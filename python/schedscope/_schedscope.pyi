"""What `schedscope` is made of, compiled from Rust."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from os import PathLike
from pathlib import Path
from typing import Any, Callable, Protocol, Union, final, overload

from numpy import bool_, float64, int64, object_
from numpy.typing import ArrayLike, NDArray
from typing_extensions import TypeAlias

class _Frame(Protocol):
    """A table of pandas, Polars or Arrow."""
    @property
    def columns(self) -> Iterable[Any]: ...
    def __getitem__(self, title: Any, /) -> Any: ...

class _Lazy(Protocol):
    """A lazy frame of Polars."""
    def collect_schema(self) -> Any: ...
    def collect(self) -> Any: ...

_Jobs: TypeAlias = Union[Mapping[str, Any], list[dict[str, Any]], _Frame, _Lazy]
_Scenario: TypeAlias = Union[Mapping[str, Any], str, PathLike[str]]
_Column: TypeAlias = Union[NDArray[float64], NDArray[int64], NDArray[bool_], NDArray[object_]]

__version__: str

class ScenarioError(ValueError):
    """What was asked cannot be simulated."""

    field: str | None
    """The dotted name of what is wrong."""
    value: str | None
    """What was found there."""
    allowed: str | None
    """What is allowed there."""

@final
class Svg:
    """A picture as SVG; notebooks show it, and `str` gives its text."""
    def save(self, path: str | PathLike[str]) -> None:
        """Writes it to a file whose name ends in .svg or .png, as that; PNG has two pixels for one each way.

        Raises `ScenarioError` if the name has another ending.
        """
    def _repr_svg_(self) -> str: ...

class Table:
    """Figures by column, one row a policy: a mapping from titles to NumPy arrays, and an Arrow stream. It can be pickled and copied."""
    @property
    def columns(self) -> list[str]:
        """Titles of the columns."""
    @property
    def rows(self) -> int:
        """Number of rows."""
    @property
    def warnings(self) -> list[str]:
        """What a reader should know before trusting the numbers."""
    def keys(self) -> list[str]:
        """Titles of the columns."""
    def __getitem__(self, title: str, /) -> _Column: ...
    def __contains__(self, title: str, /) -> bool: ...
    def __iter__(self) -> Iterator[str]: ...
    def __len__(self) -> int: ...
    def __arrow_c_stream__(self, requested_schema: object | None = None) -> object: ...

@final
class Report(Table):
    """What came of a scenario: a row a policy (and class of jobs, where jobs have classes)."""
    @property
    def policies(self) -> list[str]:
        """The policies, as they were asked for."""
    def json(self) -> str:
        """The report as JSON: the same bytes that the command line prints."""
    def to_dict(self) -> dict[str, Any]:
        """The same as plain values."""
    def plot(self, width: int = 1200, height: int = 600) -> Svg:
        """Distributions of sojourn time and slowdown, so many pixels wide and high."""
    def link(self, page: str | None = None) -> str:
        """A link that opens the page, which is served at this address (else http://127.0.0.1:8080/), with this very comparison."""
    def _repr_html_(self) -> str: ...

@final
class Difference:
    """A value that is not what it was."""
    @property
    def case(self) -> str:
        """The case of the baseline."""
    @property
    def policy(self) -> str:
        """The policy."""
    @property
    def metric(self) -> str:
        """The metric."""
    @property
    def expected(self) -> float | None:
        """What it was; None if the baseline does not know it."""
    @property
    def found(self) -> float | None:
        """What it is; None if it is not measured any more."""

@final
class Check:
    """What became of a baseline: true if all values are what they were. `str` gives the lines that the command line prints."""
    @property
    def compared(self) -> int:
        """How many values were compared."""
    @property
    def differences(self) -> list[Difference]:
        """Those that are not what they were."""
    def __bool__(self) -> bool: ...

@final
class Outcome:
    """What became of jobs under a policy: arrays in the order in which the jobs were given. It can be pickled and copied."""
    @property
    def policy(self) -> str:
        """The policy."""
    @property
    def ids(self) -> NDArray[Any]:
        """What the jobs are called."""
    @property
    def sojourn(self) -> NDArray[float64]:
        """Completion − arrival of each job, in the unit of arrivals and sizes."""
    @property
    def slowdown(self) -> NDArray[float64]:
        """Sojourn time ÷ size of each job."""
    @property
    def mean_sojourn(self) -> float:
        """Mean sojourn time."""
    @overload
    def quantile(self, p: float) -> float:
        """The quantile of sojourn times at p, from 0 to 1; of an array of such numbers, an array of the same shape."""
    @overload
    def quantile(self, p: Sequence[float] | NDArray[Any]) -> NDArray[float64]: ...
    def keys(self) -> list[str]:
        """Titles of the columns: id, sojourn, slowdown."""
    def __getitem__(self, title: str, /) -> NDArray[Any]: ...
    def __iter__(self) -> Iterator[str]: ...
    def __len__(self) -> int: ...

@final
class Job:
    """A job as a rank of one's own sees it when it arrives."""
    @property
    def id(self) -> int | str:
        """What it is called."""
    @property
    def arrival(self) -> float:
        """When it arrives."""
    @property
    def size(self) -> float:
        """The work it needs."""
    @property
    def estimate(self) -> float:
        """What its size is believed to be."""
    @property
    def weight(self) -> float:
        """Its weight."""

_Rank: TypeAlias = Callable[[Job], Union[float, Callable[[float], float]]]

def run(scenario: _Scenario, *, threads: int | None = None) -> Report:
    """Simulates a scenario of any world under its policies, on so many threads, or on all cores. What comes out is the same.

    A scenario is a dict of fields, a text in TOML, or the path of a file that holds one. Fields are those of the scenario files; those
    of the system and the workload are in dicts of their own or have dotted names: `{"workload.sigma": 1.0}`.
    """

@overload
def simulate(
    jobs: _Jobs,
    policy: str | _Rank,
    servers: int = 1,
    *,
    arrival: ArrayLike | None = None,
    size: ArrayLike | None = None,
    estimate: ArrayLike | None = None,
    weight: ArrayLike | None = None,
    id: ArrayLike | None = None,
) -> Outcome:
    """Simulates jobs under a policy.

    Jobs are a dict of columns, a list of dicts, or a table of pandas, Polars (lazy ones as well) or Arrow: `arrival`, `size` and, if
    known, `estimate` (else the size), `weight` (else 1) and `id` (else the place). Columns that are given by name come before those of
    the table.

    There is one server of speed 1; `servers` of them have a speed of 1 together.

    A policy is a text, such as `psbs`, `rr[quantum=2]` or the formula `rank[est - age]`, or a rank as a function: for each job as it
    arrives it gives a number, or a function from the age of the job (its attained service) to its rank. The job of least rank is
    served. Functions are slower than texts.
    """

@overload
def simulate(
    jobs: None = None,
    *,
    policy: str | _Rank,
    servers: int = 1,
    arrival: ArrayLike,
    size: ArrayLike,
    estimate: ArrayLike | None = None,
    weight: ArrayLike | None = None,
    id: ArrayLike | None = None,
) -> Outcome: ...
def check(baseline: str | PathLike[str], *, update: bool = False) -> Check:
    """Runs the scenarios of a baseline and compares what comes out with the values that it holds, as `schedscope check` does.

    A baseline is the path of a file in JSON: scenarios, the metrics that matter in them, how far each may be off (else not at all), and
    what they were when all was well. With `update` the file takes over what differs; one with metrics and no values yet is filled so.

    Raises `ScenarioError` if the file is no baseline or a scenario cannot be simulated, and `OSError` if it cannot be read or written.
    """

@final
class _Sweep:
    """A sweep that is under way."""
    text: str
    threads: int | None
    output: Path | None
    def __new__(cls, sweep: _Scenario, threads: int | None, progress: bool, output: str | PathLike[str] | None, fresh: bool) -> _Sweep: ...
    def left(self) -> list[int]: ...
    def run(self) -> None: ...
    def take(self, part: bytes, cells: list[int]) -> None: ...
    def show(self) -> None: ...
    def table(self) -> Table: ...
    def close(self) -> None: ...

@final
class _Part:
    """What a worker does of a sweep."""
    def __new__(cls, sweep: str, folder: str) -> _Part: ...
    def run(self, cells: list[int], threads: int) -> bytes: ...

def _report(state: bytes) -> Report: ...
def _table(state: bytes) -> Table: ...
def _outcome(policy: str, ids: NDArray[Any], sojourn: NDArray[float64], slowdown: NDArray[float64], mean: float) -> Outcome: ...
