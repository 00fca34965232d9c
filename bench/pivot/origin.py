# Reads the job's result, then times pandas' pivot_table of it.
import json, resource, sys, time
import pandas as pd
import pytd.pandas_td as td

frame = td.read_td_job(int(sys.argv[1]), td.create_engine("presto:sample_datasets"))
started = time.perf_counter()
pivoted = frame.pivot_table(index="time", columns="origin", values=["delay", "distance"])
ms = (time.perf_counter() - started) * 1000
peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024
print(json.dumps({"ms": ms, "rows": len(frame), "cells": list(pivoted.shape), "peakMb": peak}))
