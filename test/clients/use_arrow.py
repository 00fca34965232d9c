"""What a person does in Python with a result as Arrow, each step printed as one line: its name, a tab, what came as JSON."""

import datetime
import io
import json
import os
import urllib.request

import polars
import pyarrow as pa


def plain(value):
    """As JSON has it: integers past 2^53, NaN, bytes and times as text."""
    if isinstance(value, datetime.datetime):
        return value.isoformat(sep=" ", timespec="milliseconds")
    if isinstance(value, datetime.date):
        return value.isoformat()
    if isinstance(value, dict):
        return {key: plain(item) for key, item in value.items()}
    if isinstance(value, (list, tuple)):
        return [plain(item) for item in value]
    if isinstance(value, bytes):
        return value.hex()
    exact = not isinstance(value, (int, float)) or abs(value) < 2**53
    return value if exact else str(value)


def say(step, value):
    print(f"STEP {step}\t{json.dumps(plain(value))}", flush=True)


def arrow_of(job, more="", read=lambda response: response.read()):
    request = urllib.request.Request(f"{os.environ['SERVICE_URL']}/v3/job/result/{job}?format=arrow{more}")
    request.add_header("Authorization", f"TD1 {os.environ['SERVICE_KEY']}")
    with urllib.request.urlopen(request) as response:
        return read(response)


def outcome(work):
    try:
        work()
    # polars panics: that is no Exception.
    except BaseException as error:
        return type(error).__name__
    return "no error"


VALUES, MANY, *DAMAGED = os.environ["JOBS"].split()
sources = {"service": arrow_of(VALUES), "zstd": arrow_of(VALUES, "&compression=zstd")}
for name in ("job", "table"):
    with open(os.path.join(os.environ["FOLDER"], f"{name}.arrows"), "rb") as file:
        sources[name] = file.read()

for name, data in sources.items():
    table = pa.ipc.open_stream(data).read_all()
    table.validate(full=True)
    say(f"pyarrow types, {name}", {field.name: str(field.type) for field in table.schema})
    say(f"pyarrow, {name}", table.to_pydict())
    frame = polars.read_ipc_stream(io.BytesIO(data))
    say(f"polars, {name}", frame.drop("m").to_dict(as_series=False))
    say(f"polars map, {name}", frame["m"].to_list())

say("the service's types", {field.name: field.metadata[b"svc:type"].decode() for field in pa.ipc.open_stream(sources["service"]).schema})
frame = pa.ipc.open_stream(sources["service"]).read_pandas()
say("pandas", {name: [str(frame[name].dtype), frame[name].tolist()] for name in ("d", "s")})

first = arrow_of(MANY)
many = pa.ipc.open_stream(first).read_all()
many.validate(full=True)
say("many rows", [many.num_rows, pa.compute.sum(many["n"]).as_py(), polars.from_arrow(many)["s"].n_unique(), many["s"].null_count])
say("many rows once kept", arrow_of(MANY) == first)

readers = {
    "read whole": lambda response: response.read(),
    "pyarrow": lambda response: pa.ipc.open_stream(response).read_all(),
    "polars": polars.read_ipc_stream,
}
for job, (name, read) in zip(DAMAGED, readers.items()):
    say(f"a reply that breaks off, {name}", outcome(lambda: arrow_of(job, read=read)))
