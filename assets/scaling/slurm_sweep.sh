#!/bin/bash
# One shard of a sweep for each task of a Slurm job array, on as many cores as the task has:
#
#   sbatch --array=1-8 slurm_sweep.sh SWEEP.toml DIR
#
# DIR is a folder that all machines see. When all tasks have ended, join the shards:
#
#   schedscope merge DIR/shard-* --output DIR/whole
#
# A task that was interrupted goes on where it was when it is submitted again.
#SBATCH --job-name=schedscope
#SBATCH --cpus-per-task=8
#SBATCH --requeue
set -euo pipefail
export RAYON_NUM_THREADS="${SLURM_CPUS_PER_TASK:-1}"
exec "${SCHEDSCOPE:-schedscope}" sweep "$1" --shard "$SLURM_ARRAY_TASK_ID/$SLURM_ARRAY_TASK_COUNT" \
  --output "$2/shard-$SLURM_ARRAY_TASK_ID"
