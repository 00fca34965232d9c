import type { MagicRecord } from "../cell/magic-record.ts";
import { UsageError } from "../../core/errors.ts";
import { usageLine } from "../cell/arguments/usage.ts";
import { argumentProgram } from "./program/call-program.ts";
import { HELP } from "./program/common-options.ts";

export const SVC_USE: MagicRecord = {
  name: "svc_use",
  kind: "line",
  summary: "Makes a database the current one, and each of its tables a variable that shows its columns",
  details: [
    'A table whose name can\'t be a variable, or is that of a variable of yours, is reached as magic_tables["name"].',
  ],
  positional: {
    name: "database_name",
    kind: "database",
    required: false,
    help: "name of the database; without it, the current one again",
  },
  options: [HELP],
  examples: ["%svc_use sample_datasets"],
  translate({ positional, scope, names }) {
    if (positional !== null) return argumentProgram(names, "svc_use", positional);
    if (scope.database === null) throw new UsageError(`database_name is missing\n${usageLine(SVC_USE)}`);
    return argumentProgram(names, "svc_use", { kind: "text", text: scope.database });
  },
};
