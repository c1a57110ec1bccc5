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
# Each file is a row. The interpreter lock is released while a game is judged, so threads use all cores. A broken file
# gets a message in `error`; the others are scored.


# %%
def row(path: Path) -> dict[str, object]:
    """Return the facts about the game in a file."""
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
# The evidence for the scores, and their agreement with the records.

# %%
print(games.groupby("method")["agrees"].value_counts(dropna=False))

# %% [markdown]
# The results under other rules.

# %%
OTHERS = ["japanese-1989", "chinese", "aga"]


def margin(path: Path, rules: str) -> float | None:
    """Return Black's lead in a game under these rules, without komi."""
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
# An explanation of one of the scores.

# %%
known = games.dropna(subset="score")
if len(known):
    chosen = next(path for path in paths if path.name == known["file"].iloc[0])
    print(wakari.explain(chosen))
