import { UsageError } from "../../core/errors.ts";
import { usageLine } from "../cell/arguments/usage.ts";
import type { MagicRecord } from "../cell/magic-record.ts";
import { databasePattern, tablePattern } from "../name-pattern.ts";
import { argumentProgram, callProgram } from "./program/call-program.ts";
import { HELP } from "./program/common-options.ts";

/** A magic that calls the function of its name, with its argument if it has one. @param check - Throws UsageError for a wrong argument. */
function lineMagic(
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

export const SVC_DATABASES = lineMagic(
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

export const SVC_TABLES = lineMagic(
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

export const SVC_PROFILE = lineMagic({
  name: "svc_profile",
  summary: "Describes a table's columns: counts, nulls, distinct values, range, mean, quantiles, top values",
  details: [
    "The service computes it over all rows. In tables with more than a million values, distinct values and quantiles are approximate.",
  ],
  positional: {
    name: "table",
    kind: "table",
    required: true,
    help: "database.table, or a table of the database chosen by %svc_use",
  },
  examples: ["%svc_profile sample_datasets.stocks", "profile = %svc_profile stocks"],
});

export const LSMAGIC = lineMagic({
  name: "lsmagic",
  summary: "Lists the magics",
  positional: null,
  examples: ["%lsmagic"],
});

export const SVC_USE = lineMagic({
  name: "svc_use",
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
  examples: ["%svc_use sample_datasets"],
  translate({ positional, scope, names }) {
    if (positional === null && scope.database === null)
      throw new UsageError(`database_name is missing\n${usageLine(SVC_USE)}`);
    return argumentProgram(names, "svc_use", positional ?? { kind: "text", text: scope.database ?? "" });
  },
});

export const SVC_JOBS = lineMagic({
  name: "svc_jobs",
  summary: "Lists the account's latest jobs, newest first",
  positional: null,
  options: [
    { name: "mine", short: "m", help: "list only jobs that this notebook started" },
    { name: "kill", short: "k", value: "JOB_ID", help: "stop this job" },
    HELP,
  ],
  examples: ["%svc_jobs", "%svc_jobs --mine", "%svc_jobs --kill 1234"],
  translate({ switches, values, names }) {
    const kill = values.get("kill");
    if (kill !== undefined && !/^\d{1,15}$/.test(kill))
      throw new UsageError(`option --kill needs the id of a job, not '${kill}'`);
    const options = [
      ...(switches.has("mine") ? ["mine: true"] : []),
      ...(kill === undefined ? [] : [`kill: ${Number(kill)}`]),
    ];
    return callProgram(names, "svc_jobs", ...(options.length === 0 ? [] : [`{ ${options.join(", ")} }`]));
  },
});

const EXTENSION = "svclib.pandas_td.ipython";

const loadMagic = (name: string, summary: string): MagicRecord =>
  lineMagic({
    name,
    summary,
    positional: { name: "module", kind: "module", required: true, help: EXTENSION },
    examples: [`%${name} ${EXTENSION}`],
    translate({ positional, names }) {
      const module = positional?.kind === "text" ? positional.text : "";
      if (module !== EXTENSION)
        throw new UsageError(`no extension is called '${module}'; there is ${EXTENSION}`);
      return callProgram(names, "load_ipython_extension");
    },
  });

export const LOAD_EXT = loadMagic("load_ext", "Loads the magics; these kernels load them at the start");
export const RELOAD_EXT = loadMagic("reload_ext", "The same as %load_ext");
