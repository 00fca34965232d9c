"""What a person does with Python's presto client, each step printed as one line: its name, a tab, what came as JSON."""

import json
import os

import prestodb


def say(step, value):
    print(f"STEP {step}\t{json.dumps(value, default=str)}", flush=True)


host, port = os.environ["SERVICE_URL"].removeprefix("http://").split(":")
connection = prestodb.dbapi.connect(host=host, port=int(port), user=os.environ["SERVICE_KEY"], catalog="td-presto", schema="information_schema")
cursor = connection.cursor()
for sql in ("create schema presto_db", "create table presto_db.things (n bigint, at timestamp)", "insert into presto_db.things values (1, timestamp '2024-01-02 03:04:05.678')"):
    cursor.execute(sql)
    cursor.fetchall()
cursor.execute("select n, at, array[n] as l, 0.5e0 as d, null as e from presto_db.things")
say("select", cursor.fetchall())
say("columns", [[column[0], column[1]] for column in cursor.description])
cursor.execute("select table_name from tables where table_schema = 'presto_db'")
say("tables", cursor.fetchall())
cursor.execute("show columns from presto_db.things")
say("show columns", cursor.fetchall())
try:
    cursor.execute("select 1 from nothing")
    cursor.fetchall()
except prestodb.exceptions.PrestoUserError as error:
    say("error", error.error_name)
cursor.execute("drop schema presto_db cascade")
say("drop", cursor.fetchall())
