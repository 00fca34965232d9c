"""Every way of writing that the Python client has, in every mode, each step printed as one line: its name, a tab, what came as JSON. Needs pytd."""

import json
import warnings

import pandas as pd
import pytd
import pytd.pandas_td as td

warnings.filterwarnings("ignore")
connection = td.connect()
client = pytd.Client(database="sample_datasets")
client.create_database_if_not_exists("modes_db")


def outcome(call):
    try:
        call()
        return "done"
    except Exception as error:
        return f"{type(error).__name__}: {error}"


for label, options in (("csv", {}), ("msgpack", {"fmt": "msgpack"}), ("insert_into", {"writer": "insert_into"})):
    name = f"modes_db.{label}"

    def write(mode, n):
        frame = pd.DataFrame({"n": [n], "s": [f"row {n}"]})
        done = outcome(lambda: td.to_td(frame, name, connection, index=False, if_exists=mode, **options))
        return [mode, done, client.query(f"select n, s from {name} order by n")["data"]]

    steps = [write(mode, n) for n, mode in enumerate(("ignore", "error", "append", "ignore", "overwrite"))]
    print(f"STEP {label}\t{json.dumps(steps)}", flush=True)

frame = pd.DataFrame(
    {
        "i": [1, -(2**62), 2**62],
        "f": [0.5, float("nan"), 1e300],
        "t": ["it's é😀", "", None],
        "zip": ["00712", "10115", "99999"],
        "b": [True, False, True],
        "d": pd.to_datetime(["2024-05-06", "2024-05-07", None]),
        "at": [1700000000, 1700000001, 1700000002],
    }
)
for label, options in (("csv", {}), ("msgpack", {"fmt": "msgpack"}), ("insert_into", {"writer": "insert_into"})):
    name = f"modes_db.values_{label}"
    td.to_td(frame.copy(), name, connection, index=False, time_col="at", **options)
    rows = client.query(f"select i, f, t, zip, b, d, time from {name} order by time", priority=0)["data"]
    # As text: the reader of this line loses integers beyond 2^53.
    rows = [[str(row[0]), *row[1:]] for row in rows]
    print(f"STEP values {label}\t{json.dumps(rows)}", flush=True)

spark = outcome(lambda: td.to_td(pd.DataFrame({"n": [1]}), "modes_db.spark", connection, writer="spark"))
print(f"STEP spark\t{json.dumps(spark)}", flush=True)
missing = outcome(lambda: td.to_td(pd.DataFrame({"n": [1]}), "nowhere.t", connection))
print(f"STEP no database\t{json.dumps(missing)}", flush=True)
jobs = client.list_jobs()
print(f"STEP job types\t{json.dumps(sorted({job.type for job in jobs}))}", flush=True)
