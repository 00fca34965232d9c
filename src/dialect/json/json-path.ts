// This folder: JSON paths of the dialects to those of the engine.

import { literal, type Sql } from "../sql/tree.ts";

export type PathStep =
  { readonly kind: "member"; readonly name: string } | { readonly kind: "index"; readonly index: number };

/** The steps of Presto's JSON paths: `$.a.b`, `$.a[0]`, `$["a b"]`. Null for other texts (also wildcards, filters and similar). */
export function parseJsonPath(text: string): string[] | null {
  if (!text.startsWith("$")) return null;
  const steps: string[] = [];
  for (let rest = text.slice(1); rest !== "";) {
    const match = /^\.([\p{L}\p{Nd}_:]+)|^\["((?:[^"\\]|\\["\\])*)"\]|^\[([\p{L}\p{Nd}_]+)\]/u.exec(rest);
    if (match === null) return null;
    steps.push(match[2]?.replace(/\\(.)/g, "$1") ?? match[1] ?? match[3]!);
    rest = rest.slice(match[0].length);
  }
  return steps;
}

/** SQL of the engine's path of a member with any name. */
export function memberPath(name: string): Sql {
  return enginePath([{ kind: "member", name }]);
}

/** SQL of the engine's path. */
export function enginePath(steps: readonly PathStep[]): Sql {
  // The engine takes an empty name in a JSON pointer only.
  if (steps.some((step) => step.kind === "member" && step.name === ""))
    return enginePointer(steps.map((step) => (step.kind === "member" ? step.name : String(step.index))));
  return literal(
    "$" +
      steps
        .map((step) => (step.kind === "member" ? `.${quoteMember(step.name)}` : `[${step.index}]`))
        .join(""),
  );
}

/** SQL of a path whose numbers are indexes of arrays and names in objects. */
export const enginePointer = (steps: readonly string[]): Sql =>
  literal(steps.map((step) => `/${step.replaceAll("~", "~0").replaceAll("/", "~1")}`).join("") || "$");

function quoteMember(name: string): string {
  return `"${name.replaceAll('"', '\\"')}"`;
}
