import type { Content } from "../wire/message.ts";

/** A reply with completions: names that begin with `_`, and `constructor`, below the others. Deno lists fields before methods. */
export function privateLast(reply: Content): Content {
  if (!Array.isArray(reply["matches"])) return reply;
  const matches = reply["matches"] as readonly string[];
  const isPrivate = (name: string): boolean => /(?:^|\.)(?:_[^.]*|constructor)$/.test(name);
  return { ...reply, matches: [...matches.filter((name) => !isPrivate(name)), ...matches.filter(isPrivate)] };
}
