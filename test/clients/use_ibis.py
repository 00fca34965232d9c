"""What a person does with ibis on Trino, each step printed as one line: its name, a tab, what came as JSON."""

import json
import os
import warnings

import ibis
import pandas as pd

warnings.filterwarnings("ignore")


def say(step, value):
    print(f"STEP {step}\t{json.dumps(value, default=str)}", flush=True)


host, port = os.environ["SERVICE_URL"].removeprefix("http://").split(":")
con = ibis.trino.connect(user=os.environ["SERVICE_KEY"], host=host, port=int(port), database="td-presto", schema="ibis_home")
con.create_database("ibis_home", force=True)
con.create_database("ibis_db", force=True)
say("databases", "ibis_db" in con.list_databases())
say("catalogs", con.list_catalogs())
frame = pd.DataFrame({"g": ["a", "b", "a"], "n": [1, 2, 3], "x": [0.5, None, 2.5]})
made = con.create_table("made", frame, database="ibis_db")
say("tables", con.list_tables(database="ibis_db"))
say("schema", {name: str(type) for name, type in con.table("made", database="ibis_db").schema().items()})
say("sql", con.sql("select g, n + 1 as m from ibis_db.made where n > 1").order_by("m").execute().to_dict("list"))
table = con.table("made", database="ibis_db")
say("aggregate", table.group_by("g").aggregate(total=table.n.sum(), most=table.x.max()).order_by("g").execute().to_dict("list"))
say("window", table.mutate(r=ibis.row_number().over(group_by="g", order_by="n")).order_by("n").execute()["r"].tolist())
other = con.create_table("other", schema=ibis.schema({"g": "string", "label": "string"}), database="ibis_db")
con.insert("other", pd.DataFrame({"g": ["a"], "label": ["first"]}), database="ibis_db")
say("join", table.join(other, "g", how="left").order_by("n").select("n", "label").execute().to_dict("list"))
con.create_view("seen", table.filter(table.n > 1), database="ibis_db")
say("view", con.table("seen", database="ibis_db").count().execute())
con.drop_view("seen", database="ibis_db")
con.create_table("made", table.filter(table.n == 1), database="ibis_db", overwrite=True)
say("overwritten", con.table("made", database="ibis_db").count().execute())
con.truncate_table("other", database="ibis_db")
say("truncated", con.table("other", database="ibis_db").count().execute())
con.drop_table("made", database="ibis_db")
con.drop_table("other", database="ibis_db")
con.drop_database("ibis_db")
con.raw_sql("drop schema ibis_home cascade").close()
say("dropped", "ibis_db" in con.list_databases())
