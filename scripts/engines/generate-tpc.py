"""generate-tpc.py SCALE FOLDER: the tables of TPC-H and TPC-DS as Parquet files, FOLDER/<benchmark>/<table>.parquet, and their queries as
FOLDER/<benchmark>.json, a list of [number, text]; both from DuckDB's generators."""

import json
import os
import sys

import duckdb

scale, folder = float(sys.argv[1]), sys.argv[2]
for benchmark, generator in ("tpch", "dbgen"), ("tpcds", "dsdgen"):
    tables = os.path.join(folder, benchmark)
    os.makedirs(tables)
    con = duckdb.connect(os.path.join(folder, "generated.duckdb"))
    con.execute(f"LOAD {benchmark}")
    con.execute(f"CALL {generator}(sf = {scale})")
    for (name,) in con.execute("SELECT table_name FROM duckdb_tables()").fetchall():
        path = os.path.join(tables, f"{name}.parquet").replace("'", "''")
        con.execute(f"COPY {name} TO '{path}' (FORMAT parquet)")
    queries = con.execute(f"SELECT query_nr, query FROM {benchmark}_queries() ORDER BY 1").fetchall()
    with open(os.path.join(folder, f"{benchmark}.json"), "w") as file:
        json.dump(queries, file)
    con.close()
    os.remove(os.path.join(folder, "generated.duckdb"))
