import type { Fault } from "./fault-plan.ts";

type How = Extract<Fault, { kind: "corrupt" }>["how"];

/** A page that a captive portal or a gateway sends instead of the reply. */
const PAGE = "<!doctype html><html><head><title>Sign in</title></head><body>Please sign in.</body></html>";

/**
 * Returns a damaged copy of a body. Text has no checksum, so a changed digit can't be detected: JSON is only cut or replaced;
 * bits are flipped in gzip data.
 */
export function corruptBody(body: Buffer, how: How, share: number, isGzip: boolean): Buffer {
  if (how === "page") return Buffer.from(PAGE);
  if (body.length === 0) return body;
  const at = Math.floor(share * body.length);
  if (!isGzip || how === "cut") return body.subarray(0, at);
  if (how === "drop") return Buffer.concat([body.subarray(0, at), body.subarray(at + 1)]);
  if (how === "insert")
    return Buffer.concat([body.subarray(0, at), Buffer.from([at & 255]), body.subarray(at)]);
  const copy = Buffer.from(body);
  copy[at] = (copy[at] as number) ^ (1 << (at % 8));
  return copy;
}
