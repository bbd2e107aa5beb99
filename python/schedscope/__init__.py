"""Job scheduling, simulated: what size-based policies gain when sizes are only estimated.

>>> import schedscope
>>> outcome = schedscope.simulate({"arrival": [0, 1, 2], "size": [10, 2, 2], "estimate": [1, 2, 2]}, "psbs")
>>> outcome.sojourn
array([14. ,  8.5,  8.5])
"""

from ._schedscope import Check, Difference, Job, Outcome, Report, ScenarioError, Svg, Table, __version__, check, run, simulate
from ._sweep import sweep

__all__ = [
    "Check",
    "Difference",
    "Job",
    "Outcome",
    "Report",
    "ScenarioError",
    "Svg",
    "Table",
    "__version__",
    "check",
    "run",
    "simulate",
    "sweep",
]
