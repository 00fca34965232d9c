import { UsageError } from "../../core/errors.ts";
import type { MagicRecord } from "../cell/magic-record.ts";
import { callProgram } from "./program/call-program.ts";
import { HELP } from "./program/common-options.ts";

const EXTENSION = "svclib.pandas_td.ipython";

export const LOAD_EXT = loadCommand("load_ext", "Loads the magics; these kernels load them at the start");
export const RELOAD_EXT = loadCommand("reload_ext", "The same as %load_ext");

function loadCommand(name: string, summary: string): MagicRecord {
  return {
    name,
    kind: "line",
    summary,
    details: [],
    positional: { name: "module", kind: "module", required: true, help: EXTENSION },
    options: [HELP],
    examples: [`%${name} ${EXTENSION}`],
    translate({ positional, names }) {
      const module = positional?.kind === "text" ? positional.text : "";
      if (module !== EXTENSION)
        throw new UsageError(`no extension is called '${module}'; there is ${EXTENSION}`);
      return callProgram(names, "load_ipython_extension");
    },
  };
}
