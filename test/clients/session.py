"""What a person does with the Python clients, each step printed as one line: its name, a tab, what came as JSON. Needs pytd and td-client."""

import io
import json
import time
import warnings

import pandas as pd
import pytd
import pytd.pandas_td as td
import tdclient

warnings.filterwarnings("ignore")


def say(step, value):
    print(f"STEP {step}\t{json.dumps(value, default=str)}", flush=True)


client = pytd.Client(database="sample_datasets")
say("databases", [[d.name, d.permission] for d in client.list_databases()])
say("tables", [[t.name, t.count] for t in client.list_tables("sample_datasets")])
say("direct query", client.query("select symbol, count(*) as n from stocks group by 1 order by 1 limit 2"))
say("presto job", client.query("select symbol, count(*) as n from stocks group by 1 order by 1 limit 2", priority=0))
say("hive job", client.query("select symbol, count(*) as n from stocks group by symbol order by symbol limit 2", engine="hive"))

engine = td.create_engine("presto:sample_datasets")
frame = td.read_td_query("select time, close from sp500 order by time limit 2", engine, index_col="time", parse_dates={"time": "s"})
say("read_td_query", [[str(index), close] for index, close in frame["close"].items()])
frame = td.read_td_table("sp500", engine, columns=["time", "volume"], limit=2, time_range=("2000-01-05", "2000-01-07"))
say("read_td_table", sorted(frame["volume"].tolist()))

client.create_database_if_not_exists("python_db")
connection = td.connect()
frame = pd.DataFrame({"A b": [1, 2], "c": ["x", "é"], "d": [1.5, 2.5], "e": [True, False]})
query = "select a_b, c, d, e from python_db.frame order by a_b"
td.to_td(frame, "python_db.frame", connection, index=False)
say("csv", client.query(query))
td.to_td(frame, "python_db.frame", connection, index=False, if_exists="overwrite", fmt="msgpack")
say("msgpack", client.query(query))
td.to_td(frame, "python_db.frame", connection, index=False, if_exists="append")
say("append", client.query("select count(*) from python_db.frame"))
td.to_td(frame, "python_db.frame", connection, index=False, if_exists="overwrite", writer="insert_into")
say("insert_into", client.query(query))
lists = pd.DataFrame({"l": [[1, 2], [3]]})
td.to_td(lists, "python_db.lists", connection, index=False, if_exists="overwrite", fmt="msgpack", keep_list=True)
say("schemas", {t.name: t.schema for t in client.list_tables("python_db")})
say("exists", [client.exists("python_db"), client.exists("python_db", "frame"), client.exists("python_db", "nothing")])

with tdclient.Client() as rest:
    say("server_status", rest.server_status())
    say("nothing of", [rest.schedules(), rest.results(), rest.bulk_imports(), [user.name for user in rest.users()]])
    try:
        rest.create_schedule("daily", {"cron": "@daily", "query": "select 1"})
    except tdclient.errors.APIError as error:
        say("not supported", str(error)[:5])
    timed = rest.query("sample_datasets", "select td_scheduled_time()", type="presto", scheduled_time=1700000000)
    timed.wait()
    say("scheduled_time", list(timed.result()))
    job = rest.query("sample_datasets", "select origin, count(*) as n from flights group by 1 order by 2 desc limit 2", type="presto")
    job.wait()
    say("job", [job.status(), job.result_schema, list(job.result()), list(job.result_format("msgpack", store_tmpfile=True))])
    bad = rest.query("python_db", "select nothing from frame", type="presto")
    bad.wait()
    say("failed job", [bad.status(), rest.job(bad.job_id)._debug["stderr"]])
    long = rest.query("sample_datasets", "select count(*) from flights a, flights b where a.delay + b.delay = -99999", type="presto")
    time.sleep(0.5)
    rest.kill(long.job_id)
    say("killed job", rest.job_status(long.job_id))
    rest.import_file("python_db", "lists", "csv", io.BytesIO(b"time,n\n1700000000,1\n"), unique_id="once")
    rest.import_file("python_db", "lists", "csv", io.BytesIO(b"time,n\n1700000000,1\n"), unique_id="once")
    say("import_file", client.query("select n from python_db.lists where n is not null"))
    say("swap", [rest.swap_table("python_db", "frame", "lists"), sorted([t.name, t.count] for t in rest.tables("python_db"))])
    say("update_schema", rest.update_schema("python_db", "frame", [["n", "double"]]))
    say("tail", [row["n"] for row in rest.tail("python_db", "frame", 10) if row["n"] is not None])
    session = rest.create_bulk_import("python_session", "python_db", "frame")
    session.upload_file("part", "csv", io.BytesIO(b"time,n\n1700000000,2\n,3\n"))
    session.freeze()
    session.perform(wait=True)
    say("bulk import", [session.valid_records, session.error_records, [row["n"] for row in session.error_record_items()]])
    session.commit(wait=True)
    say("committed", session.status)
    session.delete()
    for step, call in (("no database", lambda: rest.tables("nowhere")), ("database again", lambda: rest.create_database("python_db"))):
        try:
            call()
        except tdclient.errors.APIError as error:
            say(step, type(error).__name__)
    say("delete", [rest.delete_table("python_db", "frame"), rest.delete_database("python_db")])
