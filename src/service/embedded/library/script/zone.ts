import { resolveZone } from "../../../../dialect/time/zones.ts";
import { refuse, script, type ScriptFunction } from "./script-function.ts";

const known = new Map<string, string>();

/** The engine's name of a zone. An unknown zone fails here, because TRY does not catch the engine's own error. */
function zone(name: string): string {
  let found = known.get(name);
  if (found === undefined) {
    found = resolveZone(name) ?? undefined;
    if (found === undefined) refuse(`'${name}' is not a valid time zone`);
    if (known.size > 1000) known.clear();
    known.set(name, found);
  }
  return found;
}

export const ZONE_FUNCTIONS: Readonly<Record<string, ScriptFunction>> = {
  svc_zone: script("(text) -> text", zone),
};
