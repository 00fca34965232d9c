import { pythonEnvironment } from "./python-environment.mjs";

/** Third-party Python clients of the statement protocol. ibis can write DROP statements only with an SQL library before version 28. */
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

/** @returns the interpreter's path. @throws NotObtained if the packages are unavailable. */
export const pythonWithClients = () =>
  pythonEnvironment("python-clients-1", PACKAGES, "trino, sqlalchemy, pandas, ibis, dbt, prestodb");

/** Readers of Arrow streams. @returns the interpreter's path. @throws NotObtained if the packages are unavailable. */
export const pythonWithArrow = () =>
  pythonEnvironment(
    "python-arrow-1",
    ["pyarrow==26.0.1", "polars==2.1.0", "pandas==3.1.1"],
    "pyarrow, polars, pandas",
  );

/** The next major version of the engine. @returns the interpreter's path. @throws NotObtained if the package is unavailable. */
export const pythonWithDuckdb2 = () => pythonEnvironment("python-duckdb-2", ["duckdb==2.0.1"], "duckdb");
