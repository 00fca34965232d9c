import type { MagicRecord } from "../cell/magic-record.ts";
import { tablePattern } from "../name-pattern.ts";
import { argumentProgram } from "./program/call-program.ts";
import { HELP } from "./program/common-options.ts";

export const SVC_TABLES: MagicRecord = {
  name: "svc_tables",
  kind: "line",
  summary: "Lists tables",
  details: ["A plain dot in the pattern is the one between database and table; .* is any text."],
  positional: {
    name: "table_identifier_pattern",
    kind: "table pattern",
    required: false,
    help: "regular expression to find in database.table, such as sample_datasets.stock",
  },
  options: [HELP],
  examples: ["%svc_tables", "%svc_tables sample_datasets", "tables = %svc_tables sample_datasets.stock"],
  translate({ positional, names }) {
    // A variable's value is checked when the cell runs.
    if (positional?.kind === "text") tablePattern(positional.text);
    return argumentProgram(names, "svc_tables", positional);
  },
};
