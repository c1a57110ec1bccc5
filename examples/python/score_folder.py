# %% [markdown]
# # A folder of games, scored
#
# Opens as a notebook in Jupyter (with jupytext), VS Code, PyCharm and Spyder; runs as a script as well:
# `python score_folder.py FOLDER`.

# %%
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pandas as pd

import wakari

folder = Path(sys.argv[1] if len(sys.argv) > 1 else "games")
paths = sorted(folder.rglob("*.sgf"))
if not paths:
    sys.exit(f"{folder}: has no file that ends in .sgf")

# %% [markdown]
# Each file is a row. The lock of the interpreter is released while a game is judged, so threads are enough to use all
# cores. A file that is broken has its fault in `error` and the others go on.


# %%
def row(path: Path) -> dict[str, object]:
    """What is known of the game in a file."""
    try:
        return {"file": path.name, **wakari.score(path).row()}
    except ValueError as error:
        return {"file": path.name, "error": str(error)}


with ThreadPoolExecutor() as pool:
    games = pd.DataFrame(pool.map(row, paths))
if "score" not in games:
    sys.exit(f"no game can be scored:\n{games.to_string()}")

print(games[["file", "rules", "score", "method", "recorded", "agrees"]].to_string())

# %% [markdown]
# How the scores are known, and how many of them are those of the records.

# %%
print(games.groupby("method")["agrees"].value_counts(dropna=False))

# %% [markdown]
# The same games by other rules: how much the result changes.

# %%
OTHERS = ["japanese-1989", "chinese", "aga"]


def margin(path: Path, rules: str) -> float | None:
    """Black's lead in a game by some rules, without komi."""
    try:
        points = wakari.score(path, rules=rules, komi=0).points
    except ValueError:
        return None
    return points["b"] - points["w"]


leads = pd.DataFrame(
    {rules: [margin(path, rules) for path in paths] for rules in OTHERS},
    index=[path.name for path in paths],
)
print(leads.describe())

# %% [markdown]
# Why one of them counts as it does.

# %%
known = games.dropna(subset="score")
if len(known):
    chosen = next(path for path in paths if path.name == known["file"].iloc[0])
    print(wakari.explain(chosen))
