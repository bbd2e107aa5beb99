"""Runs the shards of a sweep on the workers of a Dask cluster and joins them.

    python dask_sweep.py SWEEP.toml DIR SHARDS [SCHEDULER]

DIR is a folder that all workers and this program see. Each shard takes one thread of a worker, so several times as many
shards as threads keep all of them busy to the end. Without the address of a scheduler, two workers are started here. The
same command goes on after an interruption. SCHEDSCOPE names the program if it is not on the path.
"""

import os
import subprocess
import sys

from distributed import Client


def shard(program, sweep, folder, number, of):
    output = os.path.join(folder, f"shard-{number}")
    command = [program, "sweep", sweep, "--shard", f"{number}/{of}", "--output", output]
    subprocess.run(command, check=True, env={**os.environ, "RAYON_NUM_THREADS": "1"})
    return output


def main(sweep, folder, shards, scheduler=None):
    program, of = os.environ.get("SCHEDSCOPE", "schedscope"), int(shards)
    here = {"n_workers": 2, "threads_per_worker": 1, "dashboard_address": None}
    with Client(scheduler) if scheduler else Client(**here) as client:
        tasks = [client.submit(shard, program, sweep, folder, k, of, retries=2, pure=False) for k in range(1, of + 1)]
        parts = client.gather(tasks)
    subprocess.run([program, "merge", *parts, "--output", os.path.join(folder, "whole")], check=True)


if __name__ == "__main__":
    if len(sys.argv) not in (4, 5):
        sys.exit(__doc__)
    main(*sys.argv[1:])
