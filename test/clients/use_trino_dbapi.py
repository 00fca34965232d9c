"""What a person does with Python's trino package itself, each step printed as one line: its name, a tab, what came as JSON."""

import json
import os
from datetime import date, datetime
from decimal import Decimal

import trino
from trino.transaction import IsolationLevel


def say(step, value):
    print(f"STEP {step}\t{json.dumps(value, default=str)}", flush=True)


host, port = os.environ["SERVICE_URL"].removeprefix("http://").split(":")


def connect(**options):
    return trino.dbapi.connect(
        host=host, port=int(port), user=os.environ["SERVICE_KEY"], catalog="td-presto", schema="dbapi", timezone="Asia/Tokyo", **options
    )


cursor = connect().cursor()
cursor.execute("create schema if not exists dbapi")
say("create", [cursor.description, cursor.fetchall()])
cursor.execute("create table dbapi.things (n bigint, s varchar)")
cursor.execute("insert into things values (?, ?), (?, ?)", (1, "it's", 2, None))
say("insert", [cursor.rowcount, cursor.update_type])
cursor.execute("select * from things where n = ?", (1,))
say("select", [cursor.fetchall(), [column[0] for column in cursor.description]])
say("describe", [[column.name, column.type, column.type_size, column.aliased] for column in cursor.describe("select n, s as t, n + 1 from things where n = ?")])
values = [True, 2**62, -0.5, Decimal("1.50"), "é'", b"\x01\x02", date(2024, 1, 2), datetime(2024, 1, 2, 3, 4, 5, 678901), None, [1, 2], {"k": "v"}, (1, "x")]
cursor.execute("select " + ", ".join("?" for _ in values), values)
say("values", [list(map(str, cursor.fetchone()))])
cursor.executemany("insert into things values (?, ?)", [(3, "a"), (4, "b")])
cursor.execute("select count(*) from things")
say("executemany", cursor.fetchone())
cursor.execute("select current_timezone(), cast(timestamp '2024-01-02 03:04:05' as timestamp with time zone)")
say("time zone", list(map(str, cursor.fetchone())))
cursor.execute("set time zone 'America/New_York'")
cursor.fetchall()
cursor.execute("select current_timezone()")
say("set time zone", cursor.fetchone())
cursor.execute("use information_schema")
cursor.fetchall()
cursor.execute("select table_name from tables where table_schema = 'dbapi'")
say("use", cursor.fetchall())

with connect(isolation_level=IsolationLevel.READ_COMMITTED) as connection:
    inside = connection.cursor()
    inside.execute("insert into dbapi.things values (5, 'c')")
    inside.fetchall()
    connection.commit()
    inside = connection.cursor()
    inside.execute("insert into dbapi.things values (6, 'd')")
    inside.fetchall()
    try:
        connection.rollback()
    except trino.exceptions.DatabaseError as error:
        say("rollback", str(error)[-120:])
cursor.execute("select count(*) from dbapi.things")
say("count", cursor.fetchone())
slow = connect(session_properties={"query_max_run_time": "300ms"}).cursor()
try:
    slow.execute("with s as (select n from unnest(sequence(1, 10000)) t(n)) select count(*) from s a, s b, s c where a.n * b.n + c.n = -3")
    slow.fetchall()
except trino.exceptions.TrinoQueryError as error:
    say("limit", [error.error_name, error.error_type])
try:
    cursor.execute("select 1 from nothing")
except trino.exceptions.TrinoUserError as error:
    say("error", [error.error_name, error.error_code])
cursor.execute("drop schema dbapi cascade")
say("drop", cursor.fetchall())
