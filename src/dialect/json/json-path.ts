import { literal, type Sql } from "../sql/tree.ts";

export type PathStep =
  { readonly kind: "member"; readonly name: string } | { readonly kind: "index"; readonly index: number };

/** Parses Presto's JSON paths: `$.a.b`, `$.a[0]`, `$["a b"]`, `$['x']`. Null for other texts (also wildcards, filters and similar). */
export function parseJsonPath(text: string): PathStep[] | null {
  let rest = text.trim();
  if (!rest.startsWith("$")) return null;
  rest = rest.slice(1);
  const steps: PathStep[] = [];
  while (rest !== "") {
    const match =
      /^\.?\[\s*(\d+)\s*\]|^\[\s*"((?:[^"\\]|\\.)*)"\s*\]|^\[\s*'((?:[^'\\]|\\.)*)'\s*\]|^\."((?:[^"\\]|\\.)*)"|^\.([^.[\]"'*\s()?@]+)|^\[((?!-)[^\]"'*\s:,?@()]+)\]/.exec(
        rest,
      );
    if (match === null) return null;
    if (match[1] !== undefined) steps.push({ kind: "index", index: Number(match[1]) });
    else {
      const name = match[2] ?? match[3] ?? match[4] ?? match[5] ?? match[6]!;
      steps.push({ kind: "member", name: name.replace(/\\(["'\\])/g, "$1") });
    }
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
    return literal(steps.map((step) => `/${pointerPart(step)}`).join(""));
  return literal(
    "$" +
      steps
        .map((step) => (step.kind === "member" ? `.${quoteMember(step.name)}` : `[${step.index}]`))
        .join(""),
  );
}

const pointerPart = (step: PathStep): string =>
  step.kind === "member" ? step.name.replaceAll("~", "~0").replaceAll("/", "~1") : String(step.index);

function quoteMember(name: string): string {
  return `"${name.replaceAll('"', '\\"')}"`;
}
