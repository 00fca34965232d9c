import type { MagicRecord } from "../cell/magic-record.ts";
import { callProgram } from "./program/call-program.ts";
import { HELP } from "./program/common-options.ts";

export const LSMAGIC: MagicRecord = {
  name: "lsmagic",
  kind: "line",
  summary: "Lists the magics",
  details: [],
  positional: null,
  options: [HELP],
  examples: ["%lsmagic"],
  translate: ({ names }) => callProgram(names, "lsmagic"),
};
