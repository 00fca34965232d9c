# Writes the same frame with the original client.
import json, resource, sys, time
import pandas as pd
import pytd, pytd.pandas_td as td

fmt, limit = sys.argv[1], int(sys.argv[2])
query = f"""
select "time", delay, cast(distance as double) as distance, delay / 60e0 as hours, sqrt(cast(distance as double)) as root,
  cast(delay as double) * distance as product, origin, if(delay > 60, null, destination) as destination
from flights limit {limit}"""
client = pytd.Client(database="sample_datasets")
frame = td.read_td_query(query, td.create_engine("presto:sample_datasets", con=client))
started, worked = time.perf_counter(), time.process_time()
td.to_td(frame, f"bench.origin_{fmt}", client, if_exists="replace", time_col="time", index=False, fmt=fmt)
ms = (time.perf_counter() - started) * 1000
cpuMs = (time.process_time() - worked) * 1000
peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024
print(json.dumps({"ms": ms, "cpuMs": cpuMs, "rows": len(frame), "peakMb": peak}))
