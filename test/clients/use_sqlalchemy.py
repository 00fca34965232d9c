"""What a person does with SQLAlchemy and pandas on the trino dialect, each step printed as one line: its name, a tab, what came as JSON."""

import json
import os
import warnings

import pandas as pd
import sqlalchemy as sa

warnings.filterwarnings("ignore")


def say(step, value):
    print(f"STEP {step}\t{json.dumps(value, default=str)}", flush=True)


host, port = os.environ["SERVICE_URL"].removeprefix("http://").split(":")
url = sa.URL.create("trino", username=os.environ["SERVICE_KEY"], host=host, port=int(port), database="td-presto/default")
engine = sa.create_engine(url)
with engine.connect() as connection:
    connection.execute(sa.schema.CreateSchema("sqla", if_not_exists=True))
    connection.execute(sa.text("create table sqla.orders (id bigint comment 'the key', item varchar, price decimal(10,2), at timestamp, tags array(varchar), day date) comment 'bought'"))
    connection.execute(sa.text("insert into sqla.orders values (1, 'apple', 1.50, timestamp '2024-01-02 03:04:05.678', array['x', 'y'], date '2024-01-02'), (2, null, null, null, null, null)"))
    connection.execute(sa.text("create view sqla.apples as select id from sqla.orders where item = 'apple'"))

inspector = sa.inspect(engine)
say("schemas", sorted(set(inspector.get_schema_names()) & {"sqla", "information_schema"}))
say("tables", inspector.get_table_names("sqla"))
say("views", inspector.get_view_names("sqla"))
say("view", inspector.get_view_definition("apples", "sqla"))
say("has", [inspector.has_table("orders", "sqla"), inspector.has_table("nothing", "sqla")])
say("columns", [[c["name"], str(c["type"]), c["nullable"], c["default"]] for c in inspector.get_columns("orders", "sqla")])
say("comment", inspector.get_table_comment("orders", "sqla"))
say("keys", [inspector.get_pk_constraint("orders", "sqla"), inspector.get_foreign_keys("orders", "sqla"), inspector.get_indexes("orders", "sqla")])
metadata = sa.MetaData()
orders = sa.Table("orders", metadata, autoload_with=engine, schema="sqla")
say("reflected", [column.name for column in orders.columns])
with engine.connect() as connection:
    say("select", [list(row) for row in connection.execute(sa.select(orders).where(orders.c.id == 1))])
    say("limit", connection.execute(sa.select(orders.c.id).order_by(orders.c.id).limit(1).offset(1)).scalar())
    made = sa.Table("made", sa.MetaData(), sa.Column("n", sa.BigInteger), sa.Column("s", sa.String), schema="sqla")
    made.create(engine)
    say("insert", connection.execute(made.insert(), [{"n": 1, "s": "it's"}, {"n": 2, "s": None}]).rowcount)
    say("made", [list(row) for row in connection.execute(sa.select(made).order_by(made.c.n))])
    say("update", connection.execute(made.update().where(made.c.n == 2).values(s="x")).rowcount)
    say("delete", connection.execute(made.delete().where(made.c.n == 1)).rowcount)
    made.drop(engine)

say("read_sql_table", pd.read_sql_table("orders", engine, schema="sqla", columns=["id", "item"]).to_dict("list"))
say("read_sql", pd.read_sql(sa.text("select item, count(*) as n from sqla.orders where id >= :least group by 1 order by 1"), engine, params={"least": 1}).to_dict("list"))
say("read_sql chunks", [len(chunk) for chunk in pd.read_sql("select i from unnest(sequence(1, 25)) t(i)", engine, chunksize=10)])
frame = pd.DataFrame({"n": [1, 2], "s": ["a", None], "f": [0.5, None], "t": pd.to_datetime(["2024-01-02 03:04:05.678901", None]), "b": [True, False]})
for mode in ("fail", "append", "replace"):
    frame.to_sql("frame", engine, schema="sqla", index=False, if_exists=mode, method="multi")
    say(f"to_sql {mode}", pd.read_sql("select * from sqla.frame order by n", engine).shape)
try:
    frame.to_sql("frame", engine, schema="sqla", index=False)
except ValueError as error:
    say("to_sql again", str(error))
try:
    with engine.connect() as connection:
        connection.execute(sa.text("select nothing from sqla.frame"))
except sa.exc.DBAPIError as error:
    say("error", [type(error).__name__, error.orig.error_name])
with engine.begin() as connection:
    connection.execute(sa.text("insert into sqla.frame (n) values (3)"))
say("begin", pd.read_sql("select count(*) as n from sqla.frame", engine).n[0])
with engine.connect() as connection:
    connection.execute(sa.schema.DropSchema("sqla", cascade=True))
say("dropped", "sqla" in sa.inspect(engine).get_schema_names())
