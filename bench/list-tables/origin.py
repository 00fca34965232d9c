# The original magic, in an IPython shell without a notebook.
import json, resource, time
from IPython.core.interactiveshell import InteractiveShell

shell = InteractiveShell.instance()
shell.run_line_magic("load_ext", "pytd.pandas_td.ipython")
started = time.perf_counter()
frame = shell.run_line_magic("td_tables", "")
ms = (time.perf_counter() - started) * 1000
print(json.dumps({"ms": ms, "rows": len(frame), "peakMb": resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024}))
