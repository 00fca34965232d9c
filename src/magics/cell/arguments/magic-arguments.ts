import { findMagic } from "../../commands/all-magics.ts";
import type { MagicCall } from "../magic-call.ts";
import type { MagicArguments } from "../magic-record.ts";
import { parseArguments } from "./parse-arguments.ts";

/** The arguments of a magic; null if its line is invalid or incomplete, which its translation reports. */
export function magicArguments(call: MagicCall): MagicArguments | null {
  const record = findMagic(call.name);
  try {
    return record && parseArguments(record, call.line);
  } catch {
    return null;
  }
}
