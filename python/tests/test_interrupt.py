"""Ctrl-C ends what takes long. Each in a process of its own, which gets the signal while it works."""

from __future__ import annotations

import signal
import subprocess
import sys
import time

import pytest

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="signals are sent otherwise there")

LONG = {
    "run": "schedscope.run({'policies': ['psbs'], 'replications': 1000, 'workload': {'count': 1_000_000}})",
    "simulate": "schedscope.simulate({'arrival': np.arange(20_000_000.0), 'size': np.ones(20_000_000)}, 'psbs')",
    "rank": "schedscope.simulate({'arrival': np.arange(1_000_000.0), 'size': np.ones(1_000_000)}, lambda job: lambda age: job.size - age)",
    "sweep": "schedscope.sweep({'policies': ['psbs'], 'replications': 100, 'axes': {'workload.sigma': list(range(10))}, 'workload': {'count': 1_000_000}})",
}


@pytest.mark.parametrize("call", LONG.values(), ids=LONG.keys())
def test_ctrl_c(call: str) -> None:
    program = f"""
import numpy as np, schedscope
print("ready", flush=True)
try:
    {call}
except KeyboardInterrupt:
    print("interrupted", flush=True)
    print(schedscope.simulate({{"arrival": [0], "size": [1]}}, "fifo").mean_sojourn, flush=True)
"""
    process = subprocess.Popen([sys.executable, "-c", program], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    assert process.stdout is not None
    assert process.stdout.readline() == "ready\n"
    time.sleep(1)
    start = time.monotonic()
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=60)
    took = time.monotonic() - start
    assert (process.returncode, out, err) == (0, "interrupted\n1.0\n", "")
    assert took < 5, f"{took} s"
