import type { MagicRecord } from "../cell/magic-record.ts";
import { databasePattern, tablePattern } from "../name-pattern.ts";
import { argumentProgram } from "./program/call-program.ts";
import { HELP } from "./program/common-options.ts";

/** A magic that calls the function of its name, with its argument if it has one. @param check - Throws UsageError for a wrong argument. */
function listing(
  record: Pick<MagicRecord, "name" | "summary" | "positional" | "examples"> & Partial<MagicRecord>,
  check: (argument: string) => unknown = () => undefined,
): MagicRecord {
  return {
    kind: "line",
    details: [],
    options: [HELP],
    translate({ positional, names }) {
      // A variable's value is checked when the cell runs.
      if (positional?.kind === "text") check(positional.text);
      return argumentProgram(names, record.name, positional);
    },
    ...record,
  };
}

export const SVC_DATABASES = listing(
  {
    name: "svc_databases",
    summary: "Lists databases",
    positional: {
      name: "database_name_pattern",
      kind: "database pattern",
      required: false,
      help: "regular expression to find in the name, such as ^sample",
    },
    examples: ["%svc_databases", "%svc_databases ^sample"],
  },
  databasePattern,
);

export const SVC_TABLES = listing(
  {
    name: "svc_tables",
    summary: "Lists tables",
    details: ["A plain dot in the pattern is the one between database and table; .* is any text."],
    positional: {
      name: "table_identifier_pattern",
      kind: "table pattern",
      required: false,
      help: "regular expression to find in database.table, such as sample_datasets.stock",
    },
    examples: ["%svc_tables", "%svc_tables sample_datasets", "tables = %svc_tables sample_datasets.stock"],
  },
  tablePattern,
);

export const SVC_PROFILE = listing({
  name: "svc_profile",
  summary: "Describes a table's columns: counts, nulls, distinct values, range, mean, quantiles, top values",
  details: [
    "The service computes it in one query over all rows. Distinct values and quantiles are approximate.",
  ],
  positional: {
    name: "table",
    kind: "table",
    required: true,
    help: "database.table, or a table of the database chosen by %svc_use",
  },
  examples: ["%svc_profile sample_datasets.stocks", "profile = %svc_profile stocks"],
});

export const LSMAGIC = listing({
  name: "lsmagic",
  summary: "Lists the magics",
  positional: null,
  examples: ["%lsmagic"],
});
