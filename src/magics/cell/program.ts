import type { LocalNames } from "./local-names.ts";

/** A small TypeScript program over the public functions: what a magic is translated to. */
export interface Program {
  /** Names it uses of `svclib/pandas_td`. */
  readonly fromCore: readonly string[];
  /** Names it uses of `svclib/pandas_td/ipython`. */
  readonly fromMagics: readonly string[];
  /** What those names, and its own variables, are called in it. */
  readonly names: LocalNames;
  readonly statements: readonly string[];
  /** Expression for its value; null when it has none. */
  readonly value: string | null;
  /** Variable that takes the value (`-o`). */
  readonly out: string | null;
  /** Type of the value's rows, when that is a table of known columns. */
  readonly rowType?: string | null;
}

const CORE = "svclib/pandas_td";
const MAGICS = "svclib/pandas_td/ipython";

/**
 * A program as one TypeScript expression. It declares no names outside itself. It begins with `await import(`, which both kernels
 * take for a top-level await (tslab overlooks `await (`).
 *
 * @param layout - `lines` for a cell of its own; `line` keeps to one line, so that the lines below keep their numbers.
 */
export function programCode(program: Program, layout: "lines" | "line"): string {
  const { fromCore, fromMagics, names, statements, value } = program;
  const pick = (picked: readonly string[]): string =>
    `{ ${picked.map((name) => names.picked(name)).join(", ")} }`;
  const direct = statements.length === 0 && (fromCore.length === 0 || fromMagics.length === 0);
  const [module, first] = fromCore.length > 0 ? [CORE, fromCore] : [MAGICS, fromMagics];
  const opening = `await import("${module}").then(${direct ? "" : "async "}(${pick(first)}) =>`;
  if (direct) return `${opening} ${value ?? "undefined"})`;
  const body = [
    ...(fromCore.length > 0 && fromMagics.length > 0
      ? [`const ${pick(fromMagics)} = await import("${MAGICS}");`]
      : []),
    ...statements,
    ...(value === null ? [] : [`return ${value};`]),
  ];
  return layout === "lines"
    ? `${opening} {\n${body.map((statement) => `  ${statement}\n`).join("")}})`
    : `${opening} { ${body.join(" ")} })`;
}
