import { pythonEnvironment } from "./python-environment.mjs";

/** Other people's Python clients of the statement protocol. ibis writes what it drops only with the SQL library of before its version 28. */
const PACKAGES = [
  "trino[sqlalchemy]==0.340.0",
  "sqlalchemy==2.1.9",
  "pandas==3.1.1",
  "ibis-framework[trino]==12.0.0",
  "sqlglot==27.29.0",
  "dbt-core==1.11.16",
  "dbt-trino==1.10.6",
  "presto-python-client==0.8.4",
];

/** @returns the interpreter's path. @throws NotObtained where the packages can't be had. */
export const pythonWithClients = () =>
  pythonEnvironment("python-clients-1", PACKAGES, "trino, sqlalchemy, pandas, ibis, dbt, prestodb");

/** Readers of Arrow streams. @returns the interpreter's path. @throws NotObtained where the packages can't be had. */
export const pythonWithArrow = () =>
  pythonEnvironment(
    "python-arrow-1",
    ["pyarrow==26.0.1", "polars==2.1.0", "pandas==3.1.1"],
    "pyarrow, polars, pandas",
  );
