# The original client's ranged mode: downloads the result file by ranges to a temporary file, then decodes it to a frame.
import json, os, resource, sys, time
import pandas as pd
import tdclient

client = tdclient.Client(apikey=os.environ["TD_API_KEY"], endpoint=os.environ["TD_API_SERVER"])
client.databases()
started = time.perf_counter()
job = client.job(sys.argv[1])
job.wait()
rows = job.result_format("msgpack", store_tmpfile=True, num_threads=4)
frame = pd.DataFrame(rows, columns=[name for name, _ in job.result_schema])
ms = (time.perf_counter() - started) * 1000
peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024
print(json.dumps({"ms": ms, "rows": len(frame), "peakMb": peak}))
