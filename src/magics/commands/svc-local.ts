import type { MagicRecord } from "../cell/magic-record.ts";
import { RESULT_OPTIONS } from "./program/common-options.ts";
import { translateLocal } from "./program/local-program.ts";

export const SVC_LOCAL: MagicRecord = {
  name: "svc_local",
  kind: "cell",
  summary: "Runs the Presto query below its line on this machine, over tables of the notebook and files",
  details: [
    "FROM names variables that hold tables, files in quotes ('prices.csv', also .parquet, .tsv and .jsonl), jobs (job(42)), and tables of the local service.",
    "Nothing of them is sent to another machine. Hive's SQL: %%svc_hive --local.",
    "{name} in the query inserts the value of that variable as an SQL literal, {name.field} one of its fields.",
    "A column called time becomes a date, and the index.",
  ],
  positional: {
    name: "database",
    kind: "database",
    required: false,
    help: "database of the local service whose tables need no database in their names",
  },
  options: RESULT_OPTIONS.filter(({ name }) => name !== "connection"),
  examples: ["%%svc_local", "%%svc_local -o df --plot"],
  translate: (input) => translateLocal("presto", input),
};
