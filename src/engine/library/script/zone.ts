import { notZone, resolveZone } from "../../../dialect/time/zones.ts";
import { parseTime } from "../../../dialect/td/zoned-time.ts";
import { cached, refuse, script, type ScriptFunction } from "./script-function.ts";

/** The engine's name of a zone. An unknown zone fails here, because TRY does not catch the engine's own error. */
const zone = cached(1000, (name) => resolveZone(name) ?? refuse(notZone(name)));

const knownZone = cached(1000, resolveZone);

export const ZONE_FUNCTIONS: Readonly<Record<string, ScriptFunction>> = {
  svc_zone: script("(text) -> text", zone),
  /** Null for an unknown zone. */
  svc_known_zone: script("(text) -> text", knownZone),
  /** Unix seconds of a time's text that ends in the name of a zone. */
  svc_named_zone_seconds: script("(text) -> long", (text) => {
    const seconds = /[a-z]$/i.test(text) ? parseTime(text, "UTC") : null;
    return seconds === null ? null : BigInt(seconds);
  }),
};
