import type { MagicRecord } from "../cell/magic-record.ts";
import { argumentProgram } from "./program/call-program.ts";
import { HELP } from "./program/common-options.ts";

export const SVC_PROFILE: MagicRecord = {
  name: "svc_profile",
  kind: "line",
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
  options: [HELP],
  examples: ["%svc_profile sample_datasets.stocks", "profile = %svc_profile stocks"],
  translate: ({ positional, names }) => argumentProgram(names, "svc_profile", positional),
};
