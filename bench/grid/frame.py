"""Sorts, filters and pages a frame of the same kinds of columns with pandas."""

import json
import sys
import time

import numpy
import pandas

rows = int(sys.argv[1])
row = numpy.arange(rows, dtype="uint64")
frame = pandas.DataFrame(
    {
        "double": numpy.sin(row.astype("float64")) * 1e6,
        "integer": (row * 2654435761 % 1000003).astype("int32"),
        "text": [f"user-{one}" for one in (row * 2654435761 % 999999937).tolist()],
    }
)
figures = {"rows": rows}


def timed(name, act):
    started, processor = time.perf_counter(), time.process_time()
    result = act()
    figures[name] = (time.perf_counter() - started) * 1000
    figures[name + " processor"] = (time.process_time() - processor) * 1000
    return result


def order(*names):
    return lambda: frame.sort_values(list(names), kind="stable")


ordered = timed("sort by a double", order("double"))
timed("page", lambda: ordered.iloc[:100].values.tolist())
del ordered
timed("sort by an integer", order("integer"))
timed("sort by an integer and a double", order("integer", "double"))
timed("sort by a text", order("text"))
timed("filter a range", lambda: frame[frame["double"].between(0, 1e5)])
print(json.dumps(figures))
