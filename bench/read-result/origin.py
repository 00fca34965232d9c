# Reads a finished job to a frame with the original client.
import json, resource, sys, time
import pytd.pandas_td as td

engine = td.create_engine("presto:sample_datasets")
td.read_td_job(int(sys.argv[2]), engine)  # a small result first, as in the other script: all is loaded, the connection is open
started = time.perf_counter()
frame = td.read_td_job(int(sys.argv[1]), engine)
ms = (time.perf_counter() - started) * 1000
peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024
print(json.dumps({"ms": ms, "rows": len(frame), "peakMb": peak}))
