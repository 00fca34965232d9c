import type { MagicRecord, TranslationInput } from "../cell/magic-record.ts";
import type { Program } from "../cell/program.ts";
import { magicError } from "../cell/arguments/usage.ts";
import { callProgram } from "./program/call-program.ts";
import { HELP } from "./program/common-options.ts";

const EXTENSION = "svclib.pandas_td.ipython";

export const LOAD_EXT = loadCommand("load_ext", "Loads the magics; these kernels load them at the start");
export const RELOAD_EXT = loadCommand("reload_ext", "The same as %load_ext");

function loadCommand(name: string, summary: string): MagicRecord {
  const record: MagicRecord = {
    name,
    kind: "line",
    summary,
    details: [],
    positional: { name: "module", kind: "module", required: true, help: EXTENSION },
    options: [HELP],
    examples: [`%${name} ${EXTENSION}`],
    translate: (input) => translateLoad(record, input),
  };
  return record;
}

function translateLoad(record: MagicRecord, { positional, names }: TranslationInput): Program {
  const module = positional?.kind === "text" ? positional.text : "";
  if (module !== EXTENSION)
    throw magicError(record, `no extension is called '${module}'; there is ${EXTENSION}`);
  return callProgram(names, "load_ipython_extension");
}
