import type { MagicRecord } from "../cell/magic-record.ts";
import { databasePattern } from "../name-pattern.ts";
import { argumentProgram } from "./program/call-program.ts";
import { HELP } from "./program/common-options.ts";

export const SVC_DATABASES: MagicRecord = {
  name: "svc_databases",
  kind: "line",
  summary: "Lists databases",
  details: [],
  positional: {
    name: "database_name_pattern",
    kind: "database pattern",
    required: false,
    help: "regular expression to find in the name, such as ^sample",
  },
  options: [HELP],
  examples: ["%svc_databases", "%svc_databases ^sample"],
  translate({ positional, names }) {
    // A variable's value is checked when the cell runs.
    if (positional?.kind === "text") databasePattern(positional.text);
    return argumentProgram(names, "svc_databases", positional);
  },
};
