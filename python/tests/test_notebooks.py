"""The notebooks run, and what they say is so."""

from __future__ import annotations

from pathlib import Path

import nbformat
import pytest
from nbclient import NotebookClient

FOLDER = Path(__file__).parents[1] / "notebooks"

# What the text of each says, about its variables.
SAYS = {
    "first_steps": """
assert outcomes["srpte"].sojourn.tolist() == [10, 11, 12] and outcomes["srpt"].sojourn.tolist() == [14, 2, 3]
mean, slow = frame["mean_sojourn"], frame["p99_slowdown"]
assert mean["srpt"] < mean["psbs"] < mean["srpte"] < mean["ps"] and mean["psbs"] < 1.5 * mean["srpt"]
assert slow["srpte"] > 1e7 and slow["psbs"] < slow["ps"] and slow["psbs"] < 3 * slow["srpt"]
""",
    "how_wrong_may_estimates_be": """
steep, even = ratio.loc[0.25], ratio.loc[1.0]
assert (steep["psbs"] < 1).all() and steep["srpte"].loc[:0.5].max() < 1 < steep["srpte"].loc[1.0:].min() and (even < 1).all(axis=None)
assert (abs(ratio["srpte"] / ratio["psbs"] - 1).xs(0.0, level=1) < 0.2).all()
""",
    "a_trace_of_your_own": """
assert (requested.loc[["srpte", "psbs"], "mean hours"] > 5 * requested.loc["ps", "mean hours"]).all()
assert learned.loc["psbs", "mean hours"] < 1.1 * learned.loc["ps", "mean hours"] and learned.loc["psbs", "median slowdown"] == 1
assert by_user.loc["ana", "psbs"] < by_user.loc["ana", "ps"] and by_user.loc["dua", "psbs"] > by_user.loc["dua", "fifo"]
work = log.groupby("User")["ElapsedSeconds"].sum()
assert work["dua"] > work.sum() / 2 and 0.04 < (log["User"] == "dua").mean() < 0.06
assert learned.loc["srpte", "p99 slowdown"] > 10 * learned.loc["psbs", "p99 slowdown"]
""",
    "hfsp_against_fair": """
mean = frame.pivot(index="policy", columns="class", values="mean_sojourn")
assert (mean.loc["hfsp"] < mean.loc["fair"]).all() and ratio.loc["hfsp", "ratio_fair_high"] < 1
assert (by_load["hfsp"] < by_load["fair"]).all() and (by_load["fair"] / by_load["hfsp"]).is_monotonic_increasing
assert (noisy["ratio_fair_high"] < 1).all()
""",
}


def test_all_are_here() -> None:
    assert {path.stem for path in FOLDER.glob("*.ipynb")} == set(SAYS)


@pytest.mark.parametrize("name", SAYS)
def test_notebook(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for variable in ["IPYTHONDIR", "MPLCONFIGDIR", "JUPYTER_RUNTIME_DIR"]:
        monkeypatch.setenv(variable, str(tmp_path / variable))
    book = nbformat.read(FOLDER / f"{name}.ipynb", as_version=4)
    code = [cell for cell in book.cells if cell.cell_type == "code"]
    assert not any(cell.outputs or cell.execution_count for cell in code), "they are kept without what came out"
    book.cells.append(nbformat.v4.new_code_cell(SAYS[name]))
    NotebookClient(book, timeout=120, resources={"metadata": {"path": str(tmp_path)}}).execute()
    shown = [output for cell in code for output in cell.outputs if output.output_type in ("display_data", "execute_result")]
    assert len(shown) >= 3, "there is something to see"
